// Telling the moons of a card while it is laid, where no deck file has them. Whoever prefers to
// count them at the end of the round just lays the card.

import { h } from "../dom.js";
import { say } from "../texts.js";
import { choose } from "../asking.js";

const FEW = 4;
const MOST = 99;

/** Whether a card's moons are read off the card: neither it nor a switch tells them. */
export function tellsMoons(room, card) {
  const [, value, moons] = (card ?? "").split(" ");
  if (!value || moons) return false;
  return value !== "lone" || room.state.board.facts.wolf.moons === null;
}

/** An action with the moons of its card told. */
export const told = (action, moons) => ({ ...action, card: `${action.card} m${moons}` });

const upTo = (chosen) => Array.from({ length: Math.min(MOST, Math.max(FEW, (chosen ?? 0) + 1)) + 1 }, (_, count) => count);

/** The numbers to choose from for the card that has been chosen; the last one brings one more. */
export function moonsRow(room) {
  const { card, moons } = room.picks;
  if (!tellsMoons(room, card)) return null;
  const chip = (value, text, name) => h("button", {
    type: "button", class: "chip", "data-focus": `moons-on-${value}`, "aria-pressed": String(moons === value), "aria-label": name,
    onclick: () => {
      room.picks.moons = moons === value ? undefined : value;
      room.draw();
    },
  }, text);
  return h("div", { class: "moons-row", role: "group", "aria-label": say("boards.moonlight.moons-on-card") },
    h("span", { class: "small soft", "aria-hidden": "true" }, say("boards.moonlight.moons-on-card")),
    chip(null, "?", say("boards.moonlight.moons-untold")),
    upTo(moons).map((count) => chip(count, String(count), say("boards.moonlight.moons-count", { count }))));
}

/**
 * The moons of a card that is being laid without them: asked for where other cards of the round have
 * been told. null: they stay untold; undefined: nothing is laid.
 */
export async function askMoons(room, name) {
  if (!room.state.board.facts.telling) return null;
  const choices = upTo(null).map((count) => ({ label: say("boards.moonlight.moons-count", { count }), value: [count] }));
  const answer = await choose(say("boards.moonlight.moons-how-many", { card: name }), [...choices, { label: say("boards.moonlight.moons-untold"), value: [null] }], { text: say("boards.moonlight.moons-more") });
  return answer?.[0];
}
