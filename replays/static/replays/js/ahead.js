// What was entered but is not on the page yet: seats that choose at the same time go on one after
// the other without a network; behind anything else nobody knows what is asked next.

import { isUndo } from "./entering.js";

const SETTLING = 300; // What was just opened takes no second half of a double tap.

// Shows the entries on top of the recorder, except for those on which it was drawn here; returns
// whether there is nothing left to enter. While the queue has `stopped` nothing is taken back.
export function showAhead(entries, { reader, words, drawn, stopped }) {
  const recorder = document.getElementById("recorder");
  if (!recorder) return false;
  const ahead = entries.filter((entry) => !drawn.has(entry.id));
  const choosers = [...recorder.querySelectorAll(".chooser[data-seat]")];
  const seats = new Set(choosers.map((chooser) => chooser.dataset.seat));
  const chosen = new Set(ahead.map((entry) => entry.seat));
  const open = choosers.filter((chooser) => !chosen.has(chooser.dataset.seat));
  const blocked = ahead.some((entry) => entry.seat === null || !seats.has(entry.seat)) || (ahead.length > 0 && !open.length);
  for (const chooser of choosers) mark(chooser, chosen.has(chooser.dataset.seat), words.chosen);
  if (open.length && !blocked && !open.some((chooser) => chooser.open)) move(open[0]);
  for (const form of recorder.querySelectorAll("form[hx-post]")) {
    const moves = /\/take-back\/$/.test(new URL(form.action).pathname);
    const late = moves ? stopped || (entries.length > 0 && !isUndo(form)) : blocked;
    form.inert = reader || late;
  }
  // No classes: htmx sets those of what it swapped once more, a little later.
  recorder.toggleAttribute("data-ahead", blocked);
  recorder.toggleAttribute("data-reader", reader);
  return blocked;
}

function mark(chooser, isChosen, word) {
  chooser.inert = isChosen;
  chooser.classList.toggle("is-chosen", isChosen);
  chooser.querySelector(".chooser-waits")?.remove();
  if (!isChosen) return;
  chooser.open = false;
  const badge = document.createElement("span");
  badge.className = "badge chooser-waits";
  badge.textContent = word;
  chooser.querySelector("summary").append(badge);
}

function move(chooser) {
  chooser.open = true;
  chooser.inert = true;
  window.setTimeout(() => {
    chooser.inert = chooser.classList.contains("is-chosen");
    if (chooser.open && !chooser.inert) chooser.querySelector("summary").focus({ preventScroll: true });
  }, SETTLING);
}
