// The panel's own drawings: faces of the cubes, the stone, the seven deities.
// Every drawing fits a box of 100 x 100 with its middle at 0,0 and takes its ink from `currentColor`.

import { s } from "./dom.js";

const line = (d, width = 7, more = {}) =>
  s("path", { d, fill: "none", stroke: "currentColor", "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round", ...more });
const area = (d, more = {}) => s("path", { d, fill: "currentColor", ...more });

function starPath(points, outer, inner) {
  const corners = [];
  for (let i = 0; i < points * 2; i += 1) {
    const radius = i % 2 ? inner : outer;
    const angle = (Math.PI * i) / points - Math.PI / 2;
    corners.push(`${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${corners.join("L")}Z`;
}

const FACES = {
  moon: () => [area("M10 -27A28 28 0 1 0 27 12A22 22 0 1 1 10 -27Z")],
  star: () => [area(starPath(5, 31, 13.5), { "stroke-width": 5, stroke: "currentColor", "stroke-linejoin": "round" })],
  pit: () => [
    s("circle", { r: 28, fill: "none", stroke: "currentColor", "stroke-width": 4 }),
    s("circle", { r: 20, class: "hole" }),
    line("M-13 6A15 15 0 0 0 13 6", 3.5),
  ],
  // Drawn facing north: jaws that are open below, an arrow that leaves above.
  trap: () => [line("M-24 27V2L0 -14L24 2V27", 7), line("M0 24V-6", 6, { "stroke-dasharray": "1 10" }), area("M0 -34L15 -15H-15Z")],
  // Drawn running north-south: a road with an arrow at either end.
  path: () => [
    line("M-11 -15V15M11 -15V15", 6),
    area("M0 -34L19 -15H-19Z"),
    area("M0 34L19 15H-19Z"),
  ],
  // One-way paths (a switch of the rules): a road with one arrow.
  road: () => [line("M-11 -10V30M11 -10V30", 6), area("M0 -34L20 -12H-20Z")],
  safe: () => [line("M0 -30L25 -21V0C25 16 13 26 0 32C-13 26 -25 16 -25 0V-21Z", 6), line("M-10 1L-2 9L12 -8", 6)],
};

const HEADS = {
  cadbeth: () => [line("M-8 -21C-22 -24 -24 -36 -18 -42M8 -21C22 -24 24 -36 18 -42", 5)],
  lamban: () => [line("M0 -21C9 -21 13 -28 9 -34S-6 -40 -11 -33S-10 -22 -4 -25", 4.5)],
  yinnok: () => [line("M0 -42V-24M-12 -36L0 -44L12 -36M-12 -29L0 -21L12 -29", 4.5)],
  agbert: () => [line("M0 -20V-38M-14 -24V-34M14 -24V-34M-7 -20V-40M7 -20V-40", 4.5)],
  jothi: () => [area(starPath(8, 17, 8), { transform: "translate(0 -30)" })],
  keddep: () => [area("M-20 -44A20 20 0 1 0 20 -44A17 14 0 0 1 -20 -44Z", { transform: "translate(0 3)" })],
  dirlydwurg: () => [line("M-16 -20C-16 -42 16 -42 16 -20M-7 -20C-7 -31 7 -31 7 -20", 4.5)],
};

/** The drawing on one face of a cube, turned by `degrees` clockwise. */
export function face(kind, degrees = 0) {
  return s("g", degrees ? { transform: `rotate(${degrees})` } : {}, ...(FACES[kind]?.() ?? []));
}

/** A deity: a clay figure with its own head. */
export function deity(name) {
  return s("g", { class: "deity" },
    s("path", { class: "clay", d: "M-9 -18C-24 -6 -20 8 -25 30C-26 37 26 37 25 30C20 8 24 -6 9 -18Z" }),
    s("circle", { class: "clay", cy: -15, r: 13 }),
    s("g", { class: "head" }, ...(HEADS[name]?.() ?? [])),
    s("circle", { cx: -4.5, cy: -16, r: 2.4, fill: "currentColor" }),
    s("circle", { cx: 4.5, cy: -16, r: 2.4, fill: "currentColor" }),
    line("M-12 12C-4 17 4 17 12 12", 3.5));
}

/** The stone: a cut gem. */
export function stone() {
  return s("g", { class: "gem" },
    s("path", { class: "gem-body", d: "M-20 -28H20L36 -6L0 34L-36 -6Z" }),
    line("M-36 -6H36M-20 -28L-10 -6L0 34L10 -6L20 -28M-10 -6L0 -28L10 -6", 2.5, { opacity: 0.75 }));
}

/** The outline of a cube seen from above: brown's have cut corners, blue's are round. */
export function cube(owner) {
  const round = owner === "blue";
  const outline = (half, cut, attributes) => round
    ? s("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: cut * 1.35, ...attributes })
    : s("path", { d: `M${cut - half} ${-half}H${half - cut}L${half} ${cut - half}V${half - cut}L${half - cut} ${half}H${cut - half}L${-half} ${half - cut}V${cut - half}Z`, ...attributes });
  return s("g", {},
    outline(44, 15, { class: "cube-shade", transform: "translate(0 3.5)" }),
    outline(44, 15, { class: "cube-body" }),
    round
      ? outline(38.5, 11, { class: "cube-rim" })
      : s("path", { class: "cube-rim", d: "M-37 -24L-24 -37M24 -37L37 -24M37 24L24 37M-24 37L-37 24" }));
}

/** A side's token, for lists and headings: shape and colour together. */
export function token(seat, kind = "", size = 20) {
  return s("svg", { viewBox: "-50 -50 100 100", width: size, height: size, class: `token side-${seat}`, "aria-hidden": "true" },
    cube(seat), kind ? face(kind) : null);
}

/** A drawing of its own, for cards and pages. */
export function drawing(content, { size = 48, className = "" } = {}) {
  return s("svg", { viewBox: "-50 -50 100 100", width: size, height: size, class: `drawing ${className}`, "aria-hidden": "true" }, content);
}
