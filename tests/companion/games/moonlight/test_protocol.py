"""Moonlight keeps the laws of the protocol; what a seat may see; positions as JSON and lines."""

import json
from random import Random
from typing import Any

import pytest

from companion.games.api import CHANCE
from companion.games.conformance import check_game
from companion.games.errors import (
    BadPosition,
    IllegalAction,
)
from companion.games.laws import Limits
from companion.games.moonlight.actions import Pass, Score
from companion.games.registry import game_by_id
from tests.companion.games.moonlight.table import (
    GAME,
    counting,
    pair,
    play,
    position,
    table,
    why,
)

RULES: list[dict[str, Any]] = [
    {},
    {"powers": {"Howl": "once", "Den": "ongoing"}, "corners": "bounding_box", "first": "blue"},
    {
        "moons": {"1": 3, "2": 2, "3": [0, 1, 1, 2], "4": 1, "5": 0},
        "lone_wolf": {"value": 4, "moons": 1},
        "powers": {"Howl": "once", "Bark": "once"},
    },
]
STATE = table("0,0=g3 1,0=b3 2,0=b1", "2 4 1", "2 5 4", decks=("3 3", "1"))


@pytest.mark.parametrize("rules", RULES)
def test_the_game_keeps_the_laws(rules: dict[str, Any]) -> None:
    check_game(GAME, rules=rules, seed=5, games=3, limits=Limits(every=4))


def test_the_laws_hold_where_nobody_sees_a_hand() -> None:
    """A round with hidden cards, entered from the table alone (ML-18)."""
    rng = Random(3)
    state = play(GAME.initial({"first": "green"}), "deal hidden")
    while GAME.phase(state) == "turns":
        for seat in ("green", "blue", None):
            assert GAME.view(GAME.redetermine(state, seat, rng), seat) == GAME.view(state, seat)
        assert GAME.decode(json.loads(json.dumps(GAME.encode(state)))) == state
        assert GAME.position_from_line(GAME.position_line(state)) == state
        state = play(state, GAME.sample(state, rng))
    assert GAME.phase(play(state, "score")) in ("power", "deal")


def test_it_is_registered() -> None:
    assert game_by_id("moonlight").spec.title == "Moonlight"


# --- What a seat may see --------------------------------------------------------------------------


def test_ml18_a_seat_sees_its_own_hand_and_nobody_a_deck() -> None:
    own = GAME.view(STATE, "green")
    assert own["hands"] == {"green": ["green 2", "green 4", "green 1"], "blue": [None] * 3}
    assert own["decks"] == {"green": [None, None], "blue": [None]}
    assert GAME.view(STATE, None)["hands"] == pair([None] * 3, [None] * 3)
    assert own["grid"] == position(STATE)["grid"]


def test_ml18_a_side_that_tries_the_others_cards_hears_nothing_of_its_hand() -> None:
    """The same reasons for every card that green may hold, whether it does or not."""
    state = table("0,0=g3 1,0=b3", "1 2 4", "1 2 4", decks=("3 5", "3 5"))
    told = {tuple(why(state, f"green {value} at 0,1", seat="blue")) for value in (1, 2, 3, 4, 5)}
    assert told == {(("ML-07", "not-your-turn"),)}
    ruling = GAME.rule_on(state, GAME.parse(state, "green 4 at 5,5"), seat="blue")
    assert ruling.nearest == ()
    assert ("ML-07", "not-in-hand") in why(state, "green 3 at 0,1", seat="green")


def test_ml18_views_don_t_tell_what_is_redetermined() -> None:
    rng = Random(1)
    others = {GAME.redetermine(STATE, "green", rng) for _ in range(40)}
    assert len(others) > 4
    assert {state.hands[0] for state in others} == {STATE.hands[0]}
    assert len({json.dumps(GAME.view(state, "green")) for state in others}) == 1
    for state in others:
        cards = sorted(map(str, (*state.hands[1], *state.decks[1])))
        assert cards == sorted(map(str, (*STATE.hands[1], *STATE.decks[1])))


# --- Positions ------------------------------------------------------------------------------------


def test_a_position_line_is_read_back() -> None:
    line = GAME.position_line(STATE)
    assert line == ("play 0,0:g3/1,0:b3/2,0:b1 2,4,1/2,5,4 3,3/1 green green turns=[3,3]")
    assert GAME.position_from_line(line) == STATE
    rules = {"powers": {"Long Night": "once"}, "lone_wolf": {"value": 4, "moons": None}}
    rich = counting(
        "0,0=g3m1.b4 -1,0=gL",
        rules=rules,
        powers=pair(["Long Night"], []),
        used=pair(["Long Night"], []),
        rounds_won=pair(1, 0),
        lone_wolf=pair(True, False),
    )
    for state in (rich, play(rich, "score"), GAME.initial(), GAME.initial(RULES[2])):
        assert GAME.position_from_line(GAME.position_line(state)) == state
        assert "\n" not in GAME.position_line(state)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "play - 1/1 -/- green",
        "play 0,0:g6 1/1 -/- green green",
        "play 0,0:x3 1/1 -/- green green",
        "play 0;0:g3 1/1 -/- green green",
        "play 0,0:g? 1/1 -/- green green",
        "play - 1 -/- green green",
        "play - 1,2,3,4/1 -/- green green",
        "play - -/1 -/- green green",
        "play - 1/1 -/- - green",
        "play - 1/1 -/- green -",
        "hum - 1/1 -/- green green",
        "deal - 1/1 -/- green green",
        "over - 1/1 -/- - green",
        "power - 1/1 -/- green green rule.powers={}",
        "play - 1/1 -/- green green turns=3",
        "play - 1/1 -/- green green turns=[1,-1]",
        "play - 1/1 -/- green green hum=1",
        "play - 1/1 -/- green green last_round={}",
        "play - 1/1 -/- green green powers=[[1],[]]",
        "play - 1/1 -/- green green " + "x" * 9000,
    ],
)
def test_a_wrong_position_line_is_refused(line: str) -> None:
    with pytest.raises(BadPosition):
        GAME.position_from_line(line)


def test_every_field_of_a_position_is_asked_for() -> None:
    data = position(STATE)
    for name in data:
        with pytest.raises(BadPosition):
            GAME.position_from_json({key: value for key, value in data.items() if key != name})
        with pytest.raises(BadPosition):
            GAME.position_from_json({**data, name: 17})
    with pytest.raises(BadPosition):
        GAME.position_from_json({**data, "passed": True})
    with pytest.raises(BadPosition):
        GAME.position_from_json({**data, "hands": pair(["blue 3"], [])})


def test_ticked_powers_are_kept_sorted_and_held_ones_as_they_were_chosen() -> None:
    held = {"powers": pair(["Howl", "Bark"], []), "used": pair(["Howl", "Bark"], [])}
    data = position(GAME.position_from_json({**position(STATE), **held}))
    assert data["powers"] == held["powers"]
    assert data["used"] == pair(["Bark", "Howl"], [])


def test_a_damaged_state_is_refused() -> None:
    data = GAME.encode(STATE)
    for broken in ({}, {**data, "rules": {"hum": 1}}, {**data, "position": None}, None):
        with pytest.raises(BadPosition):
            GAME.decode(broken)


def test_an_illegal_action_is_not_applied() -> None:
    with pytest.raises(IllegalAction):
        GAME.apply(STATE, Pass())
    with pytest.raises(IllegalAction):
        GAME.apply(STATE, GAME.parse(STATE, "4 at 5,5"))


def test_the_referee_deals_and_counts() -> None:
    assert GAME.to_act(GAME.initial()) == {CHANCE}
    assert GAME.actor(STATE, Score()) == CHANCE
    assert GAME.seats(STATE) == ("green", "blue")
    assert GAME.phase(STATE) == "turns"
