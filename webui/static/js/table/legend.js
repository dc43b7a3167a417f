// What the pieces and the marks on the board mean.

import { h, s } from "../dom.js";
import { cube, face, stone } from "../figures.js";
import { say } from "../texts.js";

const KINDS = ["moon", "star", "pit", "trap", "safe", "path"];
const LIT = {
  move: [["circle", { r: 15, class: "dot" }]],
  capture: [["path", { class: "ring", d: "M-43 -22V-43H-22M22 -43H43V-22M43 22V43H22M-22 43H-43V22" }]],
  pull: [["circle", { r: 15, class: "dot" }], ["path", { class: "ring", d: "M-17 -24L0 -40L17 -24M-17 36L0 20L17 36" }]],
  ride: [["circle", { r: 15, class: "dot" }], ["path", { class: "ring", d: "M-31 -10A33 33 0 0 1 31 -10M31 10A33 33 0 0 1 -31 10", "stroke-dasharray": "9 8" }]],
  lost: [["circle", { r: 27, class: "ring disc" }], ["path", { class: "ring", d: "M-13 -13L13 13M13 -13L-13 13" }]],
};

/** The legend of a game; other games than Moons and Stars say only where their rules are. */
export function legend(game) {
  const rules = h("a", { class: "button", href: `/rules/${game}` }, say("legend.rules"));
  if (game !== "moons-and-stars") return h("div", { class: "stack" }, rules);
  const sign = (content, className = "") => s("svg", { viewBox: "-54 -54 108 108", width: 40, height: 40, class: className, "aria-hidden": "true" }, content);
  return h("div", { class: "stack loose" },
    h("div", { class: "legend" },
      KINDS.map((kind) => h("div", {}, sign([cube("brown"), face(kind)], "side-brown"), h("span", {}, say(`legend.${kind}`)))),
      h("div", {}, sign(stone(), "side-blue"), h("span", {}, say("legend.stone")))),
    h("div", { class: "legend" }, Object.entries(LIT).map(([kind, parts]) =>
      h("div", {}, sign(parts.map(([name, attributes]) => s(name, attributes)), `target target-${kind}`), h("span", {}, say(`board.target.${kind}`))))),
    h("p", { class: "small soft" }, say("legend.keys")),
    rules);
}
