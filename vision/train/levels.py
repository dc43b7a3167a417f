"""Train the network of `vision.levels` on the folders of made tables.

    python -m vision.train.levels --out vision/models/levels.json RIGDIR...

Each RIGDIR comes from `python -m vision.render.rig --seed N --out RIGDIR`. Every table is learned
from its teaching photos as an owner would, its boards are measured, and a network with one hidden
layer of 24 learns what lies on each site. Training takes Adam (Kingma and Ba 2015), weight decay,
and a fixed seed; several networks from different seeds are not needed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.build import learn_table
from vision.levels import KINDS
from vision.light import photo_log
from vision.look import look
from vision.sites import FEATURES, measure

Floats = NDArray[np.float64]

HIDDEN = 24
ROUNDS = 3000
DECAY = 3e-4
SEED = 7


def kind_of(pile: Sequence[str]) -> int:
    """Return the index in KINDS of a pile.

    >>> kind_of([]), kind_of(["blue stone"]), kind_of(["brown moon"]), kind_of(["x", "y"])
    (0, 1, 2, 3)
    """
    if not pile:
        return 0
    return 1 if pile[-1].endswith("stone") else 1 + min(len(pile), 2)


def train(features: Floats, kinds: NDArray[np.int64]) -> dict[str, Floats]:
    """Return the network's numbers learned from features (N, F) and kinds (N,)."""
    rng = np.random.default_rng(SEED)
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    x = np.clip((features - mean) / spread, -3, 3)
    y = np.eye(len(KINDS))[kinds]
    inputs = x.shape[1]
    values = [
        rng.normal(0, inputs**-0.5, (inputs, HIDDEN)),
        np.zeros(HIDDEN),
        rng.normal(0, HIDDEN**-0.5, (HIDDEN, len(KINDS))),
        np.zeros(len(KINDS)),
    ]
    first = [np.zeros_like(value) for value in values]
    second = [np.zeros_like(value) for value in values]
    for step in range(1, ROUNDS + 1):
        rows = rng.integers(0, len(x), 1024)
        batch = x[rows] + rng.normal(0, 0.3, (len(rows), inputs))
        hidden = np.tanh(batch @ values[0] + values[1])
        out = hidden @ values[2] + values[3]
        p = np.exp(out - out.max(axis=1, keepdims=True))
        error = (p / p.sum(axis=1, keepdims=True) - y[rows]) / len(rows)
        back = (error @ values[2].T) * (1 - hidden**2)
        slopes = [batch.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)]
        rate = 0.01 * min(1.0, 2 * (1 - step / (ROUNDS + 1)))
        for k, steep in enumerate(slopes):
            slope = steep + DECAY * values[k] * (values[k].ndim == 2)
            first[k] = 0.9 * first[k] + 0.1 * slope
            second[k] = 0.999 * second[k] + 0.001 * slope * slope
            upward = first[k] / (1 - 0.9**step)
            values[k] = values[k] - rate * upward / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
    names = ("first", "bias", "second", "last")
    return {"mean": mean, "spread": spread, **dict(zip(names, values, strict=True))}


def measured(rig: Path) -> tuple[Floats, NDArray[np.int64]]:
    """Return features and kinds of all sites of a made table's boards and teaching photos."""
    table = learn_table(rig)
    rows, kinds = [], []
    for path in sorted([*rig.glob("board-*.jpg"), *rig.glob("teach-*.jpg")]):
        truth = json.loads(path.with_suffix(".truth.json").read_text())
        photo = cv2.imread(str(path))
        if truth["hand"] or photo is None:
            continue
        image = np.asarray(photo, dtype=np.uint8)
        found = measure(
            table.view, table.kit, look(image, table.view, table.kit.pixels), photo_log(image)
        )
        rows.append(found.features)
        sites = [table.view.layout.sites[k] for k in found.site]
        kinds += [kind_of(truth["points"].get(site, [])) for site in sites]
    return np.concatenate(rows), np.array(kinds, dtype=np.int64)


def save(numbers: dict[str, Floats], path: Path) -> None:
    """Write the network's numbers, five digits each, one array a line."""
    lines = []
    for name, value in numbers.items():
        short = np.array([float(f"{number:.5g}") for number in value.ravel()])
        lines.append(f'"{name}": {json.dumps(short.reshape(value.shape).tolist())}')
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


@click.command()
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.argument("rigs", nargs=-1, type=click.Path(path_type=Path, exists=True))
def main(out: Path, rigs: tuple[Path, ...]) -> None:
    """Measure the tables and train."""
    parts = [measured(rig) for rig in rigs]
    features = np.concatenate([part[0] for part in parts])
    kinds = np.concatenate([part[1] for part in parts])
    click.echo(f"{len(kinds)} sites, {len(FEATURES)} measures")
    numbers = train(features, kinds)
    save(numbers, out)


if __name__ == "__main__":
    main()
