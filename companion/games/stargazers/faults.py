"""Everything wrong with a table: tiles, beads and discards that cannot lie so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.api import Fault, Pile, Placement, Reason, reason
from companion.games.stargazers.cards import BEAD, CARDS, COPIES, TILES
from companion.games.stargazers.sky import DISCARD, NUMBERS, RUNS, SITES, cells_of
from companion.games.stargazers.state import State

_TILES = frozenset(TILES)
_CARDS = frozenset(CARDS)


def faults_of(placement: Placement, state: State) -> tuple[Fault, ...]:
    """Every independent fault of a table in a game that stands at `state`."""
    found: dict[Reason, None] = {}
    for site, pile in sorted(placement.piles.items(), key=_place):
        if site == DISCARD:
            found.update(dict.fromkeys(_discard_faults(pile)))
        elif site not in NUMBERS:
            found[reason("SG-13", "no-such-site", site)] = None
        else:
            found.update(dict.fromkeys(_tile_faults(site, pile)))
    found.update(dict.fromkeys(_layout_faults(placement, state)))
    found.update(dict.fromkeys(_row_faults(placement, state)))
    return tuple(Fault(why) for why in found)


def _place(item: tuple[str, Pile]) -> tuple[int, str]:
    """Reading order; what is no tile comes last."""
    return NUMBERS.get(item[0], len(NUMBERS)), item[0]


def _tile_faults(site: str, pile: Pile) -> Iterator[Reason]:
    """A tile lies alone, or under one bead (SG-05, SG-13)."""
    for piece in pile:
        if piece not in _TILES and piece != BEAD:
            yield reason("SG-13", "no-such-piece", site, piece=piece)
    tiles = [piece for piece in pile if piece in _TILES]
    if len(tiles) > 1:
        yield reason("SG-13", "two-tiles", site, pieces=tuple(tiles))
    if tiles and pile[0] not in _TILES:
        yield reason("SG-13", "tile-not-below", site, piece=tiles[0])
    if pile.count(BEAD) > 1:
        yield reason("SG-05", "two-beads", site, count=pile.count(BEAD))


def _discard_faults(pile: Pile) -> Iterator[Reason]:
    """Three copies of each card, and nothing but cards (SG-14)."""
    for piece, count in Counter(pile).items():
        if piece not in _CARDS:
            yield reason("SG-14", "no-such-piece", DISCARD, piece=piece)
        elif count > COPIES:
            yield reason("SG-14", "too-many-discards", DISCARD, card=piece, count=count, due=COPIES)


def _layout_faults(placement: Placement, state: State) -> Iterator[Reason]:
    """Sixteen different tiles, and during a game each stays where it was laid (SG-13)."""
    where: dict[int, list[str]] = {}
    for site in SITES:
        tile = next((piece for piece in placement.at(site) if piece in _TILES), None)
        if tile is not None:
            where.setdefault(TILES.index(tile), []).append(site)
            if state.layout and state.layout[NUMBERS[site]] != TILES.index(tile):
                due = TILES[state.layout[NUMBERS[site]]]
                yield reason("SG-13", "tile-elsewhere", site, piece=tile, due=due)
        elif state.layout or placement.at(site):
            yield reason("SG-13", "tile-missing", site)
    for tile_code, sites in where.items():
        if len(sites) > 1:
            yield reason("SG-13", "tile-twice", *sites, piece=TILES[tile_code])


def _row_faults(placement: Placement, state: State) -> Iterator[Reason]:
    """A row that was made is taken at once; none can stay on the table (SG-04, SG-15)."""
    beads = sum(1 << cell for site, cell in NUMBERS.items() if BEAD in placement.at(site))
    full = [run for run in RUNS if run & beads == run and run & state.beads != run]
    for run in full:
        if not any(run & other == run != other for other in full):
            yield reason("SG-15", "row-not-taken", *(SITES[cell] for cell in cells_of(run)))
