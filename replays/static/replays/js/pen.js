// Whoever has the pen of a table writes; all others see who does, and take it over in one tap.

import { tokenHere } from "../../kaiten/js/sending.js";
import { deviceId } from "./ids.js";

const place = () => document.getElementById("pen");

// Says whether another device has the pen, and shows that.
export function isReader() {
  const pen = place();
  const reader = Boolean(pen?.dataset.device) && pen.dataset.device !== deviceId();
  if (pen) pen.hidden = !reader;
  return reader;
}

// Takes a free pen; returns the newest recorder where somebody was faster.
export async function pickUp() {
  const pen = place();
  if (!pen || pen.dataset.device) return "";
  const html = await asked(pen, {});
  if (html === "") pen.dataset.device = deviceId();
  return html ?? "";
}

// Returns the newest recorder, with the pen in this hand; null without a connection.
export function takeOver() {
  const pen = place();
  return pen ? asked(pen, { take: "yes" }) : Promise.resolve(null);
}

// That the pen came into this hand changes nothing that is to be seen: the page is not drawn anew.
document.addEventListener("kaiten:following", (event) => {
  const [shown, fresh] = [document.getElementById("recorder"), event.detail];
  const device = fresh.querySelector("#pen")?.dataset.device;
  if (!shown || shown.dataset.version !== fresh.dataset.version || device !== deviceId() || isReader()) return;
  event.preventDefault();
  // What the rules here have drawn names no pen.
  if (place()) place().dataset.device = device;
  const follows = (recorder) => recorder.querySelector("[data-follow]").dataset;
  follows(shown).mark = follows(fresh).mark;
});

async function asked(pen, fields) {
  try {
    const answer = await fetch(pen.dataset.address, {
      method: "POST",
      headers: { "HX-Request": "true", "X-CSRFToken": tokenHere(), "Kaiten-Device": deviceId() },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    // That the pen was picked up here is no news for this page.
    const mark = answer.headers.get("Kaiten-Mark");
    const follows = document.querySelector("#recorder [data-follow]");
    if (mark && follows) follows.dataset.mark = mark;
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
