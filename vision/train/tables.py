"""Write made tables to learn levels from: many stacks, put up as carelessly as children do.

    python -m vision.train.tables --out DIR --difficulty hard --boards 6 --first 1 --last 40

writes DIR/hard-1 to DIR/hard-40, folders as `vision.render.rig` writes them. The tables are those
of the seeds, but their cubes vary more in size, stand further off their points, and the upper cubes
stand anyhow on the lower ones, as high as these are. Every third board is as tidy as usual.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.random import Generator

from vision.render.look import TableLook
from vision.render.pieces import cube_skin
from vision.render.render import render
from vision.render.rig import (
    COLOURS,
    random_name,
    random_placement,
    rig_facts,
    teaching,
)
from vision.render.scene import Placed, Scene, Spread, lay_out
from vision.render.tables import Difficulty, TableSetup, random_table

_UNEQUAL = 0.4
"""Share of tables whose cubes differ in size by more than the usual."""
_APART_MM = 4.8
"""Cubes of a stack are no further apart: the renderer paints piles from below up to 5 mm."""


def rich_placement(setup: TableSetup, rng: Generator) -> dict[str, list[str]]:
    """Return a board with cubes and stones anywhere, a fifth to nearly all riders riding."""
    layout = setup.look.layout
    free = [layout.sites[int(k)] for k in rng.permutation(len(layout.sites))]
    riding = float(rng.choice([0.2, 0.5, 0.9]))
    points: dict[str, list[str]] = {}
    for colour in COLOURS:
        for _ in range(int(rng.choice([16, 16, 12]))):
            name = random_name(colour, rng)
            low = [site for site, pile in points.items() if len(pile) == 1 and _carries(pile[0])]
            if low and name.split()[1] in ("moon", "star") and rng.random() < riding:
                points[low[int(rng.integers(len(low)))]].append(name)
            else:
                points[free.pop()] = [name]
        if rng.random() < 0.9:
            points[free.pop()] = [f"{colour} stone"]
    return points


def _carries(name: str) -> bool:
    """Return whether players put pieces on top of this one."""
    return name.split()[1] in ("moon", "safe")


def careless(
    look: TableLook, pieces: tuple[Placed, ...], spread: Spread, rng: Generator
) -> tuple[Placed, ...]:
    """Return pieces whose upper cubes stand off their points by themselves, not as the lower do."""
    low: dict[str, Placed] = {}
    changed = []
    for piece in pieces:
        site = piece.site
        if site is None or not piece.level:
            low[site or ""] = piece
            changed.append(piece)
            continue
        under = low[site]
        off = rng.uniform(-1, 1, 2) * spread.offset_mm
        x, y = np.array(look.layout.site_mm(site)) + off
        apart = np.array([x - under.x_mm, y - under.y_mm])
        apart *= min(1.0, _APART_MM / max(float(np.hypot(*apart)), 1e-6))
        high = float(cube_skin(look, under.colour, under.copy).size[2]) * look.layout.piece_mm
        x, y = under.x_mm + apart[0], under.y_mm + apart[1]
        changed.append(replace(piece, x_mm=float(x), y_mm=float(y), base_mm=high))
    return tuple(changed)


def write_table(out: Path, seed: int, difficulty: Difficulty, boards: int) -> None:
    """Write one table's folder; the same seed writes the same files."""
    out.mkdir(parents=True, exist_ok=True)
    setup = random_table(seed, difficulty)
    rng = np.random.default_rng([seed, 5])
    look, spread = setup.look, setup.spread
    if rng.random() < _UNEQUAL:
        unequal = replace(look.pieces, size_spread=float(rng.uniform(0.01, 0.045)))
        look = replace(look, pieces=unequal)
    if rng.random() < 0.5:
        spread = Spread(float(rng.uniform(3, 4.2)), float(rng.uniform(8, 20)))
    setup = replace(setup, look=look, spread=spread)
    (out / "rig.json").write_text(json.dumps(rig_facts(setup, rng), indent=1))
    _write(out / "empty.jpg", setup, (), {}, rng)
    tidy = Spread(min(spread.offset_mm, 2.0), min(spread.turn_deg, 7.0))
    notched = setup.look.layout.notches > 0
    for number in (1, 2):
        points = teaching(look.layout.columns, quarter=number == 2)
        notches = dict.fromkeys(COLOURS, 1) if notched else {}
        _write(out / f"teach-{number}.jpg", setup, lay_out(look, points, tidy, rng), notches, rng)
        taught = {"points": points, "notches": notches}
        (out / f"teach-{number}.json").write_text(json.dumps(taught))
    for number in range(1, boards + 1):
        usual = number % 3 == 0
        points = random_placement(setup, rng) if usual else rich_placement(setup, rng)
        pieces = lay_out(look, points, spread, rng)
        if not usual:
            pieces = careless(look, pieces, spread, rng)
        count = look.layout.notches
        notches = {c: int(rng.integers(1, count + 1)) for c in COLOURS} if notched else {}
        _write(out / f"board-{number:02d}.jpg", setup, pieces, notches, rng)


def _write(
    path: Path,
    setup: TableSetup,
    pieces: tuple[Placed, ...],
    notches: Mapping[str, int],
    rng: Generator,
) -> None:
    """Write a photo and its truth."""
    flicker = float(rng.normal(1, 0.015))
    blue, green, red = (value * flicker for value in setup.light.lamp)
    light = replace(setup.light, lamp=(blue, green, red))
    sensor = replace(setup.sensor, jpeg=0)
    scene = Scene(setup.look, setup.camera, light, sensor, pieces, tuple(notches.items()))
    shot = render(scene, rng=rng)
    cv2.imwrite(str(path), shot.image, [cv2.IMWRITE_JPEG_QUALITY, setup.sensor.jpeg or 95])
    truth = {**shot.truth, "image": path.name}
    path.with_suffix(".truth.json").write_text(json.dumps(truth))


@click.command()
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--difficulty", type=click.Choice([d.value for d in Difficulty]), default="usual")
@click.option("--boards", default=6)
@click.option("--first", required=True, type=int, help="the first seed")
@click.option("--last", required=True, type=int, help="the last seed")
def main(out: Path, difficulty: str, boards: int, first: int, last: int) -> None:
    """Write the tables of some seeds."""
    for seed in range(first, last + 1):
        write_table(out / f"{difficulty}-{seed}", seed, Difficulty(difficulty), boards)


if __name__ == "__main__":
    main()
