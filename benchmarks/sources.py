"""What the watch for motion sees and misses on made tables, and what cameras cost a processor.

    python -m benchmarks sources

Tables of all difficulties are made from fixed seeds that nothing else uses, and photographed at
640 x 480, which the product averages to 320 x 240 for motion. Each pair of pictures is compared as
the product compares them; told is how full of differences the worst spot is (`worst_spot`; more
than `FULL` is motion):

* nothing: the same table twice, with other noise. exposure: 20 % darker or 25 % brighter.
* lifted, moved, turned over: one piece is taken away, moved by one point, or shows another face.
* hand: a hand reaches over the table.

Times are processor time of one thread, the median of thirty; the yardstick is decoding the JPEG of
a 1280 x 960 picture (`cv2.imdecode`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any

FIRST_SEED, TABLES = 5000, 24
PILES = {
    **{
        f"{file}1": ["brown star" if k % 2 else "brown trap north"]
        for k, file in enumerate("abcdefghi")
    },
    **{
        f"{file}9": ["blue star" if k % 2 else "blue trap south"]
        for k, file in enumerate("abcdefghi")
    },
    "e5": ["brown stone"],
}
OTHER = {"star": "trap north", "trap": "star"}


def timed(work: Callable[[], Any], rounds: int = 30) -> float:
    """Median milliseconds of processor time."""
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        times.append(1000 * (time.process_time() - begun))
    return median(times)


def shares() -> dict[str, list[float]]:
    """How full of differences the worst spot is, for each kind of change and table."""
    import numpy as np  # noqa: PLC0415 - after the number of threads is set

    from vision.render.tables import Difficulty, random_hand, random_table  # noqa: PLC0415
    from vision.render.virtual import VirtualTable  # noqa: PLC0415
    from vision.sources.api import small  # noqa: PLC0415
    from vision.sources.motion import structure, worst_spot  # noqa: PLC0415

    found: dict[str, list[float]] = {}
    for seed in range(FIRST_SEED, FIRST_SEED + TABLES):
        setup = random_table(seed, list(Difficulty)[seed % len(Difficulty)])
        setup = replace(setup, camera=setup.camera.scaled((640, 480)))
        table = VirtualTable(setup).laid(PILES, seed=1)
        number = seed % 18
        piece = table.pieces[number]
        step_mm = setup.look.layout.pitch_mm * (1 if piece.y_mm < 100 else -1)
        over = replace(piece, name=f"{piece.colour} {OTHER[piece.thing]}")
        dark, bright = (
            replace(table, setup=replace(setup, sensor=replace(setup.sensor, exposure=value)))
            for value in (setup.sensor.exposure * 0.8, setup.sensor.exposure * 1.25)
        )
        others = {
            "nothing": (table, table),
            "exposure": (dark, bright),
            "lifted": (table.lifted(number),),
            "moved": (
                table.dragged(number, piece.x_mm, piece.y_mm + step_mm, piece.turn_deg + 40),
            ),
            "turned over": (
                replace(table, pieces=(*table.pieces[:number], over, *table.pieces[number + 1 :])),
            ),
            "hand": (
                replace(table, hand=random_hand(np.random.default_rng(seed), setup.look.layout)),
            ),
        }
        before = structure(small(table.photograph(seed=1).image))
        for name, changed in others.items():
            for noise, other in enumerate(changed):
                now = structure(small(other.photograph(seed=10 + noise).image))
                found.setdefault(name, []).append(worst_spot(now, before).share)
    return found


def main() -> None:
    """Measure and print."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    from vision.render.tables import Difficulty, random_table  # noqa: PLC0415
    from vision.render.virtual import VirtualTable  # noqa: PLC0415
    from vision.sources.api import small  # noqa: PLC0415
    from vision.sources.formats import Layout, to_bgr  # noqa: PLC0415
    from vision.sources.motion import FULL, MotionWatch  # noqa: PLC0415

    cv2.setNumThreads(1)
    table = VirtualTable(random_table(FIRST_SEED, Difficulty.USUAL)).laid(PILES, seed=1)
    picture = table.photograph(seed=1).image
    jpeg = cv2.imencode(".jpg", picture)[1]
    yuv = np.zeros(1280 * 960 * 3 // 2, dtype=np.uint8)
    frame, watch = small(picture), MotionWatch()
    seeds = iter(range(100))
    costs = {
        "decode a JPEG (yardstick)": timed(lambda: cv2.imdecode(jpeg, cv2.IMREAD_COLOR)),
        "make it small": timed(lambda: small(picture)),
        "watch a small frame": timed(lambda: watch.see(frame, float(next(seeds)))),
        "NV12 to BGR, 1280 x 960": timed(lambda: to_bgr(yuv, Layout.NV12, (1280, 960))),
        "draw the virtual table": timed(lambda: table.photograph(seed=2), rounds=5),
    }
    yardstick = costs["decode a JPEG (yardstick)"]
    for name, cost_ms in costs.items():
        print(f"{name:28} {cost_ms:8.2f} ms  {cost_ms / yardstick:6.2f}")
    print(f"\n{TABLES} tables; motion is above {FULL}")
    for name, values in shares().items():
        above = sum(value > FULL for value in values)
        ordered = sorted(values)
        middle = ordered[len(ordered) // 2]
        print(
            f"{name:12} motion in {above:3} of {len(values):3};"
            f" least {ordered[0]:.2f}, median {middle:.2f}, most {ordered[-1]:.2f}"
        )
