"""Stargazers once more, as plainly as can be, on positions as the exchange format has them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

Json = Any


def row_cells(beads: list[list[int]], at: tuple[int, int]) -> set[tuple[int, int]]:
    """The cells of every row of three or more through a cell, walked to from there."""
    found: set[tuple[int, int]] = set()
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        row = {at}
        for sign in (1, -1):
            step = 1
            while True:
                r, c = at[0] + sign * step * down, at[1] + sign * step * right
                if not (0 <= r < 4 and 0 <= c < 4 and beads[r][c]):
                    break
                row.add((r, c))
                step += 1
        if len(row) >= 3:
            found |= row
    return found


def plays(position: Json, rules: Json) -> list[str]:
    if position["due"] or position["over"]:
        return []
    if rules.get("youngest_child"):
        return [position["deck"][0]]
    return list(dict.fromkeys(position["hands"][position["to_move"]]))


def played(position: Json, card: str, rules: Json) -> Json:
    """The position after a card was played, or flipped."""
    p = deepcopy(position)
    mover, youngest = p["to_move"], bool(rules.get("youngest_child"))
    seats = list(p["scores"])
    (p["deck"].pop(0) if youngest else p["hands"][mover].remove(card))
    p["discard"].append(card)
    at = next((r, c) for r in range(4) for c in range(4) if p["layout"][r][c] == card)
    fresh, gained = not p["beads"][at[0]][at[1]], 0
    if fresh:
        p["pool"] = max(0, p["pool"] - 1)
        p["beads"][at[0]][at[1]] = 1
        cells = row_cells(p["beads"], at)
        gained = len(cells)
        for r, c in cells:
            p["beads"][r][c] = 0
    p["scores"][mover] += gained
    if gained and p["scores"][mover] >= rules.get("target", 10):
        p["games"][mover] += 1
        p["over"] = p["games"][mover] == rules.get("match", 1)
        p["due"] = None if p["over"] else "new_game"
        return p
    goes_on = gained > 0 or (youngest and not fresh)
    after = mover if goes_on else seats[(seats.index(mover) + 1) % len(seats)]
    if youngest:
        p["to_move"], p["due"] = after, None if p["deck"] else "reshuffle"
    elif p["deck"]:
        p["hands"][mover].append(p["deck"].pop(0))
        p["to_move"] = after
    else:
        p["due"], p["again"] = "reshuffle", gained > 0
    return p


def reshuffled(position: Json, order: list[str], rules: Json) -> Json:
    p = deepcopy(position)
    p["deck"], p["discard"], p["due"] = list(order), [], None
    if not rules.get("youngest_child"):
        seats, mover = list(p["scores"]), p["to_move"]
        p["hands"][mover].append(p["deck"].pop(0))
        if not p["again"]:
            p["to_move"] = seats[(seats.index(mover) + 1) % len(seats)]
    p["again"] = False
    return p
