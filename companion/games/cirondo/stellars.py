"""Sides, kinds and pieces, and the codes by which a board holds them.

Code 0 is an empty space; 1 + side * 3 + kind is a stellar. A higher kind has more power.
"""

from __future__ import annotations

from companion.games.api import Piece, Pile

SIDES = ("gold", "silver", "red", "blue")
"""Two players have gold and silver, four have all (CI-20, CI-22)."""
NEXT = (2, 3, 1, 0)
"""side -> the side that sits next to it clockwise: gold, red, silver, blue."""

MOON, PLANET, SOLAR = 0, 1, 2
KINDS = ("moon", "planet", "solar system")
SUPPLY = 4
"""Solar systems of each colour (CI-11)."""
EMPTY = 0


def code_of(side: int, kind: int) -> int:
    """The code of a stellar."""
    return 1 + side * 3 + kind


CODES = range(1, 1 + len(SIDES) * len(KINDS))
OWNER = (-1, *((code - 1) // 3 for code in CODES))
KIND = (-1, *((code - 1) % 3 for code in CODES))
PIECES: tuple[Piece | None, ...] = (
    None,
    *(Piece(SIDES[OWNER[code]], KINDS[KIND[code]]) for code in CODES),
)
PILES: tuple[Pile, ...] = tuple(() if piece is None else (piece,) for piece in PIECES)
CODE_OF: dict[Piece, int] = {piece: code for code, piece in enumerate(PIECES) if piece is not None}

OTHERS = tuple(
    bytes(code for code in range(256) if code == EMPTY or code not in CODES or OWNER[code] != side)
    for side in range(len(SIDES))
)
"""side -> all codes but its own, to be deleted when its stellars are counted."""

FREE, FRIEND, ENEMY = 0, 1, 2


def _stances(side: int, teams: bool) -> bytes:
    stances = [FREE]
    for code in CODES:
        same = OWNER[code] // 2 == side // 2 if teams else OWNER[code] == side
        stances.append(FRIEND if same else ENEMY)
    return bytes(stances).ljust(256, b"\0")


STANCES = tuple(_stances(side, teams=False) for side in range(len(SIDES)))
"""side -> a table that translates a board into free, friend and enemy."""
TEAM_STANCES = tuple(_stances(side, teams=True) for side in range(len(SIDES)))
"""The same where partners do not take each other (CI-20)."""


def count_of(board: bytes, side: int) -> int:
    """How many stellars a side has on the board."""
    return len(board.translate(None, OTHERS[side]))


def counts_of(board: bytes) -> tuple[int, int, int, int]:
    """How many stellars each side has on the board."""
    return count_of(board, 0), count_of(board, 1), count_of(board, 2), count_of(board, 3)
