// Stepping through a match. Every step is a link that works without this; here the frames are at
// hand, and a step asks nobody.

import "../../kaiten/js/htmx-later.js";
import { addresses, isOld, shareAddress, view, wantedStep } from "./address.js";
import { aim, aimCorrection, drawMarks, leaveMark, openSheet, reflect, takeMark, tellOff } from "./bar.js";
import { copyText } from "./copying.js";
import { Following } from "./following.js";
import { Frames } from "./frames.js";
import { bindGestures } from "./gestures.js";
import { bindKeys } from "./keys.js";
import { fillPart, keepInSight, lineOf } from "./log.js";
import { Player } from "./player.js";
import { at, frame, last, live, plies, stage, within } from "./stage.js";
import { forgetPlaces, showStep, turnTable } from "./table.js";

const QUICK = 120;
const PAUSE = 400;

// Where the visitor is; while they peek at another step the board shows that one.
let here = 0;
let peeking = null;
let frames = null;
let waiting = 0;
let pausing = 0;

function go(ply, { push = false } = {}) {
  const from = here;
  here = within(ply);
  peeking = null;
  soon();
  window.clearTimeout(pausing);
  if (push && from !== here) jumped(from);
  else pausing = window.setTimeout(paused, PAUSE);
}

function jumped(from) {
  leaveMark(from);
  window.history.replaceState({}, "", addresses()(from));
  window.history.pushState({}, "", addresses()(here));
  aim(here);
}

// Browsers refuse an address that changes too often: it follows when the steps pause, and so do
// links, unless one is about to be taken.
function paused() {
  window.history.replaceState({}, "", addresses()(here));
  aim(here);
}
for (const kind of ["click", "auxclick", "contextmenu"]) {
  document.addEventListener(kind, () => aim(here), { capture: true });
}

// Bar, log and board change once for each picture of the screen, however fast keys are pressed:
// the browser then lays all of it out together.
function soon() {
  if (waiting) return;
  waiting = requestAnimationFrame(() => {
    waiting = 0;
    reflect(here);
    following.show();
    draw();
  });
}

async function draw() {
  const wanted = peeking ?? here;
  if (wanted === at()) {
    keepInSight(lineOf(here));
    return;
  }
  const html = frames.at(wanted);
  if (html === undefined) {
    await fetchFor(wanted);
    return;
  }
  showStep(html, () => {
    aimCorrection();
    if (peeking !== null) return;
    announce(frame().dataset.told);
    keepInSight(lineOf(here));
  });
}

async function fetchFor(ply) {
  try {
    await frames.need(ply);
    soon();
  } catch {
    if (peeking === ply) peeking = null;
    else if (here === ply) here = at();
    reflect(here);
    following.show();
    tellOff(stage().dataset.failed);
    announce(stage().dataset.failed);
  }
}

// Read out what a step came to; of many quick ones the last, not each of them.
let announcing = 0;
let announced = 0;
function announce(words) {
  window.clearTimeout(announcing);
  const say = () => {
    document.getElementById("announcer").textContent = words;
  };
  const quick = performance.now() - announced < QUICK;
  announced = performance.now();
  if (quick) announcing = window.setTimeout(say, QUICK);
  else say();
}

async function copyLink() {
  const button = document.querySelector('[data-action="copy"]:not(tr)');
  await copyText(shareAddress(here), button);
  announce(button.dataset.done);
}

function lookFrom(index) {
  document.querySelectorAll("[data-viewer]")[index]?.click();
}

async function fillScreen() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await stage().requestFullscreen();
}

const following = new Following({
  here: () => here,
  frames: () => frames,
  go,
  setUp: () => {
    setUp();
    announce(frame().dataset.told);
  },
  grown: () => {
    drawMarks(frames);
    soon();
  },
});

const player = new Player({
  next: () => go(here + 1),
  gap: () => frames.gap(here),
  ended: () => here >= last(),
});

const before = (starts, ply) => starts.findLast((start) => start < ply) ?? 0;
const after = (starts, ply) => starts.find((start) => start > ply) ?? last();

const actions = {
  next: () => go(here + 1),
  previous: () => go(here - 1),
  "next-turn": () => go(after(plies("turns"), here)),
  "previous-turn": () => go(before(plies("turns"), here)),
  "next-round": () => go(after(plies("rounds"), here), { push: true }),
  "previous-round": () => go(before(plies("rounds"), here), { push: true }),
  first: () => go(0),
  last: () => go(last()),
  play: () => player.toggle(),
  copy: copyLink,
  back: () => {
    const ply = takeMark();
    if (ply !== null) go(ply);
  },
  go: () => {
    const place = document.getElementById("ply-number");
    place.focus();
    place.select();
  },
  "turn-table": () => turnTable(1),
  live: () => following.goLive(),
  sheet: () => openSheet(here),
  screen: fillScreen,
  leave: () => {
    if (document.activeElement?.closest("input, select, textarea")) document.activeElement.blur();
    else openSheet(here, false);
  },
  help: () => document.getElementById("keys").showModal(),
  look: (index) => lookFrom(index),
};

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const step = event.target.closest("a[data-action], button[data-action]");
  if (step && step.closest("#match")) {
    event.preventDefault();
    actions[step.dataset.action]?.();
    return;
  }
  const line = event.target.closest(".story-line, a[data-ply]");
  if (line) {
    event.preventDefault();
    go(Number(line.dataset.ply), { push: true });
  }
});

// A step can be looked at without going there: by resting on its line, with a mouse.
document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const line = event.target.closest(".story-line");
  const ply = line ? Number(line.dataset.ply) : null;
  if (ply === peeking || (ply !== null && frames.at(ply) === undefined)) return;
  peeking = ply;
  soon();
});

document.addEventListener("input", (event) => {
  if (event.target.id === "scrubber") go(Number(event.target.value));
  if (event.target.id === "speed") player.setSpeed(event.target.value);
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches(".control-place")) return;
  event.preventDefault();
  const place = document.getElementById("ply-number");
  go(Number(place.value), { push: true });
  place.blur();
});

// Going back in the history is a step like any other, unless the view itself was another one.
let shownView = view();
window.addEventListener("popstate", () => {
  if (view() !== shownView) {
    window.location.reload();
    return;
  }
  const wanted = wantedStep();
  here = within(wanted === null ? opening() : Number(wanted));
  aim(here);
  soon();
});

let opened = 0;
const opening = () => (live() && !isOld() ? last() : opened);

function setUp() {
  here = opened = at();
  peeking = null;
  shownView = view();
  const { frames: template, keys } = stage().dataset;
  const known = keys.split(" ");
  frames = new Frames(
    (part) => `${template.replace("frames/0/", `frames/${part}/`)}&key=${known[part] ?? ""}`,
    plies("parts"),
    arrived,
  );
  for (const hidden of document.querySelectorAll(".needs-script")) hidden.hidden = false;
  stage().toggleAttribute("data-stepped", document.getElementById("scrubber") !== null);
  player.reflect();
  turnTable();
  forgetPlaces();
  keepInSight(lineOf(here));
  showTarget();
  following.show();
  if (last()) frames.need(here).then(fetchRest, () => {});
}

// An address may lead to something that is folded away on a phone.
function showTarget() {
  const target = document.getElementById(window.location.hash.slice(1));
  if (!target?.closest(".stage-side")) return;
  if (!target.checkVisibility()) openSheet(here, true);
  target.scrollIntoView({ block: "nearest" });
}

const fetchRest = () =>
  (window.requestIdleCallback ?? window.setTimeout)(() => frames.fetchRest(here));

function arrived(number, part) {
  fillPart(number, part.story);
  drawMarks(frames);
  soon();
}

setUp();
bindKeys(actions);
bindGestures(actions);
following.start();
