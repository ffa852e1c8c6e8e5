// Hears what others do: over a stream where one gets through, else by asking now and then. A page
// that nobody looks at hears nothing: a browser keeps six connections to a site and no more.

const POLL_SECONDS = 4;
const TRY_AGAIN_SECONDS = 60;

// `place()` is the element that says where: `data-stream`, `data-news` and `data-mark`. `heard`
// are functions by the kind of message; `changed` is called with the mark of what changed.
export class Live {
  constructor(place, heard) {
    this.place = place;
    this.heard = heard;
    this.stream = null;
    this.timer = 0;
    document.addEventListener("visibilitychange", () => this.look());
    window.addEventListener("online", () => this.look());
    window.addEventListener("pagehide", () => this.stop());
    this.look();
  }

  // Starts or stops, as the page is looked at and has something to follow, or not.
  look() {
    this.stop();
    if (!document.hidden && this.place()?.dataset.stream) this.open();
  }

  stop() {
    this.stream?.close();
    this.stream = null;
    window.clearTimeout(this.timer);
  }

  open() {
    const { stream, mark } = this.place().dataset;
    const url = new URL(stream, window.location.href);
    url.searchParams.set("mark", mark);
    this.stream = new EventSource(url);
    for (const [kind, hear] of Object.entries(this.heard)) {
      this.stream.addEventListener(kind, (event) => {
        hear(JSON.parse(event.data));
        if (!this.place()) this.stop(); // It is over.
      });
    }
    this.stream.addEventListener("open", () => this.tell("on"));
    this.stream.addEventListener("error", () => this.failed());
  }

  failed() {
    this.tell("off");
    // The browser tries again by itself, unless it was refused.
    if (this.stream?.readyState !== EventSource.CLOSED) return;
    this.stop();
    this.until = Date.now() + TRY_AGAIN_SECONDS * 1000;
    this.poll();
  }

  tell(state) {
    const place = this.place();
    if (place) place.dataset.live = state;
  }

  async poll() {
    const place = this.place();
    if (!place?.dataset.news) return;
    if (Date.now() > this.until) {
      this.look();
      return;
    }
    try {
      const answer = await fetch(`${place.dataset.news}?mark=${encodeURIComponent(place.dataset.mark)}`);
      if (answer.status === 404) return;
      if (answer.status === 200) this.heard.changed(await answer.json());
      this.tell(answer.ok ? "on" : "off");
    } catch {
      this.tell("off");
    }
    this.timer = window.setTimeout(() => this.poll(), POLL_SECONDS * 1000 * (0.75 + Math.random() / 2));
  }
}
