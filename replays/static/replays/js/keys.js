// Key bindings, read from the one table that the page shows as its help.

const STORE = "kaiten-letters";

function lettersAreOn() {
  try {
    return window.localStorage.getItem(STORE) !== "off";
  } catch {
    return true;
  }
}

function isTyping(element) {
  return Boolean(element?.closest("input:not([type=range]), select, textarea, [contenteditable]"));
}

export function bindKeys(actions) {
  const bindings = new Map();
  for (const row of document.querySelectorAll("#keys [data-key]")) {
    bindings.set(row.dataset.key, { action: row.dataset.action, letter: "letter" in row.dataset });
  }
  const letters = document.getElementById("letters");
  if (letters) {
    letters.checked = lettersAreOn();
    letters.addEventListener("change", () => {
      try {
        window.localStorage.setItem(STORE, letters.checked ? "on" : "off");
      } catch {
        // The choice then lasts for this page only.
      }
    });
  }
  function press(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") {
      actions.leave();
      return;
    }
    if (isTyping(event.target)) return;
    const shifted = event.shiftKey && event.key.length > 1;
    const bound = bindings.get(shifted ? `Shift+${event.key}` : event.key);
    if (!bound || (bound.letter && letters && !letters.checked)) return;
    // Space and the arrows belong to buttons, sliders and scrolling boxes that have the focus.
    if (event.key === " " && event.target.closest("button, a, summary, [tabindex]:not(main)")) return;
    const scrolls = event.key.startsWith("Arrow") || event.key.startsWith("Page");
    if (scrolls && event.target.closest(".story-scroll")) return;
    event.preventDefault();
    const [action, index] = bound.action.split(":");
    actions[action]?.(index);
  }
  document.addEventListener("keydown", press);
  window.kaitenEarlyKeys?.release(press);
}
