// Pieces and piles as they are seen from above.

import { s } from "../../dom.js";
import { cube, deity, face, stone } from "../../figures.js";
import { TURNS } from "./seating.js";

const FIXED = new Set(["moon", "star", "pit", "trap", "safe", "path"]);

/** One piece as it is seen from above. */
export function drawPiece(piece, seating = null) {
  const group = s("g", { class: `piece side-${piece.owner} kind-${piece.kind}` });
  if (piece.kind === "stone") group.append(stone());
  else if (piece.facing || FIXED.has(piece.kind)) {
    const turn = seating ? seating.degrees(piece.facing) : TURNS[piece.facing] ?? 0;
    const drawn = piece.kind === "path" && !String(piece.facing).includes("-") ? "road" : piece.kind;
    group.append(cube(piece.owner), face(drawn, piece.facing ? turn : 0));
  } else group.append(deity(piece.kind));
  return group;
}

/** A pile: the lower piece looks out below and to the left, its face drawn small where it is free. */
export function drawPile(pile, seating) {
  if (pile.length < 2) return s("g", { class: "pile" }, ...pile.map((piece) => drawPiece(piece, seating)));
  const [below, ...above] = pile;
  const base = FIXED.has(below.kind)
    ? s("g", { class: `piece side-${below.owner}` }, cube(below.owner), s("g", { transform: "translate(-24 25) scale(0.44)" }, face(below.kind)))
    : drawPiece(below, seating);
  return s("g", { class: "pile high" },
    s("g", { transform: "translate(-3 7)", class: "base" }, base),
    ...above.map((piece) => s("g", { transform: "translate(9 -15) scale(0.74)", class: "rider" }, drawPiece(piece, seating))));
}

/** Equal for piles that look alike. */
export const pileKey = (pile) => pile.map((piece) => `${piece.owner} ${piece.kind} ${piece.facing ?? ""}`).join("+");
