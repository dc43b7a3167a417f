// What was played, in words for people: its notation is one for records.

import { has, say } from "../../texts.js";

const BEFORE = /^(roll|keep|reroll|lot|deity|set up) (brown|blue)(?:: (.*))?$/;
const MOVE = /^(MM|MS|M|S)([a-z]\d+)\^?([-x+])([a-z]\d+)(?:>(?:lost|([x+]?)([a-z]\d+)))?(#?)$/;
const CLAIM = /^(resign|offer draw|agree draw|claim draw) (brown|blue)$/;
const DEITY = /^(Cadbeth|Lamban|Yinnok|Agbert|Jothi|Keddep|Dirlydwurg)(?:: (.*))?$/;
const LANDING = { "-": "move", x: "capture", "+": "mount" };

/**
 * A sentence for an action; null where its notation says nothing that is known here. `room` tells
 * who plays (`player(seat)`), what pieces are called (`kind(kind, count)`), and other names
 * (`name(id)`); `seat` is who played, where that is to be said.
 */
export function told(room, notation, seat = null) {
  const [, what, side, rest = ""] = BEFORE.exec(notation ?? "") ?? [];
  if (what) return before(room, what, room.player(side), rest);
  const [, claim, by] = CLAIM.exec(notation ?? "") ?? [];
  if (claim) return say(`claim.${claim.replace(" ", "-")}`, { player: room.player(by) });
  const words = moved(room, notation) ?? helped(room, notation) ?? (notation === "pass" ? say("told.pass") : null);
  return words && seat ? say("told.by", { player: room.player(seat), what: words }) : words;
}

function before(room, what, player, rest) {
  switch (what) {
    case "roll": return say("told.roll", { player, faces: faces(room, rest) });
    case "keep": return say("told.keep", { player });
    case "reroll": return say("told.reroll", { player });
    case "lot": return say("told.lot", { player });
    case "deity": return say("told.deity", { player, deity: room.name(rest.toLowerCase()) });
    default: return say("told.set-up", { player });
  }
}

/** A move: what moves, to where and how it lands there, and where it comes to rest. */
function moved(room, notation) {
  const [, letters, from, landing, to, sign, rest, won] = MOVE.exec(notation ?? "") ?? [];
  if (!letters) return null;
  const unit = { S: room.kind("star"), M: room.kind("moon") }[letters] ?? say(`told.${letters === "MM" ? "two-moons" : "moon-and-star"}`);
  let words = say(`told.${LANDING[landing]}`, { unit, from, to });
  if (rest) words = say(`told.on-${LANDING[sign || "-"]}`, { what: words, rest });
  else if (notation.includes(">lost")) words = say("told.lost", { what: words });
  return won ? say("told.stone", { what: words }) : words;
}

/** What a deity did. */
function helped(room, notation) {
  const [, name, list = ""] = DEITY.exec(notation ?? "") ?? [];
  if (!name) return null;
  const deity = room.name(name.toLowerCase());
  const key = `told.${name.toLowerCase()}`;
  const into = list.replace(/s$/, ""); // "moons", "stars"
  const [stone, to] = list.split(" to ");
  if (name === "Keddep" && has(`${key}-${into}`)) return say(`${key}-${into}`, { deity });
  const sites = (list.match(/[a-z]\d+/g) ?? []).join(", ");
  const pieces = list.split(", ").map((each) => each.split(" ")).map(([site, kind]) => `${kind ? room.kind(kind) : ""} ${site}`).join(", ");
  if (name === "Lamban" && !sites) return say("told.idle", { deity });
  return say(key, { deity, sites, pieces, stone: room.name(stone), to });
}

/** "moon 4, star 1, safe 0": the faces that there are, counted in the viewer's language. */
function faces(room, list) {
  return list.split(", ").map((each) => each.split(" ")).filter(([, count]) => count !== "0")
    .map(([kind, count]) => `${count} ${room.kind(kind, Number(count))}`).join(", ");
}
