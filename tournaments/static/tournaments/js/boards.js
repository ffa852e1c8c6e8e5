// All tables of a round: what changed on a board is shown as on the page of its match, and the
// whole can fill the screen of a projector.

import { changeOf, lookAt, settle } from "../../replays/js/moves.js";

const roomOf = (table) => table?.querySelector(".board-room");
let before = [];

document.addEventListener("kaiten:following", ({ detail: fresh }) => {
  settle();
  before = [...fresh.querySelectorAll("[data-table]")].flatMap((next) => {
    const room = roomOf(document.querySelector(`[data-table="${next.dataset.table}"]`));
    if (!room || !roomOf(next) || room.isEqualNode(roomOf(next))) return [];
    return [{ table: next.dataset.table, look: lookAt(room) }];
  });
});

document.addEventListener("kaiten:followed", () => {
  for (const { table, look } of before.splice(0)) {
    const room = roomOf(document.querySelector(`[data-table="${table}"]`));
    if (room) changeOf(room, look).play();
  }
});

// Not every phone can: there is no button then, also after the page has changed.
document.documentElement.classList.toggle("no-full-screen", !document.fullscreenEnabled);
document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-full-screen]")) return;
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.getElementById("boards").requestFullscreen();
});
