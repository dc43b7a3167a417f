"""Random positions of Moons and Stars in the exchange format, dense in what makes moves hard."""

from __future__ import annotations

from random import Random
from typing import Any

WAYS = ("north", "east", "south", "west")
AXES = ("north-south", "east-west")
DEITIES = ("cadbeth", "lamban", "yinnok", "agbert", "jothi", "keddep", "dirlydwurg")


def random_rules(rng: Random) -> dict[str, Any]:
    """Switches: 5 to 9 columns, few notches, now and then one that is not the default."""
    rules: dict[str, Any] = {"columns": rng.randrange(5, 10), "notches": rng.choice((2, 3, 5))}
    if rng.random() < 0.4:
        rules["paths"] = "one-way"
    if rng.random() < 0.2:
        rules["null_moves"] = "on"
    if rng.random() < 0.3:
        rules["dirlydwurg"] = "exactly"
    return rules


def random_table(rng: Random, rules: dict[str, Any]) -> dict[str, Any]:
    """A position: pieces crowded into a part of the board, stacks and full safes among them."""
    columns = rules["columns"]
    points = [f"{chr(97 + file)}{rank}" for file in range(columns) for rank in range(1, 10)]
    rng.shuffle(points)
    stones = points[:2]
    window = _window(rng, columns)
    region = [point for point in points[2:] if _inside(point, window)]
    weights = {
        "moon": rng.choice((2, 4)),
        "star": rng.choice((2, 3)),
        "pit": rng.choice((0, 1, 2)),
        "trap": rng.choice((2, 5, 9)),
        "safe": rng.choice((0, 1, 3)),
        "path": rng.choice((2, 5, 9)),
    }
    table: dict[str, list[str]] = {}
    lost: dict[str, dict[str, int]] = {}
    for side, stone in zip(("brown", "blue"), stones, strict=True):
        table[stone] = [f"{side} stone"]
        kinds = rng.choices(list(weights), list(weights.values()), k=rng.randrange(7, 15))
        kinds[0] = rng.choice(("moon", "star"))
        for kind in kinds:
            _put(table, side, kind, region, rules, rng)
        lost[side] = {kind: 1 for kind in ("moon", "star") if rng.random() < 0.3}
    figures = rng.sample(DEITIES, 2)
    return {
        "columns": columns,
        "to_move": rng.choice(("brown", "blue")),
        "points": dict(sorted(table.items())),
        "deities": {
            side: None if rng.random() < 0.1 else [figure, rng.randrange(1, rules["notches"])]
            for side, figure in zip(("brown", "blue"), figures, strict=True)
        },
        "lost": lost,
    }


Window = tuple[int, int, int, int]


def _window(rng: Random, columns: int) -> Window:
    """(first file, first rank, width, height): mostly a small part of the board."""
    if rng.random() < 0.3:
        return 0, 1, columns, 9
    width, height = rng.randrange(4, min(6, columns) + 1), rng.randrange(4, 7)
    return rng.randrange(columns - width + 1), rng.randrange(1, 11 - height), width, height


def _inside(point: str, window: Window) -> bool:
    file, rank, width, height = window
    return file <= ord(point[0]) - 97 < file + width and rank <= int(point[1:]) < rank + height


def _put(
    table: dict[str, list[str]],
    side: str,
    kind: str,
    region: list[str],
    rules: dict[str, Any],
    rng: Random,
) -> None:
    """Put one piece down, a mover now and then on a moon or a safe."""
    if kind in ("moon", "star") and rng.random() < 0.4:
        below = [
            point
            for point, pile in table.items()
            if len(pile) == 1 and (pile[0].endswith(" safe") or pile == [f"{side} moon"])
        ]
        if below:
            table[rng.choice(below)].append(f"{side} {kind}")
            return
    if not region:
        return
    words = [side, kind]
    if kind == "trap" or (kind == "path" and rules.get("paths") == "one-way"):
        words.append(rng.choice(WAYS))
    elif kind == "path":
        words.append(rng.choice(AXES))
    table[region.pop()] = [" ".join(words)]
