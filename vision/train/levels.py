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
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.build import learn_table
from vision.levels import KINDS, beside_usual
from vision.light import photo_log
from vision.look import look
from vision.sites import FEATURES, measure

Floats = NDArray[np.float64]

HIDDEN = 24
ROUNDS = 3000
DECAY = 3e-4
SEED = 7
UNTIDY_MM = (0.0, 1.0, 1.5)
"""Made tables are tidy; people are told to keep within 4 mm each way. Each table counts thrice."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The sites of one table: features (N, F), kinds (N,), what is usual there (2, F)."""

    features: Floats
    kinds: NDArray[np.int64]
    usual: Floats


def kind_of(pile: Sequence[str]) -> int:
    """Return the index in KINDS of a pile.

    >>> kind_of([]), kind_of(["blue stone"]), kind_of(["brown moon"]), kind_of(["x", "y"])
    (0, 1, 2, 3)
    """
    if not pile:
        return 0
    return 1 if pile[-1].endswith("stone") else 1 + min(len(pile), 2)


def train(parts: Sequence[Part]) -> dict[str, Floats]:
    """Return the network's numbers learned from the sites of some tables."""
    cubes = np.concatenate([part.features[part.kinds == KINDS.index("cube")] for part in parts])
    scale = 0.25 * cubes.std(axis=0)
    rng = np.random.default_rng(SEED)
    inputs, kinds = [], []
    for part in parts:
        for shift_mm in UNTIDY_MM:
            features = less_tidy(part.features, shift_mm, rng)
            inputs.append(beside_usual(features, part.usual, scale))
            kinds.append(part.kinds)
    return {"scale": scale, **train_network(np.concatenate(inputs), np.concatenate(kinds))}


def less_tidy(features: Floats, shift_mm: float, rng: np.random.Generator) -> Floats:
    """Return features (N, F) as if the piles stood further off their points.

    The tops of both levels are shifted together, by a normal of `shift_mm` each way. How far they
    are off the point is known, and how far they are from each other along the line of sight.
    """
    at = {name: FEATURES.index(name) for name in ("off1", "off2", "off21", "parallax")}
    one, two = 10 * features[:, at["off1"]], 10 * features[:, at["off2"]]
    apart = np.maximum(features[:, at["parallax"]], 0.05)
    along = np.clip((one - two + apart**2) / (2 * apart), -np.sqrt(one), np.sqrt(one))
    across = np.sqrt(np.maximum(one - along**2, 0))
    push = rng.normal(0, shift_mm, (2, len(features)))
    changed = features.copy()
    changed[:, at["off1"]] = ((along + push[0]) ** 2 + (across + push[1]) ** 2) / 10
    changed[:, at["off2"]] = ((along - apart + push[0]) ** 2 + (across + push[1]) ** 2) / 10
    changed[:, at["off21"]] = changed[:, at["off1"]] - changed[:, at["off2"]]
    return changed


def train_network(features: Floats, kinds: NDArray[np.int64]) -> dict[str, Floats]:
    """Return the network's numbers learned from inputs (N, F) and kinds (N,)."""
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


def measured(rig: Path) -> Part:
    """Return what was measured on a made table's boards and teaching photos."""
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
    return Part(np.concatenate(rows), np.array(kinds, dtype=np.int64), table.kit.usual)


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
    click.echo(f"{sum(len(part.kinds) for part in parts)} sites, {len(FEATURES)} measures")
    numbers = train(parts)
    save(numbers, out)


if __name__ == "__main__":
    main()
