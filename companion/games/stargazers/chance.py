"""What chance can do: every set-up and every order of cards, lazily, and random ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, permutations, product
from random import Random

from companion.games.stargazers.actions import Card, Dealt, Grid, NewGame, Players, Reshuffle, SetUp
from companion.games.stargazers.cards import DECK, KINDS, NAMES, UNKNOWN, UNSEEN_DECK, names_of
from companion.games.stargazers.dealing import youngest
from companion.games.stargazers.rules import SEATS
from companion.games.stargazers.sky import SIDE
from companion.games.stargazers.state import Phase, State, sees_all

OLDEST = 150
"""No player is older."""
_AGES: tuple[int | None, ...] = (None, *range(OLDEST + 1))
_IN_TWO_STEPS = 0.1
"""How often players and lay-out come one after the other at random."""
_CHILDREN = (5, 6, 7, 8)
"""The ages for which the game is made: what a random set-up takes."""


class Deals:
    """Everything that chance can do in a state: far too much to list, so iterate it."""

    def __init__(self, state: State) -> None:
        self._state = state

    def __iter__(self) -> Iterator[Dealt]:
        state = self._state
        if state.phase is Phase.RESHUFFLE:
            return (Reshuffle(names_of(order)) for order in orders(state.discard))
        if state.phase is Phase.NEW_GAME:
            return (NewGame(grid, deck) for grid, deck in _lay_outs())
        return chain(_players(state), _set_ups(state))


def orders(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every order of cards, any of them unseen, each once."""
    left = [list(cards).count(card) for card in range(KINDS)]
    order: list[int] = []

    def further() -> Iterator[tuple[int, ...]]:
        if len(order) == len(cards):
            yield tuple(order)
            return
        for card in range(KINDS):
            if left[card]:
                left[card] -= 1
                order.append(card)
                yield from further()
                order.pop()
                left[card] += 1
        order.append(UNKNOWN)
        yield from further()
        order.pop()

    return further()


def _lay_outs() -> Iterator[tuple[Grid, tuple[Card, ...]]]:
    for tiles in permutations(range(KINDS)):
        for deck in orders(DECK):
            yield grid_of(tiles), names_of(deck)


def _players(state: State) -> Iterator[Players]:
    for number in state.rules.numbers:
        for ages in product(_AGES, repeat=number):
            told = Players(tuple(zip(SEATS, ages, strict=False)), None)
            among = youngest(told)
            if len(among) == 1:
                yield told
            yield from (Players(told.ages, lot) for lot in among)


def _set_ups(state: State) -> Iterator[SetUp]:
    for told in _players(state):
        for grid, deck in _lay_outs():
            yield SetUp(told.ages, told.lot, grid, deck)


def grid_of(tiles: Sequence[int]) -> Grid:
    """Tiles in reading order as rows of names."""
    return tuple(
        tuple(NAMES[tile] for tile in tiles[start : start + SIDE])
        for start in range(0, len(tiles), SIDE)
    )


def dealt_at_random(state: State, rng: Random) -> Dealt:
    """A shuffle, a lay-out, or players with or without it; cards not looked at stay unseen."""
    if state.phase is Phase.RESHUFFLE:
        unseen = state.rules.unseen or not sees_all(state)
        return Reshuffle(_shuffled(state.discard, rng, unseen=unseen))
    layout = grid_of(rng.sample(range(KINDS), KINDS))
    deck = _shuffled(DECK, rng, unseen=state.rules.unseen)
    if state.phase is Phase.NEW_GAME:
        return NewGame(layout, deck)
    ages = tuple((seat, rng.choice(_CHILDREN)) for seat in SEATS[: rng.choice(state.rules.numbers)])
    among = youngest(Players(ages, None))
    lot = rng.choice(among) if len(among) > 1 else None
    if rng.random() < _IN_TWO_STEPS:
        return Players(ages, lot)
    return SetUp(ages, lot, layout, deck)


def _shuffled(cards: bytes, rng: Random, *, unseen: bool) -> tuple[Card, ...]:
    if unseen:
        return names_of(UNSEEN_DECK[: len(cards)])
    return names_of(rng.sample(cards, len(cards)))
