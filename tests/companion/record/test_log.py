"""The log: what is saved stays, in order, with times that don't go back."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.errors import (
    DiskFull,
    RecordDamaged,
    RecordLocked,
    UnknownRecord,
    UsageError,
)
from companion.games.errors import IllegalAction, UnknownGame
from companion.games.registry import AnyGame
from companion.record import (
    Abandoned,
    ClockRead,
    Clocks,
    Comment,
    Event,
    EventKind,
    GameStatus,
    Played,
    RecordLog,
    RefereeWrong,
    Remedy,
    Result,
    Resumed,
    Started,
    Takeback,
    begin_game,
    continue_good_part,
    load_game,
    resume_game,
    started,
    summary,
    takeback,
)
from companion.record.events import EventData
from tests.companion.record.conftest import TIME, play, small, then


@dataclass
class SetClocks:
    """Clocks that the test sets."""

    wall: datetime = field(default_factory=lambda: datetime(2026, 3, 1, 19, 30, tzinfo=UTC))
    monotonic_s: float = 1000.0

    def clocks(self) -> Clocks:
        return Clocks(lambda: self.wall, lambda: self.monotonic_s)


def test_what_was_appended_is_there_after_opening_again(path: Path) -> None:
    with RecordLog.open(path) as log:
        recorder = log.begin(Started("moons-and-stars", 1, {}, {"brown": "Ada"}))
        saved = [recorder.append(Comment(text)) for text in ("one", "two \U0001f319", "")]
    with RecordLog.open(path) as log:
        assert log.events(1)[1:] == tuple(saved)
        assert [event.sequence for event in log.events(1)] == [1, 2, 3, 4]
        assert log.recorder(1).append(Comment("five")).sequence == 5


def test_missing_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "b%20?#" / "games.db"
    with RecordLog.open(path) as log:
        assert log.games() == ()
    assert path.exists()
    assert [each.name for each in path.parent.iterdir()] == ["games.db"]


def test_the_wall_clock_may_jump_and_the_monotonic_time_goes_on(path: Path) -> None:
    time = SetClocks()
    with RecordLog.open(path, clocks=time.clocks()) as log:
        recorder = log.begin(Started("moons-and-stars", 1))
        time.wall -= timedelta(hours=2)
        time.monotonic_s += 1.5
        first = recorder.append(Comment("set back"))
        time.monotonic_s -= 1
        second = recorder.append(Comment("even this"))
    assert (first.wall_time, first.monotonic_s) == ("2026-03-01T17:30:00.000+00:00", 1.5)
    assert second.monotonic_s == 1.5
    time.monotonic_s = 3.0  # the machine was started again
    with RecordLog.open(path, clocks=time.clocks()) as log:
        recorder = log.recorder(1)
        time.monotonic_s += 2
        assert recorder.append(Comment("next day")).monotonic_s == 3.5


def test_events_and_games_are_never_changed_or_deleted(log: RecordLog, path: Path) -> None:
    log.begin(Started("moons-and-stars", 1)).append(Comment("x"))
    with closing(sqlite3.connect(path)) as connection:
        for statement in (
            "UPDATE events SET data = '{}'",
            "DELETE FROM events",
            "UPDATE games SET game = 'x'",
            "DELETE FROM games",
            "INSERT INTO events VALUES (1, 4, '', 0, 'comment', '{}')",
            "INSERT INTO events VALUES (1, 0, '', 0, 'comment', '{}')",
            "INSERT OR REPLACE INTO events VALUES (1, 2, '', 0, 'comment', '{}')",
        ):
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute(statement)


def test_two_programs_on_one_game_do_not_mix(log: RecordLog, path: Path) -> None:
    mine = log.begin(Started("moons-and-stars", 1))
    with RecordLog.open(path) as other:
        theirs = other.recorder(1)
        theirs.append(Comment("theirs"))
        with pytest.raises(RecordLocked, match="went on with game 1"):
            mine.append(Comment("mine"))
        assert other.begin(Started("moons-and-stars", 1)).game_id == 2


def test_a_full_disk_loses_nothing_and_the_event_can_be_tried_again(
    log: RecordLog, path: Path
) -> None:
    recorder = log.begin(Started("moons-and-stars", 1))
    log.bound(12)

    def fill() -> None:
        for _ in range(1000):
            recorder.append(Comment("x" * 1000))

    with pytest.raises(DiskFull, match="no room"):
        fill()
    saved = recorder.last.sequence
    with pytest.raises(DiskFull):
        log.begin(Started("moons-and-stars", 1, {}, {}, {"long": "x" * 9000}))
    assert len(log.events(1)) == saved > 1
    log.bound(1000)
    assert recorder.append(Comment("x" * 1000)).sequence == saved + 1
    assert len(log.games()) == 1


def test_the_list_tells_how_each_game_stands(log: RecordLog) -> None:
    for data in ((), (Result("brown", "MS-73", "stone-reached"),), (Abandoned(),)):
        recorder = log.begin(Started("moons-and-stars", 1, {}, {"brown": "Ada", "blue": "Ben"}))
        for each in data:
            recorder.append(each)
        recorder.append(Comment("a remark tells nothing of it"))
    statuses = [entry.status for entry in log.games()]
    assert statuses == [GameStatus.OPEN, GameStatus.FINISHED, GameStatus.ABANDONED]
    assert "Ada won (stone-reached)" in summary(log.entry(2))
    assert log.entry(2).result == Result("brown", "MS-73", "stone-reached")
    log.recorder(3).append(Resumed())
    assert log.entry(3).status is GameStatus.OPEN


@pytest.mark.parametrize(
    ("happened", "status"),
    [
        ((Result(None), Resumed()), GameStatus.FINISHED),
        ((Result(None), Comment("x"), Abandoned()), GameStatus.FINISHED),
        ((Result(None), RefereeWrong(2, Remedy.RULING_ONLY)), GameStatus.FINISHED),
        ((Result(None), RefereeWrong(2, Remedy.STRUCK)), GameStatus.OPEN),
        ((Result(None), Takeback(1)), GameStatus.OPEN),
        ((Abandoned(), Takeback(1)), GameStatus.OPEN),
        ((Abandoned(), ClockRead({})), GameStatus.ABANDONED),
        ((Abandoned(), Resumed()), GameStatus.OPEN),
    ],
)
def test_the_list_and_the_replay_tell_the_same(
    happened: tuple[EventData, ...], status: GameStatus, log: RecordLog, game: AnyGame
) -> None:
    timeline = then(play(small(game), "e3-e4"), *happened)
    log.copy_in(timeline.events, source="")
    assert log.entry(1).status is status
    assert (timeline.result is not None) == (status is GameStatus.FINISHED)
    assert timeline.abandoned == (status is GameStatus.ABANDONED) or timeline.result is not None


def test_programs_that_make_the_record_at_once_share_it(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from companion.record import RecordLog, Started\n"
        "RecordLog.open(Path(sys.argv[1]), wait_s=20).begin(Started('moons-and-stars', 1))"
    )
    running = [subprocess.Popen([sys.executable, "-c", program, str(path)]) for _ in range(4)]
    assert [each.wait() for each in running] == [0, 0, 0, 0]
    with RecordLog.open(path) as log:
        assert len(log.games()) == 4


def test_the_newest_unfinished_game_is_found(path: Path) -> None:
    time = SetClocks()
    with RecordLog.open(path, clocks=time.clocks()) as log:
        assert log.unfinished() is None
        first = log.begin(Started("moons-and-stars", 1))
        time.wall += timedelta(minutes=1)
        log.begin(Started("moons-and-stars", 1))
        time.wall += timedelta(minutes=1)
        log.begin(Started("moons-and-stars", 1)).append(Result(None))
        newest = log.unfinished()
        assert newest is not None
        assert newest.id == 2
        first.append(Comment("played on"))
        newest = log.unfinished(game="moons-and-stars")
        assert newest is not None
        assert newest.id == 1
        assert log.unfinished(game="cirondo") is None


@pytest.mark.parametrize("number", [0, 2, -1, 2**63, -(2**80)])
def test_an_unknown_game_is_told(number: int, log: RecordLog) -> None:
    log.begin(Started("moons-and-stars", 1))
    with pytest.raises(UnknownRecord, match="no game number"):
        log.read(number)


def test_events_that_are_no_whole_game_are_not_copied(log: RecordLog, game: AnyGame) -> None:
    events = play(small(game), "e3-e4").events
    for bad in ((), events[1:], (events[0], *events)):
        with pytest.raises(UsageError):
            log.copy_in(bad, source="")
    assert log.games() == ()


def test_several_threads_may_use_one_log(log: RecordLog) -> None:
    log.begin(Started("moons-and-stars", 1))

    def work() -> None:
        recorder = log.begin(Started("moons-and-stars", 1))
        for _ in range(20):
            recorder.append(Comment("x"))
            log.games()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [entry.events for entry in log.games()] == [1, 21, 21, 21, 21]


def test_a_sitting_shows_only_what_is_saved(log: RecordLog, game: AnyGame) -> None:
    sitting = begin_game(log, started(game, start=small(game).start))
    sitting.play(game.parse(sitting.state, "e3-e4"))
    before = sitting.timeline
    with pytest.raises(IllegalAction):
        sitting.play(game.parse(sitting.state, "a7-a1"))
    with pytest.raises(RecordDamaged):
        sitting.record(Played("blue", {"from": "a7", "part": "all", "to": "a1"}, "a7-a1"))
    with pytest.raises(UsageError):
        sitting.finish()
    log.bound(1)

    def fill() -> None:
        for _ in range(200):
            sitting.record(Comment("x" * 4000))

    with pytest.raises(DiskFull):
        fill()
    assert sitting.timeline.steps == before.steps
    assert len(log.events(1)) == len(sitting.timeline.events)
    log.bound(10_000)
    sitting.refuse(game.parse(sitting.state, "a7-a1"))
    sitting.record(takeback(sitting.timeline))
    sitting.abandon(why="supper")
    again = resume_game(log, sitting.game_id)
    assert again.state == small(game).start
    assert again.timeline.events[-1].kind is EventKind.RESUMED


def test_a_game_that_cannot_begin_is_not_recorded(log: RecordLog) -> None:
    with pytest.raises(UnknownGame):
        begin_game(log, Started("chess", 1))
    assert log.games() == ()


def test_a_game_with_a_bad_event_is_continued_from_its_good_part(
    log: RecordLog, game: AnyGame, path: Path
) -> None:
    good = play(small(game), "e3-e4", "a7-b6")
    bad = Event(4, TIME, 1.0, Played("brown", {"from": "e4", "part": "all", "to": "e9"}, "Se4-e9"))
    log.copy_in((*good.events, bad), source="elsewhere")
    found = load_game(log, 1)
    assert found.timeline == good
    assert found.problem is not None
    with pytest.raises(RecordDamaged, match="Se4-e9"):
        resume_game(log, 1)
    sitting = continue_good_part(log, 1)
    assert sitting.state == good.state
    assert log.entry(2).source == "good part of game 1"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO events VALUES (2, 4, '', 0, 'what', '{}')")
    stored = log.read(2)
    assert stored.events == good.events
    assert stored.problem is not None
    with pytest.raises(RecordDamaged, match="'what'"):
        log.events(2)
    with pytest.raises(RecordDamaged):
        log.recorder(2)
    assert len(log.games()) == 2


def test_a_recorded_game_that_is_not_there_any_more_is_told(log: RecordLog) -> None:
    log.begin(Started("a-game-of-tomorrow", 1))
    with pytest.raises(UnknownGame, match="Game 1 can't be followed"):
        load_game(log, 1)
