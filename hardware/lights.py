"""What the lights show: a pure function of what the table is in.

    lights_for(TableView(phase=Phase.TURNS, to_act=frozenset({Side.BLUE})))

gives a `Lights`, which a driver shows. Nothing here knows a pin.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Side(Enum):
    """A side of the table, by the colour of its pieces in the main game."""

    BROWN = "brown"
    BLUE = "blue"


class Phase(Enum):
    """Where a game is."""

    IDLE = "idle"
    """No game is on."""
    PREPARE = "prepare"
    """Players, rolls and set-up."""
    TURNS = "turns"
    BONUS = "bonus"
    OVER = "over"


class Answer(Enum):
    """What the referee said last, as far as lights can tell."""

    NONE = "none"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    ASKS = "asks"
    """It can't tell and asks: several readings, a hand in view, too dark, out of step."""


@dataclass(frozen=True, slots=True)
class Level:
    """A side's notch, from 1 to ``of``."""

    notch: int
    of: int

    def __post_init__(self) -> None:
        if not 1 <= self.notch <= self.of:
            raise ValueError(f"notch {self.notch} of {self.of}: it must be from 1 to {self.of}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """What lights and sounds may know of a table.

    ``to_act`` are the sides that may act now, none when a game is over. ``waiting``: the action is
    accepted, and hands still owe something. ``notches`` are None for a game that has none.
    """

    phase: Phase = Phase.IDLE
    to_act: frozenset[Side] = frozenset()
    answer: Answer = Answer.NONE
    paused: bool = False
    waiting: bool = False
    notches_brown: Level | None = None
    notches_blue: Level | None = None


class Lamp(Enum):
    """One light."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"
    """On and off, a second each time."""


class Colour(Enum):
    """The ruling light; amber is red and green together."""

    OFF = "off"
    GREEN = "green"
    RED = "red"
    AMBER = "amber"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lights:
    """All lights of a table; as made, they are out."""

    turn_brown: Lamp = Lamp.OFF
    turn_blue: Lamp = Lamp.OFF
    ruling: Colour = Colour.OFF
    notches_brown: Level | None = None
    notches_blue: Level | None = None


_RULING = {
    Answer.NONE: Colour.OFF,
    Answer.LEGAL: Colour.GREEN,
    Answer.ILLEGAL: Colour.RED,
    Answer.ASKS: Colour.AMBER,
}


def lights_for(view: TableView) -> Lights:
    """The lights of a table: who is to act, what the referee said, where the deities are.

    A pause makes the turn lights blink and puts the ruling light out. What hands still owe is
    amber, until the table shows it; a refusal stays red.
    """
    on = Lamp.BLINK if view.paused else Lamp.ON
    ruling = _RULING[view.answer]
    if view.waiting and view.answer is not Answer.ILLEGAL:
        ruling = Colour.AMBER
    if view.paused or view.phase is Phase.IDLE:
        ruling = Colour.OFF
    return Lights(
        turn_brown=on if Side.BROWN in view.to_act else Lamp.OFF,
        turn_blue=on if Side.BLUE in view.to_act else Lamp.OFF,
        ruling=ruling,
        notches_brown=view.notches_brown,
        notches_blue=view.notches_blue,
    )


def bar(level: Level | None, lamps: int) -> tuple[bool, ...]:
    """Which lamps of a bar are lit, from the first.

    With a lamp for every notch, as many as the notch; with fewer lamps, as much of the way from
    notch 1 as is done, so that the last lamp is lit on the last notch only.

    >>> bar(Level(3, 5), 5)
    (True, True, True, False, False)
    >>> bar(Level(3, 5), 4)
    (True, True, False, False)
    """
    if level is None:
        lit = 0
    elif lamps >= level.of:
        lit = level.notch
    else:
        lit = (level.notch - 1) * lamps // (level.of - 1)
    return tuple(number < lit for number in range(lamps))
