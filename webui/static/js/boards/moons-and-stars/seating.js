// Where the points, the notches and the names of a board are for somebody who sits at one side of it.

import { s } from "../../dom.js";

export const PITCH = 100;
const MARGIN = 84;
const TRACK = 62;
const RANKS = 9;
export const TURNS = { north: 0, east: 90, south: 180, west: 270, "north-south": 0, "east-west": 90 };

export const seatViews = ["brown", "blue", "side"];

/** Where things are for somebody who sits on one side: brown below, blue below, or brown left. */
export class Seating {
  constructor(columns, seatView) {
    this.columns = columns;
    this.ranks = RANKS;
    this.view = seatViews.includes(seatView) ? seatView : "brown";
    this.wide = this.view === "side" ? RANKS : columns;
    this.high = this.view === "side" ? columns : RANKS;
    const across = this.view === "side" ? MARGIN : MARGIN + TRACK;
    const down = this.view === "side" ? MARGIN + TRACK : MARGIN;
    this.left = across;
    this.top = down;
    this.width = (this.wide - 1) * PITCH + 2 * across;
    this.height = (this.high - 1) * PITCH + 2 * down;
    this.turn = { brown: 0, blue: 180, side: 90 }[this.view];
  }

  /** Column and row on the screen, from 0 at the upper left. */
  cell(file, rank) {
    if (this.view === "blue") return [this.columns - 1 - file, rank];
    if (this.view === "side") return [rank, file];
    return [file, RANKS - 1 - rank];
  }

  xy(file, rank) {
    const [column, row] = this.cell(file, rank);
    return [this.left + column * PITCH, this.top + row * PITCH];
  }

  /** The site at a column and row of the screen. */
  site(column, row) {
    for (let file = 0; file < this.columns; file += 1) {
      for (let rank = 0; rank < RANKS; rank += 1) {
        const [c, r] = this.cell(file, rank);
        if (c === column && r === row) return name(file, rank);
      }
    }
    return null;
  }

  degrees(facing) {
    return ((TURNS[facing] ?? 0) + this.turn) % 360;
  }

  /** Where a notch is: brown's track is on brown's left, blue's on blue's left. */
  notch(seat, number, notches) {
    const reach = 3.3 / Math.max(1, notches - 1);
    const rank = seat === "brown" ? -0.15 + (number - 1) * reach : RANKS - 0.85 - (number - 1) * reach;
    const file = seat === "brown" ? -1 : this.columns;
    const out = ((MARGIN + TRACK * 0.45) / PITCH - 1) * (seat === "brown" ? -1 : 1);
    return this.xy(file + out, rank);
  }
}

/** A point by file and rank from 0, and back. */
export const name = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);
export const place = (site) => [site.charCodeAt(0) - 97, Number(site.slice(1)) - 1];

/** A notch as a site: its seat and number. */
export const NOTCH = /^(brown|blue) notch (\d+)$/;

/** The part of the board between two points ("b2f6"), for small pictures. */
export function cropped(seating, crop) {
  const [[x1, y1], [x2, y2]] = [crop.slice(0, 2), crop.slice(2)].map((site) => seating.xy(...place(site)));
  const edge = PITCH * 0.62;
  const outside = crop.startsWith("a") ? TRACK + MARGIN - edge : 0;
  const [left, top] = [Math.min(x1, x2) - edge - outside, Math.min(y1, y2) - edge];
  return `${left} ${top} ${Math.abs(x2 - x1) + 2 * edge + outside} ${Math.abs(y2 - y1) + 2 * edge}`;
}

/** The wood, the home rows, the lines and their names: what never changes. */
export const ground = (seating) => [grain(seating), homes(seating), lines(seating), labels(seating)];

function grain({ width, height }) {
  const waves = [];
  for (let y = 55; y < height; y += 82) {
    const bend = 10 + ((y * 7) % 17);
    waves.push(`M0 ${y}C${width * 0.3} ${y - bend} ${width * 0.55} ${y + bend} ${width} ${y - bend / 2}`);
  }
  return s("path", { class: "grain", d: waves.join("") });
}

function homes(seating) {
  const band = (from, to, side) => {
    const [x1, y1] = seating.xy(-0.5, from - 0.5);
    const [x2, y2] = seating.xy(seating.columns - 0.5, to + 0.5);
    return s("rect", { class: `home side-${side}`, x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1), rx: 18 });
  };
  return [band(0, 3, "brown"), band(5, 8, "blue")];
}

function lines(seating) {
  const parts = [];
  const across = (rank) => {
    const [x1, y1] = seating.xy(0, rank);
    const [x2, y2] = seating.xy(seating.columns - 1, rank);
    return `M${x1} ${y1}L${x2} ${y2}`;
  };
  for (let rank = 0; rank < RANKS; rank += 1) parts.push(across(rank));
  for (let file = 0; file < seating.columns; file += 1) {
    const [x1, y1] = seating.xy(file, 0);
    const [x2, y2] = seating.xy(file, RANKS - 1);
    parts.push(`M${x1} ${y1}L${x2} ${y2}`);
  }
  return [s("path", { class: "line", d: parts.join("") }), s("path", { class: "line centre", d: across(4) })];
}

function labels(seating) {
  const out = [];
  const label = (text, x, y) => out.push(s("text", { x, y, class: "label" }, text));
  for (let file = 0; file < seating.columns; file += 1) {
    const [x, y] = seating.xy(file, seating.view === "blue" ? RANKS - 1 : 0);
    if (seating.view === "side") label(name(file, 0)[0], seating.left - 62, y);
    else label(name(file, 0)[0], x, seating.height - 21);
  }
  for (let rank = 0; rank < RANKS; rank += 1) {
    const [x, y] = seating.xy(seating.view === "blue" ? seating.columns - 1 : 0, rank);
    if (seating.view === "side") label(String(rank + 1), x, seating.height - TRACK - 21);
    else label(String(rank + 1), seating.left - 62, y);
  }
  return out;
}
