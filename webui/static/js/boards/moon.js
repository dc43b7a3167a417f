// The board of MOON: the registers with their bits, the energy, the goals in their places or beside
// their players. It knows no rules: operations with their costs come from the table.

import { h, s } from "../dom.js";
import { say } from "../texts.js";
import { layPieces, legendOf, makeCells, nameCells, polygon, sign } from "./common.js";
import { nearestStep } from "./nearest.js";
import { binary, bit, bug, deckCard, units } from "./moon-cards.js";
import { Choosing, moonCard } from "../ways/moon.js";

export { told } from "./moon-told.js";

const ROWS = ["D", "C", "B", "A"];
const BIT = 76;
const LEFT = 74;
const TOP = 92;
const GAP = 12;
const SIDE_X = 34;
/** Room for the value beside a row. */
const VALUE = 94;

export const seatViews = ["players", "p1", "p2", "p3", "p4"];

/** What may lie on a site of the table. */
function drawPile(pile, site) {
  const top = pile.at(-1);
  if (top.kind === "bit") return bit(top.facing === "on");
  if (top.kind === "error") return s("g", { class: "error-card" }, s("path", { d: polygon(8, 27, Math.PI / 8) }), s("path", { class: "cross", d: "M-10 -10L10 10M10 -10L-10 10" }));
  if (site.startsWith("slot")) {
    return s("g", {}, pile.map((piece, place) => s("g", { transform: `translate(${place * 5} ${place * -5})` }, deckCard(wordsOf(piece)))));
  }
  return null;
}

const wordsOf = (piece) => (piece.facing === "face-down" ? null : `${piece.kind} ${piece.facing ?? ""}`.trim());

// --- Where things are -------------------------------------------------------------------------------

class Plan {
  constructor(facts) {
    this.columns = facts.columns;
    this.duel = facts.mode === "competitive";
    this.wide = facts.columns.length * BIT;
    this.right = LEFT + this.wide + VALUE + 8 + SIDE_X;
    this.width = this.right + 128;
    this.height = TOP + 4 * (BIT + GAP) + 54;
    this.slots = facts.slots?.length ?? 0;
  }

  rowY(name) {
    return TOP + BIT / 2 + ROWS.indexOf(name) * (BIT + GAP) + (name === "A" ? 10 : 0);
  }

  columnX(column) {
    return LEFT + (this.columns.indexOf(column) + 0.5) * BIT;
  }

  slotY(number) {
    const pitch = (this.height - 62) / this.slots;
    return 44 + (number - 0.5) * pitch;
  }

  spot(site) {
    let found = /^([ABCD])(\d+)$/.exec(site);
    if (found) return [this.columnX(Number(found[2])), this.rowY(found[1])];
    found = /^slot (\d+)$/.exec(site);
    if (found && this.slots) return [this.right + 64, this.slotY(Number(found[1])), Math.min(1, ((this.height - 62) / this.slots - 6) / 70)];
    found = /^error ([BCD])$/.exec(site);
    return found ? [26, this.rowY(found[1]) - 26, 0.62] : null;
  }
}

// --- Drawing ----------------------------------------------------------------------------------------

/** Draw the board; the protocol is told in boards/index.js. */
export function draw(board, options = {}) {
  const svg = s("svg", { class: "board board-moon", role: "presentation" });
  const root = h("div", { class: "board-root" }, svg);
  root.panel = { svg, options, cells: new Map(), focus: null };
  update(root, board, options);
  return root;
}

/** Draw what has changed. */
export function update(root, board, options = {}) {
  const { panel } = root;
  panel.options = options;
  panel.board = board;
  const { facts } = board;
  const key = JSON.stringify([facts.columns, facts.mode, facts.slots?.length]);
  const anew = panel.key !== key;
  if (anew) {
    panel.key = key;
    panel.plan = new Plan(facts);
    frame(panel, options);
  }
  layPieces(panel, board.sites ?? {}, (site) => panel.plan.spot(site), drawPile, { anew });
  values(panel, facts, options);
  marks(panel, facts, options);
  panel.grid.setAttribute("aria-label", options.texts("boards.moon.name"));
  nameCells(panel, (site) => options.texts("boards.moon.register", { name: site, bits: binary(facts.registers[site] ?? 0, facts.bits), value: facts.registers[site] ?? 0 }));
  return root;
}

function frame(panel, options) {
  const { plan, svg } = panel;
  const across = plan.duel ? LEFT + plan.wide + VALUE + 16 : plan.width;
  svg.setAttribute("viewBox", `0 0 ${across} ${plan.height}`);
  const layer = (name) => (panel[name] = s("g", { class: name }));
  svg.replaceChildren(
    s("g", { "aria-hidden": "true" },
      s("rect", { class: "board-plate", width: across, height: plan.height, rx: 22 }),
      s("rect", { class: "cpu", x: 8, y: 46, width: LEFT + plan.wide + VALUE, height: plan.height - 54, rx: 18 }),
      plan.columns.map((column) => s("text", { class: "column-label", x: plan.columnX(column), y: TOP - 20 }, String(column))),
      s("rect", { class: "row-a", x: 14, y: plan.rowY("A") - BIT / 2 - 5, width: LEFT + plan.wide + VALUE - 12, height: BIT + 10, rx: 14 }),
      ROWS.map((name) => [s("circle", { class: "row-disc", cx: 44, cy: plan.rowY(name), r: 21 }), s("text", { class: "row-name", x: 44, y: plan.rowY(name) }, name)]),
      layer("ground"), layer("under"), layer("pieces"), layer("told"), layer("over")),
    cells(panel));
}

function cells(panel) {
  const { plan } = panel;
  const places = new Map(ROWS.map((name) => [name, [LEFT, plan.rowY(name)]]));
  panel.focus = "A";
  return makeCells(panel, ROWS.map((name) => [{ site: name, shape: s("rect", { x: 14, y: plan.rowY(name) - BIT / 2 - 3, width: LEFT + plan.wide + VALUE - 12, height: BIT + 6, rx: 14 }) }]), nearestStep(places));
}

/** Values beside the rows, the goal under A, the energy, what the places mean. */
function values(panel, facts, options) {
  const { plan, told } = panel;
  const text = options.texts;
  const parts = [];
  for (const name of ROWS) {
    const broken = facts.disabled.includes(name);
    parts.push(s("text", { class: `row-value${broken ? " broken" : ""}`, x: LEFT + plan.wide + 12, y: plan.rowY(name) }, facts.begun ? `= ${facts.registers[name]}` : ""));
    if (broken) parts.push(s("line", { class: "row-broken", x1: LEFT - 2, x2: LEFT + plan.wide + 2, y1: plan.rowY(name), y2: plan.rowY(name) }));
  }
  const goal = plan.duel ? ownGoal(facts) : facts.goal;
  const y = plan.rowY("A") + BIT / 2 + 24;
  if (goal !== null && goal !== undefined) {
    parts.push(s("text", { class: "goal-label", x: 66, y }, text("boards.moon.goal")));
    for (const column of plan.columns) {
      const wanted = Boolean(goal & column);
      const right = wanted === Boolean(facts.registers.A & column);
      const x = plan.columnX(column);
      parts.push(s("g", { class: `wanted ${wanted ? "is-on" : "is-off"}`, transform: `translate(${x} ${y})` },
        s("circle", { r: 13 }), s("text", {}, wanted ? "1" : "0"), right ? s("path", { class: "tick", d: "M14 1L18 5L26 -5" }) : null));
    }
    parts.push(s("text", { class: "goal-value", x: LEFT + plan.wide + 12, y }, `= ${goal}`));
  }
  parts.push(energy(facts, text, plan));
  panel.ground.replaceChildren(...(plan.duel ? [] : places(facts, text, plan)));
  told.replaceChildren(...parts.flat(Infinity).filter(Boolean));
}

function ownGoal(facts) {
  return Object.values(facts.players ?? {}).map(({ value }) => value).find((value) => value !== null) ?? null;
}

/** Batteries: each has two halves. */
function energy(facts, text, plan) {
  const cells = [];
  const most = Math.max(facts.refill, facts.energy);
  for (let half = 0; half < most; half += 2) {
    const x = 128 + (half / 2) * 46;
    const full = Math.min(2, Math.max(0, facts.energy - half));
    const holds = Math.min(2, most - half);
    cells.push(s("rect", { class: "battery", x, y: 12, width: 17 * holds + 3, height: 24, rx: 5 }),
      full > 0 ? s("rect", { class: "charge", x: x + 3, y: 15, width: 14, height: 18, rx: 2 }) : null,
      full > 1 ? s("rect", { class: "charge", x: x + 20, y: 15, width: 14, height: 18, rx: 2 }) : null);
  }
  return [s("text", { class: "energy-label", x: 16, y: 25 }, text("boards.moon.energy")), cells,
    s("text", { class: "energy-label", x: 136 + Math.ceil(most / 2) * 46, y: 25 }, plan.wide < 200 ? units(facts.energy) : text("boards.moon.of", { left: units(facts.energy), all: units(facts.refill) }))];
}

/** The places of the goals: numbered, broken by a bug, and the last one, where the mission fails. */
function places(facts, text, plan) {
  const parts = [s("text", { class: "energy-label", x: plan.right + 64, y: 25, "text-anchor": "middle" }, text("boards.moon.goals"))];
  const pitch = (plan.height - 62) / plan.slots;
  for (const slot of facts.slots) {
    const number = Number(slot.site.slice(5));
    const y = plan.slotY(number);
    const tall = Math.min(pitch - 8, 72);
    parts.push(s("rect", { class: `slot${slot.broken ? " broken" : ""}${slot.lost ? " lost" : ""}`, x: plan.right + 12, y: y - tall / 2, width: 104, height: tall, rx: 12 }),
      s("text", { class: `slot-number${slot.lost ? " lost" : ""}`, x: plan.right - 2, y }, slot.lost ? "!" : String(number)));
    if (slot.lost && !slot.cards.length) parts.push(s("text", { class: "slot-lost", x: plan.right + 64, y }, text("boards.moon.lost")));
  }
  return parts;
}

function marks(panel, facts, options) {
  const { plan, under, over } = panel;
  const lit = new Map((options.targets ?? []).map((target) => [target.site, target]));
  const rows = [];
  for (const name of ROWS) {
    const target = lit.get(name);
    const box = { x: 16, y: plan.rowY(name) - BIT / 2 - 2, width: LEFT + plan.wide + VALUE - 16, height: BIT + 4, rx: 14 };
    if (target) rows.push(s("g", { class: `target target-${target.kind}` }, s("rect", { ...box, class: "ring", ...(target.kind === "source" ? { "stroke-dasharray": "16 10" } : {}) })));
    if (options.selected === name) rows.push(s("rect", { ...box, class: "chosen-row" }), s("path", { class: "chosen-mark", d: `M${LEFT + plan.wide + 40} ${plan.rowY(name) + 14}h18m-7 -7l7 7l-7 7` }));
  }
  const told = options.marks ?? [];
  const at = (site, element) => {
    const spot = plan.spot(site);
    if (!spot) return null;
    element.setAttribute("transform", `translate(${spot[0]} ${spot[1]}) scale(${spot[2] ?? 1})`);
    return element;
  };
  under.replaceChildren(...told.filter(({ kind, site }) => kind === "last" && /^[ABCD]\d+$/.test(site)).map(({ site }) => at(site, s("rect", { class: "last", x: -38, y: -38, width: 76, height: 76, rx: 15 }))).filter(Boolean));
  over.replaceChildren(...rows, ...told.filter(({ kind }) => kind !== "last").map(({ site, kind }) => at(site, s("g", { class: kind }, s("circle", { r: 40 })))).filter(Boolean));
}

// --- What the table page asks of a board besides ---------------------------------------------------

export const mode = (room) => new Choosing(room);

export const card = moonCard;

/** How a game ends in which all play together. */
export function ending(room, winner) {
  if (room.state.board?.facts?.players) return null;
  return say(winner ? "boards.moon.landed" : "boards.moon.failed");
}

/** What is declared beside the board, and not among "more". */
export const ownClaims = ["tell"];

/** Solved goals, bugs and hacker of a seat, for its line beside the board. */
export function seatLine(room, seat) {
  const facts = room.state.board?.facts;
  if (!facts?.begun) return null;
  if (!facts.players) return h("span", { class: "has" }, solvedPart(facts.solved), h("span", { class: "extra" }, say("boards.moon.deck", { count: facts.deck })));
  const own = facts.players[seat];
  if (!own) return null;
  return h("span", { class: "has" },
    solvedPart(own.solved),
    own.bugs ? h("span", {}, sign(bug(), 20), say("boards.moon.bugs", { count: own.bugs })) : null,
    own.hacker ? h("span", { class: `hacker hacker-${own.hacker}` }, say(`boards.moon.hacker.${own.hacker}`)) : null);
}

/** How many goals are solved: in words, or where there is little room with a tick. */
const solvedPart = (count) => h("span", {}, h("span", { class: "extra" }, say("boards.moon.solved", { count })), h("span", { class: "short", title: say("boards.moon.solved", { count }) }, `✓ ${count}`));

export function hint(room) {
  const { state } = room;
  if (state.to_act.includes("chance")) return "";
  if (!room.acting.length) return null;
  if (state.game.phase === "repair") return say("boards.moon.hint-repair");
  return say(room.picks.op ? "boards.moon.hint-register" : "boards.moon.hint");
}

/** The signs of this board. */
export function legend(say) {
  return legendOf(say, "moon",
    h("div", { class: "legend" },
      h("div", {}, sign(bit(true), 40), h("span", {}, say("boards.moon.bit-on"))), h("div", {}, sign(bit(false), 40), h("span", {}, say("boards.moon.bit-off"))),
      h("div", {}, sign(deckCard("goal 0110"), 44), h("span", {}, say("boards.moon.a-goal"))), h("div", {}, sign(deckCard(null), 44), h("span", {}, say("boards.moon.face-down"))),
      h("div", {}, sign(bug(), 36), h("span", {}, say("boards.moon.a-bug")))),
    h("p", { class: "small soft" }, say("boards.moon.keys")));
}
