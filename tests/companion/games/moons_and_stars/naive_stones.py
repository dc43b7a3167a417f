"""Where stones are carried, and how far they walk: MS-72."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.companion.games.moons_and_stars.naive_board import (
    DEFAULTS,
    WAYS,
    Board,
    Position,
    beyond,
    pieces_of,
)
from tests.companion.games.moons_and_stars.naive_routes import traps_at_mouth


def stone_ends(position: Position, stone: str, point: str) -> Iterator[str]:
    """Where a stone that was set on a point comes to rest, for each trap that may carry it.

    Nothing, if it can't be set there: on a mouth from which no trap carries it, be it the first or
    a later one (MS-72).
    """
    columns = position["columns"]
    board = {**position["points"], stone: []}
    yield from carried_on(board, columns, point, frozenset(), may_stay=False)


def carried_on(
    board: Board, columns: int, point: str, used: frozenset[str], *, may_stay: bool
) -> Iterator[str]:
    """Where a stone comes to rest that has come to a point.

    On a mouth that no trap carries it from, it stays or (`may_stay` False) it can't come there.
    """
    traps = list(traps_at_mouth(board, columns, point))
    onward = [
        (trap, way_out)
        for trap, way in traps
        if (way_out := stone_exit(board, columns, trap, way)) is not None and trap not in used
    ]
    if not traps or (may_stay and not onward):
        yield point
    for trap, way_out in onward:
        yield from carried_on(board, columns, way_out, used | {trap}, may_stay=may_stay)


def stone_exit(board: Board, columns: int, trap: str, way: str) -> str | None:
    """The exit to which a trap carries a stone; None if that is off the board or not empty."""
    point = beyond(columns, trap, way)
    return point if point is not None and not board.get(point) else None


def stone_walks(position: Position, rules: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(owner of the stone, end of its walk, where it comes to rest): MS-72."""
    exactly = {**DEFAULTS, **rules}["dirlydwurg"] == "exactly"
    for owner in ("brown", "blue"):
        for home in pieces_of(position, owner, "stone"):
            board = {**position["points"], home: []}
            reached, ends = {home}, set[str]()
            for _ in range(4):
                around = {beyond(position["columns"], p, way) for p in reached for way in WAYS}
                reached = {p for p in around if p is not None and not board.get(p)}
                ends = reached if exactly else ends | reached
            for end in sorted(ends - {home}):
                for rest in stone_ends(position, home, end):
                    yield owner, end, rest
