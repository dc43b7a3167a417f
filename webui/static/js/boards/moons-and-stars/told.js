// What was played before the first turn, in words for people: its notation is one for records.

import { say } from "../../texts.js";

const FORMS = /^(roll|keep|reroll|lot|deity|set up) (brown|blue)(?:: (.*))?$/;

/**
 * A sentence for an action of the preparation; null for any other. `room` tells who plays
 * (`player(seat)`), what pieces are called (`kind(kind, count)`), and other names (`name(id)`).
 */
export function told(room, notation) {
  const [, what, seat, rest = ""] = FORMS.exec(notation ?? "") ?? [];
  if (!what) return null;
  const player = room.player(seat);
  switch (what) {
    case "roll": return say("told.roll", { player, faces: faces(room, rest) });
    case "keep": return say("told.keep", { player });
    case "reroll": return say("told.reroll", { player });
    case "lot": return say("told.lot", { player });
    case "deity": return say("told.deity", { player, deity: room.name(rest.toLowerCase()) });
    default: return say("told.set-up", { player });
  }
}

/** "moon 4, star 1, safe 0": the faces that there are, counted in the viewer's language. */
function faces(room, list) {
  return list.split(", ").map((each) => each.split(" ")).filter(([, count]) => count !== "0")
    .map(([kind, count]) => `${count} ${room.kind(kind, Number(count))}`).join(", ");
}
