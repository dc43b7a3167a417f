"""What one can do in Stargazers: frozen values, in the words of the exchange format."""

from __future__ import annotations

from dataclasses import dataclass

Card = str | None
"""A card by its name, such as "green moon"; None: it was not seen."""
Grid = tuple[tuple[Card, ...], ...]
"""Tiles by their names, row by row from the top."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card goes from the hand to the discards and lights its tile (SG-05, SG-06)."""

    card: str


@dataclass(frozen=True, slots=True)
class Flip:
    """The top card of the pile is turned over and played (SG-12).

    ``card`` says what it showed, where the referee does not know the pile.
    """

    card: Card = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is played; the rules never allow it (SG-05)."""


Ages = tuple[tuple[str, int | None], ...]
"""Each seat that plays with its age, None where it is not told."""


@dataclass(frozen=True, slots=True)
class Players:
    """Chance, or entered: who plays; the lot says who starts if several may be the youngest.

    Tiles and cards follow as `NewGame` (SG-10).
    """

    ages: Ages
    lot: str | None


@dataclass(frozen=True, slots=True)
class SetUp:
    """Chance: who plays, the lay-out and the pile before dealing, all at once (SG-10 to SG-13)."""

    ages: Ages
    lot: str | None
    layout: Grid
    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Chance: the discards, shuffled, are the new pile, top first (SG-08)."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class NewGame:
    """Chance: the tiles and the pile of the first or the next game (SG-11, SG-13)."""

    layout: Grid
    deck: tuple[Card, ...]


Dealt = Players | SetUp | Reshuffle | NewGame
"""What the referee enters, or shuffles for the players."""

Action = Play | Flip | Pass | Dealt
"""Everything one can do."""
