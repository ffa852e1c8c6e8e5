// Tap pieces instead of filling selects. Without this every field works as plain selects.
//
// A form may come with every answer there is (data-legal, see layout.py): then only what leads to one
// of them can be tapped, what is certain fills itself in, and the last piece records the answer.

import { isPrefix, isPart, isSame } from "./parts.js";

const UNSEEN = -1;

class Picker {
  constructor(fieldset, sheet) {
    this.fieldset = fieldset;
    this.sheet = sheet;
    this.words = fieldset.dataset;
    this.step = Number(this.words.step);
    this.faces = fieldset.querySelector(".picker-faces");
    this.slots = fieldset.querySelector(".picker-slots");
    this.chosen = fieldset.querySelector(".picker-chosen");
    this.selects = [...this.slots.querySelectorAll("select")];
    this.buttons = [...this.faces.querySelectorAll(".pick")];
    this.most = this.selects.length;
    this.least = Math.min(Number(this.words.least), this.most);
    this.values = this.selects.map((select) => select.value).filter(Boolean);
    fieldset.picker = this;
    this.begin();
  }

  begin() {
    // One of each needs no number.
    const isStocked = this.buttons.some((button) => Number(button.dataset.supply ?? 0) > 1);
    for (const button of this.buttons) {
      if (isStocked && "supply" in button.dataset) {
        const left = document.createElement("span");
        left.className = "pick-left";
        const unit = document.createElement("span");
        unit.className = "visually-hidden";
        unit.textContent = ` ${this.words.left}`;
        left.append("", unit);
        button.append(left);
      }
      button.addEventListener("click", () => this.take(button.dataset.value));
    }
    this.faces.hidden = false;
    this.slots.hidden = true;
  }

  take(value) {
    // Where there may be none, a second tap takes the only one back.
    if (this.most === 1) this.values = !this.least && this.values.includes(value) ? [] : [value];
    else if (this.values.length < this.most) this.values.push(value);
    this.sheet.changed(this);
    this.sheet.recordWhole();
  }

  // What it holds as places of its items: in order where that counts, else sorted.
  get places() {
    const places = this.values.map((value) => this.placeOf(value));
    return "ordered" in this.words ? places : places.sort((one, other) => one - other);
  }

  placeOf(value) {
    return value === "null" ? UNSEEN : this.buttons.findIndex((button) => button.dataset.value === value);
  }

  hold(places) {
    this.values = places.map((place) => (place === UNSEEN ? "null" : this.buttons[place].dataset.value));
  }

  // Whether this much may be part of what a row asks for.
  fits(places, wanted) {
    return "ordered" in this.words ? isPrefix(places, wanted) : isPart(places, wanted);
  }

  isReady() {
    return this.values.length >= this.least && this.values.length <= this.most;
  }

  isFull() {
    return this.values.length >= this.most;
  }

  left(button) {
    const { value, supply } = button.dataset;
    if (supply === undefined) return Infinity;
    const peers = this.words.pool ? this.sheet.pool(this.words.pool) : [this];
    const used = peers.flatMap((peer) => peer.values).filter((one) => one === value).length;
    return Number(supply) - used;
  }

  restock() {
    const single = this.most === 1;
    for (const button of this.buttons) {
      const { value } = button.dataset;
      const supply = this.left(button);
      const told = button.querySelector(".pick-left");
      if (told) told.firstChild.data = supply;
      const isChosen = this.values.includes(value);
      if (single) button.setAttribute("aria-pressed", String(isChosen));
      const mayBe = this.sheet.allows(this, this.placeOf(value));
      button.disabled = !mayBe || (single ? supply <= 0 && !isChosen : supply <= 0 || this.isFull());
    }
  }

  show() {
    this.selects.forEach((select, index) => {
      select.value = this.values[index] ?? "";
    });
    this.restock();
    const told = this.most > 1 || this.sheet.isStepped;
    this.chosen.hidden = !told;
    if (!told) return;
    this.chosen.replaceChildren(...this.values.map((value, index) => this.pieceOf(value, index)));
    if (this.most > 1) this.chosen.append(this.tools());
  }

  pieceOf(value, index) {
    const source = this.buttons.find((button) => button.dataset.value === value);
    const word = source.querySelector(".pick-word");
    const piece = document.createElement("button");
    piece.type = "button";
    piece.className = "chosen-piece";
    piece.append((source.querySelector("[data-piece]") ?? word).cloneNode(true));
    piece.setAttribute("aria-label", `${index + 1}: ${word.textContent}, ${this.words.clear}`);
    piece.addEventListener("click", () => {
      this.values.splice(index, 1);
      this.sheet.activate(this);
      this.sheet.changed(this);
      (this.chosen.querySelectorAll(".chosen-piece")[index] ?? this.faces.querySelector(".pick:enabled"))?.focus();
    });
    return piece;
  }

  tools() {
    const tools = document.createElement("span");
    tools.className = "chosen-tools";
    const count = document.createElement("span");
    count.className = "muted";
    count.setAttribute("role", "status");
    count.textContent = `${this.values.length}/${this.most} ${this.words.count}`;
    if (this.words.rest && !this.isFull()) tools.append(this.tool(this.words.rest, () => this.rest()));
    tools.append(count);
    if (this.values.length) {
      tools.append(this.tool(this.words.back, () => this.values.pop(), "↶"));
      tools.append(this.tool(this.words.clear, () => this.values.splice(0), "✕"));
    }
    return tools;
  }

  tool(label, act, sign) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn";
    button.textContent = sign ?? label;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => {
      act();
      this.sheet.changed(this);
      this.sheet.recordWhole();
    });
    return button;
  }

  rest() {
    this.values.push(...Array(this.most - this.values.length).fill("null"));
  }
}

// The pickers of one form. Those of an event are filled in one after the other.
class Sheet {
  constructor(form) {
    this.form = form;
    this.rows = form.dataset.legal ? JSON.parse(form.dataset.legal) : null;
    this.pickers = [...form.querySelectorAll("[data-picker]")].map((fieldset) => new Picker(fieldset, this));
    this.settle(0);
    const asked = this.pickers.filter((picker) => !this.isCertain(picker));
    for (const picker of this.pickers) picker.fieldset.hidden = !asked.includes(picker);
    this.isStepped = form.classList.contains("event-form") && asked.length > 1;
    if (this.isStepped) asked.forEach((picker) => this.label(picker));
    this.asked = asked;
    this.active = asked[0];
    this.show();
    // Nobody touched what fills itself in: the page may still follow what others record.
    for (const picker of this.pickers.filter((one) => !asked.includes(one))) {
      for (const option of picker.selects.flatMap((select) => [...select.options])) {
        option.defaultSelected = option.selected;
      }
    }
  }

  pool(name) {
    return this.pickers.filter((picker) => picker.words.pool === name);
  }

  // The rows that agree with what was chosen in the pickers before this one.
  rowsBefore(picker) {
    const before = this.pickers.filter((one) => one.step < picker.step);
    return this.rows.filter((row) => before.every((one) => isSame(one.places, row[one.step])));
  }

  isCertain(picker) {
    return this.rows !== null && this.rows.every((row) => isSame(row[picker.step], this.rows[0][picker.step]));
  }

  allows(picker, place) {
    if (this.rows === null) return true;
    const places = picker.most === 1 ? [place] : [...picker.places, place];
    if (!("ordered" in picker.words)) places.sort((one, other) => one - other);
    return this.rowsBefore(picker).some((row) => picker.fits(places, row[picker.step]));
  }

  // What was chosen after a change may not fit any more; what is the only way fills itself in.
  settle(from) {
    if (this.rows === null) return;
    for (const picker of this.pickers.slice(from)) {
      const rows = this.rowsBefore(picker);
      if (!rows.some((row) => picker.fits(picker.places, row[picker.step]))) picker.values = [];
      if (rows.length && rows.every((row) => isSame(row[picker.step], rows[0][picker.step]))) {
        picker.hold(rows[0][picker.step]);
      }
    }
  }

  isComplete(picker) {
    if (this.rows === null) return picker.isReady();
    return this.rowsBefore(picker).some((row) => isSame(picker.places, row[picker.step]));
  }

  // Whether nothing more can be added to it.
  isDone(picker) {
    if (!this.isComplete(picker)) return false;
    if (this.rows === null) return picker.isFull();
    const { length } = picker.values;
    return !this.rowsBefore(picker).some(
      (row) => row[picker.step].length > length && picker.fits(picker.places, row[picker.step]),
    );
  }

  changed(picker) {
    this.settle(this.pickers.indexOf(picker) + 1);
    if (this.isStepped && this.isDone(picker)) {
      this.active = this.asked.find((one) => !this.isDone(one)) ?? picker;
    }
    this.show();
    // Whoever keeps half-filled forms wants to know.
    this.form.dispatchEvent(new Event("change", { bubbles: true }));
  }

  activate(picker) {
    this.active = picker;
    this.show();
  }

  // The last piece that is asked for records itself; undo covers mistakes.
  recordWhole() {
    const isWhole = this.asked.every((picker) => this.isDone(picker));
    if ("recordsItself" in this.form.dataset && isWhole) this.form.requestSubmit();
  }

  // Its name opens a field again.
  label(picker) {
    const legend = picker.fieldset.querySelector("legend");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "picker-step";
    button.append(...legend.childNodes);
    button.addEventListener("click", () => this.activate(picker));
    legend.append(button);
  }

  show() {
    for (const picker of this.pickers) {
      picker.show();
      if (!this.isStepped) continue;
      const isOpen = picker === this.active;
      picker.faces.hidden = !isOpen;
      picker.fieldset.classList.toggle("picker-closed", !isOpen);
      picker.fieldset.querySelector(".picker-step")?.setAttribute("aria-expanded", String(isOpen));
    }
    const send = this.form.querySelector("button:not([type=button])");
    send.disabled = !this.pickers.every((picker) => this.isComplete(picker));
    // Where the last tap records, the button is for what could be more and need not be.
    send.hidden = send.disabled && "recordsItself" in this.form.dataset;
  }
}

export function enhancePickers() {
  const forms = new Set([...document.querySelectorAll("[data-picker]")].map((picker) => picker.closest("form")));
  for (const form of forms) {
    if (form.sheet) continue;
    form.sheet = new Sheet(form);
  }
}
