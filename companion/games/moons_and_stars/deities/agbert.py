"""Agbert: own lost pieces come back to the own four ranks (MS-70)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from companion.games.api import Effect, Piece, Placed, Reason, reason
from companion.games.moons_and_stars.actions import Agbert
from companion.games.moons_and_stars.deities.deed import BonusRules, Deed, lost_tuple
from companion.games.moons_and_stars.piles import CODES, EMPTY, LOSABLE, OWNER, PILES, SIDES
from companion.games.moons_and_stars.state import State, count_lost, lost_count


def _free_points(state: State, side: int) -> list[int]:
    """Empty points of the own four ranks."""
    return [point for point in state.geometry.home(side) if state.board[point] == EMPTY]


def _own_mouths(state: State, side: int) -> set[int]:
    """Mouths of own traps: no mover may be put there (MS-09)."""
    return {
        mouth
        for mouth, traps in state.terrain.mouths.items()
        if any(OWNER[state.board[trap]] == side for trap in traps)
    }


def _due(state: State, side: int) -> int:
    """How many pieces must be placed: as many as fit."""
    free = _free_points(state, side)
    for_movers = len(set(free) - _own_mouths(state, side))
    movers = lost_count(state, side, "moon") + lost_count(state, side, "star")
    return min(min(movers, for_movers) + lost_count(state, side, "pit"), len(free))


def _has_task(state: State, side: int) -> bool:
    return _due(state, side) > 0


def _actions(state: State, side: int) -> Iterator[Agbert]:
    """Every way to place as many as fit, point by point in the order of their names."""
    names = state.geometry.names
    mouths = _own_mouths(state, side)
    points = sorted(_free_points(state, side), key=names.__getitem__)
    stock = [lost_count(state, side, kind) for kind in LOSABLE]
    yield from _fill(points, 0, _due(state, side), stock, mouths, names, ())


def _fill(
    points: list[int],
    at: int,
    due: int,
    stock: list[int],
    mouths: set[int],
    names: tuple[str, ...],
    placed: tuple[tuple[str, str], ...],
) -> Iterator[Agbert]:
    if due == 0:
        yield Agbert(placed)
        return
    if len(points) - at < due:
        return
    point = points[at]
    for index, kind in enumerate(LOSABLE):
        if stock[index] and (kind == "pit" or point not in mouths):
            fewer = [count - (i == index) for i, count in enumerate(stock)]
            yield from _fill(
                points, at + 1, due - 1, fewer, mouths, names, (*placed, (names[point], kind))
            )
    yield from _fill(points, at + 1, due, stock, mouths, names, placed)


def _reasons(state: State, side: int, action: Agbert) -> Iterator[Reason]:
    geometry = state.geometry
    home, mouths = set(geometry.home(side)), _own_mouths(state, side)
    for site, kind in action.place:
        point = geometry.numbers.get(site, -1)
        if kind not in LOSABLE:
            yield reason("MS-70", "agbert-kinds", site, kind=kind)
        if point not in home:
            yield reason("MS-70", "agbert-home", site)
        elif state.board[point] != EMPTY:
            yield reason("MS-70", "agbert-empty", site, piece=PILES[state.board[point]][-1])
        if kind in ("moon", "star") and point in mouths:
            yield reason("MS-09", "own-mouth", site, kind=kind)
    for kind, count in Counter(kind for _site, kind in action.place).items():
        if kind in LOSABLE and count > lost_count(state, side, kind):
            lost = lost_count(state, side, kind)
            yield reason("MS-70", "agbert-not-lost", kind=kind, count=count, lost=lost)
    due = _due(state, side)
    if len(action.place) < due:
        yield reason("MS-70", "agbert-all-that-fit", count=len(action.place), due=due)
    sites = [site for site, _kind in action.place]
    if len(set(sites)) < len(sites) or sites != sorted(sites):
        yield reason("MS-70", "agbert-once-each", *sorted(set(sites)))


def _perform(state: State, side: int, action: Agbert) -> Deed:
    """Pieces come back as they were."""
    board, lost = bytearray(state.board), list(state.lost)
    effects: list[Effect] = []
    for site, kind in action.place:
        piece = Piece(SIDES[side], kind)
        board[state.geometry.numbers[site]] = CODES[(piece,)]
        count_lost(lost, side, kind, -1)
        effects.append(Placed("MS-70", piece, site))
    return Deed(bytes(board), lost_tuple(lost), tuple(effects))


def _sample(state: State, side: int, rng: Random) -> Agbert:
    """Draw which pieces fit, then where: movers first, on points that are no own mouth."""
    free, mouths = _free_points(state, side), _own_mouths(state, side)
    for_movers = [point for point in free if point not in mouths]
    due = _due(state, side)
    movers = [k for k in ("moon", "star") for _ in range(lost_count(state, side, k))]
    pits = lost_count(state, side, "pit")
    most = min(len(movers), len(for_movers), due)
    count = rng.randint(max(0, due - pits), most)
    chosen = dict(zip(rng.sample(for_movers, count), rng.sample(movers, count), strict=True))
    left = [point for point in free if point not in chosen]
    chosen.update(dict.fromkeys(rng.sample(left, due - count), "pit"))
    names = state.geometry.names
    return Agbert(tuple(sorted((names[point], kind) for point, kind in chosen.items())))


AGBERT = BonusRules(_has_task, _actions, _reasons, _perform, _sample)
