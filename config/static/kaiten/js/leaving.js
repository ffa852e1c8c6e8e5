// Without a connection the browser would put an error page in the place of this one, with all that
// was typed here: a link or a search that cannot be followed says so beside itself instead.

import { noticeOf } from "./sending.js";

const words = document.getElementById("unsent").dataset;
const said = new Set();

function say(beside, text, again) {
  forget(beside);
  const notice = noticeOf(text);
  notice.dataset.unfollowed = "";
  const button = notice.querySelector("button");
  button.textContent = words.again;
  button.addEventListener("click", () => {
    forget(beside);
    again();
  });
  said.add({ beside, notice });
  (beside.closest("p, li, form") ?? beside.parentElement).append(notice);
}

function forget(beside) {
  for (const one of said) {
    if (beside && one.beside !== beside) continue;
    one.notice.remove();
    said.delete(one);
  }
}

const staysHere = (link) =>
  link.target || link.hasAttribute("download") || !link.protocol.startsWith("http") ||
  (link.hash && link.href.split("#")[0] === window.location.href.split("#")[0]);

// At the window: whatever a page does with its own links has been done by then.
window.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || navigator.onLine || staysHere(link)) return;
  event.preventDefault();
  follow(link);
});

// What this device keeps can be opened all the same.
async function follow(link) {
  const kept = "caches" in window && (await window.caches.match(link.href, { ignoreVary: true }));
  if (kept) window.location.assign(link.href);
  else say(link, words.unreached, () => link.click());
}

window.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (event.defaultPrevented || navigator.onLine || form.method !== "get") return;
  event.preventDefault();
  say(button ?? form, words.unreached, () => form.requestSubmit(button));
});
for (const [name, key] of [["htmx:sendError", "unreached"], ["htmx:responseError", "unanswered"]]) {
  document.addEventListener(name, ({ detail: { elt } }) => {
    if (elt.matches("a[hx-get]")) say(elt, words[key], () => elt.click());
  });
}
window.addEventListener("online", () => forget());
