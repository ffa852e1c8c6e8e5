// What was chosen on the form of a new match outlives another game, a reload and a login in between:
// it is kept for when the same page comes back, and carried along to the page that is asked for.

const PLACE = "kaiten-new-match";
const account = document.getElementById("unsent").dataset.account;

const isBox = (input) => input.type === "checkbox" || input.type === "radio";
const sorted = (query) => [...new URLSearchParams(query)].map(String).sort().join();

// Options belong to their game; everything else is asked for whatever is played.
const keyOf = (input, game) => (input.name.startsWith("option_") ? `${game}.${input.name}` : input.name);

function isChanged(input) {
  if (isBox(input)) return input.checked !== input.defaultChecked;
  if (input.tagName !== "SELECT") return input.value !== input.defaultValue;
  const first = [...input.options].find((option) => option.defaultSelected) ?? input.options[0];
  return input.selectedOptions[0] !== first;
}

// Returns what differs from the page as it came; all of it where somebody had chosen it before.
export function chosen(inputs, game, all) {
  const names = new Set(inputs.filter((input) => all || isChanged(input)).map((input) => input.name));
  const fields = {};
  for (const input of inputs.filter(({ name }) => names.has(name))) {
    const values = (fields[keyOf(input, game)] ??= []);
    if (!isBox(input) || input.checked) values.push(input.value);
  }
  return fields;
}

export function choose(inputs, game, fields) {
  for (const input of inputs) {
    const values = fields[keyOf(input, game)];
    if (!values) continue;
    if (isBox(input)) input.checked = values.includes(input.value);
    else if (input.tagName !== "SELECT" || [...input.options].some(({ value }) => value === values[0])) {
      input.value = values[0];
    }
  }
}

function put(draft, query, isCarried) {
  try {
    window.sessionStorage.setItem(PLACE, JSON.stringify({ account, query, isCarried, draft }));
  } catch {
    // Then the next page begins anew.
  }
}

export function keep(draft) {
  put(draft, window.location.search, false);
}

export function carry(draft, query) {
  put(draft, query, true);
}

function wasHere() {
  const [visit] = window.performance.getEntriesByType("navigation");
  return visit?.type === "reload" || visit?.type === "back_forward";
}

// Returns what was chosen before this page was loaded, by the same account; null for a fresh page.
export function kept() {
  try {
    const put = JSON.parse(window.sessionStorage.getItem(PLACE));
    window.sessionStorage.removeItem(PLACE);
    const isMeant = put && put.account === account && sorted(put.query) === sorted(window.location.search);
    return isMeant && (put.isCarried || wasHere()) ? put.draft : null;
  } catch {
    return null;
  }
}
