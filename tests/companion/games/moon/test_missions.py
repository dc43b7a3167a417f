"""Random missions agree, position by position, with the same game told naively."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.games.moon.actions import End, Operate, Repair
from companion.games.moon.coach import Finding, advise
from companion.games.moon.state import Phase, State
from tests.companion.games.moon.naive_mission import Mission
from tests.companion.games.moon.table import GAME

ALL = {"events": True, "column_resets": True, "advanced": True}
RULES: dict[str, dict[str, Any]] = {
    "easy": {},
    "bugs and events": {"difficulty": "normal", "slots_usable": 5, **ALL},
    "two bugs": {"difficulty": "hard", "slots_usable": 5, "events": True},
    "five bits": {"bits": 5, "difficulty": "normal", "slots_usable": 5, **ALL},
    "six bits": {"bits": 6, "difficulty": "hard", "slots_usable": 5, **ALL},
}


def choice(state: State, rng: Random) -> Any:
    """Mostly what the coach says, so that missions get far; now and then anything."""
    if state.phase is Phase.TURNS and rng.random() < 0.9:
        advice = advise(state, most=400)
        if advice.finding is Finding.WAY and advice.steps and advice.steps[0].round == 1:
            return advice.steps[0].action
        if rng.random() < 0.7:
            return End()
    return GAME.sample(state, rng)


@pytest.mark.parametrize("name", RULES)
def test_missions_agree_with_the_naive_game(name: str) -> None:
    endings = set()
    for seed in range(8):
        rng = Random(seed)
        start = GAME.initial(RULES[name])
        state = GAME.apply(start, GAME.sample(start, rng)).state
        while GAME.to_act(state):
            mission = Mission(json.loads(json.dumps(GAME.position_to_json(state))))
            action = choice(state, rng)
            if isinstance(action, Operate):
                mission.operate(action.name, action.target, action.source)
            elif isinstance(action, Repair):
                mission.repair(action.part)
            else:
                mission.end()
            before, state = state, GAME.apply(state, action).state
            assert mission.position() == GAME.position_to_json(state), GAME.position_line(before)
        assert state.outcome is not None
        endings.add(state.outcome.ruling)
    assert endings
