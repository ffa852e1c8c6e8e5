// Stepping through a match. Every step is a link that works without this; here it swaps the frame
// alone. Elements are looked up when they are needed, because a live match replaces the whole page.

import { copyText } from "./copying.js";
import { bindKeys } from "./keys.js";

const PAUSE = 1200;

const frame = () => document.getElementById("frame");
const at = () => Number(frame().dataset.ply);
const last = () => Number(frame().dataset.last);
const within = (ply) => Math.max(0, Math.min(last(), ply));

// The step asked for last and not shown yet: { ply, push }. Keys count on from it, so that none is
// lost however fast they are pressed; steps in between that nobody waits for are not fetched.
let wanted = null;
let behind = false;
let working = false;
let playing = null;
let turned = 0;

function address(ply) {
  const url = new URL(window.location.href);
  url.searchParams.set("ply", String(ply));
  return url.pathname + url.search;
}

// Where we are going, or where we are.
const here = () => wanted?.ply ?? at();

function go(ply, { push = false } = {}) {
  wanted = { ply: within(ply), push };
  return work();
}

// One thing at a time: the newest page of a live match first, then the step asked for last.
async function work() {
  if (working) return;
  working = true;
  try {
    while (behind || (wanted && wanted.ply !== at())) {
      if (behind) await catchUp();
      else await show(wanted);
    }
  } finally {
    wanted = null;
    working = false;
    reflect();
  }
}

async function show(step) {
  const url = address(step.ply);
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true", "HX-Target": "frame" } });
    if (!answer.ok || answer.redirected) throw new Error(`status ${answer.status}`);
    frame().outerHTML = await answer.text();
  } catch {
    // The step stays what it is; who wants it asks again.
    announce(document.getElementById("match").dataset.failed);
    if (wanted === step) wanted = null;
    return;
  }
  if (step.push) window.history.pushState({}, "", url);
  else window.history.replaceState({}, "", url);
  if (wanted === step) wanted = null;
  reflect();
  announce(frame().dataset.told);
}

function announce(words) {
  document.getElementById("announcer").textContent = words;
}

const turns = () => document.getElementById("match").dataset.turns.split(" ").map(Number);
const turnBefore = (ply) => turns().findLast((start) => start < ply) ?? 0;
const turnAfter = (ply) => turns().find((start) => start > ply) ?? last();

function reflect() {
  const { ply, told } = frame().dataset;
  const scrubber = document.getElementById("scrubber");
  if (scrubber) {
    scrubber.max = frame().dataset.last;
    if (document.activeElement !== scrubber || Number(scrubber.value) === at()) scrubber.value = ply;
    scrubber.setAttribute("aria-valuetext", `${ply}: ${told}`);
  }
  const place = document.getElementById("ply-number");
  if (place && document.activeElement !== place) place.value = ply;
  aim("first", 0, at() === 0);
  aim("previous", within(at() - 1), at() === 0);
  aim("next", within(at() + 1), at() === last());
  aim("last", last(), at() === last());
  for (const line of document.querySelectorAll(".story-line")) {
    if (line.dataset.ply === ply) {
      line.setAttribute("aria-current", "step");
      keepInSight(line);
    } else {
      line.removeAttribute("aria-current");
    }
  }
  for (const link of document.querySelectorAll("[data-viewer]")) {
    const url = new URL(link.href);
    url.searchParams.set("ply", ply);
    link.href = url.href;
  }
  const result = document.getElementById("result");
  if (result && at() === last()) result.open = true;
  turnTable();
}

function aim(action, ply, disabled) {
  const link = document.querySelector(`a[data-action="${action}"]`);
  if (!link) return;
  link.href = address(ply);
  if (disabled) link.setAttribute("aria-disabled", "true");
  else link.removeAttribute("aria-disabled");
}

// Scrolls the log only, never the page.
function keepInSight(line) {
  const box = line.closest(".story-scroll");
  const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 0 || top > box.clientHeight - line.offsetHeight) {
    box.scrollTop += top - box.clientHeight / 2;
  }
}

function turnTable() {
  const seats = document.querySelectorAll("[data-seats] [data-seat]");
  for (const seat of seats) {
    const index = Number(seat.dataset.seat);
    seat.style.order = String((index - turned + seats.length * 2) % seats.length);
  }
}

function togglePlay() {
  const button = document.querySelector('.controls [data-action="play"]');
  if (playing === null && at() < last()) {
    playing = window.setInterval(() => {
      if (at() >= last()) togglePlay();
      else go(here() + 1);
    }, PAUSE);
  } else if (playing !== null) {
    window.clearInterval(playing);
    playing = null;
  }
  if (button) button.setAttribute("aria-pressed", String(playing !== null));
}

function shareAddress() {
  const url = new URL(document.getElementById("match").dataset.share);
  url.searchParams.set("ply", String(at()));
  return url.href;
}

async function copyLink() {
  const button = document.querySelector('[data-action="copy"]:not(tr)');
  await copyText(shareAddress(), button);
  if (button) announce(button.dataset.done);
}

const actions = {
  next: () => go(here() + 1),
  previous: () => go(here() - 1),
  "next-turn": () => go(turnAfter(here())),
  "previous-turn": () => go(turnBefore(here())),
  first: () => go(0),
  last: () => go(last()),
  play: togglePlay,
  copy: copyLink,
  go: () => {
    const place = document.getElementById("ply-number");
    place?.focus();
    place?.select();
  },
  "turn-table": () => {
    turned += 1;
    turnTable();
  },
  help: () => document.getElementById("keys").showModal(),
};

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const step = event.target.closest("a[data-action], button[data-action]");
  if (step) {
    event.preventDefault();
    actions[step.dataset.action]?.();
    return;
  }
  const line = event.target.closest(".story-line");
  if (line) {
    event.preventDefault();
    go(Number(line.dataset.ply), { push: true });
  }
});

document.addEventListener("input", (event) => {
  if (event.target.id === "scrubber") go(Number(event.target.value));
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches(".control-place")) return;
  event.preventDefault();
  const place = document.getElementById("ply-number");
  go(Number(place.value), { push: true });
  place.blur();
});

// Going back in the history lands on a whole page again.
window.addEventListener("popstate", () => window.location.reload());

// A live match: somebody who looks at the newest step stays there, others see a pill.
document.addEventListener("htmx:afterSwap", (event) => {
  const news = document.getElementById("news");
  if (event.detail.target?.id !== "news" && event.detail.elt?.id !== "news") return;
  if (!news || news.dataset.new === "0") return;
  const old = new URL(window.location.href).searchParams.has("v");
  if (at() === last() && !old) {
    behind = true;
    work();
  }
});

async function catchUp() {
  behind = false;
  const url = new URL(window.location.href);
  url.searchParams.delete("ply");
  const path = url.pathname + url.search;
  try {
    await window.htmx.ajax("GET", path, { target: "#match", select: "#match", swap: "outerHTML" });
  } catch {
    return; // The next news bring it again.
  }
  window.history.replaceState({}, "", path);
  reveal();
  announce(frame().dataset.told);
  // An ended match opens at its start; who was following wants to see its end.
  wanted ??= { ply: last(), push: false };
}

function reveal() {
  for (const hidden of document.querySelectorAll(".controls [hidden], .control-place button[hidden]")) {
    hidden.hidden = false;
  }
}

reveal();
turnTable();
document.querySelector(".story-line[aria-current]")?.closest(".story-scroll") &&
  keepInSight(document.querySelector(".story-line[aria-current]"));
bindKeys(actions);
