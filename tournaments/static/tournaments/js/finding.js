// Finds a line of a long list by its number or by words in it: the others are hidden, and what is
// folded away opens where it holds one. It asks nothing of the server.

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function find(search) {
  const region = document.getElementById(search.dataset.find);
  if (!region) return;
  const wanted = plain(search.value.trim());
  // The page goes on following what others do.
  search.defaultValue = search.value;
  for (const line of region.querySelectorAll("[data-found]")) {
    const number = /^\d+$/.test(wanted) && line.dataset.found;
    const said = number ? number === wanted : plain(line.textContent).includes(wanted);
    line.hidden = Boolean(wanted) && !said;
  }
  // The innermost first: one that holds another is as empty as that is.
  for (const fold of [...region.querySelectorAll("details[data-fold]")].reverse()) {
    fold.hidden = Boolean(wanted) && !fold.querySelector("[data-found]:not([hidden])");
    if (wanted && !fold.open) fold.dataset.opened = "";
    if (wanted) fold.open = true;
    else if ("opened" in fold.dataset) {
      fold.open = false;
      delete fold.dataset.opened;
    }
  }
}

const all = () => document.querySelectorAll("[data-find]");
document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-find]")) find(target);
});
document.addEventListener("keydown", (event) => {
  const search = event.target;
  if (!search.matches?.("[data-find]") || event.key !== "Enter") return;
  // The key would go on to what gets the focus, and send its form empty.
  event.preventDefault();
  const line = document.getElementById(search.dataset.find)?.querySelector("[data-found]:not([hidden])");
  const box = line?.querySelector("input.tour-score:not(:disabled)");
  (box ?? line?.querySelector("button, a, summary"))?.focus();
  box?.select();
});
document.addEventListener("kaiten:followed", () => all().forEach(find));
document.addEventListener("htmx:afterSettle", () => all().forEach(find));
all().forEach(find);

// An address may lead into what is folded away.
function reveal() {
  const wanted = window.location.hash && document.getElementById(window.location.hash.slice(1));
  for (let fold = wanted?.closest?.("details[data-fold]"); fold; fold = fold.parentElement.closest("details[data-fold]")) {
    fold.open = true;
  }
}
window.addEventListener("hashchange", reveal);
reveal();
