// A page that follows what others do waits while somebody is busy with a form on it, and while
// nobody looks. What was begun before the answer came is kept too: the next answer will do.

const CONTROLS = "input, select, textarea";

function isTouched(control) {
  if (control.type === "hidden") return false;
  if (control.type === "checkbox" || control.type === "radio") {
    return control.checked !== control.defaultChecked;
  }
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const first = options.some((option) => option.defaultSelected) ? -1 : 0;
    return options.some((option, place) => option.selected !== (option.defaultSelected || place === first));
  }
  return control.value !== control.defaultValue;
}

function isBusy() {
  const live = document.querySelector("#tour-live");
  if (document.hidden || !live) return true;
  if (live.contains(document.activeElement) && document.activeElement.matches(`${CONTROLS}, button`)) {
    return true;
  }
  if (live.querySelector("details[open] form, form details[open], [data-unsent]")) return true;
  return [...live.querySelectorAll(CONTROLS)].some(isTouched);
}

function waitWhileBusy(event) {
  if (event.detail.elt?.id === "tour-news" && isBusy()) event.preventDefault();
}

document.body.addEventListener("htmx:beforeRequest", waitWhileBusy);
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.requestConfig?.elt?.id === "tour-news" && isBusy()) {
    event.detail.shouldSwap = false;
  }
});
