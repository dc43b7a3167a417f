"""English has a good sentence for everything that MOON can say, and no other."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from companion.games.api import Outcome, Piece, Reason, Value
from companion.games.moon.rules import SPEC
from companion.games.moon.state import Phase
from companion.language.catalogue import load
from companion.language.grammar import placeholders
from tests.companion.games.moon.table import GAME
from tests.companion.language.asked import Asked, asked_by, outcome_keys
from tests.companion.language.reading import blemishes

SAY = load("en", "moon")
ASKED = asked_by("moon")
CALLS = [(key, call) for call in ASKED for key in sorted(call.keys)]
TYPICAL: dict[str, tuple[Value, ...]] = {
    "piece": (Piece("", "goal", "0110"), Piece("", "card", "face-down")),
    "seat": ("p1", "p2"),
    "op": ("ROL", "XOR"),
    "register": ("B", "RAM"),
    "target": ("A", "RAM"),
    "source": ("C", "RAM"),
    "ram": ("RAM p2", "RAM p1"),
    "part": ("B", "ROL"),
    "parts": (("B",), ("B", "ROL")),
    "card": ("goal 0110", "reset A"),
    "mode": ("solo", "x"),
    "colour": ("red", "green"),
    "goal": ("0110", "1001"),
    "rounds": (1, 3),
    "here": ("1100", "0110"),
    "there": ("1010", "0001"),
    "after": ("1001", "0000"),
    "shown": ("1011", "1111"),
    "cost": ("2", "½"),
    "left": ("1½", "0"),
    "count": (1, 2, 17),
    "due": (0, 1, 3),
}


def test_every_reason_has_a_sentence_and_no_sentence_is_idle() -> None:
    assert sorted(SAY.tables["sentences"]) == sorted({key for key, _ in CALLS})


@pytest.mark.parametrize(("key", "call"), CALLS, ids=[f"{k}-{c.where}" for k, c in CALLS])
def test_a_sentence_reads_well_with_what_every_call_gives(key: str, call: Asked) -> None:
    given = call.parameters | {str(number) for number in range(call.sites)}
    assert placeholders(SAY.tables["sentences"][key]) <= given | {"sites"}
    sites = ("slot 2", "A8", "energy 5")[: call.sites]
    for turn in range(3):
        parameters = tuple(
            (name, TYPICAL[name][turn % len(TYPICAL[name])]) for name in sorted(call.parameters)
        )
        sentence = SAY.sentence(Reason("MN-01", key, sites, parameters))
        assert blemishes(sentence) == [], sentence
        assert not re.search(r"MN-\d", sentence)


@pytest.mark.parametrize("key", sorted(SAY.tables["outcomes"]))
def test_every_outcome_reads_well(key: str) -> None:
    shared = ("p1", "p2") if key == "shared" else ()
    winner = "p1" if "winner" in SAY.tables["outcomes"][key] else None
    assert blemishes(SAY.outcome_sentence(Outcome(winner, "MN-32", key, shared))) == []


def test_every_outcome_has_a_sentence() -> None:
    assert outcome_keys("moon") | {"shared"} == set(SAY.tables["outcomes"])


def test_every_ruling_switch_and_phase_is_named() -> None:
    assert sorted(SAY.tables["rulings"]) == [f"MN-{number:02}" for number in range(1, 42)]
    assert sorted(SAY.tables["switches"]) == sorted(switch.name for switch in SPEC.switches)
    for switch in SPEC.switches:
        for value in switch.values or ():
            assert SAY.switch_value(switch.name, value) != str(value)
    phases = {phase.value for phase in Phase}
    assert phases == set(SAY.tables["phases"]) == set(SAY.tables["prompts"])


@pytest.mark.parametrize(
    "rules",
    [
        {"difficulty": "normal", "events": True, "column_resets": True, "slots_usable": 5},
        {"mode": "competitive", "players": 3, "difficulty": "hard", "events": True,
         "hacker_cards": True},
    ],
)  # fmt: skip
def test_every_step_of_random_games_is_said(rules: dict[str, Any]) -> None:
    for seed in range(6):
        rng, state = Random(seed), GAME.initial(rules)
        while GAME.to_act(state):
            after = GAME.apply(state, GAME.sample(state, rng))
            for effect in after.effects:
                step = SAY.effect_sentence(effect)
                assert "ruling" not in step
                assert not re.search(r"[{}]|  |None|p\d|energy \d|slot", step), step
            state = after.state
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert blemishes(SAY.outcome_sentence(outcome)) == []
