"""What the coach says: a sentence for each of its findings, and operations in notation."""

from __future__ import annotations

import pytest

from companion.games.api import Advises
from companion.games.moon import Moon
from companion.language.catalogue import load

GAME = Moon()
NEVER = "cooperative 0000/0000/0000/0000 3/3 - - - 0001|-|-|-|- - 0001 0 events=true"
NEAR = "cooperative 0101/0011/1000/0000 5/5 - - - 1010|-|-|-|- - 1010 0 events=true"
NO_GOAL = "cooperative 0101/0011/1000/0000 5/5 - 0001 - -|-|-|-|- - - 0 events=true"


def test_moon_has_a_coach() -> None:
    assert isinstance(GAME, Advises)


@pytest.mark.parametrize(
    ("line", "key", "actions"),
    [
        (NEAR, "coach-way", 1),
        (NO_GOAL, "coach-no-goal", 0),
        (NEVER, "coach-never", 0),
    ],
)
def test_each_finding_has_its_sentence(line: str, key: str, actions: int) -> None:
    advice = GAME.advise(GAME.position_from_line(line))
    assert (advice.said.key, len(advice.actions)) == (key, actions)
    said = load("en", "moon").sentence(advice.said)
    assert key not in said
    assert "{" not in said


def test_the_operations_are_legal_one_after_the_other() -> None:
    state = GAME.position_from_line(NEAR)
    for text in GAME.advise(state).actions:
        action = GAME.parse(state, text)
        assert GAME.is_legal(state, action)
        state = GAME.apply(state, action).state
    assert not state.current
