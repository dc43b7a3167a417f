"""What the referee says: verdicts, reasons with their ruling, faults of a table, outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.games.table import Effect, Piece
from companion.games.words import Seat


class Verdict(Enum):
    """What the referee says of an action."""

    LEGAL = "legal"
    """The rules allow it."""
    ILLEGAL = "illegal"
    """The rules refuse it; the ruling's reasons say why."""


Value = str | int | Piece | tuple["Value", ...]
"""What a reason's parameter may be."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: a ruling ID, the key of its sentence in the language catalogues, and what it is about.

    ``sites`` are concerned in reading order of the sentence; ``parameters`` fill the sentence.
    """

    ruling: str
    key: str
    sites: tuple[str, ...] = ()
    parameters: tuple[tuple[str, Value], ...] = ()

    def parameter(self, name: str) -> Value:
        """The value of one parameter; raises KeyError."""
        return dict(self.parameters)[name]


def reason(ruling: str, key: str, *sites: str, **parameters: Value) -> Reason:
    """A `Reason` in the order in which one says it.

    >>> reason("MS-18", "moon-one-step", "e4", "e5").sites
    ('e4', 'e5')
    """
    return Reason(ruling, key, sites, tuple(sorted(parameters.items())))


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says of an action.

    LEGAL: ``reasons`` is empty, ``effects`` are the physical steps, in order, and ``notes`` what
    is good to know of them (the sum that an operation does), said like reasons.
    ILLEGAL: ``reasons`` holds every reason that applies, the most telling first, and ``nearest``
    the legal actions most like what was tried.
    """

    verdict: Verdict
    reasons: tuple[Reason, ...] = ()
    effects: tuple[Effect, ...] = ()
    nearest: tuple[Any, ...] = ()
    notes: tuple[Reason, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the verdict is LEGAL."""
        return self.verdict is Verdict.LEGAL


@dataclass(frozen=True, slots=True)
class Fault:
    """One independent thing that is wrong with a table, said like a reason."""

    reason: Reason

    @property
    def sites(self) -> tuple[str, ...]:
        """The sites where it shows."""
        return self.reason.sites


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None for a draw), the ruling, and the sentence's key.

    ``shared`` names the seats that win together, where it is not one alone.
    """

    winner: Seat | None
    ruling: str
    key: str
    shared: tuple[Seat, ...] = ()
