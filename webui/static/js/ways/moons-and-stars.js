// What Moons and Stars needs beyond touching a piece and a point: rolls, deities, set-up, bonuses.

import { Bonus, bonusCard } from "./bonus.js";
import { SetUp, setUpCard } from "./set-up.js";
import { deityCard, rerollCard, rollCard } from "./before.js";

const CARDS = { rolls: rollCard, reroll: rerollCard, lot: rerollCard, deities: deityCard, "set-up": setUpCard, bonus: bonusCard };

/** The card that a phase needs; null where the usual ones do. */
export function card(room) {
  return CARDS[room.state.game.phase]?.(room) ?? null;
}

/** What a touch of the board means in a phase; null where it plays a move. */
export function mode(room) {
  const { phase } = room.state.game;
  if (phase === "set-up") return SetUp.of(room);
  if (phase === "bonus") return Bonus.of(room);
  return null;
}
