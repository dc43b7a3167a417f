// The wolves of Moonlight as drawings.

import { s } from "../dom.js";

const HEAD = "M-20 -22L-13 -6C-17 0 -17 8 -11 13L-4 24C-2 27 2 27 4 24L11 13C17 8 17 0 13 -6L20 -22L7 -13C3 -15 -3 -15 -7 -13Z";

/** Each side has a sign of its own: green a tree, blue a peak with snow. */
const EMBLEMS = {
  green: () => s("path", { class: "emblem", d: "M0 -15L10 -2H5L12 8H3V15H-3V8H-12L-5 -2H-10Z" }),
  blue: () => [s("path", { class: "emblem", d: "M-16 12L-3 -13L4 -1L8 -7L17 12Z" }), s("path", { class: "snow", d: "M-3 -13L-8 -3L-3 -6L1 -2L2 -5Z" })],
};

export const crescent = (x = 0, y = 0) => s("path", { class: "moon", transform: `translate(${x} ${y})`, d: "M2 -7A7 7 0 1 0 7 3A6 6 0 1 1 2 -7Z" });

/** What a card says: {owner, value (null: a Lone Wolf), moons}. "green 3 m1", "blue lone", "blue lone m2". */
export function read(text) {
  const [owner, value, moons] = text.split(" ");
  return { owner, value: value === "lone" ? null : Number(value), moons: moons ? Number(moons.slice(1)) : null };
}

/**
 * A card as it lies face up, in a box of 88 x 116. `corner`: a 1 that counts three; `wolf`: what a
 * Lone Wolf is worth, if anybody knows.
 */
export function wolfCard(text, { corner = false, wolf = {} } = {}) {
  const { owner, value, moons } = read(text);
  const lone = value === null;
  const number = lone ? wolf.value ?? "?" : value;
  const shown = lone ? wolf.moons ?? moons : moons;
  const outline = owner === "blue" && !lone ? { d: "M-30 -58H30L44 -44V44L30 58H-30L-44 44V-44Z" } : { d: "M-30 -58H30A14 14 0 0 1 44 -44V44A14 14 0 0 1 30 58H-30A14 14 0 0 1 -44 44V-44A14 14 0 0 1 -30 -58Z" };
  return s("g", { class: `wolf side-${owner}${lone ? " lone" : ""}` },
    s("path", { ...outline, class: "wolf-face" }),
    s("path", { class: "wolf-head", d: HEAD, transform: "translate(0 20) scale(1.25)" }),
    s("path", { class: "eyes", d: "M-9 20L-4 22M9 20L4 22" }),
    s("path", { class: "diamond", d: "M0 -56L26 -30L0 -4L-26 -30Z" }),
    s("text", { class: "wolf-value", y: -29 }, String(number)),
    s("g", { transform: "translate(-23 40) scale(.74)" }, ...[EMBLEMS[owner]?.() ?? []].flat()),
    value === 3 ? s("g", { transform: "translate(25 43)" }, s("text", { class: "wolf-effect" }, "+1")) : null,
    value === 1 ? s("g", { class: corner ? "times now" : "times", transform: "translate(25 43)" }, s("text", { class: "wolf-effect" }, "×3")) : null,
    moonsOn(shown));
}

const COLUMN = 4;

/** The moons of a card down its right edge; a number where there are many, or none. */
function moonsOn(count) {
  if (count === null) return null;
  if (count > 0 && count <= COLUMN) return Array.from({ length: count }, (_, place) => crescent(34, -46 + place * 17));
  return [s("g", { opacity: count ? 1 : 0.45 }, crescent(34, -46)), s("text", { class: "wolf-effect", x: 33, y: -27 }, String(count))];
}

/** The back of a side's cards. */
export function wolfBack(owner) {
  return s("g", { class: `wolf back side-${owner}` }, s("path", { class: "wolf-face", d: "M-30 -58H30A14 14 0 0 1 44 -44V44A14 14 0 0 1 30 58H-30A14 14 0 0 1 -44 44V-44A14 14 0 0 1 -30 -58Z" }), s("g", { transform: "scale(2)" }, ...[EMBLEMS[owner]?.() ?? []].flat()));
}

/** A side's sign alone. */
export const emblem = (owner) => s("g", { class: `wolf side-${owner}` }, s("circle", { class: "wolf-face", r: 46 }), s("g", { transform: "scale(2.1)" }, ...[EMBLEMS[owner]?.() ?? []].flat()));

/** A card as an inline picture. */
export const cardSign = (drawing, height = 74) => s("svg", { viewBox: "-48 -62 96 124", width: (height * 96) / 124, height, class: "board-sign", "aria-hidden": "true" }, drawing);
