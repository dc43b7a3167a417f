"""Actions as people type them, and as JSON."""

import json
from typing import Any

import pytest

from companion.games.errors import (
    AmbiguousNotation,
    BadNotation,
)
from companion.games.moonlight.actions import Correction, Deal, Lay, Pass, Power, Score, Use
from companion.games.moonlight.cards import card
from tests.companion.games.moonlight.table import (
    GAME,
    pair,
    table,
)

STATE = table("0,0=g3 1,0=b3 2,0=b1", "2 4 1", "2 5 4", decks=("3 3", "1"))


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("green 2 at 0,1", "green 2 at 0,1"),
        ("2 0,1", "green 2 at 0,1"),
        ("g2 0 1", "green 2 at 0,1"),
        ("2 to (0, 1)", "green 2 at 0,1"),
        ("G 2@0,-1", "green 2 at 0,-1"),
        ("2 at -1,0", "green 2 at -1,0"),
        ("2 \u22121,0", "green 2 at -1,0"),
        ("4 over 1,0", "green 4 over 1,0"),
        ("4x1,0", "green 4 over 1,0"),
        ("4 1,0", "green 4 over 1,0"),
        ("blue 5 at 9,9", "blue 5 at 9,9"),
        ("lone wolf 0 1", "green lone at 0,1"),
        ("L 0,1", "green lone at 0,1"),
        ("pass", "pass"),
        ("lot g", "lot green"),
        ("use Howl", "use Howl"),
        ("power Long Night", "power Long Night"),
        ('power "a; b"', 'power "a; b"'),
        ("power ?", "power ?"),
        ("score", "score"),
        ("score moons 4 2", "score; moons 4 2"),
        (
            "score; moons 4:2; green +2 Howl; b -1 Den",
            "score; moons 4 2; green +2 Howl; blue -1 Den",
        ),
        ('score; green 3 "a; b"', 'score; green +3 "a; b"'),
        ("deal", "deal hidden 11/hidden 11"),
        ("deal 1 2 L/3m1,?", "deal 1,2,L/3m1,?"),
        ("deal -/hidden 4", "deal -/hidden 4"),
    ],
)
def test_an_action_is_read_generously(written: str, said: str) -> None:
    action = GAME.parse(STATE, written)
    assert GAME.format(STATE, action) == said
    assert GAME.parse(STATE, said) == action


@pytest.mark.parametrize(
    "written",
    ["", "hello", "3", "3 at 1", "3 over 5,5", "lot", "lot red", "use", "power", "score x",
     "score; moons 1", "deal 1", "deal 1 x/2", 'power "a', "x" * 5000, "23,1"],
)  # fmt: skip
def test_what_is_no_action_or_not_true_is_refused(written: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(STATE, written)


def test_a_known_power_is_read_however_it_is_capitalised() -> None:
    rules = {"powers": {"Howl": "once", "Long Night": "ongoing", "den": "once", "Den": "once"}}
    state = table("0,0=g3 1,0=b3", powers=pair(["Howl"], ["den"]), rules=rules)
    assert GAME.parse(state, "use howl") == Use("Howl")
    assert GAME.parse(state, "power LONG NIGHT") == Power("Long Night")
    assert GAME.parse(state, "use Den") == Use("Den")
    assert GAME.parse(state, "use DEN") == Use("DEN")
    scored = GAME.parse(state, "score; green +2 HOWL")
    assert scored == Score(None, (Correction("green", "Howl", 2),))
    assert GAME.parse(STATE, "power any Name") == Power("any Name")


def test_moons_may_be_left_out_where_the_hand_tells_them() -> None:
    state = table("0,0=g3m1 1,0=b3m1", "2m2 3m1 3m0", "1m3")
    assert GAME.format(state, GAME.parse(state, "2 0,1")) == "green 2 m2 at 0,1"
    bare = Lay(card("green", 2), (0, 1))
    assert GAME.complete(state, bare) == GAME.parse(state, "2 0,1")
    with pytest.raises(AmbiguousNotation) as refused:
        GAME.parse(state, "3 0,1")
    assert refused.value.choices == ("green 3 m1 at 0,1", "green 3 m0 at 0,1")
    assert GAME.complete(state, Lay(card("green", 3), (0, 1))) == Lay(card("green", 3), (0, 1))


@pytest.mark.parametrize(
    "action",
    [
        Lay(card("green", 2, 1), (-1, 2)),
        Lay(card("blue", None), (0, 0)),
        Deal((card("green", 1), None), (None,)),
        Score((1, 2), (Correction("green", "Howl", -2),)),
        Score(),
        Power(None),
        Power("Howl"),
        Use("Howl"),
        Pass(),
    ],
)
def test_an_action_is_read_back_from_its_json(action: Any) -> None:
    data = json.loads(json.dumps(GAME.encode_action(action)))
    assert GAME.decode_action(STATE, data) == action


@pytest.mark.parametrize(
    "data",
    [
        {"card": "green 3"},
        {"card": "green three", "at": [0, 0]},
        {"card": "green 3", "at": [0]},
        {"card": "green 3", "at": [0, "1"]},
        {"card": "green 3", "at": [0, 1], "over": True},
        {"deal": {"green": []}},
        {"deal": {"green": "x", "blue": []}},
        {"score": {"moons": {"green": 1}}},
        {"score": {"moons": {"green": 1, "blue": "2"}}},
        {"score": {"corrections": {"seat": "green"}}},
        {"score": {"corrections": [{"seat": "green", "power": "Howl"}]}},
        {"score": None},
        {"use": None},
        {"power": 3},
        {"pass": False},
        {"hop": 1},
        [],
    ],
)
def test_wrong_json_is_no_action(data: Any) -> None:
    with pytest.raises(BadNotation):
        GAME.decode_action(STATE, data)
