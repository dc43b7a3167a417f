"""How well and how fast the reader reads folders of tables whose truth is known.

    python -m benchmarks.reader [--tone EXPONENT] [--shadow bars|person|arm|edge] RIGDIR...

For each folder: sites read rightly, perfect boards, how sure the wrong and the right piles are,
hands, notches, rolls; and the time of a read beside the time that OpenCV needs to decode and
undistort the same photo, both on one core, the median over the boards. Made folders come from
`python -m vision.render.rig --seed N --out RIGDIR`. With a tone the photos of boards and rolls, not
those that are learned from, are bent first: as if the camera had chosen another tone curve since.
With a shadow those of boards get one that nothing on the board casts (`benchmarks.shadows`).
"""

from __future__ import annotations

import json
import resource
import statistics
import time
import zlib
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from benchmarks.shadows import Shadow, shadowed
from calibration.build import BuildProblem, Learned, learn_table
from vision.evidence import Status
from vision.light import Image
from vision.photo import LONGEST_PX, load_photo
from vision.read import Table, read_board
from vision.roll import read_roll

SURE, DOUBTFUL = 0.8, 0.95
"""Wrong piles that are surer than this, and right ones that are less sure, are counted."""


def clocked(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return the work's result and the processor's time it took, in ms."""
    start = time.process_time()
    result = work()
    return result, (time.process_time() - start) * 1000


def yardstick(path: Path, table: Table) -> float:
    """Return the ms that decoding and undistorting a photo takes."""
    camera = table.fit.camera

    def work() -> None:
        photo = cv2.imread(str(path))
        assert photo is not None
        cv2.undistort(photo, camera.matrix, camera.distortion)

    return clocked(work)[1]


def bent(photo: Image, tone: float) -> Image:
    """Return a photo whose grey levels, as shares of white, are raised to a power."""
    levels = np.rint(255.0 * (np.arange(256) / 255.0) ** tone)
    return np.asarray(cv2.LUT(photo, levels.astype(np.uint8)), dtype=np.uint8)


def measure(
    folder: Path, learned: Learned, tone: float, shadow: Shadow | None
) -> tuple[Counter[str], list[float], list[float]]:
    """Return counts, times of reads and of the yardstick for one folder."""
    table = learned.profile.table()
    told: Counter[str] = Counter()
    reads: list[float] = []
    plain: list[float] = []
    for path in sorted([*folder.glob("board-*.jpg"), *folder.glob("bump-*.jpg")]):
        truth = json.loads(path.with_suffix(".truth.json").read_text())
        photo = bent(load_photo(path, longest_px=LONGEST_PX).pixels, tone)
        if shadow is not None:
            photo = shadowed(photo, shadow, zlib.crc32((folder.name + path.name).encode()))
        reading, took = clocked(partial(read_board, photo, table))
        piles = reading.seen()
        seen = {site: (pile.piece, pile.level) for site, pile in piles.items()}
        want = {site: (pile[-1], len(pile)) for site, pile in truth["points"].items() if pile}
        if truth["hand"]:
            told["hands"] += 1
            told["hands seen"] += reading.status is Status.HAND
            continue
        told["hands invented"] += reading.status is Status.HAND
        wrong = [site for site in seen.keys() | want.keys() if seen.get(site) != want.get(site)]
        if path.name.startswith("bump"):
            told["bumps"] += 1
            told["bumps right"] += reading.status is Status.BOARD_MOVED or not wrong
            continue
        reads.append(took)
        plain.append(yardstick(path, table))
        for site in wrong:
            told[_kind(want.get(site), seen.get(site))] += 1
        told["boards"] += 1
        told["perfect"] += not wrong
        told["sites"] += len(table.layout.sites)
        told["wrong"] += len(wrong) if reading.status is Status.OK else len(table.layout.sites)
        told["wrong with p > 0.8"] += sum(piles[site].p > SURE for site in wrong if site in piles)
        told["right with p < 0.95"] += sum(
            pile.p < DOUBTFUL for site, pile in piles.items() if site not in wrong
        )
        told["notches"] += len(truth["notches"])
        told["notches right"] += sum(
            reading.notches.get(colour) == notch for colour, notch in truth["notches"].items()
        )
    for path in sorted(folder.glob("roll-*.jpg")):
        truth = json.loads(path.with_suffix(".truth.json").read_text())["roll"]
        photo = bent(load_photo(path, longest_px=LONGEST_PX).pixels, tone)
        faces = read_roll(photo, table.view, table.kit).faces
        told["rolls"] += 1
        told["rolls right"] += faces == {face: n for face, n in truth["faces"].items() if n}
    return told, reads, plain


def _kind(want: tuple[str, int] | None, seen: tuple[str, int] | None) -> str:
    """Return what kind of mistake was made."""
    if want is None:
        return "mistake: invented"
    if seen is None:
        return "mistake: missed"
    if want[0] == seen[0]:
        return "mistake: level"
    return "mistake: stone" if "stone" in want[0] + seen[0] else "mistake: face"


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path, exists=True))
@click.option("--tone", default=1.0, help="The power that grey levels are raised to.")
@click.option("--shadow", type=click.Choice(list(Shadow)), help="What casts a shadow on boards.")
def main(folders: tuple[Path, ...], *, tone: float, shadow: Shadow | None) -> None:
    """Measure the reader on FOLDERS."""
    cv2.setNumThreads(1)
    total: Counter[str] = Counter()
    reads: list[float] = []
    plain: list[float] = []
    for folder in folders:
        try:
            learned, took = clocked(partial(learn_table, folder))
        except BuildProblem as problem:
            click.echo(f"{folder.name}: not built. {problem}")
            total["not built"] += 1
            continue
        told, some, other = measure(folder, learned, tone, shadow)
        click.echo(f"{folder.name} (built in {took / 1000:.1f} s): {dict(told)}")
        total += told
        reads += some
        plain += other
    share = 1 - total["wrong"] / max(total["sites"], 1)
    click.echo(f"ALL {dict(total)}; sites {share:.2%}")
    if reads:
        read, rule = statistics.median(reads), statistics.median(plain)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        click.echo(
            f"read {read:.0f} ms, decode and undistort {rule:.1f} ms: {read / rule:.1f} times; "
            f"95 % of reads within {np.quantile(reads, 0.95):.0f} ms; {memory:.0f} MB at most"
        )


if __name__ == "__main__":
    main()
