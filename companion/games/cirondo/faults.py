"""Everything wrong with a table: what cannot lie there, and what does not belong to this game."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.api import Fault, Piece, Pile, Placement, Reason, reason
from companion.games.cirondo.geometry import INNER, NAMES, NUMBERS, SECTORS
from companion.games.cirondo.state import Phase, State
from companion.games.cirondo.stellars import (
    CODE_OF,
    KINDS,
    MOON,
    OWNER,
    PILES,
    PLANET,
    SIDES,
    SOLAR,
    SUPPLY,
    count_of,
)


def faults_of(placement: Placement, state: State) -> tuple[Fault, ...]:
    """Every independent fault of a table in a game that stands at `state`."""
    found: dict[Reason, None] = {}
    piles = sorted(placement.piles.items(), key=_place)
    for site, pile in piles:
        found.update(dict.fromkeys(_space_faults(site, pile, state)))
    for side in state.rules.sides:
        found.update(dict.fromkeys(_number_faults(piles, side, state)))
    if state.phase is Phase.LOT:
        found.update(dict.fromkeys(_start_faults(placement, state)))
    return tuple(Fault(why) for why in found)


def _place(item: tuple[str, Pile]) -> tuple[int, str]:
    """Order of the board; what is no space comes last."""
    return NUMBERS.get(item[0], len(NUMBERS)), item[0]


def _space_faults(site: str, pile: Pile, state: State) -> Iterator[Reason]:
    """What is wrong on one space, whatever the rest holds."""
    space = NUMBERS.get(site)
    if space is None:
        yield reason("CI-01", "no-such-space", site)
    if len(pile) > 1:
        yield reason("CI-08", "two-on-a-space", site, count=len(pile))
    for piece in pile:
        if not _is_in_game(piece, state):
            yield reason("CI-22", "no-such-piece", site, piece=piece)
        elif space is not None and piece.kind == KINDS[MOON]:
            if space >= INNER:
                yield reason("CI-09", "moon-on-inner-ring", site, piece=piece)
            elif space < SECTORS and state.board[space] != CODE_OF[piece]:
                yield reason("CI-07", "moon-on-outer-ring", site, piece=piece)


def _is_in_game(piece: Piece, state: State) -> bool:
    """Whether there is such a piece in a game of so many players."""
    code = CODE_OF.get(piece)
    return code is not None and OWNER[code] in state.rules.sides


def _number_faults(piles: list[tuple[str, Pile]], side: int, state: State) -> Iterator[Reason]:
    """More of a kind than there are (CI-11, CI-20, CI-22), or a side that is out (CI-20)."""
    where: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for site, pile in piles:
        for piece in pile:
            if piece.owner == SIDES[side] and piece.kind in where:
                where[piece.kind].append(site)
    moons, planets, solars = (where[KINDS[kind]] for kind in (MOON, PLANET, SOLAR))
    due, seat = state.rules.each, SIDES[side]
    if len(planets) > due:
        yield reason("CI-22", "too-many-planets", *planets, side=seat, count=len(planets), due=due)
    if len(moons) + len(solars) > due:
        count = len(moons) + len(solars)
        yield reason("CI-22", "too-many-moons", *moons, *solars, side=seat, count=count, due=due)
    if len(solars) > SUPPLY and not state.rules.unlimited:
        count = len(solars)
        yield reason("CI-11", "too-many-solar-systems", *solars, side=seat, count=count, due=SUPPLY)
    sites = (*moons, *planets, *solars)
    out = state.phase is Phase.TURNS and not count_of(state.board, side)
    if sites and out:
        yield reason("CI-20", "out-but-there", *sites, side=seat)


def _start_faults(placement: Placement, state: State) -> Iterator[Reason]:
    """Before the first turn everything lies where it starts (CI-20, CI-22)."""
    for side in state.rules.sides:
        missing = [
            NAMES[space]
            for space, code in enumerate(state.board)
            if code and OWNER[code] == side and placement.at(NAMES[space]) != PILES[code]
        ]
        if missing:
            yield reason("CI-22", "set-up-missing", *missing, side=SIDES[side], count=len(missing))
    for space, code in enumerate(state.board):
        there = placement.at(NAMES[space])
        if there and there != PILES[code]:
            yield reason("CI-22", "set-up-elsewhere", NAMES[space], piece=there[-1])
