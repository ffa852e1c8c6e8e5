// The board in its room: how the table is turned, what is in sight, what the last step changed.

import { changeOf, lookAt, settle } from "./moves.js";
import { redraw } from "./redraw.js";
import { frame, room } from "./stage.js";

const HURRY = 140;

// Where the pieces of the board are, unless it was moved since.
let placed = null;
export const forgetPlaces = () => {
  placed = null;
};
window.addEventListener("resize", forgetPlaces);
document.addEventListener(
  "scroll",
  ({ target }) => {
    if (target.contains(frame()) || frame().contains(target)) forgetPlaces();
  },
  { capture: true, passive: true },
);

let drawn = 0;

// Shows a step, and `aside` what goes with it; a hurried one shows no change.
export function showStep(html, aside) {
  const hurry = performance.now() - drawn < HURRY;
  drawn = performance.now();
  const before = hurry ? null : (placed ?? lookAt(room()));
  settle();
  redraw(frame(), html);
  turnTable();
  const change = before && changeOf(room(), before);
  // All that is written is there: what is read from here on is laid out once.
  aside();
  const { scrollHeight, clientHeight } = room();
  const { after, place } = change?.play() ?? { after: null };
  placed = after;
  if (scrollHeight > clientHeight + 1) keepInRoom(place);
}

// Where a board is larger than its room, what happened is in sight, or else whose turn it is.
function keepInRoom(touched) {
  const box = room();
  const place = touched ?? box.querySelector("[data-acts]")?.getBoundingClientRect();
  if (!place) return;
  const edge = box.getBoundingClientRect();
  if (place.top < edge.top) box.scrollTop += place.top - edge.top - 8;
  else if (place.bottom > edge.bottom) box.scrollTop += place.bottom - edge.bottom + 8;
}

let turned = 0;

export function turnTable(by = 0) {
  turned += by;
  if (!turned) return;
  const seats = document.querySelectorAll("[data-seats] [data-seat]");
  for (const seat of seats) {
    const index = Number(seat.dataset.seat);
    seat.style.order = String((index - turned + seats.length * 2) % seats.length);
  }
}
