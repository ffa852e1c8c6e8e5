// Scores round by round: a new line without a new page, and the sums as they are typed.

import { restoreDrafts } from "./drafts.js";

const table = document.querySelector("[data-rounds]");
const form = table.closest("form");
const body = table.tBodies[0];

function sum() {
  const sums = [...table.tFoot.rows[0].cells].slice(1);
  sums.forEach((cell, seat) => {
    const typed = [...body.rows].map((row) => Number(row.cells[seat + 1].querySelector("input").value));
    cell.textContent = String(typed.reduce((total, score) => total + score, 0));
  });
}

function add() {
  const number = body.rows.length + 1;
  const row = body.rows[0].cloneNode(true);
  row.cells[0].textContent = String(number);
  [...row.cells].slice(1).forEach((cell, seat) => {
    const input = cell.querySelector("input");
    cell.replaceChildren(input);
    input.value = "";
    input.removeAttribute("value");
    input.removeAttribute("aria-invalid");
    input.name = `round_${number - 1}_${seat}`;
    input.id = `id_${input.name}`;
    const [round, label] = [0, seat + 1].map((index) => table.tHead.rows[0].cells[index].textContent);
    input.setAttribute("aria-label", `${round} ${number}, ${label}`);
  });
  body.append(row);
  form.elements.rounds.value = String(number);
  row.querySelector("input").focus();
}

table.tFoot.hidden = false;
form.addEventListener("input", sum);
form.addEventListener("kaiten:restoring", ({ detail }) => {
  while (body.rows.length < Number(detail.rows)) add();
});
form.querySelector("[data-more]").addEventListener("click", (event) => {
  event.preventDefault();
  add();
});
sum();
restoreDrafts();
