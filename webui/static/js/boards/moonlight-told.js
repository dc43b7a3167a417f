// What was done, in words for people: its notation is one for records.

import { say } from "../texts.js";

const LAID = /^((?:green|blue) (?:\d+|lone)(?: m\d+)?) (at|over) (-?\d+),(-?\d+)$/;

/** A card in words. */
export function cardName(text) {
  const [owner, value, moons] = text.split(" ");
  const told = { owner: say(`boards.moonlight.side.${owner}`), value, moons: moons ? Number(moons.slice(1)) : 0 };
  if (value === "lone") return say(`boards.moonlight.lone-card${moons ? "-moons" : ""}`, told);
  return say(moons ? "boards.moonlight.card-moons" : "boards.moonlight.card", told);
}

/** A sentence for an action of `seat`, without one what was done alone; null for what has no words. */
export function told(room, notation = "", seat = null) {
  const words = laid(notation) ?? other(room, notation);
  const own = words && seat && seat !== "chance" && !/^(deal|score|lot) ?/.test(notation);
  return own ? say("told.by", { player: room.player(seat), what: words }) : words;
}

function laid(notation) {
  const [, card, how, x, y] = LAID.exec(notation) ?? [];
  return card ? say(`boards.moonlight.laid-${how}`, { card: cardName(card), cell: say("boards.moonlight.cell", { x, y }) }) : null;
}

function other(room, notation) {
  const [word, rest = ""] = notation.split(/ (.*)/);
  if (word === "lot") return say("told.lot", { player: room.player(rest) });
  if (word === "deal") return say("boards.moonlight.told-dealt");
  if (notation === "score" || word === "score;") return say("boards.moonlight.told-counted");
  if (word === "power") return rest === "?" ? say("boards.moonlight.told-took-any") : say("boards.moonlight.told-took", { power: rest });
  if (word === "use") return say("boards.moonlight.told-used", { power: rest });
  return notation === "pass" ? say("told.pass") : null;
}
