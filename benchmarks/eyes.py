"""How long reading a photo takes, beside what OpenCV needs to decode and undistort the same photo.

A table is made by the renderer (a fixed seed, 1280 x 960 pixels), its profile is built as for a
real one, and its photos are read. One process; OpenCV and numpy are held to one thread. In every
round the steps are timed one right after the other on each photo, in processor time, and the median
over all rounds and photos is told:

* decode and undistort, the yardstick: `cv2.imdecode` and `cv2.undistort` of the photo's file.
* moved-board check: `vision.moved.board_motion`.
* read: `vision.read.read_board`, from decoded pixels to evidence; the check is part of it.

Memory is the most that a process of its own has held which loads the profile and reads every photo;
start-up is the wall time of the commands ``moontable --version`` and ``moontable read --help``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
SEED, BOARDS, ROUNDS = 20, 5, 5


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What `work` gives, and the milliseconds of processor time that it takes."""
    begun = time.process_time()
    result = work()
    return result, 1000 * (time.process_time() - begun)


def measure(folder: Path) -> dict[str, float]:
    """The figures of one made table, in milliseconds (profile build in seconds)."""
    import cv2  # noqa: PLC0415 - after the number of threads is set
    import numpy as np  # noqa: PLC0415

    from calibration.build import build_profile  # noqa: PLC0415
    from calibration.profile import load_profile, save_profile  # noqa: PLC0415
    from vision.moved import board_motion  # noqa: PLC0415
    from vision.photo import LONGEST_PX, load_photo  # noqa: PLC0415
    from vision.read import read_board  # noqa: PLC0415

    cv2.setNumThreads(1)
    profile, build_ms = timed(lambda: build_profile(folder))
    save_profile(profile, folder / "table.profile")
    table = load_profile(folder / "table.profile").table()
    camera = table.fit.camera
    times: dict[str, list[float]] = {"yardstick": [], "moved": [], "read": []}
    for _round in range(ROUNDS):
        for path in sorted(folder.glob("board-*.jpg")):
            data = np.frombuffer(path.read_bytes(), dtype=np.uint8)
            image, decoded = timed(partial(cv2.imdecode, data, cv2.IMREAD_COLOR))
            flat = partial(cv2.undistort, image, camera.matrix, camera.distortion)
            times["yardstick"].append(decoded + timed(flat)[1])
            pixels = load_photo(path, longest_px=LONGEST_PX).pixels
            times["moved"].append(timed(partial(board_motion, pixels, table.fit))[1])
            times["read"].append(timed(partial(read_board, pixels, table))[1])
    return {**{name: median(found) for name, found in times.items()}, "build_s": build_ms / 1000}


def read_all(folder: Path) -> None:
    """Load the profile and read every photo: what a process of its own does to be measured."""
    from calibration.profile import load_profile  # noqa: PLC0415
    from vision.photo import LONGEST_PX, load_photo  # noqa: PLC0415
    from vision.read import read_board  # noqa: PLC0415

    table = load_profile(folder / "table.profile").table()
    for path in sorted(folder.glob("board-*.jpg")):
        read_board(load_photo(path, longest_px=LONGEST_PX).pixels, table)
    status = Path("/proc/self/status").read_text()
    print(next(int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line) / 1024)


def memory_mb(folder: Path) -> float:
    """The most memory, in megabytes, that reading has held."""
    code = "import sys; from pathlib import Path; from benchmarks.eyes import read_all; "
    code += "read_all(Path(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def start_up_s(*arguments: str) -> float:
    """The wall time of a command that does nothing, in seconds: the median of five."""
    code = "import sys; from companion.cli import main; sys.exit(main())"
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, check=True)
        times.append(time.perf_counter() - begun)
    return median(times)


def main() -> None:
    """Measure and print the table."""
    for name in THREADS:
        os.environ[name] = "1"
    from vision.render.rig import main as make_rig  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_rig(["--seed", str(SEED), "--out", name, "--boards", str(BOARDS), "--rolls", "0"])
        figures = measure(folder)
        used = memory_mb(folder)
    read, yardstick = figures["read"], figures["yardstick"]
    print("| step | time | against the yardstick |")
    print("|---|---:|---:|")
    print(f"| decode and undistort, the yardstick | {yardstick:.0f} ms | 1 |")
    moved = figures["moved"]
    print(f"| moved-board check | {moved:.0f} ms | {moved / yardstick:.1f} |")
    print(f"| read | {read:.0f} ms | {read / yardstick:.1f} |")
    print(f"| profile build | {figures['build_s']:.1f} s | |")
    print(f"| start of a command | {start_up_s('--version'):.2f} s | |")
    print(f"| start of `read` | {start_up_s('read', '--help'):.2f} s | |")
    print(f"\nThe check is 1/{read / moved:.0f} of a read. Memory: {used:.0f} MB.")
