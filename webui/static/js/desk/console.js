// The table's wooden edge: the buttons and lights that a real table would have.

import { h, show } from "../dom.js";
import { say, upper } from "../texts.js";

const SIDES = ["brown", "blue"];
const RULING = { good: "green", bad: "red", ask: "amber" };

/** Draw buttons and lights as the table's snapshot says. */
export function drawConsole(desk, place) {
  const { room } = desk;
  const { state } = room;
  const on = Boolean(state.game) && state.phase !== "over";
  const press = (type, fields) => () => room.ask(type, fields);
  const ruling = !on || state.paused ? "off" : state.waiting && state.answer?.tone !== "bad" ? "amber" : RULING[state.answer?.tone] ?? "off";
  show(place,
    h("div", { class: "console-row" },
      SIDES.map((seat, index) => [
        index ? h("div", { class: "console-middle" },
          h("span", { class: `led ruling-${ruling}`, role: "img", "aria-label": say(`wizard.desk.ruling-${ruling}`) }),
          h("button", { type: "button", class: "push referee", disabled: !on || !room.may("player"), "data-focus": "referee", onclick: press("pause") }, say(state.paused ? "wizard.desk.go-on" : "wizard.desk.pause")),
          h("button", { type: "button", class: "chip quiet", disabled: !state.answer || !room.may("player"), "data-focus": "why", onclick: press("why") }, say("wizard.desk.why"))) : null,
        h("div", { class: "console-side" },
          h("span", { class: `led turn${on && state.to_act?.includes(seat) ? " lit" : ""}${state.paused ? " blinking" : ""}`, role: "img", "aria-label": say(on && state.to_act?.includes(seat) ? "wizard.desk.turn-on" : "wizard.desk.turn-off", { colour: say(`wizard.word.${seat}`) }) }),
          h("button", { type: "button", class: `push side-${seat}`, disabled: !on || !room.may("player"), "data-focus": `done-${seat}`, "data-done": seat, onclick: press("done", { seat }) }, say("wizard.desk.done", { colour: upper(say(`wizard.word.${seat}`)) })))])),
    state.camera && state.camera.watch !== "live" ? h("p", { class: "notice" }, state.camera.reason || say("wizard.desk.camera-away")) : null);
}
