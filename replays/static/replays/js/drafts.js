// Half-filled forms of a match outlive a reload: what is typed or tapped is kept until it is sent,
// for the version that the form was made for.

const PREFIX = "kaiten-draft:";
const KEPT_DAYS = 14;

const isDraftable = (form) =>
  form instanceof HTMLFormElement && form.method === "post" && Boolean(form.elements.expected_version);
const isEntered = (control) =>
  control.name && control.type !== "hidden" && control.type !== "password" && control.type !== "submit" &&
  !(control instanceof HTMLButtonElement) && !(control instanceof HTMLFieldSetElement);

function keyOf(form) {
  const { pathname, search } = new URL(form.getAttribute("action") ?? window.location.href, window.location.href);
  const { type, fixed } = form.elements;
  return `${PREFIX}${pathname}${search}:${type?.value ?? ""}:${fixed?.value ?? ""}`;
}

const isTouched = (control) => {
  if (ticks(control)) return control.checked !== control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  return control.value !== ([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value;
};
const ticks = (control) => control.type === "checkbox" || control.type === "radio";
const valueOf = (control) => (ticks(control) ? control.checked : control.value);

function keep(form) {
  const controls = [...form.elements].filter(isEntered);
  if (!controls.some(isTouched)) {
    forgetDraft(form);
    return;
  }
  const draft = {
    version: form.elements.expected_version.value,
    values: controls.map((control) => [control.name, valueOf(control)]),
    at: Date.now(),
  };
  try {
    window.localStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch {
    // The browser keeps nothing: the form does, until the page is left.
  }
}

export function forgetDraft(form) {
  try {
    window.localStorage.removeItem(keyOf(form));
  } catch {
    // There is none.
  }
}

// Fills the forms of the page with what was begun before; to be called before pieces are drawn.
export function restoreDrafts() {
  for (const form of document.querySelectorAll("form")) {
    if (isDraftable(form) && !form.dataset.drafted) restore(form);
  }
}

function restore(form) {
  form.dataset.drafted = "yes";
  const draft = read(keyOf(form));
  if (!draft || draft.version !== form.elements.expected_version.value) return;
  const controls = [...form.elements].filter(isEntered);
  const left = [...controls];
  for (const [name, value] of draft.values) {
    const index = left.findIndex((control) => control.name === name);
    if (index < 0) continue;
    const [control] = left.splice(index, 1);
    if (ticks(control)) control.checked = value;
    else if (!control.value || !(control instanceof HTMLSelectElement)) control.value = value;
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

function read(key) {
  try {
    return JSON.parse(window.localStorage.getItem(key));
  } catch {
    return null;
  }
}

function forgetOld() {
  const oldest = Date.now() - KEPT_DAYS * 24 * 3600 * 1000;
  try {
    for (const key of Object.keys(window.localStorage).filter((name) => name.startsWith(PREFIX))) {
      if (!(read(key)?.at > oldest)) window.localStorage.removeItem(key);
    }
  } catch {
    // There is nothing to forget.
  }
}

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.form ?? event.target.closest?.("form");
    if (form && isDraftable(form) && form.dataset.drafted) keep(form);
  });
}
forgetOld();
