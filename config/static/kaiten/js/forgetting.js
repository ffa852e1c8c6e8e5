// Pages that this device keeps belong to whoever they were made for: whoever comes next finds none.

import { accountHere } from "./sending.js";

const PAGES = "kaiten-pages-";

// The name of what is kept for whoever is logged in here.
export const pagesHere = () => PAGES + accountHere();

async function forgetOthers() {
  const names = await window.caches.keys();
  const others = names.filter((name) => name.startsWith(PAGES) && name !== pagesHere());
  await Promise.all(others.map((name) => window.caches.delete(name)));
}

// Only secure addresses have caches.
if ("caches" in window) forgetOthers().catch(() => {});
