"""The table: presses that come while a photo is read are neither lost nor in vain."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from companion.games.api import Piece
from companion.record import Played, Refused
from companion.referee.commands import Done
from companion.referee.eyes import ScriptedEyes, Sighting, Wanted, Watch, always
from companion.referee.snapshot import Said
from tests.companion.referee.sitting_at import MOON, WAIT_S, Seated, kinds, seated

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
