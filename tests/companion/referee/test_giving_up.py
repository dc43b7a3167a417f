"""The looker: what is asked for last is not kept waiting by what nobody asks for any more."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass, field

from companion.referee.evidence import SeenTable
from companion.referee.eyes import GivenUp, RollSighting, ScriptedEyes, Sighting, Wanted, always
from companion.referee.looking import Looked, Looker, Purpose, Told

WAIT_S = 10.0
BLANK = SeenTable({})


@dataclass(slots=True)
class Thorough(ScriptedEyes):
    """Eyes that read the first photo for as long as anybody wants it."""

    reading: threading.Event = field(default_factory=threading.Event)

    def look(self, wanted: Wanted = always) -> Sighting:
        if not self.reading.is_set():
            self._read_on(wanted)
        return ScriptedEyes.look(self)

    def look_at_roll(self, wanted: Wanted = always) -> RollSighting:
        self._read_on(wanted)
        raise AssertionError("it was wanted to the end")

    def _read_on(self, wanted: Wanted) -> None:
        self.reading.set()
        waiting = threading.Event()
        for _ in range(1000):
            if not wanted():
                raise GivenUp
            waiting.wait(0.01)


def after_two_asks(first: Purpose) -> list[Told]:
    """What is told when a press comes while something else is looked at."""
    heard: queue.Queue[Told] = queue.Queue()
    eyes = Thorough(sees=BLANK)
    looker = Looker(eyes, heard.put)
    try:
        looker.ask(1, first)
        assert eyes.reading.wait(WAIT_S)
        looker.ask(2, Purpose.PRESS)
        told = [heard.get(timeout=WAIT_S)]
        while not isinstance(told[-1], Looked):
            told.append(heard.get(timeout=WAIT_S))
        return [each for each in told if isinstance(each, Looked)]
    finally:
        looker.close()


def test_a_press_does_not_wait_for_a_look_that_only_watched() -> None:
    (looked,) = after_two_asks(Purpose.SETTLE)
    assert isinstance(looked, Looked)
    assert (looked.number, looked.purpose) == (2, Purpose.PRESS)
    assert looked.sighting is not None


def test_nor_for_one_at_a_roll() -> None:
    (looked,) = after_two_asks(Purpose.ROLL)
    assert isinstance(looked, Looked)
    assert looked.number == 2
