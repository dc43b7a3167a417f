"""What a side has, and whether its deity has something to do: MS-60."""

from __future__ import annotations

from typing import Any

from tests.companion.games.moons_and_stars.naive_board import (
    OTHER,
    Position,
    movers_at,
    pieces_of,
    side_of,
)
from tests.companion.games.moons_and_stars.naive_routes import traps_at_mouth
from tests.companion.games.moons_and_stars.naive_stones import stone_walks


def has_task(position: Position, seat: str, rules: dict[str, Any]) -> bool:
    """Whether a deity has something to do: MS-60."""
    enemy = OTHER[seat]
    match position["deities"][seat][0]:
        case "lamban":
            return bool(pieces_of(position, enemy, "path"))
        case "yinnok":
            return any(pieces_of(position, enemy, kind) for kind in ("path", "trap"))
        case "agbert":
            return most_placed(position, seat) > 0
        case "jothi":
            return bool(pieces_of(position, enemy, "pit"))
        case "keddep":
            return bool(keddep_safes(position, seat))
        case "dirlydwurg":
            return bool(list(stone_walks(position, rules)))
        case _:
            return True


def keddep_safes(position: Position, seat: str) -> list[str]:
    """A side's safes that are empty or under its own mover: MS-69."""
    return [
        point
        for point in pieces_of(position, seat, "safe")
        if all(side_of(mover) == seat for mover in movers_at(position["points"], point))
    ]


def home_points(position: Position, seat: str) -> list[str]:
    """The empty points of a side's four ranks."""
    ranks = range(1, 5) if seat == "brown" else range(6, 10)
    files = [chr(97 + file) for file in range(position["columns"])]
    return [
        f"{file}{rank}"
        for file in files
        for rank in ranks
        if not position["points"].get(f"{file}{rank}")
    ]


def on_own_mouth(position: Position, seat: str, point: str) -> bool:
    """Whether a point is the mouth of a trap of a side: MS-09."""
    board = position["points"]
    traps = traps_at_mouth(board, position["columns"], point)
    return any(side_of(board[trap][0]) == seat for trap, _ in traps)


def most_placed(position: Position, seat: str) -> int:
    """How many lost pieces Agbert can bring back: MS-70."""
    lost: dict[str, int] = position["lost"][seat]
    points = home_points(position, seat)
    free = [point for point in points if not on_own_mouth(position, seat, point)]
    movers = min(lost.get("moon", 0) + lost.get("star", 0), len(free))
    return movers + min(lost.get("pit", 0), len(points) - movers)
