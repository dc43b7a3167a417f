"""What one can do in Moonlight: frozen values, in the words of the exchange format."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.moonlight.cards import Card, Hand

Cell = tuple[int, int]
"""A place in the grid: (x, y) from the first card of the round, to the right and downwards."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Chance: who starts the first round (ML-09)."""

    first: str


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: both decks shuffled, top first; three cards of each become the hand (ML-07, ML-16).

    Cards that the referee does not see are None (ML-18).
    """

    green: Hand
    blue: Hand


@dataclass(frozen=True, slots=True)
class Lay:
    """A card from the hand is laid on a free cell, or over a card of the other side."""

    card: Card
    cell: Cell


@dataclass(frozen=True, slots=True)
class Pass:
    """Nobody may: there is always a card to lay (ML-07)."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a power adds to its owner's points, or takes off them, as entered by hand (ML-01)."""

    seat: str
    power: str
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """The referee counts the round (ML-11).

    ``moons`` are the visible moons of green and blue, entered by hand where a card does not tell
    its own (ML-01).
    """

    moons: tuple[int, int] | None = None
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Power:
    """The loser of a round takes a power for the rest of the match (ML-16).

    None: which one is not recorded.
    """

    name: str | None


@dataclass(frozen=True, slots=True)
class Use:
    """A power that works once a round is used, and its box ticked (ML-17)."""

    name: str


Action = Lot | Deal | Lay | Pass | Score | Power | Use
"""Everything one can do."""
