// What changed between two frames, shown: pieces move, appear and leave, numbers count up, and
// what the step touched is outlined until the next one. It knows no game: boards mark their pieces
// (data-piece, data-count), the places that hold them (data-zone) and their numbers (data-number).

const TIME = 360;
const COUNTED = 5;
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
let running = [];

// Ends whatever the step before had begun: the board is then what the server rendered.
export function settle() {
  for (const undo of running.splice(0)) undo();
}

const countOf = (element) => Number(element.dataset.count ?? 1);
const placed = ({ where, name }) => `${where}\n${name}`;

function unitOf(element) {
  const zone = element.closest("[data-zone], [data-seat]");
  const where = zone?.dataset.zone ?? `seat-${zone?.dataset.seat ?? ""}`;
  return { element, where, name: element.dataset.piece };
}

// One entry for each piece that a board shows (a pile of three is three), and where all of it is.
// The browser lays the board out for this: it is asked once for each step, before anything moves.
export function lookAt(room) {
  const units = [];
  for (const element of room.querySelectorAll("[data-piece]")) {
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    const unit = { ...unitOf(element), box, seat: element.closest("[data-seat]")?.dataset.seat };
    for (let number = countOf(element); number > 0; number -= 1) units.push({ ...unit });
  }
  const numbers = new Map();
  for (const element of room.querySelectorAll("[data-number]")) {
    numbers.set(element.dataset.number, element.textContent);
  }
  const { left, top } = room.getBoundingClientRect();
  return { units, numbers, x: left - room.scrollLeft, y: top - room.scrollTop };
}

// Keeps a copy of what is not at its place in the frame that comes next: it may be seen leaving.
export function keepLeaving(look, next) {
  if (calm.matches) return;
  const staying = new Map();
  for (const element of next.querySelectorAll("[data-piece]")) {
    const key = placed(unitOf(element));
    staying.set(key, (staying.get(key) ?? 0) + countOf(element));
  }
  for (const unit of look.units) {
    const left = (staying.get(placed(unit)) ?? 0) - 1;
    staying.set(placed(unit), left);
    if (left < 0) unit.copy = unit.element.cloneNode(true);
  }
}

// Shows how the board came from what it was to what it is now.
export function showChange(room, before, after) {
  settle();
  const { stays, moves, arrivals, departures } = compare(before.units, after.units);
  const held = new Set(stays.map(([, now]) => now.element));
  const layer = { over: room.firstElementChild, x: after.x, y: after.y };
  for (const [then, now] of moves) {
    mark(now.element);
    if (!calm.matches) fly(layer, then, now, held);
  }
  for (const now of arrivals) {
    mark(now.element);
    if (!calm.matches && !held.has(now.element)) grow(now.element);
  }
  if (!calm.matches) {
    for (const [then, now] of stays) slide(now.element, then.box, now.box);
    for (const then of departures) fade(layer, then);
  }
  for (const element of room.querySelectorAll("[data-number]")) {
    const then = before.numbers.get(element.dataset.number);
    if (then === undefined || then === element.textContent) continue;
    mark(element);
    if (!calm.matches) count(element, then);
  }
  return [...moves.map(([, now]) => now), ...arrivals];
}

// Pairs what is the same: first in its own place, then in another, then what was turned over.
function compare(before, after) {
  const [stays, stayed, came] = pair(before, after, placed);
  const [moves, moved, other] = pair(stayed, came, (unit) => unit.name);
  const hidden = (unit) => unit.name === "hidden";
  const [shown, left, arrivals] = pair(
    moved,
    other,
    (unit) => unit.seat,
    (then, now) => hidden(then) !== hidden(now),
  );
  return { stays, moves: [...moves, ...shown], arrivals, departures: left };
}

function pair(before, after, key, fits = () => true) {
  const waiting = new Map();
  for (const unit of before) waiting.set(key(unit), [...(waiting.get(key(unit)) ?? []), unit]);
  const pairs = [];
  const rest = [];
  for (const unit of after) {
    const candidates = waiting.get(key(unit)) ?? [];
    const index = candidates.findIndex((then) => fits(then, unit));
    if (index < 0) rest.push(unit);
    else pairs.push([candidates.splice(index, 1)[0], unit]);
  }
  return [pairs, [...waiting.values()].flat(), rest];
}

function keep(animation, cleanUp = () => {}) {
  const undo = () => {
    animation.cancel();
    cleanUp();
  };
  running.push(undo);
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
  if (Math.abs(x) < 2 && Math.abs(y) < 2) return;
  const moved = `translate(${x}px, ${y}px)`;
  keep(element.animate({ transform: [moved, "none"] }, { duration: TIME, easing: "ease-in-out" }));
}

// A piece flies itself; one that joins a pile flies as a copy, so that the pile stays.
function fly(layer, then, now, held) {
  if (!held.has(now.element)) {
    held.add(now.element);
    slide(now.element, then.box, now.box);
    return;
  }
  const x = now.box.left - then.box.left;
  const y = now.box.top - then.box.top;
  ghost(layer, then, { transform: ["none", `translate(${x}px, ${y}px)`], opacity: [1, 0.6] });
}

function grow(element) {
  keep(
    element.animate(
      { opacity: [0, 1], transform: ["scale(0.6)", "none"] },
      { duration: TIME, easing: "ease-out" },
    ),
  );
}

function fade(layer, then) {
  ghost(layer, then, { opacity: [1, 0], transform: ["none", "scale(0.6)"] });
}

function ghost(layer, then, keyframes) {
  const copy = then.copy;
  if (!layer.over || !copy || copy.isConnected) return;
  copy.removeAttribute("data-piece");
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, {
    position: "absolute",
    left: `${then.box.left - layer.x}px`,
    top: `${then.box.top - layer.y}px`,
    width: `${then.box.width}px`,
    height: `${then.box.height}px`,
    margin: "0",
    pointerEvents: "none",
    zIndex: "4",
  });
  layer.over.append(copy);
  const flight = copy.animate(keyframes, { duration: TIME, easing: "ease-in-out" });
  flight.finished.then(
    () => copy.remove(),
    () => {},
  );
  keep(flight, () => copy.remove());
}

// Printers set a minus that is no hyphen.
const read = (text) => Number(text.replace("−", "-"));
const write = (number) => String(number).replace("-", "−");

// A number shows a few others on its way: each is laid out.
function count(element, then) {
  const text = element.textContent;
  const [from, to] = [read(then), read(text)];
  if (Number.isNaN(from) || Number.isNaN(to)) return;
  const ways = Math.min(COUNTED, Math.abs(to - from));
  let way = 0;
  let timer = 0;
  const tick = () => {
    element.textContent = way < ways ? write(Math.round(from + ((to - from) * way) / ways)) : text;
    way += 1;
    if (way <= ways) timer = window.setTimeout(tick, TIME / ways);
  };
  tick();
  running.push(() => {
    window.clearTimeout(timer);
    element.textContent = text;
  });
}
