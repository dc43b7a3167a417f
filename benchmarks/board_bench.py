"""How well and how fast boards are found, refined, noticed when moved and found again.

    python benchmarks/board_bench.py PHOTOS [--one-core] [--verbose]

PHOTOS holds one folder a table. A folder with `rig.json` and `NAME.truth.json` beside each photo
(`grid_corners_px`: a1, south-east, north-east, north-west; `hand`) gives all four measurements:

* find: no hint at all, every photo; right = every corner within 0.1 of a cell, in any turn
* corners: from the four dragged corners in `rig.json`, on `empty` and `teach-*`; in pixels
* moved: `board_motion` against the fit of the empty board; truth = a corner moved by over a pixel
* again: `refind` where it moved; right = every corner within 0.1 of a cell

A folder with `truth.json` (image name -> columns, rows, corners_px) gives real boards to find.
Times are medians in milliseconds in this process, without start-up; `yardstick` is the time that
OpenCV needs to decode one photo and undistort it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from vision.board import BoardFit, BoardNotFound, board_from_corners, find_board, refind
from vision.lens import lens_from_field
from vision.moved import Motion, board_motion
from vision.photo import load_photo

Floats = NDArray[np.float64]
T = TypeVar("T")
RIGHT_CELL = 0.1
REAL_CELL = 0.35  # corners of real photos were marked by hand


class Tally:
    """Counts and times by name."""

    def __init__(self, *, verbose: bool) -> None:
        self.right: dict[str, int] = defaultdict(int)
        self.all: dict[str, int] = defaultdict(int)
        self.ms: dict[str, list[float]] = defaultdict(list)
        self.error: dict[str, list[float]] = defaultdict(list)
        self.verbose = verbose

    def timed(self, name: str, work: Callable[[], T]) -> T:
        """Run `work` and keep its time."""
        start = time.perf_counter()
        try:
            return work()
        finally:
            self.ms[name].append((time.perf_counter() - start) * 1000)

    def count(self, name: str, label: str, *, right: bool, note: str = "") -> None:
        """Count one answer; print it when it's wrong."""
        self.all[name] += 1
        self.right[name] += right
        if not right or self.verbose:
            print(f"  {name:8} {'ok' if right else 'WRONG':5} {label} {note}")

    def report(self) -> None:
        """Print all figures."""
        for name, total in self.all.items():
            ms, error = self.ms.get(name, []), self.error.get(name, [])
            text = f"{name:8} right {self.right[name]}/{total}"
            if ms:
                text += f" · median {np.median(ms):.0f} ms, slowest {max(ms):.0f} ms"
            if error:
                text += f" · worst corner: median {np.median(error):.3f} cell, "
                text += f"{max(error):.3f} at most"
            print(text)


def corner_error(fit: BoardFit, truth: Floats, *, turned: bool) -> float:
    """Return the worst corner's error in cells, in the best turn if `turned`."""
    side = float(np.sqrt(cv2.contourArea(truth.astype(np.float32))))
    cell = side / np.sqrt((fit.columns - 1) * (fit.rows - 1))
    turns = range(4) if turned else range(1)
    errors = [np.linalg.norm(np.roll(truth, k, axis=0) - fit.corners_px, axis=1) for k in turns]
    return float(min(error.max() for error in errors) / cell)


def attempt(tally: Tally, name: str, work: Callable[[], BoardFit]) -> BoardFit | str:
    """Return the fit, or the reason of the refusal."""
    try:
        return tally.timed(name, work)
    except BoardNotFound as problem:
        return problem.reason


def judge(
    tally: Tally, name: str, label: str, fit: BoardFit | str, truth: Floats, limit: float
) -> None:
    """Count a fit against the true corners."""
    if isinstance(fit, str):
        tally.count(name, label, right=False, note=fit)
        return
    error = corner_error(fit, truth, turned=name in ("find", "real"))
    tally.error[name].append(error)
    tally.count(name, label, right=error <= limit, note=f"{error:.3f} cell")


def bench_rig(folder: Path, tally: Tally) -> None:
    """Measure one table."""
    rig = json.loads((folder / "rig.json").read_text())
    columns = int(rig["columns"])
    truths = {p.name.removesuffix(".truth.json"): p for p in sorted(folder.glob("*.truth.json"))}
    first: BoardFit | None = None
    start: Floats | None = None
    order = sorted(truths, key=lambda name: (name != "empty", name))
    for name in order:
        truth: dict[str, Any] = json.loads(truths[name].read_text())
        corners = np.array(truth["grid_corners_px"], dtype=np.float64)
        image = load_photo(folder / f"{name}.jpg").pixels
        size = (image.shape[1], image.shape[0])
        lens = lens_from_field(size, float(rig["camera"]["hfov_deg"]))
        label = f"{folder.name}/{name}"
        fit = attempt(tally, "find", lambda i=image: find_board(i, columns, columns))  # type: ignore[misc]
        judge(tally, "find", label, fit, corners, RIGHT_CELL)
        if name == "empty" or name.startswith("teach"):
            dragged = list(rig["corners_px"].values())
            fit = attempt(
                tally,
                "corners",
                lambda i=image, d=dragged, le=lens: board_from_corners(  # type: ignore[misc]
                    i, d, columns, columns, pitch_mm=rig["pitch_mm"], lens=le
                ),
            )
            judge(tally, "corners", label, fit, corners, RIGHT_CELL)
        if name == "empty" and isinstance(fit, BoardFit):
            first, start = fit, corners
        elif first is not None and start is not None:
            bench_motion(tally, label, image, first, corners, start)


def bench_motion(
    tally: Tally,
    label: str,
    image: NDArray[np.uint8],
    first: BoardFit,
    corners: Floats,
    start: Floats,
) -> None:
    """Measure the check for a moved board and finding it again."""
    moved = float(np.linalg.norm(corners - start, axis=1).max())
    told = tally.timed("moved", lambda: board_motion(image, first))
    note = f"{told.motion.value}, truth {moved:.1f} px, told {told.furthest_px:.1f} px"
    tally.count("moved", label, right=(told.motion is Motion.MOVED) == (moved > 1.0), note=note)
    if moved > 1.0:
        fit = attempt(tally, "again", lambda: refind(image, first))
        judge(tally, "again", label, fit, corners, RIGHT_CELL)


def bench_real(folder: Path, tally: Tally) -> None:
    """Find the boards of real photographs."""
    for image_name, truth in json.loads((folder / "truth.json").read_text()).items():
        names = ("top_left", "top_right", "bottom_right", "bottom_left")
        # The order of `BoardFit.corners_px`, starting anywhere.
        corners = np.array([truth["corners_px"][n] for n in names], dtype=np.float64)[::-1]
        image = load_photo(folder / image_name).pixels
        columns, rows = int(truth["columns"]), int(truth["rows"])
        fit = attempt(tally, "real", lambda i=image, c=columns, r=rows: find_board(i, c, r))  # type: ignore[misc]
        judge(tally, "real", f"{folder.name}/{image_name}", fit, corners, REAL_CELL)


def yardstick(path: Path) -> float:
    """Return the milliseconds to decode and undistort a photo, the median of nine."""
    data = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    times = []
    for _ in range(9):
        start = time.perf_counter()
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
        assert image is not None
        matrix = np.array([[1000.0, 0, 640], [0, 1000.0, 480], [0, 0, 1]])
        cv2.undistort(image, matrix, np.array([-0.1, 0.01, 0, 0, 0]))
        times.append((time.perf_counter() - start) * 1000)
    return float(np.median(times))


def main() -> None:
    """Measure every folder and print the figures."""
    parser = argparse.ArgumentParser(description="Measure the board finder on photographs.")
    parser.add_argument("photos", type=Path, help="folder with one folder a table")
    parser.add_argument("--one-core", action="store_true", help="keep OpenCV to one thread")
    parser.add_argument("--verbose", action="store_true", help="print every photo")
    options = parser.parse_args()
    if options.one_core:
        cv2.setNumThreads(1)
    tally = Tally(verbose=options.verbose)
    folders = sorted(p for p in options.photos.iterdir() if p.is_dir())
    for folder in folders:
        if (folder / "rig.json").exists():
            bench_rig(folder, tally)
        elif (folder / "truth.json").exists():
            bench_real(folder, tally)
    tally.report()
    photos = sorted(options.photos.glob("*/empty.jpg"))
    if photos:
        print(f"yardstick: decode and undistort one photo {yardstick(photos[0]):.0f} ms")


if __name__ == "__main__":
    main()
