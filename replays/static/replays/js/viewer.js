// Stepping through a match. Every step is a link that works without this; here the frames are at
// hand, and a step asks nobody. Elements are looked up when they are needed, because a live match
// replaces the whole page.

import { htmx } from "../../kaiten/js/htmx-later.js";
import { showComments } from "./comments.js";
import { copyText } from "./copying.js";
import { Frames } from "./frames.js";
import { bindGestures } from "./gestures.js";
import { bindKeys } from "./keys.js";
import { lookAt, settle, showChange } from "./moves.js";
import { parse, patch } from "./patch.js";
import { Player } from "./player.js";
import { drawTrack } from "./track.js";

const HURRY = 140;

const stage = () => document.getElementById("match");
const frame = () => document.getElementById("frame");
const room = () => frame().querySelector(".board-room");
const at = () => Number(frame().dataset.ply);
const last = () => Number(frame().dataset.last);
const within = (ply) => Math.max(0, Math.min(last(), Math.round(ply) || 0));
const plies = (name) => (stage().dataset[name] || "").split(" ").filter(Boolean).map(Number);

// Where the visitor is; while they peek at another step the board shows that one.
let here = 0;
let peeking = null;
let frames = null;
let drawn = 0;
let waiting = 0;
let turned = 0;

function address(ply) {
  const url = new URL(window.location.href);
  url.searchParams.set("ply", String(ply));
  return url.pathname + url.search;
}

function go(ply, { push = false } = {}) {
  const from = here;
  here = within(ply);
  peeking = null;
  if (push && from !== here) leaveMark(from);
  reflect();
  soon();
  keepAddress(from, push && from !== here);
}

// Draws once for each picture of the screen, however fast keys are pressed.
function soon() {
  if (waiting) return;
  waiting = requestAnimationFrame(() => {
    waiting = 0;
    draw();
    const line = lineOf(here);
    if (line) keepInSight(line); // Once the board is laid out: before, it would be laid out twice.
  });
}

async function draw() {
  const wanted = peeking ?? here;
  if (wanted === at()) return;
  const html = frames.at(wanted);
  if (html === undefined) {
    await fetchFor(wanted);
    return;
  }
  const hurry = performance.now() - drawn < HURRY;
  drawn = performance.now();
  settle();
  const next = parse(html);
  const before = hurry ? null : lookAt(room(), next);
  patch(frame(), next);
  turnTable();
  aimCorrection();
  const touched = before ? showChange(room(), before) : [];
  keepInRoom(touched);
  if (peeking === null) announce(frame().dataset.told);
}

async function fetchFor(ply) {
  try {
    await frames.need(ply);
    soon();
  } catch {
    if (peeking === ply) peeking = null;
    else if (here === ply) here = at();
    reflect();
    tellOff(stage().dataset.failed);
    announce(stage().dataset.failed);
  }
}

function tellOff(words) {
  const place = document.getElementById("step-problem");
  if (place.textContent === words) return;
  place.textContent = words;
  place.hidden = !words;
}

// Read out what the last of many quick steps came to, not each of them.
let announcing = 0;
function announce(words) {
  window.clearTimeout(announcing);
  announcing = window.setTimeout(() => {
    document.getElementById("announcer").textContent = words;
  }, 120);
}

// Browsers refuse an address that changes too often: it follows when the steps pause.
let addressing = 0;
function keepAddress(from, push) {
  window.clearTimeout(addressing);
  if (push) {
    window.history.replaceState({}, "", address(from));
    window.history.pushState({}, "", address(here));
  } else addressing = window.setTimeout(() => window.history.replaceState({}, "", address(here)), 160);
}

const before = (starts, ply) => starts.findLast((start) => start < ply) ?? 0;
const after = (starts, ply) => starts.find((start) => start > ply) ?? last();

function reflect() {
  const scrubber = document.getElementById("scrubber");
  if (!scrubber) return; // Only the result is known: there is nothing to step through.
  tellOff("");
  scrubber.value = String(here);
  const line = lineOf(here);
  scrubber.setAttribute("aria-valuetext", line ? `${here}: ${line.textContent.trim()}` : String(here));
  const place = document.getElementById("ply-number");
  if (document.activeElement !== place) place.value = String(here);
  aim("first", 0, here === 0);
  aim("previous", within(here - 1), here === 0);
  aim("next", within(here + 1), here === last());
  aim("last", last(), here === last());
  for (const old of document.querySelectorAll(".story-line[aria-current]")) {
    if (old !== line) old.removeAttribute("aria-current");
  }
  line?.setAttribute("aria-current", "step");
  soon();
  for (const link of document.querySelectorAll("[data-viewer], [data-step-link]")) {
    const url = new URL(link.href);
    url.searchParams.set("ply", String(here));
    link.href = url.href;
  }
  showComments(here);
  const result = document.getElementById("result");
  if (result && here === last()) result.open = true;
}

const lineOf = (ply) => document.querySelector(`.story-line[data-ply="${ply}"]`);

function aim(action, ply, disabled) {
  const link = document.querySelector(`a[data-action="${action}"]`);
  link.href = address(ply);
  if (disabled) link.setAttribute("aria-disabled", "true");
  else link.removeAttribute("aria-disabled");
}

function aimCorrection() {
  const link = document.querySelector("[data-amend]");
  if (!link) return;
  const { ply, version, drawn: dealt } = frame().dataset;
  link.href = link.href.replace(/[0-9]+\/$/, `${version}/`);
  link.hidden = ply === "0" || dealt === "yes";
}

// Scrolls the log only, never the page.
function keepInSight(line) {
  const box = line.closest(".story-scroll");
  const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 0 || top > box.clientHeight - line.offsetHeight) {
    box.scrollTop += top - box.clientHeight / 2;
  }
}

// Where a board is larger than its room, what happened is in sight, or else whose turn it is.
function keepInRoom(touched) {
  const box = room();
  if (!box || box.scrollHeight <= box.clientHeight + 1) return;
  const shown = touched[0] ?? box.querySelector("[data-acts]");
  if (!shown) return;
  const edge = box.getBoundingClientRect();
  const place = shown.getBoundingClientRect();
  if (place.top < edge.top) box.scrollTop += place.top - edge.top - 8;
  else if (place.bottom > edge.bottom) box.scrollTop += place.bottom - edge.bottom + 8;
}

function turnTable() {
  if (!turned) return;
  const seats = document.querySelectorAll("[data-seats] [data-seat]");
  for (const seat of seats) {
    const index = Number(seat.dataset.seat);
    seat.style.order = String((index - turned + seats.length * 2) % seats.length);
  }
}

function leaveMark(ply) {
  const button = document.querySelector('[data-action="back"]');
  button.dataset.ply = String(ply);
  button.textContent = button.dataset.words.replace("{ply}", String(ply));
  button.hidden = false;
}

function shareAddress() {
  const url = new URL(stage().dataset.share);
  url.searchParams.set("ply", String(here));
  return url.href;
}

async function copyLink() {
  const button = document.querySelector('[data-action="copy"]:not(tr)');
  await copyText(shareAddress(), button);
  announce(button.dataset.done);
}

function openSheet(open) {
  const shown = open ?? !("sheet" in stage().dataset);
  if (shown) stage().dataset.sheet = "";
  else delete stage().dataset.sheet;
  document.querySelector('[data-action="sheet"]')?.setAttribute("aria-expanded", String(shown));
  const line = lineOf(here);
  if (shown && line) keepInSight(line);
}

function lookFrom(index) {
  document.querySelectorAll("[data-viewer]")[index]?.click();
}

async function fillScreen() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await stage().requestFullscreen();
}

const player = new Player({
  next: () => go(here + 1),
  gap: () => frames.gap(here),
  ended: () => here >= last(),
});

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
    const button = document.querySelector('[data-action="back"]');
    if (button.hidden) return;
    button.hidden = true;
    go(Number(button.dataset.ply));
  },
  go: () => {
    const place = document.getElementById("ply-number");
    place.focus();
    place.select();
  },
  "turn-table": () => {
    turned += 1;
    turnTable();
  },
  sheet: () => openSheet(),
  screen: fillScreen,
  leave: () => {
    if (document.activeElement?.closest("input, select, textarea")) document.activeElement.blur();
    else openSheet(false);
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
const view = () => {
  const url = new URL(window.location.href);
  url.searchParams.delete("ply");
  return url.pathname + url.search;
};
let shownView = view();
window.addEventListener("popstate", () => {
  if (view() !== shownView) {
    window.location.reload();
    return;
  }
  const wanted = new URL(window.location.href).searchParams.get("ply");
  here = within(wanted === null ? opening : Number(wanted));
  reflect();
  soon();
});

// A live match: somebody who looks at the newest step stays there, others see a pill.
document.addEventListener("htmx:afterSwap", (event) => {
  const news = document.getElementById("news");
  if (event.detail.target?.id !== "news" && event.detail.elt?.id !== "news") return;
  if (!news || news.dataset.new === "0") return;
  const old = new URL(window.location.href).searchParams.has("v");
  if (here === last() && !old) catchUp();
});

async function catchUp() {
  const url = new URL(window.location.href);
  url.searchParams.delete("ply");
  const path = url.pathname + url.search;
  try {
    await (await htmx()).ajax("GET", path, { target: "#match", select: "#match", swap: "outerHTML" });
  } catch {
    return; // The next news bring it again.
  }
  window.history.replaceState({}, "", path);
  setUp();
  announce(frame().dataset.told);
  // An ended match opens at its start; who was following wants to see its end.
  go(last());
}

let opening = 0;

function setUp() {
  here = opening = at();
  peeking = null;
  shownView = view();
  const parts = plies("parts");
  const template = stage().dataset.frames;
  frames = new Frames((part) => template.replace("frames/0/", `frames/${part}/`), parts, arrived);
  for (const hidden of document.querySelectorAll(".needs-script")) hidden.hidden = false;
  player.reflect();
  turnTable();
  const line = lineOf(here);
  if (line) keepInSight(line);
  showTarget();
  // Of a match that goes on every entry makes new bundles: those come when somebody steps back.
  if (last() && !isLive()) frames.need(here).then(fetchRest, () => {});
}

// An address may lead to something that is folded away on a phone.
function showTarget() {
  const target = document.getElementById(window.location.hash.slice(1));
  if (!target?.closest(".stage-side")) return;
  if (!target.checkVisibility()) openSheet(true);
  target.scrollIntoView({ block: "nearest" });
}

const isLive = () => Boolean(document.querySelector("#news[hx-get]"));
const fetchRest = () =>
  (window.requestIdleCallback ?? window.setTimeout)(() => frames.fetchRest(here));

function arrived(number, part) {
  const box = document.querySelector(`.story-part[data-part="${number}"]`);
  if (box && !box.querySelector(".story-line")) box.innerHTML = part.story;
  const marks = { round: plies("rounds"), corrected: plies("corrected"), comment: plies("commented") };
  const drawing = document.getElementById("track");
  if (drawing) drawTrack(drawing, frames, last(), marks);
  reflect();
}

setUp();
bindKeys(actions);
bindGestures(actions);
