"""The seven bonuses once more, as plainly as they can be written, to compare with.

`bonus_results` says what a bonus can lead to, by the rulings MS-56 ... MS-72: nothing if it is
illegal, more than one result where the rulings leave a choice that the action doesn't name.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.companion.games.moons_and_stars.naive import Result, has_mover, lose, settled
from tests.companion.games.moons_and_stars.naive_board import (
    AXIS,
    DEFAULTS,
    ENDS,
    OTHER,
    WAYS,
    Position,
    facing_of,
    kind_of,
    movers_at,
    pieces_of,
    side_of,
    without_empty,
)
from tests.companion.games.moons_and_stars.naive_stones import stone_walks
from tests.companion.games.moons_and_stars.naive_sweeps import (
    Table,
    full_orders,
    mouths_with_something,
    outline,
    swept,
)
from tests.companion.games.moons_and_stars.naive_tasks import (
    home_points,
    keddep_safes,
    most_placed,
    on_own_mouth,
)

Action = dict[str, Any]


def bonus_results(position: Position, rules: dict[str, Any], action: Action) -> list[Result]:
    """What the bonus of the side that is owed one leads to; nothing if it is illegal."""
    seat = position["owed"]
    figure = position["deities"][seat]
    if figure is None or figure[0] != action["deity"]:
        return []
    board = {point: list(pile) for point, pile in position["points"].items()}
    table = Table(board, position["columns"])
    match action["deity"]:
        case "cadbeth":
            tables = cadbeth(table, seat, action["remove"])
        case "lamban":
            tables = lamban(table, seat, action["turn"], rules)
        case "yinnok":
            one_way = rules.get("paths") == "one-way"
            tables = yinnok(table, seat, action, one_way=one_way)
        case "agbert":
            tables = agbert(table, seat, action["place"], position)
        case "jothi":
            tables = jothi(table, seat)
        case "keddep":
            tables = keddep(table, seat, action["into"], position)
        case "dirlydwurg":
            tables = dirlydwurg(table, action["stone"], action["to"], position, rules)
        case _:
            tables = []
    results: list[Result] = []
    for after in tables:
        result = taken(position, rules, after)
        if result not in results:
            results.append(result)
    return results


def taken(position: Position, rules: dict[str, Any], table: Table) -> Result:
    """The position after a bonus: MS-58, MS-61, MS-73, MS-74."""
    after = copy.deepcopy(position)
    seat = position["owed"]
    after["points"] = without_empty(table.board)
    lose(after["lost"], table.lost)
    for piece in table.back:
        after["lost"][side_of(piece)][kind_of(piece)] -= 1
    after["deities"][seat][1] -= {**DEFAULTS, **rules}["notches"] - 1
    left = [side for side in ("brown", "blue") if has_mover(after["points"], side)]
    outcome: dict[str, Any] | None = None
    if table.reached:
        outcome = {"winner": table.reached, "reason": "MS-73"}
    elif len(left) == 1:
        outcome = {"winner": left[0], "reason": "MS-73"}
    elif not left:
        outcome = {"winner": None, "reason": "MS-74"}
    return settled(after, rules, outcome)


def cadbeth(table: Table, seat: str, remove: list[str]) -> list[Table]:
    """MS-62."""
    enemy: dict[str, tuple[str, str]] = {}
    for point in pieces_of({"points": table.board}, OTHER[seat], "moon") + pieces_of(
        {"points": table.board}, OTHER[seat], "star"
    ):
        movers = movers_at(table.board, point)
        enemy[point] = (point, movers[0])
        if len(movers) == 2:
            enemy[f"{point} top"] = (point, movers[1])
    if len(set(remove)) != len(remove) or len(remove) != min(2, len(enemy)):
        return []
    if any(name not in enemy for name in remove):
        return []
    for name in sorted(remove, reverse=True):  # the rider before the moon below it
        point, piece = enemy[name]
        pile = table.board[point]
        del pile[
            len(pile) - 1
            if name.endswith(" top")
            else len(pile) - len(movers_at(table.board, point))
        ]
        table.lost.append(piece)
    return [table]


def lamban(table: Table, seat: str, turn: dict[str, str], rules: dict[str, Any]) -> list[Table]:
    """MS-63."""
    ways = tuple(WAYS) if rules.get("paths") == "one-way" else tuple(ENDS)
    paths = pieces_of({"points": table.board}, OTHER[seat], "path")
    for point, way in turn.items():
        if point not in paths or way not in ways:
            return []
        table.board[point] = [f"{OTHER[seat]} path {way}"]
    return [table]


def agbert(table: Table, seat: str, place: dict[str, str], position: Position) -> list[Table]:
    """MS-70."""
    free = home_points(position, seat)
    if len(place) != most_placed(position, seat):
        return []
    counts = Counter(place.values())
    if any(counts[kind] > position["lost"][seat].get(kind, 0) for kind in counts):
        return []
    for point, kind in place.items():
        if point not in free:
            return []
        if kind != "pit" and on_own_mouth(position, seat, point):
            return []
        table.board[point] = [f"{seat} {kind}"]
        table.back.append(f"{seat} {kind}")
    return [table]


def jothi(table: Table, seat: str) -> list[Table]:
    """MS-71."""
    for point in pieces_of({"points": table.board}, OTHER[seat], "pit"):
        table.lost += table.board[point]
        table.board[point] = []
    return [table]


def keddep(table: Table, seat: str, into: str, position: Position) -> list[Table]:
    """MS-69."""
    if into not in ("moon", "star"):
        return []
    for point in keddep_safes(position, seat):
        pile = table.board[point]
        if len(pile) == 1 or into == "moon":
            pile[0] = f"{seat} {into}"
    return [table]


def dirlydwurg(
    table: Table, stone: str, to: str, position: Position, rules: dict[str, Any]
) -> list[Table]:
    """MS-72."""
    tables = []
    for owner, end, rest in stone_walks(position, rules):
        if (owner, end) == (stone, to):
            after = table.fork()
            (home,) = pieces_of(position, stone, "stone")
            after.board[home] = []
            after.board[rest] = [f"{stone} stone"]
            tables.append(after)
    return tables


# --- Yinnok ---------------------------------------------------------------------------------------


def yinnok(table: Table, seat: str, action: Action, *, one_way: bool) -> list[Table]:
    """MS-64 ... MS-67."""
    enemy, order = OTHER[seat], action.get("order", [])
    board = table.board
    paths = pieces_of({"points": board}, enemy, "path")
    traps = pieces_of({"points": board}, enemy, "trap")
    face = dict(action["face"])
    if one_way:  # the facing is kept, and may be left unsaid
        face = {point: facing_of(board[point][0]) for point in paths} | face
    if set(face) != set(paths):
        return []
    for point in paths:
        facing = facing_of(board[point][0])
        if face[point] not in ENDS.get(facing, (facing,)):
            return []
    for point in traps:
        facing = facing_of(board[point][0])
        board[point] = [f"{enemy} path {facing if one_way else AXIS[facing]}"]
    for point in paths:
        board[point] = [f"{enemy} trap {face[point]}"]
    new = {point: face[point] for point in paths}
    mouths = mouths_with_something(table, new)
    if order:
        named = sorted(name.split()[0] for name in order)
        return swept(table, new, order) if named == sorted(mouths) else []
    each = [swept(table, new, list(names)) for names in full_orders(table, new, mouths)]
    boards = [sorted(map(repr, map(outline, tables))) for tables in each]
    return each[0] if all(board == boards[0] for board in boards) else []


def facings(position: Position, seat: str) -> Iterator[dict[str, str]]:
    """Every choice of facings for the new traps."""
    board = position["points"]
    paths = pieces_of(position, OTHER[seat], "path")
    choices = [ENDS.get(facing_of(board[p][0]), (facing_of(board[p][0]),)) for p in paths]
    for chosen in product(*choices):
        yield dict(zip(paths, chosen, strict=True))
