// The HTML of a frame read as a tree of its own text: what is the same text in two frames is the
// same on the board, and is neither read nor parsed nor looked at again.

const TAG = /<(\/?)([a-z][^\s/>]*)([^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*)>/iy;
const VOID = new Set(["br", "col", "hr", "img", "input", "source", "wbr"]);
// A browser reads these by rules of their own: they are parsed whole.
const WHOLE = new Set(["svg", "math", "table", "pre", "select", "textarea", "template", "script", "style"]);
// What a browser does not leave inside of what: it would end the outer one first.
const PARTS = "address article aside blockquote details div dl figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul";
const OUTER = new Map(PARTS.split(" ").map((name) => [name, "p"]));
for (const name of ["a", "button", "dd", "dt", "li"]) OUTER.set(name, name);
const AHEAD = 6;

// The element that some HTML is, or null where its tags do not pair. What is the same in the tree
// of the frame before is taken from there.
export function read(html, before) {
  try {
    return new Reader(html.trim()).element(before);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

class Reader {
  constructor(html) {
    this.html = html;
    this.at = 0;
    this.open = [];
  }

  element(like) {
    const start = this.at;
    const [open, , tag, attributes] = this.tag();
    const name = tag.toLowerCase();
    if (this.open.includes(OUTER.get(name)) && !this.isInList(name)) throw new SyntaxError(name);
    const node = { name, open, attributes, children: [], whole: WHOLE.has(name), html: open };
    if (VOID.has(name) || (name === "svg" && open.endsWith("/>"))) return node;
    if (node.whole) this.skip();
    else {
      this.open.push(name);
      node.children = this.children(like?.name === name ? like.children : []);
      this.open.pop();
      const [, closes, closed] = this.tag();
      if (!closes || closed.toLowerCase() !== name) throw new SyntaxError(name);
    }
    node.html = this.html.slice(start, this.at);
    return node;
  }

  // A list may be in a line of another one.
  isInList(name) {
    return name === "li" && this.open.at(-1) !== "li";
  }

  tag() {
    TAG.lastIndex = this.at;
    const found = TAG.exec(this.html);
    if (!found) throw new SyntaxError("no tag");
    this.at = TAG.lastIndex;
    return found;
  }

  // To the end of an element whose start was read.
  skip() {
    for (let open = 1; open; ) {
      this.at = this.html.indexOf("<", this.at);
      const [text, closes, name] = this.tag();
      if (closes) open -= 1;
      else if (!VOID.has(name) && !text.endsWith("/>")) open += 1;
    }
  }

  children(guide) {
    const children = [];
    let next = 0;
    while (!this.html.startsWith("</", this.at)) {
      const known = this.find(guide, next);
      if (known >= 0) {
        children.push(guide[known]);
        this.at += guide[known].html.length;
        next = known + 1;
        continue;
      }
      children.push(this.html[this.at] === "<" ? this.element(guide[next]) : this.text());
      next += 1;
    }
    return children;
  }

  text() {
    const start = this.at;
    this.at = this.html.indexOf("<", start);
    if (this.at < 0) throw new SyntaxError("no end");
    return { html: this.html.slice(start, this.at) };
  }

  // Which of the next few that were there before is here again.
  find(guide, next) {
    for (let index = next; index < Math.min(next + AHEAD, guide.length); index += 1) {
      const { name, html } = guide[index];
      if (!this.html.startsWith(html, this.at)) continue;
      if (name || this.html[this.at + html.length] === "<") return index;
    }
    return -1;
  }
}

// The names of attributes and their values, as they are written.
export function attributesOf({ attributes }) {
  const found = attributes.matchAll(/([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g);
  return Array.from(found, ([, name, ...values]) => ({ name, value: values.find((value) => value !== undefined) ?? "" }));
}
