// Playing a match by itself: at a steady pace, or as it was recorded.

const STORE = "kaiten-speed";
const PACE = 1200;
const LONGEST = 10_000;

export class Player {
  // `next()` takes a step, `gap()` is how long that step took when it was recorded.
  constructor({ next, gap, ended }) {
    Object.assign(this, { next, gap, ended, timer: null });
    this.speed = remembered() ?? "1";
  }

  get playing() {
    return this.timer !== null;
  }

  toggle() {
    if (this.playing) this.stop();
    else if (!this.ended()) this.wait();
    this.reflect();
  }

  stop() {
    window.clearTimeout(this.timer);
    this.timer = null;
  }

  setSpeed(speed) {
    this.speed = speed;
    try {
      window.localStorage.setItem(STORE, speed);
    } catch {
      // The choice then lasts for this page only.
    }
    if (this.playing) {
      this.stop();
      this.wait();
    }
  }

  wait() {
    const pause = this.speed === "real" ? Math.min(LONGEST, this.gap()) : PACE / Number(this.speed);
    this.timer = window.setTimeout(() => {
      this.next();
      if (this.ended()) this.stop();
      else this.wait();
      this.reflect();
    }, pause);
  }

  reflect() {
    const button = document.querySelector('.controls [data-action="play"]');
    if (!button) return;
    button.setAttribute("aria-label", this.playing ? button.dataset.pause : button.dataset.play);
    button.toggleAttribute("data-playing", this.playing);
    const speed = document.getElementById("speed");
    if (speed) speed.value = this.speed;
  }
}

function remembered() {
  try {
    return window.localStorage.getItem(STORE);
  } catch {
    return null;
  }
}
