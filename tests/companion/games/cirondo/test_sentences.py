"""English has a good sentence for everything that Cirondo can say, and no other."""

import re

import pytest

from companion.games.api import Outcome, Piece, Reason, Value
from companion.games.cirondo.rules import SPEC
from companion.language.catalogue import load
from companion.language.grammar import placeholders
from tests.companion.language.asked import Asked, asked_by
from tests.companion.language.reading import blemishes

SAY = load("en", "cirondo")
ASKED = asked_by("cirondo")
CALLS = [(key, call) for call in ASKED for key in sorted(call.keys)]
TYPICAL: dict[str, tuple[Value, ...]] = {
    "piece": (Piece("gold", "solar system"), Piece("silver", "moon")),
    "side": ("silver", "gold"),
    "count": (1, 2, 17),
    "due": (3, 16, 4),
}


def test_every_reason_has_a_sentence_and_no_sentence_is_idle() -> None:
    assert sorted(SAY.tables["sentences"]) == sorted({key for key, _ in CALLS})


@pytest.mark.parametrize(("key", "call"), CALLS, ids=[f"{k}-{c.where}" for k, c in CALLS])
def test_a_sentence_reads_well_with_what_every_call_gives(key: str, call: Asked) -> None:
    given = call.parameters | {str(number) for number in range(call.sites)}
    assert placeholders(SAY.tables["sentences"][key]) <= given | {"sites"}
    sites = ("G5", "H6", "F12")[: call.sites]
    for turn in range(3):
        parameters = tuple(
            (name, TYPICAL[name][turn % len(TYPICAL[name])]) for name in sorted(call.parameters)
        )
        sentence = SAY.sentence(Reason("CI-01", key, sites, parameters))
        assert blemishes(sentence) == [], sentence
        assert not re.search(r"CI-\d", sentence)


@pytest.mark.parametrize("key", sorted(SAY.tables["outcomes"]))
def test_every_outcome_reads_well(key: str) -> None:
    winner = "gold" if "winner" in SAY.tables["outcomes"][key] else None
    assert blemishes(SAY.outcome_sentence(Outcome(winner, "CI-14", key))) == []


def test_every_ruling_and_switch_is_named() -> None:
    assert sorted(SAY.tables["rulings"]) == [f"CI-{number:02}" for number in range(1, 24)]
    assert sorted(SAY.tables["switches"]) == sorted(switch.name for switch in SPEC.switches)
    for switch in SPEC.switches:
        for value in switch.values or ():
            assert SAY.switch_value(switch.name, value) != str(value)
