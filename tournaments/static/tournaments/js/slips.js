// A line for each slip: Enter goes on to the next one, the last saves them all, and lines that are
// pasted fill one after the other. Without this every line is filled by itself.

const lines = () => [...document.querySelectorAll(".tour-slips input")];
const after = (line) => lines().slice(lines().indexOf(line) + 1);
const isLine = (node) => node instanceof HTMLInputElement && Boolean(node.closest(".tour-slips"));

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey) return;
  if (!isLine(event.target)) return;
  const [next] = after(event.target);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
});

document.addEventListener("paste", (event) => {
  if (!isLine(event.target)) return;
  const rows = event.clipboardData.getData("text").trim().split(/\r?\n/);
  if (rows.length < 2) return;
  event.preventDefault();
  [event.target, ...after(event.target)].slice(0, rows.length).forEach((line, index) => {
    line.value = rows[index].trim();
    line.focus();
  });
});

const first = document.querySelector(".tour-slips [aria-invalid]") ?? lines()[0];
first?.focus();
