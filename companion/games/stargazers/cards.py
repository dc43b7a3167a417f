"""Colours and shapes: sixteen tiles, and three cards of each; some cards nobody has seen.

Inside, a tile or card is a number from 0 to 15, and a row of cards is `bytes`, first card first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.games.api import Piece, Pile

COLOURS = ("red", "orange", "blue", "green")
SHAPES = ("moon", "planet", "star", "comet")
KINDS = 16
"""How many different tiles there are, and how many different cards."""
COPIES = 3
"""How many cards there are of each kind."""
UNKNOWN = KINDS
"""A card that the referee has not seen."""

NAMES = tuple(f"{colour} {shape}" for colour in COLOURS for shape in SHAPES)
"""Card -> its name."""
CODES = {name: code for code, name in enumerate(NAMES)}
"""Name -> its card."""
DECK = bytes(code for code in range(KINDS) for _ in range(COPIES))
"""All 48 cards, in order."""
UNSEEN_DECK = bytes((UNKNOWN,)) * len(DECK)
"""All 48 cards, in an order that nobody has seen."""

LETTERS = tuple((colour[0] + shape[0]).upper() for colour in COLOURS for shape in SHAPES)
"""Card -> its two letters in notation: "GM" is the green moon."""
BY_LETTERS = {letters: code for code, letters in enumerate(LETTERS)}

BEAD = Piece("glass", "bead")
TILES: tuple[Piece, ...] = tuple(Piece(*name.split()) for name in NAMES)
CARDS: tuple[Piece, ...] = tuple(Piece(tile.owner, f"{tile.kind}-card") for tile in TILES)
DARK: tuple[Pile, ...] = tuple((tile,) for tile in TILES)
"""Tile -> the pile that it is without a bead."""
LIT: tuple[Pile, ...] = tuple((tile, BEAD) for tile in TILES)
"""Tile -> the pile that it is with a bead on it."""

_TOKEN = re.compile(r"(\d{0,3})\?|([A-Z]{2})")


def name_of(card: int) -> str | None:
    """A card's name; None for one that was not seen."""
    return None if card == UNKNOWN else NAMES[card]


def names_of(cards: Iterable[int]) -> tuple[str | None, ...]:
    """The names of cards."""
    return tuple(name_of(card) for card in cards)


def coded(names: Iterable[str | None]) -> bytes | None:
    """Cards by their names, None for one that was not seen; None if there is no such card."""
    codes = [UNKNOWN if name is None else CODES.get(name, -1) for name in names]
    return None if -1 in codes else bytes(codes)


def cards_text(cards: bytes) -> str:
    """Cards in letters, "?" for one and "3?" for three that were not seen, "-" for none.

    >>> cards_text(bytes((CODES["green moon"], UNKNOWN, UNKNOWN)))
    'GM2?'
    """
    text, unseen = "", 0
    for card in (*cards, None):
        if card == UNKNOWN:
            unseen += 1
            continue
        if unseen:
            text += "?" if unseen == 1 else f"{unseen}?"
            unseen = 0
        if card is not None:
            text += LETTERS[card]
    return text or "-"


def cards_from_text(text: str) -> bytes | None:
    """The inverse of `cards_text`; None where it can't be read."""
    cards, place = bytearray(), 0
    while place < len(text) and text != "-":
        found = _TOKEN.match(text, place)
        if found is None or (found[2] and found[2] not in BY_LETTERS):
            return None
        if found[2]:
            cards.append(BY_LETTERS[found[2]])
        else:
            cards.extend((UNKNOWN,) * int(found[1] or 1))
        place = found.end()
    return bytes(cards)
