// What pieces are called.

import { say } from "../texts.js";

/** The faces of a cube, in the order in which they are offered. */
export const FACES = ["moon", "star", "pit", "trap", "safe", "path"];

/** A piece in words: "brown trap, north". */
export function pieceName({ colour, face, facing }) {
  const words = { colour: say(`wizard.word.${colour}`), face: say(`wizard.word.${face}`) };
  return facing ? say("wizard.word.facing", { ...words, facing: say(`wizard.word.${facing}`) }) : say("wizard.word.piece", words);
}

/** A piece by its name in the exchange format: "brown trap north". */
export function named(name) {
  const [colour, face, facing] = name.split(" ");
  return pieceName({ colour, face, facing });
}

/** A face turned as a facing says, clockwise from north. */
export const TURNS = { north: 0, east: 90, south: 180, west: 270, "north-south": 0, "east-west": 90 };
