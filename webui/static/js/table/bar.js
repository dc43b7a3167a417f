// The buttons one needs all the time; the last opens a window with all the others.

import { h, show } from "../dom.js";
import { say } from "../texts.js";
import { confirmed, toast } from "../asking.js";
import { icon } from "../icons.js";

/** Done (with a camera), take back, why, more. */
export function drawBar(room, place) {
  const { state } = room;
  const player = room.may("player");
  const buttons = [];
  const add = (key, sign, action, more = {}) => buttons.push(h("button", { type: "button", "data-focus": key, onclick: action, ...more }, sign ? icon(sign) : null, h("span", {}, say(`bar.${key}`))));
  if (player && !state.by_hand && state.phase !== "over") add("done", "done", () => room.ask("done", { seat: room.you.seat }), { class: "main", disabled: state.looking });
  if (player) add("take-back", "back", () => takeBack(room), { disabled: !(state.log ?? []).some(({ kind }) => kind === "played" || kind === "overruled") });
  if (player && state.answer) add("why", "ask", () => room.ask("why"));
  if (player && state.phase !== "over") add(state.paused ? "go-on" : "pause", state.paused ? "play" : "pause", () => room.ask("pause", { on: !state.paused }));
  buttons.push(h("button", { type: "button", "data-focus": "more", "aria-haspopup": "dialog", onclick: () => more(room) }, icon("more"), h("span", {}, say("bar.more"))));
  show(place, buttons);
}

async function takeBack(room) {
  const last = [...room.state.log].reverse().find(({ kind }) => kind === "played" || kind === "overruled");
  if (await confirmed(say("take-back.title"), say("take-back.yes"), { text: say("take-back.text", { move: last?.notation ?? "" }) })) {
    await room.ask("take-back", { actions: 1, seat: room.you.seat });
  }
}

let opened = null;

/** What is seldom needed is fetched when it is; and asked for once, however often it is pressed. */
function more(room) {
  opened ??= import("./more.js")
    .then((module) => module.more(room))
    .catch(() => toast(say("error.unreachable")))
    .finally(() => { opened = null; });
}
