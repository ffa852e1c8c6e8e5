// Results are typed as they stand on a slip: `42 38 38 21` fills the boxes of a table one after the
// other, Enter saves them and goes on to the next table that has none. Without this every box is
// filled by itself, or all scores are typed into the first one.

const FORM = ".tour-table:not([hidden]) .tour-result-form";
const BETWEEN = /[\s,;:/]+/;
const round = () => document.getElementById("round");

const boxesOf = (form) =>
  [...form.querySelectorAll(".tour-seats input.tour-score")].filter((box) => !box.disabled);
const isScore = (node) => node instanceof HTMLInputElement && Boolean(node.closest(".tour-seats")) && node.matches(".tour-score");

function enter(form) {
  const fold = form.closest("details[data-fold]");
  if (fold) fold.open = true;
  const boxes = boxesOf(form);
  const box = boxes.find((one) => !one.value) ?? boxes[0];
  box?.focus();
  box?.select();
}

// The next open table after one, then those before it; once none is left, the next step.
function goOn(card) {
  const forms = [...(round() ?? document).querySelectorAll(FORM)];
  const after = forms.find((form) => card.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING);
  const form = after ?? forms[0];
  if (form) enter(form);
  else document.querySelector("#next-step .btn-primary")?.focus();
}

document.addEventListener("input", (event) => {
  const box = event.target;
  if (!isScore(box) || !BETWEEN.test(box.value)) return;
  const boxes = boxesOf(box.form);
  const rest = boxes.slice(boxes.indexOf(box));
  const words = box.value.trimStart().split(BETWEEN);
  // What there is no seat for stays in the last box, and is refused there.
  const over = words.splice(rest.length).filter(Boolean);
  if (over.length) words[words.length - 1] = [words.at(-1), ...over].join(" ");
  words.forEach((word, index) => {
    if (word || index === 0) rest[index].value = word;
  });
  const next = rest[words.length - 1];
  next.focus();
  if (next !== box) next.select();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !isScore(event.target)) return;
  const boxes = boxesOf(event.target.form);
  const later = boxes.slice(boxes.indexOf(event.target) + 1);
  // The key "next" of a phone; what is typed by then is kept.
  if (!event.target.value || !later.length || later.some((box) => box.value)) return;
  event.preventDefault();
  later[0].focus();
});

let sent = "";
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.matches?.(".tour-result-form")) sent = target.closest(".tour-table")?.id ?? "";
});
document.addEventListener("htmx:afterSettle", () => {
  const card = sent && document.getElementById(sent);
  if (!card) return;
  sent = "";
  const form = card.querySelector(".tour-result-form");
  if (!form) {
    forget();
    goOn(card);
  } else if (!card.contains(document.activeElement)) {
    enter(form);
  }
});

// What was said once is no longer news when something has happened since.
function forget() {
  document.querySelector(".messages")?.closest("[role=status]")?.remove();
}
document.addEventListener("kaiten:followed", forget);

// The table whose scores were to be typed has its result from elsewhere: on to the next one.
let left = "";
document.addEventListener("kaiten:following", () => {
  left = isScore(document.activeElement) ? document.activeElement.closest(".tour-table")?.id : "";
});
document.addEventListener("kaiten:followed", () => {
  const card = left && document.getElementById(left);
  if (card && !card.querySelector(".tour-result-form")) goOn(card);
});

// "Enter the results" leads to the first box, "Correct" to what was typed there.
const BEGINNINGS = { "#round": `#round ${FORM}`, "#correct": "#correct .tour-result-form" };
function begin() {
  const begins = BEGINNINGS[window.location.hash];
  const form = begins && document.querySelector(begins);
  if (form) enter(form);
}
document.addEventListener("click", (event) => {
  if (event.target.closest?.('a[href$="#round"]')) window.setTimeout(begin);
});
// Going to the fragment takes the focus away, so that comes first.
window.addEventListener("pageshow", () => window.setTimeout(begin));
