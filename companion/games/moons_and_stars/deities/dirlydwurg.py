"""Dirlydwurg: a stone walks up to four steps (MS-72)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.games.api import Carried, Effect, Reason, reason
from companion.games.moons_and_stars.actions import Dirlydwurg
from companion.games.moons_and_stars.deities.deed import BonusRules, Deed
from companion.games.moons_and_stars.piles import EMPTY, KIND, OWNER, PILES, SIDES, TRAP_FACING
from companion.games.moons_and_stars.state import State
from companion.games.moons_and_stars.terrain import Terrain, terrain_of

STEPS = 4
"""How far a stone may walk."""


def stone_point(board: bytes | bytearray, side: int) -> int:
    """Where a side's stone lies; -1 if it is not on the board."""
    for point, code in enumerate(board):
        if KIND[code] == "stone" and OWNER[code] == side:
            return point
    return -1


def carry_trap(terrain: Terrain, board: bytes | bytearray, trap: int) -> int:
    """The point to which `trap` carries a stone from its mouth; -1 if it does not (MS-67).

    It does not where the trap is lethal or its exit is not empty.
    """
    exit_point = terrain.geometry.neighbours[trap][TRAP_FACING[terrain.fixtures[trap]]]
    return exit_point if exit_point >= 0 and board[exit_point] == EMPTY else -1


def carried(
    terrain: Terrain, board: bytes | bytearray, point: int
) -> tuple[tuple[int, int], ...] | None:
    """How a stone that ends its walk on `point` is carried on: (trap, exit) one after the other.

    None where it cannot end there: on a lethal mouth, or with no empty exit. From an exit that is a
    mouth again it is carried on by the same condition, else it stays there (MS-67). Where several
    traps share a mouth, the first by name that carries it is taken. `board` is without the stone.
    """
    chain: tuple[tuple[int, int], ...] = ()
    pulled: set[int] = set()
    while point in terrain.mouths:
        for trap in sorted(terrain.mouths[point], key=terrain.geometry.names.__getitem__):
            exit_point = carry_trap(terrain, board, trap)
            if exit_point >= 0 and trap not in pulled:
                break
        else:
            return chain or None
        pulled.add(trap)
        chain = (*chain, (trap, exit_point))
        point = exit_point
    return chain


def _lifted(state: State, stone: int) -> tuple[bytearray, Terrain]:
    """The board without one stone, and its terrain."""
    board = bytearray(state.board)
    board[stone] = EMPTY
    return board, terrain_of(state.rules.columns, bytes(board))


def _walks(state: State, stone: int) -> set[int]:
    """Where a walk of the allowed length over empty points can end, mouths not judged."""
    board, terrain = _lifted(state, stone)
    reached: set[int] = set()
    front = {stone}
    for step in range(STEPS):
        front = {
            beyond
            for point in front
            for beyond in terrain.geometry.neighbours[point]
            if beyond >= 0 and board[beyond] == EMPTY
        }
        if state.rules.dirlydwurg == "up-to" or step == STEPS - 1:
            reached |= front
    return reached - {stone}


def _ends(state: State, side: int) -> list[int]:
    """Where a side's stone can end its walk, in order of names."""
    stone = stone_point(state.board, side)
    if stone < 0 or len(PILES[state.board[stone]]) > 1:
        return []
    board, terrain = _lifted(state, stone)
    ends = [point for point in _walks(state, stone) if carried(terrain, board, point) is not None]
    return sorted(ends, key=terrain.geometry.names.__getitem__)


def _has_task(state: State, side: int) -> bool:
    return bool(_ends(state, side) or _ends(state, 1 - side))


def _actions(state: State, _side: int) -> Iterator[Dirlydwurg]:
    names = state.geometry.names
    for side, seat in enumerate(SIDES):
        for point in _ends(state, side):
            yield Dirlydwurg(seat, names[point])


def _reasons(state: State, _side: int, action: Dirlydwurg) -> Iterator[Reason]:
    if action.stone not in SIDES:
        yield reason("MS-72", "dirlydwurg-which-stone", stone=action.stone)
        return
    side = SIDES.index(action.stone)
    stone = stone_point(state.board, side)
    target = state.geometry.numbers.get(action.target, -1)
    if stone < 0:
        yield reason("MS-72", "dirlydwurg-no-stone", side=action.stone)
    elif target < 0:
        yield reason("MS-72", "off-board", action.target)
    elif target == stone:
        yield reason("MS-72", "dirlydwurg-back", action.target, side=action.stone)
    elif state.board[target] != EMPTY:
        piece = PILES[state.board[target]][-1]
        yield reason("MS-72", "dirlydwurg-not-empty", action.target, piece=piece)
    elif target not in _walks(state, stone):
        key = "dirlydwurg-too-far" if state.rules.dirlydwurg == "up-to" else "dirlydwurg-exactly"
        yield reason("MS-72", key, action.target, steps=STEPS, side=action.stone)
    else:
        board, terrain = _lifted(state, stone)
        if carried(terrain, board, target) is None:
            yield reason("MS-72", "dirlydwurg-mouth", action.target)


def _perform(state: State, _side: int, action: Dirlydwurg) -> Deed:
    """The stone walks; on a mouth it is carried on. It captures nothing."""
    names, side = state.geometry.names, SIDES.index(action.stone)
    stone, point = stone_point(state.board, side), state.geometry.numbers[action.target]
    board, terrain = _lifted(state, stone)
    pile = PILES[state.board[stone]]
    effects: list[Effect] = [Carried("MS-72", pile, names[stone], action.target)]
    for trap, exit_point in carried(terrain, board, point) or ():
        via = (names[trap],)
        effects.append(Carried("MS-72", pile, names[point], names[exit_point], "pulled", via))
        point = exit_point
    board[point] = state.board[stone]
    return Deed(bytes(board), state.lost, tuple(effects))


def _sample(state: State, side: int, rng: Random) -> Dirlydwurg:
    return rng.choice(list(_actions(state, side)))


DIRLYDWURG = BonusRules(_has_task, _actions, _reasons, _perform, _sample)
