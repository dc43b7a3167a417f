"""English has a good sentence for everything that Moonlight can say, and no other."""

import re
from pathlib import Path

import pytest

from companion.games.api import Outcome, Piece, Reason, Value
from companion.games.moonlight.rules import SPEC
from companion.language.catalogue import load
from companion.language.grammar import placeholders
from tests.companion.language.asked import Asked, asked_by, outcome_keys
from tests.companion.language.reading import blemishes

SAY = load("en", "moonlight")
ASKED = asked_by("moonlight")
CALLS = [(key, call) for call in ASKED for key in sorted(call.keys)]
TYPICAL: dict[str, tuple[Value, ...]] = {
    "piece": (Piece("green", "3"), Piece("blue", "lone")),
    "lower": (Piece("green", "3"), Piece("blue", "lone")),
    "upper": (Piece("blue", "4"), Piece("green", "1")),
    "side": ("blue", "green"),
    "power": ("Howl", "Long Night"),
    "count": (1, 2, 12),
    "due": (1, 4, 11),
    "columns": (5, 4),
    "rows": (4, 1),
}


def test_every_reason_has_a_sentence_and_no_sentence_is_idle() -> None:
    assert sorted(SAY.tables["sentences"]) == sorted({key for key, _ in CALLS})


@pytest.mark.parametrize(("key", "call"), CALLS, ids=[f"{k}-{c.where}" for k, c in CALLS])
def test_a_sentence_reads_well_with_what_every_call_gives(key: str, call: Asked) -> None:
    given = call.parameters | {str(number) for number in range(call.sites)}
    assert placeholders(SAY.tables["sentences"][key]) <= given | {"sites"}
    sites = ("1,0", "-1,2", "0,0")[: call.sites]
    for turn in range(3):
        parameters = tuple(
            (name, TYPICAL[name][turn % len(TYPICAL[name])]) for name in sorted(call.parameters)
        )
        sentence = SAY.sentence(Reason("ML-01", key, sites, parameters))
        assert blemishes(sentence) == [], sentence
        assert not re.search(r"ML-\d", sentence)


def test_every_outcome_reads_well() -> None:
    assert outcome_keys("moonlight") == set(SAY.tables["outcomes"])
    for key in SAY.tables["outcomes"]:
        sentence = SAY.outcome_sentence(Outcome("green", "ML-17", key))
        assert blemishes(sentence) == []


def test_every_ruling_has_a_title() -> None:
    titles = [f"ML-{number:02}" for number in range(1, 19)]
    assert [*SAY.tables["rulings"]] == titles
    assert {ruling for call in ASKED for ruling in call.rulings} <= set(titles)


def test_every_ruling_has_a_test_that_names_it() -> None:
    sources = [file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py")]
    names = [name for text in sources for name in re.findall(r"^def (test_\w+)", text, re.M)]
    found = {number for name in names for number in re.findall(r"ml(\d\d)", name)}
    assert found == {f"{number:02}" for number in range(1, 19)}


def test_every_switch_is_told() -> None:
    for switch in SPEC.switches:
        assert SAY.switch_name(switch.name) != switch.name
        assert blemishes(SAY.switch_text(switch.name)) == []
        for value in switch.values or ():
            assert SAY.switch_value(switch.name, value) != str(value)
    assert SAY.switch_value("moons", None) == "They are entered by hand."
    assert SAY.switch_value("powers", None) != "None"
    assert "4" in SAY.switch_value("lone_wolf", {"value": 4, "moons": None})


def test_every_phase_is_told() -> None:
    phases = {"lot", "deal", "turns", "score", "power", "over"}
    assert set(SAY.tables["phases"]) == set(SAY.tables["prompts"]) == phases
    assert phases <= set(SAY.tables["terms"])
