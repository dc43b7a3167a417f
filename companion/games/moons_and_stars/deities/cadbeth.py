"""Cadbeth: two enemy movers leave the board (MS-62)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from companion.games.api import Effect, Piece, Reason, Removed, reason
from companion.games.moons_and_stars.actions import Cadbeth
from companion.games.moons_and_stars.deities.deed import BonusRules, Deed, lost_tuple
from companion.games.moons_and_stars.piles import CODES, PILES, SIDE_OF_UNIT, UNIT
from companion.games.moons_and_stars.state import State, count_lost, has_movers

MOST = 2
"""How many movers Cadbeth removes."""


def _targets(state: State, side: int) -> list[str]:
    """The enemy movers by name: "e5" the lowest on e5, "e5 top" a rider."""
    found: list[str] = []
    for point, code in enumerate(state.board):
        if SIDE_OF_UNIT[code] == 1 - side:
            name = state.geometry.names[point]
            found.append(name)
            unit = UNIT[code]
            if unit is not None and unit[1].is_stack:
                found.append(f"{name} top")
    return sorted(found)


def _has_task(state: State, side: int) -> bool:
    return has_movers(state.board, 1 - side)


def _actions(state: State, side: int) -> Iterator[Cadbeth]:
    targets = _targets(state, side)
    for chosen in combinations(targets, min(MOST, len(targets))):
        yield Cadbeth(chosen)


def _reasons(state: State, side: int, action: Cadbeth) -> Iterator[Reason]:
    targets = _targets(state, side)
    for name in action.remove:
        if name not in targets:
            yield reason("MS-62", "cadbeth-enemy-movers", name.partition(" ")[0], named=name)
    due = min(MOST, len(targets))
    if len(action.remove) != due:
        yield reason("MS-62", "cadbeth-number", named=len(action.remove), due=due)
    if len(set(action.remove)) < len(action.remove):
        yield reason("MS-62", "cadbeth-once-each", *(n.partition(" ")[0] for n in action.remove))
    elif list(action.remove) != sorted(action.remove):
        yield reason("MS-62", "cadbeth-order")


def _perform(state: State, side: int, action: Cadbeth) -> Deed:
    """The chosen movers go; a rider whose moon goes drops to the point and is not pulled."""
    board, lost = bytearray(state.board), list(state.lost)
    effects: list[Effect] = []
    for name in reversed(action.remove):  # "e5 top" before "e5"
        site, _, part = name.partition(" ")
        point = state.geometry.numbers[site]
        pile = PILES[board[point]]
        index = len(pile) - 1 if part else _lowest(pile)
        effects.append(Removed("MS-62", (pile[index],), site, index, "taken away"))
        count_lost(lost, 1 - side, pile[index].kind)
        board[point] = CODES[pile[:index] + pile[index + 1 :]]
    return Deed(bytes(board), lost_tuple(lost), tuple(effects))


def _lowest(pile: tuple[Piece, ...]) -> int:
    return next(i for i, piece in enumerate(pile) if piece.kind in ("moon", "star"))


def _sample(state: State, side: int, rng: Random) -> Cadbeth:
    targets = _targets(state, side)
    return Cadbeth(tuple(sorted(rng.sample(targets, min(MOST, len(targets))))))


CADBETH = BonusRules(_has_task, _actions, _reasons, _perform, _sample)
