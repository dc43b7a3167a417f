// The board of Stargazers: sixteen tiles of the sky, the beads on them, the pile, the discards, and
// the hand of whoever looks. It knows no rules: what a card does comes with the legal actions.

import { h, s, show } from "../dom.js";
import { say } from "../texts.js";
import { layPieces, legendOf, makeCells, nameCells, sign } from "./common.js";
import { nearestStep } from "./nearest.js";
import { back, bead, tile } from "./stargazers-tiles.js";
import { passOn } from "../ways/passing-on.js";
import { SetUp, setUpCard } from "../ways/stargazers.js";

export { told } from "./stargazers-told.js";

const PITCH = 108;
const SIDE = 4;
const WHOLE = SIDE * PITCH + 12;

export const seatViews = ["p1", "p2", "p3", "p4"];

function drawPile(pile) {
  const [below, ...above] = pile;
  return [tile(`${below.owner} ${below.kind}`), above.length ? bead() : null];
}

const TARGETS = {
  light: () => [s("rect", { class: "ring", x: -46, y: -46, width: 92, height: 92, rx: 14, "stroke-dasharray": "13 9" })],
  score: ({ gain } = {}) => [s("rect", { class: "ring", x: -46, y: -46, width: 92, height: 92, rx: 14 }), s("g", { transform: "translate(30 -30)" }, s("circle", { class: "gain", r: 21 }), s("text", { class: "gain-text" }, gain ?? "+"))],
  wasted: () => [s("rect", { class: "ring", x: -46, y: -46, width: 92, height: 92, rx: 14, "stroke-dasharray": "2 12", "stroke-linecap": "round" })],
};

// --- Drawing ----------------------------------------------------------------------------------------

/** Draw the board; the protocol is told in boards/index.js. */
export function draw(board, options = {}) {
  const svg = s("svg", { class: "board board-stargazers", viewBox: `0 0 ${WHOLE} ${WHOLE}`, role: "presentation" });
  const tray = h("div", { class: "tray-of-cards" });
  const root = h("div", { class: "board-root" }, svg, tray);
  const layer = (name) => s("g", { class: name });
  const panel = { svg, tray, options, cells: new Map(), focus: null, under: layer("under"), pieces: layer("pieces"), over: layer("over") };
  root.panel = panel;
  svg.append(s("g", { "aria-hidden": "true" }, sky(), panel.under, panel.pieces, panel.over));
  svg.append(cells(panel));
  update(root, board, options);
  return root;
}

/** Draw what has changed. */
export function update(root, board, options = {}) {
  const { panel } = root;
  panel.options = options;
  panel.board = board;
  const sites = Object.fromEntries(Object.entries(board.sites ?? {}).filter(([site]) => PLACES.has(site)));
  layPieces(panel, sites, (site) => PLACES.get(site), drawPile);
  marks(panel, options);
  panel.grid.setAttribute("aria-label", options.texts("boards.stargazers.name"));
  nameCells(panel, (site) => `${site.split(" ")[1]}: ${(sites[site] ?? []).map((piece) => piece.name).join(", ") || options.texts("boards.empty")}`);
  show(panel.tray, trayParts(board, options));
  return root;
}

const PLACES = new Map();
for (let row = 0; row < SIDE; row += 1) {
  for (let column = 0; column < SIDE; column += 1) PLACES.set(`tile ${row + 1},${column + 1}`, [6 + PITCH * (column + 0.5), 6 + PITCH * (row + 0.5)]);
}

function sky() {
  const stars = Array.from({ length: 46 }, (_, n) => s("circle", { class: "far-star", cx: (n * 97.3) % WHOLE, cy: (n * 61.7 + 13) % WHOLE, r: 0.8 + ((n * 7) % 5) * 0.35 }));
  const empty = [...PLACES.values()].map(([x, y]) => s("rect", { class: "tile-place", x: x - 48, y: y - 48, width: 96, height: 96, rx: 14 }));
  return [s("rect", { class: "sky", width: WHOLE, height: WHOLE, rx: 20 }), stars, empty];
}

function cells(panel) {
  const rows = Array.from({ length: SIDE }, (_, row) => Array.from({ length: SIDE }, (_, column) => {
    const site = `tile ${row + 1},${column + 1}`;
    const [x, y] = PLACES.get(site);
    return { site, shape: s("rect", { x: x - PITCH / 2, y: y - PITCH / 2, width: PITCH, height: PITCH, rx: 18 }) };
  }));
  return makeCells(panel, rows, nearestStep(PLACES));
}

function marks(panel, options) {
  const at = (site, element) => {
    const place = PLACES.get(site);
    if (!place) return null;
    element.setAttribute("transform", `translate(${place[0]} ${place[1]})`);
    return element;
  };
  const told = options.marks ?? [];
  const last = told.filter(({ kind }) => kind === "last").map(({ site }) => at(site, s("rect", { class: "last", x: -53, y: -53, width: 106, height: 106, rx: 19 })));
  panel.under.replaceChildren(...last.filter(Boolean));
  const others = told.filter(({ kind }) => kind !== "last").map(({ site, kind }) => at(site, s("g", { class: kind }, s("circle", { r: 50 }))));
  const lit = (options.targets ?? []).map((target) => at(target.site, s("g", { class: `target target-${target.kind}` }, ...(TARGETS[target.kind] ?? TARGETS.light)(target))));
  panel.over.replaceChildren(...[...others, ...lit].filter(Boolean));
}

/** The pile, the discards, and the own hand, below the tiles. */
function trayParts(board, options) {
  const { facts } = board;
  const { room } = options;
  const text = options.texts;
  const top = facts.discards.at(-1);
  const pile = (key, drawing, count) => h("div", { class: "pile-of-cards", title: text(`boards.stargazers.${key}`, { count }) },
    sign(drawing, 46), h("span", { class: "small" }, h("span", { class: "away" }, text(`boards.stargazers.${key}`, { count })), h("span", { "aria-hidden": "true" }, String(count))));
  const piles = h("div", { class: "piles" }, pile("pile", back(), facts.pile), pile("discards", top ? tile(top, { card: true }) : s("rect", { class: "tile-place", x: -44, y: -44, width: 88, height: 88, rx: 12 }), facts.discards.length));
  return [room && !room.past ? [hand(room, facts), passOn(room)] : null, piles];
}

/** The cards that the viewer may know; each is touched to lift it, and once more to play it. */
function hand(room, facts) {
  const { state } = room;
  const seat = handSeat(room, facts);
  const flip = (state.actions ?? []).find((action) => action.kind === "flip");
  if (flip) return h("div", { class: "hand" }, h("button", { type: "button", class: "main", "data-focus": "flip", onclick: () => room.play(flip) }, say("boards.stargazers.flip")));
  if (!seat || facts.youngest_child) return null;
  const cards = facts.hands[seat] ?? [];
  const actions = state.actions ?? [];
  return h("div", { class: "hand", role: "group", "aria-label": say("boards.hand", { count: cards.length }) }, cards.map((card, place) => {
    if (!card) return h("span", { class: "card-down" }, sign(back(), 52));
    const action = actions.find((one) => one.action?.play === card);
    const chosen = room.picks.card === place && room.picks.of === cards.join();
    const lift = () => {
      if (chosen && action) {
        room.picks = {};
        room.play(action);
        return;
      }
      room.picks = { ...room.picks, card: place, of: cards.join() };
      room.draw();
    };
    return h("button", { type: "button", class: "card-button", "data-focus": `card-${place}`, "aria-pressed": String(chosen), "aria-label": action ? action.name : cardName(state, card), disabled: !action, onclick: lift }, sign(tile(card, { card: true }), 58));
  }));
}

/** Whose hand is shown: the viewer's own, or nobody's that has something to hide. */
const handSeat = (room, facts) => (room.you.seat in facts.hands ? room.you.seat : null);

function cardName(state, card) {
  const place = state.board.facts.tiles.find((one) => one.card === card);
  return state.board.sites[place?.site]?.[0]?.name ?? card;
}

// --- What the table page asks of a board besides ---------------------------------------------------

/** Touching a tile plays its card. */
class Sky {
  constructor(room) {
    this.room = room;
    const { state } = room;
    this.board = state.board;
    const { facts } = state.board;
    delete room.picks.tiles;
    const cards = facts.hands[handSeat(room, facts)] ?? [];
    const lifted = room.picks.of === cards.join() ? cards[room.picks.card] : null;
    const actions = (state.actions ?? []).filter((action) => action.to && (!lifted || action.action?.play === lifted));
    this.targets = actions.map((action) => ({ site: action.to, kind: action.kind, gain: /\+\d+/.exec(action.text)?.[0], name: action.name, action }));
    // Where nobody knows the hands every card could be played: then only what scores is lit.
    if (actions.length > 8) this.targets = this.targets.filter(({ kind }) => kind === "score");
    this.playable = actions;
    this.marks = (state.last?.sites ?? []).map((site) => ({ site, kind: "last" }));
    for (const step of state.todo ?? []) for (const site of step.sites ?? []) this.marks.push({ site, text: step.text, kind: "todo" });
    for (const site of room.shine ?? []) this.marks.push({ site, kind: "todo" });
  }

  async touch(site) {
    const { room } = this;
    room.asked = null;
    if (site === null) {
      room.picks = {};
      return room.draw();
    }
    const action = this.playable.find((one) => one.to === site) ?? (room.state.actions ?? []).find((one) => one.to === site);
    if (action) {
      room.picks = {};
      return room.play(action);
    }
    const card = this.board.facts.tiles.find((one) => one.site === site)?.card;
    if (!card || !room.may("player")) return room.draw();
    const said = await room.wouldBe({ action: { play: card }, seat: room.you.seat });
    room.asked = { question: say("boards.stargazers.may", { card: cardName(room.state, card) }), ...said };
    return room.draw();
  }
}

export const mode = (room) => (SetUp.of(room) ?? new Sky(room));

export const card = setUpCard;

/** Beads and cards of a seat, for its line beside the board. */
export function seatLine(room, seat) {
  const facts = room.state.board?.facts;
  if (!facts || !(seat in facts.scores)) return null;
  const score = facts.scores[seat];
  const cards = facts.hands[seat]?.length ?? 0;
  return h("span", { class: "has" },
    h("span", { title: say("boards.stargazers.beads", { count: score, target: facts.target }) },
      h("span", { class: "away" }, say("boards.stargazers.beads", { count: score, target: facts.target })),
      h("span", { class: "bead-row", "aria-hidden": "true" }, sign(bead(), 20, "bead-sign"), h("b", {}, String(score)), h("span", { class: "goal-of" }, ` / ${facts.target}`))),
    facts.youngest_child ? null : h("span", {}, h("span", { class: "away" }, say("boards.hand", { count: cards })), h("span", { "aria-hidden": "true" }, sign(back(), 20)), h("span", { "aria-hidden": "true" }, String(cards))),
    facts.match > 1 ? h("span", {}, say("boards.stargazers.games", { count: facts.games[seat], match: facts.match })) : null);
}

export function hint(room) {
  const { state } = room;
  if (state.game.phase !== "turns") return "";
  if ((state.actions ?? []).some((action) => action.kind === "flip")) return say("boards.stargazers.hint-flip");
  if (room.picks.of !== undefined && room.picks.of === (state.board.facts.hands[room.you.seat] ?? []).join()) return say("boards.stargazers.again");
  return say(state.board.facts.unseen || !handSeat(room, state.board.facts) ? "boards.stargazers.hint-tile" : "boards.stargazers.hint-card");
}

/** The signs of this board. */
export function legend(say) {
  return legendOf(say, "stargazers",
    h("div", { class: "legend wide" }, Object.keys(TARGETS).map((kind) => h("div", {}, sign(TARGETS[kind]({ gain: "+3" }), 40, `target target-${kind}`), h("span", {}, say(`boards.target.${kind}`))))),
    h("div", { class: "legend" }, ["red moon", "orange planet", "blue star", "green comet"].map((name) => h("div", {}, sign(tile(name), 44), h("span", {}, say(`boards.stargazers.colour.${name.split(" ")[0]}`))))),
    h("p", { class: "small soft" }, say("boards.stargazers.keys")));
}

