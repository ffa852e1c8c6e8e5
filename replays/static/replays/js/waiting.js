// The recorder's queue on its page: every entry is kept first, shown at once, and sent from there.

import { lifted } from "../../kaiten/js/fingers.js";
import { accountHere, answerAs, logIn, look, tokenHere } from "../../kaiten/js/sending.js";
import { showAhead } from "./ahead.js";
import { forgetDraft } from "./drafts.js";
import { closedDrawers, openDrawers } from "./drawers.js";
import { entryOf, isUndo } from "./entering.js";
import { deviceId, newId } from "./ids.js";
import { isFresh, keepHere, keptAt } from "./keeping.js";
import { after, drawnHere, drawnOn, keepTold, keepUp, knownVersion, refuse, show as showDrawn, startOnward, wasSaved } from "./onward.js";
import { Outbox } from "./outbox.js";
import { bothShown, showBoth, showConnection, showPanel } from "./panel.js";
import { isReader, pickUp, takeOver } from "./pen.js";
import { Queue } from "./queue.js";
import { renewWhenBack } from "./renewing.js";

const place = document.getElementById("queue");
let match = place?.dataset.match;
const session = { look, headers: () => ({ "X-CSRFToken": tokenHere(), "Kaiten-Closed": closedDrawers() }) };
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("kaiten-queue") : null;

let queue = null;
let outbox = null;
let waiting = []; // as the queue has it
let ahead = []; // what was entered on this page and is not in what it shows
let ever = false; // whether anything was saved from here
let comparing = false;
let compared = []; // the ids of what was held against what others recorded
const adding = new Set(); // the ids of what the browser is just about to keep

const shownVersion = () => Number(document.getElementById("recorder")?.dataset.version ?? 0);

// What the page shows

export function showEntries() {
  const version = shownVersion();
  ahead = ahead.filter((entry) => !(entry.became && entry.became <= version));
  // What was refused is entered again on the page as it was then, whatever waits behind it.
  const stopped = Boolean(refusedHead());
  const blocked = showAhead(stopped ? [] : ahead, { reader: isReader(), words: place.dataset, drawn: drawnOn(), stopped });
  if (!outbox) return;
  if (!ahead.length) keepUp(version, isIdle);
  const { trouble, seen, running } = outbox;
  showConnection({ waiting, trouble, sending: Boolean(running), ever });
  showPanel({ waiting, trouble, seen, blocked });
  judged = judge();
}

const refusedHead = () => (waiting[0]?.problem?.kind === "refused" && waiting[0].action !== "begin" ? waiting[0] : null);
const isIdle = () => !ahead.length && !waiting.length && !isCut();
const isCut = () => ["offline", "away"].includes(outbox?.trouble);

let judged = Promise.resolve();

// Without a network the rules beside the page refuse what the server would, and draw what it would show.
async function judge() {
  const isKept = Boolean(keptAt()) && knownVersion() > shownVersion(); // by now more is saved than the page shows
  const looked = openDrawers();
  const isDrawn = idsOf(ahead) === [...drawnOn()].join(" ") && looked.every(drawnHere);
  if (!isCut() || waiting[0]?.problem || (isDrawn && !isKept)) return;
  const [version, entries] = [shownVersion(), [...ahead]];
  const next = await after(entries, version, looked.join(" "));
  await lifted();
  if (!next || !isCut()) return;
  if (next.refused) await takeOut(next.refused, next.words);
  else if (version === shownVersion() && idsOf(entries) === idsOf(ahead)) {
    if (isKept) document.getElementById("recorder").dataset.version = knownVersion();
    showDrawn(next.parts, entries, isKept);
  }
}

const idsOf = (entries) => entries.map(({ id }) => id).join(" ");

// A drawer is opened, which does not bubble, or there is room for the board beside what is asked.
window.addEventListener("resize", () => queue && showEntries());
document.addEventListener("toggle", (event) => queue && event.target.matches(".drawer") && showEntries(), { capture: true });

// What the rules refuse here is forgotten again, unless it may have arrived: then the server says it.
async function takeOut({ id }, words) {
  if (waiting.some((entry) => entry.id === id && entry.tries)) return;
  ahead = ahead.filter((entry) => entry.id !== id);
  await queue.withdraw(id);
  await lookAtQueue();
  refuse(words);
}

// What the queue has, other tabs' entries too, is what waits here.
async function lookAtQueue() {
  waiting = await queue.waiting(match);
  const kept = new Set(waiting.map((entry) => entry.id));
  ahead = ahead.filter((entry) => entry.became || adding.has(entry.id) || kept.has(entry.id));
  const known = new Set(ahead.map((entry) => entry.id));
  ahead.push(...waiting.filter((entry) => !known.has(entry.id)));
  showEntries();
  const problem = waiting[0]?.problem?.kind;
  if ((problem === "conflict" || problem === "pen") && !bothShown()) compare();
}

async function show(html) {
  await lifted();
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("recorder");
  if (!fresh || Number(fresh.dataset.version) < shownVersion()) return;
  window.htmx.swap("#recorder", html, { swapStyle: "outerHTML" });
}

// The page misses what was saved: its answer was cut short, or nobody was to look at it.
async function catchUp() {
  // What was begun here has a page of its own by now.
  if (place.dataset.page && !waiting.length && ever) return window.location.replace(place.dataset.page);
  if (waiting.length || !ahead.some((entry) => entry.became > shownVersion())) return;
  try {
    const answer = await fetch(window.location.href, { headers: { "HX-Request": "true" } });
    if (answer.ok) await show(await answer.text());
  } catch {
    window.setTimeout(catchUp, 2000);
  }
}

// Entering

async function enter(form, button, entry) {
  const last = ahead.at(-1)?.id ?? null;
  const made = { version: Number(form.elements.expected_version.value), after: last };
  const undoes = isUndo(form) && last;
  const refused = refusedHead();
  Object.assign(entry, { id: newId(), account: accountHere() });
  adding.add(entry.id);
  if (refused) ahead = [entry, ...ahead.filter((one) => one.id !== refused.id)];
  else if (!undoes) ahead.push(entry);
  forgetDraft(form);
  refuse("");
  showEntries();
  try {
    if (refused) await queue.replace(refused.id, entry, made.version);
    else if (undoes) await queue.takeBack(last, entry);
    else await queue.add(entry, made);
  } catch {
    ahead = ahead.filter((one) => one !== entry);
    showEntries();
    sendPlainly(form, button);
    return;
  } finally {
    adding.delete(entry.id);
  }
  await changed();
}

// A browser that keeps nothing sends its forms as every page does, see sending.js.
function sendPlainly(form, button) {
  queue = null;
  sayPlainly();
  form.requestSubmit(button);
}

function sayPlainly() {
  const connection = document.getElementById("connection");
  const say = (kind, words) => Object.assign(connection, { className: `badge badge-${kind}`, textContent: words });
  say("warn", place.dataset.unkept);
  document.addEventListener("htmx:beforeRequest", () => say("warn", place.dataset.saving));
  document.addEventListener("kaiten:unsent", () => say("bad", place.dataset.failed));
  document.addEventListener("htmx:afterSwap", () => {
    if (document.querySelector("[data-just-saved]")) say("good", place.dataset.saved);
  });
}

async function changed() {
  tabs?.postMessage(match);
  await lookAtQueue();
  await judged; // What is refused here is not sent.
  outbox.kick();
}

window.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter: button } = event;
    const entry = queue && entryOf(form, button, match);
    if (!entry) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form.inert || form.closest("[inert]")) return;
    enter(form, button, entry);
  },
  { capture: true },
);

// What the server says

async function answered({ entry, version, html, problem }) {
  const mine = ahead.find((one) => one.id === entry.id);
  if (mine && version) mine.became = version;
  waiting = await queue.waiting(match);
  if (version) ever = true;
  if (version) wasSaved(entry, version);
  if (version && entry.action === "begin") window.history.replaceState(null, "", place.dataset.page);
  if (problem) {
    showBoth("");
    navigator.vibrate?.([80, 60, 80]);
  }
  // Who follows may have seen it already: what is shown is not drawn anew under the finger.
  await lifted();
  if (html && (problem || version > shownVersion())) await show(html);
  tabs?.postMessage(match);
}

async function told() {
  await lookAtQueue();
  if (outbox.trouble === "ended") logIn(entered);
  await catchUp();
  if (!outbox.trouble) await refresh();
}

function entered(seen) {
  if (seen.problem !== "other") outbox.resume();
  else Object.assign(outbox, { trouble: "other", seen });
  showEntries();
}

// Somebody else recorded meanwhile: both are shown.
async function compare() {
  if (comparing) return;
  comparing = true;
  try {
    compared = waiting.map(({ id }) => id);
    const entries = waiting.map(({ action, fields, words }) => ({ action, fields, words }));
    const answer = await fetch(place.dataset.compare, {
      method: "POST",
      headers: { "HX-Request": "true", "Kaiten-Device": deviceId(), ...session.headers() },
      body: new URLSearchParams({ expected_version: waiting[0].version, entries: JSON.stringify(entries) }),
      redirect: "manual",
    });
    if (answer.ok) showBoth(await answer.text());
  } catch {
    // The list of what waits is shown without the other side; “try again” asks once more.
  } finally {
    comparing = false;
  }
  showEntries();
}

// Deciding

const DECISIONS = {
  enter: () => logIn(entered),
  async adopt() {
    answerAs(outbox.seen.account);
    await queue.adopt(match, outbox.seen.account);
    outbox.trouble = "";
  },
  again: () => queue.retry(match),
  correct: () => queue.drop(waiting[0].id),
  drop: () => queue.drop(waiting[0].id),
  clear: () => queue.rebase(match, shownVersion(), new Set(waiting.map(({ id }) => id))),
  theirs: () => queue.rebase(match, Number(bothShown().version), new Set(compared)),
  async back() {
    const { address, account } = waiting.at(-1);
    const back = address.replace(/(record|roll|take-back)\/(?=\?|$)/, "take-back/");
    const undo = { id: newId(), match, action: "take_back", address: back, fields: [], words: "", seat: null, account };
    undo.words = document.getElementById("undo")?.textContent.trim() ?? "↶";
    await queue.takeBack(waiting.at(-1).id, undo);
  },
  async mine() {
    const { version, fits } = bothShown();
    if (isReader()) {
      const html = await takeOver();
      if (html === null) return;
      await show(html);
    }
    await queue.rebase(match, Number(version), new Set(compared.filter((_, index) => fits[index] !== "1")));
  },
};

place?.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-do]");
  if (!button || !queue) return;
  button.disabled = true;
  try {
    await DECISIONS[button.dataset.do]();
    if (button.dataset.do !== "enter") showBoth("");
    await changed();
    if (place.dataset.page && !waiting.length) window.location.replace(place.dataset.start);
    else if (["theirs", "clear"].includes(button.dataset.do)) await showNewest();
  } finally {
    button.disabled = false;
  }
});

async function showNewest() {
  const answer = await fetch(window.location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok) await show(await answer.text());
  return Boolean(answer?.ok);
}

// A page that was kept shows what is saved by now as soon as there is a network.
async function refresh() {
  if (!keptAt() || waiting.length || place.dataset.page || !(await showNewest())) return;
  outbox.trouble = "";
  isFresh();
  showEntries();
}

// The pen

document.addEventListener("click", async (event) => {
  if (!event.target.closest("#pen button")) return;
  const html = await takeOver();
  if (html) await show(html);
  if (html && queue) {
    await queue.retry(match);
    showBoth("");
    await changed();
  }
});

export async function lookAtPen() {
  const html = await pickUp();
  if (html) await show(html);
}

// Beginning

// Sends what was left behind in other matches; it is decided about where it belongs.
export async function sendLeftBehind(queue, options = { session, device: deviceId() }) {
  const others = (await queue.matches()).filter((other) => other !== match);
  const outboxes = others.map((other) => new Outbox(queue, other, options));
  for (const one of outboxes) one.kick();
  return outboxes;
}

export async function startQueue() {
  match = place.dataset.match;
  try {
    queue = await Queue.open();
  } catch {
    sayPlainly();
    return;
  }
  const options = { session, device: deviceId() };
  outbox = new Outbox(queue, match, { ...options, told, answered });
  if (keptAt()) outbox.trouble = "offline";
  await lookAtQueue();
  outbox.kick();
  const outboxes = [outbox, ...(await sendLeftBehind(queue, options))];
  const kick = () => outboxes.forEach((one) => one.kick());
  window.addEventListener("online", () => {
    outbox.trouble = "";
    showEntries();
    kick();
    refresh();
  });
  window.addEventListener("offline", () => {
    if (!outbox.running) outbox.trouble = "offline";
    showEntries();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    kick();
    refresh();
  });
  if (!place.dataset.page) renewWhenBack(() => !waiting.length && !ahead.length);
  if (tabs) tabs.onmessage = () => lookAtQueue();
  const begun = waiting.find((entry) => entry.action === "begin");
  const started = startOnward(keptAt() ? () => true : isIdle, begun?.told);
  if (await started) showEntries();
  if (begun || !(await keepHere())) return;
  await keepTold();
  await refresh();
}
