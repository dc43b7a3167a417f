// What is drawn over the points: targets, each kind with a mark of its own, and what else is said of them.

import { s } from "../../dom.js";

/** The marks of a point that may be reached; each kind has its own shape. */
export const TARGETS = {
  move: () => [s("circle", { r: 15, class: "dot" })],
  ride: () => [s("circle", { r: 15, class: "dot" }), s("path", { class: "ring", d: "M-31 -10A33 33 0 0 1 31 -10M31 10A33 33 0 0 1 -31 10", "stroke-dasharray": "9 8" })],
  capture: () => [s("path", { class: "ring", d: "M-43 -22V-43H-22M22 -43H43V-22M43 22V43H22M-22 43H-43V22" })],
  pull: (degrees) => [s("circle", { r: 15, class: "dot" }), s("g", { transform: `rotate(${degrees})` }, s("path", { class: "ring", d: "M-17 -24L0 -40L17 -24M-17 36L0 20L17 36" }))],
  lost: () => [s("circle", { r: 27, class: "ring disc" }), s("path", { class: "ring", d: "M-13 -13L13 13M13 -13L-13 13" })],
  place: () => [s("rect", { x: -30, y: -30, width: 60, height: 60, rx: 12, class: "ring", "stroke-dasharray": "11 9" })],
  choice: () => [s("rect", { x: -46, y: -46, width: 92, height: 92, rx: 18, class: "ring" })],
};
TARGETS.stack = TARGETS.capture;

/** Marks that aren't targets. */
export const MARKS = {
  last: () => s("rect", { x: -49, y: -49, width: 98, height: 98, rx: 20, class: "last" }),
  selected: () => s("rect", { x: -49, y: -49, width: 98, height: 98, rx: 20, class: "selected" }),
  source: () => s("circle", { r: 8, cy: 43, class: "source-dot" }),
  fault: () => s("g", { class: "fault" }, s("circle", { r: 48 }), s("path", { d: "M33 -50L51 -18H15Z" }), s("path", { class: "sign", d: "M33 -41V-31M33 -26V-25" })),
  strange: () => s("g", { class: "strange" }, s("circle", { r: 48, "stroke-dasharray": "10 8" })),
  todo: () => s("g", { class: "todo" }, s("circle", { r: 48, "stroke-dasharray": "2 9" })),
  picked: () => s("g", { class: "picked" }, s("circle", { r: 48 }), s("circle", { r: 17, cx: 33, cy: -33 }), s("path", { class: "sign", d: "M25 -33L31 -27L41 -39" })),
  off: () => s("path", { class: "off", d: "M-34 -34L34 34M34 -34L-34 34" }),
};
