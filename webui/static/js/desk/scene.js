// The picture of the virtual table with a light layer over it: handles that hands can take, the
// points they can be put on, and whatever is being carried.

import { h, s } from "../dom.js";
import { say } from "../texts.js";
import { Cells } from "./cells.js";
import { Figures } from "./figures.js";
import { pressed, showKeys } from "./keys.js";
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
    this.coming = null;
    this.carried = null;
    this.piles = new Map();
    this.quiet = false;
  }

  get state() {
    return this.desk.state;
  }

  draw() {
    if (!this.svg) this.build();
    this.hint.textContent = say(this.desk.may ? "wizard.desk.hint" : "wizard.desk.hint-watch");
    this.picture();
    this.handles();
    this.cells.draw();
    this.figures.draw(this.state.figures);
  }

  build() {
    const [width, height] = this.state.size_px;
    this.image = s("image", { width, height, "aria-hidden": "true" });
    this.layers = Object.fromEntries(["holes", "marks", "cells", "figures", "handles", "hand", "ghost"].map((name) => [name, s("g", { class: `desk-${name}` })]));
    this.layers.hand.setAttribute("aria-hidden", "true");
    this.cells = new Cells(this, this.layers.cells, (event, site) => pressed(this.desk, event, site) && event.preventDefault());
    this.figures = new Figures(this.desk, this.layers.figures);
    this.svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "desk-scene", role: "group", "aria-label": say("wizard.desk.picture") },
      this.image, this.layers.holes, this.layers.cells, this.layers.figures, this.layers.marks, this.layers.handles, this.layers.hand, this.layers.ghost);
    this.svg.addEventListener("pointermove", (event) => this.carry(event));
    this.svg.addEventListener("pointerup", (event) => this.letGo(event));
    this.svg.addEventListener("pointercancel", () => this.stop());
    this.svg.addEventListener("click", (event) => this.clicked(event));
    this.hint = h("span", { id: "desk-keys-short" });
    this.place.replaceChildren(this.svg, h("p", { class: "hint" }, this.hint, " ",
      h("button", { type: "button", class: "link", onclick: showKeys }, say("wizard.keys.title"))));
  }

  /**
   * Show the newest picture once it has come, so that nothing flickers. One is asked for at a time:
   * who moves one piece after the other doesn't let the table be drawn for each of them.
   */
  picture() {
    const { version } = this.state;
    if (version === this.shown || this.coming) return;
    this.shown = version;
    this.coming = new Image();
    const come = (event) => {
      const { src } = this.coming;
      this.coming = null;
      if (event.type === "load") {
        this.image.setAttribute("href", src);
        if (!this.carried) this.layers.holes.replaceChildren();
        this.svg.dataset.version = String(version);
      }
      this.picture();
    };
    this.coming.onload = come;
    this.coming.onerror = come;
    this.coming.src = `/api/desk/picture.jpg?v=${version}`;
  }

  handles() {
    const { pieces } = this.state;
    this.piles = new Map();
    for (const piece of pieces) if (piece.site) this.piles.set(piece.site, [...(this.piles.get(piece.site) ?? []), piece]);
    this.layers.handles.replaceChildren(...pieces.map((piece) =>
      s("polygon", { points: corners(piece.hull), class: `handle${piece.id === this.desk.held ? " taken" : ""}`, "data-piece": piece.id, onpointerdown: (event) => this.grab(event, piece) },
        s("title", {}, this.sentence(piece)))));
  }

  sentence(piece) {
    return piece.site ? say("wizard.desk.lies-on", { piece: pieceName(piece), site: piece.site }) : say("wizard.desk.lies-beside", { piece: pieceName(piece) });
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
