// Playing Moonlight: a card and its cell; between the turns the lot, the deal, the counting of a
// round with what nobody could know, and the powers.

import { h } from "../dom.js";
import { say } from "../texts.js";
import { seatToken } from "../table/seats.js";
import { askMoons, tellsMoons, told } from "./moonlight-moons.js";

const SIDES = ["green", "blue"];
const WOLVES = 11;

/** The seats whose hands are shown: the own one, or the one to move where nobody hides anything. */
export function handSeats(room) {
  const { state } = room;
  if (SIDES.includes(room.you.seat)) return [room.you.seat];
  return (state.to_act ?? []).filter((seat) => SIDES.includes(seat) && room.you.seats?.includes(seat));
}

/** Touching a card, then its cell. */
export class Laying {
  constructor(room, cardName) {
    this.room = room;
    this.cardName = cardName;
    const { state } = room;
    this.board = state.board;
    this.ways = (state.actions ?? []).filter((action) => action.from && action.from === room.picks.card);
    if (!this.ways.length) delete room.picks.card;
    const { card } = room.picks;
    this.targets = this.ways.map((action) => ({ site: action.to, kind: action.kind, name: action.name }));
    this.marks = card ? [] : (state.last?.sites ?? []).map((site) => ({ site, kind: "last" }));
    for (const step of state.todo ?? []) for (const site of step.sites ?? []) this.marks.push({ site, text: step.text, kind: "todo" });
    for (const site of room.shine ?? []) this.marks.push({ site, kind: "todo" });
  }

  /** Lay the chosen card, with its moons where they have been told. */
  async lay(action) {
    const { room } = this;
    const { card } = room.picks;
    let { moons } = room.picks;
    if (tellsMoons(room, card) && moons === undefined) {
      moons = await askMoons(room, this.cardName(card));
      if (moons === undefined) return;
    }
    room.picks = {};
    await (moons === null || moons === undefined ? room.play(action) : room.ask("play", { action: told(action.action, moons), seat: action.seat }));
  }

  async touch(site) {
    const { room } = this;
    const { card } = room.picks;
    room.asked = null;
    if (site === null || !card) {
      room.picks = {};
      return room.draw();
    }
    const action = this.ways.find((one) => one.to === site);
    if (action) return this.lay(action);
    room.picks = {};
    const at = site.split(",").map(Number);
    const said = await room.wouldBe({ action: { card, at }, seat: card.split(" ")[0] });
    room.asked = { question: say("boards.moonlight.may", { card: this.cardName(card), site }), ...said };
    return room.draw();
  }
}

/** What a phase needs beside the board. */
export function matchCard(room) {
  if (room.past) return null;
  const { phase } = room.state.game;
  const made = { lot: lotCard, deal: dealCard, score: scoreCard, power: powerCard }[phase];
  const round = phase === "deal" || phase === "power" || phase === "over" ? lastRound(room) : null;
  const parts = [round, made?.(room), phase === "turns" || phase === "score" ? powersCard(room) : null].filter(Boolean);
  return parts.length ? h("div", { class: "stack" }, parts) : null;
}

const main = (key, action, more = {}) => h("button", { type: "button", class: "main", "data-focus": key, onclick: action, ...more }, say(`boards.moonlight.${key}`));

function lotCard(room) {
  const may = room.may("player");
  return h("section", { class: "card" }, h("h2", {}, say("boards.moonlight.who-begins")),
    h("div", { class: "row" },
      h("button", { type: "button", class: "main", "data-focus": "lot", disabled: !may, onclick: () => room.ask("draw") }, say("boards.lot")),
      SIDES.map((seat) => h("button", { type: "button", "data-focus": `first-${seat}`, disabled: !may, onclick: () => room.ask("play", { action: { lot: seat } }) }, seatToken(seat, 22, "moonlight"), say("boards.moonlight.begins", { player: room.player(seat) })))));
}

function dealCard(room) {
  const { facts } = room.state.board;
  const deck = (seat) => Array(WOLVES + (facts.lone_wolf[seat] ? 1 : 0)).fill(null);
  const real = () => room.ask("play", { action: { deal: { green: deck("green"), blue: deck("blue") } } });
  return h("section", { class: "card" }, h("h2", {}, say("boards.moonlight.round", { number: facts.rounds_won.green + facts.rounds_won.blue + 1 })),
    h("p", { class: "soft" }, say("boards.moonlight.deal-about")),
    room.may("player") ? h("div", { class: "row" }, main("deal", () => room.ask("draw")), h("button", { type: "button", "data-focus": "real", onclick: real }, say("boards.moonlight.real"))) : h("p", { class: "soft" }, say("boards.wait-chance")));
}

// --- Counting ---------------------------------------------------------------------------------------

const missing = (facts, seat) => (facts.telling && facts.untold[seat] ? ` (${say("boards.moonlight.moons-missing", { count: facts.untold[seat] })})` : "");

/** The round is over: what the cards don't tell is entered, then it is counted. */
function scoreCard(room) {
  const { facts } = room.state.board;
  const may = room.may("player");
  const round = JSON.stringify([facts.rounds_won, facts.last_round]);
  if (room.picks.score?.round !== round) room.picks = { score: { round, moons: { ...facts.told }, told: SIDES.some((seat) => facts.told[seat] > 0), corrections: {} } };
  const entry = room.picks.score;
  const held = SIDES.flatMap((seat) => facts.powers[seat].map(({ name }) => ({ seat, power: name })));
  const count = async () => {
    const corrections = held.map((one) => ({ ...one, points: entry.corrections[`${one.seat} ${one.power}`] ?? 0 })).filter(({ points }) => points);
    const score = { ...(entry.told && !facts.moons_known ? { moons: entry.moons } : {}), ...(corrections.length ? { corrections } : {}) };
    if (await room.ask("play", { action: { score } })) room.picks = {};
  };
  return h("section", { class: "card" }, h("h2", {}, say("boards.moonlight.round-over")),
    standing(room, facts),
    facts.moons_known ? null : h("fieldset", {}, h("legend", {}, say("boards.moonlight.moons")), h("p", { class: "small soft" }, say(entry.told ? "boards.moonlight.moons-check" : "boards.moonlight.moons-about")),
      SIDES.map((seat) => stepper(room, say("boards.moonlight.moons-of", { player: room.player(seat) }) + missing(facts, seat), `moons-${seat}`, entry.moons[seat], 0, (value) => { entry.moons[seat] = value; entry.told = true; }))),
    held.length ? h("fieldset", {}, h("legend", {}, say("boards.moonlight.corrections")), h("p", { class: "small soft" }, say("boards.moonlight.corrections-about")),
      held.map(({ seat, power }) => stepper(room, `${room.player(seat)}: ${power}`, `power-${seat}-${power}`, entry.corrections[`${seat} ${power}`] ?? 0, -99, (value) => { entry.corrections[`${seat} ${power}`] = value; }))) : null,
    may ? main("count", count) : h("p", { class: "soft" }, say("boards.wait-chance")));
}

const standing = (room, facts) => h("table", { class: "counted" },
  h("thead", {}, h("tr", {}, h("th", {}, say("boards.moonlight.row")), SIDES.map((seat) => h("th", {}, room.player(seat))), h("th", {}, say("boards.moonlight.gets")))),
  h("tbody", {}, facts.rows.map(({ row, green, blue, winner, points }, place) => h("tr", {}, h("td", {}, String(place + 1)), h("td", {}, String(green)), h("td", {}, String(blue)),
    h("td", {}, winner ? `${room.player(winner)} +${points}` : "–")))));

function stepper(room, label, key, value, least, set) {
  const step = (by) => {
    set(Math.max(least, value + by));
    room.draw();
  };
  return h("div", { class: "row between" }, h("span", { class: "grow" }, label), h("div", { class: "row tight" },
    h("button", { type: "button", class: "icon", "data-focus": `${key}-less`, "aria-label": say("boards.less", { what: label }), disabled: value <= least, onclick: () => step(-1) }, "−"),
    h("output", { class: "strong", "aria-live": "polite" }, String(value)),
    h("button", { type: "button", class: "icon", "data-focus": `${key}-more`, "aria-label": say("boards.more", { what: label }), onclick: () => step(1) }, "+")));
}

/** How the round before was counted. */
function lastRound(room) {
  const last = room.state.board.facts.last_round;
  if (!last) return null;
  const rows = last.rows.map(({ winner, points }, place) => h("tr", {}, h("td", {}, say("boards.moonlight.row-number", { number: place + 1 })), SIDES.map((seat) => h("td", {}, winner === seat ? `+${points}` : "–"))));
  return h("section", { class: "card" }, h("h2", {}, last.winner ? say("boards.moonlight.round-won", { player: room.player(last.winner) }) : say("boards.moonlight.round-tied")),
    h("table", { class: "counted" }, h("thead", {}, h("tr", {}, h("th", {}), SIDES.map((seat) => h("th", {}, room.player(seat))))),
      h("tbody", {}, rows, h("tr", {}, h("td", {}, say("boards.moonlight.most-moons")), SIDES.map((seat) => h("td", {}, last.moons === seat ? "+2" : "–"))),
        h("tr", {}, h("th", { scope: "row" }, say("boards.moonlight.together")), SIDES.map((seat) => h("td", {}, h("b", {}, String(last.points[seat]))))))));
}

// --- Powers -----------------------------------------------------------------------------------------

/** The loser of a round takes a power: one of those that are known, or any by its name. */
function powerCard(room) {
  const { facts } = room.state.board;
  const [seat] = room.state.to_act;
  const may = room.acting.includes(seat);
  const take = (name) => room.ask("play", { action: { power: name }, seat });
  const taken = SIDES.flatMap((side) => facts.powers[side].map(({ name }) => name));
  const title = h("h2", {}, say("boards.moonlight.power-of", { player: room.player(seat) }));
  if (!may) return h("section", { class: "card" }, title, h("p", { class: "soft" }, say("boards.moonlight.power-wait", { player: room.player(seat) })));
  if (facts.to_choose) {
    return h("section", { class: "card" }, title, h("div", { class: "row" }, facts.to_choose.filter((name) => !taken.includes(name)).map((name) => h("button", { type: "button", "data-focus": `take-${name}`, onclick: () => take(name) }, name))));
  }
  const field = h("input", { type: "text", maxlength: 200, name: "power", autocomplete: "off" });
  return h("form", { class: "card", onsubmit: (event) => { event.preventDefault(); if (field.value.trim()) take(field.value.trim()); } }, title,
    h("p", { class: "soft" }, say("boards.moonlight.power-about")),
    h("label", { class: "field" }, say("boards.moonlight.power-name"), field),
    h("div", { class: "row" }, h("button", { class: "main" }, say("boards.moonlight.power-take")), h("button", { type: "button", "data-focus": "unnamed", onclick: () => take(null) }, say("boards.moonlight.power-unnamed"))));
}

/** Powers that somebody has, with their boxes; a box is ticked once a round. */
function powersCard(room) {
  const { facts } = room.state.board;
  const claims = new Map((room.state.claims ?? []).filter(({ action }) => action?.use).map((claim) => [claim.action.use, claim]));
  const lines = SIDES.flatMap((seat) => facts.powers[seat].map(({ name, box, used }) => {
    const claim = claims.get(name);
    return h("li", { class: "row" }, seatToken(seat, 20, "moonlight"), h("span", { class: "grow" }, name),
      !box ? h("span", { class: "tag" }, say("boards.moonlight.ongoing")) : used ? h("span", { class: "tag" }, say("boards.moonlight.used")) : claim ? h("button", { type: "button", class: "chip", "data-focus": `use-${name}`, onclick: () => room.play(claim) }, say("boards.moonlight.use")) : h("span", { class: "tag good" }, say("boards.moonlight.ready")));
  }));
  return lines.length ? h("section", { class: "card" }, h("h2", {}, say("boards.moonlight.powers")), h("ul", { class: "stack" }, lines)) : null;
}
