// The tiles and cards of Stargazers as drawings, and its beads.

import { s } from "../dom.js";
import { burst, polygon } from "./common.js";

const SHAPES = {
  moon: () => s("path", { class: "shape", d: "M9 -33A34 34 0 1 0 31 17A27 27 0 1 1 9 -33Z" }),
  planet: () => [s("circle", { class: "shape", r: 20 }), s("ellipse", { class: "band", rx: 40, ry: 13, transform: "rotate(-22)" })],
  star: () => s("path", { class: "shape", d: burst(5, 37, 16) }),
  comet: () => [s("path", { class: "tail", d: "M-34 -30L-6 8M-38 -12L-12 14M-16 -36L8 -4" }), s("circle", { class: "shape", cx: 10, cy: 12, r: 19 })],
};

/** A sign of its own for each colour, in a corner, so that colour is never the only one. */
const CORNERS = {
  red: () => ["path", { d: polygon(3, 9) }],
  orange: () => ["rect", { x: -7, y: -7, width: 14, height: 14 }],
  blue: () => ["circle", { r: 7.5 }],
  green: () => ["path", { d: polygon(4, 9.5) }],
};

/** A tile, or the face of a card: "green moon". */
export function tile(name, { card = false } = {}) {
  const [colour, shape] = name.split(" ");
  const [tag, attributes] = (CORNERS[colour] ?? CORNERS.blue)();
  return s("g", { class: `tile colour-${colour}` },
    s("rect", { class: card ? "tile-face card-face" : "tile-face", x: -48, y: -48, width: 96, height: 96, rx: 14 }),
    ...[SHAPES[shape]?.() ?? []].flat(),
    s(tag, { ...attributes, class: "corner", transform: "translate(-34 34)" }));
}

/** The back of a card. */
export const back = () => s("g", { class: "card-back" }, s("rect", { x: -34, y: -46, width: 68, height: 92, rx: 10 }), s("path", { d: burst(5, 20, 8) }));

export const bead = () => s("g", { class: "bead", transform: "translate(27 27)" }, s("circle", { class: "glow", r: 24 }), s("circle", { class: "glass", r: 17 }), s("path", { class: "shine", d: "M-9 -5A10 10 0 0 1 1 -11" }));
