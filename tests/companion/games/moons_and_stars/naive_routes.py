"""Every route that a move can take, by the rulings, as plainly as it can be written."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.companion.games.moons_and_stars.naive_board import (
    AXIS,
    BACK,
    DEFAULTS,
    ENDS,
    OTHER,
    WAYS,
    Board,
    Position,
    beyond,
    facing_of,
    ground_at,
    kind_of,
    movers_at,
    side_of,
    without_empty,
)

# --- What one move does ---------------------------------------------------------------------------


@dataclass
class Route:
    """One way in which a move can go, and all that happened on it."""

    side: str
    columns: int
    board: Board
    unit: list[str]
    captured: list[str] = field(default_factory=list)
    own_lost: list[str] = field(default_factory=list)
    pit_removed: str = ""
    pit_owner: str = ""
    """Whose pit took the unit."""
    lethal: bool = False
    traps: list[str] = field(default_factory=list)
    """Points of the traps that pulled, in order."""
    trap_owners: set[str] = field(default_factory=set)
    rest: str = ""
    won: bool = False

    def fork(self) -> Route:
        return copy.deepcopy(self)

    def gains(self) -> dict[str, int]:
        """Notches earned by each side: MS-56."""
        enemy = OTHER[self.side]
        own = len(self.captured) + (self.pit_removed == enemy)
        theirs = 0
        if self.pit_owner == enemy or (self.lethal and enemy in self.trap_owners):
            theirs = len(self.own_lost)
        return {self.side: own, enemy: theirs}

    def merit(self) -> tuple[Any, ...]:
        """Smaller is better for the mover."""
        enemy, gains = OTHER[self.side], self.gains()
        return (
            -len(self.captured),
            -(self.pit_removed == enemy),
            len(self.own_lost),
            gains[enemy],
            -gains[self.side],
            self.traps,
        )


def rides(board: Board, columns: int, start: str, way: str) -> Iterator[str]:
    """Where rides end that begin with a step from `start` in a direction: MS-52 ... MS-55."""
    first = beyond(columns, start, way)
    if first is None or ground_at(board, first) != "path":
        return
    axis = facing_of(board[first][0])
    if axis == AXIS[way] or axis == way:
        yield from ride_on(board, columns, first, way, frozenset())


def ride_on(board: Board, columns: int, path: str, way: str, used: frozenset[str]) -> Iterator[str]:
    """The ends of a ride that enters `path` in a direction."""
    if path in used:  # MS-55: it comes round
        return
    facing = facing_of(board[path][0])
    two_way = "-" in facing
    leaving: tuple[str, ...]
    if two_way:
        leaving = (way,) if facing == AXIS[way] else ENDS[facing]  # MS-53
    elif facing == BACK[way]:  # MS-52: against a one-way path
        leaving = ()
    else:
        leaving = (facing,)
    for out in leaving:
        point = beyond(columns, path, out)
        if point is None:  # MS-55
            continue
        if ground_at(board, point) == "path":
            yield from ride_on(board, columns, point, out, used | {path})
        else:
            yield point


def passable(board: Board, point: str) -> bool:
    """Whether a moon's first movement may stand there: MS-20, MS-21."""
    return ground_at(board, point) not in ("pit", "trap", "stone")


def landed(route: Route, point: str) -> Iterator[Route]:
    """Everything that can follow from landing on a point, by the table; nothing: illegal."""
    pile = route.board.get(point, [])
    ground, movers = ground_at(route.board, point), movers_at(route.board, point)
    lone = len(route.unit) == 1
    if ground in ("path", "trap"):  # MS-55, MS-38
        return
    if ground == "stone":
        if side_of(pile[0]) == route.side:  # MS-32
            return
        after = route.fork()  # MS-31, MS-73
        after.board[point] = pile + after.unit
        after.rest, after.won = point, True
        yield after
        return
    if ground == "pit":
        yield lost_on_pit(route, point)
        return
    if ground == "safe":
        if movers or not lone:  # MS-50, MS-48
            return
        after = route.fork()
        after.board[point] = pile + after.unit
        after.rest = point
        yield after
        return
    after = route.fork()
    if movers and side_of(movers[0]) == route.side:
        if not lone or [kind_of(mover) for mover in movers] != ["moon"]:  # MS-45
            return
        after.unit = movers + after.unit
    elif movers:
        after.captured += movers  # MS-26, MS-29
    after.board[point] = list(after.unit)
    yield from pulled_if_mouth(after, point)


def lost_on_pit(route: Route, point: str) -> Route:
    """MS-33, MS-34."""
    after = route.fork()
    after.pit_owner = side_of(route.board[point][0])
    if [kind_of(piece) for piece in route.unit] == ["star"]:
        after.pit_removed = after.pit_owner
        after.board[point] = []
    after.own_lost = list(route.unit)
    after.rest = "lost"
    return after


def traps_at_mouth(board: Board, columns: int, point: str) -> Iterator[tuple[str, str]]:
    """The traps whose mouth is `point`, with their facing: MS-36."""
    for way in WAYS:
        trap = beyond(columns, point, way)
        is_trap = trap is not None and ground_at(board, trap) == "trap"
        if trap is not None and is_trap and facing_of(board[trap][0]) == way:
            yield trap, way


def pulled_if_mouth(route: Route, point: str) -> Iterator[Route]:
    """The unit stands on a point; if that is a mouth, every way in which it is pulled: MS-44."""
    traps = list(traps_at_mouth(route.board, route.columns, point))
    if not traps:
        after = route.fork()
        after.rest = point
        yield after
        return
    for trap, way in traps:
        after = route.fork()
        after.board[point] = []
        yield from pulled(after, trap, way)


def perished(route: Route) -> Route:
    """The unit is lost in a lethal pull: MS-39, MS-41, MS-43."""
    after = route.fork()
    after.lethal = True
    after.own_lost = list(route.unit)
    after.rest = "lost"
    return after


def pulled(route: Route, trap: str, way: str) -> Iterator[Route]:
    """The unit is pulled through a trap, and on: MS-37 ... MS-43."""
    if trap in route.traps:  # MS-39: a second time, so for ever
        yield perished(route)
        return
    route = route.fork()
    route.traps.append(trap)
    route.trap_owners.add(side_of(route.board[trap][0]))
    way_out = beyond(route.columns, trap, way)
    if way_out is None:  # MS-43
        yield perished(route)
        return
    ground = ground_at(route.board, way_out)
    if ground == "trap":  # MS-41
        facing = facing_of(route.board[way_out][0])
        if facing == way:
            yield from pulled(route, way_out, way)
        elif facing == BACK[way]:
            yield perished(route)
        return
    if ground == "path":
        for end in dict.fromkeys(rides(route.board, route.columns, trap, way)):
            yield from landed(route, end)
        return
    yield from landed(route, way_out)


def landings(position: Position, origin: str, part: str) -> Iterator[tuple[str, Route]]:
    """(landing point, route) for every way in which a unit can move, null moves included."""
    side, columns = position["to_move"], position["columns"]
    board = {point: list(pile) for point, pile in position["points"].items()}
    movers = movers_at(board, origin)
    if not movers or side_of(movers[0]) != side or (part == "top" and len(movers) != 2):
        return
    unit = movers[-1:] if part == "top" else movers
    board[origin] = board[origin][: len(board[origin]) - len(unit)]
    route = Route(side, columns, board, list(unit))
    starts = [origin]
    if [kind_of(piece) for piece in unit] == ["moon"]:  # MS-17
        starts = [
            point
            for way in WAYS
            for point in (beyond(columns, origin, way), *rides(board, columns, origin, way))
            if point is not None and passable(board, point)
        ]
    for start in starts:
        for way in WAYS:
            step = beyond(columns, start, way)
            if step is None:
                continue
            for target in {step, *rides(board, columns, start, way)}:
                for after in landed(route, target):
                    yield target, after


Name = tuple[str, str, str, str]
"""(from, part, to, rest)."""


def moves(position: Position, rules: dict[str, Any]) -> dict[Name, Route]:
    """Every legal move by its four words, with the best route of each."""
    switches = {**DEFAULTS, **rules}
    best: dict[Name, Route] = {}
    before = without_empty(position["points"])
    for origin in position["points"]:
        for part in ("all", "top"):
            for target, route in landings(position, origin, part):
                same = without_empty(route.board) == before
                if same and switches["null_moves"] == "off":  # MS-19
                    continue
                name = (origin, part, target, route.rest)
                if name not in best or route.merit() < best[name].merit():
                    best[name] = route
    return best
