// The points of the virtual table as a grid for keys and screen readers; the finger goes to the pieces.
// They are made once and changed in place, so that the keyboard never loses the one that it is on.

import { s } from "../dom.js";
import { say } from "../texts.js";
import { drawn } from "./tray.js";
import { pieceName } from "./words.js";

const RADIUS = 34;
const BADGE_PX = 46;

export const siteAt = (column, row) => `${String.fromCharCode(97 + column)}${row}`;
export const placeOf = (site) => [site.charCodeAt(0) - 97, Number(site.slice(1))];

export class Cells {
  constructor(scene, layer, onkey) {
    this.scene = scene;
    this.layer = layer;
    this.hand = scene.layers.hand;
    this.at = "e5";
    this.cells = new Map();
    layer.setAttribute("role", "grid");
    layer.setAttribute("tabindex", "-1"); // or it would be a stop of the Tab key itself, for what it listens to
    layer.setAttribute("aria-label", say("wizard.desk.board"));
    layer.setAttribute("aria-describedby", "desk-keys-short");
    layer.addEventListener("keydown", (event) => onkey(event, this.at));
    layer.addEventListener("focusin", (event) => event.target.dataset.site && this.focused(event.target.dataset.site));
    layer.addEventListener("focusout", () => queueMicrotask(() => this.showHand()));
  }

  /** Whether the keyboard is on the board. */
  get active() {
    return this.layer.contains(document.activeElement);
  }

  draw() {
    const { state, piles } = this.scene;
    const { rows, columns, points } = state;
    if (this.cells.size !== rows * columns) this.build(rows, columns);
    for (const [site, { cell, circle }] of this.cells) {
      const [cx, cy] = points[site];
      circle.setAttribute("cx", cx);
      circle.setAttribute("cy", cy);
      const label = this.label(site, piles.get(site) ?? []);
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    }
    this.showHand();
  }

  build(rows, columns) {
    this.cells.clear();
    const lines = [];
    for (let row = rows; row > 0; row -= 1) {
      const line = s("g", { role: "row" });
      for (let column = 0; column < columns; column += 1) {
        const site = siteAt(column, row);
        const circle = s("circle", { r: RADIUS });
        const cell = s("g", { role: "gridcell", class: "desk-cell", tabindex: "-1", "data-site": site }, circle);
        this.cells.set(site, { cell, circle });
        line.append(cell);
      }
      lines.push(line);
    }
    this.layer.replaceChildren(...lines);
    if (!this.cells.has(this.at)) this.at = "a1";
    this.cells.get(this.at).cell.setAttribute("tabindex", "0");
  }

  label(site, pile) {
    if (!pile.length) return say("wizard.desk.empty", { site });
    return say("wizard.desk.pile", { site, pieces: pile.map(pieceName).reverse().join(", ") });
  }

  /** Put the keyboard on a point, or where it was last. */
  focus(site = this.at) {
    this.cells.get(site)?.cell.focus({ preventScroll: true });
  }

  focused(site) {
    if (site !== this.at) {
      this.cells.get(this.at)?.cell.setAttribute("tabindex", "-1");
      this.at = site;
      this.cells.get(site).cell.setAttribute("tabindex", "0");
    }
    this.showHand();
  }

  /** What is held is seen over the point that the keyboard is on. */
  showHand() {
    const { desk, state } = this.scene;
    const piece = desk.held && this.active ? desk.piece(desk.held) : null;
    if (!piece) {
      this.hand.replaceChildren();
      return;
    }
    const [x, y] = state.tops[this.at];
    const badge = drawn(piece, BADGE_PX);
    badge.setAttribute("x", x + 14);
    badge.setAttribute("y", y - BADGE_PX - 14);
    this.hand.replaceChildren(this.scene.ring(this.at, "landing"), badge);
  }
}
