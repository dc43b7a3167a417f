"""The legal moves most like one that was tried."""

from __future__ import annotations

from companion.games.moons_and_stars.actions import Move
from companion.games.moons_and_stars.moves import legal_moves
from companion.games.moons_and_stars.state import State

MOST = 3


def nearest_moves(state: State, tried: Move, *, most: int = MOST) -> tuple[Move, ...]:
    """At most `most` legal moves: the same piece and landing first, then near in either."""
    numbers = state.geometry.numbers

    def apart(one: str, other: str) -> int:
        if one not in numbers or other not in numbers:
            return 99
        east, north = state.geometry.offset(numbers[one], numbers[other])
        return abs(east) + abs(north)

    def unlike(move: Move) -> tuple[int, int, int, int]:
        return (
            min(apart(move.origin, tried.origin), 2) + min(apart(move.target, tried.target), 4),
            move.part != tried.part,
            apart(move.origin, tried.origin),
            apart(move.target, tried.target),
        )

    return tuple(sorted(legal_moves(state), key=unlike)[:most])
