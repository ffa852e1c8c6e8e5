// A proposal: whoever is ticked is named in the bar that stays in sight, so that two taps and one
// button swap them.

function name() {
  const bar = document.getElementById("ticked");
  if (!bar) return;
  const ticked = [...document.querySelectorAll("#proposal [name=who]:checked")];
  bar.textContent = ticked.map((box) => box.closest("label").querySelector("span").textContent.trim()).join(" ⇄ ");
}
document.addEventListener("change", (event) => {
  if (event.target.name === "who") name();
});
window.addEventListener("pageshow", name);
