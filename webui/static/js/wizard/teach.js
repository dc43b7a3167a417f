// The pieces are taught: what to lay out, photographs of it, and how well each face tells.

import { h, s } from "../dom.js";
import { cube, deity, face, stone } from "../figures.js";
import { say, upper } from "../texts.js";
import { TURNS, pieceName } from "../desk/words.js";
import { laying } from "./laying.js";

const CELL = 100;

export function teachStep(wizard) {
  const { state } = wizard;
  const taken = state.lessons.filter((lesson) => lesson.taken);
  return h("div", { class: "stack loose" },
    h("p", { class: "soft" }, say("wizard.setup.teach-about")),
    state.lessons.map((lesson) => lessonCard(wizard, lesson)),
    h("div", { class: "row" },
      h("button", { type: "button", class: state.learned ? "" : "main", "data-focus": "learn", disabled: !taken.length || Boolean(wizard.working), onclick: () => wizard.ask("learn", undefined, say("wizard.setup.learning")) }, say(state.learned ? "wizard.setup.learn-again" : "wizard.setup.learn")),
      taken.length === 1 ? h("span", { class: "soft small" }, say("wizard.setup.one-lesson")) : null),
    state.troubles.teach ? h("p", { class: "notice bad" }, state.troubles.teach) : null,
    state.learned ? learned(state.learned) : null,
    state.learned ? h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-focus": "next", onclick: () => wizard.next() }, say("wizard.setup.next"))) : null);
}

function lessonCard(wizard, { number, points, taken }) {
  return h("section", { class: "lesson", "aria-labelledby": `lesson-${number}` },
    h("h3", { id: `lesson-${number}` }, say("wizard.setup.lesson", { number }), taken ? h("span", { class: "tag good" }, say("wizard.setup.taken")) : null),
    h("p", { class: "small soft" }, say(`wizard.setup.lesson-${number}`)),
    h("div", { class: "lesson-pair" },
      layout(wizard.state.facts, points),
      taken ? h("img", { class: "lesson-photo", src: `/api/wizard/photos/lesson-${number}.jpg?t=${Date.now()}`, alt: say("wizard.setup.lesson-photo", { number }) }) : null),
    laying(wizard, `lesson-${number}`),
    h("div", { class: "row" }, h("button", { type: "button", class: taken ? "" : "main", "data-focus": `take-${number}`, disabled: Boolean(wizard.working), onclick: () => wizard.ask("lesson", { number }, say("wizard.setup.photographing")) }, say(taken ? "wizard.setup.take-again" : "wizard.setup.take", { number }))));
}

/** A drawing of what to lay where, as seen from brown's seat, with the letters of the points. */
function layout({ columns, notches }, points) {
  const rows = 9;
  const x = (column) => (column + 1.5) * CELL;
  const y = (row) => (rows - row + 0.6) * CELL;
  const letter = (column) => String.fromCharCode(97 + column);
  const listed = Object.entries(points).map(([site, [name]]) => {
    const [colour, kind, facing] = name.split(" ");
    return say("wizard.setup.lies", { site, piece: pieceName({ colour, face: kind, facing }) });
  }).join("; ");
  const numbers = [...Array(rows).keys()].map((row) => row + 1);
  const files = [...Array(columns).keys()];
  return s("svg", { viewBox: `0 0 ${(columns + 2) * CELL} ${(rows + 0.9) * CELL}`, class: "lesson-board", role: "img", "aria-label": listed },
    s("rect", { class: "wood", x: 4, y: 4, width: (columns + 2) * CELL - 8, height: (rows + 0.9) * CELL - 8, rx: 26 }),
    numbers.map((row) => [s("line", { class: "line", x1: x(0), x2: x(columns - 1), y1: y(row), y2: y(row) }), s("text", { class: "label", x: 0.86 * CELL, y: y(row) }, String(row))]),
    files.map((column) => [s("line", { class: "line", x1: x(column), x2: x(column), y1: y(1), y2: y(rows) }), s("text", { class: "label", x: x(column), y: (rows + 0.42) * CELL }, letter(column))]),
    notches ? [s("g", { transform: `translate(${0.42 * CELL} ${y(2)}) scale(.8)`, class: "side-brown" }, deity("jothi")), s("g", { transform: `translate(${(columns + 1.55) * CELL} ${y(8)}) scale(.8)`, class: "side-blue" }, deity("keddep"))] : null,
    Object.entries(points).map(([site, [name]]) => {
      const [colour, kind, facing] = name.split(" ");
      return s("g", { transform: `translate(${x(site.charCodeAt(0) - 97)} ${y(Number(site.slice(1)))}) scale(.82)`, class: `side-${colour}` }, kind === "stone" ? stone() : [cube(colour), face(kind, TURNS[facing] ?? 0)]);
    }));
}

/** Each face as it was learned, and how well it tells from the others. */
function learned({ faces, warnings, astray }) {
  return h("div", { class: "stack" },
    h("h3", {}, say("wizard.setup.learned")),
    h("p", { class: `notice ${astray.length ? "bad" : "good"}`, id: "learned-verdict" }, astray.length ? say("wizard.setup.astray", { count: astray.length, sites: astray.map((one) => one.split(":")[1]).join(", ") }) : say("wizard.setup.read-back")),
    warnings.map((warning) => h("p", { class: "notice" }, warning)),
    h("div", { class: "faces-learned" }, faces.map((one) => h("figure", { class: `face-learned ${one.verdict}` },
      one.picture ? h("img", { src: one.picture, width: 72, height: 72, alt: "" }) : h("span", { class: "no-face" }, "?"),
      h("figcaption", {},
        h("b", {}, upper(pieceName({ colour: one.colour, face: one.face }))),
        h("span", { class: `tag ${one.verdict === "good" ? "good" : one.verdict === "fair" ? "ask" : "bad"}` }, say(`wizard.setup.verdict-${one.verdict}`)),
        h("span", { class: "small soft" }, say("wizard.setup.nearest", { face: say(`wizard.word.${one.nearest}`), lead: Math.round(one.lead * 100) })))))));
}
