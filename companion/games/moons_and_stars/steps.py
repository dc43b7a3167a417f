"""A move taken apart: what moves, how it ends, and the physical steps of it in order."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.api import Carried, Effect, Pile, Removed
from companion.games.moons_and_stars.actions import LOST as LOST_NAME
from companion.games.moons_and_stars.actions import Move
from companion.games.moons_and_stars.moves import (
    best_trails,
    endings,
    landings,
    leaves_all_as_it_was,
    parts_at,
)
from companion.games.moons_and_stars.piles import PILES, SIDE_OF_UNIT, UNIT_CODE, Unit
from companion.games.moons_and_stars.pulls import LOST, Trail
from companion.games.moons_and_stars.state import State


@dataclass(frozen=True, slots=True)
class Step:
    """A move taken apart; points by number, ``below`` the code left on the origin."""

    side: int
    origin: int
    target: int
    unit: Unit
    below: int
    trail: Trail


def steps_of(state: State, action: Move) -> list[Step]:
    """Every ending of a landing that the pulls allow, one for each rest, ``rest`` not read.

    Whether the landing can be reached is not judged here.
    """
    geometry, side = state.geometry, state.to_move
    origin = geometry.numbers[action.origin]
    target = geometry.numbers[action.target]
    for part, unit, below in parts_at(state.board[origin]):
        if part == action.part:
            lifted = bytearray(state.board)
            lifted[origin] = below
            found = endings(lifted, state.terrain, side, unit, target)
            trails = [trail for trail in found if isinstance(trail, Trail)]
            return [
                Step(side, origin, target, unit, below, trail)
                for trail in best_trails(lifted, state.terrain, side, trails)
            ]
    return []


def step_of(state: State, action: Move) -> Step | None:
    """The step of a move whose rest is named; None where there is none."""
    rest = LOST if action.rest == LOST_NAME else state.geometry.numbers.get(action.rest or "", -2)
    for step in steps_of(state, action):
        if step.trail.rest == rest:
            return step
    return None


def legal_step(state: State, action: Move) -> Step | None:
    """The step of a move that is one of `legal_moves`; None for any other."""
    numbers, side = state.geometry.numbers, state.to_move
    origin, target = numbers.get(action.origin, -1), numbers.get(action.target, -1)
    if origin < 0 or target < 0 or SIDE_OF_UNIT[state.board[origin]] != side:
        return None
    for part, unit, _below in parts_at(state.board[origin]):
        if part == action.part and target in landings(state.terrain, unit, origin):
            step = step_of(state, action)
            if step is None or state.rules.null_moves == "on":
                return step
            null = leaves_all_as_it_was(step.trail, origin, unit, step.below, side)
            return None if null else step
    return None


def step_effects(state: State, step: Step) -> list[Effect]:
    """What a hand does: take off what is captured, move, be pulled, be lost."""
    names, trail = state.geometry.names, step.trail
    effects: list[Effect] = []
    taken: set[int] = set()
    pieces: Pile = PILES[UNIT_CODE[step.side][step.unit]]
    moon: Pile = PILES[UNIT_CODE[step.side][Unit.MOON]]
    at, pulled_by = step.origin, 0
    for point, traps in trail.stops:
        if point in trail.captured and point not in taken:
            taken.add(point)
            victims = PILES[state.board[point]]
            ruling = "MS-29" if len(victims) > 1 else "MS-26"
            effects.append(Removed(ruling, victims, names[point]))
        via = tuple(names[trap] for trap in trail.traps[pulled_by:traps])
        if via:
            effects.append(Carried("MS-37", pieces, names[at], names[point], "pulled", via))
        elif point != at:
            effects.append(Carried("MS-16", pieces, names[at], names[point]))
        if point in trail.mounts and len(pieces) == 1:
            pieces = moon + pieces
        at, pulled_by = point, traps
    if trail.rest == LOST:
        via = tuple(names[trap] for trap in trail.traps[pulled_by:])
        effects.extend(_loss(state, trail, pieces, names[at], via))
    return effects


def _loss(
    state: State, trail: Trail, pieces: Pile, site: str, via: tuple[str, ...]
) -> list[Effect]:
    """How a unit leaves the board: through a lethal pull, or into a pit."""
    if trail.pit < 0:
        return [Removed("MS-43", pieces, site, 0, "lost", via)]
    ruling = "MS-34" if trail.unit.is_stack else "MS-33"
    effects: list[Effect] = [Removed(ruling, pieces, site, 1, "lost")]
    if trail.unit is Unit.STAR:
        effects.append(Removed("MS-33", PILES[state.board[trail.pit]], site, 0, "lost"))
    return effects
