// The empty board: its facts, its photo, and the grid that was found, with corners to drag.

import { h, s, show } from "../dom.js";
import { say } from "../texts.js";
import { laying } from "./laying.js";

const line = (points) => points.map((point) => point.join(",")).join(" ");
const SOUTHS = ["bottom", "right", "top", "left"];
const STEP_PX = 2;

export function boardStep(wizard) {
  const { state } = wizard;
  return h("div", { class: "stack loose" },
    h("p", { class: "soft" }, say("wizard.setup.board-about")),
    facts(wizard),
    laying(wizard, "empty"),
    h("div", { class: "row" }, h("button", { type: "button", class: state.board ? "" : "main", "data-focus": "empty", disabled: Boolean(wizard.working), onclick: () => wizard.ask("empty", undefined, say("wizard.setup.looking-board")) }, say(state.empty ? "wizard.setup.empty-again" : "wizard.setup.empty"))),
    state.empty ? found(wizard) : null,
    state.board ? h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-focus": "next", onclick: () => wizard.next() }, say("wizard.setup.next"))) : null);
}

/** What people have to say of their board, once. */
function facts(wizard) {
  const { facts: known, models } = wizard.state;
  const number = (name, least, most, step = 1) => h("label", { class: "field" }, say(`wizard.setup.fact-${name}`), h("input", { type: "number", name, min: least, max: most, step, value: known[name], required: true }));
  const choice = (name, options) => h("label", { class: "field" }, say(`wizard.setup.fact-${name}`), h("select", { name }, options.map(([value, text]) => h("option", { value, selected: value === known[name] }, text))));
  const send = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    wizard.ask("facts", { columns: Number(form.get("columns")), notches: Number(form.get("notches")), pitch_mm: Number(form.get("pitch_mm")), piece_mm: Number(form.get("piece_mm")), south: form.get("south"), model: form.get("model") });
  };
  return h("details", {}, h("summary", {}, say("wizard.setup.facts", { columns: known.columns, pitch: known.pitch_mm, piece: known.piece_mm })),
    h("form", { class: "stack", onsubmit: send },
      h("div", { class: "cols" }, number("columns", 5, 26), number("notches", 0, 12), number("pitch_mm", 5, 200, 0.1), number("piece_mm", 3, 100, 0.1),
        choice("south", SOUTHS.map((edge) => [edge, say(`wizard.setup.edge-${edge}`)])),
        choice("model", [["", say("wizard.setup.model-none")], ...models.map(({ id, name }) => [id, name])])),
      h("div", { class: "row" }, h("button", { type: "submit", "data-focus": "facts" }, say("wizard.setup.facts-use")))));
}

function found(wizard) {
  const { state } = wizard;
  const { board } = state;
  const trouble = state.troubles.board;
  return h("div", { class: "stack" },
    trouble ? h("p", { class: "notice bad" }, trouble, " ", say("wizard.setup.drag")) : null,
    board ? h("p", { class: `notice ${board.residual_mm < 1 ? "good" : ""}`, id: "residual" }, say("wizard.setup.found", { residual: board.residual_mm, high: Math.round(board.high_mm / 10), tilt: Math.round(board.tilt_deg), seen: Math.round(board.seen * 100) })) : null,
    state.hints.length ? h("p", { class: "notice" }, state.hints.map((hint) => say(`wizard.setup.hint-${hint}`)).join(" ")) : null,
    picture(wizard));
}

/** The photo with the grid and four corners that can be dragged, or moved by keys. */
function picture(wizard) {
  const { state } = wizard;
  const [width, height] = state.empty.size_px;
  const places = state.board?.corners ?? guessed(state.corner_sites, width, height);
  const corners = Object.fromEntries(state.corner_sites.map((site) => [site, [...places[site]]]));
  const frame = s("polygon", { class: "corner-frame" });
  const update = () => frame.setAttribute("points", line(state.corner_sites.map((site) => corners[site])));
  let dragged = false;
  const use = h("button", { type: "button", class: "main", "data-focus": "corners", disabled: true, onclick: () => wizard.ask("corners", { corners }, say("wizard.setup.looking-board")) }, say("wizard.setup.use-corners"));
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "corner-scene", role: "group", "aria-label": say("wizard.setup.corners") },
    s("image", { href: `/api/wizard/photos/empty.jpg?t=${state.empty.mark}`, width, height, "aria-hidden": "true" }),
    state.board ? s("g", { class: "corner-grid" }, state.board.grid.map((points) => s("polyline", { points: line(points) }))) : null,
    frame);
  const touched = () => {
    update();
    if (dragged) return;
    dragged = true;
    use.disabled = false;
    svg.classList.add("dragged");
  };
  for (const site of state.corner_sites) {
    const [cx, cy] = corners[site];
    const handle = s("g", { class: "corner", role: "button", tabindex: 0, "data-corner": site, "aria-label": say("wizard.setup.corner", { site }) },
      s("circle", { class: "corner-touch", r: width / 22 }), s("circle", { class: "corner-ring", r: width / 64 }), s("circle", { class: "corner-dot", r: 3 }), s("text", { y: -width / 45 }, site));
    const put = ([x, y]) => {
      corners[site] = [Math.round(Math.min(Math.max(x, 0), width) * 10) / 10, Math.round(Math.min(Math.max(y, 0), height) * 10) / 10];
      handle.setAttribute("transform", `translate(${corners[site].join(" ")})`);
    };
    put([cx, cy]);
    const at = (event) => {
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return [x, y];
    };
    let off = null;
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      const [x, y] = at(event);
      off = [corners[site][0] - x, corners[site][1] - y];
    });
    handle.addEventListener("pointermove", (event) => {
      if (!off) return;
      const [x, y] = at(event);
      put([x + off[0], y + off[1]]);
      touched();
    });
    for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, () => { off = null; });
    handle.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!step) return;
      event.preventDefault();
      const far = event.shiftKey ? 10 * STEP_PX : STEP_PX;
      put([corners[site][0] + step[0] * far, corners[site][1] + step[1] * far]);
      touched();
    });
    svg.append(handle);
  }
  update();
  if (!state.board) {
    use.disabled = false;
    svg.classList.add("dragged");
  }
  const place = h("div", { class: "stack" });
  show(place, svg, h("p", { class: "small soft" }, say("wizard.setup.corners-about")), h("div", { class: "row" }, use));
  return place;
}

const guessed = ([south_west, south_east, north_east, north_west], width, height) => ({
  [south_west]: [width * 0.25, height * 0.8], [south_east]: [width * 0.75, height * 0.8], [north_east]: [width * 0.75, height * 0.2], [north_west]: [width * 0.25, height * 0.2],
});
