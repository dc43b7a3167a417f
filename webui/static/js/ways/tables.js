// Switches of the rules that are tables or lists, in a form that people understand: what is printed
// on cards, cards for each player, the operations that are in the game; any other as text.

import { h } from "../dom.js";
import { say, upper } from "../texts.js";
import { DECK_FIELDS, deckFile } from "./deck.js";

const MOST_CARDS = 12;
const OPERATIONS = ["INC", "DEC", "NOT", "ROL", "ROR", "MOV", "OR", "AND", "XOR"];
const ADVANCED = ["ADD", "SUB", "NOR", "NAND", "XNOR"];

const FIELDS = { hand_size: sizesField, operations: operationsField };

const keeper = (one) => h("input", { type: "hidden", name: `switch-${one.name}`, value: "" });
const putting = (hidden) => (value) => {
  hidden.value = value === null ? "" : JSON.stringify(value);
};

/** The field of such a switch, set to `start`; its value as JSON text is in a hidden input, "" for the usual one. */
export function jsonField(game, one, help, start) {
  const unusual = JSON.stringify(start) === JSON.stringify(one.default) ? "" : JSON.stringify(start);
  const make = FIELDS[one.name];
  if (!make) return h("label", { class: "field" }, one.title, h("span", { class: "small soft" }, help), h("input", { type: "text", name: `switch-${one.name}`, value: unusual, autocomplete: "off", placeholder: one.default === null ? "" : JSON.stringify(one.default) }));
  const hidden = keeper(one);
  return h("fieldset", { class: "deck-field" }, h("legend", {}, one.title), h("p", { class: "small soft" }, help), hidden, make(putting(hidden), one, game, start));
}

/** The value of such a switch as the form has it; the usual one where nothing was entered. */
export function jsonValue(data, one) {
  const text = String(data.get(`switch-${one.name}`) ?? "").trim();
  if (!text) return one.default;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether a switch is about what is printed on the cards, and so in the deck file. */
export const isPrinted = (one) => one.kind === "json" && one.name in DECK_FIELDS;

/** All such switches of a game as they were `before`, with the file that fills them in; null where it has none. */
export function deckCard(game, helpOf, before) {
  const printed = (game.switches ?? []).filter(isPrinted);
  if (!printed.length) return null;
  const made = printed.map((one) => {
    const hidden = keeper(one);
    return { one, hidden, ...DECK_FIELDS[one.name](putting(hidden)) };
  });
  const take = (deck) => made.forEach((part) => part.take(deck));
  if (printed.some((one) => before[one.name] !== undefined && JSON.stringify(before[one.name]) !== JSON.stringify(one.default))) take(before);
  const now = () => Object.fromEntries(made.map(({ one, hidden }) => [one.name, hidden.value ? JSON.parse(hidden.value) : null]));
  return h("details", { class: "card" }, h("summary", { class: "strong" }, say("boards.deck.title")),
    h("p", { class: "soft small" }, say("boards.deck.about")),
    h("div", { class: "stack loose" },
      made.map(({ one, hidden, box }) => h("fieldset", { class: "deck-field" }, h("legend", {}, one.title), h("p", { class: "small soft" }, helpOf(one)), hidden, box)),
      deckFile(take, now)));
}

/** How many cards each player holds; one number where all hold alike. */
function sizesField(put, one, game, start) {
  const change = () => {
    const sizes = inputs.map((input) => input.valueAsNumber);
    const alike = sizes.every((size) => size === sizes[0]);
    put(alike ? (sizes[0] === one.default ? null : sizes[0]) : Object.fromEntries(game.seats.map(({ seat }, place) => [seat, sizes[place]])));
  };
  const inputs = game.seats.map(({ seat }) => h("input", { type: "number", required: true, min: 1, max: MOST_CARDS, value: Number.isInteger(start) ? start : start[seat] ?? one.default, "data-size": seat, oninput: change }));
  change();
  return h("div", { class: "deck-numbers" }, game.seats.map(({ name }, place) => h("label", { class: "field" }, upper(name), inputs[place])));
}

/** Which operations are in the game: a box for each; the advanced ones where these are switched on. */
function operationsField(put, _one, _game, start) {
  const box = (name) => h("input", { type: "checkbox", value: name, checked: start === null || start.includes(name), "data-operation": name, onchange: () => change() });
  const boxes = [...OPERATIONS, ...ADVANCED].map(box);
  const place = h("div", { class: "deck-numbers" }, boxes.map((input) => h("label", { class: "switch" }, input, h("span", { class: "strong" }, input.value))));
  let advanced = false;
  const change = () => {
    for (const input of boxes) input.parentElement.hidden = !advanced && ADVANCED.includes(input.value);
    const there = boxes.filter((input) => !input.parentElement.hidden);
    const chosen = there.filter((input) => input.checked);
    there[0].setCustomValidity(chosen.length ? "" : say("boards.deck.no-operation"));
    put(chosen.length === there.length ? null : chosen.map((input) => input.value));
  };
  queueMicrotask(() => {
    const form = place.closest("form");
    const field = form?.elements["switch-advanced"];
    const follow = () => {
      advanced = field.checked;
      change();
    };
    field?.addEventListener("change", follow);
    if (field) follow();
  });
  change();
  return place;
}
