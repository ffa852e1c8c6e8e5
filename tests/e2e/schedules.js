// Random schedules of cuts, twins and late arrivals between the recorder's queue and the server.
// The queue and the outbox are the page's own modules, the server is the real one: only the way
// between them is bad.

async (plans) => {
  const { Queue } = await import("/static/replays/js/queue.js");
  const { Outbox } = await import("/static/replays/js/outbox.js");
  const { newId } = await import("/static/replays/js/ids.js");

  const words = document.getElementById("unsent").dataset;
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const device = newId();
  const session = {
    look: async () => ({ problem: "", account: words.account }),
    headers: () => ({ "X-CSRFToken": token }),
  };
  const real = window.fetch.bind(window);
  const pause = (most, chance) => new Promise((resolve) => setTimeout(resolve, chance() * most));
  const ways = new Map();

  function luck(seed) {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  }

  // One way to the server, and what happens on it.
  class Way {
    constructor(chance) {
      this.chance = chance;
      this.late = [];
      this.left = 7; // after so many it is a good one
      this.fates = {};
    }

    async send(url, options) {
      const { signal: _, ...copy } = options;
      // What was on its way for long arrives now, whatever was sent since.
      if (this.chance() < 0.4) this.release();
      const fates = ["fine", "slow", "lost", "unanswered", "twice", "late", "cut", "portal", "away"];
      this.left -= 1;
      const fate = this.left < 0 ? "fine" : fates[Math.floor(this.chance() * fates.length)];
      this.fates[fate] = (this.fates[fate] ?? 0) + 1;
      if (fate === "lost") throw new TypeError("lost");
      if (fate === "late") {
        this.late.push(() => real(url, copy));
        throw new TypeError("late");
      }
      if (fate === "portal") return new Response("<html>Welcome to the Wi-Fi</html>");
      if (fate === "away") return new Response("", { status: 503 });
      if (fate === "slow") await pause(20, this.chance);
      const [answer] = await Promise.all([real(url, copy), ...(fate === "twice" ? [real(url, copy)] : [])]);
      if (fate === "unanswered") throw new TypeError("unanswered");
      if (fate !== "cut") return answer;
      const { ok, status, headers } = answer;
      return { ok, status, headers, text: () => Promise.reject(new TypeError("cut")) };
    }

    release() {
      return Promise.all(this.late.splice(0).map((send) => send()));
    }
  }
  window.fetch = (url, options) => {
    const named = /\/matches\/([0-9a-f-]+)\//.exec(url);
    return named && ways.has(named[1]) ? ways.get(named[1]).send(url, options) : real(url, options);
  };

  // A tab: it may be closed at any moment, and another one opened.
  async function openTab(match) {
    const tab = { queue: await Queue.open() };
    tab.outbox = new Outbox(tab.queue, match, { session, device, pauses: [3, 6, 12] });
    return tab;
  }

  async function run({ match, version, taps, seed }) {
    const chance = luck(seed);
    const way = new Way(chance);
    ways.set(match, way);
    const tabs = [await openTab(match), await openTab(match)];
    const any = () => Math.floor(chance() * tabs.length);
    const meant = []; // what has to stand in the log
    let after = null;
    const entry = (action, fields, address) => ({
      id: newId(), match, action, fields, address: `/matches/${match}/${address}/`, words: "", seat: null, account: words.account,
    });

    async function happen() {
      if (chance() < 0.5) tabs[any()].outbox.kick();
      if (chance() < 0.5) await pause(15, chance);
      if (chance() < 0.25) {
        const index = any();
        tabs[index].outbox.stop();
        tabs[index].queue.database.close();
        tabs[index] = await openTab(match);
        tabs[index].outbox.kick();
      }
    }

    async function tap(fields, said) {
      const made = entry("record", [["event", fields]], "record");
      const { queue } = tabs[any()];
      // Tapped, kept, and then perhaps kept once more by a page that was not sure.
      await queue.add(made, { version, after });
      if (chance() < 0.1) await queue.add(made, { version, after });
      const before = after;
      after = made.id;
      meant.push({ id: made.id, said });
      await happen();
      return before;
    }

    for (const [index, { right, wrong }] of taps.entries()) {
      if (wrong) {
        const before = await tap(wrong, `wrong ${index}`);
        const undo = await tabs[any()].queue.takeBack(after, entry("take_back", [], "take-back"));
        if (undo) meant.push({ id: undo.id, said: "undo" });
        else meant.pop();
        after = undo ? undo.id : before;
        await happen();
      }
      await tap(right, `right ${index}`);
    }
    for (;;) {
      await tabs[any()].outbox.kick();
      const left = await tabs[0].queue.waiting(match);
      if (left.some((one) => one.problem)) throw new Error(`${match} ${JSON.stringify(left[0])}`);
      if (!left.length) break;
      await pause(5, chance);
    }
    await way.release();
    for (const tab of tabs) {
      tab.outbox.stop();
      tab.queue.database.close();
    }
    return { match, meant: meant.map(({ said }) => said), fates: way.fates };
  }

  const done = [];
  const waiting = [...plans];
  const worker = async () => {
    while (waiting.length) done.push(await run(waiting.shift()));
  };
  try {
    await Promise.all(Array.from({ length: 6 }, worker));
  } finally {
    window.fetch = real;
  }
  return done;
};
