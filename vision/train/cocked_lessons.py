"""Measure rolls of made tables in which cubes lean, for `vision.train.cocked` to learn from.

    python -m vision.train.cocked_lessons --out MEASURES RIGDIR...

Each RIGDIR comes from `python -m vision.render.rig --seed N --out RIGDIR --cocked 6 --piled 1`.
Every table is learned from its teaching photos as an owner would; what is measured of each square
that is found on a cube is kept, one file a table. Tables that have their file already are passed
over.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.build import learn_table
from vision.kit import COLOURS
from vision.photo import LONGEST_PX, load_photo
from vision.roll_weighing import rolled_squares
from vision.train.keeping import keeping_command

Floats = NDArray[np.float64]

GRAIN = 80.0
"""Patches are kept as whole numbers, so many to one."""
_NEAR = 0.8
"""A square whose middle is nearer to a cube's than this part of its edge is of that cube."""
_PHOTOS = ("cocked-*.jpg", "roll-*.jpg", "piled-*.jpg")


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The squares of one table's rolls.

    measures (N, F), patches (N, C, H, W) int8 in 1 / GRAIN, lean_deg (N,), level (N,) 1 for cubes
    on another one, -1 for those under one, photo (N,) a number.
    """

    measures: Floats
    patches: NDArray[np.int8]
    lean_deg: Floats
    level: NDArray[np.int64]
    photo: NDArray[np.int64]


def measured(folder: Path) -> Part:
    """Return what is measured on all rolls of a table."""
    table = learn_table(folder).profile.table()
    parts: list[tuple[NDArray[np.generic], ...]] = []
    paths = [path for pattern in _PHOTOS for path in sorted(folder.glob(pattern))]
    for number, path in enumerate(paths):
        truth = json.loads(path.with_suffix(".truth.json").read_text())
        photo = load_photo(path, longest_px=LONGEST_PX).pixels
        colour = COLOURS.index(truth["roll"]["colour"])
        squares = rolled_squares(photo, table.view, table.kit, colour)
        heights = np.full(len(squares.tops.fit), table.layout.piece_mm)
        middles = table.view.camera.project(np.column_stack([squares.tops.centre_mm, heights]))
        mate = mates(truth["cubes"], middles)
        near = mate >= 0
        lean = np.array([cube.get("lean", 0.0) for cube in truth["cubes"]])
        level = levels(truth["cubes"])
        patches = np.rint(np.clip(squares.patches * GRAIN, -127, 127)).astype(np.int8)
        parts.append(
            (
                *(squares.measures[near], patches[near], lean[mate[near]], level[mate[near]]),
                np.full(near.sum(), number),
            )
        )
    return Part(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def mates(cubes: list[dict[str, Any]], middles: Floats) -> NDArray[np.int64]:
    """Return which true cube each square is of (N,), -1 for none."""
    corners = np.array([cube["top_px"] for cube in cubes])
    away = np.linalg.norm(middles[:, None] - corners.mean(axis=1), axis=2)
    mate = away.argmin(axis=1)
    near = away[np.arange(len(mate)), mate] < _NEAR * _edge_px(corners)
    return np.where(near, mate, -1)


def levels(cubes: list[dict[str, Any]]) -> NDArray[np.int64]:
    """Return 1 for cubes on another one, -1 for those under one, else 0 (N,)."""
    corners = np.array([cube["top_px"] for cube in cubes])
    level = np.array([cube["level"] for cube in cubes])
    middles = corners.mean(axis=1)
    away = np.linalg.norm(middles[:, None] - middles[level > 0][None], axis=2)
    under = away.min(axis=1, initial=np.inf) < 0.75 * _edge_px(corners)
    return np.where((level == 0) & under, -1, level)


def _edge_px(corners: Floats) -> float:
    """Return the usual edge of tops with these corners (N, 4, 2)."""
    return float(np.median(np.linalg.norm(corners[:, 0] - corners[:, 1], axis=1)))


def load_parts(folder: Path) -> list[Part]:
    """Return the measured tables of a folder."""
    parts = []
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as kept:
            parts.append(Part(*(kept[name] for name in Part.__slots__)))
    return parts


def kept(rig: Path) -> dict[str, NDArray[Any]]:
    """Return what is kept of a table."""
    part = measured(rig)
    return {name: getattr(part, name) for name in Part.__slots__}


if __name__ == "__main__":
    keeping_command(kept, counted="photo", of="squares")()
