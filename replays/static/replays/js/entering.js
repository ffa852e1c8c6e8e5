// From a form of the recorder to an entry of the queue.

const ENVELOPE = new Set(["csrfmiddlewaretoken", "expected_version", "key"]);
const ACTIONS = { record: "record", roll: "roll", "take-back": "take_back", confirm: "confirm", stop: "stop" };
const WAYS = { count: "count", rounds: "rounds" };

const plain = (text) => text.replace(/\s+/g, " ").trim();

// Returns what a form is about to do to a match; null if it leads to another page, or is none of the
// recorder's.
export function entryOf(form, button, match) {
  if (!(form instanceof HTMLFormElement) || !form.hasAttribute("hx-post") || !form.elements.expected_version) return null;
  const address = new URL(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", window.location.href);
  const named = new RegExp(`/matches/${match}/(record|roll|take-back|confirm|report|stop)/$`).exec(address.pathname);
  if (!named) return null;
  const action = ACTIONS[named[1]] ?? WAYS[address.searchParams.get("by")] ?? "scores";
  const sent = [...new FormData(form, button)];
  return {
    match,
    action,
    address: address.pathname + address.search,
    fields: sent.filter(([name, value]) => !ENVELOPE.has(name) && typeof value === "string"),
    words: wordsOf(form, button),
    seat: form.closest(".chooser[data-seat]")?.dataset.seat ?? null,
  };
}

export const isUndo = (form) => Boolean(form.querySelector("#undo"));

// What was tapped, as the page said it: a choice says it all, a form by what is filled in.
function wordsOf(form, button) {
  const told = [...form.querySelectorAll("fieldset")].map(fieldWords).filter(Boolean);
  const chosen = button ?? form.querySelector("button:not([type=button])");
  const sentence = chosen?.querySelector(".choice-sentence")?.textContent ?? chosen?.textContent ?? "";
  return button?.name || !told.length ? plain(sentence) : told.join("; ");
}

function fieldWords(field) {
  const counts = new Map();
  for (const select of field.querySelectorAll("select")) {
    if (!select.value) continue;
    const word = plain(select.selectedOptions[0].textContent);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  if (!counts.size) return "";
  const legend = field.querySelector(".picker-step") ?? field.querySelector("legend");
  const label = plain(legend?.firstChild?.textContent ?? "");
  const words = [...counts].map(([word, count]) => (count > 1 ? `${count} × ${word}` : word)).join(", ");
  return label ? `${label}: ${words}` : words;
}
