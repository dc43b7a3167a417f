"""Whatever is typed or sent, Stargazers answers or says what is wrong with it."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.errors import BadNotation, BadPosition, BadSwitch, GameError, UnknownSwitch
from tests.companion.games.stargazers.table import GAME, flipping, play, position, set_up, table

PAGE = Path(__file__).parents[4] / "docs/games/stargazers.md"
STATES = (
    GAME.initial(),
    play(GAME.initial(), "players p1=5 p2=6"),
    table("BSGMBM", "RPRPOC", on="RMOP", discard="RCGC"),
    table("3?", "3?", deck="9?"),
    flipping("GMOP"),
    flipping("3?"),
    play(table("BSGMBM", "RPRPOC", deck="-", discard="RC"), "BS"),
    play(table("BSGMBM", on="RMOP", scores=(9, 0), rules={"match": 2}), "BS"),
    play(table("BSGMBM", on="RMOP", scores=(9, 0)), "BS"),
)
SAYINGS = """play flip pass reshuffle players set up new game p1=6 p2=? lot=p1 GM green moon
RMOP/ + 3 - # ?
RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC 48? p1 30 0:0:RM again due over match=2"""
WORDS = st.lists(st.sampled_from(SAYINGS.split()) | st.text(max_size=6), max_size=12).map(" ".join)
SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just("green moon")
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.sampled_from(STATES), WORDS)
@settings(max_examples=300, deadline=None)
def test_anything_typed_is_read_or_refused(state: Any, words: str) -> None:
    with suppress(BadNotation):
        action = GAME.parse(state, words)
        assert GAME.rule_on(state, action).legal is GAME.is_legal(state, action)
        GAME.rule_on(state, action, seat="p2")
        assert GAME.decode_action(state, GAME.encode_action(action)) == action
        assert "\n" not in GAME.format(state, action)


@given(WORDS)
@settings(max_examples=200, deadline=None)
def test_any_line_is_read_or_refused(words: str) -> None:
    with suppress(BadPosition, BadSwitch, UnknownSwitch):
        GAME.position_line(GAME.position_from_line(words))


@given(
    st.sampled_from(["play", "flip", "pass", "reshuffle", "new_game", "players", "setup"])
    | st.text(max_size=5),
    JSON,
)
@settings(max_examples=200, deadline=None)
def test_any_json_is_an_action_or_refused(name: str, value: Any) -> None:
    for state in STATES:
        with suppress(BadNotation):
            action = GAME.decode_action(state, {name: value})
            GAME.format(state, action)
            assert GAME.rule_on(state, action).legal is GAME.is_legal(state, action)
            with suppress(BadPosition):
                GAME.forced(state, action)


@given(st.sampled_from(["ages", "lot", "layout", "deck"]), JSON)
@settings(max_examples=200, deadline=None)
def test_any_set_up_is_judged_or_refused(name: str, value: Any) -> None:
    with suppress(BadNotation):
        data = set_up({"p1": 5, "p2": 6})
        data["setup"][name] = value
        action = GAME.decode_action(STATES[0], data)
        GAME.format(STATES[0], action)
        assert GAME.rule_on(STATES[0], action).legal is GAME.is_legal(STATES[0], action)


@given(st.sampled_from(sorted(position())), JSON)
@settings(max_examples=300, deadline=None)
def test_any_position_is_read_or_refused(name: str, value: Any) -> None:
    with suppress(GameError):
        state = GAME.position_from_json({**position(), name: value})
        GAME.board_text(state)
        GAME.sample(state, Random(1))


def test_the_position_lines_of_the_page_for_players_are_right() -> None:
    lines = re.findall(r"^    (\S+ p\d .*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(lines) == 1
    for line in lines:
        assert GAME.position_line(GAME.position_from_line(line)) == line
