// Older rules than the server's are told and replaced, before anything is begun or recorded by them:
// the page asks for them whenever it comes back to the front, or to a network.

const place = document.getElementById("rules-here");
const RENEWED = "kaiten-rules-renewed";

async function newest() {
  try {
    const answer = await fetch(place.dataset.now, { cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function tell(name) {
  const notice = document.getElementById("rules-renewed");
  if (!notice) return;
  notice.textContent = notice.dataset[name];
  notice.hidden = false;
}

// Loads the page anew where the server has newer rules, but once for the same ones.
async function renew(mayLoad) {
  const now = await newest();
  if (!now || Object.entries(now).every(([name, address]) => place.dataset[name] === address) || !mayLoad()) return;
  const wanted = JSON.stringify(now);
  tell("old");
  if (sessionStorage.getItem(RENEWED) === wanted) return;
  sessionStorage.setItem(RENEWED, wanted);
  window.location.reload();
}

// `mayLoad` says whether nothing is lost with the page as it is.
export function renewWhenBack(mayLoad) {
  if (!place?.dataset.now) return;
  if (sessionStorage.getItem(RENEWED)?.includes(`"${place.dataset.rules}"`)) {
    tell("renewed");
    sessionStorage.removeItem(RENEWED);
  }
  window.addEventListener("online", () => renew(mayLoad));
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && renew(mayLoad));
}
