"""Random endings of two, four and teams, with few stellars, against a second telling."""

from random import Random
from typing import Any

import pytest

from companion.games.cirondo import State
from companion.games.cirondo.actions import Move
from companion.games.errors import BadPosition
from tests.companion.games.cirondo.naive_ends import ORDER, Naive
from tests.companion.games.cirondo.table import GAME, lies, moves

MOST_TURNS = 80


def some_stellars(rng: Random, players: str) -> State | None:
    """Two to five stellars a side, near each other and near the void; None if that can't be."""
    spaces: dict[str, str] = {}
    for side in ORDER[players]:
        for _ in range(rng.choice((2, 2, 3, 5))):
            ring = rng.randrange(8)
            kind = rng.choice(("moon", "planet") if ring < 7 else ("planet", "solar system"))
            spaces[f"{'ABCDEFGH'[ring]}{rng.randrange(1, 12)}"] = f"{side} {kind}"
    data: dict[str, Any] = {
        "to_move": "gold",
        "spaces": spaces,
        "opened": dict.fromkeys(ORDER[players], True),
        "last_move_owed": None,
    }
    if any(sum(w.startswith(side) for w in spaces.values()) < 2 for side in ORDER[players]):
        return None
    try:
        return GAME.position_from_json(data, {"players": players})
    except BadPosition:
        return None


def owed(state: State) -> frozenset[str]:
    """The sides that are owed a last move."""
    told = GAME.position_to_json(state)["last_move_owed"]
    return frozenset(told if isinstance(told, list) else [told] if told else [])


def same_end(state: State, naive: Naive) -> bool:
    """Whether both tellings have the same result, or none."""
    outcome = GAME.outcome(state)
    if outcome is None or naive.over is None:
        return outcome is None and naive.over is None
    winner = None if outcome.winner is None else naive.party(outcome.winner)
    return (winner, outcome.ruling) == naive.over


@pytest.mark.parametrize("players", ["two", "four", "teams"])
@pytest.mark.parametrize("seed", range(12))
def test_ci14_ci20_in_random_endings_both_tellings_agree(players: str, seed: int) -> None:
    rng = Random(f"{players} {seed}")
    state = None
    while state is None:
        state = some_stellars(rng, players)
    naive = Naive(players, lies(state), "gold", owed(state))
    for _ in range(MOST_TURNS):
        if GAME.outcome(state) is not None:
            break
        assert {(move.origin, move.target) for move in moves(state)} == naive.moves(naive.side)
        taking = [move for move in moves(state) if move.target in naive.spaces]
        action = rng.choice(taking if taking and rng.random() < 0.6 else list(GAME.legal(state)))
        naive.play((action.origin, action.target) if isinstance(action, Move) else None)
        state = GAME.apply(state, action).state
        assert same_end(state, naive), action
        assert lies(state) == naive.spaces
        if naive.over is None:
            assert GAME.to_act(state) == {naive.side}
            assert (owed(state), state.passes) == (naive.owed, naive.passes)
