// A browser writes days as its own language does, whatever that of the page is: below the input stands
// what is meant, in the words of the page.

const FIELDS = "input[type=date], input[type=datetime-local]";
const styles = { date: { dateStyle: "full" }, "datetime-local": { dateStyle: "full", timeStyle: "short" } };

function wordsOf(input) {
  // As it was typed: no zone has a say in it.
  const moment = new Date(`${input.value}${input.type === "date" ? "T00:00" : ""}Z`);
  if (!input.value || Number.isNaN(moment.valueOf())) return "";
  return new Intl.DateTimeFormat(document.documentElement.lang, { ...styles[input.type], timeZone: "UTC" }).format(moment);
}

function tell(input) {
  const words = wordsOf(input);
  const told = input.nextElementSibling?.matches(".day-words") ? input.nextElementSibling : null;
  if (!words) {
    told?.remove();
    return;
  }
  const place = told ?? document.createElement("output");
  place.className = "help day-words";
  place.textContent = words;
  if (!told) input.after(place);
}

const all = () => document.querySelectorAll(FIELDS).forEach(tell);
document.addEventListener("input", ({ target }) => {
  if (target.matches(FIELDS)) tell(target);
});
document.addEventListener("htmx:afterSettle", all);
document.addEventListener("kaiten:followed", all);
all();
