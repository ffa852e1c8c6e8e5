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
  (beside.closest("p, li, .form-row, form") ?? beside.parentElement).append(notice);
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

// What a script asks for is said to be missing where it was asked for. What a page asks for by itself
// it asks for again soon.
const REASONS = { 0: "unreached", 401: "unseenEnded", 403: "unseenForbidden", 404: "unseenGone" };

function askAgain(asking) {
  if (asking.matches("a")) asking.click();
  else if (asking.matches("form")) asking.requestSubmit();
  else asking.dispatchEvent(new Event("search", { bubbles: true }));
}
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, ({ detail: { elt, xhr } }) => {
    if (!elt.matches("a[hx-get], form[hx-get], input[hx-get]")) return;
    say(elt, words[REASONS[xhr.status] ?? "unanswered"], () => askAgain(elt));
  });
}
document.addEventListener("htmx:afterOnLoad", ({ detail: { elt, successful } }) => {
  if (successful) forget(elt);
});
window.addEventListener("online", () => forget());
