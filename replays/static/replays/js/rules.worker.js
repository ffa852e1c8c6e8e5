// The rules of the games, run beside a page by the same Python as on the server. The page asks by
// message, [id, verb, ...arguments], and hears [id, answer] or [id, null, error], in order.
//
// What Python compiles is kept by the browser (IndexedDB), under the address of what it was compiled
// from: the second start is the quicker one, and other rules have another address.

const KEPT = "kaiten-rules";
const PLACE = "/lib/kaiten";
const PARTS = ["rules", "recorder", "django"]; // what Python imports, by name
const placeOf = (part) => `/lib/${part}.zip`;
const LOOKS = "/lib/looks.zip";
const STDLIB = "/lib/python314.zip";

const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function keeping() {
  const request = indexedDB.open(KEPT, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("compiled");
  return result(request);
}

async function kept(addresses) {
  try {
    const store = (await keeping()).transaction("compiled").objectStore("compiled");
    return await Promise.all(addresses.map((address) => result(store.get(address))));
  } catch {
    return []; // A browser that keeps nothing compiles again.
  }
}

async function keep(contents) {
  const store = (await keeping()).transaction("compiled", "readwrite").objectStore("compiled");
  for (const address of await result(store.getAllKeys())) {
    if (!contents.has(address)) store.delete(address); // Older rules, an older Python.
  }
  for (const [address, content] of contents) if (content) store.put(content, address);
}

async function bytes(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

async function start({ runtime, looks, ...addresses }) {
  const begun = performance.now();
  const archives = [runtime, ...PARTS.map((part) => addresses[part])];
  const [stdlib, ...compiled] = await kept(archives);
  const [{ loadPyodide }, msgspec, templates, ...sources] = await Promise.all([
    import(`${runtime}pyodide.mjs`),
    bytes(`${runtime}msgspec.zip`),
    bytes(looks),
    ...PARTS.map((part, index) => compiled[index] ?? bytes(addresses[part])),
  ]);
  const python = await loadPyodide({
    indexURL: runtime,
    stdLibURL: stdlib ? URL.createObjectURL(new Blob([stdlib])) : `${runtime}stdlib.zip`,
    lockFileContents: { info: { abi_version: "2026_0", python: "3.14.0" }, packages: {} },
  });
  python.unpackArchive(msgspec, "zip", { extractDir: PLACE });
  PARTS.forEach((part, index) => python.FS.writeFile(placeOf(part), new Uint8Array(sources[index])));
  python.FS.writeFile(LOOKS, new Uint8Array(templates));
  const path = [...PARTS.map(placeOf), PLACE];
  python.runPython(`import sys; sys.path[:0] = ${JSON.stringify(path)}`);
  const phone = python.pyimport("replays.offline.phone");
  python.pyimport("replays.offline.others").register_others(placeOf("rules"));
  const drawing = python.pyimport("replays.offline.drawing");
  drawing.prepare(LOOKS, PLACE);
  const ms = Math.round(performance.now() - begun);
  const all = [stdlib, ...PARTS.map((_, index) => compiled[index])];
  const warm = all.every(Boolean);
  if (!warm) {
    const missing = all.map((one, index) => (one ? null : [STDLIB, ...PARTS.map(placeOf)][index]));
    compile(python, archives.map((address, index) => [address, missing[index]])).catch(() => {});
  }
  const beginning = python.pyimport("replays.offline.beginning");
  return { phone, drawing, beginning, ms, heap: python._module.HEAP8.length, warm };
}

// Somebody may ask between two modules.
const pause = () => new Promise((resolve) => setTimeout(resolve));

async function compile(python, missing) {
  const { Compiler } = python.pyimport("replays.offline.compiling");
  const contents = new Map();
  for (const [address, path] of missing) {
    const compiler = path && Compiler(path);
    while (compiler && compiler.step()) await pause();
    contents.set(address, compiler && compiler.archive().toJs());
  }
  await keep(contents);
}

let started = null;
let table = null;

const VERBS = {
  async start(addresses) {
    started = start(addresses);
    const { ms, heap, warm } = await started;
    return { ms, heap, warm };
  },
  async begin(asked) {
    const { beginning } = await started;
    return beginning.begin(asked);
  },
  async open(told) {
    const { phone } = await started;
    table?.destroy();
    table = phone.Table(told);
  },
  async draw(entries, action, openDrawers = "") {
    const { drawing } = await started;
    return drawing.draw(table, entries, action, openDrawers);
  },
};

let turn = Promise.resolve();

onmessage = ({ data: [id, verb, ...given] }) => {
  turn = turn.then(async () => {
    try {
      postMessage([id, await (VERBS[verb] ? VERBS[verb](...given) : table[verb](...given))]);
    } catch (error) {
      postMessage([id, null, String(error).trim().split("\n").at(-1)]);
    }
  });
};
