"""Games played and trees counted twice: by the rules, and by a plain re-implementation."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from companion.games.api import CHANCE
from companion.games.stargazers.actions import Reshuffle
from companion.games.stargazers.state import State
from companion.vectors import perft
from tests.companion.games.stargazers import naive
from tests.companion.games.stargazers.table import GAME, table

Json = Any


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"players": 4, "target": 15},
        {"youngest_child": True, "target": 25},
        {"hand_size": {"p1": 1, "p2": 4}, "match": 2},
        {"players": 3, "hand_size": 12, "target": 25},
    ],
)
def test_random_games_go_as_a_plain_count_says(rules: Json) -> None:
    rng = Random(1)
    for _game in range(25):
        state = GAME.apply(GAME.initial(rules), GAME.sample(GAME.initial(rules), rng)).state
        while GAME.to_act(state):
            before = GAME.position_to_json(state)
            action = GAME.sample(state, rng)
            after = GAME.apply(state, action).state
            data = GAME.encode_action(action)
            if "new_game" not in data:
                if "reshuffle" in data:
                    wanted = naive.reshuffled(before, data["reshuffle"], rules)
                else:
                    cards = naive.plays(before, rules)
                    assert len(cards) == perft(GAME, state, 1)
                    card = before["deck"][0] if "flip" in data else data["play"]
                    wanted = naive.played(before, card, rules)
                assert GAME.position_to_json(after) == wanted
            state = after


# --- Reduced games, counted in full ---------------------------------------------------------------

Start = tuple[State, Json, int]
"""Where a reduced game begins, its rules, and how many reshuffles are played through."""


def reduced(*hands: str, shuffles: int = 0, rules: Json = None, **fields: Json) -> Start:
    return table(*hands, rules=rules, **fields), rules, shuffles


REDUCED: dict[str, tuple[Start, tuple[int, int]]] = {
    # name: (start, (games, games won by p1))
    "two cards each, a pile of four": (
        reduced("RMOP", "BSGM", deck="GCRPOSBC", rules={"target": 3}),
        (20, 10),
    ),
    "three cards each, a pile of six": (
        reduced("RMOPBS", "GCGMBM", deck="OSRSBPGSGPRP", rules={"target": 3}),
        (805, 482),
    ),
    "three players, beads on the table": (
        reduced("RMOPBS", "GCGMBM", "OMOSRS", on="RPBM", deck="BPGSGPRP", rules={"target": 5}),
        (233, 8),
    ),
    "one card in the pile, two reshuffles": (
        reduced("RMGM", "OPBM", deck="BS", shuffles=2, rules={"target": 3}),
        (96, 34),
    ),
    # After the red moon and the orange planet all is in the shuffle of four cards. Whoever flips
    # the blue star makes the row; the red planet alone passes the turn, and comes first or last.
    "the youngest, one reshuffle": (
        reduced(
            "-",
            "-",
            deck="RMOP",
            discard="BSRP",
            shuffles=1,
            rules={"youngest_child": True, "target": 3},
        ),
        (24, 12),
    ),
}


@pytest.mark.parametrize(("start", "wanted"), REDUCED.values(), ids=list(REDUCED))
def test_a_reduced_game_is_counted_in_full(start: Start, wanted: tuple[int, int]) -> None:
    state, rules, shuffles = start
    assert leaves(state, shuffles) == wanted
    assert naive_leaves(GAME.position_to_json(state), rules, shuffles) == wanted


def test_all_deals_of_five_cards_are_counted_in_full() -> None:
    """One card each, a pile of three, one reshuffle; three of the five cards make a row."""
    games = won = 0
    for deal in permutations(("RM", "OP", "BS", "GC", "RP")):
        state = table(deal[0], deal[1], deck="".join(deal[2:]), rules={"target": 3})
        found = leaves(state, 1)
        assert found == naive_leaves(GAME.position_to_json(state), {"target": 3}, 1)
        games, won = games + found[0], won + found[1]
    assert (games, won) == (1224, 1176)


def leaves(state: State, shuffles: int) -> tuple[int, int]:
    """How many games there are, and how many p1 wins: to a win, or to one reshuffle too many.

    Every order of a reshuffle counts that somebody has seen.
    """
    outcome = GAME.outcome(state)
    if outcome is not None:
        return 1, int(outcome.winner == "p1")
    if GAME.to_act(state) == {CHANCE}:
        if shuffles == 0:
            return 1, 0
        shuffles -= 1
    found = [
        leaves(GAME.apply(state, action).state, shuffles)
        for action in GAME.legal(state)
        if not isinstance(action, Reshuffle) or None not in action.order
    ]
    return sum(games for games, _ in found), sum(won for _, won in found)


def naive_leaves(position: Json, rules: Json, shuffles: int) -> tuple[int, int]:
    """The same, counted plainly."""
    if position["over"]:
        return 1, int(position["to_move"] == "p1")
    if position["due"]:
        if shuffles == 0:
            return 1, 0
        found = [
            naive_leaves(naive.reshuffled(position, list(order), rules), rules, shuffles - 1)
            for order in sorted(set(permutations(position["discard"])))
        ]
    else:
        found = [
            naive_leaves(naive.played(position, card, rules), rules, shuffles)
            for card in naive.plays(position, rules)
        ]
    return sum(games for games, _ in found), sum(won for _, won in found)
