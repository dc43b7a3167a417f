"""The deities with few choices: Jothi, Keddep and Lamban."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

from companion.games.api import Changed, Effect, Piece, Reason, Removed, reason
from companion.games.moons_and_stars.actions import Jothi, Keddep, Lamban
from companion.games.moons_and_stars.deities.deed import BonusRules, Deed, lost_tuple, points_of
from companion.games.moons_and_stars.piles import (
    AXES,
    CODES,
    DIRECTIONS,
    EMPTY,
    PILES,
    SIDE_OF_UNIT,
    SIDES,
)
from companion.games.moons_and_stars.state import State, count_lost


def _jothi_task(state: State, side: int) -> bool:
    return bool(points_of(state, 1 - side, "pit"))


def _jothi_actions(_state: State, _side: int) -> Iterable[Jothi]:
    return (Jothi(),)


def _jothi_reasons(_state: State, _side: int, _action: Jothi) -> Iterator[Reason]:
    yield from ()


def _jothi(state: State, side: int, _action: Jothi) -> Deed:
    """All enemy pits go (MS-71)."""
    board, lost = bytearray(state.board), list(state.lost)
    effects: list[Effect] = []
    for point in points_of(state, 1 - side, "pit"):
        effects.append(
            Removed("MS-71", PILES[board[point]], state.geometry.names[point], 0, "taken away")
        )
        board[point] = EMPTY
        count_lost(lost, 1 - side, "pit")
    return Deed(bytes(board), lost_tuple(lost), tuple(effects))


JOTHI = BonusRules(
    _jothi_task, _jothi_actions, _jothi_reasons, _jothi, lambda _state, _side, _rng: Jothi()
)


def _own_safes(state: State, side: int) -> list[int]:
    """Own safes that are empty or under an own mover (MS-69)."""
    return [
        point
        for point in points_of(state, side, "safe")
        if SIDE_OF_UNIT[state.board[point]] in (side, 255)
    ]


def _keddep_task(state: State, side: int) -> bool:
    return bool(_own_safes(state, side))


def _keddep_actions(_state: State, _side: int) -> Iterable[Keddep]:
    return (Keddep("moon"), Keddep("star"))


def _keddep_reasons(_state: State, _side: int, action: Keddep) -> Iterator[Reason]:
    if action.into not in ("moon", "star"):
        yield reason("MS-69", "keddep-moons-or-stars", into=action.into)


def _keddep(state: State, side: int, action: Keddep) -> Deed:
    """Own safes become moons or stars; no star comes below a mover (MS-69)."""
    board = bytearray(state.board)
    effects: list[Effect] = []
    for point in _own_safes(state, side):
        pile = PILES[board[point]]
        if len(pile) > 1 and action.into == "star":
            continue
        new = Piece(SIDES[side], action.into)
        effects.append(
            Changed("MS-69", pile[0], new, state.geometry.names[point], 0, "turned over")
        )
        board[point] = CODES[(new, *pile[1:])]
    return Deed(bytes(board), state.lost, tuple(effects))


def _keddep_sample(_state: State, _side: int, rng: Random) -> Keddep:
    return Keddep(rng.choice(("moon", "star")))


KEDDEP = BonusRules(_keddep_task, _keddep_actions, _keddep_reasons, _keddep, _keddep_sample)


def _lamban_task(state: State, side: int) -> bool:
    return bool(points_of(state, 1 - side, "path"))


def _ways(state: State) -> tuple[str, ...]:
    return DIRECTIONS if state.rules.one_way else AXES


def _lamban_actions(state: State, side: int) -> Iterator[Lamban]:
    """Every enemy path left alone or laid any way; laid as it lies counts as an action too."""
    names = state.geometry.names
    paths = sorted(names[point] for point in points_of(state, 1 - side, "path"))
    for ways in product(("", *_ways(state)), repeat=len(paths)):
        yield Lamban(tuple((path, way) for path, way in zip(paths, ways, strict=True) if way))


def _lamban_reasons(state: State, side: int, action: Lamban) -> Iterator[Reason]:
    paths = {state.geometry.names[point] for point in points_of(state, 1 - side, "path")}
    for site, way in action.turn:
        if site not in paths:
            yield reason("MS-63", "lamban-enemy-paths", site, **_there(state, site))
        if way not in _ways(state):
            yield reason("MS-63", "lamban-no-such-way", site, way=way)
    named = [site for site, _way in action.turn]
    if len(set(named)) < len(named) or named != sorted(named):
        yield reason("MS-63", "lamban-once-each", *sorted(set(named)))


def _there(state: State, site: str) -> dict[str, Piece | str]:
    point = state.geometry.numbers.get(site)
    pile = () if point is None else PILES[state.board[point]]
    return {"piece": pile[0] if pile else ""}


def _lamban(state: State, _side: int, action: Lamban) -> Deed:
    """Enemy paths are turned, not moved (MS-63)."""
    board = bytearray(state.board)
    effects: list[Effect] = []
    for site, way in action.turn:
        point = state.geometry.numbers[site]
        (old,) = PILES[board[point]]
        new = Piece(old.owner, "path", way)
        if new != old:
            effects.append(Changed("MS-63", old, new, site))
            board[point] = CODES[(new,)]
    return Deed(bytes(board), state.lost, tuple(effects))


def _lamban_sample(state: State, side: int, rng: Random) -> Lamban:
    names = state.geometry.names
    paths = sorted(names[point] for point in points_of(state, 1 - side, "path"))
    ways = [(path, rng.choice(("", *_ways(state)))) for path in paths]
    return Lamban(tuple((path, way) for path, way in ways if way))


LAMBAN = BonusRules(_lamban_task, _lamban_actions, _lamban_reasons, _lamban, _lamban_sample)
