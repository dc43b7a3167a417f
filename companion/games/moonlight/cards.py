"""The cards: eleven wolves a side, a Lone Wolf each, and how they are written.

A card is "green 3", "green 3 m1" where its moons are known, "green lone" for a Lone Wolf, whose
moons may be told, too: "green lone m2". An unknown card is None, here and in JSON.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from companion.games.api import Piece

SIDES = ("green", "blue")
"""The seats; a side's number is its place here."""
COPIES = {1: 2, 2: 2, 3: 4, 4: 2, 5: 1}
"""Value -> how many of it are in each deck (ML-18)."""
WOLVES = sum(COPIES.values())
HAND = 3
"""How many cards a hand holds while the deck lasts (ML-07)."""
LONE = "lone"
_CARD = re.compile(r"([a-z]{1,20}) (?:([0-9]{1,3})|lone)(?: m([0-9]{1,3}))?")


@dataclass(frozen=True, slots=True)
class Card:
    """A wolf: whose it is, its printed value (None: a Lone Wolf), its moons (None: not known)."""

    owner: str
    value: int | None
    moons: int | None = None

    @property
    def lone(self) -> bool:
        """Whether this is a Lone Wolf; what it is worth is a switch (ML-01)."""
        return self.value is None

    @property
    def plain(self) -> Card:
        """The same card without its moons: what two cards have in common that look alike."""
        return self if self.moons is None else card(self.owner, self.value)

    def __str__(self) -> str:
        return f"{self.owner} {self.rank}"

    @property
    def rank(self) -> str:
        """The card without its colour: "3", "3 m1", "lone"."""
        value = LONE if self.value is None else str(self.value)
        return value if self.moons is None else f"{value} m{self.moons}"


Hand = tuple[Card | None, ...]
"""Cards in a hand or a deck, known or not; a deck's top comes first."""


@lru_cache(maxsize=4096)
def card(owner: str, value: int | None, moons: int | None = None) -> Card:
    """The card; one object for each, so that comparing is quick."""
    return Card(owner, value, moons)


@lru_cache(maxsize=4096)
def card_of(text: str) -> Card | None:
    """The card that a text says; None if it says none.

    >>> str(card_of("green 3 m1")), card_of("green three")
    ('green 3 m1', None)
    """
    found = _CARD.fullmatch(text)
    if found is None:
        return None
    owner, value, moons = found.groups()
    return card(owner, None if value is None else int(value), None if moons is None else int(moons))


@lru_cache(maxsize=4096)
def piece_of(known: Card) -> Piece:
    """The card as it lies on the table: its moons are print, and no part of what it is."""
    return Piece(known.owner, LONE if known.value is None else str(known.value))


def card_on_table(piece: Piece) -> Card | None:
    """The card that a piece is, its moons unknown; None if it is none of this game."""
    if piece.owner not in SIDES or piece.facing:
        return None
    if piece.kind == LONE:
        return card(piece.owner, None)
    known = piece.kind.isdecimal() and piece.kind in map(str, COPIES)
    return card(piece.owner, int(piece.kind)) if known else None
