"""What one can do in MOON: frozen values, in the words of the notation."""

from __future__ import annotations

from dataclasses import dataclass

SOME_GOAL = "goal"
"""What is said of a goal that only its owner sees (MN-33)."""


@dataclass(frozen=True, slots=True)
class Operate:
    """An operation changes `target` (MN-16); two-register ones read `source`.

    Both are a register, "RAM" for one's own module, or "RAM p2" for somebody's. ``result`` is what
    the table shows afterwards, where that is not what the operation gives.
    """

    name: str
    target: str
    source: str | None = None
    result: int | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The round, or the turn, is ended; what energy is left lapses (MN-06, MN-34)."""


@dataclass(frozen=True, slots=True)
class Repair:
    """An OK card repairs a register or an operation (MN-25)."""

    part: str


@dataclass(frozen=True, slots=True)
class Look:
    """A bug card shows a player's goal to the player whose turn it is (MN-30)."""

    seat: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """Chance: a card that the referee did not know is turned over, or drawn.

    `SOME_GOAL`: somebody has drawn a goal and keeps to themselves which.
    """

    card: str


@dataclass(frozen=True, slots=True)
class Tell:
    """A player tells the referee a card of the own goal, which nobody else sees (MN-33).

    ``place`` 0 is the left card, or the only one. To others the card is `SOME_GOAL`.
    """

    seat: str
    card: str
    place: int = 0


@dataclass(frozen=True, slots=True)
class SetUp:
    """Chance: what a game begins with (MN-08, MN-09, MN-27, MN-33).

    Cards are in words; ``deck`` is top first and may hold None for cards that nobody has seen.
    ``goals`` are dealt clockwise from `start`, None where only the owner has seen it; ``hackers``
    pairs seats with colours.
    """

    mode: str
    initial: tuple[str, ...]
    deck: tuple[str | None, ...]
    players: int = 0
    start: str = ""
    goals: tuple[str | None, ...] = ()
    hackers: tuple[tuple[str, str], ...] = ()


Action = Operate | End | Repair | Look | Reveal | Tell | SetUp
"""Everything one can do."""
