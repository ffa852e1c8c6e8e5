// Begins a match without a network: the rules beside the page judge its form, and the queue keeps it as
// the first entry of a match whose id is made here. The page is its recorder from then on.

import { accountHere } from "../../kaiten/js/sending.js";
import { newId } from "./ids.js";
import { keepAs, keepHere, keptAt } from "./keeping.js";
import { Queue } from "./queue.js";
import { startRecorder } from "./recorder.js";
import { renewWhenBack } from "./renewing.js";
import { startRules } from "./rules.js";
import { sendLeftBehind } from "./waiting.js";

const NOBODY = "00000000-0000-0000-0000-000000000000";
const ENVELOPE = new Set(["csrfmiddlewaretoken", "key"]);

const shell = document.getElementById("recording-here");
const notice = document.getElementById("begin-here");
const form = document.querySelector("[data-seating]").closest("form");
const asking = document.querySelector("#content > .narrow");

let queue = null;
let rules = null;

// Who sits where, as the page calls them.
function labels() {
  const seating = form.querySelector("[data-seating]");
  return Array.from({ length: Number(form.elements.seats.value) }, (_, seat) => {
    const { value } = form.elements[`player_${seat}`];
    const chip = value && seating.querySelector(`[data-value="${CSS.escape(value)}"] .chip-name`);
    return chip?.textContent ?? (form.elements[`guest_${seat}`].value || seating.dataset.seat.replace("{number}", seat + 1));
  });
}

const fieldsOf = () => [...new FormData(form)].filter(([name]) => !ENVELOPE.has(name));

// Only what lies on a real table can be seen here.
const isPossible = (fields) =>
  fields.some(([name, value]) => name === "source" && value === "table") && !fields.some(([, value]) => value.startsWith("bot:"));

// By which version of its rules a match was begun.
const rulesOf = (told) => JSON.parse(told).entries[0][1].rules;

async function begin() {
  const [fields, names] = [fieldsOf(), labels()];
  if (!rules || !isPossible(fields)) return;
  const asked = { fields, labels: names, box: JSON.parse(shell.dataset.box), language: document.documentElement.lang };
  const { code, told, words } = JSON.parse(await rules.ask("begin", JSON.stringify(asked)));
  if (code) {
    say(words, "bad");
    return;
  }
  const match = newId();
  await queue.add(
    {
      id: newId(),
      match,
      action: "begin",
      address: shell.dataset.start,
      fields: [...fields, ["match", match], ["rules", String(rulesOf(told))]],
      words: `${shell.dataset.begun} ${names.join(", ")}`,
      seat: null,
      account: accountHere(),
      told,
    },
    { version: 0 },
  );
  const before = window.location.href;
  window.history.replaceState(null, "", `${shell.dataset.start}?here=${match}`);
  await keepAs(window.location.href, before);
  open(match);
}

// Turns the page into the recorder of a match that was begun here.
function open(match) {
  asking.remove(); // with all forms in it: nothing of them is lost
  for (const element of [shell.querySelector("#queue"), document.getElementById("rules-here")]) {
    for (const [name, value] of Object.entries(element.dataset)) element.dataset[name] = value.replace(NOBODY, match);
  }
  shell.hidden = false;
  document.body.classList.add("on-record");
  window.scrollTo(0, 0);
  startRecorder();
}

function say(words, kind = "") {
  notice.hidden = false;
  notice.className = kind ? `notice notice-${kind}` : "notice";
  notice.querySelector("[data-words]").textContent = words;
}

function offer(begun) {
  const list = notice.querySelector("ul");
  for (const entry of begun) {
    const link = Object.assign(document.createElement("a"), {
      href: `${shell.dataset.start}?here=${entry.match}`,
      textContent: entry.words,
    });
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  list.hidden = !begun.length;
  if (begun.length) say(shell.dataset.waiting);
}

async function start() {
  queue = await Queue.open();
  const here = new URLSearchParams(window.location.search).get("here");
  const heads = await Promise.all((await queue.matches()).map(async (match) => (await queue.waiting(match))[0]));
  const begun = heads.filter((entry) => entry?.action === "begin");
  if (begun.some((entry) => entry.match === here)) {
    open(here);
    return;
  }
  if (here) window.location.replace(shell.querySelector("#queue").dataset.page.replace(NOBODY, here));
  offer(begun);
  window.addEventListener("online", () => sendLeftBehind(queue));
  renewWhenBack(() => form.isConnected);
  await sendLeftBehind(queue);
  rules = await startRules();
  shell.dataset.state = rules ? "ready" : "missing";
  if (rules && !begun.length) say(shell.dataset.ready);
  if (rules) await keepHere();
}

if (shell) {
  if (keptAt()) form.elements.key.value = newId(); // The kept one may have begun a match.
  form.addEventListener("kaiten:unsent", () => {
    if (["offline", "away"].includes(form.dataset.unsent)) begin();
  });
  start().catch(() => {}); // A browser that keeps nothing begins nothing by itself.
}
