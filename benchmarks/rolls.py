"""How well rolls are read in which cubes lean or lie on one another, by how much they lean.

    python -m benchmarks.rolls [--list] RIGDIR...

Made folders come from `python -m vision.render.rig --seed N --boards 0 --rolls 2 --bumps 0
--cocked 4 --piled 2 --out RIGDIR`. Each cube counts once: read rightly or wrongly, said (with the
reason), or not told at all. Each roll counts once, too: whether the reader is sure of all sixteen,
and whether it may be. The time is the processor's of one roll, on one core.
"""

from __future__ import annotations

import json
import statistics
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from benchmarks.reader import clocked
from calibration.build import learn_table
from vision.photo import LONGEST_PX, load_photo
from vision.read import Table
from vision.render.cocked import LEAST_LEAN_DEG
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


def _as_meant(kind: str, answer: str) -> bool:
    """Return whether a flat cube is read or another one said."""
    return answer == "read" if kind == "flat" else answer.startswith("said")


def verdict_of(truth: dict[str, Any], roll: Roll) -> str:
    """Return in words what becomes of a whole roll, the worst in capitals.

    A cube that leans by less than `LEAST_LEAN_DEG` still shows its face and may be counted.
    """
    cubes = truth["cubes"]
    kinds = [class_of(cube, int(level)) for cube, level in zip(cubes, levels(cubes), strict=True)]
    lean = max(cube.get("lean", 0.0) for cube in cubes)
    piled = any("another" in kind for kind in kinds)
    plain = not piled and lean < LEAST_LEAN_DEG
    if not roll.sure:
        return "all plain, not sure" if plain else "some not plain, not sure"
    if Counter(cube["face"] for cube in cubes) != Counter(roll.faces):
        return "sure, FACES WRONG"
    if plain:
        return "all plain, sure"
    return "sure, A PILE COUNTED" if piled else f"sure, {class_of({'lean': lean}, 0)} counted"


@dataclass(slots=True)
class Tally:
    """What is told of how many cubes (how they lie, what is told) and rolls; each roll's ms."""

    cubes: Counter[tuple[str, str]] = field(default_factory=Counter)
    rolls: Counter[str] = field(default_factory=Counter)
    ms: list[float] = field(default_factory=list)


def measure(folder: Path, table: Table, tally: Tally, *, listed: bool) -> None:
    """Count a folder's rolls."""
    patterns = ("roll-*.jpg", "cocked-*.jpg", "piled-*.jpg")
    for path in [path for pattern in patterns for path in sorted(folder.glob(pattern))]:
        truth = json.loads(path.with_suffix(".truth.json").read_text())
        photo = load_photo(path, longest_px=LONGEST_PX).pixels
        roll, took = clocked(partial(read_roll, photo, table.view, table.kit))
        lines = compare(truth, roll)
        verdict = verdict_of(truth, roll)
        tally.cubes.update(lines)
        tally.rolls[verdict] += 1
        tally.ms.append(took)
        odd = [f"{kind}: {answer}" for kind, answer in lines if not _as_meant(kind, answer)]
        if listed and odd:
            click.echo(f"  {folder.name}/{path.name}: {verdict}: {'; '.join(odd)}")


@click.command()
@click.option("--list", "listed", is_flag=True, help="Tell of each photo what is not plain.")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path, exists=True))
def main(folders: tuple[Path, ...], *, listed: bool) -> None:
    """Measure rolls on FOLDERS."""
    cv2.setNumThreads(1)
    tally = Tally()
    for folder in folders:
        measure(folder, learn_table(folder).profile.table(), tally, listed=listed)
    for kind in sorted({kind for kind, _ in tally.cubes}):
        row = {answer: n for (k, answer), n in sorted(tally.cubes.items()) if k == kind}
        click.echo(f"{kind:14s} {sum(row.values()):4d}: {row}")
    for verdict, count in sorted(tally.rolls.items()):
        click.echo(f"{count:4d} rolls: {verdict}")
    click.echo(f"{len(tally.ms)} rolls, {statistics.median(tally.ms):.0f} ms in the middle")


if __name__ == "__main__":
    main()
