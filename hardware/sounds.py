"""What the buzzer sounds: tunes, and which of them a change of the table calls for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from hardware.lights import Answer, Phase, TableView


@dataclass(frozen=True, slots=True)
class Beep:
    """A tone and the silence after it. Its height matters to buzzers that can play one."""

    on_s: float
    off_s: float = 0.1
    pitch_hz: float = 880.0


class Tune(Enum):
    """A short pattern of beeps; the patterns differ in length and number, not in height alone."""

    LEGAL = (Beep(0.08),)
    """One short beep."""
    ILLEGAL = (Beep(0.4, pitch_hz=330), Beep(0.4, pitch_hz=330))
    """Two long ones."""
    ASKS = (Beep(0.08, pitch_hz=660), Beep(0.08, pitch_hz=660), Beep(0.08, pitch_hz=660))
    """Three short ones: the referee needs an answer."""
    DO = (Beep(0.08), Beep(0.25))
    """Short, long: hands still owe something."""
    OVER = (Beep(0.15, pitch_hz=440), Beep(0.15, pitch_hz=550), Beep(0.5, pitch_hz=660))
    """Rising: the game is over."""

    @property
    def length_s(self) -> float:
        """How long it takes to play."""
        return math.fsum(beep.on_s + beep.off_s for beep in self.value)


_TUNES = {Answer.LEGAL: Tune.LEGAL, Answer.ILLEGAL: Tune.ILLEGAL, Answer.ASKS: Tune.ASKS}


def tune_for(before: TableView, after: TableView) -> Tune | None:
    """The tune that a change calls for: only news sounds, and never during a pause.

    The same answer to a new turn is news when the side to act has changed, too.
    """
    if after.paused or after == before:
        return None
    if after.phase is Phase.OVER:
        return Tune.OVER if before.phase is not Phase.OVER else None
    if after.waiting and not before.waiting:
        return Tune.DO
    if (after.answer, after.to_act) != (before.answer, before.to_act):
        return _TUNES.get(after.answer)
    return None
