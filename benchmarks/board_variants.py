"""What becomes of boards that were found in real photographs when the photographs get worse.

    python -m benchmarks.board_variants PHOTOS [--kind NAME] [--from SEED] [--seeds N] [--unknown]

PHOTOS holds `truth.json` (image name -> columns, rows), as `board_bench` reads it. The board found
in each photograph as it is stands for the truth (whether that is right `board_bench` tells); then
the photograph is tilted, turned, shrunk, blurred, cropped, half covered and so on, and searched
again. Right = every corner within a third of a cell, in any turn. Of a board cut off by the
picture's edge a refusal is right; of two boards either may be found. Times are seconds of this
process's own work.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from pathlib import Path

import cv2
import numpy as np

from benchmarks.board_damage import KINDS, Floats, Shot, size_of
from vision.board import BoardNotFound, find_board
from vision.photo import load_photo

RIGHT_CELL = 0.35
_LONGEST_PX = 1600


def shots_in(folder: Path) -> dict[str, Shot]:
    """Return the photographs of a folder with the boards that are found in them."""
    shots = {}
    for name, truth in json.loads((folder / "truth.json").read_text()).items():
        pixels = load_photo(folder / name).pixels
        scale = min(1.0, _LONGEST_PX / max(pixels.shape))
        pixels = np.asarray(
            cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
        fit = find_board(pixels, int(truth["columns"]), int(truth["rows"]))
        grid = np.stack(np.meshgrid(range(fit.columns), range(fit.rows), indexing="ij"), axis=-1)
        points = fit.view.to_px(grid.reshape(-1, 2).astype(np.float64)).reshape(grid.shape)
        shots[name] = Shot(pixels, np.asarray(points, np.float64))
    return shots


def error_cell(corners_px: Floats, found_px: Floats, columns: int, rows: int) -> float:
    """Return the worst corner's error in cells, in the best turn and direction."""
    area = abs(cv2.contourArea(corners_px.astype(np.float32)))
    cell = np.sqrt(area / ((columns - 1) * (rows - 1)))
    trials = [np.roll(way, k, axis=0) for way in (found_px, found_px[::-1]) for k in range(4)]
    return float(min(np.linalg.norm(t - corners_px, axis=1).max() for t in trials) / cell)


def judged(shot: Shot, *, unknown: bool = False) -> str:
    """Return whether the answer to a shot is right, WRONG, or a refusal, rightly or not."""
    columns, rows = shot.points.shape[:2]
    boards = (shot.corners_px, *shot.others)
    size = np.array(size_of(shot))
    whole = [bool(((c > -0.5) & (c < size - 0.5)).all()) for c in boards]
    try:
        fit = find_board(shot.pixels, *((None, None) if unknown else (columns, rows)))
    except BoardNotFound:
        return "refused" if any(whole) else "rightly refused"
    if {fit.columns, fit.rows} != {columns, rows}:
        return "WRONG"
    errors = [
        error_cell(c, fit.corners_px, columns, rows)
        for c, w in zip(boards, whole, strict=True)
        if w
    ]
    return "right" if errors and min(errors) < RIGHT_CELL else "WRONG"


def main() -> None:
    """Measure all variants and print the counts."""
    parser = argparse.ArgumentParser(
        description="Measure the board finder on worsened photographs."
    )
    parser.add_argument("photos", type=Path)
    parser.add_argument("--kind", action="append", choices=list(KINDS))
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--unknown", action="store_true", help="don't tell the number of lines")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    seconds: dict[str, list[float]] = defaultdict(list)
    shots = shots_in(options.photos)
    for kind in options.kind or KINDS:
        for number, (name, shot) in enumerate(shots.items()):
            for seed in range(options.first, options.first + options.seeds):
                rng = np.random.default_rng([seed, number, list(KINDS).index(kind)])
                worse = KINDS[kind](shot, rng)
                start = time.process_time()
                verdict = judged(worse, unknown=options.unknown)
                seconds[verdict].append(time.process_time() - start)
                for tag in ("all", kind):
                    counts[tag][verdict] += 1
                if verdict in ("WRONG", "refused"):
                    print(f"{verdict:8} {kind} of {name}, seed {seed}", flush=True)
    for tag, count in sorted(counts.items()):
        print(f"{tag:16} {', '.join(f'{name} {n}' for name, n in count.most_common())}")
    for verdict, took in seconds.items():
        print(f"{verdict}: median {np.median(took):.2f} s, slowest {max(took):.2f} s")


if __name__ == "__main__":
    main()
