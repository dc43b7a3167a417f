// What is printed on the cards of Moonlight, and known from nowhere else: typed in, or read from a
// deck file that its owner keeps. What is left open is told while playing.

import { h } from "../dom.js";
import { say } from "../texts.js";

const COPIES = { 1: 2, 2: 2, 3: 4, 4: 2, 5: 1 };
const VALUES = Object.keys(COPIES);
const MOST = 99;
const MOST_BYTES = 65536;
const LONGEST_NAME = 200;
const PARTS = ["moons", "lone_wolf", "powers"];
const KINDS = ["once", "ongoing"];

/** The fields by their switch; each is given `put(value)`, null for what is left open. */
export const DECK_FIELDS = { moons: moonsField, lone_wolf: wolfField, powers: powersField };

const isNumber = (one) => Number.isInteger(one) && one >= 0 && one <= MOST;
const isTable = (one) => typeof one === "object" && one !== null && !Array.isArray(one);

// --- Typing it in -----------------------------------------------------------------------------------

/** The moons of the cards of each value: one number for all of them, or one for each card. */
function moonsField(put) {
  const inputs = VALUES.map((value) => [value, h("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 40, "data-deck": `moons-${value}`, oninput: () => change() })]);
  const change = () => {
    const told = Object.fromEntries(inputs.map(([value, input]) => [value, readMoons(value, input)]));
    put(Object.values(told).some((moons) => moons !== null) ? told : null);
  };
  const box = h("div", { class: "stack" },
    h("span", { class: "small soft" }, say("boards.deck.moons-form")),
    h("div", { class: "deck-numbers" }, inputs.map(([value, input]) => h("label", { class: "field" }, say("boards.deck.moons-on", { value, count: COPIES[value] }), input))));
  return { box, take: (deck) => {
    for (const [value, input] of inputs) input.value = [deck.moons?.[value] ?? []].flat().join(" ");
    change();
  } };
}

/** What a field says: null for nothing; what can't be is said in the field, and counts as nothing. */
function readMoons(value, input) {
  const words = input.value.split(/[\s,;]+/).filter(Boolean);
  const numbers = words.map(Number);
  const good = numbers.every(isNumber) && [0, 1, COPIES[value]].includes(numbers.length);
  input.setCustomValidity(good ? "" : copiesText(value));
  if (!good || !numbers.length) return null;
  return numbers.length === 1 ? numbers[0] : numbers;
}

const copiesText = (value) => say("boards.deck.copies", { value, count: COPIES[value], most: MOST });

function wolfField(put) {
  const change = () => {
    const [value, moons] = inputs.map((input) => (input.value === "" ? null : Number(input.value)));
    put(value === null && moons === null ? null : { value, moons });
  };
  const number = (key) => h("input", { type: "number", min: 0, max: MOST, "data-deck": key, oninput: change });
  const inputs = [number("wolf-value"), number("wolf-moons")];
  const box = h("div", { class: "deck-numbers" }, inputs.map((input) => h("label", { class: "field" }, say(`boards.deck.${input.dataset.deck}`), input)));
  return { box, take: ({ lone_wolf: wolf }) => {
    inputs[0].value = (isNumber(wolf) ? wolf : wolf?.value) ?? "";
    inputs[1].value = wolf?.moons ?? "";
    change();
  } };
}

/** One power a line; those that end in "*" are always there, the others have a box to tick. */
function powersField(put) {
  const change = () => {
    const lines = area.value.split("\n").map((line) => line.trim()).filter(Boolean);
    put(lines.length ? Object.fromEntries(lines.map((line) => [line.replace(/\s*\*$/, ""), line.endsWith("*") ? KINDS[1] : KINDS[0]])) : null);
  };
  const area = h("textarea", { rows: 3, maxlength: 4000, "data-deck": "powers", oninput: change });
  const box = h("label", { class: "field" }, h("span", { class: "small soft" }, say("boards.deck.powers")), area);
  return { box, take: (deck) => {
    area.value = Object.entries(deck.powers ?? {}).map(([name, kind]) => name + (kind === KINDS[1] ? " *" : "")).join("\n");
    change();
  } };
}

// --- A deck file ------------------------------------------------------------------------------------

/** To take all of it from a file, and to keep what was typed in: `take(deck)`, `now()` -> deck. */
export function deckFile(take, now) {
  const said = h("p", { class: "notice", role: "status", hidden: true });
  const tell = (text, bad) => {
    said.hidden = false;
    said.className = `notice ${bad ? "bad" : "good"}`;
    said.textContent = text;
  };
  const read = async ({ target }) => {
    const [file] = target.files;
    said.hidden = true;
    if (!file) return;
    const { deck, problem } = file.size > MOST_BYTES ? { problem: say("boards.deck.no-file") } : deckOf(await file.text());
    if (problem) {
      target.value = ""; // the same file can be chosen again when it has been put right
      tell(say("boards.deck.bad", { file: file.name, problem }), true);
      return;
    }
    take(deck);
    tell(say("boards.deck.taken", { file: file.name }), false);
  };
  const keep = () => {
    const url = URL.createObjectURL(new Blob([`${JSON.stringify(now(), null, 2)}\n`], { type: "application/json" }));
    h("a", { href: url, download: "moonlight-deck.json" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return h("div", { class: "stack" },
    h("label", { class: "field" }, say("boards.deck.file"), h("input", { type: "file", accept: ".json,application/json", onchange: read })), said,
    h("div", { class: "row" }, h("button", { type: "button", class: "quiet", onclick: keep }, say("boards.deck.keep"))));
}

/** The deck that a file says: {deck}, or {problem} in words. */
export function deckOf(text) {
  let deck;
  try {
    deck = JSON.parse(text);
  } catch {
    return { problem: say("boards.deck.no-json") };
  }
  if (!isTable(deck)) return { problem: say("boards.deck.no-file") };
  const strange = Object.keys(deck).find((name) => name !== "about" && !PARTS.includes(name));
  const problem = strange === undefined ? moonsProblem(deck.moons) ?? wolfProblem(deck.lone_wolf) ?? powersProblem(deck.powers) : say("boards.deck.no-part", { part: strange });
  return problem ? { problem } : { deck };
}

function moonsProblem(moons = null) {
  if (moons === null) return null;
  if (!isTable(moons)) return say("boards.deck.moons-shape");
  const strange = Object.keys(moons).find((value) => !(value in COPIES));
  if (strange !== undefined) return say("boards.deck.no-card", { value: strange });
  const bad = Object.entries(moons).find(([value, given]) => given !== null && !isNumber(given) && !(Array.isArray(given) && given.length === COPIES[value] && given.every(isNumber)));
  return bad ? copiesText(bad[0]) : null;
}

function wolfProblem(wolf = null) {
  if (wolf === null || isNumber(wolf)) return null;
  const good = isTable(wolf) && Object.entries(wolf).every(([name, given]) => ["value", "moons"].includes(name) && (given === null || isNumber(given)));
  return good ? null : say("boards.deck.wolf-shape", { most: MOST });
}

function powersProblem(powers = null) {
  if (powers === null) return null;
  if (!isTable(powers)) return say("boards.deck.powers-shape");
  const bad = Object.entries(powers).find(([name, kind]) => !KINDS.includes(kind) || name.trim() !== name || !name || name.length > LONGEST_NAME);
  return bad ? say("boards.deck.power-kind", { power: bad[0].slice(0, 40) }) : null;
}
