"""The legal moves most like one that was tried."""

from __future__ import annotations

from companion.games.cirondo.actions import Move
from companion.games.cirondo.geometry import NUMBERS, apart
from companion.games.cirondo.moves import legal_moves
from companion.games.cirondo.state import State

MOST = 3
_FAR = 99


def nearest_moves(state: State, tried: Move, *, most: int = MOST) -> tuple[Move, ...]:
    """At most `most` legal moves: of the same stellar and to the same space first."""

    def between(one: str, other: str) -> int:
        if one not in NUMBERS or other not in NUMBERS:
            return _FAR
        return apart(NUMBERS[one], NUMBERS[other])

    def unlike(move: Move) -> tuple[int, int, int]:
        origins, targets = between(move.origin, tried.origin), between(move.target, tried.target)
        return min(origins, 2) + min(targets, 4), origins, targets

    return tuple(sorted(legal_moves(state), key=unlike)[:most])
