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

/** A button for whoever is to act and has other cards than this device shows; else null. */
export function passOn(room) {
  const { state } = room;
  if (!state.game.hidden || room.past || state.phase === "over") return null;
  const [due] = (state.to_act ?? []).filter((seat) => room.seats.includes(seat) && !room.you.seats?.includes(seat));
  if (!due) return null;
  if (!room.may("referee")) return room.you.seat ? null : h("p", { class: "small soft" }, say("boards.pass-on.join"), " ", h("a", { href: "/join" }, say("boards.pass-on.join-link")));
  return h("div", { class: "pass-on" }, h("p", { class: "small soft" }, say("boards.pass-on.about")),
    h("button", { type: "button", "data-focus": "pass-on", onclick: () => sit(due) }, say("boards.pass-on.take", { player: room.player(due) })));
}
