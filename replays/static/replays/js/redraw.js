// Makes the board equal to a frame, by changing only what is another text than in the frame before.

import { alignAttributes, parse, patch } from "../../kaiten/js/patch.js";
import { attributesOf, read } from "./markup.js";

const LONG = 1200;
const MOST_KEPT = 600;
const trees = new WeakMap();
const kept = new Map();

// An element as its text says; a board shows the same few pieces again and again, and a copy is
// made sooner than HTML is read.
function fresh(html) {
  if (!kept.has(html)) {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(html, parse(html));
  }
  return kept.get(html).cloneNode(true);
}

// What is known of an element is what was shown last: until then, and where tags do not pair, both
// are compared as the browser read them.
export function redraw(element, html) {
  const before = trees.get(element);
  const after = read(html, before);
  if (before && after) become(element, before, after);
  else patch(element, parse(html));
  if (after) trees.set(element, after);
  else trees.delete(element);
}

function become(node, before, after) {
  if (before === after || before.html === after.html) return;
  if (!after.name) node.data = textOf(after.html);
  else if (before.open !== after.open && !writeAttributes(node, after)) {
    node.replaceWith(fresh(after.html));
  } else if (after.whole || node.childNodes.length !== before.children.length) {
    patch(node, fresh(after.html));
  } else alignChildren(node, before.children, after.children);
}

// As they are written, where they are written plainly and each of them once.
function writeAttributes(node, after) {
  const attributes = attributesOf(after);
  const names = new Set(attributes.map(({ name }) => name.toLowerCase()));
  const plain = names.size === attributes.length && !after.open.includes("&");
  return alignAttributes(node, plain ? { attributes } : parse(after.open));
}

const textOf = (html) => (html.includes("&") ? parse(`<p>${html}</p>`).textContent : html);

const made = ({ name, html }) => (name ? fresh(html) : document.createTextNode(textOf(html)));

// What may become what: a piece only itself, so that another one is seen coming.
const isAlike = (one, other) => one.name === other.name && pieceOf(one) === pieceOf(other);

const pieceOf = ({ open }) => / data-piece="[^"]*"/.exec(open ?? "")?.[0];

function alignChildren(node, before, after) {
  const nodes = [...node.childNodes];
  const kept = [...common(before, after), [before.length, after.length]];
  let [mine, theirs] = [0, 0];
  for (const [nextMine, nextTheirs] of kept) {
    while (theirs < nextTheirs) {
      if (mine < nextMine && isAlike(before[mine], after[theirs])) {
        become(nodes[mine], before[mine], after[theirs]);
        mine += 1;
        theirs += 1;
      } else if (nextMine - mine >= nextTheirs - theirs) {
        nodes[mine].remove();
        mine += 1;
      } else {
        node.insertBefore(made(after[theirs]), nodes[mine] ?? null);
        theirs += 1;
      }
    }
    for (; mine < nextMine; mine += 1) nodes[mine].remove();
    [mine, theirs] = [nextMine + 1, nextTheirs + 1];
  }
}

// The pairs that are the same in both lists: at both ends, and as many as there are between.
function common(before, after) {
  const same = (mine, theirs) =>
    before[mine] === after[theirs] || before[mine].html === after[theirs].html;
  const pairs = [];
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && same(start, start)) {
    pairs.push([start, start]);
    start += 1;
  }
  let end = 0;
  while (end < shorter - start && same(before.length - 1 - end, after.length - 1 - end)) end += 1;
  pairs.push(...between(start, before.length - end, start, after.length - end, same));
  for (; end > 0; end -= 1) pairs.push([before.length - end, after.length - end]);
  return pairs;
}

// The longest common subsequence; what is long is taken as all different.
function between(mine, mineEnd, theirs, theirsEnd, same) {
  const [rows, columns] = [mineEnd - mine, theirsEnd - theirs];
  if (!rows || !columns || rows * columns > LONG) return [];
  const length = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      length[row][column] = same(mine + row, theirs + column)
        ? length[row + 1][column + 1] + 1
        : Math.max(length[row + 1][column], length[row][column + 1]);
    }
  }
  const pairs = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (same(mine + row, theirs + column)) {
      pairs.push([mine + row, theirs + column]);
      row += 1;
      column += 1;
    } else if (length[row + 1][column] >= length[row][column + 1]) row += 1;
    else column += 1;
  }
  return pairs;
}
