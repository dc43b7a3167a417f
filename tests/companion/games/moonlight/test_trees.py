"""The last cards of a round counted in full, and random rounds, against a second telling."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.moonlight import State
from companion.games.moonlight.actions import Deal, Score
from companion.vectors import perft
from tests.companion.games.moonlight import naive
from tests.companion.games.moonlight.table import GAME, pair, position, table

LAST_CARDS = [
    # The square is full of threes and ones: two cards each, the deck is used up.
    (
        "0,0=g3 1,0=b3 2,0=g1 0,1=b1 1,1=g3 2,1=b3 0,2=g3 1,2=b1 2,2=g5",
        ("2 4", "2 4"),
        ("", ""),
        "green",
        (9, 9),
        [28, 304, 1280, 4176, 0],
        {"green": 3572, "blue": 686, None: 14},
    ),
    # One more card for green, so that blue is the first to run out.
    (
        "0,0=g3 1,0=b3 2,0=g1 3,0=b2.g3 0,1=b1 1,1=g3 2,1=b3 3,1=b4",
        ("1 4", "2 5"),
        ("2", ""),
        "green",
        (8, 9),
        [18, 164, 1124, 3340, 6808, 0],
        {"green": 5760, "blue": 1264, None: 168},
    ),
    # Ten cells are taken: two more end the round, or the last card does.
    (
        "0,0=g3 1,0=b3 2,0=g1 3,0=b1 0,1=g3 1,1=b3 2,1=g1 3,1=b1 0,2=g3 1,2=b3",
        ("2 4 5", "2 4 5"),
        ("", ""),
        "blue",
        (8, 8),
        [11, 108, 515, 2281, 4004, 6480, 0],
        {"blue": 4970, "green": 2576, None: 1084},
    ),
]


def state_of(case: tuple[Any, ...]) -> State:
    laid, hands, decks, to_move, turns, _counts, _winners = case
    return table(laid, *hands, decks=decks, to_move=to_move, turns=pair(*turns))


def count(state: State, depth: int) -> int:
    """Sequences of placements of a length."""
    lays = GAME.counted(state)
    if depth == 1:
        return len(lays)
    return sum(count(GAME.apply(state, lay).state, depth - 1) for lay in lays)


def ends(state: State) -> Counter[str | None]:
    """Who wins in how many of all ways in which the round can go on."""
    if not GAME.counted(state):
        after = GAME.apply(state, Score()).state
        return Counter([position(after)["last_round"]["winner"]])
    found: Counter[str | None] = Counter()
    for lay in GAME.counted(state):
        found += ends(GAME.apply(state, lay).state)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("case", LAST_CARDS, ids=["two each", "three and two", "ten cells"])
def test_the_last_cards_of_a_round_are_counted_in_full(case: tuple[Any, ...]) -> None:
    state = state_of(case)
    counts = [count(state, depth) for depth in range(1, len(case[-2]) + 1)]
    assert counts == case[-2]
    assert ends(state) == case[-1]
    assert counts[:2] == [naive.perft(position(state), depth) for depth in (1, 2)]


def test_every_end_of_a_round_is_won_by_the_same_side_told_twice() -> None:
    state = table(
        "0,0=g3 1,0=b3 2,0=g1 3,0=b1 0,1=g3 1,1=b3 2,1=g1 3,1=b1 0,2=b2 1,2=g2",
        "2 4",
        "4 5",
        turns=pair(9, 9),
    )
    told = Counter(naive.winner(end["grid"]) for end in naive.ends(position(state)))
    assert ends(state) == told
    assert sum(told.values()) == sum(1 for _ in naive.ends(position(state)))


@pytest.mark.parametrize("seed", range(6))
def test_in_random_rounds_both_tellings_agree(seed: int) -> None:
    rng = Random(seed)
    state = GAME.initial({"first": "green"})
    state = GAME.apply(state, GAME.sample(state, rng)).state
    while GAME.phase(state) == "turns":
        lays = {(str(lay.card), f"{lay.cell[0]},{lay.cell[1]}") for lay in GAME.counted(state)}
        assert lays == set(naive.lays(position(state)))
        lay = rng.choice(list(GAME.counted(state)))
        told = naive.after(position(state), str(lay.card), f"{lay.cell[0]},{lay.cell[1]}")
        state = GAME.apply(state, lay).state
        assert position(state) == told
    after = GAME.apply(state, Score()).state
    assert position(after)["last_round"]["winner"] == naive.winner(position(state)["grid"])


def test_a_count_ends_with_the_round() -> None:
    state = state_of(LAST_CARDS[2])
    assert count(state, 1) == perft(GAME, state, 1)
    over = table("0,0=g3", "2", "2", to_move=None, phase="score")
    assert list(GAME.counted(over)) == []


def test_the_first_turns_of_a_known_deal_are_counted() -> None:
    state = GAME.initial({"first": "green"})
    deck = GAME.parse(state, "deal 1,2,3,1,2,3,3,3,4,4,5/1,2,3,1,2,3,3,3,4,4,5")
    assert isinstance(deck, Deal)
    dealt = GAME.apply(state, deck).state
    # three cards on 0,0; then three on four cells; then three on six or eight, and covers
    assert [count(dealt, depth) for depth in (1, 2)] == [3, 36]
    assert count(dealt, 3) == naive.perft(position(dealt), 3)
