// Before a game of Stargazers: who plays and who is the youngest, the tiles, the cards.

import { h } from "../dom.js";
import { say, upper } from "../texts.js";
import { seatToken } from "../table/seats.js";
import { tile } from "../boards/stargazers-tiles.js";
import { sign } from "../boards/common.js";

const COLOURS = ["red", "orange", "blue", "green"];
const SHAPES = ["moon", "planet", "star", "comet"];
const TILES = COLOURS.flatMap((colour) => SHAPES.map((shape) => `${colour} ${shape}`));
const CARDS = 48;
const SIDE = 4;

/** What a phase before the turns needs; null in the turns. */
export function setUpCard(room) {
  const { phase } = room.state.game;
  if (room.past) return null;
  if (phase === "set-up") return playersCard(room);
  if (phase === "new-game") return tilesCard(room);
  if (phase === "reshuffle") return chanceCard(room, "reshuffle");
  return null;
}

const chanceCard = (room, key) => h("section", { class: "card" },
  h("h2", {}, say(`boards.stargazers.${key}`)), h("p", { class: "soft" }, say(`boards.stargazers.${key}-about`)),
  room.may("player") ? h("button", { type: "button", class: "main", "data-focus": "draw", onclick: () => room.ask("draw") }, say(`boards.stargazers.${key}-do`)) : h("p", { class: "soft" }, say("boards.wait-chance")));

/** How many play, and who is the youngest (or the lot). */
function playersCard(room) {
  const { facts } = room.state.board;
  const named = facts.may_play.filter((seat) => room.state.game.players?.[seat]).length;
  const fewest = facts.numbers[0];
  const count = room.picks.count ?? (facts.numbers.includes(named) ? named : fewest);
  const seats = facts.may_play.slice(0, count);
  const begin = (starter) => {
    const ages = Object.fromEntries(seats.map((seat) => [seat, null]));
    room.picks = {};
    room.ask("play", { action: { players: { ages, lot: starter } } });
  };
  const lot = () => begin(seats[crypto.getRandomValues(new Uint32Array(1))[0] % seats.length]);
  const may = room.may("player");
  return h("section", { class: "card" }, h("h2", {}, say("boards.stargazers.who")),
    facts.numbers.length > 1 ? h("div", { class: "row", role: "group", "aria-label": say("boards.stargazers.how-many") }, facts.numbers.map((number) =>
      h("button", { type: "button", "data-focus": `count-${number}`, "aria-pressed": String(number === count), disabled: !may, onclick: () => { room.picks = { count: number }; room.draw(); } }, say("boards.stargazers.players", { count: number })))) : null,
    h("p", { class: "soft" }, say("boards.stargazers.youngest")),
    h("div", { class: "row" }, seats.map((seat) => h("button", { type: "button", "data-focus": `first-${seat}`, disabled: !may, onclick: () => begin(seat) }, seatToken(seat, 24, "stargazers"), room.player(seat))),
      h("button", { type: "button", class: "main", "data-focus": "lot", disabled: !may, onclick: lot }, say("boards.lot"))));
}

/** Tiles and cards: mixed here, or as they lie on a real table. */
function tilesCard(room) {
  const draft = room.picks.tiles ?? null;
  if (!draft) {
    return h("section", { class: "card" }, h("h2", {}, say("boards.stargazers.deal")), h("p", { class: "soft" }, say("boards.stargazers.deal-about")),
      room.may("player") ? h("div", { class: "row" },
        h("button", { type: "button", class: "main", "data-focus": "draw", onclick: () => room.ask("draw") }, say("boards.stargazers.deal-do")),
        h("button", { type: "button", "data-focus": "enter", onclick: () => { room.picks = { tiles: [] }; room.draw(); } }, say("boards.stargazers.enter"))) : h("p", { class: "soft" }, say("boards.wait-chance")));
  }
  const rows = Array.from({ length: SIDE }, (_, row) => draft.slice(row * SIDE, row * SIDE + SIDE));
  const done = async () => {
    if (await room.ask("play", { action: { new_game: { layout: rows, deck: Array(CARDS).fill(null) } } })) room.picks = {};
  };
  return h("section", { class: "card" }, h("h2", {}, say("boards.stargazers.enter")),
    h("p", { class: "soft" }, draft.length < TILES.length ? say("boards.stargazers.enter-about", { row: Math.floor(draft.length / SIDE) + 1, column: (draft.length % SIDE) + 1 }) : say("boards.stargazers.enter-done")),
    h("div", { class: "palette" }, TILES.map((name) => h("button", { type: "button", class: "card-button", "data-focus": `tile-${name}`, disabled: draft.includes(name), "aria-label": `${say(`boards.stargazers.colour.${name.split(" ")[0]}`)}, ${say(`boards.stargazers.shape.${name.split(" ")[1]}`)}`, onclick: () => { draft.push(name); room.draw(); } }, sign(tile(name), 42)))),
    h("div", { class: "row" },
      h("button", { type: "button", class: "main", disabled: draft.length < TILES.length, onclick: done }, say("boards.stargazers.enter-do")),
      h("button", { type: "button", disabled: !draft.length, onclick: () => { draft.pop(); room.draw(); } }, upper(say("boards.one-back"))),
      h("button", { type: "button", class: "quiet", onclick: () => { room.picks = {}; room.draw(); } }, say("ask.cancel"))));
}

/** The board while real tiles are entered: those that have been, where they lie. */
export class SetUp {
  static of(room) {
    return room.state.game.phase === "new-game" && room.picks.tiles && !room.past ? new SetUp(room) : null;
  }

  constructor(room) {
    this.room = room;
    const { board } = room.state;
    const sites = Object.fromEntries(room.picks.tiles.map((name, place) => {
      const [owner, kind] = name.split(" ");
      return [`tile ${Math.floor(place / SIDE) + 1},${(place % SIDE) + 1}`, [{ owner, kind, name }]];
    }));
    this.board = { ...board, sites };
    const next = room.picks.tiles.length;
    this.marks = next < TILES.length ? [{ site: `tile ${Math.floor(next / SIDE) + 1},${(next % SIDE) + 1}`, kind: "last" }] : [];
  }

  touch() {}
}
