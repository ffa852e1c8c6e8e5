// The recorder: say what is saved, follow what others record, keep the screen awake.
// Without this every form works as plain selects and buttons.

import { enhancePickers } from "./pickers.js";

const connection = document.getElementById("connection");

function tell(kind, words) {
  if (!connection) return;
  connection.className = `badge badge-${kind}`;
  connection.textContent = words;
}

document.addEventListener("htmx:beforeRequest", () => tell("warn", connection?.dataset.sending ?? ""));
document.addEventListener("kaiten:unsent", () => tell("bad", connection?.dataset.failed ?? ""));
document.addEventListener("htmx:afterSwap", () => {
  const saved = document.querySelector("[data-just-saved]");
  const alert = document.querySelector("#recorder [role=alert]");
  if (saved) tell("good", connection?.dataset.saved ?? "");
  else if (alert) tell("warn", alert.textContent.trim().slice(0, 80));
  enhancePickers();
  document.querySelector("[data-focus]")?.focus({ preventScroll: true });
  const announcer = document.getElementById("announcer");
  if (announcer && saved) announcer.textContent = saved.textContent.trim();
});

// Somebody else recorded meanwhile.
document.addEventListener("kaiten:followed", () => {
  enhancePickers();
  document.querySelector("[data-focus]")?.focus({ preventScroll: true });
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
  if (document.visibilityState === "visible") stayAwake();
});

stayAwake();
enhancePickers();
