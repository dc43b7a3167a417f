// The board of Moons and Stars. It knows no rules: it is given what lies where, what is lit and
// what is marked, and it reports what was touched.

import { h, s, calm } from "../dom.js";
import { cube, deity, face, stone } from "../figures.js";

const PITCH = 100;
const MARGIN = 84;
const TRACK = 62;
const RANKS = 9;
const TURNS = { north: 0, east: 90, south: 180, west: 270, "north-south": 0, "east-west": 90 };
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export const seatViews = ["brown", "blue", "side"];

/** Where things are for somebody who sits on one side: brown below, blue below, or brown left. */
export class Seating {
  constructor(columns, seatView) {
    this.columns = columns;
    this.view = seatViews.includes(seatView) ? seatView : "brown";
    this.wide = this.view === "side" ? RANKS : columns;
    this.high = this.view === "side" ? columns : RANKS;
    const across = this.view === "side" ? MARGIN : MARGIN + TRACK;
    const down = this.view === "side" ? MARGIN + TRACK : MARGIN;
    this.left = across;
    this.top = down;
    this.width = (this.wide - 1) * PITCH + 2 * across;
    this.height = (this.high - 1) * PITCH + 2 * down;
    this.turn = { brown: 0, blue: 180, side: 90 }[this.view];
  }

  /** Column and row on the screen, from 0 at the upper left. */
  cell(file, rank) {
    if (this.view === "blue") return [this.columns - 1 - file, rank];
    if (this.view === "side") return [rank, file];
    return [file, RANKS - 1 - rank];
  }

  xy(file, rank) {
    const [column, row] = this.cell(file, rank);
    return [this.left + column * PITCH, this.top + row * PITCH];
  }

  /** The site at a column and row of the screen. */
  site(column, row) {
    for (let file = 0; file < this.columns; file += 1) {
      for (let rank = 0; rank < RANKS; rank += 1) {
        const [c, r] = this.cell(file, rank);
        if (c === column && r === row) return name(file, rank);
      }
    }
    return null;
  }

  degrees(facing) {
    return ((TURNS[facing] ?? 0) + this.turn) % 360;
  }

  /** Where a notch is: brown's track is on brown's left, blue's on blue's left. */
  notch(seat, number, notches) {
    const reach = 3.3 / Math.max(1, notches - 1);
    const rank = seat === "brown" ? -0.15 + (number - 1) * reach : RANKS - 0.85 - (number - 1) * reach;
    const file = seat === "brown" ? -1 : this.columns;
    const out = ((MARGIN + TRACK * 0.45) / PITCH - 1) * (seat === "brown" ? -1 : 1);
    return this.xy(file + out, rank);
  }
}

const name = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);
const place = (site) => [site.charCodeAt(0) - 97, Number(site.slice(1)) - 1];
const NOTCH = /^(brown|blue) notch (\d+)$/;

/** One piece as it is seen from above. */
export function drawPiece(piece, seating = null) {
  const group = s("g", { class: `piece side-${piece.owner} kind-${piece.kind}` });
  if (piece.kind === "stone") group.append(stone());
  else if (piece.facing || FIXED.has(piece.kind)) {
    const turn = seating ? seating.degrees(piece.facing) : TURNS[piece.facing] ?? 0;
    const drawn = piece.kind === "path" && !String(piece.facing).includes("-") ? "road" : piece.kind;
    group.append(cube(piece.owner), face(drawn, piece.facing ? turn : 0));
  } else group.append(deity(piece.kind));
  return group;
}

const FIXED = new Set(["moon", "star", "pit", "trap", "safe", "path"]);

/** A pile: the lower piece looks out below and to the left, its face drawn small where it is free. */
function drawPile(pile, seating) {
  if (pile.length < 2) return s("g", { class: "pile" }, ...pile.map((piece) => drawPiece(piece, seating)));
  const [below, ...above] = pile;
  const base = FIXED.has(below.kind)
    ? s("g", { class: `piece side-${below.owner}` }, cube(below.owner), s("g", { transform: "translate(-24 25) scale(0.44)" }, face(below.kind)))
    : drawPiece(below, seating);
  return s("g", { class: "pile high" },
    s("g", { transform: "translate(-3 7)", class: "base" }, base),
    ...above.map((piece) => s("g", { transform: "translate(9 -15) scale(0.74)", class: "rider" }, drawPiece(piece, seating))));
}

/** The marks of a point that may be reached; each kind has its own shape. */
const TARGETS = {
  move: () => [s("circle", { r: 15, class: "dot" })],
  ride: () => [s("circle", { r: 15, class: "dot" }), s("path", { class: "ring", d: "M-31 -10A33 33 0 0 1 31 -10M31 10A33 33 0 0 1 -31 10", "stroke-dasharray": "9 8" })],
  capture: () => [s("path", { class: "ring", d: "M-43 -22V-43H-22M22 -43H43V-22M43 22V43H22M-22 43H-43V22" })],
  pull: (degrees) => [s("circle", { r: 15, class: "dot" }), s("g", { transform: `rotate(${degrees})` }, s("path", { class: "ring", d: "M-17 -24L0 -40L17 -24M-17 36L0 20L17 36" }))],
  lost: () => [s("circle", { r: 27, class: "ring disc" }), s("path", { class: "ring", d: "M-13 -13L13 13M13 -13L-13 13" })],
  place: () => [s("rect", { x: -30, y: -30, width: 60, height: 60, rx: 12, class: "ring", "stroke-dasharray": "11 9" })],
  choice: () => [s("rect", { x: -46, y: -46, width: 92, height: 92, rx: 18, class: "ring" })],
};
TARGETS.stack = TARGETS.capture;

const MARKS = {
  last: () => s("rect", { x: -49, y: -49, width: 98, height: 98, rx: 20, class: "last" }),
  selected: () => s("rect", { x: -49, y: -49, width: 98, height: 98, rx: 20, class: "selected" }),
  source: () => s("circle", { r: 8, cy: 43, class: "source-dot" }),
  fault: () => s("g", { class: "fault" }, s("circle", { r: 48 }), s("path", { d: "M33 -50L51 -18H15Z" }), s("path", { class: "sign", d: "M33 -41V-31M33 -26V-25" })),
  strange: () => s("g", { class: "strange" }, s("circle", { r: 48, "stroke-dasharray": "10 8" })),
  todo: () => s("g", { class: "todo" }, s("circle", { r: 48, "stroke-dasharray": "2 9" })),
  picked: () => s("g", { class: "picked" }, s("circle", { r: 48 }), s("circle", { r: 17, cx: 33, cy: -33 }), s("path", { class: "sign", d: "M25 -33L31 -27L41 -39" })),
  off: () => s("path", { class: "off", d: "M-34 -34L34 34M34 -34L-34 34" }),
};

/**
 * Draw a board. `board` is the table's: {sites, facts: {columns, notches}, …}. Options:
 *   seatView  "brown", "blue" or "side"
 *   targets   [{site, kind, name, to?}] lit points      marks  [{site, kind, text?}]
 *   sources   sites that can be touched first           selected  the site that was
 *   arrows    [{from, to, via?, kind}]
 *   onTouch(site)   onDrop(from, to)                    texts  say(key, values)
 *   still     a picture only: nothing can be touched      crop  only the part between two points
 */
export function draw(board, options = {}) {
  const root = s("svg", { class: "board board-moons-and-stars", role: "presentation" });
  root.panel = { board: null, options: {}, seating: null, cells: new Map(), focus: null };
  update(root, board, options);
  return root;
}

/** Draw what has changed since `draw` or the last `update`. */
export function update(root, board, options = {}) {
  const own = root.panel;
  const columns = board.facts?.columns ?? 9;
  const seating = own.seating;
  const fresh = !seating || seating.columns !== columns || seating.view !== new Seating(columns, options.seatView).view;
  const before = fresh ? null : own.board;
  own.options = options;
  own.board = board;
  if (fresh) frame(root, new Seating(columns, options.seatView), board, options);
  drawTracks(root, board);
  drawPieces(root, board, before, options);
  drawMarks(root, board, options);
  if (!options.still) nameCells(root, board, options);
  return root;
}

function frame(root, seating, board, options) {
  const own = root.panel;
  own.seating = seating;
  const { width, height } = seating;
  root.setAttribute("viewBox", options.crop ? cropped(seating, options.crop) : `0 0 ${width} ${height}`);
  root.dataset.view = seating.view;
  const layer = (className) => (own[className] = s("g", { class: className }));
  root.replaceChildren(
    s("g", { "aria-hidden": "true" },
      s("rect", { class: "wood", width, height, rx: 34 }),
      grain(width, height),
      homes(seating), lines(seating), labels(seating),
      layer("under"), layer("tracks"), layer("pieces"), layer("arrows"), layer("over")),
    options.still ? "" : cells(root, seating),
  );
  if (options.still) {
    root.setAttribute("role", "img");
    root.setAttribute("aria-label", options.label ?? "");
  }
}

/** The part of the board between two points ("b2f6"), for small pictures. */
function cropped(seating, crop) {
  const [[x1, y1], [x2, y2]] = [crop.slice(0, 2), crop.slice(2)].map((site) => seating.xy(...place(site)));
  const edge = PITCH * 0.62;
  const outside = crop.startsWith("a") ? TRACK + MARGIN - edge : 0;
  const [left, top] = [Math.min(x1, x2) - edge - outside, Math.min(y1, y2) - edge];
  return `${left} ${top} ${Math.abs(x2 - x1) + 2 * edge + outside} ${Math.abs(y2 - y1) + 2 * edge}`;
}

function grain(width, height) {
  const waves = [];
  for (let y = 55; y < height; y += 82) {
    const bend = 10 + ((y * 7) % 17);
    waves.push(`M0 ${y}C${width * 0.3} ${y - bend} ${width * 0.55} ${y + bend} ${width} ${y - bend / 2}`);
  }
  return s("path", { class: "grain", d: waves.join("") });
}

function homes(seating) {
  const band = (from, to, side) => {
    const [x1, y1] = seating.xy(-0.5, from - 0.5);
    const [x2, y2] = seating.xy(seating.columns - 0.5, to + 0.5);
    return s("rect", { class: `home side-${side}`, x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1), rx: 18 });
  };
  return [band(0, 3, "brown"), band(5, 8, "blue")];
}

function lines(seating) {
  const parts = [];
  const across = (rank) => {
    const [x1, y1] = seating.xy(0, rank);
    const [x2, y2] = seating.xy(seating.columns - 1, rank);
    return `M${x1} ${y1}L${x2} ${y2}`;
  };
  for (let rank = 0; rank < RANKS; rank += 1) parts.push(across(rank));
  for (let file = 0; file < seating.columns; file += 1) {
    const [x1, y1] = seating.xy(file, 0);
    const [x2, y2] = seating.xy(file, RANKS - 1);
    parts.push(`M${x1} ${y1}L${x2} ${y2}`);
  }
  return [s("path", { class: "line", d: parts.join("") }), s("path", { class: "line centre", d: across(4) })];
}

function labels(seating) {
  const out = [];
  const label = (text, x, y) => out.push(s("text", { x, y, class: "label" }, text));
  for (let file = 0; file < seating.columns; file += 1) {
    const [x, y] = seating.xy(file, seating.view === "blue" ? RANKS - 1 : 0);
    if (seating.view === "side") label(name(file, 0)[0], seating.left - 62, y);
    else label(name(file, 0)[0], x, seating.height - 21);
  }
  for (let rank = 0; rank < RANKS; rank += 1) {
    const [x, y] = seating.xy(seating.view === "blue" ? seating.columns - 1 : 0, rank);
    if (seating.view === "side") label(String(rank + 1), x, seating.height - TRACK - 21);
    else label(String(rank + 1), seating.left - 62, y);
  }
  return out;
}

function drawTracks(root, board) {
  const { tracks, seating } = root.panel;
  const notches = board.facts?.notches ?? 0;
  const key = JSON.stringify([notches, board.facts?.tracks ?? null]);
  if (tracks.dataset.key === key && tracks.childNodes.length) return;
  tracks.dataset.key = key;
  tracks.replaceChildren();
  if (!notches) return;
  for (const seat of ["brown", "blue"]) {
    const [x1, y1] = seating.notch(seat, 1, notches);
    const [x2, y2] = seating.notch(seat, notches, notches);
    tracks.append(s("line", { class: "groove", x1, y1, x2, y2 }));
    for (let number = 1; number <= notches; number += 1) {
      const [x, y] = seating.notch(seat, number, notches);
      tracks.append(s("circle", { cx: x, cy: y, r: number === notches ? 15 : 10, class: number === notches ? "notch goal" : "notch" }));
    }
  }
}

/** Where the middle of a site is: a point or a notch. */
function spot(root, site) {
  const { seating, board } = root.panel;
  const notch = NOTCH.exec(site);
  if (notch) return seating.notch(notch[1], Number(notch[2]), board.facts?.notches ?? 5);
  const [file, rank] = place(site);
  if (!(file >= 0 && file < seating.columns && rank >= 0 && rank < RANKS)) return null;
  return seating.xy(file, rank);
}

const pileKey = (pile) => pile.map((piece) => `${piece.owner} ${piece.kind} ${piece.facing ?? ""}`).join("+");

function drawPieces(root, board, before, options) {
  const { pieces, seating } = root.panel;
  const sites = board.sites ?? {};
  const drawn = before ? root.panel.drawn : new Map();
  if (!before) pieces.replaceChildren();
  const gone = [];
  for (const [site, entry] of drawn) {
    if (sites[site] && pileKey(sites[site]) === entry.key) continue;
    gone.push([site, entry]);
    entry.element.remove();
    drawn.delete(site);
  }
  for (const [site, pile] of Object.entries(sites)) {
    if (drawn.has(site) || !pile.length) continue;
    const at = spot(root, site);
    if (!at) continue;
    const notch = NOTCH.test(site);
    const element = s("g", { transform: `translate(${at[0]} ${at[1]})${notch ? " scale(0.86)" : ""}`, "data-site": site }, drawPile(pile, seating));
    pieces.append(element);
    drawn.set(site, { element, key: pileKey(pile), top: pileKey(pile.slice(-1)) });
    if (before) slide(root, element, site, pile, gone);
  }
  root.panel.drawn = drawn;
  root.classList.toggle("quiet", Boolean(options.still));
}

/** Let a piece that stood elsewhere before be seen moving to where it is now. */
function slide(root, element, site, pile, gone) {
  if (calm() || !element.animate) return;
  const top = pileKey(pile.slice(-1));
  const from = gone.find(([old, entry]) => old !== site && entry.top === top);
  if (!from) return;
  const [x1, y1] = spot(root, from[0]);
  const [x2, y2] = spot(root, site);
  element.firstChild.animate(
    [{ transform: `translate(${x1 - x2}px, ${y1 - y2}px)` }, { transform: "none" }],
    { duration: 260, easing: "cubic-bezier(.3,.7,.3,1)" });
}

function drawMarks(root, board, options) {
  const { under, over, arrows } = root.panel;
  const at = (site, element) => {
    const middle = spot(root, site);
    if (!middle) return null;
    element.setAttribute("transform", `translate(${middle[0]} ${middle[1]})${NOTCH.test(site) ? " scale(0.55)" : ""}`);
    return element;
  };
  const marks = [...(options.marks ?? [])];
  if (options.selected) marks.push({ site: options.selected, kind: "selected" });
  const low = ["last", "selected"];
  under.replaceChildren(...marks.filter((mark) => low.includes(mark.kind)).map((mark) => at(mark.site, MARKS[mark.kind]())).filter(Boolean));
  const lit = (options.targets ?? []).map((target) => at(target.site, drawTarget(root, target))).filter(Boolean);
  const sources = options.selected ? [] : (options.sources ?? []).map((site) => at(site, MARKS.source())).filter(Boolean);
  over.replaceChildren(...sources, ...marks.filter((mark) => !low.includes(mark.kind) && MARKS[mark.kind]).map((mark) => at(mark.site, MARKS[mark.kind]())).filter(Boolean), ...lit);
  arrows.replaceChildren(...(options.arrows ?? []).map((arrow) => drawArrow(root, arrow)).filter(Boolean));
}

/** Show the way of the target that is pointed at: to where it lands, and on if it is pulled. */
function preview(root, site) {
  const { arrows, options } = root.panel;
  const target = options.selected && (options.targets ?? []).find((one) => one.site === site);
  if (!target) {
    drawMarks(root, root.panel.board, options);
    return;
  }
  const ways = [{ from: options.selected, to: site }];
  if (target.to && target.to !== site) ways.push({ from: site, to: target.to, kind: "pull" });
  arrows.replaceChildren(...ways.map((way) => drawArrow(root, way)).filter(Boolean));
}

/** The mark of a target; a plain one on top of a piece goes around it, so that both are seen. */
function drawTarget(root, target) {
  const over = target.kind === "move" && root.panel.board.sites?.[target.site]?.length;
  const kind = over ? "stack" : target.kind;
  return s("g", { class: `target target-${kind}` }, ...(TARGETS[kind] ?? TARGETS.move)(heading(root, target)));
}

/** Which way a target leads on, in degrees clockwise from up. */
function heading(root, { site, to }) {
  const a = spot(root, site);
  const b = to && to !== site ? spot(root, to) : null;
  return b ? Math.round((Math.atan2(b[0] - a[0], a[1] - b[1]) * 180) / Math.PI) : 0;
}

function drawArrow(root, { from, to, kind = "move" }) {
  const a = spot(root, from);
  const b = spot(root, to);
  if (!a || !b || from === to) return null;
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const end = [b[0] - Math.cos(angle) * 40, b[1] - Math.sin(angle) * 40];
  const wing = (turn) => `L${end[0] + Math.cos(angle + turn) * 26} ${end[1] + Math.sin(angle + turn) * 26}`;
  return s("path", { class: `arrow arrow-${kind}`, d: `M${a[0]} ${a[1]}L${end[0]} ${end[1]}M${end[0]} ${end[1]}${wing(2.6)}M${end[0]} ${end[1]}${wing(-2.6)}` });
}

// --- Touch, mouse and keyboard ---------------------------------------------------------------------

function cells(root, seating) {
  const own = root.panel;
  own.cells = new Map();
  const grid = s("g", { role: "grid", class: "cells", "aria-rowcount": seating.high, "aria-colcount": seating.wide });
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
  listen(root, grid);
  return grid;
}

function listen(root, grid) {
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
  grid.addEventListener("focusin", (event) => {
    focusSite(root, siteOf(event.target), { move: false });
    preview(root, siteOf(event.target));
  });
  grid.addEventListener("pointerover", (event) => event.pointerType === "mouse" && preview(root, siteOf(event.target)));
  grid.addEventListener("pointerleave", () => preview(root, null));
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

function nameCells(root, board, options) {
  const say = options.texts ?? ((key) => key);
  const targets = new Map((options.targets ?? []).map((target) => [target.site, target]));
  const marks = new Map();
  for (const mark of options.marks ?? []) {
    if (mark.text) marks.set(mark.site, [...(marks.get(mark.site) ?? []), mark.text]);
  }
  const sources = new Set(options.sources ?? []);
  root.panel.grid.setAttribute("aria-label", say("board.name"));
  for (const [site, cell] of root.panel.cells) {
    const pile = board.sites?.[site] ?? [];
    const words = pile.length ? pile.map((piece) => piece.name ?? `${piece.owner} ${piece.kind}`).join(say("board.under")) : say("board.empty");
    const parts = [`${site}: ${words}`];
    const target = targets.get(site);
    if (target) parts.push(target.name ?? say(`board.target.${target.kind}`));
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

/** The board with its pieces as a picture in an element of its own. */
export function picture(board, options = {}) {
  return h("div", { class: "picture" }, draw(board, { ...options, still: true }));
}

// --- What the table page asks of a board besides ---------------------------------------------------

let ways = null;
const PLAIN = new Set(["turns", "over"]);

/** Load what a phase needs beyond touching and choosing; turns need nothing more. */
export async function prepare(room) {
  if (!PLAIN.has(room.state.game.phase)) ways ??= await import("../ways/moons-and-stars.js");
}

/** What a phase needs beside the board; null: the usual buttons. */
export const card = (room) => (PLAIN.has(room.state.game.phase) ? null : ways?.card(room) ?? null);

/** What a touch means in a phase; null: a move is played. */
export const mode = (room) => (PLAIN.has(room.state.game.phase) ? null : ways?.mode(room) ?? null);

/** What somebody tries who carries a piece from one point to another. */
export const attempt = (from, to) => ({ from, part: "all", to });
