// The little that the rules pages use of Markdown, as elements: emphasis, code, links, tables, and
// the number of a rule as a way to that rule.

import { h } from "../dom.js";

const MARK = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)|\b([A-Z]{2}-\d+[a-z]?)\b/g;

/** A line of text with its marks turned into elements. */
export function prose(text) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(MARK)) {
    const [whole, strong, soft, code, label, , rule] = found;
    parts.push(text.slice(at, found.index));
    if (strong) parts.push(h("b", {}, ...prose(strong)));
    else if (soft) parts.push(h("em", {}, soft));
    else if (code) parts.push(h("code", {}, code));
    else if (label) parts.push(label);
    else parts.push(h("a", { href: `#${rule}` }, rule));
    at = found.index + whole.length;
  }
  parts.push(text.slice(at));
  return parts;
}

/** Lines of a table with bars between its cells. */
export function table(text) {
  const rows = text.split("\n").map((row) => row.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const [head, , ...body] = rows;
  return h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "plain" },
    h("thead", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, prose(cell))))),
    h("tbody", {}, body.map((row) => h("tr", {}, row.map((cell) => h("td", {}, prose(cell))))))));
}
