"""Why a move is refused: every reason, the most telling first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.api import Pile, Reason, reason
from companion.games.moons_and_stars.actions import LOST as LOST_NAME
from companion.games.moons_and_stars.actions import Move
from companion.games.moons_and_stars.moves import (
    TOP,
    best_trails,
    endings,
    landings,
    leaves_all_as_it_was,
    legal_moves,
    parts_at,
)
from companion.games.moons_and_stars.piles import (
    LANDING,
    PILES,
    SIDES,
    UNIT,
    Landing,
    Unit,
)
from companion.games.moons_and_stars.pulls import LOST, DeadEnd, Trail
from companion.games.moons_and_stars.routes import route_reasons
from companion.games.moons_and_stars.state import State


def move_reasons(state: State, action: Move) -> list[Reason]:
    """Every reason why a move is refused in a turn; empty for a legal one."""
    return list(dict.fromkeys(_move_reasons(state, action)))


def rest_reasons(state: State, action: Move) -> list[Reason]:
    """Against a move that has nothing wrong but that its rest is unsaid: no legal move yet."""
    if action.rest is not None:
        return []
    rests = tuple(
        move.rest or ""
        for move in legal_moves(state)
        if (move.origin, move.part, move.target) == (action.origin, action.part, action.target)
    )
    return [reason("MS-44", "name-rest", action.target, rests=rests)]


def _move_reasons(state: State, action: Move) -> Iterator[Reason]:
    numbers = state.geometry.numbers
    if action.origin not in numbers:
        yield reason("MS-15", "off-board", action.origin)
    if action.target not in numbers:
        yield reason("MS-16", "off-board", action.target)
    if action.rest not in (None, LOST_NAME) and action.rest not in numbers:
        yield reason("MS-40", "off-board", str(action.rest))
    if action.origin not in numbers:
        return
    origin = numbers[action.origin]
    yield from _who_moves(state, origin, action)
    found = UNIT[state.board[origin]]
    part = next((p for p in parts_at(state.board[origin]) if p[0] == action.part), None)
    if found is None or part is None or action.target not in numbers:
        return
    _part, unit, below = part
    yield from _Landing(state, found[0], unit, below, origin, numbers[action.target]).judge(action)


def _who_moves(state: State, origin: int, action: Move) -> Iterator[Reason]:
    """Whether there is something on the origin that the side to move may move (MS-15)."""
    pile = PILES[state.board[origin]]
    found = UNIT[state.board[origin]]
    if not pile:
        yield reason("MS-15", "nothing-there", action.origin)
    elif found is None:
        key = "stone-stands" if pile[0].kind == "stone" else "fixture-stands"
        yield reason("MS-15", key, action.origin, piece=pile[0])
    else:
        if found[0] != state.to_move:
            yield reason(
                "MS-15", "not-your-piece", action.origin, piece=pile[-1], side=SIDES[state.to_move]
            )
        if action.part == TOP and len(parts_at(state.board[origin])) == 1:
            yield reason("MS-47", "no-rider", action.origin, piece=pile[-1])
        elif action.part not in ("all", TOP):
            yield reason("MS-46", "no-such-part", action.origin, part=action.part)


class _Landing:
    """One try: a unit of `side`, lifted off its origin, is to land on a point."""

    def __init__(
        self, state: State, side: int, unit: Unit, below: int, origin: int, target: int
    ) -> None:
        self.state, self.side, self.unit, self.below = state, side, unit, below
        self.origin, self.target = origin, target
        self.names = state.geometry.names
        self.board = bytearray(state.board)
        self.board[origin] = below

    def judge(self, action: Move) -> Iterator[Reason]:
        """Every reason against landing there and coming to rest as `action` says."""
        terrain = self.state.terrain
        reachable = self.target in landings(terrain, self.unit, self.origin)
        if not reachable:
            yield from self._no_route()
        landing = LANDING[self.side][self.unit][self.board[self.target]]
        if landing is Landing.ILLEGAL:
            yield from self._refused(self.target, self.unit, self.board[self.target])
        elif reachable and landing <= Landing.MOUNT and self.target in terrain.mouths:
            yield from self._pulled(action)
        elif reachable:
            yield from self._plain(action, landing)

    def _no_route(self) -> Iterator[Reason]:
        yield from route_reasons(self.state, self.unit, self.origin, self.target)
        pile = PILES[self.board[self.target]]
        if self.unit.is_stack and pile and pile[0].kind == "stone":
            yield reason("MS-31", "stack-stone-far", self.names[self.target])

    def _refused(self, point: int, unit: Unit, code: int) -> Iterator[Reason]:
        """Why the landing table refuses what stands on `point`."""
        pile, name = PILES[code], self.names[point]
        lowest, top = pile[0], pile[-1]
        if lowest.kind == "stone":
            if lowest.owner == SIDES[self.side]:
                yield reason("MS-32", "own-stone", name, piece=lowest)
            else:
                yield reason("MS-73", "stone-taken", name, piece=lowest)
        elif lowest.kind == "safe":
            if len(pile) > 1:
                yield reason("MS-50", "safe-full", name, piece=lowest, guest=top)
                if top.owner == SIDES[self.side]:
                    yield reason("MS-48", "no-stack-on-safe", name)
            if unit.is_stack:
                yield reason("MS-48", "stack-no-safe", name, piece=lowest)
        elif lowest.kind == "trap":
            yield reason("MS-38", "trap-entered", name, piece=lowest)
        elif lowest.kind == "path":
            yield reason("MS-55", "path-stop", name, piece=lowest)
        else:
            yield from self._refused_by_own(name, pile)

    def _refused_by_own(self, name: str, pile: Pile) -> Iterator[Reason]:
        """Own movers are not captured, and carry only a lone rider on a lone moon."""
        if len(pile) > 1:
            yield reason("MS-45", "own-stack", name, piece=pile[-1])
        elif pile[0].kind == "star":
            yield reason("MS-45", "own-star", name, piece=pile[0])
        else:
            yield reason("MS-45", "too-high", name, piece=pile[0])
        yield reason("MS-28", "own-not-captured", name, piece=pile[-1])

    def _plain(self, action: Move, landing: Landing) -> Iterator[Reason]:
        """A landing where nothing pulls: only the named rest, or nothing at all, can be wrong."""
        name = self.names[self.target]
        if landing is Landing.PIT:
            if action.rest not in (None, LOST_NAME):
                ruling = "MS-34" if self.unit.is_stack else "MS-33"
                pit = PILES[self.board[self.target]][0]
                yield reason(ruling, "pit-takes", name, piece=pit)
        elif action.rest not in (None, name):
            if landing is Landing.REST and self.target in self.state.terrain.mouths:
                yield reason("MS-37", "safe-shelters", name, rest=str(action.rest))
            else:
                yield reason("MS-36", "no-pull", name, rest=str(action.rest))
        elif self.target == self.origin and self.state.rules.null_moves == "off":
            yield reason("MS-19", "null-move", name)

    def _pulled(self, action: Move) -> Iterator[Reason]:
        """A landing on a mouth."""
        found = endings(self.board, self.state.terrain, self.side, self.unit, self.target)
        dead = [ending for ending in found if isinstance(ending, DeadEnd)]
        trails = best_trails(
            self.board, self.state.terrain, self.side, [t for t in found if isinstance(t, Trail)]
        )
        moving = [trail for trail in trails if self._changes(trail)]
        if not moving:
            yield from self._dead_ends(dead)
            if trails:
                yield reason("MS-19", "null-move", self.names[self.origin])
            return
        rests = tuple(self._rest_name(trail) for trail in moving)
        if action.rest is None:
            if len(moving) > 1:
                yield reason("MS-44", "name-rest", self.names[self.target], rests=rests)
            return
        if action.rest in rests:
            return
        if action.rest in map(self._rest_name, trails):
            yield reason("MS-19", "null-move", self.names[self.origin])
        elif action.rest == self.names[self.target]:
            yield from self._cannot_stay(rests)
        else:
            yield reason(
                "MS-40", "pulled-elsewhere", self.names[self.target], str(action.rest), rests=rests
            )
        yield from self._dead_ends(dead)

    def _changes(self, trail: Trail) -> bool:
        return self.state.rules.null_moves == "on" or not leaves_all_as_it_was(
            trail, self.origin, self.unit, self.below, self.side
        )

    def _rest_name(self, trail: Trail) -> str:
        return LOST_NAME if trail.rest == LOST else self.names[trail.rest]

    def _cannot_stay(self, rests: tuple[str, ...]) -> Iterator[Reason]:
        """On a mouth one is pulled (MS-37); where several pull, one picks (MS-44)."""
        mouth = self.names[self.target]
        traps = self.state.terrain.mouths[self.target]
        names = tuple(self.names[trap] for trap in traps)
        yield reason("MS-37", "must-be-pulled", mouth, *names, rests=rests)
        if len(traps) > 1:
            yield reason("MS-44", "pick-a-trap", mouth, *names, rests=rests)

    def _dead_ends(self, dead: Iterable[DeadEnd]) -> Iterator[Reason]:
        """What MS-40 forbids, and why."""
        for end in dead:
            trap, point = self.names[end.trap], self.names[end.point]
            yield reason("MS-40", f"pull-{end.why}", self.names[self.target], trap, point)
        for end in dead:
            if end.why == "blocked":
                yield from self._blocked(end.point)

    def _blocked(self, point: int) -> Iterator[Reason]:
        """Why the landing table refuses the end of a pull."""
        code = self.board[point]
        for unit in (self.unit, Unit.MOON_STAR):
            if LANDING[self.side][unit][code] is Landing.ILLEGAL:
                yield from self._refused(point, unit, code)
                return
