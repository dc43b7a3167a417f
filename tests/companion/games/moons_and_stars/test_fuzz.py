"""Whatever is read, nothing but our own errors comes out; what is read well is written again."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.errors import BadNotation, BadPosition, BadSwitch, GameError, UnknownSwitch
from companion.games.moons_and_stars import State
from companion.games.moons_and_stars.actions import DEITIES
from tests.companion.games.moons_and_stars.opening import rolled, setting_up
from tests.companion.games.moons_and_stars.table import GAME, table

STATES = {
    "a turn": table("e4:MS e6:tn f5:te d5:h| c4:FM e5:m", brown=("jothi", 2)),
    "a bonus owed": table("e4:S e5:h| f4:h- e6:m", brown=("yinnok", 5), owed="brown"),
    "the rolls": GAME.initial(),
    "the reroll": rolled(),
    "the set-up": setting_up(),
    "the end": table("e4:S e5:oM"),
}
MORE = settings(max_examples=150, deadline=None)

words = st.sampled_from(
    ["e4", "e5", "e9", "z9", "a10", "^", "top", "-", "x", "+", ">", "#", ":", ",", ";", "to",
     "lost", "M", "MS", "S", "pass", "roll", "lot", "keep", "reroll", "deity", "set up", "brown",
     "blue", "moon", "trap n", "path ew", "order", "north", "resign", "offer", "agree", "claim",
     "draw", "moon 3", "99", "\u0663", "\u017f", "\u212a4", *DEITIES]
)  # fmt: skip
sentences = st.lists(words, max_size=9).map(" ".join) | st.text(max_size=60)

sites = st.sampled_from(["e4", "e5", "e6", "a1", "z9", "", "e5 top", "e4 north"])
leaves = (
    st.none()
    | st.booleans()
    | st.integers(-5, 400)
    | st.floats()
    | sites
    | st.sampled_from(["brown", "blue", "moon", "trap north", "north", "jothi", "lost"])
    | st.text(max_size=5)
)
anything = st.recursive(
    leaves,
    lambda deeper: (
        st.lists(deeper, max_size=3)
        | st.dictionaries(sites | st.text(max_size=5), deeper, max_size=3)
    ),
    max_leaves=8,
)


def read(reader: Callable[..., Any], *given: Any, errors: tuple[type[GameError], ...]) -> Any:
    """What is read; None where one of our own errors says what is wrong."""
    try:
        return reader(*given)
    except errors:
        return None


ACTION = (BadNotation,)
POSITION = (BadPosition, BadSwitch, UnknownSwitch)
"""The switches are read with a position."""


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@given(text=sentences)
@settings(max_examples=60, deadline=None)
def test_whatever_is_typed(state: State, text: str) -> None:
    action = read(GAME.parse, state, text, errors=ACTION)
    if action is not None:
        assert GAME.rule_on(state, action).legal is GAME.is_legal(state, action)
        GAME.format(state, action)


action_names = st.sampled_from(
    ["from", "part", "to", "rest", "pass", "roll", "faces", "unreadable", "keep", "reroll", "lot",
     "choose", "side", "set_up", "pieces", "resign", "offer_draw", "agree_draw", "claim_draw",
     "deity", "remove", "turn", "face", "order", "place", "into", "stone", "what"]
)  # fmt: skip
actions = st.dictionaries(action_names, leaves | anything, max_size=4) | st.fixed_dictionaries(
    {"deity": st.sampled_from(DEITIES)},
    optional={
        name: anything for name in ("remove", "turn", "face", "order", "place", "into", "to")
    },
)


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@given(data=actions | anything)
@settings(max_examples=60, deadline=None)
def test_whatever_is_given_as_an_action(state: State, data: Any) -> None:
    action = read(GAME.decode_action, state, data, errors=ACTION)
    if action is not None:
        assert GAME.rule_on(state, action).legal is GAME.is_legal(state, action)
        written = GAME.encode_action(action)
        json.dumps(written)
        assert GAME.decode_action(state, written) == action


def broken(text: str, cuts: list[tuple[int, str]]) -> str:
    """A text with some signs overwritten."""
    for at, sign in cuts:
        place = at % (len(text) + 1)
        text = text[:place] + sign + text[place + 1 :]
    return text


signs = st.sampled_from(
    [*"MSPFOmspfoTHth[]nesw|-/ 0123456789,:=", "", "99", "\u0663", "\u00b2", "\0"]
)


@given(
    text=st.builds(
        broken,
        st.sampled_from([GAME.position_line(state) for state in STATES.values()]),
        st.lists(st.tuples(st.integers(0, 200), signs), max_size=4),
    )
    | st.text(max_size=80)
)
@MORE
def test_whatever_is_given_as_a_position_line(text: str) -> None:
    state = read(GAME.position_from_line, text, errors=POSITION)
    if state is not None:
        again = GAME.position_from_line(GAME.position_line(state))
        assert again == state
        GAME.board_text(state)
        assert GAME.faults(GAME.placement(state), state) is not None


def replaced(data: Any, path: list[int], value: Any) -> Any:
    """A JSON value with one place in it, found by numbers, changed."""
    if not path or not isinstance(data, dict | list) or not data:
        return value
    if isinstance(data, list):
        at = path[0] % len(data)
        return [*data[:at], replaced(data[at], path[1:], value), *data[at + 1 :]]
    name = list(data)[path[0] % len(data)]
    return {**data, name: replaced(data[name], path[1:], value)}


paths = st.lists(st.integers(0, 40), min_size=1, max_size=5)
rules = st.dictionaries(
    st.sampled_from(["columns", "notches", "paths", "deities", "what"]), leaves, max_size=2
)


@given(start=st.sampled_from(list(STATES.values())), path=paths, value=anything, given_rules=rules)
@MORE
def test_whatever_is_given_as_a_position(
    start: State, path: list[int], value: Any, given_rules: dict[str, Any]
) -> None:
    data = replaced(GAME.position_to_json(start), path, value)
    state = read(GAME.position_from_json, data, given_rules, errors=POSITION)
    if state is not None:
        assert GAME.position_from_json(GAME.position_to_json(state), state.rules.changed()) == state


@given(start=st.sampled_from(list(STATES.values())), path=paths, value=anything)
@MORE
def test_whatever_is_given_as_a_saved_state(start: State, path: list[int], value: Any) -> None:
    state = read(GAME.decode, replaced(GAME.encode(start), path, value), errors=POSITION)
    if state is not None:
        assert GAME.decode(GAME.encode(state)) == state
        hash(state)
        GAME.to_act(state)
        GAME.claims(state)


@given(data=anything)
def test_whatever_else_is_given(data: Any) -> None:
    for reader in (GAME.position_from_json, GAME.decode):
        read(reader, data, errors=POSITION)


@pytest.mark.parametrize(
    "rules", [{}, {"paths": "one-way"}, {"columns": 5, "notches": 2}, {"deities": "off"}]
)
def test_states_of_random_games_are_read_as_they_are_written(rules: dict[str, Any]) -> None:
    rng = Random(8)
    for _game in range(4):
        state = GAME.initial(rules)
        for _turn in range(60):
            assert GAME.decode(json.loads(json.dumps(GAME.encode(state)))) == state
            if state.at_turn or state.owed is not None:
                line = GAME.position_from_line(GAME.position_line(state))
                told = GAME.position_from_json(GAME.position_to_json(state), rules)
                for other in (line, told):
                    assert GAME.key(other) == GAME.key(state)
                    assert GAME.position_to_json(other) == GAME.position_to_json(state)
                    assert GAME.position_line(other) == GAME.position_line(state)
            if not GAME.to_act(state):
                break
            state = GAME.apply(state, GAME.sample(state, rng)).state
