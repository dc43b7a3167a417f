"""Switches of other kinds, and the deck file: ML-01."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.errors import (
    BadSwitch,
)
from companion.games.moonlight.deck import EXAMPLE, BadDeck, load_deck, read_deck
from tests.companion.games.moonlight.table import (
    GAME,
    play,
    table,
)

STATE = table("0,0=g3 1,0=b3 2,0=b1", "2 4 1", "2 5 4", decks=("3 3", "1"))


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("lone_wolf", 4, {"value": 4, "moons": None}),
        ("lone_wolf", '{"value": 4, "moons": 1}', {"value": 4, "moons": 1}),
        ("lone_wolf", None, {"value": None, "moons": None}),
        ("moons", '{"1": 3, "2": 2, "3": 1, "4": 0, "5": 3}', None),
        ("moons", {"1": None, "2": None}, None),
        (
            "moons",
            {"2": 1, "5": None},
            {"1": None, "2": [1, 1], "3": None, "4": None, "5": None},
        ),
        ("powers", '{"Howl": "once"}', {"Howl": "once"}),
        ("powers", "null", None),
    ],
)
def test_ml01_switches_are_read_from_json_and_from_text(name: str, value: Any, read: Any) -> None:
    state = GAME.initial({name: value})
    if read is not None:
        assert state.rules.switches()[name] == read
    assert GAME.decode(GAME.encode(state)) == state


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lone_wolf", "four"),
        ("lone_wolf", {"value": -1}),
        ("lone_wolf", {"worth": 1}),
        ("moons", {"1": "two"}),
        ("moons", {"6": 2}),
        ("moons", {"1": [1], "2": 1, "3": 1, "4": 1, "5": 1}),
        ("moons", {"1": [1, None], "2": 1, "3": 1, "4": 1, "5": 1}),
        ("moons", 3),
        ("powers", ["Howl"]),
        ("powers", {"Howl": "twice"}),
        ("powers", {"": "once"}),
        ("corners", "all"),
    ],
)
def test_a_wrong_switch_is_refused(name: str, value: Any) -> None:
    with pytest.raises(BadSwitch):
        GAME.initial({name: value})


def test_ml01_the_example_deck_file_has_nothing_filled_in() -> None:
    assert load_deck(EXAMPLE) == {}


def test_ml01_a_deck_file_gives_the_switches_that_are_filled_in(tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    data = json.loads(EXAMPLE.read_text("utf-8"))
    data["moons"] = {"1": 3, "2": 2, "3": [2, 1, 1, 0], "4": 0, "5": 3}
    data["powers"] = {"Howl": "once"}
    file.write_text(json.dumps(data), "utf-8")
    rules = load_deck(file)
    assert set(rules) == {"moons", "powers"}
    state = GAME.initial(rules)
    dealt = play(state, "lot green", GAME.sample(play(state, "lot green"), Random(1)))
    assert all(one is not None and one.moons is not None for one in dealt.hands[0])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "no JSON"),
        ("[]", "no object"),
        ('{"wolves": 3}', "no part 'wolves'"),
        ('{"moons": {"1": [2, null]}}', "doesn't tell those of every 1"),
        ('{"lone_wolf": {"value": "four"}}', "Lone Wolf's value can't be 'four'"),
        ('{"powers": {"Howl": "daily"}}', "Howl can't be 'daily'"),
    ],
)
def test_a_wrong_deck_file_says_what_is_wrong(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(BadDeck, match=told):
        read_deck(text)
    file = tmp_path / "deck.json"
    file.write_text(text, "utf-8")
    with pytest.raises(BadDeck, match=r"deck\.json"):
        load_deck(file)


def test_a_deck_file_that_can_t_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadDeck, match="Can't read"):
        load_deck(tmp_path / "none.json")
    (tmp_path / "raw").write_bytes(b"\xff\xfe")
    with pytest.raises(BadDeck, match="no text"):
        load_deck(tmp_path / "raw")
    (tmp_path / "long").write_bytes(b" " * 100_000)
    with pytest.raises(BadDeck, match="too large"):
        load_deck(tmp_path / "long")
