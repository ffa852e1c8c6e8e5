// Lets this page be opened again without a network. A browser does so at secure addresses alone:
// elsewhere it works as long as it stays open, and says so.

import { pagesHere } from "../../kaiten/js/forgetting.js";

const place = document.getElementById("rules-here");
const FILES = /^\/(static|offline)\//;

// When the page was kept that is shown now; null for one that has just come from the server.
export const keptAt = () => document.documentElement.dataset.kept ?? null;

// Once it is up to date, it is no kept one any more.
export function isFresh() {
  delete document.documentElement.dataset.kept;
  say();
}

let again = null; // whether the page can be opened again, once that is known

function say() {
  const [kept, opened] = ["kept-here", "opened-again"].map((id) => document.getElementById(id));
  if (!kept) return;
  const time = keptAt() && new Date(keptAt()).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" });
  kept.textContent = time ? kept.dataset.words.replace("{time}", time) : "";
  opened.textContent = again === null ? "" : opened.dataset[again ? "again" : "open"];
  opened.hidden = again === null;
  const isNews = Boolean(time) && kept.hidden;
  kept.hidden = !time;
  if (!isNews) return;
  window.history.scrollRestoration = "manual"; // or the page is scrolled past it, as it was before
  kept.scrollIntoView({ block: "nearest" });
}

// Returns whether it can be.
export async function keepHere() {
  try {
    again = Boolean(place && "serviceWorker" in navigator && (await kept()));
  } catch {
    again = false;
  }
  say();
  return again;
}

const found = (address) => window.caches.match(address, { ignoreVary: true });

async function kept() {
  if (!keptAt()) {
    await navigator.serviceWorker.register(place.dataset.service, { scope: "/" });
    await controlled();
    for (const address of files()) if (!(await found(address))) await fetch(address);
    if (!(await found(window.location.href))) {
      await fetch(window.location.href, { headers: { "Kaiten-Keep": "yes" }, cache: "no-store" });
    }
  }
  return Boolean(await found(window.location.href));
}

function controlled() {
  if (navigator.serviceWorker.controller) return null;
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
  });
}

// All that this page has loaded or will ask for.
function files() {
  const { worker, runtime, files: parts, rules, recorder, django, looks, drawings } = place.dataset;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const rest = [worker, rules, recorder, django, looks, ...parts.split(" ").map((part) => runtime + part), ...drawings.split(" ")];
  return new Set([...loaded.filter((path) => FILES.test(path)), ...rest]);
}

// Keeps what the page would otherwise ask the server for.
export async function keepAnswer(address, text) {
  if (!again) return;
  const pages = await window.caches.open(pagesHere());
  await pages.put(address, new Response(text, { headers: { "Content-Type": "application/json" } }));
}

// The page has another address from now on.
export async function keepAs(address, before) {
  if (!again) return;
  const pages = await window.caches.open(pagesHere());
  const page = await pages.match(before, { ignoreVary: true });
  if (page) await pages.put(address, page);
}

say();
