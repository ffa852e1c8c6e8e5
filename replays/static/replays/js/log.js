// The log beside the board: what happened, line by line.

let found = null;
let marked = null;

// Asked for more than once at each step: what is still there is not looked for again.
export function lineOf(ply) {
  const known = found?.isConnected && found.dataset.ply === String(ply);
  if (!known) found = document.querySelector(`.story-line[data-ply="${ply}"]`);
  return found;
}

export function markLine(line) {
  if (line === marked) return;
  marked?.removeAttribute("aria-current");
  line?.setAttribute("aria-current", "step");
  marked = line;
}

// Scrolls the log only, never the page.
export function keepInSight(line) {
  const box = line?.closest(".story-scroll");
  if (!box) return;
  const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 0 || top > box.clientHeight - line.offsetHeight) {
    box.scrollTop += top - box.clientHeight / 2;
  }
}

export function fillPart(number, story) {
  const box = document.querySelector(`.story-part[data-part="${number}"]`);
  if (box && !box.querySelector(".story-line")) box.innerHTML = story;
}

// Tells one more step; `began` are the kinds of things that begin with it.
export function tellStory(story, began) {
  let box = [...document.querySelectorAll(".story-part")].at(-1);
  if (!box) return;
  if (began.includes("parts")) {
    const part = box.cloneNode(false);
    part.dataset.part = String(Number(box.dataset.part) + 1);
    box.after(part);
    box = part;
  } else if (!box.querySelector(".story-line")) return; // It is told once somebody goes there.
  if (!began.includes("turns")) [...box.querySelectorAll(".story-turn")].at(-1)?.remove();
  box.insertAdjacentHTML("beforeend", story);
}
