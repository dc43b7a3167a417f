// Playing MOON: an operation is chosen, then the registers it works on; cards that nobody knows are
// entered; the coach is asked.

import { h } from "../dom.js";
import { say, upper } from "../texts.js";
import { post, failure } from "../api.js";
import { toast } from "../asking.js";
import { sign } from "../boards/common.js";
import { passOn, sit } from "./passing-on.js";
import { binary, deckCard, units } from "../boards/moon-cards.js";

const REGISTERS = ["A", "B", "C", "D"];
const GOALS = Array.from({ length: 16 }, (_, value) => `goal ${binary(value, 4)}`);
const OTHERS = ["bug", "ok", "reset A", "reset B", "reset C", "reset D", "reset 2", "reset 4", "reset 8", "error B", "error C", "error D", "error ROL", "error NOT", "error XOR"];

const operations = (room) => (room.state.actions ?? []).filter((action) => action.kind === "operate");
const known = (room, name) => room.state.board.facts.operations.find((one) => one.name === name);

/** Touching the registers: first where bits come from (for two registers), then where they go. */
export class Choosing {
  constructor(room) {
    this.room = room;
    this.board = room.state.board;
    const { state } = room;
    if (!operations(room).some((action) => action.action.op === room.picks.op)) room.picks = state.game.phase === "set-up" || room.picks.telling !== undefined ? room.picks : {};
    const { op, from } = room.picks;
    this.ways = operations(room).filter((action) => action.action.op === op && (!from || action.from === from));
    this.two = known(room, op)?.registers === 2;
    this.selected = from ?? null;
    const reading = this.two && !from;
    const sites = [...new Set(this.ways.map((action) => (reading ? action.from : action.to)))];
    this.targets = sites.map((site) => ({ site, kind: reading ? "source" : "operate" }));
    this.marks = op ? [] : (state.last?.sites ?? []).map((site) => ({ site, kind: "last" }));
    for (const step of state.todo ?? []) for (const site of step.sites ?? []) this.marks.push({ site, text: step.text, kind: "todo" });
    for (const site of room.shine ?? []) this.marks.push({ site, kind: "todo" });
    if (state.game.phase === "repair") this.targets = (state.actions ?? []).filter((action) => action.kind === "repair").map(({ to, action }) => ({ site: to, kind: "repair", action }));
  }

  touch(site) {
    const { room } = this;
    if (site === null) return pick(room, {});
    const repair = this.targets.find((target) => target.kind === "repair" && target.site === site);
    if (repair) return room.ask("play", { action: repair.action });
    return operand(room, site);
  }
}

function pick(room, picks) {
  room.picks = picks;
  room.asked = null;
  room.draw();
}

/** A register was named: the source first where there are two, then what is changed. */
function operand(room, site) {
  const { op, from } = room.picks;
  if (!op) return undefined;
  const two = known(room, op)?.registers === 2;
  if (two && !from) return pick(room, { op, from: site });
  if (two && from === site) return pick(room, { op });
  const action = operations(room).find((one) => one.action.op === op && one.to === site && (one.from ?? null) === (from ?? null));
  if (action) {
    room.picks = {};
    return room.play(action);
  }
  return whyNot(room, { op, ...(from ? { from } : {}), to: site });
}

async function whyNot(room, action) {
  room.picks = {};
  const [seat] = room.acting;
  const said = await room.wouldBe({ action, seat: room.you.seat ?? seat });
  room.asked = { question: say("asked.text", { text: `${action.op} ${action.from ? `${action.from}>` : ""}${action.to}` }), ...said };
  room.draw();
}

/** What a phase needs beside the board. */
export function moonCard(room) {
  if (room.past || room.state.phase === "over") return null;
  const { phase } = room.state.game;
  if (phase === "set-up") return setUpCard(room);
  if (phase === "reveal") return revealCard(room);
  if (phase === "repair") return room.acting.length ? repairCard(room) : null;
  const players = playersCard(room);
  return h("div", { class: "stack" }, room.acting.length ? operationsCard(room) : null, passOn(room), players);
}

// --- Operations -------------------------------------------------------------------------------------

/** What an operation does to bits, as a small picture in letters. */
const SIGNS = { INC: "+1", DEC: "−1", NOT: "0↔1", ROL: "⟲", ROR: "⟳", MOV: "→", OR: "∨", AND: "∧", XOR: "⊕", ADD: "+", SUB: "−", NOR: "¬∨", NAND: "¬∧", XNOR: "¬⊕" };

function operationsCard(room) {
  const { facts } = room.state.board;
  const { op, from } = room.picks;
  const usable = new Set(operations(room).map((action) => action.action.op));
  const end = (room.state.actions ?? []).find((action) => action.kind === "end");
  const looks = (room.state.actions ?? []).filter((action) => action.kind === "look");
  return h("section", { class: "card operations" },
    h("div", { class: "ops", role: "group", "aria-label": say("boards.moon.operations") }, facts.operations.map((one) =>
      h("button", { type: "button", class: "op", "data-focus": `op-${one.name}`, "aria-pressed": String(op === one.name), "aria-disabled": usable.has(one.name) ? null : "true",
        "aria-label": `${one.name}: ${say(`boards.moon.op.${one.name}`)} ${costText(one)}`, onclick: () => chooseOp(room, one, usable) },
      h("b", {}, one.name), h("span", { class: "op-sign", "aria-hidden": "true" }, SIGNS[one.name]), h("span", { class: `cost${one.broken ? " broken" : ""}` }, one.broken ? "✕" : one.free ? say("boards.moon.free") : `${units(one.cost)} ⚡`)))),
    waits(facts),
    op ? operands(room, op, from) : h("p", { class: "soft small" }, say("boards.moon.choose")),
    h("div", { class: "row" },
      end ? h("button", { type: "button", class: op ? "" : "main", "data-focus": "end", onclick: () => { room.picks = {}; room.play(end); } }, say(facts.mode === "competitive" ? "boards.moon.end-turn" : "boards.moon.end-round", { left: units(facts.energy) })) : null,
      looks.map((action) => h("button", { type: "button", "data-focus": action.id, onclick: () => room.play(action) }, say("boards.moon.look", { player: room.player(action.to) }))),
      h("button", { type: "button", "data-focus": "coach", onclick: () => askCoach(room) }, say("boards.moon.coach"))),
    coachBox(room));
}

/** Why nothing is to be reached just now: no goal is up, or half of one. */
function waits(facts) {
  if (facts.mode === "competitive" || facts.goal !== null) return null;
  return h("p", { class: "small strong" }, say(facts.current.length ? "boards.moon.half" : "boards.moon.no-goal"));
}

const costText = (one) => (one.broken ? say("boards.moon.broken-op") : one.free ? say("boards.moon.free-op") : say("boards.moon.cost", { cost: units(one.cost) }));

function chooseOp(room, one, usable) {
  if (usable.has(one.name)) return pick(room, room.picks.op === one.name ? {} : { op: one.name });
  return whyNot(room, { op: one.name, ...(one.registers === 2 ? { from: "B" } : {}), to: "A" });
}

/** The registers as large buttons, in the order in which they are said. */
function operands(room, op, from) {
  const one = known(room, op);
  const { facts } = room.state.board;
  const ways = operations(room).filter((action) => action.action.op === op);
  const two = one.registers === 2;
  const names = [...REGISTERS, ...(one.ram ? ["RAM"] : [])];
  const chips = (list, chosen) => h("div", { class: "row" }, names.map((name) => h("button", { type: "button", class: "operand", "data-focus": `reg-${list}-${name}`, "aria-pressed": String(chosen === name),
    disabled: !ways.some((action) => (list === "from" ? action.from === name : action.to === name && (!two || action.from === from))), onclick: () => (list === "from" ? pick(room, { op, from: name }) : operand(room, name)) },
  name, h("span", { class: "small bits" }, name === "RAM" ? binary(ownRam(room), facts.bits) : binary(facts.registers[name], facts.bits)))));
  return h("div", { class: "operands stack" }, h("p", {}, h("b", {}, op), " ", say(`boards.moon.op.${op}`)),
    two ? [h("p", { class: "small strong" }, say("boards.moon.read")), chips("from", from)] : null,
    two && !from ? null : [h("p", { class: "small strong" }, say("boards.moon.change")), chips("to", null)]);
}

function ownRam(room) {
  const { players, to_move: seat } = room.state.board.facts;
  return players?.[seat]?.ram ?? 0;
}

// --- The coach ----------------------------------------------------------------------------------------

const stand = (room) => `${room.state.game.number}:${(room.state.log ?? []).length}`;

async function askCoach(room) {
  room.coach = { of: stand(room), said: say("boards.moon.coach-thinks"), actions: [] };
  room.draw();
  const answer = await post("/api/coach", {});
  if (!answer.ok) {
    room.coach = null;
    toast(failure(answer));
  } else room.coach = { of: stand(room), ...answer.data };
  room.draw();
}

/** What the coach said, as long as nothing else has happened; each step can be played. */
function coachBox(room) {
  if (!room.coach || room.coach.of !== stand(room)) return null;
  const { said, actions } = room.coach;
  return h("div", { class: "said", role: "status" }, h("p", {}, said),
    actions.length ? h("ol", { class: "coach-steps row" }, actions.map((text, place) => h("li", {}, h("button", { type: "button", class: place ? "chip" : "chip main", "data-focus": `coach-${place}`, disabled: place > 0, onclick: () => room.ask("play", { text, ...(room.you.seat ? { seat: room.you.seat } : {}) }) }, text)))) : null);
}

// --- Set-up, cards that are turned over, repairs -------------------------------------------------------

function setUpCard(room) {
  const draft = room.picks.initial;
  const { rules } = room.state.game;
  const { facts } = room.state.board;
  const duel = facts.mode === "competitive";
  if (!room.may("player")) return h("section", { class: "card" }, h("h2", {}, say("boards.moon.shuffle")), h("p", { class: "soft" }, say("boards.wait-chance")));
  if (draft) return realCards(room, draft);
  const enter = (className) => h("button", { type: "button", class: className, "data-focus": "enter", onclick: () => pick(room, { initial: [] }) }, say("boards.moon.enter"));
  if (rules.unseen) return h("section", { class: "card" }, h("h2", {}, say("boards.moon.shuffle")), h("p", { class: "soft" }, say("boards.moon.real-about")), h("div", { class: "row" }, enter("main")));
  return h("section", { class: "card" }, h("h2", {}, say("boards.moon.shuffle")), h("p", { class: "soft" }, say(duel ? "boards.moon.shuffle-duel" : "boards.moon.shuffle-about")),
    h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-focus": "draw", onclick: () => room.ask("draw") }, say("boards.moon.shuffle-do")), enter("")));
}

/** Real cards: those that set registers are told; against each other, who begins; all others stay unseen. */
function realCards(room, draft) {
  const { facts } = room.state.board;
  const duel = facts.mode === "competitive";
  const due = facts.initial_cards;
  const unseen = (count) => Array(count).fill(null);
  const begin = async (start) => {
    const cards = { initial: draft, deck: unseen(facts.deck_cards) };
    const setup = duel ? { mode: facts.mode, players: room.seats.length, start, goals: unseen(facts.dealt_cards), ...cards, ...hackers(room) } : { mode: facts.mode, ...cards };
    if (await room.ask("play", { action: { setup } })) room.picks = {};
  };
  const missing = draft.length < due;
  const about = missing ? say("boards.moon.enter-about", { register: ["B", "C", "D"][draft.length] }) : duel ? say("boards.moon.real-deal", { count: facts.cards_in_goal }) : say("boards.moon.enter-done", { count: facts.deck_cards });
  const starts = (seat) => h("button", { type: "button", "data-focus": `starts-${seat}`, disabled: missing, onclick: () => begin(seat) }, room.player(seat));
  return h("section", { class: "card" }, h("h2", {}, say("boards.moon.enter")), h("p", { class: "soft" }, about),
    missing ? palette(GOALS, (text) => draft.includes(text), (text) => { draft.push(text); room.draw(); }) : draft.length ? h("div", { class: "row" }, draft.map((text, place) => h("span", { class: "row tight", "aria-label": `${["B", "C", "D"][place]}: ${cardText(text)}`, role: "img" }, h("b", {}, ["B", "C", "D"][place]), sign(deckCard(text), 46)))) : null,
    duel && !missing ? [h("p", { class: "strong" }, say("boards.moon.who-begins")), h("div", { class: "row" }, room.seats.map(starts), h("button", { type: "button", class: "main", "data-focus": "lot", onclick: () => begin(room.seats[atRandom(room.seats.length)]) }, say("boards.lot")))] : null,
    h("div", { class: "row" }, duel ? null : h("button", { type: "button", class: "main", "data-focus": "begin", disabled: missing, onclick: () => begin(null) }, say("boards.moon.enter-do")),
      due ? h("button", { type: "button", disabled: !draft.length, onclick: () => { draft.pop(); room.draw(); } }, upper(say("boards.one-back"))) : null,
      h("button", { type: "button", class: "quiet", onclick: () => pick(room, {}) }, say("ask.cancel"))));
}

const atRandom = (count) => crypto.getRandomValues(new Uint32Array(1))[0] % count;

/** The hackers by lot, where the rules deal them. */
function hackers(room) {
  const left = [...room.state.board.facts.hackers];
  if (!left.length) return {};
  return { hackers: Object.fromEntries(room.seats.map((seat) => [seat, left.splice(atRandom(left.length), 1)[0]])) };
}

const palette = (cards, off, choose) => h("div", { class: "palette of-goals" }, cards.map((text) =>
  h("button", { type: "button", class: "card-button", "data-focus": text, "aria-label": cardText(text), disabled: off(text), onclick: () => choose(text) }, sign(deckCard(text), 54))));

/** A card in words. */
function cardText(text) {
  const [kind, what] = text.split(" ");
  return say(`boards.moon.card.${kind}`, { what: what ?? "" });
}

/** A real card was turned over, or drawn, and nobody has told which. */
function revealCard(room) {
  const { rules } = room.state.game;
  const { facts } = room.state.board;
  const duel = facts.mode === "competitive";
  const owner = duel ? facts.to_move : null;
  const own = duel && room.you.seat === owner;
  const values = { player: owner ? room.player(owner) : "" };
  const [heading, about] = own ? ["boards.moon.drawn-own", "boards.moon.drawn-own-about"] : duel ? ["boards.moon.drawn", "boards.moon.drawn-about"] : ["boards.moon.reveal", "boards.moon.reveal-about"];
  const head = h("h2", {}, say(heading, values));
  if (!room.may("player")) return h("div", { class: "stack" }, h("section", { class: "card" }, head, h("p", { class: "soft" }, say("boards.wait-chance"))), playersCard(room));
  const reveal = (text) => room.ask("play", { action: { reveal: text }, ...(room.you.seat ? { seat: room.you.seat } : {}) });
  const others = OTHERS.filter((text) => (text === "bug" ? rules.difficulty !== "easy" : /^reset \d/.test(text) ? rules.column_resets : rules.events));
  const section = h("section", { class: "card" }, head, h("p", { class: "soft" }, say(about, values)),
    own || !duel ? palette(GOALS, () => false, reveal) : null,
    duel ? h("div", { class: "row" }, h("button", { type: "button", class: own ? "" : "main", "data-focus": "secret", onclick: () => reveal("goal") }, say("boards.moon.secret"))) : null,
    others.length ? palette(others, () => false, reveal) : null,
    duel ? null : h("button", { type: "button", class: "quiet", "data-focus": "draw", onclick: () => room.ask("draw") }, say("boards.moon.reveal-do")));
  return h("div", { class: "stack" }, section, duel ? passOn(room) : null, playersCard(room));
}

function repairCard(room) {
  const ways = (room.state.actions ?? []).filter((action) => action.kind === "repair");
  return h("section", { class: "card" }, h("h2", {}, say("boards.moon.repair")), h("p", { class: "soft" }, say("boards.moon.repair-about")),
    h("div", { class: "row" }, ways.map((action) => h("button", { type: "button", class: "main", "data-focus": action.id, onclick: () => room.play(action) }, action.to))));
}

// --- Competitive game: everybody's RAM and goal -----------------------------------------------------

function playersCard(room) {
  const { facts } = room.state.board;
  if (!facts.players || !facts.begun) return null;
  return h("section", { class: "card duel" }, h("h2", { class: "away" }, say("boards.moon.modules")), Object.entries(facts.players).map(([seat, own]) => moduleOf(room, seat, own)));
}

function moduleOf(room, seat, own) {
  const { facts } = room.state.board;
  const mine = seat === room.you.seat;
  const goal = own.shown ?? own.goal;
  const seen = own.shown ? own.shown_value : own.value;
  const known = goal.length > 0 && goal.every(Boolean);
  const told = known ? say("boards.moon.goal-is", { goal: seen === null ? goal.map((text) => text.slice(5)).join(" ") : binary(seen, facts.bits) }) : say("boards.moon.goal-hidden");
  return h("div", { class: `module${seat === facts.to_move ? " moves" : ""}` },
    h("b", { class: "module-name" }, room.player(seat)),
    h("span", { class: "module-ram" }, say("boards.moon.ram"), " ", h("span", { class: "bits" }, binary(own.ram, facts.bits)), ` = ${own.ram}`),
    h("span", { class: "module-goal", "aria-label": told, role: "img" }, goal.map((text) => sign(deckCard(text), 46))),
    known && seen !== null && goal.length > 1 ? h("span", { class: "bits" }, `= ${binary(seen, facts.bits)}`) : null,
    mine && goal.length ? h("span", { class: "tag" }, say("boards.moon.yours")) : own.shown ? h("span", { class: "tag ask" }, say("boards.moon.shown")) : null,
    telling(room, seat, own));
}

/** What is said of a goal of one card, and of the left and the right card of a longer one. */
const TELL = { one: "boards.moon.tell", two: ["boards.moon.tell-left", "boards.moon.tell-right"] };
const AGAIN = { one: "boards.moon.again", two: ["boards.moon.again-left", "boards.moon.again-right"] };
const ABOUT = { one: "boards.moon.tell-about", two: ["boards.moon.tell-about-left", "boards.moon.tell-about-right"] };

/** A real goal: its owner tells it on this device; what A holds by an operation can be shown to all. */
function telling(room, seat, own) {
  const { you } = room;
  const { facts } = room.state.board;
  if (!facts.untold || room.past || !own.goal.length) return null;
  const claims = (room.state.claims ?? []).filter((claim) => claim.kind === "tell" && claim.seat === seat);
  const reached = `goal ${binary(facts.registers.A, 4)}`;
  const solving = facts.made && seat === facts.to_move && facts.cards_in_goal === 1 && !own.value ? claims.find((claim) => claim.action.tell === reached) : null;
  const show = solving ? h("button", { type: "button", class: "main", "data-focus": `show-${seat}`, onclick: () => room.play(solving) }, say("boards.moon.show", { goal: reached.slice(5) })) : null;
  if (seat !== you.seat) {
    const sits = room.may("referee") && !you.seat && room.acting.includes(seat);
    return !show && !sits ? null : h("div", { class: "telling row" }, show, sits ? h("button", { type: "button", class: "quiet", "data-focus": `sit-${seat}`, onclick: () => sit(seat) }, say("boards.moon.tell-here", { player: room.player(seat) })) : null);
  }
  if (!claims.length) return null;
  const two = own.goal.length > 1;
  const place = room.picks.telling ?? null;
  if (place === null) {
    const left = own.goal.findIndex((text) => !text);
    const open = (number, words, className) => h("button", { type: "button", class: className, "data-focus": `tell-${number}`, onclick: () => pick(room, { telling: number }) }, say(two ? words.two[number] : words.one));
    return h("div", { class: "telling row" }, show,
      left < 0 ? own.goal.map((_, number) => open(number, AGAIN, "quiet")) : own.goal.map((text, number) => (text ? null : open(number, TELL, show ? "" : "main"))));
  }
  const may = new Map(claims.filter((claim) => (claim.action.half === "right" ? 1 : 0) === place).map((claim) => [claim.action.tell, claim]));
  const choose = async (text) => {
    if (await room.play(may.get(text))) pick(room, {});
  };
  return h("div", { class: "telling stack" }, h("p", { class: "small soft" }, say(two ? ABOUT.two[place] : ABOUT.one)),
    palette(GOALS, (text) => !may.has(text), choose),
    h("button", { type: "button", class: "quiet", "data-focus": "tell-none", onclick: () => pick(room, {}) }, say("ask.cancel")));
}
