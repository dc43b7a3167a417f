// What was played, in words for people: its notation is one for records.

import { say } from "../../texts.js";

const UNITS = { M: "moon", P: "planet", S: "solar system" };
const MOVE = /^([MPS])([A-Z]\d+)([-x])([A-Z]\d+)(=S)?#?$/;
const CLAIM = /^(resign|offer draw|agree draw|claim draw) (\w+)$/;

/** A sentence for an action of `seat`, without one what was done alone; null for what has no words. */
export function told(room, notation, seat = null) {
  const [, claim, by] = CLAIM.exec(notation ?? "") ?? [];
  if (claim) return say(`claim.${claim.replace(" ", "-")}`, { player: room.player(by) });
  const [, first] = /^lot (\w+)$/.exec(notation ?? "") ?? [];
  if (first) return say("told.lot", { player: room.player(first) });
  const words = moved(room, notation ?? "") ?? (notation === "pass" ? say("told.pass") : null);
  return words && seat ? say("told.by", { player: room.player(seat), what: words }) : words;
}

function moved(room, notation) {
  const [, letter, from, sign, to, promoted] = MOVE.exec(notation) ?? [];
  if (!letter) return null;
  const what = say(sign === "x" ? "told.capture" : "told.move", { unit: room.kind(UNITS[letter]), from, to });
  return promoted ? say("boards.cirondo.becomes", { what, kind: room.kind(UNITS.S) }) : what;
}
