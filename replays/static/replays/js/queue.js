// The entries that are not saved yet, kept by the browser: a closed tab or an empty battery loses none.
//
// An entry is { id, match, action, address, fields, words, seat, account } and, once it is kept,
//   order    its place among all entries
//   version  the version that it was made on; null: on whatever the entry before it becomes
//   tries    how often it may have reached the server
//   problem  why it waits for a decision; null while it waits for the network alone
// Only the first entry of a match is ever sent, so only the first one has been tried, and it always
// knows its version. Every change is one transaction: whatever happens between two of them, what is
// sent again is the same entry with the same id on the same version, which the server writes once.

const NAME = "kaiten";
const REMEMBERED = 60;
const NOWHERE = 0; // A version that nothing was made on: the server says what is there instead.

const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    const entries = request.result.createObjectStore("entries", { keyPath: "order", autoIncrement: true });
    entries.createIndex("id", "id", { unique: true });
    entries.createIndex("match", "match");
    // What became of the last ones, for what was made on top of them.
    const settled = request.result.createObjectStore("settled", { keyPath: "order" });
    settled.createIndex("id", "id", { unique: true });
    settled.createIndex("match", "match");
  };
  return result(request);
}

export class Queue {
  static async open() {
    return new Queue(await opened());
  }

  constructor(database) {
    this.database = database;
    database.onversionchange = () => database.close();
  }

  // Keeps an entry that was made on `version` of the page, or on the entry `after` that the page
  // shows on top of it.
  add(entry, { version, after = null }) {
    return this.#change(async ({ entries, settled }) => {
      const known = await result(entries.index("id").get(entry.id));
      if (known) return known;
      const base = await madeOn({ entries, settled }, entry.match, version, after);
      const kept = { ...entry, version: base, tries: 0, problem: null };
      kept.order = await result(entries.add(kept));
      return kept;
    });
  }

  // Takes back the entry `after`, the last one that the page shows: one that was never sent is
  // simply forgotten; what may have arrived is followed by an undo, made from `undo`.
  takeBack(after, undo) {
    return this.#change(async ({ entries, settled }) => {
      const entry = await result(entries.index("id").get(after));
      if (entry && !entry.tries) {
        await remove(entries, entry, entry.version);
        return null;
      }
      const made = entry ?? (await result(settled.index("id").get(after)));
      if (!made) return null;
      const base = await madeOn({ entries, settled }, made.match, NOWHERE, after);
      const fields = [...undo.fields.filter(([name]) => name !== "to"), ["to", String(made.version)]];
      const kept = { ...undo, fields, version: base, tries: 0, problem: null };
      kept.order = await result(entries.add(kept));
      return kept;
    });
  }

  waiting(match) {
    return this.#look(({ entries }) => result(entries.index("match").getAll(match)));
  }

  matches() {
    return this.#look(async ({ entries }) => {
      const all = await result(entries.getAll());
      return [...new Set(all.map((entry) => entry.match))];
    });
  }

  // Returns the entry that is to be sent, which counts as tried from now on; null if there is none
  // or a decision is waited for.
  next(match) {
    return this.#change(async ({ entries }) => {
      const [head, more] = await result(entries.index("match").getAll(match, 2));
      if (!head || head.problem) return null;
      head.tries += 1;
      await result(entries.put(head));
      return { ...head, more: Boolean(more) };
    });
  }

  // The server wrote an entry as `version`: it goes, and the next one is made on that.
  settle(id, version) {
    return this.#change(async ({ entries, settled }) => {
      const entry = await result(entries.index("id").get(id));
      if (!entry) return false; // Another tab was told before.
      await remove(entries, entry, version);
      const { match, order } = entry;
      await result(settled.put({ order, id, match, version: entry.version, became: version }));
      const known = await result(settled.index("match").getAllKeys(match));
      for (const old of known.slice(0, -REMEMBERED)) settled.delete(old);
      return true;
    });
  }

  refuse(id, problem) {
    return this.#each((entry) => entry.id === id, (entry) => ({ ...entry, problem }));
  }

  // Puts an entry that was made on `version` in the place of one that was refused; what waits behind
  // it stays where it is.
  replace(id, entry, version) {
    return this.#change(async ({ entries }) => {
      const refused = await result(entries.index("id").get(id));
      if (!refused?.problem) throw new Error("It is not refused any more.");
      const kept = { ...entry, order: refused.order, version, tries: 0, problem: null };
      await result(entries.put(kept));
      return kept;
    });
  }

  retry(match) {
    return this.#each((entry) => entry.match === match, (entry) => ({ ...entry, problem: null }));
  }

  // Whoever is logged in now answers for what somebody else entered here.
  adopt(match, account) {
    return this.#each((entry) => entry.match === match, (entry) => ({ ...entry, account, problem: null }));
  }

  // Forgets one entry; the next one takes its place.
  drop(id) {
    return this.#change(async ({ entries }) => {
      const entry = await result(entries.index("id").get(id));
      if (entry) await remove(entries, entry, entry.version);
    });
  }

  // Forgets one entry that was never sent; the next one takes its place.
  withdraw(id) {
    return this.#change(async ({ entries }) => {
      const entry = await result(entries.index("id").get(id));
      if (entry && !entry.tries) await remove(entries, entry, entry.version);
    });
  }

  // Forgets the entries `dropped` of a match, and puts what is left on `version`.
  rebase(match, version, dropped) {
    return this.#change(async ({ entries }) => {
      const line = await result(entries.index("match").getAll(match));
      for (const entry of line.filter((one) => dropped.has(one.id))) entries.delete(entry.order);
      for (const [index, entry] of line.filter((one) => !dropped.has(one.id)).entries()) {
        const base = index ? null : version;
        // What was sent on another version was refused, and always will be.
        const tries = entry.version === base ? entry.tries : 0;
        entries.put({ ...entry, version: base, tries, problem: null });
      }
    });
  }

  #each(wanted, changed) {
    return this.#change(async ({ entries }) => {
      for (const entry of await result(entries.getAll())) {
        if (wanted(entry)) entries.put(changed(entry));
      }
    });
  }

  #look(work) {
    return this.#run("readonly", work);
  }

  #change(work) {
    return this.#run("readwrite", work);
  }

  async #run(mode, work) {
    const transaction = this.database.transaction(["entries", "settled"], mode, { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("The queue could not be written."));
    });
    const [entries, settled] = ["entries", "settled"].map((name) => transaction.objectStore(name));
    try {
      const found = await work({ entries, settled });
      await done;
      return found;
    } catch (error) {
      done.catch(() => {});
      try {
        transaction.abort();
      } catch {
        // It has been already.
      }
      throw error;
    }
  }
}

// Returns the version that an entry is made on; null for one that follows what is last in the queue.
async function madeOn({ entries, settled }, match, version, after) {
  if (!after) return version;
  const line = await result(entries.index("match").getAll(match));
  if (line.at(-1)?.id === after) return null;
  // Another tab has added something in between, which whoever tapped here has not seen.
  if (line.some((entry) => entry.id === after)) return NOWHERE;
  const known = await result(settled.index("id").get(after));
  return known ? known.became : NOWHERE;
}

async function remove(entries, entry, version) {
  const line = await result(entries.index("match").getAll(entry.match));
  const next = line[line.findIndex((one) => one.id === entry.id) + 1];
  if (next && next.version === null) await result(entries.put({ ...next, version }));
  await result(entries.delete(entry.order));
}
