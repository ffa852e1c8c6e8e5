// Who sits where, by tapping people in the order of their seats; a guest by typing a name. How many
// play follows from that. Without this the same is asked for by selects.

import { carry, choose, chosen, keep, kept } from "./seating-draft.js";

const root = document.querySelector("[data-seating]");
const form = root.closest("form");
const game = form.elements.game.value;
const asking = document.querySelector(".choose-game");
const fallback = form.querySelector("[data-seat-fields]");
const find = root.querySelector("input[type=search]");
const list = root.querySelector(".seated");
const sample = root.querySelector("template").content.firstElementChild;
const words = root.dataset;
const [least, most] = [Number(words.least), Number(words.most)];
const chips = [...root.querySelectorAll("[data-value]")];
const everybody = root.querySelector("[data-everybody]");
const guestChip = root.querySelector("[data-guest]");
const scoreInput = fallback.querySelector("[name^=score_]");

const nobody = () => ({ player: "", guest: "", score: "", wrong: "" });
const isNamed = (seat) => Boolean(seat.player || seat.guest);
const isBot = (value) => value.startsWith("bot:");
const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const labels = new Map(chips.map((chip) => [chip.dataset.value, chip.querySelector(".chip-name").textContent]));

let seats = []; // those that somebody has filled or asked for
let usual = Number(form.elements.seats.value); // how many there are while that is nobody
let rest = {}; // what was chosen for inputs that this page does not have

function readFallback() {
  const asked = [...fallback.querySelectorAll("fieldset")].map((row) => ({
    player: row.querySelector("[name^=player_]").value,
    guest: row.querySelector("[name^=guest_]").value,
    score: row.querySelector("[name^=score_]")?.value ?? "",
    wrong: [...row.querySelectorAll(".errorlist li")].map((item) => item.textContent).join(" "),
  }));
  const touched = (seat) => isNamed(seat) || seat.score || seat.wrong;
  if (asked.some(touched)) seats = asked;
  fallback.remove();
}

// A match has at least so many seats, named or not.
function rows() {
  const wanted = seats.length ? least : Math.max(usual, least);
  return [...seats, ...Array.from({ length: Math.max(0, wanted - seats.length) }, nobody)];
}

const nameOf = (seat, index) =>
  labels.get(seat.player) ?? (seat.guest || fill(words.seat, { number: index + 1 }));
const seatOf = (value) => seats.findIndex((seat) => seat.player === value);
const tooMany = (count) => (count > most ? fill(words.refusal, { seats: count }) : "");

function say(text, isWrong = false) {
  const said = root.querySelector("[data-said]");
  said.textContent = text;
  said.classList.toggle("error", isWrong);
}

// Seats

function sit(who) {
  const empty = seats.findIndex((seat) => !isNamed(seat));
  const at = empty < 0 ? seats.length : empty;
  const problem = empty < 0 ? tooMany(at + 1) : "";
  if (problem) {
    say(problem, true);
    return false;
  }
  seats[at] = { ...nobody(), score: seats[at]?.score ?? "", ...who };
  // A bot can sit nowhere else.
  if (isBot(seats[at].player)) form.querySelector("[name=source][value=online]")?.click();
  say(fill(words.sits, { number: at + 1, name: nameOf(seats[at], at) }));
  return true;
}

function takeOut(index) {
  const all = rows();
  const name = nameOf(all[index], index);
  if (index < seats.length) seats.splice(index, 1);
  else usual = all.length - 1;
  say(fill(words.left, { name }));
}

function move(index, by) {
  seats = rows();
  const [seat] = seats.splice(index, 1);
  seats.splice(index + by, 0, seat);
  say(fill(words.sits, { number: index + by + 1, name: nameOf(seat, index + by) }));
}

function hidden(name, value) {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  return input;
}

function scoreOf(seat, index, name) {
  const input = scoreInput.cloneNode();
  input.name = `score_${index}`;
  input.id = `id_score_${index}`;
  input.value = seat.score;
  input.placeholder = words.score;
  input.setAttribute("aria-label", `${words.score}, ${name}`);
  input.addEventListener("input", () => {
    if (index >= seats.length) seats = rows();
    seats[index].score = input.value;
    remember();
  });
  return input;
}

function item(seat, index, all) {
  const line = sample.cloneNode(true);
  const name = nameOf(seat, index);
  line.id = `id_player_${index}`;
  line.classList.toggle("is-empty", !isNamed(seat));
  line.classList.toggle("is-surplus", index >= most);
  const plate = line.querySelector(".plate");
  plate.classList.add(`plate-${index}`);
  plate.textContent = index + 1;
  line.querySelector(".seat-name").textContent = isNamed(seat) ? name : words.unnamed;
  line.querySelector(".badge").hidden = !seat.guest;
  line.querySelector(".error").textContent = seat.wrong;
  line.append(hidden(`player_${index}`, seat.player), hidden(`guest_${index}`, seat.guest));
  if (scoreInput) line.querySelector(".seat-tools").before(scoreOf(seat, index, name));
  for (const tool of line.querySelectorAll("[data-tool]")) {
    const { tool: kind } = tool.dataset;
    const by = { up: -1, down: 1 }[kind];
    tool.setAttribute("aria-label", fill(tool.dataset.label, { name }));
    tool.disabled = by ? !all[index + by] : !isNamed(seat) && all.length <= least;
    tool.addEventListener("click", () => {
      if (by) move(index, by);
      else takeOut(index);
      show();
      focusOn(by ? index + by : Math.min(index, rows().length - 1), kind);
    });
  }
  return line;
}

function focusOn(index, kind) {
  const line = list.children[index];
  (line?.querySelector(`[data-tool=${kind}]:enabled`) ?? line?.querySelector("[data-tool]:enabled") ?? find).focus();
}

// People

function showChips() {
  const typed = fold(find.value);
  const all = everybody.getAttribute("aria-expanded") === "true";
  for (const chip of chips) {
    const { value } = chip.dataset;
    const at = isBot(value) ? -1 : seatOf(value);
    const plate = chip.querySelector(".plate");
    plate.className = `plate plate-${at}`;
    plate.textContent = at + 1;
    plate.hidden = at < 0;
    if (!isBot(value)) chip.setAttribute("aria-pressed", String(at >= 0));
    chip.hidden = typed ? !fold(labels.get(value)).includes(typed) : "later" in chip.dataset && !all && at < 0;
  }
  everybody.hidden = Boolean(typed) || !chips.some((chip) => "later" in chip.dataset);
  guestChip.hidden = !typed || Boolean(called(typed));
  guestChip.querySelector(".chip-name").textContent = fill(words.guest, { name: find.value.trim() });
}

const called = (typed) => [...labels.keys()].find((value) => fold(labels.get(value)) === typed);

// Who is meant by what is typed: a name, or the only one with a part that begins so.
function meant(typed) {
  const begins = (label) => fold(label).split(/\s+/).some((_, index, parts) => parts.slice(index).join(" ").startsWith(typed));
  const found = [...labels.keys()].filter((value) => begins(labels.get(value)));
  return called(typed) ?? (found.length === 1 ? found[0] : undefined);
}

const isAsked = (typed) => chips.some((chip) => fold(labels.get(chip.dataset.value)).includes(typed));

function seatTyped() {
  const typed = fold(find.value);
  if (!typed) return;
  if (meant(typed) || !isAsked(typed)) seatNamed(meant(typed));
  else say(words.which, true);
}

function seatNamed(known) {
  const name = find.value.trim();
  const sitsThere = known ? !isBot(known) && seatOf(known) >= 0 : seats.some(({ guest }) => fold(guest) === fold(name));
  if (sitsThere) say(words.twice, true);
  else if (sit(known ? { player: known } : { guest: name })) find.value = "";
  show();
}

// All together

const inputs = () =>
  [...form.elements].filter(
    (input) => input.name && input.matches("input:not([type=hidden]), select, textarea") && !root.contains(input),
  );

function draft() {
  const people = seats.map((seat) => ({ ...seat, wrong: "" }));
  return { seats: people, usual, fields: { ...rest, ...chosen(inputs(), game, "kept" in form.dataset) } };
}

function remember() {
  keep(draft());
}

function show() {
  const all = rows();
  list.replaceChildren(...all.map(item));
  form.elements.seats.value = all.length;
  for (const slot of form.querySelectorAll("[data-count]")) slot.textContent = fill(words.players, { number: all.length });
  for (const row of form.querySelectorAll("[data-seats]")) {
    const [from, to] = row.dataset.seats.split(" ").map(Number);
    row.hidden = all.length < from || all.length > to;
    for (const input of row.querySelectorAll("input, select")) input.disabled = row.hidden;
  }
  const problem = tooMany(all.length);
  const refusal = root.querySelector("[data-refusal]");
  refusal.textContent = problem;
  refusal.hidden = !problem;
  root.querySelector("[data-unnamed]").disabled = all.length >= most;
  showChips();
  check();
  remember();
}

// The browser says it beside the input, and sends nothing.
function check() {
  find.setCustomValidity(find.value.trim() ? words.unfinished : tooMany(rows().length));
}

for (const chip of chips) {
  chip.addEventListener("click", () => {
    const { value } = chip.dataset;
    const at = isBot(value) ? -1 : seatOf(value);
    if (at >= 0) takeOut(at);
    else if (sit({ player: value })) find.value = "";
    show();
  });
}
find.addEventListener("input", () => {
  say("");
  showChips();
  check();
});
find.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  seatTyped();
});
guestChip.addEventListener("click", () => seatNamed());
everybody.addEventListener("click", () => {
  const isOpen = everybody.getAttribute("aria-expanded") === "true";
  everybody.setAttribute("aria-expanded", String(!isOpen));
  showChips();
});
root.querySelector("[data-unnamed]").addEventListener("click", () => {
  if (seats.length) seats = [...rows(), nobody()];
  else usual = rows().length + 1;
  show();
});
form.addEventListener("change", remember);

// Another game, club or way to tell: the page comes anew, and everybody keeps their seat.

const query = () => new URLSearchParams(new FormData(asking)).toString();
const differs = () =>
  [...new FormData(asking)].some(([name, value]) => form.elements[name] && form.elements[name].value !== value);

asking.addEventListener("submit", () => {
  const { id, dataset } = document.activeElement;
  carry({ ...draft(), focus: dataset.game ?? id }, query());
});
// What stands above must be what is begun: without a connection it may not have come.
form.addEventListener("submit", (event) => {
  if (!differs()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  asking.requestSubmit();
});

function offerGames() {
  const select = asking.elements.game;
  const buttons = [...select.options].map((option) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "person-chip", textContent: option.textContent });
    button.dataset.game = option.value;
    button.setAttribute("aria-pressed", String(option.value === game));
    button.addEventListener("click", () => {
      select.value = option.value;
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      if (differs()) asking.requestSubmit();
    });
    return button;
  });
  const group = asking.querySelector("[data-games]");
  group.append(...buttons);
  group.hidden = false;
  select.hidden = true;
}

function refocus(name) {
  const input = document.getElementById(name) ?? asking.querySelector(`[data-game="${name}"]`);
  input?.focus({ preventScroll: true });
}

function takeUp(before) {
  if (!before) return;
  seats = before.seats.map((seat) => (seat.player && !labels.has(seat.player) ? { ...seat, player: "" } : seat));
  usual = before.usual;
  rest = before.fields;
  choose(inputs(), game, before.fields);
  form.dispatchEvent(new Event("change", { bubbles: true }));
  refocus(before.focus);
}

const before = kept();
readFallback();
root.hidden = false;
asking.elements.seats.disabled = true;
offerGames();
takeUp(before);
show();
