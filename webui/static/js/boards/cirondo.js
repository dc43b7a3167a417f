// The board of Cirondo: eight rings of 32 spaces round the void. It knows no rules: it is given
// what lies where and what is lit, and it reports what was touched.

import { icon } from "../icons.js";
import { h, s } from "../dom.js";
import { say } from "../texts.js";
import { seatToken } from "../table/seats.js";
export { told } from "./cirondo/told.js";
import { burst, layPieces, legendOf, makeCells, nameCells, polygon, sign } from "./common.js";
import { closeLoupe, meantBy } from "./cirondo/loupe.js";
import { EDGE, LETTERS, RADIUS, SHRINK, Seating, middle, name, place, radius } from "./cirondo/seating.js";

export const seatViews = ["gold", "silver", "red", "blue"];

// --- Stellars ---------------------------------------------------------------------------------------

/** Each side has an outline of its own, so that colour is never the only sign. */
const OUTLINES = {
  gold: () => ["circle", { r: 43 }],
  silver: () => ["path", { d: polygon(6, 48, Math.PI / 6) }],
  red: () => ["rect", { x: -39, y: -39, width: 78, height: 78, rx: 10 }],
  blue: () => ["path", { d: polygon(4, 52) }],
};

const GLYPHS = {
  moon: () => s("path", { class: "ink", d: "M7 -25A26 26 0 1 0 24 13A21 21 0 1 1 7 -25Z" }),
  planet: () => [s("circle", { class: "ink", r: 15 }), s("ellipse", { class: "stroke", rx: 31, ry: 10, transform: "rotate(-24)" })],
  "solar system": () => [s("path", { class: "ink", d: burst(8, 34, 17) }), s("circle", { class: "eye", r: 9 })],
};

/** One stellar as it is seen from above. */
export function stellar(owner, kind) {
  const [tag, attributes] = (OUTLINES[owner] ?? OUTLINES.gold)();
  const group = s("g", { class: `stellar side-${owner} kind-${kind.replace(" ", "-")}` });
  if (kind === "solar system") group.append(s("path", { class: "rays", d: burst(12, 58, 44) }));
  group.append(s(tag, { ...attributes, class: "body" }), ...[GLYPHS[kind]?.() ?? []].flat());
  return group;
}

const TARGETS = {
  move: () => [s("circle", { r: 17, class: "dot" })],
  capture: () => [s("path", { class: "ring", d: "M-46 -22V-46H-22M22 -46H46V-22M46 22V46H22M-22 46H-46V22" })],
  promotion: () => [s("path", { class: "ring", d: burst(8, 42, 27) }), s("circle", { r: 12, class: "dot" })],
};

/** The same beside a way in words, where a dot as small as on the board would hardly be seen. */
const WAY_SIGNS = { ...TARGETS, move: () => [s("circle", { r: 28, class: "dot" })] };

/** Marks don't get smaller than this towards the void, or a phone would not show them. */
const LEAST = { move: 0.48, capture: 0.33, promotion: 0.36 };

// --- Drawing ----------------------------------------------------------------------------------------

let drawn = 0;

/** Draw the board; the protocol is told in boards/index.js. */
export function draw(board, options = {}) {
  const svg = s("svg", { class: "board board-cirondo", role: "presentation" });
  const root = h("div", { class: "board-root" }, h("div", { class: "zoomed-place" }, svg));
  drawn += 1;
  root.panel = { root, svg, options: {}, seating: null, cells: new Map(), focus: null, drawing: `cirondo-${drawn}` };
  root.append(zoomButton(root));
  update(root, board, options);
  return root;
}

/** Draw what has changed. */
export function update(root, board, options = {}) {
  const { panel } = root;
  closeLoupe(panel);
  panel.options = options;
  panel.board = board;
  const seating = new Seating(board.facts, options.seatView);
  const key = `${seating.view} ${board.facts.seats}`;
  const anew = panel.key !== key;
  if (anew) {
    panel.key = key;
    panel.seating = seating;
    frame(panel, board, options);
  }
  layPieces(panel, board.sites ?? {}, (site) => panel.seating.spot(site), ([piece]) => stellar(piece.owner, piece.kind), { anew });
  marks(panel, options);
  panel.grid.setAttribute("aria-label", options.texts("boards.cirondo.name"));
  nameCells(panel, (site) => `${site}: ${(board.sites?.[site] ?? []).map((piece) => piece.name).join("") || options.texts("boards.empty")}`);
  return root;
}

function frame(panel, board, options) {
  const { seating, svg } = panel;
  const half = RADIUS + EDGE;
  svg.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
  svg.dataset.view = seating.view;
  const layer = (key, className = key) => (panel[key] = s("g", { class: className }));
  svg.replaceChildren(
    s("g", { id: panel.drawing, class: "board-cirondo", "aria-hidden": "true" },
      s("circle", { class: "sky", r: half - 2 }),
      homes(seating, board.facts), spaces(seating), labels(seating), voidAndStars(seating),
      layer("under"), layer("pieces"), layer("over")),
    cells(panel));
  panel.ghost = (site) => {
    panel.pieces.querySelector(`[data-lies="${site}"]`)?.classList.add("held");
    const [piece] = panel.board.sites[site] ?? [];
    const scale = (panel.seating.spot(site)?.[2] ?? 0.5) * 1.25;
    const ghost = s("g", { class: "ghost" }, s("g", { transform: `scale(${scale})` }, piece ? stellar(piece.owner, piece.kind) : null));
    panel.over.after(ghost);
    return ghost;
  };
}

/** Spaces in two tones, as on a board of squares: a planet never leaves its tone. */
function spaces(seating) {
  const tones = ["", ""];
  for (let ring = 0; ring < seating.rings; ring += 1) {
    for (let sector = 0; sector < seating.sectors; sector += 1) tones[(ring + sector) % 2] += seating.sector(ring, sector, sector + 1);
  }
  return [s("path", { class: "space", d: tones[0] }), s("path", { class: "space other", d: tones[1] }),
    Array.from({ length: seating.rings + 1 }, (_, ring) => s("circle", { class: "orbit", r: radius(ring) }))];
}

/** Whose home is where: a band of the side's colour round the edge. */
function homes(seating, facts) {
  return Object.entries(facts.homes).map(([seat, [start, count]]) =>
    s("path", { class: `home-band side-${seat}`, d: seating.sector(0, start + 0.1, start + count - 0.1, RADIUS + EDGE - 4, RADIUS + 3) }));
}

function labels(seating) {
  const [start] = Object.values(seating.homes)[0];
  const letters = Array.from({ length: seating.rings }, (_, ring) => {
    const [x, y] = seating.polar(middle(ring), start);
    return s("text", { x, y, class: "ring-label", "font-size": Math.round(13 + 7 * SHRINK ** ring) }, LETTERS[ring]);
  });
  const numbers = Array.from({ length: seating.sectors }, (_, sector) => {
    const [x, y] = seating.polar(RADIUS + EDGE / 2, sector + 0.5);
    return s("text", { x, y, class: `edge-label on-${homeOf(seating, sector)}` }, String(sector + 1));
  });
  return [numbers, letters];
}

/** Whose home a sector belongs to: its number is written on that colour. */
function homeOf(seating, sector) {
  const found = Object.entries(seating.homes).find(([, [start, count]]) => sector >= start && sector < start + count);
  return found ? found[0] : "nobody";
}

function voidAndStars(seating) {
  const inner = radius(seating.rings);
  const stars = [[-0.4, -0.3, 3], [0.3, -0.5, 2], [0.5, 0.2, 3], [-0.2, 0.55, 2], [0.05, 0.05, 2.5], [-0.6, 0.25, 1.8]];
  return [s("circle", { class: "void", r: inner }), stars.map(([x, y, r]) => s("circle", { class: "void-star", cx: x * inner, cy: y * inner, r }))];
}

function cells(panel) {
  const { seating } = panel;
  const rows = Array.from({ length: seating.rings }, (_, back) => {
    const ring = seating.rings - 1 - back;
    return Array.from({ length: seating.sectors }, (_, sector) => ({
      site: name(ring, sector, seating.sectors),
      shape: s("path", { d: seating.sector(ring, sector, sector + 1) }),
    }));
  });
  panel.focus ??= Object.keys(panel.board.sites ?? {})[0] ?? "A1";
  const grid = makeCells(panel, rows, (site, key) => stepped(seating, site, key));
  panel.meant = (event, site) => meantBy(panel, event, site);
  return grid;
}

/** Up leads towards the void, down away from it; left and right go round the ring, as on the screen. */
function stepped(seating, site, key) {
  const [ring, sector] = place(site);
  const below = Math.cos(seating.angle(sector + 0.5)) < 0;
  const round = { ArrowRight: below ? -1 : 1, ArrowLeft: below ? 1 : -1 }[key];
  if (round) return name(ring, sector + round, seating.sectors);
  const inwards = { ArrowUp: below ? 1 : -1, ArrowDown: below ? -1 : 1 }[key];
  if (!inwards) return null;
  const to = ring + inwards;
  // Across the void one comes out on the other side of the board.
  if (to >= seating.rings) return name(ring, sector + seating.sectors / 2, seating.sectors);
  return to < 0 ? null : name(to, sector, seating.sectors);
}

function marks(panel, options) {
  const { seating, under, over } = panel;
  const at = (site, element, least = 0) => {
    const spot = seating.spot(site);
    if (!spot) return null;
    const [x, y] = spot;
    const scale = Math.max(spot[2], least);
    element.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`);
    return element;
  };
  const filled = (site, className) => {
    const [ring, sector] = place(site);
    return ring < 0 ? null : s("path", { class: className, d: seating.sector(ring, sector, sector + 1) });
  };
  const told = (options.marks ?? []).filter(({ site }) => seating.spot(site));
  const last = told.filter(({ kind }) => kind === "last").map(({ site }) => filled(site, "last"));
  const chosen = options.selected ? [filled(options.selected, "selected")] : [];
  under.replaceChildren(...[...last, ...chosen].filter(Boolean));
  const rings = told.filter(({ kind }) => kind !== "last").map(({ site, kind }) => at(site, s("g", { class: kind }, s("circle", { r: 48 }))));
  const lit = (options.targets ?? []).map((target) => at(target.site, s("g", { class: `target target-${target.kind}` }, ...(TARGETS[target.kind] ?? TARGETS.move)()), LEAST[target.kind] ?? 0));
  over.replaceChildren(...[...rings, ...lit].filter(Boolean));
}

/** On a small screen the board can be looked at from nearer. */
function zoomButton(root) {
  const button = h("button", { type: "button", class: "icon zoom", "aria-pressed": "false", "aria-label": say("boards.zoom"), title: say("boards.zoom"),
    onclick: () => {
      const near = root.classList.toggle("near");
      button.setAttribute("aria-pressed", String(near));
      const box = root.firstChild;
      if (near) box.scrollTo({ left: (box.scrollWidth - box.clientWidth) / 2, top: box.scrollHeight });
    } },
  icon("zoom", 22));
  return button;
}

// --- What the table page asks of a board besides ---------------------------------------------------

/** What somebody tries who carries a stellar from one space to another. */
export const attempt = (from, to) => ({ from, to });

/** The ways of the stellar that was touched, as large buttons; the pass, the lot. */
export function card(room) {
  const { state } = room;
  const { facts } = state.board;
  if (state.game.phase === "lot" && !room.past) return lotCard(room);
  const notes = [];
  for (const seat of [facts.owed ?? []].flat()) notes.push(h("p", { class: "notice" }, say("boards.cirondo.owed", { player: room.player(seat) })));
  for (const seat of facts.offer ?? []) notes.push(h("p", { class: "notice" }, say("boards.cirondo.offered", { player: room.player(seat) })));
  if (state.game.phase !== "turns" || !room.acting.length || room.past) return notes.length ? h("section", { class: "card" }, notes) : null;
  const first = state.to_act.find((seat) => facts.opened[seat] === false);
  if (first) notes.push(h("p", { class: "soft" }, say("boards.cirondo.first")));
  const pass = (state.actions ?? []).find((action) => action.kind === "pass");
  if (pass) notes.push(h("p", {}, say("boards.cirondo.no-move")), h("button", { type: "button", class: "main", onclick: () => room.play(pass) }, say("boards.cirondo.pass")));
  const order = ["capture", "promotion", "move"];
  const ways = (room.selected ? state.actions ?? [] : []).filter((action) => action.from === room.selected).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  if (!ways.length) return notes.length ? h("section", { class: "card" }, notes) : null;
  const [piece] = state.board.sites[room.selected] ?? [];
  return h("section", { class: "card" }, notes,
    h("h2", { class: "row tight" }, piece ? sign(stellar(piece.owner, piece.kind), 30) : null, h("span", {}, say("boards.cirondo.from", { site: room.selected }))),
    h("div", { class: "row ways", role: "group", "aria-label": say("boards.cirondo.ways") }, ways.map((action) => {
      const look = () => shine(room, [action.to]);
      const away = () => shine(room, []);
      const go = () => {
        room.shine = [];
        room.play(action);
      };
      return h("button", { type: "button", class: `way way-${action.kind}`, "data-focus": `to-${action.to}`, "aria-label": action.name, onpointerenter: look, onpointerleave: away, onfocus: look, onblur: away, onclick: go },
        sign(WAY_SIGNS[action.kind]?.() ?? WAY_SIGNS.move(), 22, `target target-${action.kind}`), action.to);
    })));
}

/** Who begins: by the lot, or as it was drawn at a real table. */
function lotCard(room) {
  const lots = (room.state.actions ?? []).filter((action) => action.action?.lot);
  return h("section", { class: "card" }, h("h2", {}, say("boards.moonlight.who-begins")),
    room.may("player") ? h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-focus": "lot", onclick: () => room.ask("draw") }, say("boards.lot")),
      lots.map((action) => h("button", { type: "button", "data-focus": action.id, onclick: () => room.play(action) }, seatToken(action.action.lot, 22, "cirondo"), say("boards.moonlight.begins", { player: room.player(action.action.lot) })))) : h("p", { class: "soft" }, say("boards.wait-chance")));
}

/** Mark spaces on the board while a button for them is looked at. */
function shine(room, sites) {
  if (room.shine?.join() === sites.join()) return;
  room.shine = sites;
  room.board.draw();
}

/** What a side still has, for its line beside the board. */
export function seatLine(room, seat) {
  const counts = room.state.board?.facts?.counts?.[seat];
  if (!counts) return null;
  const partner = room.state.board.facts.partners[seat];
  return h("span", { class: "has" }, partner ? h("span", {}, "+", seatToken(partner, 18, "cirondo"), h("span", { class: "extra" }, room.player(partner))) : null, Object.entries(counts).map(([kind, count]) =>
    h("span", {}, sign(stellar(seat, kind), 22), h("span", { class: "away" }, `${room.kind(kind, count)}: `), String(count))));
}

export function hint(room) {
  if (room.state.game.phase !== "turns") return "";
  return room.selected ? null : say("boards.cirondo.hint");
}

/** The signs of this board. */
export function legend(say, names = {}) {
  const kinds = ["moon", "planet", "solar system"];
  return legendOf(say, "cirondo",
    h("div", { class: "legend wide" }, kinds.map((kind) => h("div", {}, sign(stellar("gold", kind), 40), h("span", {}, say(`boards.cirondo.kind.${kind.replace(" ", "-")}`))))),
    h("div", { class: "legend" }, seatViews.map((seat) => h("div", {}, sign(stellar(seat, "planet"), 36), h("span", {}, names[seat] ?? seat)))),
    h("div", { class: "legend" }, Object.keys(TARGETS).map((kind) => h("div", {}, sign(TARGETS[kind](), 36, `target target-${kind}`), h("span", {}, say(`boards.target.${kind}`))))),
    h("p", { class: "small soft" }, say("boards.cirondo.keys")));
}
