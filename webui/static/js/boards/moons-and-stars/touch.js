// Touch, mouse and keyboard on a board: a grid of points, one stop of the Tab key.

import { s } from "../../dom.js";
import { drawPile } from "./pieces.js";
import { PITCH, place } from "./seating.js";

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The points as things to touch; `preview(site)` is called for the one that is pointed at. */
export function cells(root, seating, preview) {
  const own = root.panel;
  own.cells = new Map();
  const grid = s("g", { role: "grid", class: "cells", tabindex: "-1", "aria-rowcount": seating.high, "aria-colcount": seating.wide });
  for (let row = 0; row < seating.high; row += 1) {
    const line = s("g", { role: "row", "aria-rowindex": row + 1 });
    for (let column = 0; column < seating.wide; column += 1) {
      const site = seating.site(column, row);
      const cell = s("g", { role: "gridcell", "aria-colindex": column + 1, "data-site": site, tabindex: "-1", class: "cell",
        transform: `translate(${seating.left + column * PITCH} ${seating.top + row * PITCH})` },
      s("rect", { x: -50, y: -50, width: 100, height: 100, rx: 20 }));
      own.cells.set(site, cell);
      line.append(cell);
    }
    grid.append(line);
  }
  own.grid = grid;
  own.focus = own.cells.has(own.focus) ? own.focus : seating.site(Math.floor(seating.wide / 2), seating.high - 1);
  own.cells.get(own.focus).setAttribute("tabindex", "0");
  listen(root, grid, preview);
  return grid;
}

function listen(root, grid, preview) {
  const own = root.panel;
  const siteOf = (target) => target.closest?.("[data-site]")?.dataset.site ?? null;
  grid.addEventListener("keydown", (event) => {
    const site = siteOf(event.target);
    if (STEPS[event.key]) {
      event.preventDefault();
      const [column, row] = own.seating.cell(...place(site));
      const [right, down] = STEPS[event.key];
      focusSite(root, own.seating.site(column + right, row + down));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      own.options.onTouch?.(site, { by: "key" });
    } else if (event.key === "Escape") own.options.onTouch?.(null, { by: "key" });
  });
  grid.addEventListener("focusin", (event) => { // would make it a stop of the Tab key, but for its tabindex
    focusSite(root, siteOf(event.target), { move: false });
    preview(siteOf(event.target));
  });
  grid.addEventListener("pointerover", (event) => event.pointerType === "mouse" && preview(siteOf(event.target)));
  grid.addEventListener("pointerleave", () => preview(null));
  let held = null;
  grid.addEventListener("pointerdown", (event) => {
    const site = siteOf(event.target);
    if (!site || event.button > 0) return;
    held = { site, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
  });
  grid.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < 8) return;
      if (!own.options.canDrag?.(held.site)) return;
      own.options.onTouch?.(held.site, { by: "drag" });
      held.ghost = ghost(root, held.site);
      grid.setPointerCapture(event.pointerId);
    }
    const [x, y] = toBoard(root, event);
    held.ghost.setAttribute("transform", `translate(${x} ${y - 14})`);
  });
  const end = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { ghost: carried, site } = held;
    held = null;
    if (!carried) return;
    carried.remove();
    own.pieces.querySelector(`[data-site="${site}"]`)?.classList.remove("held");
    own.dropped = event.type === "pointerup";
    if (!own.dropped) return;
    const to = nearest(root, toBoard(root, event));
    if (to && to !== site) own.options.onDrop?.(site, to);
  };
  grid.addEventListener("pointerup", end);
  grid.addEventListener("pointercancel", end);
  grid.addEventListener("click", (event) => {
    if (own.dropped) {
      own.dropped = false;
      return;
    }
    const site = siteOf(event.target);
    if (site) {
      focusSite(root, site);
      own.options.onTouch?.(site, { by: "pointer" });
    }
  });
}

function ghost(root, site) {
  const { pieces, over, board, seating } = root.panel;
  pieces.querySelector(`[data-site="${site}"]`)?.classList.add("held");
  const carried = s("g", { class: "ghost" }, s("g", { transform: "scale(1.12)" }, drawPile(board.sites[site] ?? [], seating)));
  over.after(carried);
  return carried;
}

function toBoard(root, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
  return [point.x, point.y];
}

/** The site nearest to a place on the board; null beside it. */
function nearest(root, [x, y]) {
  const { seating } = root.panel;
  return seating.site(Math.round((x - seating.left) / PITCH), Math.round((y - seating.top) / PITCH));
}

/** The site under a place on the screen; for what is dragged onto the board from elsewhere. */
export function siteAt(root, event) {
  const box = root.getBoundingClientRect();
  const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  return inside ? nearest(root, toBoard(root, event)) : null;
}

/** Make a site the one that the keyboard is on. */
export function focusSite(root, site, { move = true } = {}) {
  const own = root.panel;
  const cell = own.cells.get(site);
  if (!cell) return;
  if (own.focus !== site) {
    own.cells.get(own.focus)?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    own.focus = site;
  }
  if (move) cell.focus({ preventScroll: true });
}

/** Say of every point what is on it and what can be done there. */
export function nameCells(root, board, options) {
  const say = options.texts ?? ((key) => key);
  const targets = new Map((options.targets ?? []).map((target) => [target.site, target]));
  const marks = new Map();
  for (const mark of options.marks ?? []) {
    if (mark.text) marks.set(mark.site, [...(marks.get(mark.site) ?? []), mark.text]);
  }
  const sources = new Set(options.sources ?? []);
  root.panel.grid.setAttribute("aria-label", options.label ?? say("board.name"));
  for (const [site, cell] of root.panel.cells) {
    const pile = board.sites?.[site] ?? [];
    const words = pile.length ? pile.map((piece) => piece.name ?? `${piece.owner} ${piece.kind}`).join(say("board.under")) : say("board.empty");
    const parts = [`${site}: ${words}`];
    const target = targets.get(site);
    const steps = target?.actions?.[0].steps;
    if (target) parts.push(steps ? `${say(`board.target.${target.kind}`)}. ${steps}` : target.name ?? say(`board.target.${target.kind}`));
    if (site === options.selected) parts.push(say("board.selected"));
    else if (sources.has(site) && !options.selected) parts.push(say("board.source"));
    parts.push(...(marks.get(site) ?? []));
    const label = parts.join(". ");
    if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    cell.setAttribute("aria-selected", site === options.selected ? "true" : "false");
    cell.classList.toggle("source", sources.has(site));
    cell.classList.toggle("lit", Boolean(target));
    cell.classList.toggle("drag", Boolean(options.canDrag?.(site)));
  }
}
