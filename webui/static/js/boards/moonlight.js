// The mountain of Moonlight: cards on a grid that grows, the rows with their running totals, and
// the hand of whoever looks. It knows no rules: cells and totals come from the table.

import { h, s, show } from "../dom.js";
import { say } from "../texts.js";
import { layPieces, legendOf, makeCells, nameCells, sign } from "./common.js";
import { nearestStep } from "./nearest.js";
import { cardName } from "./moonlight-told.js";
import { cardSign, crescent, emblem, wolfBack, wolfCard } from "./moonlight-cards.js";
import { passOn } from "../ways/passing-on.js";
import { Laying, handSeats, matchCard } from "../ways/moonlight.js";
import { moonsRow } from "../ways/moonlight-moons.js";

export { told } from "./moonlight-told.js";

const WIDE = 100;
const HIGH = 128;
const TOTALS = 162;
const EDGE = 14;
const LEAST = 3;

export const seatViews = ["green", "blue"];

const cellOf = (site) => site.split(",").map(Number);

/** Where a stretch begins and how long it is: three at least, with the given cells in its middle. */
function spread(first, last) {
  const length = Math.max(LEAST, last - first + 1);
  return [first - Math.floor((length - (last - first + 1)) / 2), length];
}

/** The part of the table that is shown: all cards and every cell where one may still be laid. */
class Window {
  constructor(facts, sites) {
    const cells = [...Object.keys(sites), ...facts.free].map(cellOf);
    const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
    [this.left, this.columns] = spread(Math.min(...xs, 0), Math.max(...xs, 0));
    [this.top, this.rows] = spread(Math.min(...ys, 0), Math.max(...ys, 0));
    this.width = this.columns * WIDE + TOTALS + 2 * EDGE;
    this.height = this.rows * HIGH + 2 * EDGE;
  }

  get key() {
    return `${this.left},${this.top},${this.columns},${this.rows}`;
  }

  spot(site) {
    const [x, y] = cellOf(site);
    if (!Number.isInteger(x) || !Number.isInteger(y)) return null;
    return [EDGE + (x - this.left + 0.5) * WIDE, this.rowY(y)];
  }

  rowY(y) {
    return EDGE + (y - this.top + 0.5) * HIGH;
  }
}

const TARGETS = {
  lay: () => [s("rect", { class: "ring", x: -42, y: -56, width: 84, height: 112, rx: 14, "stroke-dasharray": "13 9" })],
  cover: () => [s("rect", { class: "ring", x: -46, y: -60, width: 92, height: 120, rx: 16 }), s("path", { class: "cover-mark", d: "M-14 8L0 -8L14 8M-14 24L0 8L14 24" })],
};

// --- Drawing ----------------------------------------------------------------------------------------

/** Draw the board; the protocol is told in boards/index.js. */
export function draw(board, options = {}) {
  const svg = s("svg", { class: "board board-moonlight", role: "presentation" });
  const tray = h("div", { class: "tray-of-cards" });
  const root = h("div", { class: "board-root" }, svg, tray);
  root.panel = { svg, tray, options, cells: new Map(), focus: null };
  update(root, board, options);
  return root;
}

/** Draw what has changed. */
export function update(root, board, options = {}) {
  const { panel } = root;
  panel.options = options;
  panel.board = board;
  const { facts } = board;
  const sites = board.sites ?? {};
  const window = new Window(facts, sites);
  const anew = panel.window?.key !== window.key;
  panel.window = window;
  if (anew) frame(panel, options);
  const corners = new Set(facts.corners);
  const texts = board.view?.grid ?? {};
  layPieces(panel, sites, (site) => window.spot(site), (pile, site) => drawPile(pile, texts[site] ?? [], facts, corners.has(site)), { anew: anew || panel.corners !== facts.corners.join() });
  panel.corners = facts.corners.join();
  outline(panel, facts);
  totals(panel, facts, options);
  marks(panel, options);
  panel.grid.setAttribute("aria-label", options.texts("boards.moonlight.name"));
  nameCells(panel, (site) => cellName(site, sites[site] ?? [], facts, options.texts));
  show(panel.tray, options.room && !options.room.past ? [hand(options.room, facts), moonsRow(options.room), passOn(options.room, { choosing: options.room.state.game.phase === "power" })] : null);
  return root;
}

function cellName(site, pile, facts, text) {
  const [x, y] = cellOf(site);
  const where = text("boards.moonlight.cell", { x, y });
  if (!pile.length) return `${where}: ${text("boards.empty")}`;
  const covered = pile.length > 1 ? text("boards.moonlight.covers", { count: pile.length - 1 }) : "";
  const three = facts.corners.includes(site) && pile.at(-1).kind === "1" ? text("boards.moonlight.counts-three") : "";
  return [`${where}: ${pile.at(-1).name}`, covered, three].filter(Boolean).join(", ");
}

function drawPile(pile, texts, facts, corner) {
  const words = (piece, place) => texts[place] ?? `${piece.owner} ${piece.kind}`;
  const low = pile.slice(0, -1).map((piece, place) => s("g", { transform: `translate(${(pile.length - 1 - place) * -5} ${(pile.length - 1 - place) * -5})` }, wolfCard(words(piece, place), { wolf: facts.wolf })));
  const top = wolfCard(words(pile.at(-1), pile.length - 1), { corner, wolf: facts.wolf });
  return [low, top, low.length ? heightOf(pile.length) : null];
}

/** How many cards lie on a cell, on a small pile: a number with a "+" would read like points. */
const heightOf = (count) => s("g", { transform: "translate(-31 -43)" },
  s("rect", { class: "under-count", x: -8, y: -15, width: 21, height: 25, rx: 5 }),
  s("rect", { class: "under-count", x: -13, y: -10, width: 21, height: 25, rx: 5 }),
  s("text", { class: "under-text", x: -2.5, y: 3 }, String(count)));

function frame(panel, options) {
  const { window, svg } = panel;
  svg.setAttribute("viewBox", `0 0 ${window.width} ${window.height}`);
  const layer = (name) => (panel[name] = s("g", { class: name }));
  svg.replaceChildren(
    s("g", { "aria-hidden": "true" },
      s("rect", { class: "mountain", width: window.width, height: window.height, rx: 20 }),
      layer("ground"), layer("under"), layer("pieces"), layer("told"), layer("over")),
    cells(panel));
}

function cells(panel) {
  const { window } = panel;
  const places = new Map();
  const rows = Array.from({ length: window.rows }, (_, row) => Array.from({ length: window.columns }, (_, column) => {
    const site = `${column + window.left},${row + window.top}`;
    const [x, y] = window.spot(site);
    places.set(site, [x, y]);
    return { site, shape: s("rect", { x: x - WIDE / 2 + 2, y: y - HIGH / 2 + 2, width: WIDE - 4, height: HIGH - 4, rx: 16 }) };
  }));
  if (!places.has(panel.focus)) panel.focus = "0,0";
  return makeCells(panel, rows, nearestStep(places));
}

/** The rectangle as it is, and the cells beside it that are still free. */
function outline(panel, facts) {
  const { window, ground } = panel;
  const free = facts.free.map((site) => {
    const [x, y] = window.spot(site);
    return s("rect", { class: "free-cell", x: x - 44, y: y - 58, width: 88, height: 116, rx: 14 });
  });
  const parts = [...free];
  if (facts.box) {
    const [left, top, right, bottom] = facts.box;
    const [x1, y1] = window.spot(`${left},${top}`);
    const [x2, y2] = window.spot(`${right},${bottom}`);
    parts.push(s("rect", { class: `box${facts.complete ? " complete" : ""}`, x: x1 - WIDE / 2, y: y1 - HIGH / 2, width: x2 - x1 + WIDE, height: y2 - y1 + HIGH, rx: 20 }));
  }
  ground.replaceChildren(...parts);
}

/** How each row stands: both totals, and what its winner gets. */
function totals(panel, facts, options) {
  const { window, told } = panel;
  const x = EDGE + window.columns * WIDE + 10;
  told.replaceChildren(...facts.rows.flatMap(({ row, green, blue, winner, points }) => {
    const y = window.rowY(row);
    const line = (owner, value, at) => s("g", { class: `total ${winner === owner ? "wins" : ""}`, transform: `translate(${x} ${y + at})` },
      s("g", { transform: "translate(16 0) scale(.3)" }, emblem(owner)), s("text", { class: "total-text", x: 40 }, String(value)),
      winner === owner ? s("g", { transform: "translate(115 0)" }, s("rect", { class: `gain side-${owner}`, x: -33, y: -17, width: 66, height: 34, rx: 17 }), s("text", { class: "gain-text" }, options.texts("boards.moonlight.plus", { count: points }))) : null);
    return [line("green", green, -20), line("blue", blue, 20)];
  }));
}

function marks(panel, options) {
  const { window, under, over } = panel;
  const at = (site, element) => {
    const spot = window.spot(site);
    if (!spot) return null;
    element.setAttribute("transform", `translate(${spot[0]} ${spot[1]})`);
    return element;
  };
  const told = options.marks ?? [];
  under.replaceChildren(...told.filter(({ kind }) => kind === "last").map(({ site }) => at(site, s("rect", { class: "last", x: -50, y: -64, width: 100, height: 128, rx: 18 }))).filter(Boolean));
  const others = told.filter(({ kind }) => kind !== "last").map(({ site, kind }) => at(site, s("g", { class: kind }, s("circle", { r: 48 }))));
  const lit = (options.targets ?? []).map((target) => at(target.site, s("g", { class: `target target-${target.kind}` }, ...(TARGETS[target.kind] ?? TARGETS.lay)())));
  over.replaceChildren(...[...others, ...lit].filter(Boolean));
}

/** The own cards; where nobody knows the hand, every card that may be in it. */
function hand(room, facts) {
  const { state } = room;
  if (state.game.phase !== "turns") return null;
  return handSeats(room).map((seat) => {
    const cards = facts.hands[seat] ?? [];
    const known = cards.filter(Boolean);
    const actions = (state.actions ?? []).filter((action) => action.seat === seat && action.from);
    const listed = known.length === cards.length ? cards : [...new Set(actions.map((action) => action.from))];
    if (!listed.length) return h("div", { class: "hand" }, cards.map(() => h("span", { class: "card-down" }, cardSign(wolfBack(seat), 60))));
    return h("div", { class: "hand", role: "group", "aria-label": say(known.length === cards.length ? "boards.hand" : "boards.moonlight.which-card", { count: cards.length }) }, listed.map((text, place) => {
      const chosen = room.picks.card === text && room.picks.place === place;
      const playable = actions.some((action) => action.from === text);
      return h("button", { type: "button", class: "card-button", "data-focus": `card-${place}`, "data-card": text, "aria-pressed": String(chosen), "aria-disabled": playable ? null : "true", "aria-label": cardName(text),
        onclick: () => { room.picks = chosen ? {} : { card: text, place, moons: undefined }; room.asked = null; room.draw(); } }, cardSign(wolfCard(text, { wolf: facts.wolf }), 78));
    }));
  });
}

// --- What the table page asks of a board besides ---------------------------------------------------

export const mode = (room) => new Laying(room, cardName);

export const card = matchCard;

/** Rounds won, points so far, cards left of a seat, for its line beside the board. */
export function seatLine(room, seat) {
  const facts = room.state.board?.facts;
  if (!facts) return null;
  const { phase } = room.state.game;
  const won = facts.rounds_won[seat];
  const left = facts.hands[seat].length + facts.piles[seat];
  return h("span", { class: "has" },
    h("span", { title: say("boards.moonlight.rounds", { count: won }) }, h("span", { class: "away" }, say("boards.moonlight.rounds", { count: won })), h("span", { class: "pips", "aria-hidden": "true" }, [0, 1].map((place) => h("i", { class: place < won ? "full" : "" })))),
    phase === "turns" || phase === "score" ? h("b", {}, say("boards.moonlight.points", { count: facts.points[seat] })) : null,
    phase === "turns" || phase === "score" ? moonsSoFar(facts, seat) : null,
    phase === "turns" ? h("span", { class: "extra" }, say("boards.moonlight.left", { count: left })) : null);
}

/** The visible moons of a side, as soon as any are told; a "+" where some of its cards' are not. */
function moonsSoFar(facts, seat) {
  const [count, missing] = [facts.told[seat], facts.untold[seat]];
  if (!count && !facts.telling) return null;
  const words = [say("boards.moonlight.moons-told", { count }), missing ? say("boards.moonlight.moons-missing", { count: missing }) : ""].filter(Boolean).join(", ");
  return h("span", { class: "moons-told", title: words }, h("span", { class: "away" }, words),
    s("svg", { viewBox: "-9 -10 18 20", width: 15, height: 16, "aria-hidden": "true" }, crescent()), h("span", { "aria-hidden": "true" }, `${count}${missing ? "+" : ""}`));
}

export function hint(room) {
  if (room.state.game.phase !== "turns") return "";
  if (!room.acting.length) return null;
  return say(room.picks.card ? "boards.moonlight.hint-cell" : "boards.moonlight.hint-card");
}

/** The signs of this board. */
export function legend(say) {
  return legendOf(say, "moonlight",
    h("div", { class: "legend wide" },
      h("div", {}, cardSign(wolfCard("green 2"), 56), h("span", {}, say("boards.moonlight.about-card"))),
      h("div", {}, cardSign(wolfCard("blue 1", { corner: true }), 56), h("span", {}, say("boards.moonlight.about-one"))),
      h("div", {}, cardSign(wolfCard("green 3"), 56), h("span", {}, say("boards.moonlight.about-three"))),
      h("div", {}, cardSign(wolfCard("blue 4 m2"), 56), h("span", {}, say("boards.moonlight.about-moons"))),
      Object.keys(TARGETS).map((kind) => h("div", {}, sign(TARGETS[kind](), 44, `target target-${kind}`), h("span", {}, say(`boards.target.${kind}`))))),
    h("p", { class: "small soft" }, say("boards.moonlight.keys")));
}
