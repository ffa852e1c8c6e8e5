// Options that matter only with one choice of another option: hidden, and not sent, with the others.
// Without this they are all there; the server looks only at those that matter.

function reflect(row) {
  const [name, wanted] = row.dataset.when.split("=");
  const other = row.closest("form").elements[name];
  row.hidden = Boolean(other) && (other.disabled || other.value !== wanted);
  for (const input of row.querySelectorAll("input, select")) input.disabled = row.hidden;
}

const rows = document.querySelectorAll("[data-when]");
function reflectAll() {
  rows.forEach(reflect);
}

// The browser cannot point at what it refuses to send while that is folded away.
function unfold(event) {
  const fold = event.target.closest("details");
  if (fold) fold.open = true;
}

document.addEventListener("change", reflectAll);
document.addEventListener("invalid", unfold, true);
// A browser that comes back to the page puts its own choices in after this ran.
window.addEventListener("pageshow", reflectAll);
reflectAll();
