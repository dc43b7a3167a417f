"""The art of a set: six distinct symbols, and how a maker's hand copies them onto each cube."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.render.shapes import ANY, DIRECTED, TWO_WAY, Family
from vision.render.strokes import Drawing, Mark, scaled, turned

Image = NDArray[np.float32]

FACES = ("moon", "star", "pit", "trap", "safe", "path")
"""The six faces of a cube, in the order used throughout."""

_SUPERSAMPLE = 3
_ALIKE_PX = 32
_TRIES = 400
_LEAST_UNLIKE = 0.36


@dataclass(frozen=True, slots=True)
class Hand:
    """How unlike the copies of one symbol are.

    pen: stroke width in face units. shift: displacement, face units. turn_deg, scale: slant and
    size. pen_spread: relative width from copy to copy. wobble: bending of the strokes, face units.
    chips: share of the ink missing in flecks. edge: roughness of the rim of the ink, 0..1.
    All are standard deviations except `pen`, `chips` and `edge`.
    """

    pen: float = 0.16
    shift: float = 0.0
    turn_deg: float = 0.0
    scale: float = 0.0
    pen_spread: float = 0.0
    wobble: float = 0.0
    chips: float = 0.0
    edge: float = 0.0


def draw(drawing: Drawing, size_px: int, pen: float) -> Image:
    """Return the ink of a drawing on a face: (size_px, size_px) in 0..1, north at the top."""
    side = size_px * _SUPERSAMPLE
    sheet = np.zeros((side, side), np.uint8)
    for mark in drawing:
        pixels = np.column_stack([mark.points[:, 0] + 1.0, 1.0 - mark.points[:, 1]]) * side / 2
        corners = np.round((pixels - 0.5) * 16).astype(np.int32)
        value = 255 if mark.ink else 0
        if mark.stroke == 0.0:
            cv2.fillPoly(sheet, [corners], value, cv2.LINE_8, 4)
        else:
            width = max(1, round(mark.stroke * pen * side / 2))
            cv2.polylines(sheet, [corners], mark.closed, value, width, cv2.LINE_8, 4)
    return cv2.resize(sheet, (size_px, size_px), interpolation=cv2.INTER_AREA).astype(
        np.float32
    ) / np.float32(255.0)


def draw_copy(drawing: Drawing, size_px: int, hand: Hand, rng: Generator) -> Image:
    """Return one hand-made copy of a drawing as `draw` does, with the hand's unsteadiness."""
    pen = hand.pen * float(np.clip(1.0 + rng.normal(0, 1) * hand.pen_spread, 0.5, 1.6))
    size = 1.0 + float(np.clip(rng.normal(0, 1), -2, 2)) * hand.scale
    shift = rng.normal(0, 1, 2).clip(-2, 2) * hand.shift
    marks = turned(scaled(drawing, size), float(rng.normal(0, 1)) * hand.turn_deg)
    bend = rng.normal(0, 1, (3, 2)) * hand.wobble
    phase = rng.uniform(0, 2 * np.pi, (3, 2))
    copy = []
    for mark in marks:
        points = mark.points + shift
        if hand.wobble > 0:
            points = _subdivided(points)
            for k in range(3):
                wave = np.sin((k + 1.5) * points[:, ::-1] + phase[k])
                points = points + wave * bend[k]
        copy.append(Mark(points, mark.stroke, mark.closed, mark.ink))
    ink = draw(tuple(copy), size_px, pen)
    if hand.edge > 0 or hand.chips > 0:
        ink = _worn(ink, hand, rng)
    return ink


def _subdivided(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Put two more points on each segment, so that a straight stroke can bend."""
    steps = np.linspace(0, 1, 4)[:3, None]
    parts = [a + (b - a) * steps for a, b in pairwise(points)]
    return np.vstack([*parts, points[-1:]])


def _worn(ink: Image, hand: Hand, rng: Generator) -> Image:
    """Return the ink with a rough rim and flecks missing."""
    size = ink.shape[0]
    rough = rng.normal(0, 1, (size, size)).astype(np.float32)
    grain = np.asarray(cv2.GaussianBlur(rough, (0, 0), 1.1), np.float32)
    grain = grain / (grain.std() + np.float32(1e-6))
    soft = cv2.GaussianBlur(ink, (0, 0), 0.8 + hand.edge)
    ink = np.clip((soft - 0.5 + 0.16 * hand.edge * grain) * 3.0 + 0.5, 0, 1).astype(np.float32)
    if hand.chips > 0:
        spots = cv2.GaussianBlur(rng.normal(0, 1, (size, size)).astype(np.float32), (0, 0), 1.8)
        limit = np.quantile(spots, 1.0 - hand.chips)
        ink = ink * (1.0 - np.clip((spots - limit) * 12.0, 0, 1) * 0.9).astype(np.float32)
    return ink


def unlikeness(a: Drawing, b: Drawing, *, pen: float = 0.16) -> tuple[float, float, float, float]:
    """Return how unlike `a` is to `b` turned by 0, 90, 180 and 270 degrees.

    0 = the same ink, 1 = nothing in common, up to 2 for opposites (one minus the correlation of
    the slightly blurred ink).
    """
    return _unlike(_print_of(a, pen), _print_of(b, pen))


def _print_of(drawing: Drawing, pen: float) -> Image:
    """Return the blurred ink (S, S) with mean 0 and length 1."""
    soft = cv2.GaussianBlur(draw(drawing, _ALIKE_PX, pen), (0, 0), 2.0)
    ink = np.asarray(soft, np.float32) - np.float32(np.mean(soft))
    return np.asarray(ink / (np.sqrt((ink * ink).sum()) + 1e-9), np.float32)


def _unlike(a: Image, b: Image) -> tuple[float, float, float, float]:
    first, second, third, fourth = (1.0 - _turns(b) @ a.ravel()).tolist()
    return first, second, third, fourth


def _turns(ink: Image) -> Image:
    """Return the four quarter turns of an image as rows (4, S * S)."""
    half = ink[::-1, ::-1]
    return np.stack([ink.ravel(), ink.T[::-1].ravel(), half.ravel(), ink.T[:, ::-1].ravel()])


def _serves(face: str, ink: Image) -> bool:
    """Return whether a symbol has the symmetry that a face needs.

    A trap: a quarter, a half and three quarters of a turn can each be told from none. A path: half
    a turn changes nothing, a quarter can be told.
    """
    if face not in ("trap", "path"):
        return True
    _, quarter, half, three = _unlike(ink, ink)
    if face == "trap":
        return min(quarter, half, three) > 0.3
    return half < 0.05 and quarter > 0.4


def random_symbols(
    rng: Generator, *, pen: float = 0.16, families: Collection[str] | None = None
) -> dict[str, Drawing]:
    """Return six random symbols, face -> drawing, that can be told from each other however turned.

    The trap shows a direction (its art points north), the path is the same after half a turn and
    runs north and south, the other four have no facing and any symmetry. `families` limits the
    names of the families used; ValueError when too few remain for six distinct symbols.
    """
    pools = tuple(
        [f for name, f in pool.items() if families is None or name in families]
        for pool in (ANY, DIRECTED, TWO_WAY)
    )
    if not all(pools):
        raise ValueError("each kind of symbol needs at least one family")
    usual = {"moon": "crescent", "star": "star", "pit": "disc"} if rng.random() < 0.4 else {}
    chosen: dict[str, Drawing] = {}
    prints: list[Image] = []
    used: set[Family] = set()
    for face in ("trap", "path", "moon", "star", "pit", "safe"):
        for attempt in range(_TRIES):
            family = _family_for(face, pools, rng)
            wanted = usual.get(face)
            if wanted and attempt < 20 and ANY[wanted] in pools[0]:
                family = ANY[wanted]
            if family in used and attempt < _TRIES // 2:
                continue
            drawing = family(rng)
            if face == "path" and rng.random() < 0.2:
                drawing = turned(drawing, 90.0)
            drawing = scaled(drawing, rng.uniform(0.5, 0.72))
            ink = _print_of(drawing, pen)
            limit = _LEAST_UNLIKE * (1.0 - 0.5 * attempt / _TRIES)
            apart = not prints or float((_turns(ink) @ np.stack(prints).T).max()) < 1.0 - limit
            if apart and _serves(face, ink):
                chosen[face] = drawing
                prints.append(ink.ravel())
                used.add(family)
                break
        else:
            raise ValueError(f"no distinct symbol found for {face}: allow more families")
    return {face: chosen[face] for face in FACES}


def _family_for(face: str, pools: tuple[list[Family], ...], rng: Generator) -> Family:
    """Return a random family that may draw a face."""
    free, directed, two_way = pools
    if face == "trap":
        pool = directed if rng.random() < 0.85 else free
    elif face == "path":
        pool = two_way
    else:
        pool = free if rng.random() < 0.85 else directed + two_way
    return pool[int(rng.integers(len(pool)))]
