// Sends what waits in the queue of one match, one entry at a time and in order, until each is
// answered. It knows no page: `told` hears how it stands, `answered` what the server said.

const PATIENCE = 10_000;
const PAUSES = [1000, 2000, 4000, 8000];

// What is answered with the recorder, as it is then.
const SHOWN = new Set(["record", "roll", "take_back", "confirm"]);

// What of the answers that refuse an entry means which decision.
const LATE = { version_conflict: "conflict", pen_elsewhere: "pen" };
const REFUSALS = { 403: "forbidden", 404: "gone" };
// Whatever the recorder refuses by a code stays refused, unless it was only too busy.
const codedRefusal = (status) => REFUSALS[status] ?? (status < 500 ? "refused" : undefined);

export class Outbox {
  // `session.look()` says who is logged in and renews the token that `session.headers()` holds.
  constructor(queue, match, { session, device, told = () => {}, answered = () => {}, pauses = PAUSES }) {
    Object.assign(this, { queue, match, session, device, told, answered, pauses });
    this.trouble = ""; // why nothing gets through: offline, away, ended, other
    this.seen = null; // who is logged in instead
    this.failures = 0;
    this.running = null;
    this.asked = false;
    this.wake = null;
    this.stopped = false;
  }

  // Sends what there is, at once; returns when nothing is left or somebody has to decide.
  kick() {
    this.failures = 0;
    this.wake?.();
    this.asked = true;
    this.running ??= this.#run();
    return this.running;
  }

  // Somebody has logged in, or said that they answer for what waits.
  resume() {
    this.trouble = "";
    return this.kick();
  }

  stop() {
    this.stopped = true;
    this.wake?.();
  }

  async #run() {
    try {
      while (this.asked && !this.stopped) {
        this.asked = false;
        while (await this.#sendNext());
      }
    } finally {
      this.running = null;
    }
  }

  async #sendNext() {
    const entry = this.stopped ? null : await this.queue.next(this.match);
    if (!entry) return false;
    await this.told(this);
    const more = await this.#send(entry);
    await this.told(this);
    return more;
  }

  // Returns whether there may be more to send.
  async #send(entry) {
    const outcome = await this.#post(entry);
    if (this.stopped) return false;
    if (outcome.version) {
      this.trouble = "";
      this.failures = 0;
      await this.queue.settle(entry.id, outcome.version);
      await this.answered({ entry, ...outcome });
      return true;
    }
    if (outcome.problem) {
      this.trouble = "";
      await this.queue.refuse(entry.id, outcome.problem);
      await this.answered({ entry, ...outcome });
      return false;
    }
    if (outcome.session) return this.#askWho(entry);
    return this.#fail(outcome.trouble);
  }

  async #post(entry) {
    const body = new URLSearchParams(entry.fields);
    body.set("expected_version", entry.version);
    body.set("key", entry.id);
    let answer;
    try {
      answer = await fetch(entry.address, {
        method: "POST",
        headers: {
          "HX-Request": "true",
          "HX-Target": "recorder",
          "Kaiten-Account": entry.account,
          "Kaiten-Device": this.device,
          ...(entry.more ? { "Kaiten-More": "yes" } : {}),
          ...this.session.headers(),
        },
        body,
        redirect: "manual",
        cache: "no-store",
        signal: AbortSignal.timeout(PATIENCE),
      });
    } catch {
      return { trouble: "offline" };
    }
    // Half an answer will do: what became of the entry is said at its beginning.
    const html = await answer.text().catch(() => "");
    const version = Number(answer.headers.get("Kaiten-Version"));
    if (version) return { version, html: answer.ok ? html : "" };
    if (answer.headers.has("Kaiten-Refused")) return { session: true };
    const code = answer.headers.get("Kaiten-Code") ?? "";
    const kind = LATE[code] ?? (code ? codedRefusal(answer.status) : REFUSALS[answer.status]);
    // What no recorder answers says in plain words what is wrong.
    if (kind && !SHOWN.has(entry.action)) return { problem: { kind, code, words: code ? html : "" }, html: "" };
    if (kind) return { problem: { kind, code }, html: code ? html : "" };
    // Anything else did not come from the recorder: a server that restarts, a network's own page.
    return { trouble: "away" };
  }

  async #askWho(entry) {
    const seen = await this.session.look();
    if (seen.problem === "offline" || seen.problem === "away") return this.#fail(seen.problem);
    if (seen.account === entry.account) return this.#fail("away", !this.failures); // The token was too old.
    this.trouble = seen.account ? "other" : "ended";
    this.seen = seen;
    return false;
  }

  async #fail(trouble, atOnce = false) {
    this.trouble = trouble;
    const pause = this.pauses[Math.min(this.failures, this.pauses.length - 1)];
    this.failures += 1;
    if (atOnce) return true;
    await this.told(this);
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, pause);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = null;
    return true;
  }
}
