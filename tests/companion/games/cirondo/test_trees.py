"""Whole trees of small positions, and random games, against moves told a second time."""

from random import Random

import pytest

from tests.companion.games.cirondo.naive import naive_moves, naive_perft
from tests.companion.games.cirondo.table import GAME, lies, moves, perft, table

TREES = [
    ("B2:M B3:M C3:m D20:P G30:p F7:m A9:P A29:p", [30, 866, 25542]),
    ("G1:M G2:M G3:m G31:m H3:S H30:s A9:p A12:P C4:P", [69, 3974, 291750]),
    ("H1:S H9:S H17:S H25:S G4:M F5:M H5:p G20:m C20:m", [133, 1308, 201199]),
]


@pytest.mark.parametrize(("laid", "counts"), TREES)
def test_the_tree_of_a_small_position_has_its_size(laid: str, counts: list[int]) -> None:
    state = table(laid)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
    assert naive_perft(lies(state), "gold", 2) == counts[1]


def test_the_first_three_turns_have_16_256_and_8180_ways() -> None:
    state = GAME.initial({"first": "gold"})
    assert [perft(state, depth) for depth in (1, 2, 3)] == [16, 256, 8180]


def test_four_players_open_with_eight_moons_each() -> None:
    state = GAME.initial({"first": "gold", "players": "four"})
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [8, 64, 512, 4096]


@pytest.mark.parametrize("seed", range(4))
def test_in_random_games_both_tellings_agree(seed: int) -> None:
    rng = Random(seed)
    state = GAME.initial({"first": "gold", "fifty_moves": True})
    for _ in range(250):
        if state.outcome is not None:
            break
        (side,) = GAME.to_act(state)
        opened = GAME.position_to_json(state)["opened"][side]
        found = {(move.origin, move.target) for move in moves(state)}
        assert found == naive_moves(lies(state), side, opened=opened)
        state = GAME.apply(state, GAME.sample(state, rng)).state
