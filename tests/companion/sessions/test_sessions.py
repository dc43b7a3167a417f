"""A session is recorded as it happens, and played again with the same words."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from companion.errors import BadExchangeFile, FileProblem
from companion.games.api import Piece
from companion.record import Durability, RecordLog, Remedy
from companion.record.on_table import OnTable
from companion.referee.commands import (
    Command,
    CorrectRuling,
    CorrectSites,
    Done,
    NewGame,
    Pause,
    Play,
    ResumeGame,
    TakeBack,
)
from companion.referee.evidence import Evidence, Look, SeenTable, Sight
from companion.referee.eyes import EyesAway, RollSeen, ScriptedEyes, Sighting, Wanted, always
from companion.referee.handling import KINDS, OF_TYPE, OF_WORD
from companion.referee.snapshot import Said, Snapshot
from companion.referee.table import Table
from companion.sessions.form import LINES, read_session, write_session
from companion.sessions.recording import SessionRecorder
from companion.sessions.replaying import replay_session
from companion.sessions.wire import command_from_json, command_to_json
from tests.companion.referee.sitting_at import LINE, MOON_H4, PULLED, Seated, begin


def as_bytes(table: SeenTable) -> bytes:
    """A table that was seen, as the file that stands for its photograph."""
    looks = {
        site: [[k.piece, k.level, p] for k, p in look.items()] for site, look in table.looks.items()
    }
    return json.dumps(
        {"looks": looks, "notches": table.notches, "sight": table.sight.value, "why": table.reason}
    ).encode()


class Papers:
    """Reads such files."""

    def board(self, photo: Path) -> Evidence:
        data = json.loads(photo.read_bytes())
        looks = {
            site: {Look(piece, level): p for piece, level, p in look}
            for site, look in data["looks"].items()
        }
        return SeenTable(looks, Sight(data["sight"]), data["why"], data["notches"])

    def roll(self, photo: Path) -> tuple[RollSeen | None, str]:
        return None, f"{photo.name} is no roll."


class Kept(ScriptedEyes):
    """Eyes that keep what they saw, by number."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[int, bytes] = {}

    def look(self, wanted: Wanted = always) -> Sighting:
        sighting = super().look(wanted)
        assert isinstance(sighting.evidence, SeenTable)
        assert sighting.photo is not None
        self.kept[sighting.photo] = as_bytes(sighting.evidence)
        return sighting


class SlowKept(Kept):
    """The same, reading until they are let go."""

    def __init__(self) -> None:
        super().__init__()
        self.reading, self.go = threading.Event(), threading.Event()

    def look(self, wanted: Wanted = always) -> Sighting:
        sighting = super().look(wanted)
        self.reading.set()
        assert self.go.wait(5)
        return sighting


def lights(snapshot: Snapshot) -> Mapping[str, Any]:
    return {"turn": sorted(snapshot.to_act)}


def record_evening(folder: Path) -> Path:
    """A short evening with everything in it; returns the session's folder."""
    eyes, session = Kept(), folder / "session"
    recorder = SessionRecorder(session, photo=eyes.kept.get, lights=lights, game="moons-and-stars")
    with (
        RecordLog.open(folder / "live.sqlite", durability=Durability.KILL) as log,
        Table(log, eyes=eyes, rng=Random(1), tap=recorder.hear) as table,
    ):
        at = Seated(table, eyes)
        at.wait(lambda snapshot: snapshot.camera.name == "scripted")
        begin(at, line=LINE, rules={})
        at.lay(h4=(), h5=MOON_H4)
        wrong = at.press("brown")
        at.lay(h5=(), h4=MOON_H4)
        eyes.changed = True
        at.said(after=wrong.number)
        at.play("h4-h6")
        at.do(TakeBack(seat="brown"), by="Ada")
        table.rest(5)
        at.lay(h6=(), h4=MOON_H4)
        eyes.changed = True
        at.wait(lambda snapshot: not snapshot.waiting)
        at.hide(Sight.HAND, "An arm is over a1.")
        at.press("brown")
        at.show()
        eyes.quiet = False
        at.press("brown")
        eyes.quiet = True
        at.play("h4-h2")
        table.rest(5)
    recorder.close()
    return session


def test_a_recorded_evening_is_played_again_word_for_word(tmp_path: Path) -> None:
    session = read_session(record_evening(tmp_path))
    with RecordLog.open(tmp_path / "again.sqlite", durability=Durability.KILL) as log:
        found = list(replay_session(session, Papers(), log, lights=lights))
    assert [
        (each.wrong, dict(each.line.data), dict(each.now)) for each in found if each.wrong
    ] == []
    assert [each.now["said"] for each in found] == [
        "illegal",
        "put-back",
        "legal",
        "taken-back",
        "settled",
        "hand",
        "moving",
        "legal",
    ]


def test_quick_presses_and_a_resumed_game_are_played_again_word_for_word(tmp_path: Path) -> None:
    session = record_quickly(tmp_path)
    with RecordLog.open(tmp_path / "replayed.sqlite", durability=Durability.KILL) as log:
        compared = list(replay_session(read_session(session), Papers(), log, lights=lights))
    assert [one.wrong for one in compared] == [()] * len(compared)
    notations = [one.now["notation"] for one in compared if one.now["said"] == "legal"]
    assert notations == ["Mh4-h6", "Sf7-f6", "Mh6-h4"]


def record_quickly(folder: Path) -> Path:
    """Blue presses while brown's photograph is read; then the power goes, and they play on."""
    live, session = folder / "live.sqlite", folder / "session"
    eyes = SlowKept()
    with (
        RecordLog.open(live, durability=Durability.KILL) as log,
        Table(log, rng=Random(1)) as table,
    ):
        at = Seated(table, eyes)
        begin(at, line=LINE, rules={})
    recorder = SessionRecorder(session, photo=eyes.kept.get, lights=lights)
    with (
        RecordLog.open(live, durability=Durability.KILL) as log,
        Table(log, eyes=eyes, tap=recorder.hear) as table,
    ):
        at = Seated(table, eyes, wood=at.wood)
        at.wait(lambda snapshot: snapshot.camera.name == "scripted")
        eyes.go.set()
        at.do(ResumeGame(1))
        table.rest(5)
        eyes.go.clear()
        eyes.reading.clear()
        at.lay(h4=(), h6=MOON_H4)
        at.do(Done("brown"))
        assert eyes.reading.wait(5)
        at.lay(f7=(), f6=(Piece("blue", "star"),))
        at.do(Done("blue"))
        eyes.go.set()
        at.wait(lambda snapshot: snapshot.answer is not None and snapshot.answer.seat == "blue")
        at.play("h6-h4")
    recorder.close()
    return session


def test_what_was_owed_when_the_power_went_is_owed_when_it_is_played_again(tmp_path: Path) -> None:
    live, session = tmp_path / "live.sqlite", tmp_path / "session"
    eyes, kept = Kept(), OnTable(live)
    with (
        RecordLog.open(live, durability=Durability.KILL) as log,
        Table(log, eyes=eyes, rng=Random(1), kept=kept) as table,
    ):
        at = Seated(table, eyes)
        at.wait(lambda snapshot: snapshot.camera.name == "scripted")
        begin(at, line=PULLED, rules={})
        owed = at.play("d3-d2", steps=1).todo
        wood = at.wood
    recorder = SessionRecorder(session, photo=eyes.kept.get, lights=lights)
    with (
        RecordLog.open(live, durability=Durability.KILL) as log,
        Table(log, eyes=eyes, kept=kept, tap=recorder.hear) as table,
    ):
        at = Seated(table, eyes, wood=wood)
        at.wait(lambda snapshot: snapshot.camera.name == "scripted")
        at.do(ResumeGame(1))
        table.rest(5)
        assert at.snapshot.todo == owed
        at.hands(*owed)
        eyes.changed = True
        at.said(Said.SETTLED)
    recorder.close()
    with RecordLog.open(tmp_path / "again.sqlite", durability=Durability.KILL) as log:
        found = list(replay_session(read_session(session), Papers(), log, lights=lights))
    assert [(one.now["said"], one.now["owed"], one.wrong) for one in found] == [
        ("legal", 1, ()),
        ("settled", 0, ()),
    ]


def test_a_session_with_more_photographs_than_are_needed_now_says_the_same(tmp_path: Path) -> None:
    """As those were recorded that looked twice at whatever was not plainly legal."""
    folder = record_evening(tmp_path)
    lines = (folder / LINES).read_text("utf-8").splitlines(keepends=True)
    twice = [line * 2 if '"look":"press","photo"' in line else line for line in lines]
    (folder / LINES).write_text("".join(twice), "utf-8")
    with RecordLog.open(tmp_path / "again.sqlite", durability=Durability.KILL) as log:
        found = list(replay_session(read_session(folder), Papers(), log, lights=lights))
    assert "".join(twice) != "".join(lines)
    assert len(found) == 8
    assert [each for each in found if each.wrong] == []


def test_a_session_that_goes_otherwise_says_where(tmp_path: Path) -> None:
    folder = record_evening(tmp_path)
    path = folder / LINES
    path.write_text(path.read_text("utf-8").replace('"notation":"Mh4-h2"', '"notation":"Mh4-h3"'))
    with RecordLog.open(tmp_path / "again.sqlite", durability=Durability.KILL) as log:
        found = list(replay_session(read_session(folder), Papers(), log, lights=lights))
    assert [each.wrong for each in found if each.wrong] == [("notation",)]


def test_a_session_is_private(tmp_path: Path) -> None:
    folder = record_evening(tmp_path)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_session_that_grows_too_long_stops_and_the_game_does_not(tmp_path: Path) -> None:
    eyes, told = Kept(), list[str]()
    recorder = SessionRecorder(
        tmp_path / "session", photo=eyes.kept.get, tell=told.append, most_bytes=100
    )
    with (
        RecordLog.open(tmp_path / "live.sqlite", durability=Durability.KILL) as log,
        Table(log, eyes=eyes, tap=recorder.hear) as table,
    ):
        at = Seated(table, eyes)
        at.wait(lambda snapshot: snapshot.camera.name == "scripted")
        begin(at, line=LINE, rules={})
        at.play("h4-h6")
        assert at.play("f7-f6").seat == "blue"
        table.rest(5)
    recorder.close()
    assert told == ["The session is not recorded any more: it has become too long."]


@pytest.mark.parametrize(
    "command",
    [
        Done("brown"),
        Play(text="e2-e4"),
        Pause(on=True),
        CorrectSites({"e4": ("brown moon", "brown star")}),
        CorrectRuling(4, Remedy.STRUCK, "so"),
        NewGame("cirondo", {"players": 4}, {"white": "Ada"}),
    ],
)
def test_a_command_comes_back_from_json_as_it_was(command: Command) -> None:
    assert command_from_json(json.loads(json.dumps(command_to_json(command)))) == command


def test_every_command_is_in_the_table_and_has_a_word_of_its_own() -> None:
    assert [kind.of for kind in KINDS] == list(OF_TYPE)
    assert set(OF_TYPE) == set(get_args(Command))
    assert len(OF_WORD) == len(KINDS)


@pytest.mark.parametrize(
    "data",
    [
        None,
        7,
        {},
        {"type": "dance"},
        {"type": "done", "leg": 1},
        {"type": "correct-ruling", "remedy": "x"},
    ],
)
def test_what_is_no_command_is_refused(data: Any) -> None:
    with pytest.raises(BadExchangeFile):
        command_from_json(data)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", BadExchangeFile),
        ("{}\n", BadExchangeFile),
        ('{"format":"moontable-session","version":9}\n', BadExchangeFile),
        ('{"format":"moontable-session","version":1}\n{"sung": 1}\n', BadExchangeFile),
        ('{"format":"moontable-session","version":1}\n{"do"', BadExchangeFile),
        (None, FileProblem),
    ],
)
def test_what_is_no_session_is_refused_with_advice(
    tmp_path: Path, text: str | None, problem: type[BadExchangeFile | FileProblem]
) -> None:
    if text is not None:
        (tmp_path / LINES).write_text(text)
    with pytest.raises(problem) as caught:
        read_session(tmp_path)
    assert caught.value.advice


def test_a_session_written_by_hand_needs_the_verdicts_alone(tmp_path: Path) -> None:
    game_lines: list[dict[str, Any]] = [
        {"do": {"type": "new-game", "game": "moons-and-stars", "rules": {}}},
        {"do": {"type": "play", "text": "e2-e4"}},
        {"said": "illegal"},
    ]
    write_session(tmp_path, game_lines, game="moons-and-stars")
    with RecordLog.open(tmp_path / "again.sqlite", durability=Durability.KILL) as log:
        (found,) = replay_session(read_session(tmp_path), Papers(), log)
    assert not found.wrong
    with pytest.raises(EyesAway):
        ScriptedEyes().look()
