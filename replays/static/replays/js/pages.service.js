// Lets a recorder and the page of a new match be opened without a network. The network comes first;
// what is kept is shown without one, marked as such. Which answers may be kept, and for whose account,
// is said by the server (`Kaiten-Keep`); everything else passes by. Files that never change are kept too.

const PAGES = "kaiten-pages-"; // and the account: see forgetting.js
const FILES = "kaiten-files";
const MOST_PAGES = 24;
const VERSIONS = 2; // of a file: a page that was kept before an update needs the older one
const PATIENCE = 8000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "POST" && pathname.endsWith("/logout/")) event.waitUntil(forgetPages());
  if (request.method !== "GET") return;
  if (/^\/(static|offline)\//.test(pathname)) event.respondWith(file(request));
  else if (request.mode === "navigate" || request.headers.has("Kaiten-Keep")) event.respondWith(page(event));
});

async function file(request) {
  const kept = await caches.match(request, { cacheName: FILES, ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) await keepFile(request.url, answer.clone());
  return answer;
}

const withoutDigest = (address) => address.replace(/[./][0-9a-f]{12}(?=[./])/, "");

async function keepFile(address, answer) {
  const files = await caches.open(FILES);
  await files.put(address, answer);
  const alike = (await files.keys()).filter(({ url }) => withoutDigest(url) === withoutDigest(address));
  for (const old of alike.slice(0, -VERSIONS)) await files.delete(old);
}

async function page(event) {
  const { request } = event;
  const kept = await caches.match(request.url, { ignoreVary: true });
  const late = kept && new Promise((_, reject) => setTimeout(reject, PATIENCE));
  try {
    const answer = await Promise.race([fetch(request), ...(late ? [late] : [])]);
    if (answer.status >= 500 && kept) return kept;
    const keeping = keepPage(request.url, answer.clone());
    event.waitUntil(keeping);
    if (request.mode !== "navigate") await keeping; // Whoever asked for that waits for it.
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function keepPage(address, answer) {
  if (answer.type === "opaqueredirect" || answer.status >= 500) return;
  const account = answer.ok ? answer.headers.get("Kaiten-Keep") : null;
  if (!account) return forgetPage(address);
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const isPage = headers.get("Content-Type")?.startsWith("text/html");
  const text = await answer.text();
  const marked = isPage ? text.replace("<html ", `<html data-kept="${new Date().toISOString()}" `) : text;
  const pages = await caches.open(PAGES + account);
  await pages.put(address, new Response(marked, { headers }));
  const all = await pages.keys();
  for (const old of all.slice(0, -MOST_PAGES)) await pages.delete(old);
}

const pageCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PAGES));

async function forgetPage(address) {
  for (const name of await pageCaches()) await (await caches.open(name)).delete(address);
}

async function forgetPages() {
  for (const name of await pageCaches()) await caches.delete(name);
}
