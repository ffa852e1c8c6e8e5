// Whoever is ticked as absent has neither score nor place: those inputs are closed and not sent.
// Without this they stay open, and the server does not read them.

function reflect(form) {
  for (const tick of form.querySelectorAll("input[name=absent]")) {
    for (const input of form.querySelectorAll(`[data-entrant="${tick.value}"]`)) {
      input.disabled = tick.checked;
    }
  }
}

function reflectAll() {
  document.querySelectorAll(".tour-result-form").forEach(reflect);
}

document.addEventListener("change", (event) => {
  const form = event.target.closest(".tour-result-form");
  if (form) reflect(form);
});
// A table may be replaced by htmx, and a browser that comes back puts its own ticks in.
document.addEventListener("htmx:load", reflectAll);
window.addEventListener("pageshow", reflectAll);
reflectAll();
