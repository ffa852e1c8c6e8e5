// Options that matter only with one choice of another option: hidden, and not sent, with the others.
// Without this they are all there, and the rules refuse what does not go together.

function reflect(row) {
  const [name, wanted] = row.dataset.when.split("=");
  const chosen = row.closest("form").elements[name]?.value;
  row.hidden = chosen !== undefined && chosen !== wanted;
  for (const input of row.querySelectorAll("input, select")) input.disabled = row.hidden;
}

const rows = document.querySelectorAll("[data-when]");
function reflectAll() {
  rows.forEach(reflect);
}

document.addEventListener("change", reflectAll);
// A browser that comes back to the page puts its own choices in after this ran.
window.addEventListener("pageshow", reflectAll);
reflectAll();
