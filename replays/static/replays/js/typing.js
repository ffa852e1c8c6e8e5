// Typing the notation: suggestions while it is typed, by keyboard and by touch, and what it says so far.
// Without this the text is sent as it is, and what is wrong with it is shown then.

const PAUSE = 150;

function enhance(form) {
  const field = form.querySelector("textarea");
  const list = form.querySelector("[role=listbox]");
  const typed = form.querySelector("[data-typed]");
  const told = form.querySelector("[data-told]");
  let timer, asked = 0, pending = Promise.resolve();

  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);

  const options = () => [...list.children];
  const active = () => list.querySelector("[aria-selected=true]");

  function select(option) {
    active()?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
  }

  function close() {
    list.hidden = true;
    select(null);
  }

  // What is being typed stands behind the last bar or line break.
  function choose(option) {
    const head = field.value.replace(/[^|\n]*$/, "");
    field.value = `${head}${head.endsWith("|") ? " " : ""}${option.textContent}`;
    field.setSelectionRange(field.value.length, field.value.length);
    close();
    field.focus();
    ask();
  }

  // What says something whole is to be read and recorded: nothing covers that, more may be typed.
  function isWhole() {
    const pieces = field.value.split(/[|\n]/).filter((piece) => piece.trim());
    return pieces.length > 0 && typed.querySelectorAll(".typed-entries li").length === pieces.length;
  }

  function offer() {
    const offers = [...typed.querySelectorAll("[data-offers] code")].map((one) => one.textContent);
    list.replaceChildren(
      ...offers.map((text, index) => {
        const option = document.createElement("li");
        option.id = `${list.id}-${index}`;
        option.setAttribute("role", "option");
        option.setAttribute("aria-selected", "false");
        option.textContent = text;
        return option;
      }),
    );
    typed.querySelector("[data-offers]")?.remove();
    select(null);
    const wanted = document.activeElement === field && field.selectionEnd === field.value.length;
    list.hidden = !wanted || offers.length === 0 || (isWhole() && !/[|\n]\s*$/.test(field.value));
    told.textContent = wanted ? (offers.length ? `${form.dataset.some} ${offers.length}` : form.dataset.none) : "";
  }

  async function ask() {
    const number = ++asked;
    const address = `${form.dataset.typing}?${new URLSearchParams({ part: 1, text: field.value })}`;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected || number !== asked) return;
      typed.innerHTML = await answer.text();
      field.toggleAttribute("aria-invalid", Boolean(typed.querySelector(".typed-wrong")));
      offer();
    } catch {
      // Nothing is suggested without a network; the text can be sent all the same.
    }
  }

  function askSoon() {
    clearTimeout(timer);
    pending = new Promise((done) => {
      timer = setTimeout(() => ask().then(done), PAUSE);
    });
  }

  field.addEventListener("input", askSoon);
  field.addEventListener("focus", () => {
    // What was refused stays to be read until something else is typed.
    if (!list.children.length && !typed.querySelector("[role=alert]")) askSoon();
  });
  field.addEventListener("blur", close);
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) choose(option);
  });
  field.addEventListener("keydown", async (event) => {
    const open = !list.hidden;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!open) return;
      event.preventDefault();
      const all = options();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const at = all.indexOf(active());
      select(all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length]);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      if (open && active()) {
        choose(active());
        return;
      }
      await pending; // what is sent was read on the newest version
      form.requestSubmit();
    }
  });
  // What is wrong is selected, so that typing replaces it.
  const wrong = typed.querySelector(".typed-wrong");
  if (wrong) {
    field.focus();
    const start = field.value.split(/\r\n|\r|\n/).slice(0, wrong.dataset.line - 1).join("\n").length;
    const at = field.value.indexOf(wrong.querySelector("mark").textContent, start);
    if (at >= 0) field.setSelectionRange(at, at + wrong.querySelector("mark").textContent.length);
  }
  typed.querySelector("[data-offers]")?.remove();
}

for (const form of document.querySelectorAll("[data-typing]")) enhance(form);
document.getElementById("type-drawer")?.addEventListener("toggle", (event) => {
  if (event.newState === "open") document.getElementById("typing-text").focus();
});
