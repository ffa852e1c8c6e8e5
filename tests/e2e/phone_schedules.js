// Matches that are recorded on a phone whose network comes and goes, which is loaded anew in between,
// while somebody else may record too. Queue, outbox, rules and their worker are the page's own, the
// server is the real one; each match has one way to it, which is good, bad or cut.

async (plans) => {
  const { Queue } = await import("/static/replays/js/queue.js");
  const { Outbox } = await import("/static/replays/js/outbox.js");
  const { newId } = await import("/static/replays/js/ids.js");
  const page = (match) => `/matches/${match}/record/`;

  // The recorder's own page says where everything is, and who records.
  const record = new DOMParser().parseFromString(await (await fetch(page(plans[0].match))).text(), "text/html");
  const told = record.getElementById("rules-here");
  const token = record.querySelector("[name=csrfmiddlewaretoken]").value;
  const { account } = record.getElementById("unsent").dataset;
  if (!document.getElementById("rules-here")) document.body.append(document.importNode(told, true));
  const place = document.getElementById("rules-here");
  const { startRules } = await import("/static/replays/js/rules.js");
  const rules = await startRules();
  if (!rules) throw new Error(place.dataset.why);

  const real = window.fetch.bind(window);
  const session = { look: async () => ({ problem: "", account }), headers: () => ({ "X-CSRFToken": token }) };
  const [device, elsewhere] = [newId(), newId()];
  let way = null;
  window.fetch = (url, options) => way(url, options);

  function luck(seed) {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  }

  const post = (address, fields, hand) =>
    real(address, {
      method: "POST",
      headers: { "HX-Request": "true", "Kaiten-Account": account, "Kaiten-Device": hand, ...session.headers() },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });

  class Phone {
    constructor({ match, version, taps, seed }) {
      Object.assign(this, { match, taps, first: version, chance: luck(seed), cut: false });
      this.meant = []; // what was entered and not forgotten, in order: { id, said }
      this.after = null;
      this.happened = {};
      way = (url, options) => this.send(url, options);
    }

    happens = (what) => (this.happened[what] = (this.happened[what] ?? 0) + 1);

    async send(url, options) {
      const way = this.cut ? 0 : this.chance();
      if (this.cut || way < 0.05) throw new TypeError("lost");
      const answer = await real(url, options);
      if (way > 0.12 || !options?.body) return answer;
      this.happens("unanswered");
      throw new TypeError("unanswered");
    }

    // Loads the page anew: nothing of the old one goes on, but for the worker.
    async load() {
      this.outbox?.stop();
      await this.outbox?.running;
      this.queue?.database.close();
      this.queue = await Queue.open();
      place.dataset.told = `/matches/${this.match}/told/`;
      this.onward = await import(`/static/replays/js/onward.js?${newId()}`);
      const answered = ({ entry, version }) => version && this.onward.wasSaved(entry, version);
      this.outbox = new Outbox(this.queue, this.match, { session, device, answered, pauses: [1, 2] });
      await this.learn();
    }

    learn() {
      place.dataset.knows = "";
      return this.onward.startOnward(() => !this.cut);
    }

    waiting = () => this.queue.waiting(this.match);

    async settled() {
      await this.outbox.running;
      return !(await this.waiting()).length;
    }

    entry = (action, fields, address) => ({
      id: newId(), match: this.match, action, fields, address: `/matches/${this.match}/${address}/`, words: action, seat: null, account,
    });

    // Keeps an entry, and has it judged as the recorder's page does.
    async tap(value, said) {
      const made = this.entry("record", [["event", value]], "record");
      const version = this.first + this.meant.length;
      await this.queue.add(made, { version, after: this.after });
      const next = this.cut ? await this.onward.after(await this.waiting(), 0) : null;
      if (next?.refused) {
        if (next.refused.id !== made.id) throw new Error(`${said}: another one is refused`);
        await this.queue.withdraw(made.id);
        return "refused";
      }
      if (next?.parts && !next.parts.entry.includes("<")) throw new Error(`${said}: nothing is drawn`);
      if (next) this.happens("drawn");
      this.meant.push({ id: made.id, said });
      this.before = this.after;
      this.after = made.id;
      return next ? "judged" : "kept";
    }

    // Says whether the rules here would refuse what is entered next before it may have been sent.
    async judges() {
      const waiting = await this.waiting();
      return this.cut && waiting.length > 0 && Boolean(await this.onward.after(waiting, 0));
    }

    async takeBack() {
      const undo = await this.queue.takeBack(this.after, this.entry("take_back", [], "take-back"));
      if (undo) this.meant.push({ id: undo.id, said: "undo" });
      else this.meant.pop();
      this.after = undo ? undo.id : this.before;
      this.happens(undo ? "undone" : "forgotten");
    }

    async chanceHappens() {
      const chance = this.chance();
      if (chance < 0.2) {
        this.happens("loaded");
        await this.load();
      } else if (chance < 0.45) {
        this.cut = true;
      } else if (chance < 0.6) {
        this.cut = false;
        this.outbox.kick();
      } else if (chance < 0.7) {
        this.cut = false;
        await this.outbox.kick();
        if (await this.settled()) await this.learn();
        this.cut = this.chance() < 0.8;
      }
    }

    async record() {
      this.cut = false;
      await this.load();
      this.cut = this.chance() < 0.8;
      for (const [index, { right, wrong, misfit, other }] of this.taps.entries()) {
        if (misfit && (await this.judges())) {
          if ((await this.tap(misfit, `misfit ${index}`)) !== "refused") throw new Error(`misfit ${index} is not refused`);
          this.happens("refused");
        }
        if (wrong) {
          await this.tap(wrong, `wrong ${index}`);
          await this.chanceHappens();
          await this.takeBack();
        }
        await this.tap(right, `right ${index}`);
        await this.chanceHappens();
        if (other && this.cut && (await this.meet())) return this.end();
      }
      this.cut = false;
      while (!(await this.settled())) {
        await this.outbox.kick();
        const [head] = await this.waiting();
        if (head?.problem) throw new Error(JSON.stringify(head));
      }
      return this.end();
    }

    // Somebody else records while this phone is cut off; says whether there was anything to decide.
    async meet() {
      this.outbox.stop();
      await this.outbox.running;
      const left = await this.waiting();
      const { version } = await (await real(place.dataset.told)).json();
      const saved = version - this.first;
      const heard = this.meant.slice(0, saved);
      const at = heard.filter(({ said }) => said.startsWith("right")).length;
      // A tap that is about to be taken back leads elsewhere, and without one left nobody disagrees.
      if (heard.at(-1)?.said.startsWith("wrong") || !left.length || saved === this.meant.length || !this.taps[at].other) {
        await this.load();
        return false;
      }
      this.happens("met");
      await post(`/matches/${this.match}/pen/`, { take: "yes" }, elsewhere);
      const theirs = { event: this.taps[at].other, expected_version: version, key: newId() };
      const wrote = await post(`/matches/${this.match}/record/`, theirs, elsewhere);
      if (!wrote.ok) throw new Error(`the other one: ${wrote.headers.get("Kaiten-Code")} ${at} ${JSON.stringify(this.meant.map((m)=>m.said))} ${saved} ${theirs.event}`);
      const mine = this.meant.slice(saved);
      this.meant = [...heard, { said: `other ${at}` }];
      this.cut = false;
      await this.load();
      await this.stopsAt(mine);
      await this.decide(mine);
      return true;
    }

    // The queue stops and keeps all that is not written, in order, however often it is asked to go on.
    async stopsAt(mine) {
      for (let again = 0; again < 2; again += 1) {
        do await this.outbox.kick();
        while (this.outbox.trouble);
        const kept = await this.waiting();
        if (kept.map(({ id }) => id).join() !== mine.map(({ id }) => id).join()) throw new Error("something is lost");
        if (!["pen", "conflict"].includes(kept[0].problem?.kind)) throw new Error(JSON.stringify(kept[0]));
      }
    }

    async decide(mine) {
      const waiting = await this.waiting();
      const entries = JSON.stringify(waiting.map(({ action, fields, words }) => ({ action, fields, words })));
      const answer = await post(`/matches/${this.match}/waiting/`, { expected_version: waiting[0].version, entries }, device);
      const holder = new DOMParser().parseFromString(await answer.text(), "text/html");
      const { version, fits } = holder.querySelector(".both").dataset;
      if (!holder.querySelector(".both-theirs li")) throw new Error("the other side is not shown");
      const keeps = this.chance() < 0.5;
      const dropped = mine.filter((_, index) => !keeps || fits[index] !== "1");
      this.happens(keeps ? "mine" : "theirs");
      if (keeps) await post(`/matches/${this.match}/pen/`, { take: "yes" }, device);
      await this.queue.rebase(this.match, Number(version), new Set(dropped.map(({ id }) => id)));
      this.meant.push(...mine.filter((one) => !dropped.includes(one)));
      while (!(await this.settled())) await this.outbox.kick();
    }

    // Returns what has to be in the log, and the match as the rules here know it in the end.
    async end() {
      way = real;
      await this.learn();
      const standing = place.dataset.knows ? JSON.parse(await rules.ask("standing")) : null;
      this.outbox.stop();
      this.queue.database.close();
      const { match, happened } = this;
      return { match, happened, meant: this.meant.map(({ said }) => said), hash: standing?.hash ?? null };
    }
  }

  const done = [];
  try {
    for (const plan of plans) done.push(await new Phone(plan).record());
  } finally {
    window.fetch = real;
  }
  return done;
};
