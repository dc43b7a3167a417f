"""What to lay out so that the pieces can be learned: two layouts, the second with turned pieces."""

from __future__ import annotations

from vision.layout import Layout

FACES = ("moon", "star", "pit", "trap", "safe", "path")
COLOURS = ("brown", "blue")
FEWEST_COLUMNS = 7


def lesson_points(layout: Layout, number: int) -> dict[str, list[str]]:
    """Return the layout of a lesson: each face of each colour twice, and both stones.

    In the second lesson traps and paths lie turned to the east. On narrow boards the rows begin at
    the edge. Raises ValueError for boards that are too narrow.

    >>> lesson_points(Layout(), 1)["e1"], lesson_points(Layout(), 2)["e1"]
    (['brown trap north'], ['brown trap east'])
    """
    if layout.columns < FEWEST_COLUMNS:
        raise ValueError(f"the lessons need at least {FEWEST_COLUMNS} columns")
    ways = {"trap": ("north", "east"), "path": ("north-south", "east-west")}
    inner = 1 if layout.columns >= len(FACES) + 2 else 0
    top = layout.rows
    points: dict[str, list[str]] = {}
    for colour, ranks in (
        ("brown", ((1, inner), (2, 0))),
        ("blue", ((top - 1, 0), (top, inner))),
    ):
        for rank, first in ranks:
            for k, face in enumerate(FACES):
                way = f" {ways[face][number - 1]}" if face in ways else ""
                points[f"{chr(ord('a') + first + k)}{rank}"] = [f"{colour} {face}{way}"]
    last = chr(ord("a") + layout.columns - 1)
    points[f"{last}1"], points[f"{last}{top}"] = ["brown stone"], ["blue stone"]
    return points


def lesson_notches(layout: Layout) -> dict[str, int]:
    """Return on which notches the figures stand in the lessons: the first, where there are any."""
    return dict.fromkeys(COLOURS, 1) if layout.notches else {}
