"""From press to ruling on the virtual table, at the worst moments that we could think of.

    python -m benchmarks.presses --rounds 10

Bots play; each turn is laid and pressed at once, and then photographed, read and ruled on:

* a move            what a turn usually is,
* a whole table     a roll lay there; all of the game's pieces are laid in its stead,
* a push            the board is pushed in that very moment, so that the bare table is drawn, too,
* two tables        a roll is replaced by another, and that by the game's table, within half a
                    second: what is being drawn is of no use any more,
* a look under way  something illegal was put back and is being looked at for that.

Times are from the press until the answer is there, also in yardsticks of that moment: decoding and
undistorting a photograph.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.bots import Report
    from benchmarks.wood import Photographed

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
REST_S = 1.2
"""A table that has lain so long is drawn, and at rest."""
Lay = Callable[[], None]
Times = dict[str, list[tuple[float, float]]]
"""Kind of moment -> (ms, yardsticks) of each press."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name in THREADS:
        os.environ.setdefault(name, "1")
    with tempfile.TemporaryDirectory() as name:
        found, report = measure(Path(name), asked.rounds, asked.seed)
    print(f"{'':18} {'ms':>5} {'longest':>8} {'yardsticks':>11} {'longest':>8}")
    for kind, values in found.items():
        ms, yards = zip(*values, strict=True)
        print(f"{kind:18} {median(ms):5.0f} {max(ms):8.0f} {median(yards):11.1f} {max(yards):8.1f}")
    print("\n".join(report.lines()))


def measure(folder: Path, rounds: int, seed: int) -> tuple[Times, Report]:
    """Play so many rounds of all moments."""
    from benchmarks.bots import Bots, Report, until_live  # noqa: PLC0415 - after the threads are set
    from benchmarks.wood import Photographed  # noqa: PLC0415 - as above
    from companion.memory import hold_little  # noqa: PLC0415 - as above
    from companion.record import Durability, RecordLog  # noqa: PLC0415 - as above
    from companion.referee.table import Table  # noqa: PLC0415 - as above

    hold_little()
    report, wood = Report(), Photographed.learned(folder)
    found: Times = defaultdict(list)
    with (
        RecordLog.open(folder / "games.sqlite", durability=Durability.KILL) as log,
        Table(log, eyes=wood.eyes, rng=Random(seed), tap=report.hear) as table,
    ):
        until_live(table)
        bots = Bots(table, log, wood, Random(seed), report)
        moments = Moments(wood, Random(seed))
        bots.begin()
        for _ in range(rounds):
            for kind, laying in moments.all().items():
                time.sleep(REST_S)
                bots.turn(laying, wrong_first=laying == moments.look_under_way)
                took_ms = report.press_ms[-1]
                found[kind].append((took_ms, took_ms / report.yardstick_ms[-1]))
                moments.tidy()
    wood.eyes.close()
    return found, report


class Moments:
    """Ways of laying a turn just before the press."""

    def __init__(self, wood: Photographed, rng: Random) -> None:
        assert wood.eyes.desk is not None
        self._eyes, self._desk, self._rng = wood.eyes, wood.eyes.desk, rng

    def all(self) -> dict[str, Callable[[Lay, Lay], None]]:
        """Every kind, by its name."""
        return {
            "a move": self.move,
            "a whole table": self.whole_table,
            "a push": self.push,
            "two tables": self.two_tables,
            "a look under way": self.look_under_way,
        }

    def move(self, _: Lay, ahead: Lay) -> None:
        """Nothing else."""
        ahead()

    def whole_table(self, _: Lay, ahead: Lay) -> None:
        """After a roll."""
        self._roll("brown")
        time.sleep(REST_S)
        ahead()

    def push(self, _: Lay, ahead: Lay) -> None:
        """Last."""
        ahead()
        time.sleep(REST_S)
        self._desk.change(lambda table: table.bumped(self._rng.randrange(1000)))

    def two_tables(self, _: Lay, ahead: Lay) -> None:
        """Shortly before."""
        for colour, most_s in (("brown", 0.3), ("blue", 0.2)):
            self._roll(colour)
            time.sleep(self._rng.uniform(0.0, most_s))
        ahead()

    def look_under_way(self, back: Lay, ahead: Lay) -> None:
        """It begins when a third of a second has passed."""
        back()
        time.sleep(self._rng.uniform(0.4, 0.7))
        ahead()

    def tidy(self) -> None:
        """Put the board back where it was, and let the eyes see it there."""
        if self._desk.table.push is not None:
            self._desk.change(lambda table: table.bumped(None))
            self._eyes.look()

    def _roll(self, colour: str) -> None:
        self._desk.change(lambda table: table.rolled(colour, seed=self._rng.randrange(1000)))


if __name__ == "__main__":
    main()
