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
  const follows = version !== null && entry.action === "record" && entry.version === version;
  knows(null);
  if (!follows) return;
  await rules.ask("saved", JSON.stringify(entry.fields), became);
  knows(became);
  await keepTold();
}

// Whoever opens this page again without a network goes on from here.
export async function keepTold() {
  if (rules && version !== null) await keepAnswer(place.dataset.told, await rules.ask("tell"));
}

// Returns what was recorded of some entries, as the last undo left it; null where nobody knows.
function standing(entries) {
  const stack = [];
  const open = entries.filter((one) => one.action !== "begin" && !(one.became && one.became <= version));
  if ((open[0]?.version ?? version) > version) return null; // It was made on what they were not told.
  for (const entry of open) {
    if (entry.action === "record") stack.push(entry);
    else if (entry.action !== "take_back" || !stack.pop()) return null;
  }
  return stack;
}

// Returns what is asked after the entries: { html }, or { refused, words } if the rules refuse one
// of them; null where they cannot say.
export async function after(entries, shown) {
  const stack = rules && version !== null && version >= shown ? standing(entries) : null;
  if (!stack) return null;
  const fields = JSON.stringify(stack.map((entry) => entry.fields));
  // The same is asked to judge an entry and to show what comes after it.
  if (drawn.on !== `${version} ${fields}`) drawn = { on: `${version} ${fields}`, next: draw(fields) };
  const next = await drawn.next;
  return next?.code ? { refused: stack[next.place], words: next.words } : next;
}

let drawn = {};

async function draw(fields) {
  try {
    return JSON.parse(await rules.ask("draw", fields, place.dataset.told.replace("/told/", "/record/")));
  } catch {
    return null;
  }
}

export function show(html, entries) {
  asked().dataset.drawnOn = entries.map((entry) => entry.id).join(" ");
  window.htmx.swap("#recorder > .recorder-entry", html, { swapStyle: "innerHTML" });
}

// Says why the last entry was refused here; nothing once there is another one.
export function refuse(words) {
  asked()?.querySelector(".refused-here")?.remove();
  if (!words || !asked()) return;
  const notice = document.createElement("p");
  notice.className = "notice notice-bad refused-here";
  notice.setAttribute("role", "alert");
  notice.textContent = words;
  asked().prepend(notice);
}
