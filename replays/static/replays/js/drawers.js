// The drawers of the recorder open and close by themselves; this fills what is long only when it is
// looked at, and keeps a drawer open while others record.

async function fill(body) {
  try {
    const answer = await fetch(body.dataset.fillFrom, { headers: { "HX-Request": "true" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    body.replaceChildren(...fresh.body.childNodes);
    delete body.dataset.fillFrom;
  } catch {
    // The link that stands there still leads to it.
  }
}

// It does not bubble.
document.addEventListener(
  "toggle",
  (event) => {
    const body = event.newState === "open" && event.target.querySelector?.("[data-fill-from]");
    if (body) fill(body);
  },
  true,
);

let opened = "";
document.addEventListener("kaiten:following", () => {
  opened = document.querySelector("#recorder .drawer:popover-open")?.id ?? "";
});
document.addEventListener("kaiten:followed", () => {
  if (opened) document.getElementById(opened)?.showPopover();
});

// Whoever types goes on typing.
document.querySelector(".drawer[data-opens]")?.showPopover();
