// Switches of the rules that are tables or lists: what is printed on the cards of Moonlight (a deck
// file, or typed in; what is left empty is entered by hand), and any other as text.

import { h } from "../dom.js";
import { say } from "../texts.js";

const VALUES = ["1", "2", "3", "4", "5"];
const MOST_BYTES = 65536;

/** The field of such a switch; its value as JSON text is in a hidden input, "" for the usual one. */
export function jsonField(one) {
  const hidden = h("input", { type: "hidden", name: `switch-${one.name}`, value: "" });
  const put = (value) => {
    hidden.value = value === null ? "" : JSON.stringify(value);
  };
  const about = h("span", { class: "small soft" }, one.about);
  const kinds = { moons: moonsField, lone_wolf: wolfField, powers: powersField };
  const made = kinds[one.name]?.(put);
  if (!made) return h("label", { class: "field" }, one.title, about, h("input", { type: "text", name: `switch-${one.name}`, autocomplete: "off", placeholder: one.default === null ? "" : JSON.stringify(one.default) }));
  return h("fieldset", { class: "deck-field" }, h("legend", {}, one.title), about, hidden, made);
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

const numberInput = (key, label, change) => h("label", { class: "field" }, label, h("input", { type: "number", min: 0, max: 99, "data-deck": key, oninput: change }));
const numberOf = (input) => (input.value === "" ? null : Number(input.value));

/** The moons of the cards of each value, alike on all copies; a deck file may tell each copy's. */
function moonsField(put) {
  let copies = {};
  const inputs = VALUES.map((value) => [value, numberInput(`moons-${value}`, say("boards.deck.moons-on", { value }), () => change(value)).lastChild]);
  const change = (value) => {
    if (value) delete copies[value];
    const told = Object.fromEntries(inputs.map(([one, input]) => [one, copies[one] ?? numberOf(input)]));
    put(Object.values(told).some((moons) => moons !== null) ? told : null);
  };
  const box = h("div", { class: "stack" }, h("div", { class: "deck-numbers" }, inputs.map(([, input]) => input.parentElement)), fileField());
  box.addEventListener("deck", ({ detail }) => {
    copies = {};
    for (const [value, input] of inputs) {
      const given = detail.moons?.[value] ?? null;
      if (Array.isArray(given)) copies[value] = given;
      input.value = Array.isArray(given) ? given[0] ?? "" : given ?? "";
    }
    change(null);
  });
  return box;
}

function wolfField(put) {
  const change = () => {
    const [value, moons] = inputs.map(numberOf);
    put(value === null && moons === null ? null : { value, moons });
  };
  const inputs = [["wolf-value", "boards.deck.wolf-value"], ["wolf-moons", "boards.deck.wolf-moons"]].map(([key, text]) => numberInput(key, say(text), change).lastChild);
  const box = h("div", { class: "deck-numbers" }, inputs.map((input) => input.parentElement));
  box.addEventListener("deck", ({ detail }) => {
    inputs[0].value = detail.lone_wolf?.value ?? "";
    inputs[1].value = detail.lone_wolf?.moons ?? "";
    change();
  });
  return box;
}

/** One power a line; those that end in "*" are always there, the others have a box to tick. */
function powersField(put) {
  const change = () => {
    const lines = area.value.split("\n").map((line) => line.trim()).filter(Boolean);
    put(lines.length ? Object.fromEntries(lines.map((line) => [line.replace(/\s*\*$/, ""), line.endsWith("*") ? "ongoing" : "once"])) : null);
  };
  const area = h("textarea", { rows: 3, maxlength: 4000, "data-deck": "powers", oninput: change });
  const box = h("label", { class: "field" }, say("boards.deck.powers"), area);
  box.addEventListener("deck", ({ detail }) => {
    area.value = Object.entries(detail.powers ?? {}).map(([name, kind]) => name + (kind === "ongoing" ? " *" : "")).join("\n");
    change();
  });
  return box;
}

/** A deck file of the players' own: it fills in all three. */
function fileField() {
  const problem = h("p", { class: "notice bad", role: "alert", hidden: true });
  const read = async (event) => {
    const [file] = event.target.files;
    problem.hidden = true;
    if (!file) return;
    try {
      if (file.size > MOST_BYTES) throw new Error("large");
      const detail = JSON.parse(await file.text());
      if (typeof detail !== "object" || detail === null || Array.isArray(detail)) throw new Error("shape");
      for (const box of event.target.closest("form").querySelectorAll(".deck-field > :last-child")) box.dispatchEvent(new CustomEvent("deck", { detail }));
    } catch {
      problem.hidden = false;
      problem.textContent = say("boards.deck.no-file");
    }
  };
  return h("div", { class: "stack" }, h("label", { class: "field" }, say("boards.deck.file"), h("input", { type: "file", accept: ".json,application/json", onchange: read })), problem);
}
