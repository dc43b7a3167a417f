"""Rolls with cocked cubes: some lean against a neighbour or over the board's rim.

A cube that leans stands on its lowest edge (or corner) on the table; what is raised touches the
thing that holds it. So its place follows from its tilt: it is pushed against the neighbour's side
until they meet, or drawn over the rim until its bottom lies on it.
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
from vision.render.scene import Placed, throw

Floats = NDArray[np.float64]

LEAST_LEAN_DEG = 12.0
"""From here on a face is no longer plainly up."""
MOST_LEAN_DEG = 45.0
"""Beyond it another face is the uppermost."""
_TRIES = 200
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
    flat = throw(look, colour, faces[: len(faces) - cocked], rng)
    used = {piece.copy for piece in flat}
    free = [k for k in range(len(faces) + cocked) if k not in used]
    placed = list(flat)
    for face, copy in zip(faces[len(faces) - cocked :], free, strict=False):
        cube = Placed(f"{colour} {face}", 0.0, 0.0, 0.0, copy=copy)
        for _ in range(_TRIES):
            lean = float(rng.uniform(*lean_deg))
            if rng.random() < _ON_RIM:
                leaning = _over_rim(look, cube, lean, rng)
            else:
                leaning = _against(look, cube, flat[int(rng.integers(len(flat)))], lean, rng)
            if leaning is not None and not _meets_any(look, leaning, placed):
                placed.append(leaning)
                break
    return tuple(placed)


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
