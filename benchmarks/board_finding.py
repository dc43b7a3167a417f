"""How many boards are found, refused, or found wrong on made photographs, by condition.

    python -m benchmarks.board_finding [--from SEED] [--count N] [--unknown] [--bare]

Right = every corner within a quarter of a cell, in any turn, and the right number of lines; where a
part of the board is outside the picture a refusal is right. --unknown: the number of lines isn't
told. --bare: no board in the picture at all. While building, seeds from 0 are looked at; seeds from
1000 on are kept for judging. Times are seconds of this process's own work.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.board_photos import draw_photo
from benchmarks.board_scenes import Scene, make_scene
from vision.board import BoardFit, BoardNotFound, find_board

RIGHT_CELL = 0.25


def main() -> None:
    """Measure the seeds and print the counts."""
    parser = argparse.ArgumentParser(description="Measure the board finder on made photographs.")
    parser.add_argument("--from", dest="first", type=int, default=1000)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--unknown", action="store_true", help="don't tell the number of lines")
    parser.add_argument("--bare", action="store_true", help="leave the board out")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    seconds: dict[str, list[float]] = defaultdict(list)
    for seed in range(options.first, options.first + options.count):
        scene = replace(make_scene(seed), bare=options.bare)
        photo = draw_photo(scene)
        size = (None, None) if options.unknown else (scene.look.columns, scene.look.rows)
        start = time.process_time()
        try:
            told: BoardFit | None = find_board(photo, *size)
        except BoardNotFound:
            told = None
        verdict = judged(scene, told)
        seconds[verdict].append(time.process_time() - start)
        for tag in ("all", *scene.tags):
            counts[tag][verdict] += 1
        if verdict == "WRONG":
            print(f"seed {seed} is WRONG: {', '.join(scene.tags)}")
    for tag, count in sorted(counts.items()):
        print(f"{tag:22} {', '.join(f'{name} {n}' for name, n in count.most_common())}")
    for verdict, took in seconds.items():
        print(f"{verdict}: median {np.median(took):.2f} s, slowest {max(took):.2f} s")


def judged(scene: Scene, fit: BoardFit | None) -> str:
    """Return whether an answer is right, WRONG, or a refusal, rightly or not."""
    corners, size = scene.corners_px, np.array(scene.camera.size_px)
    whole = bool(((corners > -0.5) & (corners < size - 0.5)).all()) and not scene.bare
    if fit is None:
        return "refused" if whole else "rightly refused"
    if scene.bare or {fit.columns, fit.rows} != {scene.look.columns, scene.look.rows}:
        return "WRONG"
    area = abs(cv2.contourArea(corners.astype(np.float32)))
    cell = np.sqrt(area / ((fit.columns - 1) * (fit.rows - 1)))
    turns = [np.roll(corners, k, axis=0) - fit.corners_px for k in range(4)]
    error = min(float(np.linalg.norm(turn, axis=1).max()) for turn in turns) / cell
    return "right" if error < RIGHT_CELL else "WRONG"


if __name__ == "__main__":
    main()
