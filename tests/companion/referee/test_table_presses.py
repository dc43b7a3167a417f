"""The table: presses that come while a photo is read are neither lost nor in vain."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.games.api import Piece
from companion.record import Played, Refused
from companion.referee.commands import Done, Resynchronise
from companion.referee.eyes import (
    RollSeen,
    RollSighting,
    ScriptedEyes,
    Sighting,
    Wanted,
    Watch,
    always,
)
from companion.referee.snapshot import Said, TablePhase
from tests.companion.referee.sitting_at import MOON, WAIT_S, Seated, kinds, seated
from tests.companion.referee.test_table_preparing import FIRST, laid_for, roll, to_set_up

STAR = Piece("blue", "star")


@dataclass(slots=True)
class SlowEyes(ScriptedEyes):
    """Eyes that read a photo until they are let go."""

    reading: threading.Event = field(default_factory=threading.Event)
    go: threading.Event = field(default_factory=threading.Event)

    def look(self, wanted: Wanted = always) -> Sighting:
        taken = ScriptedEyes.look(self, wanted)
        self.reading.set()
        assert self.go.wait(WAIT_S)
        return taken

    def look_at_roll(self, wanted: Wanted = always) -> RollSighting:
        taken = ScriptedEyes.look_at_roll(self, wanted)
        self.reading.set()
        assert self.go.wait(WAIT_S)
        return taken


@contextmanager
def reading(folder: Path, **piles: tuple[Piece, ...]) -> Iterator[tuple[Seated, SlowEyes]]:
    """Brown has laid this and pressed, and the photo is being read."""
    eyes = SlowEyes()
    with seated(folder, eyes=eyes) as at:
        at.lay(**piles)
        try:
            assert at.do(Done("brown")).snapshot.looking, "it is seen at once that it was taken"
            assert eyes.reading.wait(WAIT_S)
            yield at, eyes
        finally:
            eyes.go.set()


def test_the_other_side_that_answers_quickly_does_not_press_in_vain(tmp_path: Path) -> None:
    with reading(tmp_path, h4=(), h6=(MOON,)) as (at, eyes):
        at.lay(f7=(), f6=(STAR,))
        pressed = at.do(Done("blue")).snapshot
        assert pressed.answer is None, "it is not said to be out of turn"
        eyes.go.set()
        at.wait(lambda snapshot: snapshot.to_act == {"brown"} and len(kinds(at)) == 2)
        assert kinds(at) == [Played, Played]
        assert at.answer.notation == "Sf7-f6"


def test_the_other_sides_press_ends_no_turn_that_goes_on(tmp_path: Path) -> None:
    with reading(tmp_path, h4=(), h5=(MOON,)) as (at, eyes):
        at.do(Done("blue"))
        eyes.go.set()
        assert at.said().said is Said.ILLEGAL
        at.table.rest(WAIT_S)
        assert at.answer.said is Said.ILLEGAL, "what was told of brown's move stands"
        assert at.eyes.looks == 1


def test_whoever_presses_again_and_again_gets_the_answer_of_the_first_photo(
    tmp_path: Path,
) -> None:
    with reading(tmp_path, h4=(), h6=(MOON,)) as (at, eyes):
        for seat in ("brown", None, "brown"):
            assert at.do(Done(seat)).snapshot.looking
        eyes.go.set()
        assert at.said().said is Said.LEGAL
        at.table.rest(WAIT_S)
        assert (at.answer.said, at.eyes.looks) == (Said.LEGAL, 1)


def test_what_was_put_right_before_the_second_press_is_not_told_as_wrong(tmp_path: Path) -> None:
    with reading(tmp_path, h4=(), h5=(MOON,)) as (at, eyes):
        at.lay(h5=(), h6=(MOON,))
        at.do(Done("brown"))
        eyes.go.set()
        assert at.said().said is Said.LEGAL
        assert kinds(at) == [Played]


def test_what_is_wrong_in_both_photos_is_told(tmp_path: Path) -> None:
    with reading(tmp_path, h4=(), h5=(MOON,)) as (at, eyes):
        at.do(Done("brown"))
        eyes.go.set()
        assert at.said().said is Said.ILLEGAL
        assert (kinds(at), at.eyes.looks) == ([Refused], 2)


@contextmanager
def watching(folder: Path) -> Iterator[tuple[Seated, SlowEyes]]:
    """Brown was refused, and it is being looked whether the piece is put back."""
    eyes = SlowEyes()
    eyes.go.set()
    with seated(folder, eyes=eyes) as at:
        at.lay(h4=(), h5=(MOON,))
        assert at.press("brown").said is Said.ILLEGAL
        eyes.go.clear()
        eyes.reading.clear()
        eyes.changed = True
        try:
            assert eyes.reading.wait(WAIT_S)
            assert not at.snapshot.looking, "nobody has asked"
            yield at, eyes
        finally:
            eyes.go.set()


def test_a_press_while_nobody_waits_for_the_photo_is_looked_at_after_it(tmp_path: Path) -> None:
    with watching(tmp_path) as (at, eyes):
        wrong = at.answer
        at.lay(h5=(), h6=(MOON,))
        assert at.do(Done("brown")).snapshot.looking
        eyes.go.set()
        assert at.said(after=wrong.number).said is Said.LEGAL


def test_a_press_that_the_camera_goes_away_under_is_answered(tmp_path: Path) -> None:
    with watching(tmp_path) as (at, eyes):
        wrong = at.answer
        at.do(Done("brown"))
        eyes.watch = Watch.AWAY
        eyes.go.set()
        answer = at.said(after=wrong.number)
        assert answer.said is Said.CAMERA_AWAY
        assert answer.reason


def storm(at: Seated, eyes: SlowEyes, *seats: str | None, looks: int) -> None:
    """Somebody presses on and on while so many photos are read."""
    for _ in range(looks):
        assert eyes.reading.wait(WAIT_S)
        eyes.reading.clear()
        for seat in seats:
            assert at.do(Done(seat)).accepted
        eyes.go.set()
        wanted = eyes.looks + 1
        deadline = time.monotonic() + WAIT_S
        while eyes.looks < wanted and at.snapshot.looking and time.monotonic() < deadline:
            time.sleep(0.005)
        eyes.go.clear()
    eyes.go.set()


@contextmanager
def rolling(folder: Path, seen: RollSeen | None) -> Iterator[tuple[Seated, SlowEyes]]:
    """Brown has rolled and pressed, and the photo is being read."""
    eyes = SlowEyes(roll=seen)
    with seated(folder, line=None, rules={"deities": "off"}, eyes=eyes) as at:
        try:
            assert at.do(Done("brown")).snapshot.looking
            assert eyes.reading.wait(WAIT_S)
            yield at, eyes
        finally:
            eyes.go.set()


@pytest.mark.parametrize("seats", [("brown",), ("blue",), (None,), ("brown", "blue", None)])
def test_a_roll_is_read_however_often_its_player_presses(
    tmp_path: Path, seats: tuple[str | None, ...]
) -> None:
    with rolling(tmp_path, roll("brown", FIRST)) as (at, eyes):
        for seat in seats * 30:
            assert at.do(Done(seat)).snapshot.looking
        eyes.go.set()
        assert at.said().said is Said.ROLL
        at.table.rest(WAIT_S)
        assert (at.answer.said, eyes.looks) == (Said.ROLL, 1)


def test_a_roll_that_was_put_right_before_the_second_press_is_read_anew(tmp_path: Path) -> None:
    few = {**FIRST, "moon": 1}
    with rolling(tmp_path, roll("brown", few, unread=((3.0, 4.0),))) as (at, eyes):
        eyes.roll = roll("brown", FIRST)
        at.do(Done("brown"))
        eyes.go.set()
        assert at.said().said is Said.ROLL
        assert eyes.looks == 2


def test_a_roll_in_doubt_is_told_although_somebody_presses_on(tmp_path: Path) -> None:
    few = {**FIRST, "moon": 1}
    with rolling(tmp_path, roll("brown", few, unread=((3.0, 4.0),))) as (at, eyes):
        storm(at, eyes, "brown", looks=3)
        assert at.said().said is Said.ROLL_UNCLEAR
        at.table.rest(WAIT_S)
        assert at.answer.number >= 1


def test_what_is_wrong_is_told_although_somebody_presses_on(tmp_path: Path) -> None:
    with reading(tmp_path, h4=(), h5=(MOON,)) as (at, eyes):
        with at.table.listen(most=500) as listener:
            storm(at, eyes, "brown", looks=4)
            at.table.rest(WAIT_S)
            told = set()
            while (snapshot := listener.get(0.1)) is not None:
                told.add(snapshot.answer and snapshot.answer.said)
        assert Said.ILLEGAL in told
        assert kinds(at) == [Refused], "it is one try"


def test_whoever_presses_on_gets_the_answer_to_the_table_as_it_lies_at_last(
    tmp_path: Path,
) -> None:
    with reading(tmp_path, h4=(), h5=(MOON,)) as (at, eyes):
        storm(at, eyes, "brown", looks=2)
        at.lay(h5=(), h6=(MOON,))
        at.do(Done("brown"))
        at.wait(lambda snapshot: snapshot.to_act == {"blue"})


def test_both_set_ups_are_judged_when_both_press_at_once(tmp_path: Path) -> None:
    eyes = SlowEyes()
    eyes.go.set()
    with seated(tmp_path, line=None, rules={"deities": "off"}, eyes=eyes) as at:
        to_set_up(at)
        at.show(laid_for(at, "brown", "blue"))
        eyes.go.clear()
        eyes.reading.clear()
        at.do(Done("brown"))
        assert eyes.reading.wait(WAIT_S)
        at.do(Done("blue"))
        eyes.go.set()
        at.wait(lambda snapshot: snapshot.phase is TablePhase.TURNS)


def test_a_press_ends_no_look_at_the_table_as_it_lies(tmp_path: Path) -> None:
    with reading(tmp_path, h4=(), h5=(MOON,)) as (at, eyes):
        at.do(Resynchronise())
        for _ in range(5):
            at.do(Done("brown"))
            at.do(Resynchronise())
        eyes.go.set()
        at.said(Said.PROPOSAL)
        at.table.rest(WAIT_S)
        assert at.snapshot.proposal is not None
