// What can be done with the piece in the hand, and with the table as a whole.

import { h, show } from "../dom.js";
import { choose } from "../asking.js";
import { say, upper } from "../texts.js";
import { drawn } from "./tray.js";
import { FACES, pieceName } from "./words.js";

const LIGHT_MS = 150;

const button = (key, action, more = {}) => h("button", { type: "button", class: "chip", "data-focus": key, onclick: action, ...more }, say(`wizard.desk.${key}`));

/** The bar of the piece that is held. */
export function drawHeld(desk, place) {
  const piece = desk.held ? desk.piece(desk.held) : null;
  if (!piece) {
    show(place);
    return;
  }
  const on = desk.state.pieces.some((one) => one.id === piece.id);
  const cube = piece.face !== "stone";
  show(place, h("div", { class: "card held-card" },
    h("div", { class: "row" }, drawn(piece, 44),
      h("p", { class: "grow" }, h("b", {}, upper(pieceName(piece))), " ", h("span", { class: "soft" }, say("wizard.desk.held"))),
      h("button", { type: "button", class: "chip quiet", onclick: () => desk.hold(null) }, say("wizard.desk.let-go"))),
    h("div", { class: "row tight" },
      cube ? FACES.map((face) => h("button", { type: "button", class: "chip face-chip", "data-focus": `face-${face}`, "aria-pressed": String(face === piece.face), "aria-label": say("wizard.desk.show", { face: say(`wizard.word.${face}`) }), onclick: () => desk.alter(piece, "face", { face }) }, drawn({ ...piece, face, facing: face === piece.face ? piece.facing : undefined }, 28))) : null,
      cube ? button("turn", () => desk.alter(piece, "turn", { quarters: 1 })) : null,
      on ? button("lift", () => desk.takeOff(piece)) : null)));
}

/** The tools of the whole table. */
export function drawTools(desk, place) {
  const { state, may } = desk;
  if (!may) {
    show(place, h("p", { class: "soft" }, say("wizard.desk.watching")));
    return;
  }
  show(place,
    h("div", { class: "row tight" },
      h("button", { type: "button", class: "main", "data-focus": "lay", onclick: () => desk.lay() }, say("wizard.desk.lay")),
      h("button", { type: "button", "data-focus": "lay-next", onclick: () => desk.ask("lay", { what: "next" }) }, say("wizard.desk.lay-next")),
      button("undo", () => desk.undo(), { disabled: !state.undo })),
    h("p", { class: "small soft" }, say("wizard.desk.lay-about")),
    h("div", { class: "row tight" },
      button("roll", () => roll(desk)),
      button("hand", () => desk.ask("hand", { on: !state.hand }), { "aria-pressed": String(state.hand) }),
      button("bump", () => desk.ask("bump", { on: !state.pushed }), { "aria-pressed": String(state.pushed) }),
      button("clear", () => desk.ask("clear"))),
    h("label", { class: "lamp" }, h("span", {}, say("wizard.desk.lamp")), lamp(desk)));
}

/** The dimmer of the lamp; what is asked while it is dragged is the newest place only. */
function lamp(desk) {
  let timer = null;
  const ask = (event) => {
    clearTimeout(timer);
    timer = setTimeout(() => desk.ask("light", { share: Number(event.target.value) / 100 }), LIGHT_MS);
  };
  const slider = h("input", { type: "range", min: 2, max: 150, "data-focus": "lamp", oninput: ask });
  slider.value = String(Math.round(desk.state.light * 100));
  return slider;
}

async function roll(desk) {
  const colour = await choose(say("wizard.desk.roll-which"), ["brown", "blue"].map((side) => ({ label: upper(say(`wizard.word.${side}`)), value: side })), { text: say("wizard.desk.roll-about") });
  if (colour && await desk.ask("roll", { colour })) desk.tell(say("wizard.keys.thrown", { colour: say(`wizard.word.${colour}`) }));
}
