// How every form is sent: once, however often its button is tapped, and never in vain. What cannot be
// sent stays in its form; why is said beside the button, and the button there sends the same again,
// with the same request key, so that it is written once even if the first one had arrived after all.
//
// htmx keeps a form until it is answered. A form that the browser sends itself would be gone with its
// page: before that, the server is asked whether it is there and who is logged in.

const PATIENCE = 10_000;
const source = document.getElementById("unsent");
const words = source.dataset;
const unsent = new Map(); // the forms that wait: what is wrong, what was sent, where it is said
const underWay = new WeakMap(); // what htmx sends right now, of each form
let account = words.account; // for whom this page was made
let fresh = ""; // the newest token

const isPost = (form, button) =>
  form instanceof HTMLFormElement && (button?.getAttribute("formmethod") ?? form.method) === "post";
const isSwapped = (form) => form.hasAttribute("hx-post");
const textOf = (form) => new URLSearchParams(new FormData(form)).toString();

// For scripts that send what they keep themselves.
export const accountHere = () => account;
export const tokenHere = () => fresh || (document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "");

// Whoever is logged in by now answers for this page.
export function answerAs(id) {
  account = id;
}

// Returns who is logged in, or why nobody can say; the tokens of all forms are fresh then.
export async function look() {
  let answer;
  try {
    answer = await fetch(words.session, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    return { problem: "offline" };
  }
  if (!answer.ok) return { problem: "away" };
  let session;
  try {
    session = await answer.json();
  } catch {
    return { problem: "away" }; // A network's own page.
  }
  const { account: now, name, token } = session;
  fresh = token;
  for (const input of document.querySelectorAll("[name=csrfmiddlewaretoken]")) input.value = token;
  const problem = !account || now === account ? "" : now ? "other" : "ended";
  return { problem, account: now, name };
}

function problemOf(xhr) {
  if (xhr.getResponseHeader("Kaiten-Refused")) return "refused";
  const known = { 0: "offline", 403: "forbidden", 404: "gone", 429: "many", 502: "away", 503: "away", 504: "away" };
  return known[xhr.status] ?? "failed";
}

function release(form) {
  unsent.get(form)?.notice.remove();
  unsent.delete(form);
  delete form.dataset.unsent;
  delete form.dataset.again;
}

export function noticeOf(text) {
  const notice = source.content.querySelector(".unsent").cloneNode(true);
  notice.setAttribute("role", "alert");
  notice.querySelector("p").textContent = text;
  return notice;
}

function hold(form, button, seen) {
  release(form);
  const notice = noticeOf(`${words[seen.problem]} ${words.kept}`);
  const again = notice.querySelector("button");
  again.textContent = { ended: words.enter, other: `${words.as} ${seen.name}` }[seen.problem] ?? words.again;
  again.addEventListener("click", () => {
    if (seen.problem === "other") answerAs(seen.account);
    if (seen.problem === "ended") enter(form, button);
    else send(form, button);
  });
  unsent.set(form, { problem: seen.problem, text: textOf(form), notice, button });
  form.dataset.unsent = seen.problem;
  (button?.isConnected ? button : form.lastElementChild).after(notice);
  form.dispatchEvent(new CustomEvent("kaiten:unsent", { bubbles: true }));
}

function send(form, button) {
  form.requestSubmit(button?.isConnected ? button : null);
}

// Forms that the browser sends

document.addEventListener("submit", async (event) => {
  const { target: form, submitter: button } = event;
  if (event.defaultPrevented || !isPost(form, button)) return;
  // Where whoever is there may send it, nothing is typed that would be missed.
  const sent = form.dataset.sent ?? (form.hasAttribute("data-anyone") ? "looked" : "");
  if (sent === "looked") {
    form.dataset.sent = "yes";
    release(form);
    return;
  }
  event.preventDefault();
  if (sent) return;
  form.dataset.sent = "looking";
  const seen = await look();
  delete form.dataset.sent;
  if (seen.problem) {
    hold(form, button, seen);
    if (seen.problem === "ended") enter(form, button);
    return;
  }
  form.dataset.sent = "looked";
  send(form, button);
});

// Coming back through the history must not leave a form dead.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// Forms that htmx sends

document.addEventListener("htmx:confirm", (event) => {
  const { elt: form, verb, triggeringEvent } = event.detail;
  const sent = underWay.get(form);
  if (verb !== "post" || !sent) return;
  if (sent.button === triggeringEvent?.submitter && sent.text === textOf(form)) event.preventDefault();
});
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb === "post" && account) event.detail.headers["Kaiten-Account"] = account;
});
document.addEventListener("htmx:beforeSend", (event) => {
  const { elt: form, verb, triggeringEvent } = event.detail.requestConfig;
  if (verb === "post") underWay.set(form, { button: triggeringEvent?.submitter, text: textOf(form) });
});
document.addEventListener("htmx:afterRequest", async (event) => {
  const { requestConfig, successful, xhr } = event.detail;
  const { elt: form, verb, triggeringEvent } = requestConfig;
  if (verb !== "post") return;
  underWay.delete(form);
  if (successful) release(form);
  if (successful || !form.isConnected) return;
  const button = triggeringEvent?.submitter;
  const problem = problemOf(xhr);
  const seen = problem === "refused" ? await look() : { problem };
  if (!seen.problem && !form.dataset.again) {
    // Only the token was too old: the same person sends the same again, once.
    form.dataset.again = "yes";
    send(form, button);
    return;
  }
  hold(form, button, seen.problem ? seen : { problem });
  if (seen.problem === "ended") enter(form, button);
});

// What nobody has touched since goes out by itself once there is a connection. A form that would
// change the page is left to whoever looks at it.
window.addEventListener("online", () => {
  for (const [form, { problem, text, button }] of [...unsent]) {
    if (problem === "offline" && form.isConnected && isSwapped(form) && textOf(form) === text) {
      send(form, button);
    }
  }
});

window.addEventListener("beforeunload", (event) => {
  if ([...unsent.keys()].some((form) => form.isConnected)) event.preventDefault();
});

function enter(form, button) {
  logIn((seen) => {
    if (seen.problem) hold(form, button, seen);
    else send(form, button);
  });
}

// The login page's own form in a layer above the page, with all the steps that it takes; `entered`
// is told who came.

export async function logIn(entered) {
  if (document.querySelector("dialog[open]")) return;
  const layer = source.content.querySelector("dialog").cloneNode(true);
  const slot = layer.querySelector("[data-slot]");
  let busy = false;

  async function ask(address, options) {
    if (busy) return;
    busy = true;
    try {
      const answer = await fetch(address, options);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const seen = await look();
      if (seen.problem === "ended") show(page.querySelector("main form[method=post]"), answer.url);
      else leave(seen);
    } catch {
      say(words.offline);
    } finally {
      busy = false;
    }
  }

  function show(asked, address) {
    layer.querySelector("[data-tab]").hidden = Boolean(asked);
    slot.replaceChildren(...(asked ? [document.adoptNode(asked)] : []));
    if (!asked) return;
    asked.classList.remove("card");
    if (asked.elements.username && !asked.elements.username.value) asked.elements.username.value = words.name;
    [...asked.querySelectorAll("input:not([type=hidden])")].find((input) => !input.value)?.focus();
    asked.addEventListener("submit", (event) => {
      event.preventDefault();
      const next = new URL(asked.getAttribute("action") ?? "", address);
      ask(next, { method: "POST", body: new URLSearchParams(new FormData(asked, event.submitter)) });
    });
  }

  function say(text) {
    const notice = noticeOf(text);
    notice.querySelector("button").remove();
    slot.querySelector(".unsent")?.remove();
    slot.prepend(notice);
  }

  function leave(seen) {
    layer.close();
    entered(seen);
  }

  layer.querySelector("[data-close]").addEventListener("click", () => layer.close());
  layer.addEventListener("close", () => layer.remove());
  document.body.append(layer);
  layer.showModal();
  // It ends where nothing has to be drawn.
  await ask(`${words.login}?next=${encodeURIComponent(words.session)}`);
}
