// The time that is left in a round, second by second; without scripts it stands as it was sent.

let shown = null;
let ends = 0;

function tick() {
  // The page may have been replaced by a newer one, with a newer time.
  const clock = document.querySelector("[data-seconds-left]");
  if (!clock) return;
  if (clock !== shown) {
    shown = clock;
    ends = Date.now() + 1000 * Number(clock.dataset.secondsLeft);
  }
  const left = Math.round((ends - Date.now()) / 1000);
  const size = Math.abs(left);
  const seconds = String(size % 60).padStart(2, "0");
  clock.textContent = `${left < 0 ? "+" : ""}${Math.floor(size / 60)}:${seconds}`;
  clock.classList.toggle("tour-time-over", left <= 0);
}

// It says what was left when the page was asked for again.
document.addEventListener("kaiten:followed", () => {
  shown = null;
});
tick();
setInterval(tick, 1000);
