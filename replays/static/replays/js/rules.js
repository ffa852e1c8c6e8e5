// The rules beside this page, in a worker: once they have started, it can ask what comes next
// without a network. Where they are not installed, or cannot start, there are none.

const place = document.getElementById("rules-here");

class Rules {
  #worker;
  #asked = new Map();
  #last = 0;

  constructor({ worker, ...addresses }) {
    this.#worker = new Worker(worker, { type: "module" });
    this.#worker.onmessage = ({ data: [id, answer, error] }) => {
      const [resolve, reject] = this.#asked.get(id);
      this.#asked.delete(id);
      if (error) reject(new Error(error));
      else resolve(answer);
    };
    this.#worker.onerror = () => {
      for (const [, reject] of this.#asked.values()) reject(new Error("The rules cannot start."));
      this.#asked.clear();
    };
    this.started = this.ask("start", addresses);
  }

  ask(verb, ...given) {
    return new Promise((resolve, reject) => {
      this.#last += 1;
      this.#asked.set(this.#last, [resolve, reject]);
      this.#worker.postMessage([this.#last, verb, ...given]);
    });
  }

  stop() {
    this.#worker.terminate();
  }
}

let started = null;

// Starts the rules, once; returns them when they answer, null where there are none.
export const startRules = () => (started ??= start());

async function start() {
  if (!place || !("Worker" in window) || !("WebAssembly" in window)) return null;
  const rules = new Rules({ ...place.dataset });
  try {
    Object.assign(place.dataset, await rules.started, { state: "ready" });
    return rules;
  } catch (error) {
    Object.assign(place.dataset, { state: "missing", why: error.message });
    rules.stop();
    return null;
  }
}
