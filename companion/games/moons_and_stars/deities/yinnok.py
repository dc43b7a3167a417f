"""Yinnok: enemy paths and traps change places, and the new traps pull (MS-64 … MS-67)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from random import Random

from companion.games.api import Changed, Effect, Piece, Reason, reason
from companion.games.moons_and_stars.actions import Yinnok
from companion.games.moons_and_stars.deities.deed import BonusRules, Deed, points_of
from companion.games.moons_and_stars.deities.sweep import Sweep, Table, start_of
from companion.games.moons_and_stars.piles import AXES, CODES, DIRECTIONS, PATH_DIRECTIONS, PILES
from companion.games.moons_and_stars.state import State

MOST_LEFT = 5
"""How many mouths may be left out of an order that `complete` fills in."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Enemy paths by name, each with the facings that the new trap may have (MS-65)."""

    facings: tuple[tuple[str, tuple[str, ...]], ...]

    def all(self) -> Iterator[tuple[tuple[str, str], ...]]:
        """Every choice of facings, in order."""
        sites = [site for site, _ways in self.facings]
        for ways in product(*(ways for _site, ways in self.facings)):
            yield tuple(zip(sites, ways, strict=True))


def choice_of(state: State, side: int) -> Choice:
    """What the owner has to choose; nothing where paths are one-way (the facing is kept)."""
    if state.rules.one_way:
        return Choice(())
    names = state.geometry.names
    paths = sorted(points_of(state, 1 - side, "path"), key=names.__getitem__)
    return Choice(
        tuple(
            (names[p], tuple(DIRECTIONS[d] for d in PATH_DIRECTIONS[state.board[p]])) for p in paths
        )
    )


def converted(
    state: State, side: int, face: tuple[tuple[str, str], ...]
) -> tuple[bytes, tuple[int, ...], list[Effect]]:
    """(board, points of the new traps, cubes turned over) before anything is pulled."""
    board = bytearray(state.board)
    names = state.geometry.names
    effects: list[Effect] = []
    facings = dict(face)
    paths = points_of(state, 1 - side, "path")
    for point in sorted(paths + points_of(state, 1 - side, "trap")):
        (old,) = PILES[board[point]]
        if old.kind == "path":
            new = Piece(old.owner, "trap", facings.get(names[point], old.facing))
        elif state.rules.one_way:
            new = Piece(old.owner, "path", old.facing)
        else:
            new = Piece(old.owner, "path", AXES[DIRECTIONS.index(old.facing) % 2])
        board[point] = CODES[(new,)]
        effects.append(Changed("MS-64", old, new, names[point], 0, "turned over"))
    return bytes(board), tuple(paths), effects


def _sweep(state: State, side: int, face: tuple[tuple[str, str], ...]) -> Sweep:
    board, traps, _effects = converted(state, side, face)
    return start_of(state, side, board, traps)


def _has_task(state: State, side: int) -> bool:
    return bool(points_of(state, 1 - side, "path") or points_of(state, 1 - side, "trap"))


def _orders(sweep: Sweep) -> Iterator[tuple[str, ...]]:
    """Every order worth telling apart; just the empty one where it makes no difference."""
    if len(sweep.results()) <= 1:
        yield ()
        return
    mouths = sorted(sweep.items, key=sweep.names.__getitem__)
    for order in permutations(mouths):
        yield from product(*(sweep.labels(mouth) for mouth in order))


def _actions(state: State, side: int) -> Iterator[Yinnok]:
    for face in choice_of(state, side).all():
        yield from with_orders(state, side, face)


def with_orders(state: State, side: int, face: tuple[tuple[str, str], ...]) -> Iterator[Yinnok]:
    """The legal bonuses with these facings, one for each order worth telling apart."""
    for order in _orders(_sweep(state, side, face)):
        yield Yinnok(face, order)


def _reasons(state: State, side: int, action: Yinnok) -> Iterator[Reason]:
    wrong = list(_face_reasons(state, side, action))
    yield from wrong
    if wrong:
        return
    sweep = _sweep(state, side, action.face)
    results = sweep.results()
    if not action.order:
        if len(results) > 1:
            mouths = tuple(sorted(sweep.names[mouth] for mouth in sweep.items))
            yield reason("MS-66", "yinnok-order-needed", *mouths)
        return
    known = {label for mouth in sweep.items for label in sweep.labels(mouth)}
    unknown = [label for label in action.order if label not in known]
    for label in unknown:
        yield reason("MS-66", "yinnok-not-a-mouth", label.partition(" ")[0], named=label)
    mouths_named = [label.partition(" ")[0] for label in action.order]
    if not unknown and sorted(mouths_named) != sorted(sweep.names[m] for m in sweep.items):
        yield reason("MS-66", "yinnok-each-mouth-once", *sorted(set(mouths_named)))
    elif len(results) <= 1:
        yield reason("MS-66", "yinnok-order-idle", *mouths_named)


def _face_reasons(state: State, side: int, action: Yinnok) -> Iterator[Reason]:
    """What is wrong with the facings: one for each enemy path, along its axis (MS-65)."""
    facings = dict(choice_of(state, side).facings)
    sites = [site for site, _way in action.face]
    for site, way in action.face:
        if site not in facings:
            yield reason("MS-65", "yinnok-not-a-path", site)
        elif way not in facings[site]:
            yield reason("MS-65", "yinnok-along-axis", site, way=way, ways=facings[site])
    for site in facings:
        if site not in sites:
            yield reason("MS-65", "yinnok-face-all", site)
    if len(set(sites)) < len(sites) or sites != sorted(sites):
        yield reason("MS-65", "yinnok-once-each", *sorted(set(sites)))


def complete(state: State, side: int, action: Yinnok) -> Yinnok:
    """Fill in or drop what makes no difference: facings that are kept, orders that are idle."""
    face = tuple(sorted(action.face))
    if state.rules.one_way:
        names = state.geometry.numbers
        face = tuple(
            (site, way)
            for site, way in face
            if site not in names
            or PILES[state.board[names[site]]][:1] != (Piece(("blue", "brown")[side], "path", way),)
        )
    filled = Yinnok(face, action.order)
    if any(True for _ in _face_reasons(state, side, filled)):
        return filled
    sweep = _sweep(state, side, face)
    if len(sweep.results()) <= 1:
        known = {label for m in sweep.items for label in (*sweep.labels(m), sweep.names[m])}
        return Yinnok(face, ()) if set(action.order) <= known else filled
    fitting = list(_orders_from(sweep, action.order))
    tables = {sweep.in_order(order) for order in fitting}
    return Yinnok(face, fitting[0]) if len(tables) == 1 else filled


def _orders_from(sweep: Sweep, said: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The orders that begin as a person said it; "e5" says any trap of that mouth.

    None where nothing is said, where it cannot be so, or where too much is left open to look
    through.
    """
    mouths = {sweep.names[mouth]: mouth for mouth in sweep.items}
    begun = [word.partition(" ")[0] for word in said]
    left = sorted(set(mouths) - set(begun))
    if not said or not set(begun) <= set(mouths) or len(left) > MOST_LEFT:
        return
    choices = [
        [label for label in sweep.labels(mouths[name]) if word in (label, name)]
        for name, word in zip(begun, said, strict=True)
    ]
    if len(set(begun)) == len(begun):
        for rest in permutations(left):
            yield from product(*choices, *(sweep.labels(mouths[name]) for name in rest))


def _perform(state: State, side: int, action: Yinnok) -> Deed:
    board, traps, effects = converted(state, side, action.face)
    sweep = start_of(state, side, board, traps)
    order = action.order or next(iter(_any_order(sweep)), ())
    pulled: list[Effect] = []
    table: Table = sweep.in_order(order, pulled)
    return Deed(table.board, table.lost, (*effects, *pulled), table.reached)


def _any_order(sweep: Sweep) -> Iterator[tuple[str, ...]]:
    mouths = sorted(sweep.items, key=sweep.names.__getitem__)
    yield tuple(sweep.labels(mouth)[0] for mouth in mouths)


def _sample(state: State, side: int, rng: Random) -> Yinnok:
    face = tuple((site, rng.choice(ways)) for site, ways in choice_of(state, side).facings)
    sweep = _sweep(state, side, face)
    if len(sweep.results()) <= 1:
        return Yinnok(face, ())
    mouths = rng.sample(sorted(sweep.items), len(sweep.items))
    return Yinnok(face, tuple(rng.choice(sweep.labels(mouth)) for mouth in mouths))


YINNOK = BonusRules(_has_task, _actions, _reasons, _perform, _sample)
