"""What new traps do that a bonus has turned: units and stones are pulled, MS-64 to MS-67."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any

from tests.companion.games.moons_and_stars.naive_board import (
    BACK,
    Board,
    beyond,
    facing_of,
    ground_at,
    is_mover,
    kind_of,
    movers_at,
    side_of,
    without_empty,
)
from tests.companion.games.moons_and_stars.naive_routes import rides, traps_at_mouth
from tests.companion.games.moons_and_stars.naive_stones import carried_on, stone_exit


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
