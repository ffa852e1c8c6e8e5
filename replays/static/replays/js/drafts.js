// What was chosen on the form of a new match outlives another game, a reload and a login in between:
// it is kept with the page's place in the history, and carried along when the page asks for another.

const CARRIED = "kaiten-new-match";
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

export function keep(draft) {
  window.history.replaceState({ ...window.history.state, newMatch: { ...draft, account } }, "");
}

export function carry(draft, query) {
  try {
    window.sessionStorage.setItem(CARRIED, JSON.stringify({ draft: { ...draft, account }, query }));
  } catch {
    // Then the next page begins anew.
  }
}

// Returns what was chosen before this page was loaded, by the same account; null for a fresh page.
export function kept() {
  let draft = window.history.state?.newMatch;
  try {
    const carried = JSON.parse(window.sessionStorage.getItem(CARRIED));
    window.sessionStorage.removeItem(CARRIED);
    if (carried && sorted(carried.query) === sorted(window.location.search)) draft = carried.draft;
  } catch {
    // A browser that keeps nothing has carried nothing.
  }
  return draft?.account === account ? draft : null;
}
