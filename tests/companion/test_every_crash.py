"""Killed before any line that it runs, the program goes on with all that it had told."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from companion.games.registry import game_by_id
from companion.record import ClockRead, Event, RecordLog, Remedy, Resumed, replay
from companion.record.on_table import OnTable
from companion.referee.again import lay_again
from companion.referee.bench import TableSettings
from companion.referee.commands import (
    Abandon,
    Command,
    CorrectAction,
    CorrectRuling,
    Draw,
    Leave,
    NewGame,
    Overrule,
    Play,
    Remark,
    ResumeGame,
    TakeBack,
)
from companion.referee.snapshot import Said, Snapshot, TablePhase
from companion.referee.table import Table
from tests.companion.crashing import Crash, Crashes, crashing, stored, told
from tests.companion.referee.sitting_at import ENDING, LINE


def position(line: str) -> NewGame:
    game = game_by_id("moons-and-stars")
    return NewGame("moons-and-stars", position=game.position_to_json(game.position_from_line(line)))


STORIES: dict[str, tuple[Command, ...]] = {
    "prepared": (
        NewGame("moons-and-stars"),
        Draw(),
        Draw(),
        Play(text="keep brown"),
        Remark("a word"),
    ),
    "played and corrected": (
        position(LINE),
        Play(text="h4-h6"),
        Play(text="f7-f2"),
        Overrule(),
        TakeBack(2),
        Play(text="h4-h2"),
        CorrectAction(text="h4-h6"),
        CorrectRuling(2, Remedy.RULING_ONLY),
    ),
    "one game after the other": (
        NewGame("cirondo"),
        NewGame("stargazers"),
        ResumeGame(1),
        Leave(),
        ResumeGame(2),
        Abandon("rain"),
        ResumeGame(2),
    ),
    "to the end": (
        position(ENDING),
        Play(text="h8-i9"),
        Remark("well played"),
        TakeBack(),
        Play(text="h8-i9"),
        Leave(),
        ResumeGame(1),
        Abandon(),
    ),
}
CLOCK = TableSettings(side_s=600.0)


@pytest.mark.slow
@pytest.mark.parametrize("settings", [TableSettings(), CLOCK], ids=["", "with a clock"])
@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_whatever_line_it_is_killed_at_the_game_goes_on(
    story: tuple[Command, ...], settings: TableSettings, tmp_path: Path
) -> None:
    crashes = run(tmp_path / "home", story, settings)
    assert len(crashes.found) > 2 * len(story), (
        "each command changes what is kept, and what is told"
    )
    goes_on_from_all(crashes, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("story", ["played and corrected", "to the end"])
def test_killed_while_it_goes_on_it_goes_on_all_the_same(story: str, tmp_path: Path) -> None:
    home, last = tmp_path / "home", None
    for command in (*STORIES[story][:2], Remark("and so on")):
        crashes = run(home, [command], before=last)
        last = crashes.found[-1].told
    goes_on_from_all(run(home, [], before=last), tmp_path)


def run(
    home: Path,
    story: Iterable[Command],
    settings: TableSettings | None = None,
    *,
    before: Snapshot | None = None,
) -> Crashes:
    """Start as the program does, play, and end: the crashes on the way.

    ``before`` was told last before it starts: the panel opens when the game lies there again.
    """
    home.mkdir(exist_ok=True)
    record, crashes = home / "games.sqlite", Crashes(home, lambda: before)
    kept = OnTable(record)
    with (
        crashing(crashes),
        RecordLog.open(record) as log,
        Table(log, rng=Random(1), settings=settings, kept=kept) as table,
    ):
        assert lay_again(table, log, kept) is None
        crashes.tell = lambda: table.snapshot
        for command in story:
            assert table.do(command).accepted
    return crashes


def goes_on_from_all(crashes: Crashes, folder: Path) -> None:
    """Start from what each crash has left, and compare."""
    for number, crash in enumerate(crashes.torn()):
        home = folder / f"crash-{number}"
        crash.lay(home)
        goes_on(crash, home / "games.sqlite")


def goes_on(crash: Crash, record: Path) -> None:
    """A new start has the game as it was told, or as it was about to be told."""
    kept = stored(record) if record.exists() else {}
    with (
        RecordLog.open(record) as log,
        Table(log, kept=OnTable(record)) as table,
    ):
        assert lay_again(table, log, OnTable(record)) is None
        now = table.snapshot
    assert now.game_id in {told(crash.told)[0], told(crash.coming or crash.told)[0]}
    assert OnTable(record).game() == now.game_id
    if now.timeline is None or now.game_id is None:
        return
    was = events(crash.told, now.game_id)
    coming = events(crash.coming or crash.told, now.game_id)
    saved = now.timeline.events[: kept[now.game_id]]
    assert was or coming
    assert saved[: len(was)] == was, "all that was told is kept"
    if coming:
        assert saved == coming[: len(saved)], "and what was about to be told, nothing else"
    else:  # it was about to be put away
        assert {type(event.data) for event in saved[len(was) :]} <= {ClockRead}
    answers = {said(crash.told, now), said(crash.coming or crash.told, now)}
    if len(saved) > len(was):
        answers.add(None)  # it was never told what was played
    assert said(now, now) in answers
    replayed = replay(saved).timeline
    assert replayed is not None
    assert now.state == replayed.state
    if now.phase is TablePhase.OVER:
        assert now.timeline.result is not None
    else:
        assert [type(event.data) for event in now.timeline.events[len(saved) :]] == [Resumed]


def said(snapshot: Snapshot | None, now: Snapshot) -> Said | None:
    """What was said of the game that is on the table now."""
    if snapshot is None or snapshot.answer is None or snapshot.game_id != now.game_id:
        return None
    return snapshot.answer.said


def events(snapshot: Snapshot | None, game_id: int) -> tuple[Event, ...]:
    """What was told of a game."""
    if snapshot is None or snapshot.timeline is None or snapshot.game_id != game_id:
        return ()
    return snapshot.timeline.events
