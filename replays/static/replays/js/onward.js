// Goes on without a network: the rules beside the page judge what was entered on top of what is
// saved, and draw what is asked then, from the same templates as the server.

import { keepAnswer } from "./keeping.js";
import { startRules } from "./rules.js";

const PAUSE = 1000;

const place = document.getElementById("rules-here");
let rules = null; // once they answer
let version = null; // of the match as they know it
let asking = 0;
let saving = Promise.resolve();

function knows(known) {
  version = known;
  place.dataset.knows = known ?? "";
}

const asked = () => document.querySelector("#recorder > .recorder-entry");

// The ids of the entries on top of which the page was drawn here.
export const drawnOn = () => new Set(asked()?.dataset.drawnOn?.split(" ").filter(Boolean) ?? []);

// The version of the match as the rules know it; null while they know none.
export const knownVersion = () => version;

// `told` is a match that was begun here; of every other one the server tells, or what is kept of it.
export async function startOnward(isIdle, told) {
  rules = await startRules();
  if (rules) await (told ? open(told) : learn(isIdle));
  return Boolean(rules);
}

async function open(told) {
  await rules.ask("open", told);
  knows(JSON.parse(told).version);
}

// Has the rules know the match as the page shows it, unless they do already.
export function keepUp(shown, isIdle) {
  if (!rules || version === shown) return;
  window.clearTimeout(asking);
  asking = window.setTimeout(() => version === shown || learn(isIdle), PAUSE);
}

async function learn(isIdle) {
  if (!isIdle()) return;
  try {
    const answer = await fetch(place.dataset.told, { cache: "no-store", headers: { "Kaiten-Keep": "yes" } });
    if (!answer.ok) return;
    await open(await answer.text());
  } catch {
    knows(null); // Whoever comes back is told again.
  }
}

// The server wrote an entry: the rules go on from it when they come to it, and nobody waits for them.
export function wasSaved(entry, became) {
  if (rules) saving = saving.then(() => follow(entry, became)).catch(() => knows(null));
}

async function follow(entry, became) {
  if (entry.action === "begin") return; // They know the match as it begins.
  const follows = version !== null && JUDGED.has(entry.action) && entry.version === version;
  knows(null);
  if (!follows) return;
  await rules.ask("saved", JSON.stringify(told(entry)), became);
  knows(became);
  await keepTold();
}

// Whoever opens this page again without a network goes on from here.
export async function keepTold() {
  if (rules && version !== null) await keepAnswer(place.dataset.told, await rules.ask("tell"));
}

// What the rules can judge, as they hear of it.
const JUDGED = new Set(["record", "take_back", "confirm", "count", "rounds", "scores", "stop"]);
const told = ({ action, fields }) => ({ action, fields });

// Returns what is not saved yet of some entries; null where nobody knows what they were made on.
function standing(entries) {
  const open = entries.filter((one) => one.action !== "begin" && !(one.became && one.became <= version));
  // What may have arrived by now is perhaps in what they were told.
  if ((open[0]?.version ?? version) !== version) return null;
  return open.every((one) => JUDGED.has(one.action)) ? open : null;
}

// Returns what is shown after the entries: { parts }, or { refused, words } if one of them is not
// allowed; null where the rules cannot say. `openDrawers` are the ids of those somebody looks at.
export async function after(entries, shown, openDrawers = "") {
  const open = rules && version !== null && version >= shown ? standing(entries) : null;
  if (!open) return null;
  const on = [version, JSON.stringify(open.map(told)), openDrawers];
  // The same is asked to judge an entry and to show what comes after it.
  if (drawn.on !== on.join(" ")) drawn = { on: on.join(" "), next: draw(on[1], openDrawers) };
  const next = await drawn.next;
  return next?.code ? { refused: open[next.place], words: next.words } : next;
}

let drawn = {};

async function draw(entries, openDrawers) {
  try {
    return JSON.parse(await rules.ask("draw", entries, place.dataset.told.replace("/told/", "/record/"), openDrawers));
  } catch {
    return null;
  }
}

const PARTS = {
  strip: ["#recorder > .strip", "outerHTML"],
  lately: ["#recorder > .lately", "outerHTML"],
  entry: ["#recorder > .recorder-entry", "innerHTML"],
};

// What is there already stays as it is, with what was begun in it, unless all of it is drawn `anew`.
export function show(parts, entries, anew) {
  const on = drawnFor(entries);
  const drawn = (name) => (PARTS[name] ? [...drawnOn()].join(" ") : document.getElementById(name)?.dataset.here);
  const fresh = Object.entries(parts).filter(([name]) => anew || drawn(name) !== on);
  const more = document.querySelector("#more-drawer:popover-open");
  if (entries.length > drawnOn().size && parts.entry.includes('id="ended-title"')) more?.hidePopover();
  asked().dataset.drawnOn = on;
  const told = [...document.querySelectorAll("details[data-told][open]")].map((one) => one.dataset.told);
  for (const [name, html] of fresh) {
    const [selector, swapStyle] = PARTS[name] ?? [`#${name} .drawer-body`, "innerHTML"];
    if (!document.querySelector(selector)) continue;
    window.htmx.swap(selector, html, { swapStyle });
    if (!PARTS[name]) noteDrawn(document.getElementById(name), on);
  }
  for (const name of told) document.querySelector(`details[data-told="${name}"]`)?.setAttribute("open", "");
}

const drawnFor = (entries) => entries.map((entry) => entry.id).join(" ");

// A server that answers again fills it anew.
function noteDrawn(drawer, on) {
  Object.assign(drawer.dataset, { here: on, version: "0" });
  const old = drawer.querySelector(".drawer-old");
  if (old) old.hidden = true;
}

// Says whether a drawer shows what the page does, drawn here.
export const drawnHere = (id) => document.getElementById(id)?.dataset.here === (asked()?.dataset.drawnOn ?? "");

// Says why the last entry was refused here, where it was entered; nothing once there is another one.
export function refuse(words) {
  for (const notice of document.querySelectorAll("#recorder .refused-here")) notice.remove();
  const where = document.querySelector("#more-drawer:popover-open .drawer-body") ?? asked();
  if (!words || !where) return;
  const notice = document.createElement("p");
  notice.className = "notice notice-bad refused-here";
  notice.setAttribute("role", "alert");
  notice.textContent = words;
  where.prepend(notice);
}
