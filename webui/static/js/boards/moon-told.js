// What was done, in words for people: its notation is one for records.

import { say } from "../texts.js";

const PLACE = "(RAM(?: p\\d)?|[A-Z])";
const OPERATION = new RegExp(`^([A-Z]{2,4}) ${PLACE}(?:>${PLACE})?(?: = ([01]+))?$`);
const TOLD = /^tell (p\d) (?:(?:left|right) )?(\S+)$/;

/**
 * A sentence for an action of `seat`, without one what was done alone; null for what has no words.
 * `room` tells who plays (`player(seat)`). Players who play together are not named.
 */
export function told(room, notation, seat) {
  const together = seat === "players";
  const [word, rest = ""] = (notation ?? "").split(/ (.*)/);
  if (word === "set-up") return say("boards.moon.told.dealt");
  if (word === "card") return rest === "goal" ? say("boards.moon.told.secret") : say("boards.moon.told.card", { card: cardName(rest) });
  if (word === "end" && together) return say("boards.moon.told.end-round");
  const what = operation(notation ?? "") ?? whatOf(room, word, rest, notation);
  if (!what) return null;
  return seat && !together && seat !== "chance" ? say("boards.moon.told.by", { player: room.player(seat), what }) : what;
}

function operation(notation) {
  const [, op, first, second, shown] = OPERATION.exec(notation) ?? [];
  if (!op) return null;
  const what = second ? say("boards.moon.told.two", { op, source: first, target: second }) : say("boards.moon.told.one", { op, target: first });
  return shown ? say("boards.moon.told.shown", { what, bits: shown }) : what;
}

function whatOf(room, word, rest, notation) {
  if (word === "end") return say("boards.moon.told.end-turn");
  if (word === "repair") return say("boards.moon.told.repair", { what: rest });
  if (word === "bug") return say("boards.moon.told.look", { player: room.player(rest) });
  const [, , card] = TOLD.exec(notation ?? "") ?? [];
  if (!card) return null;
  return card === "goal" ? say("boards.moon.told.tell") : say("boards.moon.told.tell-card", { card });
}

/** "reset-A" as a card is called: "RESET A"; a goal is its four bits. */
function cardName(word) {
  const [kind, what = ""] = word.split("-");
  return /^[01]+$/.test(word) ? say("boards.moon.card.goal", { what: word }) : say(`boards.moon.card.${kind}`, { what });
}
