"""What the virtual table's pictures of 1280 x 960 pixels cost, one thread.

    python -m benchmarks drawing

Processor time, and the same over the yardstick, which is timed before and after each: decoding and
undistorting a photograph. Medians of ten tables, laid by fixed seeds. A whole table has 24 cubes,
two stones and two figures; in a move one cube is carried to another point; the noise alone is what
a second photograph of the same table costs; after a push the bare table is drawn, too. All but the
noise's line are without it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from statistics import median

ROUNDS = 10
YARDS = 5


def main() -> None:
    """Measure and print."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    import cv2  # noqa: PLC0415 - after the number of threads is set

    from vision.desk.playing import PlayTable  # noqa: PLC0415
    from vision.desk.setting import desk_setup  # noqa: PLC0415
    from vision.render.rig import teaching  # noqa: PLC0415

    cv2.setNumThreads(1)
    setup = desk_setup()
    bare = PlayTable.begun(setup)
    jpeg = cv2.imencode(".jpg", bare.photograph(seed=1).image)[1]
    matrix, distortion = setup.camera.matrix, setup.camera.distortion

    def yardstick() -> None:
        photo = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        assert photo is not None
        cv2.undistort(photo, matrix, distortion)

    costs: dict[str, list[tuple[float, float]]] = {}

    def measure(name: str, work: Callable[[], object]) -> None:
        before = [spent_ms(yardstick) for _ in range(YARDS)]
        cost = spent_ms(work)
        after = [spent_ms(yardstick) for _ in range(YARDS)]
        costs.setdefault(name, []).append((cost, cost / median(before + after)))

    for number in range(ROUNDS):
        table = bare.laid(teaching(9, quarter=bool(number % 2)), seed=number).put_away()
        measure("a whole table", table.levels)
        measure("a move on it", table.put_on("brown-3", "e5", seed=number).levels)
        measure("noise", partial(table.photograph, seed=2))
        measure("a whole table that was pushed", table.bumped(number).levels)
    print(f"{'':32} {'ms':>6} {'yardsticks':>11}")
    for name, found in costs.items():
        cost, ratio = (median(values) for values in zip(*found, strict=True))
        print(f"{name:32} {cost:6.0f} {ratio:11.1f}")


def spent_ms(work: Callable[[], object]) -> float:
    """How much of the processor's time something takes."""
    begun_s = time.process_time()
    work()
    return (time.process_time() - begun_s) * 1000
