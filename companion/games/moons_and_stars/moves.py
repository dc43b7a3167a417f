"""Legal moves: which landings a turn can reach, and what each leads to.

Generation for search is `legal_moves`; `trails_of` gives every way one landing can end, for
`apply` and for the referee's reasons.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.moons_and_stars.actions import LOST as LOST_NAME
from companion.games.moons_and_stars.actions import Move
from companion.games.moons_and_stars.piles import (
    EMPTY,
    FIXTURE,
    LANDING,
    LANDING_BYTES,
    SIDE_OF_UNIT,
    UNIT,
    UNIT_CODE,
    Landing,
    Unit,
)
from companion.games.moons_and_stars.pulls import LOST, DeadEnd, Trail, preference, turn_puller
from companion.games.moons_and_stars.state import State
from companion.games.moons_and_stars.terrain import Terrain

ALL = "all"
TOP = "top"

move = lru_cache(maxsize=1 << 16)(Move)
"""A `Move`, made once for each set of words."""


def parts_at(code: int) -> tuple[tuple[str, Unit, int], ...]:
    """What can move from a point: (part, unit, code left behind) (MS-46, MS-47)."""
    return _PARTS[code]


def _parts(code: int) -> tuple[tuple[str, Unit, int], ...]:
    found = UNIT[code]
    if found is None:
        return ()
    side, unit = found
    parts: list[tuple[str, Unit, int]] = [(ALL, unit, FIXTURE[code])]
    if unit.is_stack and FIXTURE[code] == EMPTY:
        rider = Unit.MOON if unit is Unit.MOON_MOON else Unit.STAR
        parts.append((TOP, rider, UNIT_CODE[side][Unit.MOON]))
    return tuple(parts)


_PARTS = tuple(_parts(code) for code in range(len(UNIT)))


def landings(terrain: Terrain, unit: Unit, point: int) -> tuple[int, ...]:
    """Where the last movement of `unit` can end (MS-16, MS-17, MS-46)."""
    return terrain.two(point) if unit is Unit.MOON else terrain.one(point)


def endings(
    board: bytearray, terrain: Terrain, side: int, unit: Unit, target: int
) -> list[Trail | DeadEnd]:
    """Every way in which `unit`, lifted off `board`, can end by landing on `target`."""
    landing = LANDING[side][unit][board[target]]
    if landing == Landing.STAND and target not in terrain.mouths:  # most landings
        return [Trail(target, unit, stops=((target, 0),))]
    return list(turn_puller(terrain, board, side).land(target, unit))


def best_trails(board: bytearray, terrain: Terrain, side: int, found: list[Trail]) -> list[Trail]:
    """One trail for each rest, the one best for the mover, in the order of the rests.

    The order is by point, lost last.
    """
    if len(found) == 1:
        return found
    best: dict[int, Trail] = {}
    names = terrain.geometry.names
    for trail in found:
        known = best.get(trail.rest)
        if known is None or preference(trail, side, board, names.__getitem__) < preference(
            known, side, board, names.__getitem__
        ):
            best[trail.rest] = trail
    order = sorted(rest for rest in best if rest != LOST)
    return [best[rest] for rest in [*order, LOST] if rest in best]


def leaves_all_as_it_was(trail: Trail, origin: int, unit: Unit, below: int, side: int) -> bool:
    """Whether a turn changes nothing on the board (MS-19)."""
    if trail.rest != origin or trail.captured:
        return False
    mounted_own = below == UNIT_CODE[side][Unit.MOON]
    return trail.unit == unit if not mounted_own else trail.mounts == (origin,)


_MOUNT, _PIT = int(Landing.MOUNT), int(Landing.PIT)


def legal_moves(state: State) -> list[Move]:
    """The legal moves of the side to move, in the order of points; empty where it must pass."""
    board, side = state.board, state.to_move
    terrain = state.terrain
    mouths, names = terrain.mouths, terrain.geometry.names
    null_moves = state.rules.null_moves == "on"
    found: list[Move] = []
    for point, owner in enumerate(board.translate(SIDE_OF_UNIT)):
        if owner != side:
            continue
        origin = names[point]
        for part, unit, below in _PARTS[board[point]]:
            tables = LANDING_BYTES[side][unit]
            landing_on = board.translate(tables)
            for target in landings(terrain, unit, point):
                landing = landing_on[target] if target != point else tables[below]
                if not landing:
                    continue
                if landing <= _MOUNT and target in mouths:
                    _add_pulled(found, state, terrain, point, part, unit, below, target)
                elif landing == _PIT:
                    found.append(move(origin, part, names[target], LOST_NAME))
                elif target != point or null_moves:
                    name = names[target]
                    found.append(move(origin, part, name, name))
    return found


def _add_pulled(
    found: list[Move],
    state: State,
    terrain: Terrain,
    point: int,
    part: str,
    unit: Unit,
    below: int,
    target: int,
) -> None:
    """Add the moves of a landing on a mouth, one for each rest."""
    side, names = state.to_move, terrain.geometry.names
    lifted = bytearray(state.board)
    lifted[point] = below
    rests: dict[int, bool] = {}
    for trail in turn_puller(terrain, lifted, side).land(target, unit):
        if isinstance(trail, Trail):
            changes = not leaves_all_as_it_was(trail, point, unit, below, side)
            rests[trail.rest] = rests.get(trail.rest, False) or changes
    for rest in sorted(rests):
        if rest != LOST and (rests[rest] or state.rules.null_moves == "on"):
            found.append(move(names[point], part, names[target], names[rest]))
    if LOST in rests:
        found.append(move(names[point], part, names[target], LOST_NAME))
