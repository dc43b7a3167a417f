// The picture of the virtual table with a light layer over it: handles that hands can take, the
// points they can be put on, and whatever is being carried.

import { find, h, s } from "../dom.js";
import { say } from "../texts.js";
import { pieceName } from "./words.js";

const FAR = 0.62;
/** A finger that has moved by less has tapped. */
const TAP_PX = 6;

const corners = (hull) => hull.map((corner) => corner.join(",")).join(" ");

export class Scene {
  constructor(desk, place) {
    this.desk = desk;
    this.place = place;
    this.svg = null;
    this.shown = -1;
    this.carried = null;
    this.focus = "e5";
    this.quiet = false;
  }

  get state() {
    return this.desk.state;
  }

  draw() {
    if (!this.svg) this.build();
    this.picture();
    this.handles();
    this.cells();
    this.figures();
  }

  build() {
    const [width, height] = this.state.size_px;
    this.image = s("image", { width, height, "aria-hidden": "true" });
    this.layers = Object.fromEntries(["holes", "marks", "cells", "figures", "handles", "ghost"].map((name) => [name, s("g", { class: `desk-${name}` })]));
    this.layers.cells.setAttribute("role", "grid");
    this.layers.cells.setAttribute("aria-label", say("wizard.desk.board"));
    this.svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "desk-scene", role: "group", "aria-label": say("wizard.desk.picture") },
      this.image, this.layers.holes, this.layers.cells, this.layers.figures, this.layers.marks, this.layers.handles, this.layers.ghost);
    this.svg.addEventListener("pointermove", (event) => this.carry(event));
    this.svg.addEventListener("pointerup", (event) => this.letGo(event));
    this.svg.addEventListener("pointercancel", () => this.stop());
    this.svg.addEventListener("click", (event) => this.clicked(event));
    this.place.replaceChildren(this.svg, h("p", { class: "hint" }, say(this.desk.may ? "wizard.desk.hint" : "wizard.desk.hint-watch")));
  }

  /** Show the newest picture once it has come, so that nothing flickers. */
  picture() {
    const { version } = this.state;
    if (version === this.shown) return;
    this.shown = version;
    const fresh = new Image();
    fresh.onload = () => {
      if (version < this.drawn) return;
      this.drawn = version;
      this.image.setAttribute("href", fresh.src);
      if (!this.carried) this.layers.holes.replaceChildren();
      this.svg.dataset.version = String(version);
    };
    fresh.src = `/api/desk/picture.jpg?v=${version}`;
  }

  handles() {
    const { pieces } = this.state;
    this.layers.handles.replaceChildren(...pieces.map((piece) =>
      s("polygon", { points: corners(piece.hull), class: `handle${piece.id === this.desk.held ? " taken" : ""}`, "data-piece": piece.id, onpointerdown: (event) => this.grab(event, piece) },
        s("title", {}, this.sentence(piece)))));
  }

  sentence(piece) {
    return piece.site ? say("wizard.desk.lies-on", { piece: pieceName(piece), site: piece.site }) : say("wizard.desk.lies-beside", { piece: pieceName(piece) });
  }

  /** The points as a grid for keys and screen readers; the finger goes to the pieces. */
  cells() {
    const { rows, columns, points } = this.state;
    const piles = new Map();
    for (const piece of this.state.pieces) if (piece.site) piles.set(piece.site, [...(piles.get(piece.site) ?? []), piece]);
    this.piles = piles;
    if (!points[this.focus]) this.focus = "a1";
    const kept = this.layers.cells.contains(document.activeElement);
    const lines = [];
    for (let row = rows; row > 0; row -= 1) {
      const cells = [];
      for (let column = 0; column < columns; column += 1) {
        const site = `${String.fromCharCode(97 + column)}${row}`;
        const pile = piles.get(site) ?? [];
        const [cx, cy] = points[site];
        cells.push(s("g", { role: "gridcell", class: "desk-cell", tabindex: site === this.focus ? 0 : -1, "data-site": site, "aria-label": this.label(site, pile), onkeydown: (event) => this.key(event, site), onfocus: () => this.focused(site) },
          s("circle", { cx, cy, r: 34 })));
      }
      lines.push(s("g", { role: "row" }, cells));
    }
    this.layers.cells.replaceChildren(...lines);
    if (kept) this.cell(this.focus)?.focus();
  }

  cell(site) {
    return find(`[data-site="${site}"]`, this.layers.cells);
  }

  label(site, pile) {
    if (!pile.length) return say("wizard.desk.empty", { site });
    return say("wizard.desk.pile", { site, pieces: pile.map(pieceName).reverse().join(", ") });
  }

  focused(site) {
    this.cell(this.focus)?.setAttribute("tabindex", "-1");
    this.focus = site;
    this.cell(site)?.setAttribute("tabindex", "0");
  }

  key(event, site) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    const { desk } = this;
    const top = this.piles.get(site)?.at(-1);
    if (step) {
      const next = `${String.fromCharCode(site.charCodeAt(0) + step[0])}${Number(site.slice(1)) + step[1]}`;
      if (this.state.points[next]) this.cell(next).focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (!desk.may) return;
      if (desk.held) desk.put(desk.held, site);
      else if (top) desk.hold(top.id);
    } else if (event.key === "Escape") desk.hold(null);
    else if (desk.may && top && event.key.toLowerCase() === "t") desk.ask("turn", { piece: top.id });
    else if (desk.may && top && (event.key === "Delete" || event.key === "Backspace")) desk.ask("lift", { piece: top.id });
    else return;
    event.preventDefault();
  }

  /** The figures beside the board: a press on a notch puts the side's figure there. */
  figures() {
    const { figures } = this.state;
    this.layers.figures.replaceChildren(...Object.entries(figures).flatMap(([colour, { notch, places }]) =>
      places.map(([cx, cy], index) => s("circle", { cx, cy, r: 26, class: "notch-place", "data-notch": `${colour}-${index + 1}`, onclick: () => this.desk.may && index + 1 !== notch && this.desk.ask("figure", { colour, notch: index + 1 }) },
        s("title", {}, say("wizard.desk.notch", { colour: say(`wizard.word.${colour}`), notch: index + 1 }))))));
  }

  /** Light points up that a step or a fault is about. */
  shine(sites) {
    if (!this.state) return;
    this.layers.marks.replaceChildren(...sites.filter((site) => this.state.points[site]).map((site) => this.ring(site, "shine")));
  }

  ring(site, className) {
    const [cx, cy] = this.state.points[site];
    return s("ellipse", { cx, cy, rx: 42, ry: 40, class: className });
  }

  at(event) {
    const matrix = this.svg.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [x, y];
  }

  /** The point nearest to a place; null where none is near. */
  nearest([x, y]) {
    const { tops, points } = this.state;
    const pitch = Math.hypot(points.a1[0] - points.b1[0], points.a1[1] - points.b1[1]);
    let best = null;
    let least = FAR * pitch;
    for (const [site, [sx, sy]] of Object.entries(tops)) {
      const away = Math.hypot(sx - x, sy - y);
      if (away < least) [best, least] = [site, away];
    }
    return best;
  }

  grab(event, piece) {
    if (!this.desk.may || event.button > 0 || this.desk.held) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    const from = this.at(event);
    const above = this.state.pieces.filter((other) => piece.site && other.site === piece.site && other.level > piece.level);
    this.carried = { piece, from, at: from, moved: false, off: [piece.px[0] - from[0], piece.px[1] - from[1]], above, screen: [event.clientX, event.clientY] };
  }

  carry(event) {
    const { carried } = this;
    if (!carried) return;
    if (!carried.moved && Math.hypot(event.clientX - carried.screen[0], event.clientY - carried.screen[1]) < TAP_PX) return;
    if (!carried.moved) this.lift(carried.piece);
    carried.moved = true;
    carried.at = this.at(event);
    const [dx, dy] = [carried.at[0] - carried.from[0], carried.at[1] - carried.from[1]];
    this.layers.ghost.setAttribute("transform", `translate(${dx.toFixed(1)} ${(dy - 10).toFixed(1)})`);
    const site = this.nearest([carried.at[0] + carried.off[0], carried.at[1] + carried.off[1]]);
    this.layers.marks.replaceChildren(...(site ? [this.ring(site, "landing")] : []));
  }

  /** Cut the drawn piece out of the picture, so that it can follow the finger. */
  lift(piece) {
    const [width, height] = this.state.size_px;
    const outline = corners(piece.hull);
    this.layers.ghost.replaceChildren(
      s("clipPath", { id: "carried-outline" }, s("polygon", { points: outline })),
      s("g", { class: "carried" }, s("image", { href: this.image.getAttribute("href"), width, height, "clip-path": "url(#carried-outline)" })),
    );
    this.layers.holes.replaceChildren(s("polygon", { points: outline, class: "hole-left" }));
  }

  letGo(event) {
    const { carried } = this;
    if (!carried) return;
    this.stop();
    const { piece } = carried;
    this.quiet = true; // the click that may follow at once is no second tap
    setTimeout(() => { this.quiet = false; }, 0);
    if (!carried.moved) {
      this.desk.hold(this.desk.held === piece.id ? null : piece.id);
      return;
    }
    const px = [carried.at[0] + carried.off[0], carried.at[1] + carried.off[1]];
    this.drop(piece.id, px);
    event.preventDefault();
  }

  /** Let a piece go at a place of the picture. */
  drop(id, px) {
    const site = this.nearest(px);
    this.desk.held = null;
    return this.desk.ask("move", site ? { piece: id, site } : { piece: id, px });
  }

  stop() {
    this.carried = null;
    this.layers.ghost.replaceChildren();
    this.layers.ghost.removeAttribute("transform");
    this.layers.marks.replaceChildren();
  }

  /** A tap beside any handle: what is held goes there. */
  clicked(event) {
    if (this.quiet || !this.desk.held || !this.desk.may) return;
    const site = this.nearest(this.at(event));
    if (site) this.desk.put(this.desk.held, site);
  }

  /** Whether a place of the screen is on the picture. */
  covers(x, y) {
    const box = this.svg.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }
}
