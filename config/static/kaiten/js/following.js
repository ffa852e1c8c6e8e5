// A page that follows what others do: when something changed it asks for itself again and changes
// what is different. It waits while somebody is busy with a form on it.

import { lifted } from "./fingers.js";
import { Live } from "./live.js";
import { patch } from "./patch.js";

const CONTROLS = "input, select, textarea";
const PATIENCE = 2000;
const SPREAD = 800;

const place = () => document.querySelector("[data-follow]");
const isWhole = () => "whole" in place().dataset;
const region = () => document.querySelector(place().dataset.follow || "#content");

function isTouched(control) {
  if (control.type === "hidden") return false;
  if (control.type === "checkbox" || control.type === "radio") {
    return control.checked !== control.defaultChecked;
  }
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const first = options.some((option) => option.defaultSelected) ? -1 : 0;
    return options.some((option, index) => option.selected !== (option.defaultSelected || index === first));
  }
  return control.value !== control.defaultValue;
}

// An input that only waits for what is typed next, such as the box of a score, is found again.
const isWaiting = (control) => control.matches("[data-waits]") && !isTouched(control);

function isBusy(live) {
  if (document.hidden) return true;
  // Whoever is about to press a button finds it where it was; one that is replaced is found again.
  const used = isWhole() ? CONTROLS : `${CONTROLS}, button`;
  const active = document.activeElement;
  if (live.contains(active) && active.matches(used) && !isWaiting(active)) return true;
  // What is folded away in a long list stays as it is: see `keepFolds`.
  const opened = isWhole() ? "" : "details[open]:not([data-fold]) form, form details[open], ";
  if (live.querySelector(`${opened}[data-unsent], .htmx-request`)) return true;
  return [...live.querySelectorAll(CONTROLS)].some(isTouched);
}

let wanted = "";
let waiting = 0;

// Whether the page shows it already. Marks that are numbers (a version, and when the pen changed
// hands) only grow: what came by another way may be newer than what is heard of, and is not to be
// drawn again under a finger.
function isShown(mark) {
  const shown = place().dataset.mark;
  if (mark === shown) return true;
  if (![mark, shown].every((one) => /^\d+(\.\d+)?$/.test(one))) return false;
  const [heard, here] = [mark, shown].map((one) => one.split(".").map(Number));
  return heard.every((number, index) => number <= (here[index] ?? 0));
}

function changed({ mark }) {
  if (!place() || isShown(mark)) return;
  wanted = mark;
  soon(Math.random() * SPREAD);
}

function soon(delay) {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(catchUp, delay);
}

async function catchUp() {
  if (!place() || !region()) return;
  await lifted();
  if (!place() || !region()) return;
  if (isBusy(region())) {
    soon(PATIENCE);
    return;
  }
  const mark = wanted;
  if (isShown(mark)) return;
  if (!place().dataset.follow) {
    window.location.reload();
    return;
  }
  let fresh = null;
  try {
    const answer = await fetch(window.location.href, { headers: { "X-Follow": mark } });
    if (answer.status === 404 || answer.redirected) {
      window.location.reload();
      return;
    }
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    soon(PATIENCE);
    return;
  }
  // Meanwhile the page may show something that follows nothing: what a phone draws by itself.
  if (!place()) return;
  const next = fresh.querySelector(place().dataset.follow);
  if (!next) {
    window.location.reload();
    return;
  }
  // What was begun before the answer came is kept: the next one will do.
  await lifted();
  if (!place() || !region()) return;
  if (isBusy(region())) {
    soon(PATIENCE);
    return;
  }
  // So is what came here faster by another way.
  if (isShown(fresh.querySelector("[data-follow]")?.dataset.mark ?? "")) return;
  show(next);
  if (place() && !isShown(wanted) && wanted !== mark) soon(0);
}

// A part of a long list that somebody opened stays open.
function keepFolds(fresh) {
  const opened = new Set([...region().querySelectorAll("details[data-fold][open]")].map((fold) => fold.id));
  for (const fold of fresh.querySelectorAll("details[data-fold]")) {
    if (opened.has(fold.id)) fold.open = true;
  }
}

function show(next) {
  const fresh = document.importNode(next, true);
  keepFolds(fresh);
  const news = new CustomEvent("kaiten:following", { detail: fresh, cancelable: true });
  // Whoever says that nothing to be seen differs has taken the rest over.
  if (!document.dispatchEvent(news)) return;
  const waits = document.activeElement?.closest("[data-waits]")?.id;
  const old = region();
  if (isWhole()) old.replaceWith(fresh);
  else patch(old, fresh);
  // What is over follows nothing any more.
  window.htmx?.process(old.isConnected ? old : fresh);
  if (waits) document.getElementById(waits)?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("kaiten:followed"));
}

if (place()) new Live(place, { changed });
