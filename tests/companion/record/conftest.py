"""Records and games for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games.registry import AnyGame, game_by_id
from companion.record import (
    Durability,
    Event,
    Overruled,
    RecordLog,
    Started,
    Timeline,
    advance,
    begin,
    overruled,
    played,
    started,
)
from companion.record.events import EventData

TIME = "2026-03-01T19:30:00.000+00:00"


@pytest.fixture(name="game", scope="session")
def _game() -> AnyGame:
    return game_by_id("moons-and-stars")


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture(name="log")
def _log(path: Path) -> Iterator[RecordLog]:
    """An empty record that waits for no disk."""
    with RecordLog.open(path, wait_s=0.1, durability=Durability.KILL) as log:
        yield log


def new(begins: Started) -> Timeline:
    """The timeline of a game that just began."""
    return begin(Event(1, TIME, 0.0, begins))


def then(timeline: Timeline, *happened: EventData) -> Timeline:
    """The timeline after more events."""
    for data in happened:
        number = len(timeline.events) + 1
        timeline = advance(timeline, Event(number, TIME, number / 8, data))
    return timeline


def play(timeline: Timeline, *words: str) -> Timeline:
    """The timeline after actions in notation."""
    for word in words:
        action = timeline.game.parse(timeline.state, word)
        timeline = then(timeline, played(timeline, action))
    return timeline


def play_at_random(timeline: Timeline, rng: Random, *, most: int = 10_000) -> Timeline:
    """The timeline after random actions, to the end or `most` of them."""
    for _ in range(most):
        if not timeline.game.to_act(timeline.state):
            break
        timeline = then(timeline, played(timeline, timeline.game.sample(timeline.state, rng)))
    return timeline


LINE = "9/o8/m8/9/4s4/9/4S4/M8/O8 brown -,- -,-"
"""A small table: a moon, a star and a stone on each side."""


def small(game: AnyGame) -> Timeline:
    """A game from a small table, brown to move."""
    return new(started(game, rules={}, start=game.position_from_line(LINE)))


def overruled_by_ada(timeline: Timeline, words: str, line: str) -> Overruled:
    """Ada lets an illegal try stand; the table is that of `line`."""
    action = timeline.game.parse(timeline.state, words)
    after = timeline.game.position_from_line(line)
    return overruled(timeline, action, goes_on=after, by="Ada")
