// Whether a finger, or a mouse button, is down. What is drawn anew under one hears no click, so that
// whatever draws a page anew waits until it is lifted and the click has come.

const CLICK_COMES = 300;

const down = new Set();
let waiting = [];

// Resolves once nothing is tapped any more: at once, if nothing is.
export function lifted() {
  return down.size ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
}

function lift(id) {
  if (!down.delete(id) || down.size) return;
  const resolves = waiting;
  waiting = [];
  for (const resolve of resolves) resolve();
}

const hear = (kind, act) => window.addEventListener(kind, act, { capture: true });

hear("pointerdown", ({ pointerId }) => down.add(pointerId));
hear("pointercancel", ({ pointerId }) => lift(pointerId)); // It scrolls.
hear("pointerup", ({ pointerId }) => window.setTimeout(() => lift(pointerId), CLICK_COMES));
// After everybody has heard the click.
hear("click", () => window.setTimeout(() => [...down].forEach(lift)));
