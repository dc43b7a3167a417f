"""Fit the numbers of `vision.cocked` on rolls of made tables in which some cubes lean.

    python -m vision.train.cocked --out vision/models/cocked.json RIGDIR...

Each RIGDIR comes from `python -m vision.render.rig --seed N --out RIGDIR --cocked 4`. Cubes that
lean by less than 12 degrees are left out: their faces are still plainly up. A logistic regression
with a little weight decay is fitted by Newton's method, so the same folders give the same numbers.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.build import learn_table
from vision.cocked import NAMES
from vision.kit import COLOURS
from vision.photo import load_photo
from vision.read import LONGEST_PX
from vision.render.cocked import LEAST_LEAN_DEG
from vision.roll import rolled_squares

Floats = NDArray[np.float64]

_ROUNDS = 40
_DECAY = 1.0
_FARTHEST = 4.0
_NEAR = 0.8
"""A square whose middle is nearer to a cube's than this part of its edge is of that cube."""


def fit(measures: Floats, cocked: NDArray[np.bool_]) -> dict[str, Any]:
    """Return the numbers learned from measures (N, len(NAMES)) of cubes that are cocked or flat."""
    mean, spread = measures.mean(axis=0), measures.std(axis=0) + 1e-9
    scaled = np.clip((measures - mean) / spread, -_FARTHEST, _FARTHEST)
    inputs = np.column_stack([scaled, np.ones(len(scaled))])
    weights = np.zeros(inputs.shape[1])
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs
        slope = inputs.T @ (cocked - chance) - _DECAY * weights
        weights = weights + np.linalg.solve(curve + _DECAY * np.eye(len(weights)), slope)
    numbers = {"mean": mean, "spread": spread, "weights": weights[:-1]}
    rounded = {key: [float(f"{v:.6g}") for v in values] for key, values in numbers.items()}
    return {"names": list(NAMES), **rounded, "bias": float(f"{weights[-1]:.6g}")}


def measured(folder: Path) -> tuple[Floats, Floats]:
    """Return the measures of all rolled cubes of a table and by how many degrees each leans."""
    table = learn_table(folder).profile.table()
    rows, leans = [], []
    for path in sorted([*folder.glob("cocked-*.jpg"), *folder.glob("roll-*.jpg")]):
        truth = json.loads(path.with_suffix(".truth.json").read_text())
        photo = load_photo(path, longest_px=LONGEST_PX).pixels
        colour = COLOURS.index(truth["roll"]["colour"])
        tops, measures = rolled_squares(photo, table.view, table.kit, colour)
        heights = np.full(len(tops.fit), table.layout.piece_mm)
        middles = table.view.camera.project(np.column_stack([tops.centre_mm, heights]))
        corners = np.array([cube["top_px"] for cube in truth["cubes"]])
        lean = np.array([cube.get("lean", 0.0) for cube in truth["cubes"]])
        edge = np.linalg.norm(corners[:, 0] - corners[:, 1], axis=1)
        away = np.linalg.norm(middles[:, None] - corners.mean(axis=1), axis=2)
        mate = away.argmin(axis=1)
        near = away[np.arange(len(mate)), mate] < _NEAR * np.median(edge)
        rows.append(measures[near])
        leans.append(lean[mate[near]])
    return np.concatenate(rows), np.concatenate(leans)


@click.command()
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False))
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def main(out: Path, folders: tuple[Path, ...]) -> None:
    """Fit on FOLDERS and write the numbers to OUT."""
    cv2.setNumThreads(1)
    parts = [measured(folder) for folder in folders]
    measures = np.concatenate([part[0] for part in parts])
    lean = np.concatenate([part[1] for part in parts])
    use = (lean == 0) | (lean >= LEAST_LEAN_DEG)
    numbers = fit(measures[use], lean[use] >= LEAST_LEAN_DEG)
    out.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
    click.echo(f"{use.sum()} cubes, {(lean[use] >= LEAST_LEAN_DEG).sum()} cocked: {out}")


if __name__ == "__main__":
    main()
