// Stepping through a match. Every step is a link that works without this; here the frames are at
// hand, and a step asks nobody. Elements are looked up when they are needed, because a live match
// replaces the whole page.

import "../../kaiten/js/htmx-later.js";
import { Live } from "../../kaiten/js/live.js";
import { parse, patch } from "../../kaiten/js/patch.js";
import { showComments } from "./comments.js";
import { copyText } from "./copying.js";
import { Frames } from "./frames.js";
import { bindGestures } from "./gestures.js";
import { bindKeys } from "./keys.js";
import { keepLeaving, lookAt, settle, showChange } from "./moves.js";
import { Player } from "./player.js";
import { drawTrack } from "./track.js";

const HURRY = 140;
const AGAIN = 2000;

const stage = () => document.getElementById("match");
const frame = () => document.getElementById("frame");
const room = () => frame().querySelector(".board-room");
const at = () => Number(frame().dataset.ply);
const last = () => Number(stage().dataset.last);
const within = (ply) => Math.max(0, Math.min(last(), Math.round(ply) || 0));
const plies = (name) => (stage().dataset[name] || "").split(" ").filter(Boolean).map(Number);

// Where the visitor is; while they peek at another step the board shows that one.
let here = 0;
let peeking = null;
let frames = null;
let drawn = 0;
let waiting = 0;
let turned = 0;

// The newest step of a live match has the address of the match: who comes back follows again.
function address(ply) {
  const url = new URL(window.location.href);
  if (live() && !isOld() && ply === last()) url.searchParams.delete("ply");
  else url.searchParams.set("ply", String(ply));
  return url.pathname + url.search;
}

function go(ply, { push = false } = {}) {
  const from = here;
  here = within(ply);
  peeking = null;
  if (push && from !== here) leaveMark(from);
  soon();
  keepAddress(from, push && from !== here);
}

// Bar, log and board change once for each picture of the screen, however fast keys are pressed:
// the browser then lays all of it out together.
function soon() {
  if (waiting) return;
  waiting = requestAnimationFrame(() => {
    waiting = 0;
    reflect();
    draw();
  });
}

// Where the pieces of the board are, unless it was moved since.
let placed = null;
const forgetPlaces = () => {
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
  const hurry = performance.now() - drawn < HURRY;
  drawn = performance.now();
  const before = hurry ? null : (placed ?? lookAt(room()));
  settle();
  const next = parse(html);
  if (before) keepLeaving(before, next);
  patch(frame(), next);
  turnTable();
  aimCorrection();
  // All that is read is read now: whatever is written before would be laid out for each look.
  const line = peeking === null ? lineOf(here) : null;
  placed = before ? lookAt(room()) : null;
  keepInSight(line);
  const { scrollHeight, clientHeight } = room();
  const touched = before ? showChange(room(), before, placed) : [];
  if (scrollHeight > clientHeight + 1) keepInRoom(touched[0]);
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
  write(scrubber, "aria-valuetext", line ? `${here}: ${line.textContent.trim()}` : String(here));
  const place = document.getElementById("ply-number");
  if (document.activeElement !== place) place.value = String(here);
  aim({ first: 0, previous: within(here - 1), next: within(here + 1), last: last() });
  for (const old of document.querySelectorAll(".story-line[aria-current]")) {
    if (old !== line) old.removeAttribute("aria-current");
  }
  if (line) write(line, "aria-current", "step");
  showLive();
  for (const link of document.querySelectorAll("[data-viewer], [data-step-link]")) {
    write(link, "href", link.getAttribute("href").replace(/([?&]ply=)[0-9]+/, `$1${here}`));
  }
  showComments(here);
  const result = document.getElementById("result");
  if (result && here === last()) result.open = true;
}

const lineOf = (ply) => document.querySelector(`.story-line[data-ply="${ply}"]`);

// Links of the bar lead to the steps that they are named after.
function aim(steps) {
  for (const link of document.querySelectorAll(".controls a[data-action]")) {
    const ply = steps[link.dataset.action];
    write(link, "href", address(ply));
    if (ply === here) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
}

// What is written again is styled again, even where it is the same.
function write(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
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
  const box = line?.closest(".story-scroll");
  if (!box) return;
  const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 0 || top > box.clientHeight - line.offsetHeight) {
    box.scrollTop += top - box.clientHeight / 2;
  }
}

// Where a board is larger than its room, what happened is in sight, or else whose turn it is.
function keepInRoom(touched) {
  const box = room();
  const place = touched?.box ?? box.querySelector("[data-acts]")?.getBoundingClientRect();
  if (!place) return;
  const edge = box.getBoundingClientRect();
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
  if (shown) keepInSight(lineOf(here));
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
  live: goLive,
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
  here = within(wanted === null ? opening() : Number(wanted));
  soon();
});

// A live match: who looks at the newest step stays there, others are told how many they miss.
const live = () => document.getElementById("live");
const isOld = () => new URL(window.location.href).searchParams.has("v");
let newest = null; // the lines of the newest step, which the next one changes
let missed = 0;
let seen = 0; // the newest version that was told of

function stepped({ version, ply, lines, change, scores, story, began }) {
  if (lines) newest = lines;
  else {
    const [start, end, between] = change;
    newest = [...newest.slice(0, start), ...between, ...newest.slice(newest.length - end)];
  }
  if (version <= Number(stage().dataset.version)) return;
  if (lines || isOld() || ply !== last() + 1 || !document.getElementById("scrubber")) {
    anew({ version });
    return;
  }
  const following = here === last();
  frames.add(ply, newest.join("\n"), scores);
  stage().dataset.version = live().dataset.mark = String(version);
  grow(ply, story, began);
  if (following) go(ply);
  else miss();
}

// One more step: the bar, the log and the track know of it.
function grow(ply, story, began) {
  for (const name of began) stage().dataset[name] = [...plies(name), ply - 1].join(" ");
  stage().dataset.last = String(ply);
  if (began.includes("parts")) frames.starts.push(ply - 1);
  for (const box of [document.getElementById("scrubber"), document.getElementById("ply-number")]) {
    box.max = String(ply);
  }
  document.getElementById("ply-last").textContent = `/ ${ply}`;
  tellStory(story, began);
  drawMarks();
  soon();
}

function tellStory(story, began) {
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

function miss() {
  missed += 1;
  showLive();
}

function showLive() {
  if (!live()) return;
  const behind = isOld() || here !== last() || Number(stage().dataset.version) < seen;
  if (!behind) missed = 0;
  const { back, one, many } = live().dataset;
  const words = { 0: back, 1: one }[missed] ?? many.replace("{count}", String(missed));
  const link = live().querySelector("a");
  if (link.textContent !== words) link.textContent = words;
  live().toggleAttribute("data-behind", behind);
}

// More changed than one step: somebody who follows reads the page again, others are told.
function anew(data) {
  seen = Math.max(seen, Number(data?.version ?? data?.mark ?? 0));
  if (seen && seen <= Number(stage().dataset.version)) return;
  if (here === last() && !isOld()) catchUp();
  else miss();
}

function goLive() {
  if (isOld()) window.location.assign(live().querySelector("a").href);
  else if (Number(stage().dataset.version) < seen) catchUp();
  else go(last());
}

// Reads the page again until it is as new as what was told of; once at a time.
let catching = false;
async function catchUp() {
  if (catching) return;
  catching = true;
  try {
    do await readAgain();
    while (live() && Number(stage().dataset.version) < seen);
  } catch {
    window.setTimeout(catchUp, AGAIN);
  } finally {
    catching = false;
  }
}

async function readAgain() {
  const url = new URL(window.location.href);
  url.searchParams.delete("ply");
  const path = url.pathname + url.search;
  const answer = await fetch(path);
  if (answer.status >= 500) throw new Error(`status ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("match");
  if (!answer.ok || !fresh?.querySelector("#frame")) {
    window.location.reload(); // It is another page now, and says itself why.
    return;
  }
  stage().replaceWith(document.importNode(fresh, true));
  window.htmx?.process(stage());
  window.history.replaceState({}, "", path);
  setUp();
  announce(frame().dataset.told);
  // An ended match opens at its start; who was following wants to see its end.
  go(last());
}

let opened = 0;
const opening = () => (live() && !isOld() ? last() : opened);

function setUp() {
  here = opened = at();
  peeking = null;
  shownView = view();
  const parts = plies("parts");
  const { frames: template, keys } = stage().dataset;
  const known = keys.split(" ");
  frames = new Frames(
    (part) => `${template.replace("frames/0/", `frames/${part}/`)}&key=${known[part] ?? ""}`,
    parts,
    arrived,
  );
  for (const hidden of document.querySelectorAll(".needs-script")) hidden.hidden = false;
  player.reflect();
  turnTable();
  forgetPlaces();
  keepInSight(lineOf(here));
  showTarget();
  showLive();
  if (last()) frames.need(here).then(fetchRest, () => {});
}

// An address may lead to something that is folded away on a phone.
function showTarget() {
  const target = document.getElementById(window.location.hash.slice(1));
  if (!target?.closest(".stage-side")) return;
  if (!target.checkVisibility()) openSheet(true);
  target.scrollIntoView({ block: "nearest" });
}

const fetchRest = () =>
  (window.requestIdleCallback ?? window.setTimeout)(() => frames.fetchRest(here));

function arrived(number, part) {
  const box = document.querySelector(`.story-part[data-part="${number}"]`);
  if (box && !box.querySelector(".story-line")) box.innerHTML = part.story;
  drawMarks();
  soon();
}

function drawMarks() {
  const marks = { round: plies("rounds"), corrected: plies("corrected"), comment: plies("commented") };
  const drawing = document.getElementById("track");
  if (drawing) drawTrack(drawing, frames, last(), marks);
}

setUp();
bindKeys(actions);
bindGestures(actions);
if (live()) new Live(live, { step: stepped, anew, changed: anew });
