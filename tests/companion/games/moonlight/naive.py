"""A round told a second time, plainly and slowly: words and dictionaries, nothing of the package.

A position is what the exchange format says of it; only known cards, no Lone Wolves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

OTHER = {"green": "blue", "blue": "green"}


def lays(position: dict[str, Any]) -> list[tuple[str, str]]:
    """Every (card, site) that the side to move may lay."""
    if position["phase"] != "play":
        return []
    side, grid = position["to_move"], position["grid"]
    found = []
    for card in sorted(set(position["hands"][side])):
        for x in range(-5, 6):
            for y in range(-5, 6):
                if may_lay(grid, card, x, y):
                    found.append((card, f"{x},{y}"))
    return found


def may_lay(grid: dict[str, list[str]], card: str, x: int, y: int) -> bool:
    colour, value = card.split()
    if f"{x},{y}" in grid:
        there, lower = grid[f"{x},{y}"][-1].split()
        shown = sum(stack[-1].startswith(there) for stack in grid.values())
        return there != colour and int(value) - int(lower) == 1 and shown >= 2
    if not grid:
        return (x, y) == (0, 0)
    beside = [f"{x + 1},{y}", f"{x - 1},{y}", f"{x},{y + 1}", f"{x},{y - 1}"]
    places = [tuple(map(int, site.split(","))) for site in grid] + [(x, y)]
    width = len(range(min(p[0] for p in places), max(p[0] for p in places) + 1))
    height = len(range(min(p[1] for p in places), max(p[1] for p in places) + 1))
    fits = (width <= 4 and height <= 3) or (width <= 3 and height <= 4)
    return fits and any(site in grid for site in beside)


def after(position: dict[str, Any], card: str, site: str) -> dict[str, Any]:
    """The position once the card lies there."""
    new = deepcopy(position)
    side = new["to_move"]
    new["grid"].setdefault(site, []).append(card)
    new["hands"][side].remove(card)
    if new["decks"][side]:
        new["hands"][side].append(new["decks"][side].pop(0))
    new["turns"][side] += 1
    new["to_move"] = OTHER[side]
    last = not new["hands"][side]
    others_turn = new["hands"][OTHER[side]] and new["turns"][OTHER[side]] < new["turns"][side]
    over = len(new["grid"]) == 12 or not new["hands"][OTHER[side]] or (last and not others_turn)
    if over:
        new["phase"], new["to_move"] = "score", None
    return new


def ends(position: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every way in which the round can end, once for each sequence of cards."""
    if position["phase"] != "play":
        yield position
    for card, site in lays(position):
        yield from ends(after(position, card, site))


def perft(position: dict[str, Any], depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(after(position, *lay), depth - 1) for lay in lays(position))


def winner(grid: dict[str, list[str]]) -> str | None:
    """Who wins a round without moons: points, then visible cards."""
    tops = {tuple(map(int, site.split(","))): stack[-1].split() for site, stack in grid.items()}
    xs, ys = {x for x, _ in tops}, {y for _, y in tops}
    wide, high = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    points: Counter[str] = Counter()
    for row in ys:
        total: Counter[str] = Counter()
        for (x, y), (colour, value) in tops.items():
            if y == row:
                corner = (
                    {wide, high} == {3, 4} and x in (min(xs), max(xs)) and y in (min(ys), max(ys))
                )
                total[colour] += 3 if corner and value == "1" else int(value)
        best = total.most_common()
        if len(best) == 1 or best[0][1] > best[1][1]:
            mine = [value for (_x, y), (c, value) in tops.items() if y == row and c == best[0][0]]
            points[best[0][0]] += len(mine) + mine.count("3")
    shown = Counter(colour for colour, _value in tops.values())
    green, blue = ((points[side], shown[side]) for side in ("green", "blue"))
    return None if green == blue else "green" if green > blue else "blue"
