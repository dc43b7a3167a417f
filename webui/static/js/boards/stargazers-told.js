// What was played, in words for people: its notation is one for records.

import { has, say } from "../texts.js";

const CARD = /^(?:flip )?([ROBG])([MPSC])(?:\+(\d+))?(#)?(-)?$/;
const COLOURS = { R: "red", O: "orange", B: "blue", G: "green" };
const SHAPES = { M: "moon", P: "planet", S: "star", C: "comet" };

/**
 * A sentence for an action of `seat`, without one what was done alone; null for what has no words.
 * `room` tells who plays (`player(seat)`) and what a tile is called (`name(id)`).
 */
export function told(room, notation, seat) {
  const what = whatOf(room, notation ?? "");
  if (!what) return has(`boards.stargazers.told.${dealt(notation)}`) ? say(`boards.stargazers.told.${dealt(notation)}`) : null;
  return seat ? say("boards.stargazers.told.by", { player: room.player(seat), what }) : what;
}

function whatOf(room, notation) {
  if (notation === "flip") return say("boards.stargazers.told.flip");
  const [, colour, shape, count, won, wasted] = CARD.exec(notation) ?? [];
  if (!colour) return null;
  const card = room.name(`${COLOURS[colour]} ${SHAPES[shape]}`);
  if (wasted) return say("boards.stargazers.told.wasted", { card });
  if (won) return say("boards.stargazers.told.won", { card, count: Number(count) });
  return count ? say("boards.stargazers.told.taken", { card, count: Number(count) }) : card;
}

/** The word of what is dealt or shuffled: "laid", "players", "shuffled". */
const dealt = (notation) => ({ set: "laid", new: "laid", players: "players", reshuffle: "shuffled" })[notation?.split(" ")[0]];
