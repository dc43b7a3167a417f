"""The table drawn in text: the board unrolled, the void above, one line a ring."""

from __future__ import annotations

from companion.games.cirondo.geometry import RING_LETTERS, SECTORS
from companion.games.cirondo.moves import has_supply
from companion.games.cirondo.state import Phase, State, members
from companion.games.cirondo.stellars import (
    EMPTY,
    KIND,
    KINDS,
    OWNER,
    SIDES,
    SOLAR,
    SUPPLY,
    code_of,
)

LETTERS = "MPS"
"""kind -> its letter in drawings, position lines and notation."""
_COLUMNS = range(1, SECTORS + 1)
_FRONT = ("", "", "r", "b")


def code_text(code: int) -> str:
    """A stellar: gold a capital, silver a small letter, red and blue capitals after "r" and "b".

    >>> code_text(code_of(0, SOLAR)), code_text(code_of(1, SOLAR)), code_text(code_of(2, SOLAR))
    ('S', 's', 'rS')
    """
    letter = LETTERS[KIND[code]]
    side = OWNER[code]
    return _FRONT[side] + (letter.lower() if side == 1 else letter)


def board_text(state: State) -> str:
    """The rings from the void outwards, sectors 1 to 32 from left to right, and who is to move.

    The left and right ends touch: sector 32 lies beside sector 1. Two signs a space, so that it
    fits into 80 columns.
    """
    tens = "".join(f"{(n // 10 if n % 10 == 0 else '') or '':>2}" for n in _COLUMNS)
    units = "".join(f"{n % 10:2}" for n in _COLUMNS)
    lines = ["void".center(len(units) + 5, "~"), f"  {tens}", f"  {units}"]
    for ring in range(len(RING_LETTERS) - 1, -1, -1):
        codes = state.board[ring * SECTORS : (ring + 1) * SECTORS]
        cells = "".join((code_text(code) if code else ".").rjust(2) for code in codes)
        lines.append(f"{RING_LETTERS[ring]} {cells}  {RING_LETTERS[ring]}")
    lines += [f"  {tens}", f"  {units}", ""]
    lines += [_side_text(state, side) for side in state.rules.sides]
    lines.append(_legend(state))
    return "\n".join(line.rstrip() for line in lines)


def _side_text(state: State, side: int) -> str:
    """What a side has, and what is to know of it."""
    counts = [
        f"{count} {KINDS[kind]}{'' if count == 1 else 's'}"
        for kind in range(len(KINDS))
        if (count := state.board.count(code_of(side, kind)))
    ]
    parts = [SIDES[side].ljust(6), ", ".join(counts) or "out"]
    if not state.rules.unlimited:
        free = SUPPLY - state.board.count(code_of(side, SOLAR))
        parts.append(f"({free} in the supply)" if has_supply(state, side) else "(supply used up)")
    if state.phase is Phase.TURNS and side == state.to_move:
        parts.append("to move")
        if side in members(state.owed):
            parts.append("for the last time")
    return "  ".join(parts)


def _legend(state: State) -> str:
    colours = "CAPITALS gold, small silver"
    if any(OWNER[code] > 1 for code in state.board if code != EMPTY):
        colours += ", rX red, bX blue"
    return f"M moon  P planet  S solar system; {colours}"
