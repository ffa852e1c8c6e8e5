// The frames of a match: every step as the server rendered it, fetched part by part and kept.

export class Frames {
  // `address(part)` is where a part is; `starts` are the first steps of the parts.
  constructor(address, starts, arrived) {
    this.address = address;
    this.starts = starts;
    this.arrived = arrived;
    this.parts = new Map();
    this.asked = new Map();
    this.live = new Map();
  }

  // A step that came by itself.
  add(ply, html, scores) {
    this.live.set(ply, { html, scores });
  }

  partOf(ply) {
    return Math.max(0, this.starts.findLastIndex((first) => first <= ply));
  }

  // The HTML of a step, or undefined while its part is not here.
  at(ply) {
    if (this.live.has(ply)) return this.live.get(ply).html;
    const part = this.parts.get(this.partOf(ply));
    return part?.pages[ply - part.first]?.map((number) => part.lines[number]).join("\n");
  }

  scores(ply) {
    if (this.live.has(ply)) return this.live.get(ply).scores;
    const part = this.parts.get(this.partOf(ply));
    return part?.scores[ply - part.first];
  }

  // How many milliseconds passed before the step after this one was recorded.
  gap(ply) {
    const moment = (html) => Date.parse(/ data-at="([^"]+)"/.exec(html ?? "")?.[1]);
    return Math.max(0, moment(this.at(ply + 1)) - moment(this.at(ply))) || 0;
  }

  // Fetches the part that a step is in, once; what could not be fetched may be asked for again.
  async need(ply) {
    const number = this.partOf(ply);
    if (!this.asked.has(number)) this.asked.set(number, this.fetchPart(number));
    try {
      await this.asked.get(number);
    } catch (error) {
      this.asked.delete(number);
      throw error;
    }
  }

  async fetchPart(number) {
    const answer = await fetch(this.address(number));
    if (!answer.ok || answer.redirected) throw new Error(`status ${answer.status}`);
    const part = await answer.json();
    part.pages = unfolded(part.steps);
    this.parts.set(number, part);
    this.arrived(number, part);
  }

  // Everything else, nearest first, while nobody waits: then the match can be replayed offline.
  async fetchRest(ply) {
    const here = this.partOf(ply);
    const order = this.starts.map((_, number) => number);
    order.sort((one, other) => Math.abs(one - here - 0.4) - Math.abs(other - here - 0.4));
    for (const number of order) {
      try {
        await this.need(this.starts[number]);
      } catch {
        return; // Whoever steps there asks again.
      }
    }
  }
}

// Each step as the numbers of its lines: what it shares with the step before is not sent again.
function unfolded(steps) {
  let page = [];
  return steps.map(([start, end, between]) => {
    page = [...page.slice(0, start), ...between, ...page.slice(page.length - end)];
    return page;
  });
}
