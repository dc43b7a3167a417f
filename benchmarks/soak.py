"""Two bots play over the virtual table, through camera, eyes and referee: for hours, if you like.

    python -m benchmarks.soak --turns 2000
    python -m benchmarks.soak --turns 2000 --told    the eyes are told what lies there: some minutes

`benchmarks.bots` tells what is played and counted. numpy is held to one thread, and the C library's
memory to one arena, as the command `moontable serve` holds them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from functools import partial
from pathlib import Path

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")


def main() -> int:
    """Soak, and print the report; 1 if anything was wrong or lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--told", action="store_true", help="no photographs: told what lies there")
    asked = parser.parse_args()
    for name in THREADS:
        os.environ.setdefault(name, "1")
    from benchmarks.bots import soak  # noqa: PLC0415 - after the number of threads is set
    from benchmarks.wood import Photographed, Told  # noqa: PLC0415 - as above
    from companion.memory import hold_little  # noqa: PLC0415 - as above

    hold_little()
    say = partial(print, flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wood = Told() if asked.told else Photographed.learned(folder)
        report = soak(asked.turns, seed=asked.seed, folder=folder, wood=wood, say=say)
    print("\n".join(report.lines()))
    return 1 if report.wrong or report.lost else 0


if __name__ == "__main__":
    sys.exit(main())
