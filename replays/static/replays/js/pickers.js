// Tap pieces instead of filling selects. Without this every field works as plain selects.

function enhance(picker) {
  const faces = picker.querySelector(".picker-faces");
  const slots = picker.querySelector(".picker-slots");
  const chosen = picker.querySelector(".picker-chosen");
  const selects = [...slots.querySelectorAll("select")];
  const most = selects.length;
  const least = Number(picker.dataset.least);
  const buttons = [...faces.querySelectorAll(".pick")];
  const words = picker.dataset;

  // Pickers of one pool, those of other seats too, take from one supply.
  const peers = () =>
    words.pool ? [...picker.closest("form").querySelectorAll(`[data-pool="${words.pool}"]`)] : [picker];

  let values = selects.map((select) => select.value).filter(Boolean);
  picker.uses = (wanted) => values.filter((value) => value === wanted).length;

  for (const button of buttons) {
    if ("supply" in button.dataset) {
      const left = document.createElement("span");
      left.className = "pick-left";
      button.append(left);
    }
    button.addEventListener("click", () => {
      // Where there may be none, a second tap takes the only one back.
      if (most === 1) values = !least && values.includes(button.dataset.value) ? [] : [button.dataset.value];
      else if (values.length < most) values.push(button.dataset.value);
      show();
      recordWhole();
    });
  }

  // The last piece that is asked for records itself; undo covers mistakes.
  function recordWhole() {
    const form = picker.closest("form");
    if ("recordsItself" in form.dataset && values.length === most) form.requestSubmit();
  }

  function tool(label, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn";
    button.textContent = label === words.back ? "↶" : label;
    button.setAttribute("aria-label", label);
    button.disabled = values.length === 0;
    button.addEventListener("click", act);
    return button;
  }

  function restTool() {
    const rest = tool(words.rest, () => {
      values = [...values, ...Array(most - values.length).fill("null")];
      show();
      recordWhole();
    });
    rest.disabled = false;
    return rest;
  }

  function pieceOf(value, index) {
    const source = buttons.find((button) => button.dataset.value === value);
    const piece = document.createElement("button");
    piece.type = "button";
    piece.className = "chosen-piece";
    const drawn = source.querySelector("[data-piece]") ?? source.querySelector(".pick-word");
    piece.append(drawn.cloneNode(true));
    piece.setAttribute("aria-label", `${index + 1}: ${source.querySelector(".pick-word").textContent}, ${words.clear}`);
    piece.addEventListener("click", () => {
      values.splice(index, 1);
      show();
      (chosen.querySelectorAll(".chosen-piece")[index] ?? faces.querySelector(".pick")).focus();
    });
    return piece;
  }

  picker.restock = () => {
    for (const button of buttons) {
      const { value } = button.dataset;
      const left = button.querySelector(".pick-left");
      const used = peers().reduce((sum, peer) => sum + (peer.uses?.(value) ?? 0), 0);
      const supply = left ? Number(button.dataset.supply) - used : Infinity;
      if (left) left.textContent = `${supply} ${words.left}`;
      if (most === 1) {
        button.setAttribute("aria-pressed", String(values.includes(value)));
        button.disabled = supply <= 0 && !values.includes(value);
      } else {
        button.disabled = supply <= 0 || values.length >= most;
      }
    }
  };

  function show() {
    selects.forEach((select, index) => {
      select.value = values[index] ?? "";
    });
    for (const peer of peers()) peer.restock?.();
    chosen.replaceChildren();
    if (most > 1) {
      values.forEach((value, index) => chosen.append(pieceOf(value, index)));
      const tools = document.createElement("span");
      tools.className = "chosen-tools";
      const count = document.createElement("span");
      count.className = "muted";
      count.setAttribute("role", "status");
      count.textContent = `${values.length}/${most} ${words.count}`;
      tools.append(
        count,
        tool(words.back, () => { values.pop(); show(); }),
        tool(words.clear, () => { values = []; show(); }),
      );
      if (words.rest && values.length < most) tools.prepend(restTool());
      chosen.append(tools);
    }
    ready(picker.closest("form"));
    picker.dispatchEvent(new Event("change", { bubbles: true }));
  }

  picker.isReady = () => values.length >= Math.min(least, most) && values.length <= most;
  faces.hidden = false;
  chosen.hidden = most === 1;
  slots.hidden = true;
  show();
}

function ready(form) {
  const pickers = [...form.querySelectorAll("[data-picker]")];
  const send = form.querySelector("button:not([type=button])");
  send.disabled = !pickers.every((picker) => !picker.isReady || picker.isReady());
}

export function enhancePickers() {
  document.querySelectorAll("[data-picker]").forEach(enhance);
}
