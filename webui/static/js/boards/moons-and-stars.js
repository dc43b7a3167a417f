// The board of Moons and Stars. It knows no rules: it is given what lies where, what is lit and
// what is marked, and it reports what was touched.

import { s, calm } from "../dom.js";
import { loadTexts } from "../texts.js";
import { MARKS, TARGETS } from "./moons-and-stars/marks.js";
import { drawPile, pileKey } from "./moons-and-stars/pieces.js";
import { NOTCH, Seating, cropped, ground, place } from "./moons-and-stars/seating.js";
import { cells, nameCells } from "./moons-and-stars/touch.js";

export { seatViews } from "./moons-and-stars/seating.js";
export { told } from "./moons-and-stars/told.js";

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
      ground(seating),
      layer("under"), layer("tracks"), layer("pieces"), layer("arrows"), layer("over")),
    options.still ? "" : cells(root, seating, (site) => preview(root, site)),
  );
  if (options.still) {
    root.setAttribute("role", "img");
    root.setAttribute("aria-label", options.label ?? "");
  }
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
  if (!(file >= 0 && file < seating.columns && rank >= 0 && rank < seating.ranks)) return null;
  return seating.xy(file, rank);
}

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

// --- What the table page asks of a board besides ---------------------------------------------------

let ways = null;
const PLAIN = new Set(["turns", "over"]);
/** What the phases besides the turns say; a page that is opened for turns doesn't bring it along. */
const WORDS = ["roll", "reroll", "lot", "start", "deities", "deity", "set-up", "bonus"].map((part) => `panel.${part}`);

/** Load what a phase needs beyond touching and choosing; turns need nothing more. */
export async function prepare(room) {
  if (!PLAIN.has(room.state.game.phase)) [ways] = ways ? [ways] : await Promise.all([import("../ways/moons-and-stars.js"), loadTexts(...WORDS)]);
}

/** What a phase needs beside the board; null: the usual buttons. */
export const card = (room) => (PLAIN.has(room.state.game.phase) ? null : ways?.card(room) ?? null);

/** What a touch means in a phase; null: a move is played. */
export const mode = (room) => (PLAIN.has(room.state.game.phase) ? null : ways?.mode(room) ?? null);

/** What somebody tries who carries a piece from one point to another. */
export const attempt = (from, to) => ({ from, part: "all", to });
