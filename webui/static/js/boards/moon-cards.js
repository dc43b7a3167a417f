// The cards of MOON as drawings: bits, goals, bugs, events; and its numbers in words.

import { s } from "../dom.js";

/** A value as its bits: "0110". */
export const binary = (value, bits) => value.toString(2).padStart(bits, "0");

/** Halves of energy as people say them. */
export const units = (halves) => `${Math.floor(halves / 2) || (halves % 2 ? "" : 0)}${halves % 2 ? "½" : ""}`;

/** A bit: a lamp that is on or off, with its digit. */
export function bit(on) {
  return s("g", { class: `bit ${on ? "is-on" : "is-off"}` },
    s("rect", { class: "bit-face", x: -34, y: -34, width: 68, height: 68, rx: 12 }),
    on ? s("path", { class: "beams", d: "M0 -29V-23M20 -20L16 -16M-20 -20L-16 -16M28 0H22M-28 0H-22" }) : null,
    s("circle", { class: "lamp", r: 18 }),
    s("text", { class: "digit" }, on ? "1" : "0"));
}

/** A card of the deck: a goal with its four bits, a bug, an event; null lies face down. */
export function deckCard(text) {
  const face = s("rect", { class: "card-body", x: -46, y: -34, width: 92, height: 68, rx: 11 });
  if (!text) return s("g", { class: "deck-card down" }, face, s("path", { class: "moon-back", d: "M6 -19A20 20 0 1 0 19 10A16 16 0 1 1 6 -19Z" }));
  const [kind, what = ""] = text.split(" ");
  const group = s("g", { class: `deck-card is-${kind}` }, face);
  if (kind === "goal") {
    for (const [place, digit] of [...what].entries()) {
      const x = (place - 1.5) * 21;
      group.append(s("circle", { class: digit === "1" ? "goal-on" : "goal-off", cx: x, cy: -9, r: 8 }), s("text", { class: "goal-digit", x, y: 18 }, digit));
    }
  } else if (kind === "bug") group.append(bug());
  else group.append(s("text", { class: "event-word", y: what ? -9 : 0 }, kind.toUpperCase()), what ? s("text", { class: "event-word what", y: 16 }, what) : null);
  return group;
}

export const bug = () => s("g", { class: "bug" }, s("path", { class: "legs", d: "M-26 -14L-12 -6M-28 4H-13M-26 20L-12 10M26 -14L12 -6M28 4H13M26 20L12 10M-6 -18L-12 -27M6 -18L12 -27" }), s("ellipse", { class: "bug-body", rx: 14, ry: 20, cy: 2 }), s("path", { class: "legs", d: "M0 -8V20" }));
