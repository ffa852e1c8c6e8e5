// Makes the page equal to HTML that the server rendered, by changing only what differs: a step
// that moves one card costs the layout of one card.

const CONTROLS = "input, select, option, textarea, button";

export function parse(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.firstElementChild;
}

export function patch(element, wanted) {
  return become(element, wanted);
}

function become(node, wanted) {
  if (node.nodeType !== wanted.nodeType || node.nodeName !== wanted.nodeName) return swap(node, wanted);
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.data !== wanted.data) node.data = wanted.data;
    return node;
  }
  if (!isSamePiece(node, wanted) || !alignAttributes(node, wanted)) return swap(node, wanted);
  alignChildren(node, wanted);
  return node;
}

// A piece of a board is no other one: it leaves, and another comes.
function isSamePiece(node, wanted) {
  return node.getAttribute("data-piece") === wanted.getAttribute("data-piece");
}

function swap(node, wanted) {
  node.replaceWith(wanted);
  return wanted;
}

// In the same order too: the page is compared with the server's byte for byte. Controls that get
// or lose an attribute are made anew, because they hold more than their attributes say.
export function alignAttributes(node, wanted) {
  const [mine, theirs] = [node.attributes, [...wanted.attributes]];
  let same = 0;
  while (same < theirs.length && mine[same]?.name === theirs[same].name) same += 1;
  if ((same < theirs.length || same < mine.length) && node.matches(CONTROLS)) return false;
  while (mine.length > same) node.removeAttribute(mine[mine.length - 1].name);
  for (const { name, value } of theirs) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  return true;
}

// What is equal at both ends stays; what is between becomes what is wanted, one by one.
function alignChildren(node, wanted) {
  let mine = [...node.childNodes];
  let theirs = [...wanted.childNodes];
  let start = 0;
  const shorter = Math.min(mine.length, theirs.length);
  while (start < shorter && mine[start].isEqualNode(theirs[start])) start += 1;
  let end = 0;
  while (end < shorter - start && mine.at(-1 - end).isEqualNode(theirs.at(-1 - end))) end += 1;
  mine = mine.slice(start, mine.length - end);
  theirs = theirs.slice(start, theirs.length - end);
  const after = end ? node.childNodes[node.childNodes.length - end] : null;
  theirs.forEach((child, index) => {
    if (index < mine.length) become(mine[index], child);
    else node.insertBefore(child, after);
  });
  for (const surplus of mine.slice(theirs.length)) surplus.remove();
}
