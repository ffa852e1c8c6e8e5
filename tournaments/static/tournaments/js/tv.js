// The screen in the room: one part at a time, by itself or by key. Without scripts all parts stand
// below each other.

const SECONDS = 12;
const SMALLEST = 0.4;

const parts = () => [...document.querySelectorAll(".tv-part")];
const controls = document.querySelector(".tv-controls");
const pauseButton = controls.querySelector("[data-tv='pause']");
let shown = "";
let position = 0;
let paused = false;
let timer = 0;

function overflows(part) {
  return part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
}

// Names are as long as they are: what does not fit is drawn smaller, never cut.
function fit(part) {
  for (let scale = 1; scale >= SMALLEST; scale -= 0.05) {
    part.style.setProperty("--tv-fit", scale.toFixed(2));
    if (!overflows(part)) return;
  }
}

function show(index) {
  const all = parts();
  position = (index + all.length) % all.length;
  shown = all[position].id;
  for (const [at, part] of all.entries()) part.classList.toggle("tv-shown", at === position);
  fit(all[position]);
  controls.querySelector("[data-tv-count]").textContent = `${position + 1} / ${all.length}`;
}

function wait() {
  window.clearInterval(timer);
  if (!paused) timer = window.setInterval(() => show(position + 1), 1000 * SECONDS);
}

const actions = {
  back: () => show(position - 1),
  next: () => show(position + 1),
  pause: () => {
    paused = !paused;
    pauseButton.setAttribute("aria-pressed", String(paused));
  },
};

function act(name) {
  actions[name]();
  wait();
}

controls.addEventListener("click", (event) => {
  const button = event.target.closest("[data-tv]");
  if (button) act(button.dataset.tv);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const onButton = event.target.closest("button, a");
  const name = { ArrowRight: "next", ArrowLeft: "back", " ": onButton ? "" : "pause" }[event.key];
  if (!name) return;
  event.preventDefault();
  act(name);
});

// What was looked at stays, unless it is over or something else has begun, such as a round or the
// podium, and nobody has stopped it: then whatever matters first now is shown.
const moment = () => `${parts()[0].id} ${document.querySelector(".tv-round")?.textContent.trim() ?? ""}`;
let before = moment();
document.addEventListener("kaiten:followed", () => {
  const stays = paused || before === moment() ? parts().findIndex((part) => part.id === shown) : 0;
  before = moment();
  show(Math.max(0, stays));
  if (!stays) wait();
});
window.addEventListener("resize", () => show(position));

document.documentElement.classList.add("tv-rotates");
controls.hidden = false;
show(0);
wait();
