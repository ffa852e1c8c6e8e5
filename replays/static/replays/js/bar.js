// What follows the step that is looked at: the bar below the board, the line of the log, links that
// lead to the same step elsewhere. What is the same is not written again: it would be styled again.

import { addresses } from "./address.js";
import { aimForms, showComments } from "./comments.js";
import { keepInSight, lineOf, markLine } from "./log.js";
import { frame, last, plies, stage, within } from "./stage.js";
import { drawTrack } from "./track.js";

function write(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function reflect(here) {
  const scrubber = document.getElementById("scrubber");
  if (!scrubber) return; // Only the result is known: there is nothing to step through.
  tellOff("");
  scrubber.value = String(here);
  const line = lineOf(here);
  write(scrubber, "aria-valuetext", line ? `${here}: ${line.textContent.trim()}` : String(here));
  const place = document.getElementById("ply-number");
  if (document.activeElement !== place) place.value = String(here);
  const steps = stepsFrom(here);
  for (const link of stepLinks()) {
    if (steps[link.dataset.action] === here) write(link, "aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  markLine(line);
  showComments(here);
  const result = document.getElementById("result");
  if (result && here === last()) result.open = true;
}

const stepLinks = () => document.querySelectorAll(".control-buttons > a");
const stepsFrom = (here) => ({ first: 0, previous: within(here - 1), next: within(here + 1), last: last() });

// Links lead to the steps that they are named after, and elsewhere, as forms do, to the same step.
export function aim(here) {
  const [steps, address] = [stepsFrom(here), addresses()];
  for (const link of stepLinks()) write(link, "href", address(steps[link.dataset.action]));
  for (const link of document.querySelectorAll("[data-viewer], [data-step-link]")) {
    write(link, "href", link.getAttribute("href").replace(/([?&]ply=)[0-9]+/, `$1${here}`));
  }
  aimForms(here);
}

export function aimCorrection() {
  const link = document.querySelector("[data-amend]");
  if (!link) return;
  const { ply, version, drawn } = frame().dataset;
  link.href = link.href.replace(/[0-9]+\/$/, `${version}/`);
  link.hidden = ply === "0" || drawn === "yes";
}

export function tellOff(words) {
  const place = document.getElementById("step-problem");
  if (place.textContent === words) return;
  place.textContent = words;
  place.hidden = !words;
}

// Where a jump came from, and the way back there.
export function leaveMark(ply) {
  const button = document.querySelector('[data-action="back"]');
  button.dataset.ply = String(ply);
  button.textContent = button.dataset.words.replace("{ply}", String(ply));
  showMark(button, true);
}

export function takeMark() {
  const button = document.querySelector('[data-action="back"]');
  if (button.hidden) return null;
  showMark(button, false);
  return Number(button.dataset.ply);
}

function showMark(button, shown) {
  button.hidden = !shown;
  button.closest(".controls").toggleAttribute("data-left", shown);
}

export function drawMarks(frames) {
  const marks = { round: plies("rounds"), corrected: plies("corrected"), comment: plies("commented") };
  const drawing = document.getElementById("track");
  if (drawing) drawTrack(drawing, frames, last(), marks);
}

// On a phone the log and all the rest come up from below.
export function openSheet(here, open = !("sheet" in stage().dataset)) {
  stage().toggleAttribute("data-sheet", open);
  document.querySelector('[data-action="sheet"]')?.setAttribute("aria-expanded", String(open));
  if (open) keepInSight(lineOf(here));
}
