"""Positions to look at in the browser."""

from __future__ import annotations

from companion.games.api import Json

MIDDLE_POINTS: dict[str, Json] = {
    "b1": ["brown stone"],
    "a2": ["brown pit"],
    "c2": ["brown trap north"],
    "f2": ["brown trap north"],
    "h2": ["brown safe"],
    "d3": ["brown safe", "blue star"],
    "e3": ["brown moon"],
    "b4": ["brown path east-west"],
    "d4": ["brown moon"],
    "e4": ["brown path north-south"],
    "f4": ["brown moon", "brown star"],
    "h4": ["brown star"],
    "e5": ["brown star"],
    "c5": ["blue trap west"],
    "c6": ["blue moon"],
    "d6": ["blue star"],
    "e6": ["blue path north-south"],
    "g6": ["blue path east-west"],
    "h6": ["blue moon", "blue moon"],
    "b7": ["blue safe"],
    "f7": ["blue star"],
    "i7": ["blue pit"],
    "a8": ["blue pit"],
    "e8": ["blue pit"],
    "g8": ["blue trap west"],
    "b9": ["blue safe"],
    "h9": ["blue stone"],
}


def middle(deity: str = "cadbeth", *, notch: int = 3, owed: bool = False) -> dict[str, Json]:
    """The middle of a game, brown to move; or brown's deity on its last notch."""
    other = "jothi" if deity != "jothi" else "lamban"
    position: dict[str, Json] = {
        "columns": 9,
        "to_move": "brown",
        "points": MIDDLE_POINTS,
        "deities": {"brown": [deity, 5 if owed else notch], "blue": [other, 4]},
        "lost": {"brown": {"moon": 1, "pit": 1}, "blue": {"star": 1}},
    }
    return {**position, "owed": "brown"} if owed else position
