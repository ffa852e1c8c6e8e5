// The time that is left in a round, second by second; without scripts it stands as it was sent.

const shown = document.querySelector("[data-seconds-left]");

if (shown) {
  const ends = Date.now() + 1000 * Number(shown.dataset.secondsLeft);
  const tick = () => {
    const left = Math.round((ends - Date.now()) / 1000);
    const size = Math.abs(left);
    const seconds = String(size % 60).padStart(2, "0");
    shown.textContent = `${left < 0 ? "+" : ""}${Math.floor(size / 60)}:${seconds}`;
    shown.classList.toggle("tour-time-over", left <= 0);
  };
  tick();
  setInterval(tick, 1000);
}
