"""How long it takes until an event is saved, beside what the disk needs for that alone.

A saved event is a `Recorder.append` that has returned: with ``synchronous=FULL`` (the default), so
that it outlives a power cut, and with ``Durability.KILL``, so that it outlives kill -9. The
yardstick, from the same run, is appending as many bytes to a file and asking the system to put them
on the disk (``fdatasync``). The three take turns; each figure is over all rounds. Times are wall
times: waiting for the disk is the point.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

from companion.games.registry import game_by_id
from companion.record import Durability, EventData, RecordLog, begin_game, started
from companion.record.codec import data_to_json, dumps

ROUNDS = 5
EVENTS = 100
SEED = 20
SAVED = {
    "saved, outlives a power cut": Durability.POWER_CUT,
    "saved, outlives kill -9": Durability.KILL,
}


def a_game() -> tuple[EventData, ...]:
    """The events of the beginning of a game, as they would be saved."""
    game = game_by_id("moons-and-stars")
    rng = Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        durability = Durability.KILL
        with RecordLog.open(Path(folder) / "games.sqlite", durability=durability) as log:
            sitting = begin_game(log, started(game))
            while len(sitting.timeline.events) <= EVENTS and game.to_act(sitting.state):
                sitting.play(game.sample(sitting.state, rng))
            return tuple(event.data for event in sitting.timeline.events)


def timed(save: Callable[[EventData], object], events: tuple[EventData, ...]) -> list[float]:
    """Milliseconds that each event takes."""
    times = []
    for data in events:
        begun = perf_counter()
        save(data)
        times.append(1000 * (perf_counter() - begun))
    return times


def in_a_log(folder: Path, durability: Durability, events: tuple[EventData, ...]) -> list[float]:
    """Milliseconds that each event takes in a record of its own."""
    with RecordLog.open(folder / f"{durability.name}.sqlite", durability=durability) as log:
        recorder = log.begin(started(game_by_id("moons-and-stars")))
        return timed(recorder.append, events)


def on_the_disk(folder: Path, events: tuple[EventData, ...]) -> list[float]:
    """Milliseconds that the bytes of each event take, appended and synchronised."""
    with (folder / "plain").open("ab", buffering=0) as file:

        def save(data: EventData) -> None:
            file.write(dumps(data_to_json(data)).encode())
            os.fdatasync(file.fileno())

        return timed(save, events)


def main() -> None:
    """Measure and print the table."""
    events = a_game()[1:]
    times: dict[str, list[float]] = {name: [] for name in SAVED}
    yardstick: list[float] = []
    for _round in range(ROUNDS):
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            place = Path(folder)
            for name, durability in SAVED.items():
                times[name] += in_a_log(place, durability, events)
            yardstick += on_the_disk(place, events)
    print("| an event, milliseconds | median | 95 % |")
    print("|---|---:|---:|")
    for name, found in (*times.items(), ("append and fdatasync alone", yardstick)):
        print(f"| {name} | {median(found):.2f} | {quantiles(found, n=20)[-1]:.2f} |")
