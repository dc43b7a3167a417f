"""How well the reader reads under which conditions: one thing is varied at a time.

    python -m benchmarks.conditions [FACTOR...] [--out DIR]

Two made tables (a printed and a painted set, soft daylight, a camera tilted by 8 degrees, noise of
two grey levels, 1280 x 960 pixels, pieces up to 2 mm off and 6 degrees turned) are changed in one
way, photographed, learned from their own two teaching photos and read on three boards each. What
players do (offset, turn) changes the boards alone, all else the teaching photos as well. The seeds
are fixed, and none of these tables took part in training. Prints a table for docs/vision.md.
--out keeps the folders and draws each faulty reading there.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import cv2
import numpy as np

from calibration.build import BuildProblem, learn_table
from vision.overlay import draw_reading
from vision.photo import LONGEST_PX, load_photo
from vision.read import Table, read_board, view_now
from vision.render.light import Light
from vision.render.look import Finish
from vision.render.rig import write_table
from vision.render.scene import Spread
from vision.render.tables import Difficulty, TableSetup, look_at, random_table

SEEDS = (31001, 31002)
FINISHES = (Finish.PRINTED, Finish.PAINTED)
BOARDS = 3

Change = Callable[[TableSetup], TableSetup]


@dataclass(frozen=True, slots=True)
class Condition:
    """One value of a factor, and how it changes a table. usual: the basic table has it."""

    factor: str
    value: str
    change: Change
    usual: bool = False


@cache
def table_with(finish: Finish, seed: int) -> TableSetup:
    """Return the first made table from a seed on whose set has a finish."""
    seeds = range(seed, seed + 400)
    tables = (random_table(s, Difficulty.USUAL) for s in seeds)
    return next(table for table in tables if table.look.pieces.finish is finish)


def window(setup: TableSetup) -> Light:
    """Return soft daylight from one side."""
    x, y = (float(v) for v in setup.look.layout.corners_mm.mean(axis=0))
    return Light(
        lamp_mm=(x - 1500.0, y + 900.0, 1800.0),
        radius_mm=450.0,
        lamp=(0.75, 0.72, 0.7),
        ambient=(0.5, 0.5, 0.5),
        samples=14,
        aim_mm=(x, y),
    )


def lamp(setup: TableSetup, *, high_mm: float, spot_mm: float = 0.0) -> Light:
    """Return one small warm lamp beside the board: hard shadows."""
    x, y = (float(v) for v in setup.look.layout.corners_mm.mean(axis=0))
    return Light(
        lamp_mm=(x - 420.0, y + 200.0, high_mm),
        radius_mm=20.0,
        lamp=(0.75, 1.05, 1.25),
        ambient=(0.2, 0.2, 0.2),
        spot_mm=spot_mm,
        samples=14,
        aim_mm=(x, y),
    )


def tilted(setup: TableSetup, tilt_deg: float, size_px: tuple[int, int]) -> TableSetup:
    """Return a table before a camera that is tilted, far enough away to see all of the board."""
    layout = setup.look.layout
    middle = layout.corners_mm.mean(axis=0)
    grown = layout.corners_mm + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * layout.pitch_mm
    corners = np.vstack([np.column_stack([grown, np.full(4, h)]) for h in (0.0, 36.0)])
    slope = np.tan(np.radians(tilt_deg))
    for high in range(380, 700, 10):
        place = (float(middle[0]), float(middle[1] - high * slope), float(high))
        aim = (float(middle[0]), float(middle[1]))
        camera = look_at(
            *(aim, place, (0.0, 1.0)),
            size_px=size_px,
            hfov_deg=66.0,
            distortion=(-0.05, 0.01, 0.0, 0.0, 0.0),
        )
        seen = camera.project(corners)
        if (seen > 0).all() and (seen < np.array(size_px) - 1).all():
            return replace(setup, camera=camera, hfov_deg=66.0, brown_at="bottom")
    raise ValueError("no camera sees the whole board")


def basic(seed: int, finish: Finish) -> TableSetup:
    """Return the table that is varied."""
    setup = table_with(finish, seed)
    sensor = replace(setup.sensor, noise=2.0, blur_px=0.7, sharpen=0.3, vignette=0.2, jpeg=90)
    setup = replace(setup, light=window(setup), sensor=sensor, spread=Spread(2.0, 6.0))
    return tilted(setup, 8.0, (1280, 960))


def _dim(setup: TableSetup) -> TableSetup:
    sensor = setup.sensor
    return replace(setup, sensor=replace(sensor, exposure=sensor.exposure * 0.25, noise=4.0))


def _pieces(finish: Finish) -> Change:
    """Return a change to a set of another finish; the first such set after the table's seed."""

    def change(setup: TableSetup) -> TableSetup:
        other = table_with(finish, setup.look.seed + 1000)
        name = f"{setup.look.name}-{finish.value}"
        return replace(setup, look=replace(setup.look, pieces=other.look.pieces, name=name))

    return change


def _uninked(setup: TableSetup) -> TableSetup:
    """Return the table with the engraved set, without any ink."""
    setup = _pieces(Finish.ENGRAVED)(setup)
    look = setup.look
    look = replace(look, pieces=replace(look.pieces, cover=0.0), name=f"{look.name}-uninked")
    return replace(setup, look=look)


def _light(make: Callable[[TableSetup], Light]) -> Change:
    return lambda setup: replace(setup, light=make(setup))


def _tilt(tilt_deg: float) -> Change:
    return lambda setup: tilted(setup, tilt_deg, (1280, 960))


def _noise(levels: float) -> Change:
    return lambda setup: replace(setup, sensor=replace(setup.sensor, noise=levels))


def _size(width: int) -> Change:
    return lambda setup: tilted(setup, 8.0, (width, width * 3 // 4))


def _spread(offset_mm: float, turn_deg: float) -> Change:
    return lambda setup: replace(setup, spread=Spread(offset_mm, turn_deg))


def _same(setup: TableSetup) -> TableSetup:
    return setup


CONDITIONS = (
    Condition("set", "the two basic ones", _same, usual=True),
    *(Condition("set", finish.value, _pieces(finish)) for finish in Finish),
    Condition("set", "engraved, no ink", _uninked),
    Condition("light", "window, soft", _same, usual=True),
    Condition("light", "lamp 70 cm above", _light(lambda s: lamp(s, high_mm=700.0))),
    Condition("light", "lamp 30 cm above", _light(lambda s: lamp(s, high_mm=300.0))),
    Condition("light", "shaded lamp", _light(lambda s: lamp(s, high_mm=600.0, spot_mm=200.0))),
    Condition("light", "dim", _dim),
    Condition("tilt", "0 degrees", _tilt(0.0)),
    Condition("tilt", "8 degrees", _same, usual=True),
    Condition("tilt", "20 degrees", _tilt(20.0)),
    Condition("tilt", "30 degrees", _tilt(30.0)),
    Condition("offset", "up to 2 mm", _same, usual=True),
    Condition("offset", "up to 4 mm", _spread(4.0, 6.0)),
    Condition("offset", "up to 6 mm", _spread(6.0, 6.0)),
    Condition("turn", "up to 6 degrees", _same, usual=True),
    Condition("turn", "up to 20 degrees", _spread(2.0, 20.0)),
    Condition("turn", "up to 30 degrees", _spread(2.0, 30.0)),
    Condition("noise", "2 grey levels", _same, usual=True),
    Condition("noise", "5 grey levels", _noise(5.0)),
    Condition("noise", "10 grey levels", _noise(10.0)),
    Condition("size", "480 x 360", _size(480)),
    Condition("size", "640 x 480", _size(640)),
    Condition("size", "960 x 720", _size(960)),
    Condition("size", "1280 x 960", _same, usual=True),
    Condition("size", "1920 x 1440", _size(1920)),
)


def measure(condition: Condition, out: Path) -> Counter[str]:
    """Return the counts of both tables under one condition."""
    told: Counter[str] = Counter()
    for seed, finish in zip(SEEDS, FINISHES, strict=True):
        before = basic(seed, finish)
        setup = condition.change(before)
        folder = out / f"{condition.factor}-{condition.value.replace(' ', '-')}-{seed}"
        write_table(folder, setup, seed, boards=BOARDS)
        try:
            table = learn_table(folder).profile.table()
        except BuildProblem:
            told["not built"] += 1
            continue
        for path in sorted(folder.glob("board-*.jpg")):
            told += _read(path, table)
    return told


def _read(path: Path, table: Table) -> Counter[str]:
    """Return the counts of one board, and draw it when there is a fault."""
    truth = json.loads(path.with_suffix(".truth.json").read_text())["points"]
    want = {site: (pile[-1], len(pile)) for site, pile in truth.items() if pile}
    photo = load_photo(path, longest_px=LONGEST_PX).pixels
    reading = read_board(photo, table)
    seen = {site: (pile.piece, pile.level) for site, pile in reading.seen().items()}
    told: Counter[str] = Counter(boards=1, piles=len(want))
    if not seen:
        told["unread"] += 1
        return told
    wrong = [site for site in seen.keys() | want.keys() if seen.get(site) != want.get(site)]
    for site in wrong:
        told[kind_of(want.get(site), seen.get(site))] += 1
    told["perfect"] += not wrong
    if wrong:
        cv2.imwrite(
            str(path.with_suffix(".fault.png")),
            draw_reading(photo, view_now(photo, table), reading),
        )
    return told


def kind_of(want: tuple[str, int] | None, seen: tuple[str, int] | None) -> str:
    """Return what kind of fault a site has.

    >>> kind_of(("blue moon", 1), ("blue moon", 2)), kind_of(None, ("blue moon", 1))
    ('level', 'invented')
    """
    if want is None:
        return "invented"
    if seen is None:
        return "missed"
    if want[0] == seen[0]:
        return "level"
    return "stone" if "stone" in want[0] + seen[0] else "face"


def row_of(condition: Condition, told: Counter[str]) -> str:
    """Return a condition's row of the table."""
    faults = [
        f"{told[kind]} {kind}"
        for kind in ("level", "face", "stone", "missed", "invented")
        if told[kind]
    ]
    if told["unread"]:
        faults.append(f"{told['unread']} boards unread")
    if told["not built"]:
        faults.append(f"{told['not built']} tables not learned")
    mark = " (basic)" if condition.usual else ""
    return (
        f"| {condition.factor} | {condition.value}{mark} | {told['perfect']} of {told['boards']} | "
        f"{told['piles']} | {', '.join(faults) or '-'} |"
    )


@click.command()
@click.argument("factors", nargs=-1)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False))
def run(factors: Sequence[str], out: Path | None) -> None:
    """Measure the conditions of FACTORS, or all."""
    known = list(dict.fromkeys(condition.factor for condition in CONDITIONS))
    for factor in factors:
        if factor not in known:
            raise click.BadParameter(f"{factor} is not one of {', '.join(known)}")
    cv2.setNumThreads(1)
    click.echo("| what varies | value | perfect boards | piles | faults |\n|---|---|---|---|---|")
    basics: Counter[str] | None = None
    with TemporaryDirectory() as spare:
        folder = out or Path(spare)
        for condition in CONDITIONS:
            if factors and condition.factor not in factors:
                continue
            known_already = condition.usual and basics is not None
            told = basics if known_already and basics else measure(condition, folder)
            basics = told if condition.usual else basics
            click.echo(row_of(condition, told))
            sys.stdout.flush()


def main() -> None:
    """Measure all conditions."""
    run(standalone_mode=False)


if __name__ == "__main__":
    run()
