// Copies texts. A button with `data-copies` copies the element it names and says so for a moment.

const SAID_FOR = 1500;

export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyOldWay(text);
  }
  if (!button) return;
  const words = button.textContent;
  button.textContent = button.dataset.done;
  window.setTimeout(() => { button.textContent = words; }, SAID_FOR);
}

// The clipboard API needs https; the club's own network often has none.
function copyOldWay(text) {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

for (const button of document.querySelectorAll("[data-copies]")) {
  const source = document.getElementById(button.dataset.copies);
  button.hidden = false;
  button.addEventListener("click", () => copyText(source.textContent.trim(), button));
}
