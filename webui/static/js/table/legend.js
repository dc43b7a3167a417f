// What the pieces and the marks on the board mean.

import { h, s } from "../dom.js";
import { cube, face, stone } from "../figures.js";
import { MARKS, TARGETS } from "../boards/moons-and-stars/marks.js";
import { say } from "../texts.js";

const KINDS = ["moon", "star", "pit", "trap", "safe", "path"];
const LIT = ["move", "capture", "pull", "ride", "lost"];
const SAID = ["last", "fault", "todo"];

/** The legend of a game; other games than Moons and Stars say only where their rules are. */
export function legend(game) {
  const rules = h("a", { class: "button", href: `/rules/${game}` }, say("legend.rules"));
  if (game !== "moons-and-stars") return h("div", { class: "stack" }, rules);
  const sign = (content, className = "") => s("svg", { viewBox: "-54 -54 108 108", width: 40, height: 40, class: className, "aria-hidden": "true" }, content);
  return h("div", { class: "stack loose" },
    h("div", { class: "legend" },
      KINDS.map((kind) => h("div", {}, sign([cube("brown"), face(kind)], "side-brown"), h("span", {}, say(`legend.${kind}`)))),
      h("div", {}, sign(stone(), "side-blue"), h("span", {}, say("legend.stone")))),
    h("div", { class: "legend" }, LIT.map((kind) =>
      h("div", {}, sign(TARGETS[kind](0), `target target-${kind}`), h("span", {}, say(`board.target.${kind}`))))),
    h("div", { class: "legend" },
      h("div", {}, sign(MARKS.source()), h("span", {}, say("board.source"))),
      SAID.map((kind) => h("div", {}, sign(MARKS[kind]()), h("span", {}, say(`legend.${kind}`))))),
    h("p", { class: "small soft" }, say("legend.keys")),
    rules);
}
