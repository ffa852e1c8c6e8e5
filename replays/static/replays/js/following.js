// A live match: who looks at the newest step stays there, others are told how many they miss.

import { Live } from "../../kaiten/js/live.js";
import { isOld } from "./address.js";
import { tellStory } from "./log.js";
import { last, live, plies, stage } from "./stage.js";

const AGAIN = 2000;

const version = () => Number(stage().dataset.version);

export class Following {
  // `viewer` shows the steps: `here()` is where it is, `go(ply)` leads elsewhere, `grown()` tells it
  // of one more, `setUp()` that the page was replaced; `frames()` are the steps that it has.
  constructor(viewer) {
    this.viewer = viewer;
    this.newest = null; // the lines of the newest step, which the next one changes
    this.missed = 0;
    this.seen = 0; // the newest version that was told of
    this.catching = false;
  }

  start() {
    if (!live()) return;
    const anew = (data) => this.anew(data);
    new Live(live, { step: (data) => this.stepped(data), anew, changed: anew });
  }

  stepped({ version: told, ply, lines, change, scores, story, began }) {
    if (lines) this.newest = lines;
    else {
      const [start, end, between] = change;
      const { newest } = this;
      this.newest = [...newest.slice(0, start), ...between, ...newest.slice(newest.length - end)];
    }
    if (told <= version()) return;
    if (lines || isOld() || ply !== last() + 1 || !document.getElementById("scrubber")) {
      this.anew({ version: told });
      return;
    }
    const follows = this.viewer.here() === last();
    this.viewer.frames().add(ply, this.newest.join("\n"), scores);
    stage().dataset.version = live().dataset.mark = String(told);
    this.grow(ply, story, began);
    if (follows) this.viewer.go(ply);
    else this.miss();
  }

  // One more step: the bar, the log and the track know of it.
  grow(ply, story, began) {
    for (const name of began) stage().dataset[name] = [...plies(name), ply - 1].join(" ");
    stage().dataset.last = String(ply);
    if (began.includes("parts")) this.viewer.frames().starts.push(ply - 1);
    for (const box of [document.getElementById("scrubber"), document.getElementById("ply-number")]) {
      box.max = String(ply);
    }
    document.getElementById("ply-last").textContent = `/ ${ply}`;
    tellStory(story, began);
    this.viewer.grown();
  }

  miss() {
    this.missed += 1;
    this.show();
  }

  show() {
    if (!live()) return;
    const behind = isOld() || this.viewer.here() !== last() || version() < this.seen;
    if (!behind) this.missed = 0;
    const { back, one, many } = live().dataset;
    const words = { 0: back, 1: one }[this.missed] ?? many.replace("{count}", String(this.missed));
    const link = live().querySelector("a");
    if (link.textContent !== words) link.textContent = words;
    live().toggleAttribute("data-behind", behind);
  }

  // More changed than one step: somebody who follows reads the page again, others are told.
  anew(data) {
    this.seen = Math.max(this.seen, Number(data?.version ?? data?.mark ?? 0));
    if (this.seen && this.seen <= version()) return;
    if (this.viewer.here() === last() && !isOld()) this.catchUp();
    else this.miss();
  }

  goLive() {
    if (isOld()) window.location.assign(live().querySelector("a").href);
    else if (version() < this.seen) this.catchUp();
    else this.viewer.go(last());
  }

  // Reads the page again until it is as new as what was told of; once at a time.
  async catchUp() {
    if (this.catching) return;
    this.catching = true;
    try {
      do await this.readAgain();
      while (live() && version() < this.seen);
    } catch {
      window.setTimeout(() => this.catchUp(), AGAIN);
    } finally {
      this.catching = false;
    }
  }

  async readAgain() {
    const url = new URL(window.location.href);
    url.searchParams.delete("ply");
    const path = url.pathname + url.search;
    const answer = await fetch(path);
    if (answer.status >= 500) throw new Error(`status ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("match");
    if (!answer.ok || !fresh?.querySelector("#frame")) {
      window.location.reload(); // It is another page now, and says itself why.
      return;
    }
    stage().replaceWith(document.importNode(fresh, true));
    window.htmx?.process(stage());
    window.history.replaceState({}, "", path);
    this.viewer.setUp();
    // An ended match opens at its start; who was following wants to see its end.
    this.viewer.go(last());
  }
}
