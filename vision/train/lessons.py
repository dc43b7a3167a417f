"""Measure made tables, for `vision.train.levels` to learn from.

    python -m vision.train.lessons --out MEASURES RIGDIR...

Each RIGDIR comes from `vision.train.tables` or `vision.render.rig`. Every table is learned from its
teaching photos as an owner would; what is measured around each site of its boards is kept, one file
a table. Tables that have their file already are passed over.
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
from vision.light import PhotoLog
from vision.look import look
from vision.sites import measure

Floats = NDArray[np.float64]

GRAIN = 80.0
"""Patches are kept as whole numbers, so many to one."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The sites of one table.

    features (N, F), patches (N, C, H, W) int8 in 1 / GRAIN, kinds (N,) in the order of KINDS,
    usual: (2, F) what is usual there.
    """

    features: Floats
    patches: NDArray[np.int8]
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


def measured(rig: Path) -> Part:
    """Return what was measured on a made table's boards and teaching photos."""
    table = learn_table(rig)
    rows, patches, kinds = [], [], []
    for path in sorted([*rig.glob("board-*.jpg"), *rig.glob("teach-*.jpg")]):
        truth = json.loads(path.with_suffix(".truth.json").read_text())
        photo = cv2.imread(str(path))
        if truth["hand"] or photo is None:
            continue
        image = np.asarray(photo, dtype=np.uint8)
        found = measure(
            table.view, table.kit, look(image, table.view, table.kit.pixels), PhotoLog(image)
        )
        rows.append(found.features)
        patches.append(np.rint(found.patches * GRAIN).astype(np.int8))
        sites = [table.view.layout.sites[k] for k in found.site]
        kinds += [kind_of(truth["points"].get(site, [])) for site in sites]
    return Part(
        np.concatenate(rows),
        np.concatenate(patches),
        np.array(kinds, dtype=np.int64),
        table.kit.usual,
    )


def load_parts(folder: Path) -> list[Part]:
    """Return the measured tables of a folder."""
    parts = []
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as kept:
            parts.append(Part(kept["features"], kept["patches"], kept["kinds"], kept["usual"]))
    return parts


@click.command()
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.argument("rigs", nargs=-1, type=click.Path(path_type=Path, exists=True))
def main(out: Path, rigs: tuple[Path, ...]) -> None:
    """Measure the tables."""
    out.mkdir(parents=True, exist_ok=True)
    for rig in rigs:
        path = out / f"{rig.name}.npz"
        if path.exists():
            continue
        part = measured(rig)
        np.savez(
            path,
            features=part.features,
            patches=part.patches,
            kinds=part.kinds,
            usual=part.usual,
        )
        click.echo(f"{rig.name}: {len(part.kinds)} sites")


if __name__ == "__main__":
    main()
