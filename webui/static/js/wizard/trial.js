// A trial read of whatever lies there, and saving what was learned.

import { h, s } from "../dom.js";
import { say } from "../texts.js";
import { laying } from "./laying.js";

const line = (points) => points.map((point) => point.join(",")).join(" ");
const DOUBT = 0.9;

export function trialStep(wizard) {
  const { state } = wizard;
  return h("div", { class: "stack loose" },
    h("p", { class: "soft" }, say("wizard.setup.trial-about")),
    laying(wizard, "trial"),
    h("div", { class: "row" }, h("button", { type: "button", class: state.trial ? "" : "main", "data-focus": "trial", disabled: Boolean(wizard.working), onclick: () => wizard.ask("trial", undefined, say("wizard.setup.photographing")) }, say(state.trial ? "wizard.setup.trial-again" : "wizard.setup.trial"))),
    state.trial ? read(state.trial) : null,
    h("div", { class: "row" }, h("button", { type: "button", class: state.trial ? "main" : "", "data-focus": "next", onclick: () => wizard.next() }, say("wizard.setup.next"))));
}

function read({ size_px: [width, height], mark, status, reason, grid = [], sites = {}, notches = {} }) {
  const all = Object.entries(sites);
  const doubtful = all.filter(([, { p }]) => p < DOUBT).map(([site]) => site);
  return h("div", { class: "stack" },
    status === "ok"
      ? h("p", { class: `notice ${doubtful.length ? "" : "good"}`, id: "trial-verdict" }, say("wizard.setup.trial-read", { count: all.length, figures: Object.keys(notches).length }), " ", doubtful.length ? say("wizard.setup.doubtful", { sites: doubtful.join(", ") }) : "")
      : h("p", { class: "notice bad", id: "trial-verdict" }, reason),
    s("svg", { viewBox: `0 0 ${width} ${height}`, class: "corner-scene", role: "img", "aria-label": say("wizard.setup.trial-photo") },
      s("image", { href: `/api/wizard/photos/trial.jpg?t=${mark}`, width, height }),
      s("g", { class: "marks-grid" }, grid.map((points) => s("polyline", { points: line(points) }))),
      all.map(([, { piece, p, outline, px: [x, y] }]) => {
        const [colour, kind] = piece.split(" ");
        return s("g", { class: `mark side-mark-${colour}${p < DOUBT ? " doubtful" : ""}` }, s("polygon", { points: line(outline) }), s("text", { x, y: y + 37 }, say(`wizard.word.${kind}`)));
      }),
      Object.entries(notches).filter(([, { px }]) => px).map(([colour, { notch, px: [cx, cy] }]) => s("g", { class: `mark side-mark-${colour}` }, s("circle", { cx, cy, r: 24 }), s("text", { x: cx, y: cy + 44 }, String(notch))))));
}

export function saveStep(wizard) {
  const { state } = wizard;
  return h("div", { class: "stack loose" },
    h("p", { class: "soft" }, say("wizard.setup.save-about")),
    state.camera.locked ? h("p", { class: "small soft" }, state.camera.locked) : null,
    state.saved ? h("p", { class: "notice good", id: "saved" }, say("wizard.setup.saved")) : null,
    h("div", { class: "row" },
      h("button", { type: "button", class: state.saved ? "" : "main", "data-focus": "save", disabled: Boolean(wizard.working), onclick: () => wizard.ask("save", undefined, say("wizard.setup.saving")) }, say("wizard.setup.save")),
      state.saved ? h("a", { class: "button main", href: "/" }, say("wizard.desk.back")) : null,
      h("button", { type: "button", class: "quiet", "data-focus": "again", onclick: async () => { if (await wizard.ask("again")) wizard.go("light"); } }, say("wizard.setup.again"))));
}
