"""The seven bonuses once more, as plainly as they can be written, to compare with.

`bonus_results` says what a bonus can lead to, by the rulings MS-56 ... MS-72: nothing if it is
illegal, more than one result where the rulings leave a choice that the action doesn't name.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any

from tests.companion.games.moons_and_stars.naive import (
    AXIS,
    BACK,
    DEFAULTS,
    ENDS,
    OTHER,
    WAYS,
    Board,
    Position,
    Result,
    beyond,
    carried_on,
    facing_of,
    ground_at,
    has_mover,
    home_points,
    is_mover,
    keddep_safes,
    kind_of,
    lose,
    most_placed,
    movers_at,
    on_own_mouth,
    pieces_of,
    rides,
    settled,
    side_of,
    stone_exit,
    stone_walks,
    traps_at_mouth,
    without_empty,
)

Action = dict[str, Any]


@dataclass
class Table:
    """A board while a bonus is taken, what left it, and who has reached a stone."""

    board: Board
    columns: int
    lost: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)
    reached: str = ""

    def fork(self) -> Table:
        return copy.deepcopy(self)


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


def outline(table: Table) -> tuple[Any, ...]:
    """What makes a difference between two tables."""
    return sorted(without_empty(table.board).items()), sorted(table.lost), table.reached


def full_orders(table: Table, new: dict[str, str], mouths: list[str]) -> Iterator[list[str]]:
    """Every order of the mouths, each with the trap that pulls there."""
    ways = {
        mouth: [
            f"{mouth} {way}"
            for trap, way in traps_at_mouth(table.board, table.columns, mouth)
            if trap in new
        ]
        for mouth in mouths
    }
    for names in permutations(mouths):
        for chosen in product(*(ways[name] for name in names)):
            yield list(chosen)


def mouths_with_something(table: Table, new: dict[str, str]) -> list[str]:
    """The mouths of new traps on which there is a mover that is on no safe, or a stone."""
    mouths = {beyond(table.columns, trap, BACK[way]) for trap, way in new.items()}
    return sorted(
        point
        for point in mouths
        if point is not None
        and (
            ground_at(table.board, point) == "stone"
            or (movers_at(table.board, point) and not ground_at(table.board, point))
        )
    )


def swept(table: Table, new: dict[str, str], order: list[str]) -> list[Table]:
    """Every result of pulling in one order."""
    tables = [table]
    for name in order:
        mouth, _, way = name.partition(" ")
        onward: list[Table] = []
        for before in tables:
            if before.reached:
                onward.append(before)
            else:
                onward += pulled_from(before, new, mouth, way)
        tables = onward
    return tables


def pulled_from(table: Table, new: dict[str, str], mouth: str, way: str) -> list[Table]:
    """What pulling from one mouth of new traps can lead to."""
    traps = [
        (trap, facing)
        for trap, facing in traps_at_mouth(table.board, table.columns, mouth)
        if trap in new and way in ("", facing)
    ]
    ground = ground_at(table.board, mouth)
    if ground == "stone":
        if any(is_mover(piece) for piece in table.board[mouth]):
            return [table]
        return [
            after for trap, facing in traps for after in stone_pulled(table, mouth, trap, facing)
        ]
    unit = movers_at(table.board, mouth)
    if not unit or ground:
        return [table]
    start = table.fork()
    start.board[mouth] = []
    ends = [end for trap, facing in traps for end in pulls(start, unit, trap, facing, ())]
    good = [after for allowed, after in ends if allowed]
    return good or [after for _, after in ends] or [table]


def stone_pulled(table: Table, mouth: str, trap: str, way: str) -> list[Table]:
    """MS-67."""
    stone = table.board[mouth]
    lifted = table.fork()
    lifted.board[mouth] = []
    way_out = stone_exit(lifted.board, table.columns, trap, way)
    if way_out is None:
        return [table]
    tables = []
    used = frozenset((trap,))
    for rest in carried_on(lifted.board, table.columns, way_out, used, may_stay=True):
        after = lifted.fork()
        after.board[rest] = stone
        tables.append(after)
    return tables


End = tuple[bool, Table]
"""Whether MS-40 allows it, and the table."""


def removed(table: Table, unit: list[str], *, allowed: bool = True) -> End:
    after = table.fork()
    after.lost += unit
    return allowed, after


def pulls(
    table: Table, unit: list[str], trap: str, way: str, used: tuple[str, ...]
) -> Iterator[End]:
    """A unit is pulled through a trap, and on: MS-66."""
    if trap in used:  # for ever
        yield removed(table, unit)
        return
    used = (*used, trap)
    way_out = beyond(table.columns, trap, way)
    if way_out is None:
        yield removed(table, unit)
        return
    ground = ground_at(table.board, way_out)
    if ground == "trap":
        facing = facing_of(table.board[way_out][0])
        if facing == way:
            yield from pulls(table, unit, way_out, way, used)
        else:
            yield removed(table, unit, allowed=facing == BACK[way])
    elif ground == "path":
        ends = list(dict.fromkeys(rides(table.board, table.columns, trap, way)))
        for end in ends:
            yield from set_down(table, unit, end, used)
        if not ends:
            yield removed(table, unit, allowed=False)
    else:
        yield from set_down(table, unit, way_out, used)


def set_down(table: Table, unit: list[str], point: str, used: tuple[str, ...]) -> Iterator[End]:
    """A pulled unit comes to a point: MS-66, and MS-40 but for the movers there."""
    side = side_of(unit[0])
    ground, pile = ground_at(table.board, point), table.board.get(point, [])
    if ground == "trap":
        yield removed(table, unit, allowed=False)
    elif ground == "pit":
        _, after = removed(table, unit)
        if [kind_of(piece) for piece in unit] == ["star"]:
            after.lost += pile
            after.board[point] = []
        yield True, after
    elif ground == "stone" and side_of(pile[0]) != side:
        after = table.fork()
        after.board[point] = pile + unit
        after.reached = side
        yield True, after
    elif ground == "stone" or (ground == "safe" and (len(pile) > 1 or len(unit) > 1)):
        yield removed(table, unit, allowed=False)
    elif ground == "safe":
        after = table.fork()
        after.board[point] = pile + unit
        yield True, after
    else:
        after = table.fork()
        after.lost += pile
        traps = list(traps_at_mouth(table.board, table.columns, point))
        after.board[point] = [] if traps else list(unit)
        if not traps:
            yield True, after
        for trap, way in traps:
            yield from pulls(after, unit, trap, way, used)


def facings(position: Position, seat: str) -> Iterator[dict[str, str]]:
    """Every choice of facings for the new traps."""
    board = position["points"]
    paths = pieces_of(position, OTHER[seat], "path")
    choices = [ENDS.get(facing_of(board[p][0]), (facing_of(board[p][0]),)) for p in paths]
    for chosen in product(*choices):
        yield dict(zip(paths, chosen, strict=True))
