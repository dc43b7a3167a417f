"""Words about pieces and boards of the exchange format, for the plain re-implementation."""

from __future__ import annotations

from typing import Any

Position = dict[str, Any]
Board = dict[str, list[str]]
WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}
AXIS = {"north": "north-south", "south": "north-south", "east": "east-west", "west": "east-west"}
ENDS = {"north-south": ("north", "south"), "east-west": ("east", "west")}
OTHER = {"brown": "blue", "blue": "brown"}
DEFAULTS: dict[str, Any] = {"notches": 5, "null_moves": "off", "dirlydwurg": "up-to"}


def side_of(piece: str) -> str:
    return piece.split(maxsplit=1)[0]


def kind_of(piece: str) -> str:
    return piece.split()[1]


def facing_of(piece: str) -> str:
    return piece.split()[2]


def is_mover(piece: str) -> bool:
    return kind_of(piece) in ("moon", "star")


def beyond(columns: int, point: str, way: str) -> str | None:
    """The next point in a direction; None off the board."""
    east, north = WAYS[way]
    file, rank = ord(point[0]) - 97 + east, int(point[1:]) + north
    return f"{chr(97 + file)}{rank}" if 0 <= file < columns and 1 <= rank <= 9 else None


def ground_at(board: Board, point: str) -> str:
    """The kind of the fixture or stone on a point, "" if there is none."""
    pile = board.get(point, [])
    return kind_of(pile[0]) if pile and not is_mover(pile[0]) else ""


def movers_at(board: Board, point: str) -> list[str]:
    return [piece for piece in board.get(point, []) if is_mover(piece)]


def without_empty(board: Board) -> Board:
    return {point: pile for point, pile in board.items() if pile}


def pieces_of(position: Position, side: str, kind: str) -> list[str]:
    """The points where a side has something of a kind."""
    return [
        point
        for point, pile in position["points"].items()
        if any(side_of(piece) == side and kind_of(piece) == kind for piece in pile)
    ]
