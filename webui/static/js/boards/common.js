// What the boards of the other games share: their style sheet and words, cells that can be touched, dragged
// and walked over with the keyboard, and pieces that are seen moving.

import { calm, h, s } from "../dom.js";
import { has, loadTexts } from "../texts.js";

/** The style sheet and the words of these boards, fetched with the first of them. */
const styled = new Promise((done) => {
  if (document.querySelector('link[href="/static/boards.css"]')) {
    done();
    return;
  }
  document.head.append(h("link", { rel: "stylesheet", href: "/static/boards.css", onload: done, onerror: done }));
});
await Promise.all([styled, has("boards.empty") || loadTexts("boards")]);

const KEYS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]);

/**
 * Cells of a board, in rows: [{site, at: [x, y], shape: element}]. `step(site, key)` gives the site
 * that an arrow key leads to (null: none). The options of the board are read from `panel.options`.
 */
export function makeCells(panel, rows, step) {
  const held = panel.grid?.contains(document.activeElement);
  panel.cells = new Map();
  const wide = Math.max(...rows.map((row) => row.length), 1);
  const grid = s("g", { role: "grid", class: "cells", tabindex: "-1", "aria-rowcount": rows.length, "aria-colcount": wide });
  rows.forEach((row, number) => {
    const line = s("g", { role: "row", "aria-rowindex": number + 1 });
    row.forEach(({ site, shape }, column) => {
      const cell = s("g", { role: "gridcell", "aria-colindex": column + 1, "data-site": site, tabindex: "-1", class: "cell" }, shape);
      panel.cells.set(site, cell);
      line.append(cell);
    });
    grid.append(line);
  });
  panel.step = step;
  panel.grid = grid;
  if (!panel.cells.has(panel.focus)) panel.focus = rows.at(-1)?.[0]?.site ?? null;
  panel.cells.get(panel.focus)?.setAttribute("tabindex", "0");
  // Whoever is on the old cells with the keyboard stays on the new ones.
  if (held) queueMicrotask(() => panel.cells.get(panel.focus)?.focus({ preventScroll: true }));
  listen(panel, grid);
  return grid;
}

const siteOf = (target) => target.closest?.("[data-site]")?.dataset.site ?? null;

function listen(panel, grid) {
  grid.addEventListener("keydown", (event) => {
    const site = siteOf(event.target);
    if (KEYS.has(event.key)) {
      event.preventDefault();
      focusSite(panel, panel.step(site, event.key));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      panel.options.onTouch?.(site, { by: "key" });
    } else if (event.key === "Escape") panel.options.onTouch?.(null, { by: "key" });
  });
  grid.addEventListener("focusin", (event) => focusSite(panel, siteOf(event.target), { move: false }));
  let held = null;
  let dropped = false;
  let pointer = "mouse";
  grid.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    const site = siteOf(event.target);
    if (site && event.button <= 0) held = { site, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
  });
  grid.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id || !panel.ghost) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < 8 || !panel.options.canDrag?.(held.site)) return;
      panel.options.onTouch?.(held.site, { by: "drag" });
      held.ghost = panel.ghost(held.site);
      grid.setPointerCapture(event.pointerId);
    }
    held.ghost.setAttribute("transform", `translate(${toBoard(panel.svg, event).join(" ")})`);
  });
  const end = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { ghost, site } = held;
    held = null;
    if (!ghost) return;
    ghost.remove();
    panel.pieces.querySelector(`[data-lies="${CSS.escape(site)}"]`)?.classList.remove("held");
    dropped = event.type === "pointerup";
    const to = dropped ? siteUnder(panel, event) : null;
    if (to && to !== site) panel.options.onDrop?.(site, to);
  };
  grid.addEventListener("pointerup", end);
  grid.addEventListener("pointercancel", end);
  grid.addEventListener("click", (event) => {
    if (dropped) {
      dropped = false;
      return;
    }
    const touched = siteOf(event.target);
    const site = panel.meant ? panel.meant({ x: event.clientX, y: event.clientY, pointer }, touched) : touched;
    if (!site) return;
    focusSite(panel, site);
    panel.options.onTouch?.(site, { by: "pointer" });
  });
}

function siteUnder(panel, event) {
  return document.elementsFromPoint(event.clientX, event.clientY).map((element) => (panel.grid.contains(element) ? siteOf(element) : null)).find(Boolean) ?? null;
}

/** A place on the screen in the board's own units. */
export function toBoard(svg, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}

/** Make a site the one that the keyboard is on. */
export function focusSite(panel, site, { move = true } = {}) {
  const cell = panel.cells.get(site);
  if (!cell) return;
  if (panel.focus !== site) {
    panel.cells.get(panel.focus)?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    panel.focus = site;
  }
  if (move) cell.focus({ preventScroll: true });
}

/** Name every cell, and say which can be touched. `words(site)` is what lies there. */
export function nameCells(panel, words) {
  const { options } = panel;
  const say = options.texts;
  const targets = new Map((options.targets ?? []).map((target) => [target.site, target]));
  const sources = new Set(options.sources ?? []);
  const told = new Map();
  for (const { site, text } of options.marks ?? []) if (text) told.set(site, [...(told.get(site) ?? []), text]);
  for (const [site, cell] of panel.cells) {
    const parts = [words(site)];
    const target = targets.get(site);
    if (target) parts.push(target.name ?? say(`boards.target.${target.kind}`));
    if (site === options.selected) parts.push(say("boards.selected"));
    else if (sources.has(site) && !options.selected) parts.push(say("boards.source"));
    parts.push(...(told.get(site) ?? []));
    const label = parts.filter(Boolean).join(". ");
    if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    cell.setAttribute("aria-selected", String(site === options.selected));
    cell.classList.toggle("source", sources.has(site));
    cell.classList.toggle("lit", Boolean(target));
    cell.classList.toggle("drag", Boolean(options.canDrag?.(site)));
  }
}

/**
 * Lay what lies where: only what has changed is drawn anew, and what came from elsewhere is seen
 * coming. `spot(site)` gives [x, y, scale]; `drawPile(pile)` the drawing of a pile.
 */
export function layPieces(panel, sites, spot, drawPile, { anew = false } = {}) {
  const key = (pile) => pile.map((piece) => `${piece.owner} ${piece.kind} ${piece.facing ?? ""}`).join("+");
  const drawn = anew || !panel.drawn ? new Map() : panel.drawn;
  const fresh = drawn.size === 0;
  if (fresh) panel.pieces.replaceChildren();
  const gone = [];
  for (const [site, entry] of drawn) {
    if (sites[site]?.length && key(sites[site]) === entry.key) continue;
    gone.push([site, entry]);
    entry.element.remove();
    drawn.delete(site);
  }
  for (const [site, pile] of Object.entries(sites)) {
    const at = drawn.has(site) || !pile.length ? null : spot(site);
    if (!at) continue;
    const [x, y, scale = 1] = at;
    const element = s("g", { transform: `translate(${x} ${y}) scale(${scale})`, "data-lies": site }, s("g", {}, drawPile(pile, site)));
    panel.pieces.append(element);
    const top = key(pile.slice(-1));
    drawn.set(site, { element, key: key(pile), top, x, y, scale });
    const from = fresh ? null : gone.find(([old, entry]) => old !== site && entry.top === top)?.[1];
    if (from && !calm()) {
      element.firstChild.animate?.(
        [{ transform: `translate(${(from.x - x) / scale}px, ${(from.y - y) / scale}px)` }, { transform: "none" }],
        { duration: 320, easing: "cubic-bezier(.3,.7,.3,1)" });
    }
  }
  panel.drawn = drawn;
}

/** A star-like outline with `points` corners. */
export function burst(points, outer, inner) {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const radius = i % 2 ? inner : outer;
    const angle = (Math.PI * i) / points - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** The outline of a regular figure. */
export function polygon(corners, radius, turn = 0) {
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / corners - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

/** A legend: its parts, and the way to all the rules. */
export const legendOf = (say, game, ...parts) => h("div", { class: "stack loose" }, parts, h("a", { class: "button", href: `/rules/${game}` }, say("legend.rules")));

/** A small drawing for lists and buttons, in a box of 100 x 100 with its middle at 0,0. */
export const sign = (content, size = 28, className = "") =>
  s("svg", { viewBox: "-52 -52 104 104", width: size, height: size, class: `board-sign ${className}`, "aria-hidden": "true" }, content);
