"""One round counted in full, and whole turns, against the slow operations."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.moon.actions import End
from companion.games.moon.operations import binary
from companion.games.moon.state import State
from tests.companion.games.moon import naive
from tests.companion.games.moon.table import GAME, duel, together

FIRST = list(naive.PLAIN[:6])
ROUNDS: dict[str, tuple[int, list[int], dict[str, Any]]] = {
    "half a unit": (1, [36], {}),
    "one unit": (2, [60, 1296], {}),
    "one unit and a half": (3, [60, 3024, 46656], {}),
    "a first game of three units": (6, [32, 960, 13824], {"operations": FIRST}),
    "with the advanced operations": (2, [96, 1296], {"advanced": True}),
}


def counted(state: State) -> list[int]:
    """How many sequences of each length there are within the round, till none is longer."""
    layer, counts = [state], []
    while layer:
        layer = [
            GAME.apply(state, action).state
            for state in layer
            for action in GAME.round_actions(state)
        ]
        counts.append(len(layer))
    return counts[:-1]


@pytest.mark.parametrize("name", ROUNDS)
def test_one_round_is_counted_in_full(name: str) -> None:
    energy, counts, rules = ROUNDS[name]
    state = together("5 3 8 0", "", deck="0000", energy=energy, **rules)
    names = naive.PLAIN[:6] if rules.get("operations") else naive.PLAIN
    names = (*names, *naive.ADVANCED) if rules.get("advanced") else names
    words = ("0101", "0011", "1000", "0000")
    assert naive.counted(words, energy, names) == counts
    assert counted(state) == counts
    reached = sorted(int(value, 2) for value in naive.reached(words, energy, names))
    assert GAME.reach(state) == reached


@pytest.mark.parametrize("registers", ["1 0 0 0", "0 0 0 0", "7 7 7 7"])
def test_what_a_can_become_in_a_round_of_three_units(registers: str) -> None:
    state = together(registers, "", deck="0000")
    words = [binary(value, 4) for value in state.registers]
    found = naive.reached((words[0], words[1], words[2], words[3]), 6)
    assert GAME.reach(state) == sorted(int(value, 2) for value in found)


def test_all_actions_are_operations_the_end_and_looks() -> None:
    state = together("7 3 0 0", "0110!", disabled="B ROL", deck="0001")
    assert len(list(GAME.legal(state))) == 4 * 3 + 4 * 6 + 1
    players = "goal=0100 bugs=1 hacker=purple free=2", "goal=0101", "goal=0111"
    both = duel("5 1 0 0", *players, energy=4)
    assert len(list(GAME.legal(both))) == 5 * 4 + 4 * 12 + 8 + 1 + 2
    assert End() in list(GAME.legal(both))


def test_the_last_round_of_a_mission_counted_to_its_end() -> None:
    state = together("7 3 0 0", "| | | 0110!", deck="", energy=1, operations=["OR", "AND", "XOR"])
    endings = {"won": 0, "lost": 0}
    for action in GAME.legal(state):
        after = GAME.apply(state, action).state
        if after.outcome is None:
            after = GAME.apply(after, End()).state
        outcome = GAME.outcome(after)
        assert outcome is not None
        endings["lost" if outcome.winner is None else "won"] += 1
    assert endings == {"won": 0, "lost": 37}
    near = together("7 6 0 0", "| | | 0110!", deck="", energy=1, operations=["OR", "AND", "XOR"])
    solving = [action for action in GAME.legal(near) if GAME.apply(near, action).state.solved]
    assert [GAME.format(near, action) for action in solving] == ["AND B>A"]
