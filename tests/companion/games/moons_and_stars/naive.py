"""The rules of Moons and Stars once more, as plainly as they can be written, to compare with.

Works on positions of the exchange format, plain dicts, and follows the rulings one by one. Slow on
purpose: it walks every route and keeps every board. It shares no code with the game.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Position = dict[str, Any]
Board = dict[str, list[str]]
WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}
AXIS = {"north": "north-south", "south": "north-south", "east": "east-west", "west": "east-west"}
ENDS = {"north-south": ("north", "south"), "east-west": ("east", "west")}
OTHER = {"brown": "blue", "blue": "brown"}
DEFAULTS: dict[str, Any] = {"notches": 5, "null_moves": "off", "dirlydwurg": "up-to"}


# --- Words about pieces ---------------------------------------------------------------------------


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


# --- What follows ---------------------------------------------------------------------------------


def lose(lost: dict[str, dict[str, int]], pieces: list[str]) -> None:
    for piece in pieces:
        counts = lost[side_of(piece)]
        counts[kind_of(piece)] = counts.get(kind_of(piece), 0) + 1


def has_mover(board: Board, side: str) -> bool:
    return any(side_of(m) == side for point in board for m in movers_at(board, point))


Result = tuple[Position, dict[str, Any] | None]
"""The position after an action, and the outcome."""


def moved(position: Position, rules: dict[str, Any], route: Route) -> Result:
    """What a move leads to."""
    after = copy.deepcopy(position)
    after.pop("passed", None)
    side, enemy = route.side, OTHER[route.side]
    after["points"] = without_empty(route.board)
    lose(after["lost"], route.captured)
    lose(after["lost"], route.own_lost)
    if route.pit_removed:
        lose(after["lost"], [f"{route.pit_removed} pit"])
    for seat, steps in route.gains().items():
        if after["deities"][seat] is not None:
            after["deities"][seat][1] += steps
    outcome: dict[str, Any] | None = None
    own, theirs = has_mover(after["points"], side), has_mover(after["points"], enemy)
    if route.won or (own and not theirs):
        outcome = {"winner": side, "reason": "MS-73"}
    elif theirs and not own:
        outcome = {"winner": enemy, "reason": "MS-73"}
    elif not own:  # MS-74: the capture came first
        outcome = {"winner": side, "reason": "MS-74"}
    return settled(after, rules, outcome)


def settled(after: Position, rules: dict[str, Any], outcome: dict[str, Any] | None) -> Result:
    """Who is to act now: MS-57 ... MS-61."""
    last = {**DEFAULTS, **rules}["notches"]
    side = after["to_move"]
    after.pop("owed", None)
    if outcome is None:
        for seat in (side, OTHER[side]):
            deity = after["deities"][seat]
            while deity is not None and deity[1] >= last:
                if has_task(after, seat, rules):
                    after["owed"] = seat
                    return after, None
                deity[1] -= last - 1  # MS-60
    after["to_move"] = OTHER[side]
    return after, outcome


def pieces_of(position: Position, side: str, kind: str) -> list[str]:
    """The points where a side has something of a kind."""
    return [
        point
        for point, pile in position["points"].items()
        if any(side_of(piece) == side and kind_of(piece) == kind for piece in pile)
    ]


def has_task(position: Position, seat: str, rules: dict[str, Any]) -> bool:
    """Whether a deity has something to do: MS-60."""
    enemy = OTHER[seat]
    match position["deities"][seat][0]:
        case "lamban":
            return bool(pieces_of(position, enemy, "path"))
        case "yinnok":
            return any(pieces_of(position, enemy, kind) for kind in ("path", "trap"))
        case "agbert":
            return most_placed(position, seat) > 0
        case "jothi":
            return bool(pieces_of(position, enemy, "pit"))
        case "keddep":
            return bool(keddep_safes(position, seat))
        case "dirlydwurg":
            return bool(list(stone_walks(position, rules)))
        case _:
            return True


def keddep_safes(position: Position, seat: str) -> list[str]:
    """A side's safes that are empty or under its own mover: MS-69."""
    return [
        point
        for point in pieces_of(position, seat, "safe")
        if all(side_of(mover) == seat for mover in movers_at(position["points"], point))
    ]


def home_points(position: Position, seat: str) -> list[str]:
    """The empty points of a side's four ranks."""
    ranks = range(1, 5) if seat == "brown" else range(6, 10)
    files = [chr(97 + file) for file in range(position["columns"])]
    return [
        f"{file}{rank}"
        for file in files
        for rank in ranks
        if not position["points"].get(f"{file}{rank}")
    ]


def on_own_mouth(position: Position, seat: str, point: str) -> bool:
    """Whether a point is the mouth of a trap of a side: MS-09."""
    board = position["points"]
    traps = traps_at_mouth(board, position["columns"], point)
    return any(side_of(board[trap][0]) == seat for trap, _ in traps)


def most_placed(position: Position, seat: str) -> int:
    """How many lost pieces Agbert can bring back: MS-70."""
    lost: dict[str, int] = position["lost"][seat]
    points = home_points(position, seat)
    free = [point for point in points if not on_own_mouth(position, seat, point)]
    movers = min(lost.get("moon", 0) + lost.get("star", 0), len(free))
    return movers + min(lost.get("pit", 0), len(points) - movers)


def stone_ends(position: Position, stone: str, point: str) -> Iterator[str]:
    """Where a stone that was set on a point comes to rest, for each trap that may carry it.

    Nothing, if it can't be set there: on a mouth from which no trap carries it, be it the first or
    a later one (MS-72).
    """
    columns = position["columns"]
    board = {**position["points"], stone: []}
    yield from carried_on(board, columns, point, frozenset(), may_stay=False)


def carried_on(
    board: Board, columns: int, point: str, used: frozenset[str], *, may_stay: bool
) -> Iterator[str]:
    """Where a stone comes to rest that has come to a point.

    On a mouth that no trap carries it from, it stays or (`may_stay` False) it can't come there.
    """
    traps = list(traps_at_mouth(board, columns, point))
    onward = [
        (trap, way_out)
        for trap, way in traps
        if (way_out := stone_exit(board, columns, trap, way)) is not None and trap not in used
    ]
    if not traps or (may_stay and not onward):
        yield point
    for trap, way_out in onward:
        yield from carried_on(board, columns, way_out, used | {trap}, may_stay=may_stay)


def stone_exit(board: Board, columns: int, trap: str, way: str) -> str | None:
    """The exit to which a trap carries a stone; None if that is off the board or not empty."""
    point = beyond(columns, trap, way)
    return point if point is not None and not board.get(point) else None


def stone_walks(position: Position, rules: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(owner of the stone, end of its walk, where it comes to rest): MS-72."""
    exactly = {**DEFAULTS, **rules}["dirlydwurg"] == "exactly"
    for owner in ("brown", "blue"):
        for home in pieces_of(position, owner, "stone"):
            board = {**position["points"], home: []}
            reached, ends = {home}, set[str]()
            for _ in range(4):
                around = {beyond(position["columns"], p, way) for p in reached for way in WAYS}
                reached = {p for p in around if p is not None and not board.get(p)}
                ends = reached if exactly else ends | reached
            for end in sorted(ends - {home}):
                for rest in stone_ends(position, home, end):
                    yield owner, end, rest
