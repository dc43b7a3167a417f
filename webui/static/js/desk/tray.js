// What lies beside the board: the cubes and stones of both sides, ready to be put on it.

import { findAll, h, s, show } from "../dom.js";
import { cube, face, stone } from "../figures.js";
import { say, upper } from "../texts.js";
import { TURNS, pieceName } from "./words.js";

const TAP_PX = 6;

/** A piece as a small drawing. */
export const drawn = ({ colour, face: kind, facing }, size = 34) =>
  s("svg", { viewBox: "-50 -50 100 100", width: size, height: size, class: `side-${colour}`, "aria-hidden": "true" }, kind === "stone" ? stone() : [cube(colour), face(kind, TURNS[facing] ?? 0)]);

export function drawTray(desk, place) {
  const { tray } = desk.state;
  if (!tray.length) {
    show(place, h("p", { class: "soft" }, say("wizard.desk.tray-empty")));
    return;
  }
  show(place, ["brown", "blue"].map((colour) => side(desk, colour, tray.filter((piece) => piece.colour === colour))));
  oneStop(desk, place);
}

/** One stop of the Tab key; arrows go from piece to piece. */
function oneStop(desk, place) {
  const chips = findAll(".tray-chip", place);
  const current = chips.find((chip) => chip.dataset.tray === desk.trayAt) ?? chips[0];
  for (const chip of chips) {
    chip.tabIndex = chip === current ? 0 : -1;
    chip.addEventListener("focus", () => {
      desk.trayAt = chip.dataset.tray;
      for (const other of chips) other.tabIndex = other === chip ? 0 : -1;
    });
  }
}

/** Arrow keys in the tray, once for all chips that come and go. */
export function listenTray(desk, place) {
  place.addEventListener("keydown", (event) => {
    const chips = findAll(".tray-chip", place);
    const at = chips.indexOf(event.target.closest(".tray-chip"));
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: chips.length - 1 }[event.key];
    if (at < 0 || (to === undefined && event.key !== "Escape")) return;
    if (event.key === "Escape") desk.scene.cells.focus();
    else chips[(to + chips.length) % chips.length].focus();
    event.preventDefault();
  });
}

/** Take a piece with the keyboard, which goes on to the board with it. */
function takeByKey(desk, piece, held) {
  desk.trayAt = piece.name;
  desk.hold(held ? null : piece.id);
  if (!held) desk.scene.cells.focus();
}

function side(desk, colour, pieces) {
  if (!pieces.length) return null;
  const kinds = new Map();
  for (const piece of pieces) kinds.set(piece.name, [...(kinds.get(piece.name) ?? []), piece]);
  return h("div", { class: "desk-tray" },
    h("h3", {}, say("wizard.desk.beside", { colour: upper(say(`wizard.word.${colour}`)) })),
    h("div", { class: "row tight" }, [...kinds.values()].map((alike) => chip(desk, alike))));
}

function chip(desk, alike) {
  const piece = alike.find((one) => one.id === desk.held) ?? alike[0];
  const held = alike.some((one) => one.id === desk.held);
  return h("button", { type: "button", class: "chip tray-chip", disabled: !desk.may, "data-focus": `tray-${piece.name}`, "data-tray": piece.name, "aria-pressed": String(held), "aria-label": say("wizard.desk.tray-piece", { piece: pieceName(piece), count: alike.length }), onpointerdown: (event) => grab(desk, event, piece), onclick: (event) => event.detail === 0 && takeByKey(desk, piece, held) },
    drawn(piece), h("span", {}, String(alike.length)));
}

/** Take a piece from the tray: a tap holds it, a drag carries it onto the board. */
function grab(desk, event, piece) {
  if (event.button > 0) return;
  event.preventDefault();
  const [x, y] = [event.clientX, event.clientY];
  const ghost = h("div", { class: "ghost-piece", "aria-hidden": "true" }, drawn(piece, 56));
  let moved = false;
  const move = (next) => {
    if (!moved && Math.hypot(next.clientX - x, next.clientY - y) < TAP_PX) return;
    if (!moved) document.body.append(ghost);
    moved = true;
    ghost.style.translate = `${next.clientX}px ${next.clientY}px`;
    const { scene } = desk;
    const site = scene.covers(next.clientX, next.clientY) ? scene.nearest(scene.at(next)) : null;
    scene.layers.marks.replaceChildren(...(site ? [scene.ring(site, "landing")] : []));
  };
  const end = (next) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    ghost.remove();
    desk.scene.layers.marks.replaceChildren();
    if (!moved) desk.hold(desk.held === piece.id ? null : piece.id);
    else if (next.type === "pointerup" && desk.scene.covers(next.clientX, next.clientY)) desk.scene.drop(piece.id, desk.scene.at(next));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
