// Says how the queue stands: in a word beside the title, and in a sheet once somebody has to know
// more or to decide.

const connection = document.getElementById("connection");
const panel = document.getElementById("queue");
const words = panel?.dataset ?? {};
const part = (name) => panel.querySelector(`.queue-${name}`);
const tool = (name) => panel.querySelector(`.queue-tools [data-do=${name}]`);
const counted = (one, many, count) => (count === 1 ? one : many.replace("{count}", count));
// How many entries wait stands on one line.
const unbroken = (text) => text.replace(/(?<=, .*) /g, "\u00a0");

function tell(kind, text) {
  if (!connection || (connection.textContent === text && connection.classList.contains(`badge-${kind}`))) return;
  connection.className = `badge badge-${kind}`;
  connection.textContent = text;
}

// `waiting` are the entries that are not saved, `trouble` why none gets through; what the first one
// is refused for stands in the entry.
export function showConnection({ waiting, trouble, sending, ever }) {
  const count = waiting.length;
  const problem = waiting[0]?.problem;
  if (!count && trouble === "offline") tell("warn", words.offline);
  else if (!count) tell("good", ever ? words.saved : words.everything);
  else if (trouble === "offline") tell("bad", unbroken(counted(words.offlineOne, words.offlineMany, count)));
  else if (sending && !trouble && !problem && count === 1) tell("warn", words.saving);
  else tell(trouble || problem ? "bad" : "warn", counted(words.one, words.many, count));
}

export function showPanel({ waiting, trouble, seen, blocked }) {
  const problem = waiting[0]?.problem?.kind ?? "";
  const asks = problem || (["ended", "other"].includes(trouble) ? trouble : "");
  const late = problem === "conflict" || problem === "pen";
  panel.hidden = !(waiting.length && (asks || (trouble && blocked)));
  document.body.classList.toggle("has-queue", !panel.hidden);
  const why = asks || trouble;
  write(part("why"), panel.hidden ? "" : whyOf(why, waiting[0]?.problem));
  list(part("list"), late && part("both").firstElementChild ? [] : waiting);
  if (!late) part("both").replaceChildren();
  part("next").hidden = Boolean(asks) || !blocked;
  const form = waiting[0]?.fields.some(([name]) => name === "type");
  part("instead").hidden = problem !== "refused" || waiting.length < 2 || waiting[0]?.action === "begin";
  const unbegun = waiting[0]?.action === "begin";
  const shown = {
    enter: asks === "ended",
    adopt: asks === "other",
    again: ["forbidden", "gone"].includes(problem) || (unbegun && problem) || (late && !part("both").firstElementChild),
    correct: problem === "refused" && form && waiting.length === 1,
    back: !asks && waiting.at(-1)?.action !== "begin",
    drop: ["refused", "forbidden", "gone"].includes(problem) && !unbegun && !(problem === "refused" && form && waiting.length === 1),
    clear: asks === "other" || Boolean(unbegun && problem),
  };
  for (const [name, isShown] of Object.entries(shown)) tool(name).hidden = !isShown;
  tool("adopt").textContent = `${words.as} ${seen?.name ?? ""}`;
}

function whyOf(why, problem) {
  const text = words[`why${why.charAt(0).toUpperCase()}${why.slice(1)}`] ?? "";
  const shown = problem?.kind === "refused" ? document.querySelector("#recorder [role=alert]")?.textContent.trim() : "";
  const said = problem?.words || shown;
  return said ? `${text} ${said}` : text;
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function list(element, entries) {
  const texts = entries.map((entry) => entry.words);
  if ([...element.children].map((item) => item.textContent).join("\n") === texts.join("\n")) return;
  element.replaceChildren(
    ...texts.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }),
  );
}

// Both sides of a conflict, as the server tells them.
export function showBoth(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  part("both").replaceChildren(holder.content);
}

export const bothShown = () => part("both").querySelector(".both")?.dataset ?? null;
