// One device for several players whose cards are hidden: it is passed on, and shows only the cards
// of whoever has said to hold it.

import { h } from "../dom.js";
import { post, failure } from "../api.js";
import { toast } from "../asking.js";
import { say } from "../texts.js";

/** Take a seat with this device, and see its cards. */
export async function sit(seat) {
  const answer = await post("/api/seat", { seat });
  if (answer.ok) location.reload();
  else toast(failure(answer));
}

/** The seat that is to act and has other cards than this device shows; undefined if there is none. */
function dueElsewhere(room) {
  const { state } = room;
  if (!state.game.hidden || room.past || state.phase === "over") return undefined;
  return (state.to_act ?? []).find((seat) => room.seats.includes(seat) && !room.you.seats?.includes(seat));
}

/** To whom this device is to be passed on; undefined where each player has an own one, or nothing is hidden. */
export const passTo = (room) => (room.may("referee") ? dueElsewhere(room) : undefined);

/**
 * A button for whoever is to act and has other cards than this device shows; else null. `choosing`:
 * what is to be done is not about cards, so none are promised.
 */
export function passOn(room, { choosing = false } = {}) {
  const due = dueElsewhere(room);
  if (!due) return null;
  if (!room.may("referee")) return room.you.seat ? null : h("p", { class: "small soft" }, say("boards.pass-on.join"), " ", h("a", { href: "/join" }, say("boards.pass-on.join-link")));
  const player = room.player(due);
  return h("div", { class: "pass-on" }, h("p", { class: "small soft" }, choosing ? say("boards.pass-on.choose", { player }) : say("boards.pass-on.about")),
    h("button", { type: "button", "data-focus": "pass-on", onclick: () => sit(due) }, choosing ? say("boards.pass-on.me", { player }) : say("boards.pass-on.take", { player })));
}
