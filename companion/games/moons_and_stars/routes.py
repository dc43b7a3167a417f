"""Why a piece cannot get somewhere: routes that a person may have had in mind, and what stops them.

The search is *relaxed*: it walks on over what is forbidden and notes each ruling that it breaks.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.api import Reason, reason
from companion.games.moons_and_stars.piles import DIRECTIONS, KIND, PATH_DIRECTIONS, PILES, Unit
from companion.games.moons_and_stars.state import State

Broken = tuple[Reason, ...]
"""The rulings that one route breaks; empty for a good one."""


def movements(state: State, point: int, target: int) -> list[Broken]:
    """Every single movement from `point` that a person may mean by going to `target`."""
    found: list[Broken] = []
    for direction, beyond in enumerate(state.geometry.neighbours[point]):
        if beyond < 0:
            continue
        if beyond == target:
            found.append(_step(state, beyond, direction))
        if KIND[state.terrain.fixtures[beyond]] == "path":
            found.extend(_ride(state, beyond, direction, target))
    return found


def _step(state: State, target: int, direction: int) -> Broken:
    """A step onto a point next to the mover, as its stop."""
    code = state.terrain.fixtures[target]
    name = state.geometry.names[target]
    if KIND[code] == "trap":
        return (reason("MS-38", "trap-entered", name, piece=PILES[code][0]),)
    if KIND[code] != "path":
        return ()
    stop = reason("MS-55", "path-stop", name, piece=PILES[code][0])
    if direction in PATH_DIRECTIONS[code]:
        return (stop,)
    return (stop, _flank(state, target, direction))


def _flank(state: State, path: int, direction: int) -> Reason:
    """A path is not ridden this way: from its flank, or against a one-way path."""
    code = state.terrain.fixtures[path]
    name = state.geometry.names[path]
    if (direction + 2) % 4 in PATH_DIRECTIONS[code]:
        return reason("MS-52", "path-against", name, piece=PILES[code][0])
    heading = DIRECTIONS[direction]
    return reason("MS-53", "path-flank", name, piece=PILES[code][0], heading=heading)


def _ride(state: State, path: int, direction: int, target: int) -> Iterator[Broken]:
    """Rides that begin with a step onto `path`, and what keeps them from ending on `target`."""
    neighbours, names = state.geometry.neighbours, state.geometry.names
    fixtures = state.terrain.fixtures
    if direction not in PATH_DIRECTIONS[fixtures[path]]:
        if neighbours[path][direction] == target:
            yield (_flank(state, path, direction),)
        return
    trails = [(path, direction, frozenset((path,)))]
    while trails:
        point, heading, ridden = trails.pop()
        beyond = neighbours[point][heading]
        if beyond < 0 or beyond in ridden:
            continue
        code = fixtures[beyond]
        ways = PATH_DIRECTIONS[code]
        if beyond == target:
            yield _ride_end(state, beyond)
        if not ways:
            continue
        if heading in ways:
            trails.append((beyond, heading, ridden | {beyond}))
        elif (heading + 2) % 4 in ways:
            if neighbours[beyond][heading] == target:
                yield (reason("MS-52", "path-against", names[beyond], piece=PILES[code][0]),)
        else:
            if neighbours[beyond][heading] == target:
                yield (reason("MS-53", "path-straight-on", names[beyond], piece=PILES[code][0]),)
            trails.extend((beyond, way, ridden | {beyond}) for way in ways)


def _ride_end(state: State, point: int) -> Broken:
    """A ride that would end on `point`."""
    code = state.terrain.fixtures[point]
    name = state.geometry.names[point]
    if KIND[code] == "trap":
        return (
            reason("MS-38", "trap-entered", name, piece=PILES[code][0]),
            reason("MS-55", "ride-no-end", name),
        )
    if KIND[code] == "path":
        return (reason("MS-54", "ride-in-between", name, piece=PILES[code][0]),)
    return ()


def _passes(state: State, point: int) -> Iterator[tuple[int, Broken]]:
    """Where a moon's first movement may be meant to go, and what forbids standing there."""
    for direction, beyond in enumerate(state.geometry.neighbours[point]):
        if beyond >= 0:
            yield beyond, _standing(state, beyond)
            for end in state.terrain.ride_ends(beyond, direction):
                yield end, _standing(state, end)


def _standing(state: State, point: int) -> Broken:
    """What forbids a moon's first movement to stand on `point` (MS-20, MS-21)."""
    code = state.terrain.fixtures[point]
    name, kind = state.geometry.names[point], KIND[code]
    if kind == "stone":
        return (reason("MS-21", "over-stone", name, piece=PILES[code][0]),)
    if kind in ("pit", "trap"):
        return (reason("MS-20", f"over-{kind}", name, piece=PILES[code][0]),)
    return ()


def route_reasons(state: State, unit: Unit, origin: int, target: int) -> list[Reason]:
    """Why `unit` cannot get from `origin` to `target`; empty if it can."""
    if unit is not Unit.MOON:
        broken = movements(state, origin, target)
        if () in broken:
            return []
        return _merged(broken) or [_out_of_reach(state, unit, origin, target)]
    broken = [
        first + second
        for midway, first in _passes(state, origin)
        for second in movements(state, midway, target)
    ]
    if () in broken:
        return []
    reasons: list[Reason] = []
    names = state.geometry.names
    if any(not single for single in movements(state, origin, target)):
        stepped = target in state.geometry.neighbours[origin]
        key = "moon-one-step" if stepped else "moon-ride-alone"
        reasons.append(reason("MS-18", key, names[origin], names[target]))
    reasons += _merged(broken)
    return reasons or [_out_of_reach(state, unit, origin, target)]


def _merged(broken: list[Broken]) -> list[Reason]:
    """The reasons of the routes that break least, each once, in order."""
    least = min(map(len, broken), default=0)
    merged: dict[Reason, None] = {}
    for route in broken:
        if len(route) == least:
            merged.update(dict.fromkeys(route))
    return list(merged)


def _out_of_reach(state: State, unit: Unit, origin: int, target: int) -> Reason:
    """No route comes near: say how far the piece moves."""
    names = (state.geometry.names[origin], state.geometry.names[target])
    east, north = state.geometry.offset(origin, target)
    if origin == target:
        return reason("MS-19", "stays", names[0])
    if unit is Unit.MOON:
        return reason("MS-17", "moon-two-steps", *names)
    if unit.is_stack:
        return reason("MS-46", "stack-one-movement", *names)
    if abs(east) == abs(north) == 1:
        return reason("MS-16", "star-diagonal", *names)
    return reason("MS-16", "star-one-step", *names)
