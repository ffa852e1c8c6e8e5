// What changed between two frames, shown: pieces move, appear and leave, numbers count up, and
// what the step touched is outlined until the next one. It knows no game: boards mark their pieces
// (data-piece, data-count), the places that hold them (data-zone) and their numbers (data-number).

import { compare } from "./pairs.js";

const TIME = 360;
const COUNTED = 3;
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
let running = [];

// Ends whatever the step before had begun: the board is then what the server rendered.
export function settle() {
  for (const undo of running.splice(0)) undo();
}

// One entry for each piece that a board shows (a pile of three is three), and its numbers.
function read(room) {
  const units = [];
  const numbers = new Map();
  for (const element of room.querySelectorAll("[data-piece], [data-number]")) {
    const number = element.getAttribute("data-number");
    if (number !== null) numbers.set(number, { element, text: element.textContent });
    const name = element.getAttribute("data-piece");
    if (name !== null) add(units, element, name);
  }
  return { units, numbers };
}

function add(units, element, name) {
  const zone = element.closest("[data-zone], [data-seat]");
  const seat = zone?.closest("[data-seat]")?.getAttribute("data-seat");
  const where = zone?.getAttribute("data-zone") ?? `seat-${seat ?? ""}`;
  const count = Number(element.getAttribute("data-count") ?? 1);
  for (let number = 0; number < count; number += 1) units.push({ element, where, name, seat });
}

// Where all of it is; what is not to be seen is left out. The browser lays the board out for this.
function measure(room, look) {
  let known = null;
  for (const unit of look.units) {
    if (unit.element !== known?.element) known = { element: unit.element, box: unit.element.getBoundingClientRect() };
    unit.box = known.box;
  }
  look.units = look.units.filter(({ box }) => box.width);
  look.origin = room.firstElementChild?.getBoundingClientRect();
  return look;
}

export const lookAt = (room) => measure(room, read(room));

// How the board came from what it was to what it is now. Whatever takes a place is put there at
// once; `play()` measures, moves what moves and returns what is where and the place that was touched.
export function changeOf(room, before) {
  const after = read(room);
  const { stays, moves, arrivals, departures } = compare(before.units, after.units);
  const touched = [...moves.map(([, now]) => now), ...arrivals];
  const marked = new Set(touched.map(({ element }) => element));
  for (const [name, { element, text }] of after.numbers) {
    const then = before.numbers.get(name)?.text;
    if (then === undefined || then === text) continue;
    marked.add(element);
    if (!calm.matches) count(element, then, text);
  }
  const movements = calm.matches ? [] : prepare(room, before, { stays, moves, arrivals, departures });
  return {
    play() {
      measure(room, after);
      for (const element of marked) mark(element);
      for (const begin of movements) begin();
      return { after, place: touched[0]?.box };
    },
  };
}

// What moves, ready to begin. A piece flies itself; one that joins a pile flies as a copy, so that
// the pile stays.
function prepare(room, before, { stays, moves, arrivals, departures }) {
  const layer = { over: room.firstElementChild, origin: before.origin };
  const held = new Set();
  const movements = [];
  const slides = (then, now) => {
    held.add(now.element);
    movements.push(() => slide(now.element, then.box, now.box));
  };
  for (const [then, now] of stays) if (!held.has(now.element)) slides(then, now);
  for (const [then, now] of moves) {
    if (!held.has(now.element)) slides(then, now);
    else {
      const copy = ghost(layer, then);
      if (copy) movements.push(() => flyOver(copy, then.box, now.box));
    }
  }
  for (const { element } of arrivals) {
    if (held.has(element)) continue;
    held.add(element);
    movements.push(() => grow(element));
  }
  for (const then of departures) {
    const copy = ghost(layer, then);
    if (copy) movements.push(() => vanish(copy, { opacity: [1, 0], transform: ["none", "scale(0.6)"] }));
  }
  return movements;
}

function keep(animation, cleanUp = () => {}) {
  running.push(() => {
    animation.cancel();
    cleanUp();
  });
  return animation;
}

// An outline that stays until the next step; it touches no attribute of the board. It is over as
// it begins, so that the browser does not come back to it.
function mark(element) {
  const line = "3px solid var(--touched)";
  keep(element.animate({ outline: [line, line] }, { duration: 1, fill: "forwards" })).finish();
}

function slide(element, from, to) {
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (!to.width || (Math.abs(x) < 2 && Math.abs(y) < 2)) return;
  const moved = `translate(${x}px, ${y}px)`;
  keep(element.animate({ transform: [moved, "none"] }, { duration: TIME, easing: "ease-in-out" }));
}

function flyOver(copy, from, to) {
  const moved = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
  vanish(copy, { transform: ["none", moved], opacity: [1, 0.6] });
}

function grow(element) {
  keep(
    element.animate(
      { opacity: [0, 1], transform: ["scale(0.6)", "none"] },
      { duration: TIME, easing: "ease-out" },
    ),
  );
}

// What was at a place, there once more. What has left the page leaves itself; of a pile that stays,
// and of what is taken again, a copy.
function ghost({ over, origin }, { element, name, box }) {
  if (!over || (element.isConnected && element.dataset.piece !== name)) return null;
  const copy = element.isConnected ? element.cloneNode(true) : element;
  copy.setAttribute("aria-hidden", "true");
  const [left, top] = [box.left - origin.left, box.top - origin.top];
  copy.style.cssText = `position: absolute; left: ${left}px; top: ${top}px; width: ${box.width}px;
    height: ${box.height}px; margin: 0; pointer-events: none; z-index: 4`;
  // Whoever looks at the pieces must not take it for one.
  copy.removeAttribute("data-piece");
  over.append(copy);
  return copy;
}

function vanish(copy, keyframes) {
  const flight = copy.animate(keyframes, { duration: TIME, easing: "ease-in-out" });
  flight.finished.then(
    () => copy.remove(),
    () => {},
  );
  keep(flight, () => copy.remove());
}

// Printers set a minus that is no hyphen.
const valueOf = (text) => Number(text.replace("−", "-"));
const write = (number) => String(number).replace("-", "−");

// A number shows a few others on its way: each is laid out.
function count(element, then, text) {
  const [from, to] = [valueOf(then), valueOf(text)];
  if (Number.isNaN(from) || Number.isNaN(to)) return;
  const ways = Math.min(COUNTED, Math.abs(to - from));
  let way = 0;
  let timer = 0;
  const tick = () => {
    element.firstChild.data = way < ways ? write(Math.round(from + ((to - from) * way) / ways)) : text;
    way += 1;
    if (way <= ways) timer = window.setTimeout(tick, TIME / ways);
  };
  tick();
  running.push(() => {
    window.clearTimeout(timer);
    element.firstChild.data = text;
  });
}
