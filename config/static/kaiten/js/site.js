// What every page shares: the theme toggle, lists that filter themselves, printing. How forms are sent: sending.js.

const root = document.documentElement;
root.classList.add("scripted");
const toggle = document.getElementById("theme-toggle");
const systemDark = window.matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : systemDark.matches;
}

function labelToggle() {
  toggle.setAttribute("aria-label", isDark() ? toggle.dataset.toLight : toggle.dataset.toDark);
}

// Where the sections do not fit, the one that is marked is in sight.
for (const section of document.querySelectorAll("nav li > [aria-current]")) {
  const strip = section.closest("ul");
  strip.scrollLeft = section.offsetLeft - strip.offsetLeft - strip.clientWidth / 3;
}

if (toggle) {
  toggle.hidden = false;
  labelToggle();
  systemDark.addEventListener("change", labelToggle);
  toggle.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    root.dataset.theme = next;
    try {
      window.localStorage.setItem("kaiten-theme", next);
    } catch {
      // The choice then lasts for this page only.
    }
    labelToggle();
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

// A select that filters a list sends its form at once; what is typed waits for its button or Enter.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-send-on-change]");
  if (form && !event.target.matches("[type=search], [type=date]")) form.requestSubmit();
});
