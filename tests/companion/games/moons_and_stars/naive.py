"""The rules of Moons and Stars once more, as plainly as they can be written, to compare with.

Works on positions of the exchange format, plain dicts, and follows the rulings one by one. Slow on
purpose: it walks every route and keeps every board. It shares no code with the game.
"""

from __future__ import annotations

import copy
from typing import Any

from tests.companion.games.moons_and_stars.naive_board import (
    DEFAULTS,
    OTHER,
    Board,
    Position,
    kind_of,
    movers_at,
    side_of,
    without_empty,
)
from tests.companion.games.moons_and_stars.naive_routes import Route
from tests.companion.games.moons_and_stars.naive_tasks import has_task


def lose(lost: dict[str, dict[str, int]], pieces: list[str]) -> None:
    for piece in pieces:
        counts = lost[side_of(piece)]
        counts[kind_of(piece)] = counts.get(kind_of(piece), 0) + 1


def has_mover(board: Board, side: str) -> bool:
    return any(side_of(m) == side for point in board for m in movers_at(board, point))


Result = tuple[Position, dict[str, Any] | None]
"""The position after an action, and the outcome."""


def moved(position: Position, rules: dict[str, Any], route: Route) -> Result:
    """What a move leads to."""
    after = copy.deepcopy(position)
    after.pop("passed", None)
    side, enemy = route.side, OTHER[route.side]
    after["points"] = without_empty(route.board)
    lose(after["lost"], route.captured)
    lose(after["lost"], route.own_lost)
    if route.pit_removed:
        lose(after["lost"], [f"{route.pit_removed} pit"])
    for seat, steps in route.gains().items():
        if after["deities"][seat] is not None:
            after["deities"][seat][1] += steps
    outcome: dict[str, Any] | None = None
    own, theirs = has_mover(after["points"], side), has_mover(after["points"], enemy)
    if route.won or (own and not theirs):
        outcome = {"winner": side, "reason": "MS-73"}
    elif theirs and not own:
        outcome = {"winner": enemy, "reason": "MS-73"}
    elif not own:  # MS-74: the capture came first
        outcome = {"winner": side, "reason": "MS-74"}
    return settled(after, rules, outcome)


def settled(after: Position, rules: dict[str, Any], outcome: dict[str, Any] | None) -> Result:
    """Who is to act now: MS-57 ... MS-61."""
    last = {**DEFAULTS, **rules}["notches"]
    side = after["to_move"]
    after.pop("owed", None)
    if outcome is None:
        for seat in (side, OTHER[side]):
            deity = after["deities"][seat]
            while deity is not None and deity[1] >= last:
                if has_task(after, seat, rules):
                    after["owed"] = seat
                    return after, None
                deity[1] -= last - 1  # MS-60
    after["to_move"] = OTHER[side]
    return after, outcome
