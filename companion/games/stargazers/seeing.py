"""Which actions a table that looks so may come from, and how a wrong table is put right."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.api import Json, Placement
from companion.games.stargazers.actions import Action, NewGame, Play, Reshuffle, SetUp
from companion.games.stargazers.cards import (
    CARDS,
    DARK,
    KINDS,
    LIT,
    NAMES,
    TILES,
    UNSEEN_DECK,
    names_of,
)
from companion.games.stargazers.chance import grid_of
from companion.games.stargazers.exchange import beads_from_json
from companion.games.stargazers.plays import legal_turns
from companion.games.stargazers.rules import SEATS
from companion.games.stargazers.sky import DISCARD, SIDE, SITES, cells_of
from companion.games.stargazers.state import Phase, State, placement_of

_UNSEEN = names_of(UNSEEN_DECK)


def plausible(state: State, seen: Placement) -> Sequence[Action]:
    """Every play, and a refused one that the table shows; of deals, what is seen, cards unseen.

    A table does not tell who plays: a set-up is read from it where the rules say how many.
    """
    if state.phase is Phase.TURNS:
        legal = legal_turns(state)
        shown = None if state.rules.youngest_child else _play_shown(state, seen)
        return legal if shown is None or shown in legal else [*legal, shown]
    if state.phase is Phase.RESHUFFLE:
        return [Reshuffle(_UNSEEN[: len(state.discard)])]
    layout = layout_seen(seen)
    if layout is None:
        return []
    if state.phase is Phase.NEW_GAME:
        return [NewGame(grid_of(layout), _UNSEEN)]
    if state.phase is Phase.SET_UP and isinstance(state.rules.players, int):
        seats = SEATS[: state.rules.players]
        ages = tuple((seat, None) for seat in seats)
        return [SetUp(ages, seat, grid_of(layout), _UNSEEN) for seat in seats]
    return []


def _play_shown(state: State, seen: Placement) -> Play | None:
    """The play that a table shows: one more discard, or with the same ones a tile newly lit."""
    known, pile = placement_of(state), seen.at(DISCARD)
    if len(pile) == len(state.discard) + 1 and pile[-1] in CARDS:
        return Play(NAMES[CARDS.index(pile[-1])])
    if pile != known.at(DISCARD):
        return None
    lit = [
        tile
        for cell, tile in enumerate(state.layout)
        if known.at(SITES[cell]) == DARK[tile] and seen.at(SITES[cell]) == LIT[tile]
    ]
    return Play(NAMES[lit[0]]) if len(lit) == 1 else None


def layout_seen(placement: Placement) -> bytes | None:
    """The tile of each cell, where all sixteen lie to be seen, each once; else None."""
    tiles = [pile[0] if (pile := placement.at(site)) else None for site in SITES]
    codes = [TILES.index(tile) for tile in tiles if tile in TILES]
    return bytes(codes) if len(set(codes)) == len(codes) == KINDS else None


def correction(state: State, seen: Json) -> dict[str, Json]:
    """Where beads are to be added and taken, so that a table seen is the state's (SG-15).

    `seen` is four rows of 0 and 1. Raises `BadPosition`.
    """
    beads = beads_from_json(seen)
    return {"add": _places(state.beads & ~beads), "take": _places(beads & ~state.beads)}


def _places(cells: int) -> list[list[int]]:
    return [[cell // SIDE, cell % SIDE] for cell in cells_of(cells)]
