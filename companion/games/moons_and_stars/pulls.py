"""What a mouth does to the unit that stands on it: every trail a pull can take.

A *trail* ends with the unit at rest or lost; trails that a choice allows are all listed, those
that MS-40 forbids are left out (or, for the referee's reasons, kept as `DeadEnd`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.games.moons_and_stars.piles import (
    CODES,
    EMPTY,
    LANDING,
    OWNER,
    PATH_DIRECTIONS,
    PILES,
    TRAP_FACING,
    UNIT_CODE,
    Landing,
    Unit,
    mounted,
    movers_in,
)
from companion.games.moons_and_stars.terrain import Terrain

LOST = -1
"""The rest of a unit that leaves the board."""


@dataclass(frozen=True, slots=True)
class Trail:
    """One way in which a landing can end.

    ``rest`` is a point or `LOST`; ``unit`` what rests or is lost there (it may have mounted);
    ``captured`` the points whose movers were taken, in order; ``mounts`` the points whose own
    moon was mounted and carried on; ``traps`` the traps that pulled, in order; ``pit`` the pit
    that took the unit, or -1; ``stops`` the points where the unit stood, or ended, in order, each
    with the number of traps that had pulled by then.
    """

    rest: int
    unit: Unit
    captured: tuple[int, ...] = ()
    mounts: tuple[int, ...] = ()
    traps: tuple[int, ...] = ()
    pit: int = -1
    stops: tuple[tuple[int, int], ...] = ()

    @property
    def lethal(self) -> bool:
        """Whether a pull, not a pit, took the unit (MS-43)."""
        return self.rest == LOST and self.pit < 0


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A choice that MS-40 forbids: the trap that would pull and the point where it fails.

    ``why`` is "blocked" (the landing table refuses), "flank" (of a path or trap) or "no-end" (a
    ride without a legal end). ``before`` is the trail up to there, as if the unit were lost in it:
    that is what a sweep makes of it (MS-66).
    """

    trap: int
    point: int
    why: str
    before: Trail


@dataclass(frozen=True, slots=True)
class Puller:
    """The board under a pull: the terrain and the pile codes, with the unit lifted off it.

    ``table`` is the landing table by unit and code; by default that of a turn.
    """

    terrain: Terrain
    board: bytes | bytearray
    side: int
    table: tuple[tuple[Landing, ...], ...]

    def land(self, point: int, unit: Unit) -> Iterator[Trail | DeadEnd]:
        """Every way in which a landing of `unit` on `point` can end, pulls included."""
        yield from self._land(point, Trail(LOST, unit), -1)

    def pull(self, trap: int, mouth: int, unit: Unit) -> Iterator[Trail | DeadEnd]:
        """Every way in which `unit` on `mouth` can end once `trap` pulls it."""
        yield from self._through(trap, Trail(LOST, unit, stops=((mouth, 0),)))

    def _code(self, point: int, trail: Trail) -> int:
        """What stands on a point now: movers taken or carried along are gone."""
        if point in trail.captured or point in trail.mounts:
            return EMPTY
        return self.board[point]

    def _land(self, point: int, trail: Trail, trap: int) -> Iterator[Trail | DeadEnd]:
        stops = (*trail.stops, (point, len(trail.traps)))
        captured, mounts, traps, unit = trail.captured, trail.mounts, trail.traps, trail.unit
        landing = self.table[unit][self._code(point, trail)]
        if landing is Landing.ILLEGAL:
            yield DeadEnd(trap, point, "blocked", trail)
        elif landing is Landing.PIT:
            yield Trail(LOST, unit, captured, mounts, traps, point, stops)
        elif landing is Landing.REST or landing is Landing.WIN:
            yield Trail(point, unit, captured, mounts, traps, -1, stops)
        else:
            if landing is Landing.CAPTURE:
                captured = (*captured, point)
            elif landing is Landing.MOUNT:
                mounts, unit = (*mounts, point), mounted(unit)
            stood = Trail(point, unit, captured, mounts, traps, -1, stops)
            if point in self.terrain.mouths:
                yield from self._pull(point, stood)
            else:
                yield stood

    def _pull(self, mouth: int, trail: Trail) -> Iterator[Trail | DeadEnd]:
        """A unit stands on a mouth: each trap there may pull (MS-37, MS-44)."""
        for trap in self.terrain.mouths[mouth]:
            yield from self._through(trap, trail)

    def _through(self, trap: int, trail: Trail) -> Iterator[Trail | DeadEnd]:
        fixtures, neighbours = self.terrain.fixtures, self.terrain.geometry.neighbours
        facing, traps, point = TRAP_FACING[fixtures[trap]], trail.traps, trap
        while True:
            if point in traps:  # a trap would pull a second time (MS-39)
                yield self._lose(trail, traps)
                return
            traps = (*traps, point)
            exit_point = neighbours[point][facing]
            if exit_point < 0:  # off the board (MS-43)
                yield self._lose(trail, traps)
                return
            next_facing = TRAP_FACING[fixtures[exit_point]]
            if next_facing == 255:
                break
            if next_facing == (facing + 2) % 4:  # facing pair (MS-41)
                yield self._lose(trail, traps)
                return
            if next_facing != facing:
                yield DeadEnd(trap, exit_point, "flank", self._lose(trail, traps))
                return
            point = exit_point
        pulled = Trail(LOST, trail.unit, trail.captured, trail.mounts, traps, -1, trail.stops)
        if not PATH_DIRECTIONS[fixtures[exit_point]]:
            yield from self._land(exit_point, pulled, trap)
            return
        ends = self.terrain.ride_ends(exit_point, facing)
        if not ends:
            yield DeadEnd(trap, exit_point, "no-end", pulled)
        for end in ends:
            yield from self._land(end, pulled, trap)

    def _lose(self, trail: Trail, traps: tuple[int, ...]) -> Trail:
        return Trail(LOST, trail.unit, trail.captured, trail.mounts, traps, -1, trail.stops)


def turn_puller(terrain: Terrain, board: bytes | bytearray, side: int) -> Puller:
    """Pulls as they are in a side's own turn."""
    return Puller(terrain, board, side, LANDING[side])


def notches_of(trail: Trail, side: int, board: bytes | bytearray) -> tuple[int, int]:
    """(own, enemy) notches that a trail of `side` earns (MS-56); `board` as before the landing."""
    own = sum(movers_in(board[point]) for point in trail.captured)
    enemy = 0
    if trail.rest == LOST:
        lost = 1 + trail.unit.is_stack
        if trail.pit >= 0:
            if OWNER[board[trail.pit]] != side:
                enemy = lost
                own += trail.unit is Unit.STAR
        elif any(OWNER[board[trap]] != side for trap in trail.traps):
            enemy = lost
    return own, enemy


def preference(
    trail: Trail, side: int, board: bytes | bytearray, name: Callable[[int], str]
) -> tuple[int, int, int, int, int, tuple[str, ...]]:
    """Sorts trails that agree in landing and rest: the least is the one that counts."""
    own, enemy = notches_of(trail, side, board)
    captured = sum(movers_in(board[point]) for point in trail.captured)
    takes_pit = trail.pit >= 0 and trail.unit is Unit.STAR and OWNER[board[trail.pit]] != side
    lost = 1 + trail.unit.is_stack if trail.rest == LOST else 0
    return -captured, -int(takes_pit), lost, enemy, -own, tuple(map(name, trail.traps))


def resting_code(board: bytes | bytearray, side: int, trail: Trail) -> int:
    """The code that stands on the point where a trail comes to rest."""
    below = board[trail.rest]
    if LANDING[side][trail.unit][below] in (Landing.REST, Landing.WIN):
        return CODES[PILES[below] + PILES[UNIT_CODE[side][trail.unit]]]
    return UNIT_CODE[side][trail.unit]
