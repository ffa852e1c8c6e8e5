// The drawers of the recorder open and close by themselves. The answer to a tap leaves out what is
// closed, and the page keeps what was there: this asks for it again once somebody looks at it, and
// keeps a drawer open while others record.

const drawers = () => [...document.querySelectorAll("#recorder .drawer")];
const isShown = (drawer) => getComputedStyle(drawer).display !== "none";
const version = () => Number(document.getElementById("recorder").dataset.version);

// What the server may leave out; on a wide screen the board is never closed.
export const closedDrawers = () =>
  drawers()
    .filter((drawer) => !isShown(drawer))
    .map((drawer) => drawer.id)
    .join(" ");

// What somebody looks at.
export const openDrawers = () => drawers().filter(isShown).map((drawer) => drawer.id).filter((id) => id !== "type-drawer");

async function fill(drawer) {
  const at = version();
  const old = drawer.querySelector(".drawer-old");
  try {
    const answer = await fetch(drawer.dataset.fillFrom, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    drawer.querySelector(".drawer-body").replaceChildren(...fresh.body.childNodes);
    drawer.dataset.version = at;
    delete drawer.dataset.here;
    if (old) old.hidden = true;
  } catch {
    // What was there is shown, and that it is not the newest, unless the rules here have drawn it.
    if (old) old.hidden = "here" in drawer.dataset;
  }
}

function fillShown() {
  for (const drawer of drawers()) {
    if (Number(drawer.dataset.version) < version() && isShown(drawer)) fill(drawer);
  }
}

document.addEventListener("toggle", fillShown, { capture: true }); // It does not bubble.
document.addEventListener("htmx:afterSwap", fillShown);
window.addEventListener("resize", fillShown);

let opened = "";
document.addEventListener("kaiten:following", () => {
  opened = document.querySelector("#recorder .drawer:popover-open")?.id ?? "";
});
document.addEventListener("kaiten:followed", () => {
  if (opened) document.getElementById(opened)?.showPopover();
});

// Whoever types goes on typing.
document.querySelector(".drawer[data-opens]")?.showPopover();
