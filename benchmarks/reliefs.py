"""How well sets are read whose faces are engraved without ink, or nearly so.

    python -m benchmarks.reliefs FIRST LAST --out DIR

Each seed gives a usual table of the renderer, but its pieces are engraved and ink hides none, a
tenth or a fifth of their ground: what is seen of a face is mostly shading, which doesn't turn with
the cube. Tables that are not yet in DIR are written, with three boards and two rolls each; all are
learned from their own two teaching photos and read.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import click
import cv2
import numpy as np

from calibration.build import learn_table
from vision.photo import LONGEST_PX, load_photo
from vision.read import Table, read_board
from vision.render.look import Finish
from vision.render.looks import random_set
from vision.render.rig import write_table
from vision.render.tables import Difficulty, TableSetup, random_table
from vision.roll import read_roll

COVERS = (0.0, 0.0, 0.1, 0.2)
"""How much ink hides of the ground, as likely as it stands here."""
BOARDS, ROLLS = 3, 2
SURE = 0.8


def relief_table(seed: int) -> TableSetup:
    """Return the table of a seed with pieces that are engraved and hardly inked."""
    setup = random_table(seed, Difficulty.USUAL)
    edge = setup.look.layout.piece_mm
    rng = np.random.default_rng([seed, 99])
    pieces = random_set(rng, Difficulty.USUAL, piece_mm=edge)
    while pieces.finish is not Finish.ENGRAVED:
        pieces = random_set(rng, Difficulty.USUAL, piece_mm=edge)
    pieces = replace(pieces, cover=float(rng.choice(COVERS)))
    return replace(setup, look=replace(setup.look, pieces=pieces))


def read_boards(folder: Path, table: Table) -> Counter[str]:
    """Return the counts of a table's boards."""
    told: Counter[str] = Counter()
    for path in sorted(folder.glob("board-*.jpg")):
        truth = json.loads(path.with_suffix(".truth.json").read_text())["points"]
        want = {site: (pile[-1], len(pile)) for site, pile in truth.items() if pile}
        seen = read_board(load_photo(path, longest_px=LONGEST_PX).pixels, table).seen()
        found = {site: (pile.piece, pile.level) for site, pile in seen.items()}
        wrong = [site for site in want.keys() | found.keys() if want.get(site) != found.get(site)]
        told += Counter(boards=1, perfect=int(not wrong), piles=len(want), wrong=len(wrong))
        told["wrong and sure"] += sum(seen[site].p > SURE for site in wrong if site in seen)
    return told


def read_rolls(folder: Path, table: Table) -> Counter[str]:
    """Return the counts of a table's rolls."""
    told: Counter[str] = Counter()
    for path in sorted(folder.glob("roll-*.jpg")):
        truth = json.loads(path.with_suffix(".truth.json").read_text())
        roll = read_roll(load_photo(path, longest_px=LONGEST_PX).pixels, table.view, table.kit)
        right = all(roll.faces.get(face, 0) == n for face, n in truth["roll"]["faces"].items())
        told += Counter({"rolls": 1, "rolls right": int(right), "cubes": len(roll.cubes)})
        places = np.array([np.mean(cube["top_px"], axis=0) for cube in truth["cubes"]])
        for cube in roll.cubes:
            nearest = int(np.hypot(*(places - cube.px).T).argmin())
            told["cubes wrong"] += cube.face != truth["cubes"][nearest]["face"]
    return told


@click.command()
@click.argument("first", type=int)
@click.argument("last", type=int)
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False))
def main(first: int, last: int, out: Path) -> None:
    """Measure the tables of the seeds FIRST to LAST."""
    cv2.setNumThreads(1)
    total: Counter[str] = Counter()
    for seed in range(first, last + 1):
        folder = out / f"r-{seed}"
        if not (folder / f"roll-{ROLLS:02d}.truth.json").is_file():
            write_table(folder, relief_table(seed), seed, boards=BOARDS, rolls=ROLLS)
        table = learn_table(folder).profile.table()
        told = read_boards(folder, table) + read_rolls(folder, table)
        click.echo(f"{folder.name}: {dict(told)}")
        total += told
    click.echo(f"ALL {dict(total)}")


if __name__ == "__main__":
    main()
