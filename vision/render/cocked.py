"""Rolls with cocked cubes: some lean against a neighbour or over the board's rim.

A cube that leans stands on its lowest edge (or corner) on the table; what is raised touches the
thing that holds it. So its place follows from its tilt: it is pushed against the neighbour's side
until they meet, or drawn over the rim until its bottom lies on it. Against a neighbour's upright
side nothing but friction holds it, so that small leans need rough cubes; see `wedged`.

Other rolls have cubes that lie flat on another one, which they hide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.render import ground
from vision.render.bodies import cube_box
from vision.render.look import TableLook
from vision.render.scene import COPIES, Placed, overlaps, throw

Floats = NDArray[np.float64]

LEAST_LEAN_DEG = 12.0
"""From here on a face is no longer plainly up."""
MOST_LEAN_DEG = 45.0
"""Beyond it another face is the uppermost."""
_TRIES = 200
_FRICTION = (0.4, 0.9)
"""Smooth wood on wood to unglazed clay."""
_OVERHANG = 0.4
"""A cube on another one lies off its middle by at most this part of an edge."""
_ON_RIM = 0.2
_ON_CORNER = 0.25


def throw_cocked(
    look: TableLook,
    colour: str,
    faces: Sequence[str],
    rng: Generator,
    *,
    cocked: int,
    lean_deg: tuple[float, float] = (LEAST_LEAN_DEG, MOST_LEAN_DEG),
) -> tuple[Placed, ...]:
    """Return rolled cubes of one colour, the last `cocked` of them leaning by `lean_deg`.

    A cube for which no room is found is left out.
    """
    touching = float(rng.uniform(0.2, 0.6))
    flat = throw(look, colour, faces[: len(faces) - cocked], rng, touching=touching)
    free = _copies_left(flat, len(faces))
    placed = list(flat)
    for face, copy in zip(faces[len(faces) - cocked :], free, strict=False):
        cube = Placed(f"{colour} {face}", 0.0, 0.0, 0.0, copy=copy)
        for _ in range(_TRIES):
            lean = float(rng.uniform(*lean_deg))
            if rng.random() < _ON_RIM:
                leaning = _over_rim(look, cube, lean, rng)
            elif not wedged(lean, float(rng.uniform(*_FRICTION))):
                continue
            else:
                leaning = _against(look, cube, flat[int(rng.integers(len(flat)))], lean, rng)
            if leaning is not None and not _meets_any(look, leaning, placed):
                placed.append(leaning)
                break
    return tuple(placed)


def throw_piled(
    look: TableLook, colour: str, faces: Sequence[str], rng: Generator, *, piled: int
) -> tuple[Placed, ...]:
    """Return rolled cubes of one colour, the last `piled` of them on top of others (level 1)."""
    flat = throw(look, colour, faces[: len(faces) - piled], rng)
    edge = look.layout.piece_mm
    lower = [flat[int(k)] for k in rng.permutation(len(flat))[:piled]]
    upper: list[Placed] = []
    for face, copy, under in zip(faces[len(flat) :], _copies_left(flat, len(faces)), lower,
                                 strict=False):  # fmt: skip
        for _ in range(_TRIES):
            x, y = rng.uniform(-_OVERHANG, _OVERHANG, 2) * edge + (under.x_mm, under.y_mm)
            turn, base = float(rng.uniform(0, 360)), 2 * float(cube_box(look, under).half[2])
            cube = Placed(f"{colour} {face}", float(x), float(y), turn, base, copy, level=1)
            if not any(overlaps(cube, other, edge) for other in upper):
                upper.append(cube)
                break
    return (*flat, *upper)


def _copies_left(pieces: Sequence[Placed], count: int) -> list[int]:
    """Return which of a set's cubes are not among the pieces."""
    used = {piece.copy for piece in pieces}
    return [k for k in range(max(count, COPIES)) if k not in used]


def wedged(lean_deg: float, friction: float) -> bool:
    """Return whether friction alone keeps a cube leaning with its raised edge at an upright side.

    The cube's weight acts at d from the edge that it stands on, the side's push at the height h
    and its friction at the distance l, all in edges. With all friction used, both supports in
    balance ask for d (1 + m^2) <= m (h + m l).
    """
    lean = np.radians(lean_deg)
    high, far = float(np.sin(lean)), float(np.cos(lean))
    return (far - high) / 2 * (1 + friction**2) <= friction * (high + friction * far)


def _against(
    look: TableLook, cube: Placed, holder: Placed, lean: float, rng: Generator
) -> Placed | None:
    """Return a cube whose raised edge or corner touches a side of `holder`, None off the board."""
    edge = look.layout.piece_mm
    away = holder.turn_deg + 90.0 * int(rng.integers(4))
    skew = float(rng.uniform(-12, 12))
    quarter = 90.0 * int(rng.integers(4))
    toward = quarter
    if rng.random() < _ON_CORNER:
        toward += float(rng.uniform(-40, 40))
    tilted = replace(cube, turn_deg=away + skew - quarter, lean_deg=(lean, toward))
    out = np.array([np.cos(np.radians(away)), np.sin(np.radians(away))])
    side = np.array([-out[1], out[0]])
    touching = _touching(look, tilted, out, edge)
    half = cube_box(look, holder).half[:2].max()
    place = np.array([holder.x_mm, holder.y_mm]) + out * (half + 0.2 - touching @ out)
    place = place + side * (rng.uniform(-0.4, 0.4) * edge - touching @ side)
    east, north = look.layout.corners_mm[2]
    if not (-8 <= place[0] <= east + 8 and -8 <= place[1] <= north + 8):
        return None
    return replace(tilted, x_mm=float(place[0]), y_mm=float(place[1]))


def _touching(look: TableLook, tilted: Placed, out: Floats, height_mm: float) -> Floats:
    """Return the corner (2,) of a cube, from its middle, that meets first what is against `out`.

    Only corners below a height count.
    """
    corners = cube_box(look, tilted).corners()
    low = corners[corners[:, 2] <= height_mm + 1e-6, :2] - (tilted.x_mm, tilted.y_mm)
    return np.asarray(low[(low @ out).argmin()], np.float64)


def _over_rim(look: TableLook, cube: Placed, lean: float, rng: Generator) -> Placed | None:
    """Return a cube that stands on the table and lies on the board's rim; None when it would fall.

    In a cut across the rim the bottom is a line from its foot at (p, -thick) through (0, 0), so
    the board's thickness and the tilt give p; the middle must be between both supports.
    """
    thick, edge = look.board.thick_mm, look.layout.piece_mm
    slope = np.tan(np.radians(lean))
    foot = thick / slope
    reach = np.hypot(foot, thick)
    angle = np.radians(lean)
    half = edge / 2
    middle = foot + half * (np.sin(angle) - np.cos(angle))
    if reach > edge * 0.97 or not 0.5 < middle < foot - 0.5:
        return None
    west, south, east, north = ground.board_rim(look)
    side = int(rng.integers(4))
    away = 90.0 * side
    quarter = 90.0 * int(rng.integers(4))
    x, y = (
        rng.uniform(0, look.layout.corners_mm[2][0]),
        rng.uniform(0, look.layout.corners_mm[2][1]),
    )
    place = ((east + middle, y), (x, north + middle), (west - middle, y), (x, south - middle))[side]
    return replace(
        cube,
        x_mm=float(place[0]),
        y_mm=float(place[1]),
        base_mm=-thick,
        turn_deg=away - quarter,
        lean_deg=(lean, quarter),
    )


def footprint(look: TableLook, piece: Placed) -> Floats:
    """Return the convex outline (N, 2) in mm of a cube seen from straight above."""
    corners = cube_box(look, piece).corners()[:, :2].astype(np.float32)
    return np.asarray(cv2.convexHull(corners.reshape(-1, 1, 2)), np.float64).reshape(-1, 2)


def _meets_any(look: TableLook, piece: Placed, others: Sequence[Placed]) -> bool:
    """Return whether a cube would stand in one of the others, a slight touch allowed."""
    mine = footprint(look, piece).astype(np.float32)
    for other in others:
        if np.hypot(piece.x_mm - other.x_mm, piece.y_mm - other.y_mm) > 3 * look.layout.piece_mm:
            continue
        theirs = footprint(look, other).astype(np.float32)
        shared, _ = cv2.intersectConvexConvex(mine, theirs)
        if shared > 1.0:
            return True
    return False
