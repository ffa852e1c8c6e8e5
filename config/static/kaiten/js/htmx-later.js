// htmx on a page that can do without it: it weighs as much as everything else together, and is
// fetched once something needs it.

let loaded = null;

export function htmx() {
  loaded ??= fetched().catch((error) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function fetched() {
  // It looks for the end of loading itself, and would miss one that is half over.
  if (document.readyState !== "complete") {
    await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
  }
  const script = document.createElement("script");
  script.src = document.querySelector("meta[name=htmx-source]").content;
  await new Promise((resolve, reject) => {
    script.addEventListener("load", resolve);
    script.addEventListener("error", reject);
    document.head.append(script);
  });
  return window.htmx;
}

// What asks by itself needs it soon.
if (document.querySelector("[hx-trigger]")) htmx().catch(() => {});

document.addEventListener(
  "click",
  async (event) => {
    const link = event.target.closest("a[hx-get]");
    if (!link || window.htmx || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!navigator.onLine) return; // It cannot be fetched now, see leaving.js.
    event.preventDefault();
    try {
      await htmx();
      link.click();
    } catch {
      window.location.assign(link.href);
    }
  },
  { capture: true },
);
