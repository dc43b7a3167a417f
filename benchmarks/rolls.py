"""How well rolls are read in which cubes lean or lie on one another, by how much they lean.

    python -m benchmarks.rolls [--list] RIGDIR...

Made folders come from `python -m vision.render.rig --seed N --boards 0 --rolls 2 --bumps 0
--cocked 4 --piled 2 --out RIGDIR`. Each cube counts once: read rightly or wrongly, said (with the
reason), or not told at all. The time is the processor's of one roll, on one core.
"""

from __future__ import annotations

import json
import statistics
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from benchmarks.reader import clocked
from calibration.build import learn_table
from vision.photo import load_photo
from vision.read import LONGEST_PX, Table
from vision.roll import Roll, read_roll
from vision.train.cocked_lessons import levels

CLASSES = ((5, 8), (8, 12), (12, 16), (16, 20), (20, 30), (30, 46))
_NEAR = 0.7
"""What is told nearer to a cube's middle than this part of an edge is of that cube."""


def class_of(cube: dict[str, Any], level: int) -> str:
    """Return in words how a cube of the truth lies."""
    if level:
        return "on another" if level > 0 else "under another"
    lean = cube.get("lean", 0.0)
    if not lean:
        return "flat"
    low, high = next(part for part in CLASSES if lean < part[1])
    return f"leans {low:2d}-{high}"


def compare(truth: dict[str, Any], roll: Roll) -> list[tuple[str, str]]:
    """Return for each true cube how it lies and what is told of it; then what is told of none."""
    cubes = truth["cubes"]
    corners = np.array([cube["top_px"] for cube in cubes])
    middles = corners.mean(axis=1)
    edge_px = float(np.median(np.linalg.norm(corners[:, 0] - corners[:, 1], axis=1)))
    told = [(np.array(cube.px), cube.face) for cube in roll.cubes]
    told += [(np.array(cube.px), f"said {cube.why.value}") for cube in roll.unread]
    free = list(range(len(told)))
    lines = []
    level = [int(value) for value in levels(cubes)]
    for k in np.argsort([-value for value in level], kind="stable"):
        away = [float(np.hypot(*(told[n][0] - middles[k]))) for n in free]
        answer = "not told"
        if away and min(away) < _NEAR * edge_px:
            what = told[free.pop(int(np.argmin(away)))][1]
            answer = what
            if not what.startswith("said"):
                answer = "read" if what == cubes[k]["face"] else "read wrongly"
        lines.append((class_of(cubes[k], level[k]), answer))
    return lines + [("nothing there", told[n][1]) for n in free]


def measure(
    folder: Path, table: Table, *, listed: bool
) -> tuple[Counter[tuple[str, str]], list[float]]:
    """Return what is told of how many cubes of a folder's rolls, and the ms of each roll."""
    counts: Counter[tuple[str, str]] = Counter()
    times = []
    patterns = ("roll-*.jpg", "cocked-*.jpg", "piled-*.jpg")
    for path in [path for pattern in patterns for path in sorted(folder.glob(pattern))]:
        truth = json.loads(path.with_suffix(".truth.json").read_text())
        photo = load_photo(path, longest_px=LONGEST_PX).pixels
        roll, took = clocked(partial(read_roll, photo, table.view, table.kit))
        lines = compare(truth, roll)
        counts.update(lines)
        times.append(took)
        odd = [f"{kind}: {answer}" for kind, answer in lines
               if (kind == "flat") != (answer == "read")]  # fmt: skip
        if listed and odd:
            click.echo(f"  {folder.name}/{path.name}: {'; '.join(odd)}")
    return counts, times


@click.command()
@click.option("--list", "listed", is_flag=True, help="Tell of each photo what is not plain.")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path, exists=True))
def main(folders: tuple[Path, ...], *, listed: bool) -> None:
    """Measure rolls on FOLDERS."""
    cv2.setNumThreads(1)
    total: Counter[tuple[str, str]] = Counter()
    times: list[float] = []
    for folder in folders:
        counts, some = measure(folder, learn_table(folder).profile.table(), listed=listed)
        total += counts
        times += some
    for kind in sorted({kind for kind, _ in total}):
        row = {answer: n for (k, answer), n in sorted(total.items()) if k == kind}
        click.echo(f"{kind:14s} {sum(row.values()):4d}: {row}")
    click.echo(f"{len(times)} rolls, {statistics.median(times):.0f} ms in the middle")


if __name__ == "__main__":
    main()
