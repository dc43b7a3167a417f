"""Why what the referee enters is refused: who plays, the lay-out, the pile, the reshuffle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.api import Reason, reason
from companion.games.stargazers.actions import Card, Grid, NewGame, Players, Reshuffle, SetUp
from companion.games.stargazers.cards import CODES, COPIES, DECK, TILES
from companion.games.stargazers.chance import OLDEST
from companion.games.stargazers.dealing import youngest
from companion.games.stargazers.rules import SEATS
from companion.games.stargazers.sky import CELLS, DISCARD, SIDE, SITES
from companion.games.stargazers.state import State


def set_up_reasons(state: State, action: SetUp) -> Iterator[Reason]:
    """Against a set-up: who plays and who starts, the tiles, the cards."""
    yield from player_reasons(state, action)
    yield from _layout_reasons(action.layout)
    yield from _deck_reasons(action.deck)


def new_game_reasons(action: NewGame) -> Iterator[Reason]:
    """Against the tiles and the cards of a game."""
    yield from _layout_reasons(action.layout)
    yield from _deck_reasons(action.deck)


def player_reasons(state: State, action: Players | SetUp) -> Iterator[Reason]:
    """The youngest starts; of several who may be the youngest, one by lot (SG-10)."""
    seats, numbers = [seat for seat, _age in action.ages], state.rules.numbers
    count = len(seats)
    if count not in numbers and len(numbers) == 1:
        yield reason("SG-10", "set-number-of-players", count=count, due=numbers[0])
    elif count not in numbers:
        yield reason("SG-10", "so-many-players", count=count, least=numbers[0], due=numbers[-1])
    if tuple(seats) != SEATS[: len(seats)]:
        yield reason("SG-10", "seats-in-order")
    for seat, age in action.ages:
        if age is not None and not 0 <= age <= OLDEST:
            yield reason("SG-10", "no-such-age", side=seat, count=age)
    among = youngest(action)
    if action.lot is None:
        if len(among) > 1:
            yield reason("SG-10", "lot-needed", sides=tuple(among))
    elif action.lot not in among:
        yield reason("SG-10", "lot-not-youngest", side=action.lot)


def _layout_reasons(layout: Grid) -> Iterator[Reason]:
    """Sixteen different tiles in four rows of four (SG-13)."""
    if len(layout) != SIDE or any(len(row) != SIDE for row in layout):
        yield reason("SG-13", "four-by-four", count=CELLS)
    names = [name for row in layout for name in row]
    for cell, name in enumerate(names[:CELLS]):
        if name is None:
            yield reason("SG-13", "tile-unseen", SITES[cell])
        elif name not in CODES:
            yield reason("SG-13", "no-such-tile", SITES[cell], name=name)
    for name, count in Counter(names).items():
        if count > 1 and name in CODES:
            sites = [SITES[cell] for cell, other in enumerate(names[:CELLS]) if other == name]
            yield reason("SG-13", "tile-twice", *sites, piece=TILES[CODES[name]])


def _deck_reasons(deck: tuple[Card, ...]) -> Iterator[Reason]:
    """All 48 cards, as far as they were seen (SG-11)."""
    if len(deck) != len(DECK):
        yield reason("SG-11", "deck-number", count=len(deck), due=len(DECK))
    for name, count in Counter(deck).items():
        if name is not None and name not in CODES:
            yield reason("SG-11", "no-such-card-dealt", name=name)
        elif name is not None and count > COPIES:
            yield reason("SG-11", "too-many-copies", name=name, count=count, due=COPIES)


def reshuffle_reasons(state: State, action: Reshuffle) -> Iterator[Reason]:
    """The new pile is exactly the discards, as far as it was seen (SG-08)."""
    if len(action.order) != len(state.discard):
        yield reason(
            "SG-08", "reshuffle-number", DISCARD, count=len(action.order), due=len(state.discard)
        )
    for name, count in Counter(action.order).items():
        if name is None:
            continue
        there = state.discard.count(CODES[name]) if name in CODES else 0
        if count > there:
            yield reason("SG-08", "not-discarded", DISCARD, name=name, count=count, due=there)
