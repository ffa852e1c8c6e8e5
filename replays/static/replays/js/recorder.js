// The recorder: pieces to tap, entries that go through a queue, a screen that stays awake.
// Without this every form works as plain selects and buttons.

import "./next-seat.js";
import { restoreDrafts } from "./drafts.js";
import { enhancePickers } from "./pickers.js";
import { lookAtPen, showEntries, startQueue } from "./waiting.js";

const records = () => Boolean(document.getElementById("queue")) && document.body.classList.contains("on-record");

function prepare() {
  restoreDrafts();
  enhancePickers();
  if (!records()) return;
  showEntries();
  lookAtPen();
}

function focusPrompt() {
  document.querySelector("[data-focus]")?.focus({ preventScroll: true });
}

document.addEventListener("htmx:afterSwap", () => {
  prepare();
  focusPrompt();
  const saved = document.querySelector("[data-just-saved]");
  const announcer = document.getElementById("announcer");
  if (announcer && saved) announcer.textContent = saved.textContent.trim();
});

// Somebody else recorded meanwhile.
document.addEventListener("kaiten:followed", () => {
  prepare();
  focusPrompt();
});

// Recording on a phone: the screen stays on while the page is in front.
async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Not every browser allows it; recording works all the same.
  }
}
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && records()) stayAwake();
});

export function startRecorder() {
  stayAwake();
  prepare();
  if (records()) startQueue();
}

if (document.body.classList.contains("on-record")) startRecorder();
