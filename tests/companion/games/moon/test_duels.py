"""Random duels agree, position by position, with the same game told naively."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.games.moon.actions import Look, Operate, Repair
from tests.companion.games.moon.naive_duel import Duel
from tests.companion.games.moon.table import GAME

RULES: dict[str, dict[str, Any]] = {
    "two players": {},
    "hackers and events": {
        "players": 4, "hacker_cards": True, "events": True, "difficulty": "hard",
    },
    "by the value": {
        "solve_by": "state", "events": True, "column_resets": True, "players": 3,
    },
    "six bits": {"bits": 6, "events": True, "difficulty": "normal", "advanced": True},
    "five bits by the value": {"bits": 5, "solve_by": "state", "events": True, "players": 3},
}  # fmt: skip


@pytest.mark.parametrize("name", RULES)
def test_duels_agree_with_the_naive_game(name: str) -> None:
    by_state = RULES[name].get("solve_by") == "state"
    for seed in range(4):
        rng = Random(seed)
        start = GAME.initial({"mode": "competitive", **RULES[name]})
        state = GAME.apply(start, GAME.sample(start, rng)).state
        while GAME.to_act(state):
            position = json.loads(json.dumps(GAME.position_to_json(state)))
            duel = Duel(position, by_state=by_state)
            action = GAME.sample(state, rng)
            if isinstance(action, Operate):
                duel.operate(action.name, action.target, action.source)
            elif isinstance(action, Repair):
                duel.repair(action.part)
            elif isinstance(action, Look):
                duel.look(action.seat)
            else:
                duel.end()
            before, state = state, GAME.apply(state, action).state
            assert duel.position == GAME.position_to_json(state), GAME.position_line(before)
        solved = [player.solved for player in state.players]
        outcome = GAME.outcome(state)
        assert outcome is not None
        best = [seat for seat, n in zip(GAME.seats(state), solved, strict=True) if n == max(solved)]
        assert [outcome.winner] == best if len(best) == 1 else list(outcome.shared) == best
