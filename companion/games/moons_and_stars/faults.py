"""Everything wrong with a table: what cannot lie there, and what does not belong to this game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.api import Fault, Piece, Pile, Placement, Reason, reason
from companion.games.moons_and_stars.actions import DEITIES
from companion.games.moons_and_stars.home import CUBES, MOVERS, mouth_reasons
from companion.games.moons_and_stars.piles import (
    AXES,
    CODES,
    DIRECTIONS,
    KINDS,
    LOSABLE,
    PILES,
    SIDES,
    TRAP_FACING,
)
from companion.games.moons_and_stars.state import Phase, State, notch_site

_FIXTURES = ("pit", "trap", "path", "stone", "safe")


def faults_of(placement: Placement, state: State) -> tuple[Fault, ...]:
    """Every independent fault of a table in a game that stands at `state`."""
    points = {site: pile for site, pile in placement.piles.items() if " notch " not in site}
    tokens = {site: pile for site, pile in placement.piles.items() if " notch " in site}
    found: dict[Reason, None] = {}
    for site, pile in sorted(points.items()):
        found.update(dict.fromkeys(_pile_faults(site, pile, state)))
    found.update(dict.fromkeys(_count_faults(points, state)))
    found.update(dict.fromkeys(_token_faults(tokens, state)))
    if state.phase in (Phase.SET_UP, Phase.DEITIES, Phase.LOT, Phase.REROLL, Phase.ROLLS):
        found.update(dict.fromkeys(_set_up_faults(points, state)))
    else:
        found.update(dict.fromkeys(_left_on_mouth(points, state)))
    return tuple(Fault(why) for why in found)


def _pile_faults(site: str, pile: Pile, state: State) -> Iterator[Reason]:
    """What is wrong on one point, whatever the game stands at."""
    if site not in state.geometry.numbers:
        yield reason("MS-01", "no-such-point", site, columns=state.rules.columns)
    strange = [piece for piece in pile if not _known(piece, state)]
    for piece in strange:
        yield reason("MS-08", "no-such-piece", site, piece=piece)
    if strange or pile in CODES:
        return
    movers = [piece for piece in pile if piece.kind in MOVERS]
    fixtures = [piece for piece in pile if piece.kind not in MOVERS]
    if len(movers) > 2:
        yield reason("MS-45", "stack-of-three", site, count=len(movers))
    if len(fixtures) > 1:
        yield reason("MS-06", "two-fixtures", site, piece=fixtures[0], other=fixtures[1])
    if len({piece.owner for piece in movers}) > 1:
        yield reason("MS-45", "mixed-stack", site)
    if len(movers) > 1 and any(piece.kind == "star" for piece in movers[:-1]):
        yield reason("MS-45", "star-below", site)
    if movers and fixtures:
        yield from _mover_on_fixture(site, pile, movers, fixtures[0])


def _mover_on_fixture(
    site: str, pile: Pile, movers: list[Piece], fixture: Piece
) -> Iterator[Reason]:
    if pile[0] != fixture:
        yield reason("MS-06", "fixture-on-mover", site, piece=fixture, other=pile[0])
    elif fixture.kind == "safe":
        if len(movers) > 1:
            yield reason("MS-48", "stack-on-safe", site)
    elif fixture.kind == "stone":
        if fixture.owner == movers[0].owner:
            yield reason("MS-32", "on-own-stone", site, piece=movers[-1])
    else:
        ruling = {"pit": "MS-33", "trap": "MS-38", "path": "MS-55"}[fixture.kind]
        yield reason(ruling, f"on-{fixture.kind}", site, piece=movers[-1], other=fixture)


def _known(piece: Piece, state: State) -> bool:
    """Whether such a piece is in the game at all."""
    if piece.owner not in SIDES:
        return False
    if piece.kind == "trap":
        return piece.facing in DIRECTIONS
    if piece.kind == "path":
        return piece.facing in (DIRECTIONS if state.rules.one_way else AXES)
    return piece.kind in (*MOVERS, *_FIXTURES) and not piece.facing


def _in_game(state: State, side: int) -> Counter[str]:
    """How many of each kind a side has, on the board, lost, or rolled and not yet placed."""
    rolled = state.start.rolls[side]
    if state.phase is not Phase.TURNS and state.phase is not Phase.OVER and rolled is not None:
        return Counter({**dict(zip(KINDS, rolled, strict=True)), "stone": 1})
    found = Counter(
        piece.kind for code in state.board for piece in PILES[code] if piece.owner == SIDES[side]
    )
    lost = state.lost[side * 3 : side * 3 + 3]
    return found + Counter(dict(zip(LOSABLE, lost, strict=True)))


def _count_faults(points: dict[str, Pile], state: State) -> Iterator[Reason]:
    """Too many cubes, kinds that are not in the game, stones missing or doubled."""
    setting_up = state.phase is not Phase.TURNS and state.phase is not Phase.OVER
    for side, seat in enumerate(SIDES):
        where: dict[str, list[str]] = {}
        for site, pile in sorted(points.items()):
            for piece in pile:
                if piece.owner == seat:
                    where.setdefault(piece.kind, []).append(site)
        cubes = sum(len(sites) for kind, sites in where.items() if kind in KINDS)
        if cubes > CUBES:
            yield reason("MS-06", "too-many-cubes", side=seat, count=cubes, due=CUBES)
        due = _in_game(state, side)
        for kind in KINDS:
            sites = where.get(kind, [])
            if len(sites) > due[kind]:
                key = "set-up-not-rolled" if setting_up else "more-than-in-game"
                numbers = {"count": len(sites), "due": due[kind]}
                yield reason("MS-06", key, *sites, kind=kind, side=seat, **numbers)
            elif setting_up and len(sites) < due[kind]:
                numbers = {"count": len(sites), "due": due[kind]}
                yield reason("MS-06", "set-up-missing", kind=kind, side=seat, **numbers)
        stones = where.get("stone", [])
        if len(stones) > 1:
            yield reason("MS-06", "set-up-two-stones", *stones, kind="stone", side=seat)
        elif not stones and (due["stone"] or setting_up):
            yield reason("MS-06", "set-up-no-stone", kind="stone", side=seat)


def _set_up_faults(points: dict[str, Pile], state: State) -> Iterator[Reason]:
    """Pieces outside their home, piles, and movers on their own mouths (MS-06, MS-09)."""
    for side, seat in enumerate(SIDES):
        home = set(state.geometry.home(side))
        own: list[tuple[str, str]] = []
        for site, pile in sorted(points.items()):
            number = state.geometry.numbers.get(site, -1)
            for piece in pile:
                if piece.owner == seat and number >= 0:
                    own.append((site, f"{piece.kind} {piece.facing}".strip()))
                    if number not in home:
                        yield reason("MS-06", "set-up-outside-home", site, piece=piece, side=seat)
        yield from mouth_reasons(state.geometry, side, own)
    for site, pile in sorted(points.items()):
        if len(pile) > 1:
            yield reason("MS-06", "set-up-one-each", site, count=len(pile))


def _left_on_mouth(points: dict[str, Pile], state: State) -> Iterator[Reason]:
    """A mover that came to stand on a mouth has still to be pulled (MS-37)."""
    geometry = state.geometry
    for site, pile in sorted(points.items()):
        code = CODES.get(pile)
        if code is None or TRAP_FACING[code] == 255 or site not in geometry.numbers:
            continue
        facing = TRAP_FACING[code]
        mouth = geometry.neighbours[geometry.numbers[site]][(facing + 2) % 4]
        if mouth < 0:
            continue
        name = geometry.names[mouth]
        standing = points.get(name, ())
        if standing and standing[0].kind in MOVERS and standing != PILES[state.board[mouth]]:
            yield reason("MS-37", "left-on-mouth", name, site, piece=standing[-1], trap=pile[0])


def _token_faults(tokens: dict[str, Pile], state: State) -> Iterator[Reason]:
    """Deities: each its own figure, on a notch that is there (MS-02, MS-13)."""
    for side, seat in enumerate(SIDES):
        sites = [notch_site(side, notch) for notch in range(1, state.rules.notches + 1)]
        standing = [site for site in sites if tokens.get(site)]
        deity = state.deities[side]
        if deity is None and standing:
            yield reason("MS-14", "deity-not-in-game", *standing, side=seat)
        elif deity is not None and not standing:
            yield reason("MS-13", "deity-missing", side=seat, deity=deity)
        elif len(standing) > 1 or any(len(tokens[site]) > 1 for site in standing):
            yield reason("MS-13", "deity-twice", *standing, side=seat)
        elif standing and deity is not None:
            (figure,) = tokens[standing[0]]
            if figure.owner == seat and figure.kind in DEITIES and figure.kind != deity:
                yield reason("MS-13", "other-figure", standing[0], piece=figure, deity=deity)
    known = {
        notch_site(side, notch) for side in (0, 1) for notch in range(1, state.rules.notches + 1)
    }
    for site, pile in sorted(tokens.items()):
        if pile and site not in known:
            yield reason("MS-02", "no-such-notch", site, count=state.rules.notches)
        for piece in pile:
            if piece.kind not in DEITIES or not site.startswith(f"{piece.owner} "):
                yield reason("MS-13", "not-a-deity", site, piece=piece)
