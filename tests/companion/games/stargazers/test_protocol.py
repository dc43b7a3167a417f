"""Stargazers keeps the laws of the protocol; notation, lines, JSON, the drawing."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.games.api import CHANCE
from companion.games.conformance import check_game
from companion.games.errors import (
    AmbiguousNotation,
    BadNotation,
    BadPosition,
    BadSwitch,
    IllegalAction,
)
from companion.games.laws import Limits
from companion.games.registry import game_by_id
from companion.games.stargazers.actions import Flip, NewGame, Pass, Play, Players, Reshuffle, SetUp
from tests.companion.games.stargazers.table import (
    GAME,
    flipping,
    laid_out,
    play,
    position,
    set_up,
    table,
)

STATE = table("BSGMBM", "RPRPOC", on="RMOP", discard="RCGC")


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"players": 4, "hand_size": 12, "target": 20},
        {"match": 2, "target": 7, "hand_size": {"p1": 1, "p2": 4}},
        {"youngest_child": True, "target": 25},
        {"unseen": True, "target": 30},
        {"unseen": True, "youngest_child": True, "match": 2},
    ],
)
def test_the_game_keeps_the_laws(rules: dict[str, Any]) -> None:
    """SG-14 among them: what a seat may not see never leaves a view."""
    check_game(GAME, rules=rules, seed=8, games=2, limits=Limits(every=3))


def test_it_is_registered() -> None:
    assert game_by_id("stargazers").spec.title == "Stargazers"
    assert not GAME.spec.perfect_information


# --- Notation -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("GM", "GM"),
        ("gm", "GM"),
        ("green moon", "GM"),
        ("Moon Green", "GM"),
        ("play the green moon", "GM"),
        ("green", "GM"),
        ("2,1", "GM"),
        ("tile 2,1", "GM"),
        ("BS+3", "BS+3"),
        ("bs + 3", "BS+3"),
        ("blue star", "BS+3"),
        ("star", "BS+3"),
        ("RC", "RC"),
        ("red comet#", "RC"),
    ],
)
def test_a_play_is_read_generously(written: str, said: str) -> None:
    assert GAME.format(STATE, GAME.parse(STATE, written)) == said


@pytest.mark.parametrize(
    "written",
    ["", "hello", "BS+4", "BS#", "BS-", "GM+3", "comet", "5,1", "XM", "x" * 700, "set up",
     "set up p1=x RM/RM/RM/RM", "new game RMOP", "new game RM/RM/RM/XX", "reshuffle XY",
     "set up p1=5 p2=6 RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC GM GM"],
)  # fmt: skip
def test_what_is_no_action_or_not_true_is_refused(written: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(STATE, written)


def test_a_shape_that_several_cards_have_is_ambiguous() -> None:
    with pytest.raises(AmbiguousNotation) as refused:
        GAME.parse(STATE, "moon")
    assert refused.value.choices == ("GM", "BM")


@pytest.mark.parametrize(
    ("state", "action", "said"),
    [
        (STATE, Play("blue star"), "BS+3"),
        (table("BSGMBM", on="RMOP", scores=(8, 0)), Play("blue star"), "BS+3#"),
        (table("BSGMBM", on="GM"), Play("green moon"), "GM-"),
        (STATE, Pass(), "pass"),
        (flipping("GM"), Flip(), "flip"),
        (flipping("3?", on="RMOP"), Flip("blue star"), "flip BS+3"),
        (STATE, Reshuffle(("red moon", None, None)), "reshuffle RM2?"),
        (STATE, Reshuffle(()), "reshuffle -"),
        (
            GAME.initial(),
            SetUp((("p1", 6), ("p2", None)), "p2", (("red moon",),) * 4, (None,) * 48),
            "set up p1=6 p2=? lot=p2 RM/RM/RM/RM 48?",
        ),
        (
            GAME.initial(),
            Players((("p1", 6), ("p2", None)), None),
            "players p1=6 p2=?",
        ),
        (GAME.initial(), Players((), "p4"), "players lot=p4"),
        (STATE, NewGame((("red moon", None),) * 4, ("red moon",)), "new game RM?/RM?/RM?/RM? RM"),
    ],
)
def test_what_is_written_is_read_back(state: Any, action: Any, said: str) -> None:
    assert GAME.format(state, action) == said
    assert GAME.parse(state, said) == action
    assert GAME.decode_action(state, GAME.encode_action(action)) == action


def test_every_action_of_random_games_is_written_and_read() -> None:
    rng = Random(5)
    for rules in ({}, {"youngest_child": True}, {"unseen": True, "youngest_child": True}):
        state = GAME.initial(rules)
        while GAME.to_act(state):
            for action in islice(GAME.legal(state), 20):
                assert GAME.parse(state, GAME.format(state, action)) == action
                assert GAME.decode_action(state, GAME.encode_action(action)) == action
            state = GAME.apply(state, GAME.sample(state, rng)).state


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"play": None},
        {"play": "green moon", "flip": True},
        {"flip": False},
        {"pass": False},
        {"reshuffle": "green moon"},
        {"reshuffle": [1]},
        {"new_game": []},
        {"new_game": {"layout": [], "deck": [], "ages": {}}},
        {"new_game": {"layout": {}, "deck": []}},
        {"players": {"ages": {"p1": 6}, "lot": None, "deck": []}},
        {"players": {"ages": {"p1": True}, "lot": None}},
        {"setup": {"ages": [], "lot": None, "layout": [], "deck": []}},
        {"setup": {"ages": {"p1": "6"}, "lot": None, "layout": [], "deck": []}},
        {"setup": {"ages": {"p1": 6}, "lot": 1, "layout": [], "deck": []}},
    ],
)
def test_json_that_is_no_action_is_refused(data: Any) -> None:
    with pytest.raises(BadNotation):
        GAME.decode_action(STATE, data)


# --- Positions ------------------------------------------------------------------------------------


def test_a_position_line_is_read_back() -> None:
    state = table("BSGM?", "3?", on="RMOP", deck="5?", discard="RCGC", scores=(4, 2))
    line = GAME.position_line(state)
    assert line == ("RM*OP*BSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC p1 p1 22 4:0:BSGM? 2:0:3? 5? RCGC -")
    assert GAME.position_from_line(line) == state
    due = play(
        table("BSGMBM", "RPRPOC", on="RMOP", deck="-", rules={"hand_size": "p1:3,p2:4"}), "BS"
    )
    line = GAME.position_line(due)
    assert line.endswith(" - BS reshuffle again hand_size=p1:3,p2:4")
    assert GAME.position_from_line(line) == due
    seated = play(GAME.initial(), "players p1=7 p2=6 p3=8")
    assert GAME.position_line(seated) == "- p2 p2 30 0:0:- 0:0:- 0:0:- - - new_game"
    assert GAME.position_from_line(GAME.position_line(seated)) == seated
    empty = GAME.initial({"players": 3, "youngest_child": True})
    assert GAME.position_line(empty) == "- set_up players=3 youngest_child=true"
    assert GAME.position_from_line(GAME.position_line(empty)) == empty


@pytest.mark.parametrize(
    "line",
    [
        "",
        "RMOP",
        "x" * 3000,
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSXX p1 p1 30 0:0:RM 0:0:RM OP - -",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRM p1 p1 30 0:0:RM 0:0:RM OP - -",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC p1 p1 30 0:0:RM 0:0:RM OP - -",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC p3 p1 30 0:0:RM 0:0:RM OP - -",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC p1 p1 31 0:0:RM 0:0:RM OP - -",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC p1 p1 30 0:RM 0:0:RM OP - -",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC p1 p1 30 0:0:RMRM 0:0:RMRM OP - -",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC p1 p1 30 0:0:RM 0:0:- OP - -",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC p1 p1 30 0:0:RM 0:0:RM OP - dinner",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC p1 p1 30 0:0:RM 0:0:RM OP - reshuffle",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC p1 p1 30 0:0:RM 0:0:RM O - -",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC p1 p1 30 0:0:RM 0:0:RM OP ? -",
        "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC p1 p1 30 0:0:RM 0:0:RM OP - - youngest_child=true",
    ],
)
def test_a_wrong_position_line_is_refused(line: str) -> None:
    with pytest.raises(BadPosition):
        GAME.position_from_line(line)


WRONG: dict[str, dict[str, Any]] = {
    "strange field": {"weather": "fine"},
    "beads of another kind": {"beads": [[True] * 4] * 4},
    "too few beads": {"beads": [[0] * 4] * 3},
    "lay-out too small": {"layout": [["red moon"]]},
    "a score below nothing": {"scores": {"p1": -1, "p2": 0}},
    "scores of three": {"scores": {"p1": 1, "p2": 0, "p3": 0}},
    "scores of one": {"scores": {"p1": 1}},
    "a hand that is none": {"hands": {"p1": ["red moon"], "p2": ["red sun"]}},
    "an unseen discard": {"discard": [None]},
    "over, yet something is due": {"over": True, "due": "new_game"},
    "nobody to move": {"to_move": None},
    "again is no flag": {"again": 1},
    "set-up with tiles": {"due": "set_up"},
    "no tiles, yet beads": {"layout": None, "due": "new_game", "beads": [[1] * 4] * 4},
    "no tiles, yet a turn": {"layout": None},
}


@pytest.mark.parametrize("changes", WRONG.values(), ids=list(WRONG))
def test_a_position_that_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        GAME.position_from_json({**position(), **changes})


@pytest.mark.parametrize("name", sorted(position()))
def test_a_position_is_complete(name: str) -> None:
    data = position()
    del data[name]
    with pytest.raises(BadPosition):
        GAME.position_from_json(data)


def test_a_flip_from_an_empty_pile_waits_for_the_reshuffle() -> None:
    assert GAME.to_act(flipping("-", discard="GM")) == {CHANCE}
    with pytest.raises(BadPosition):
        flipping("-", discard="-")


@pytest.mark.parametrize("data", [None, {}, {"position": {}, "rules": []}, {"position": 1}])
def test_a_damaged_state_is_refused(data: Any) -> None:
    with pytest.raises(BadPosition):
        GAME.decode(data)


# --- Switches -------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [4, "4", {"p1": 4, "p2": 4, "p3": 4, "p4": 4}])
def test_everybody_may_hold_four(value: Any) -> None:
    state = GAME.initial({"hand_size": value})
    assert [state.rules.cards_each(seat) for seat in range(4)] == [4] * 4


@pytest.mark.parametrize(
    "value", [0, 13, True, None, "many", "p5:3", "p1:0", {}, {"p1": 0}, {"p9": 3}, [3], 2.5]
)
def test_a_hand_size_that_cannot_be_is_refused(value: Any) -> None:
    with pytest.raises(BadSwitch):
        GAME.initial({"hand_size": value})


@pytest.mark.parametrize(
    "rules", [{"target": 0}, {"match": 0}, {"youngest_child": 1}, {"players": 5}]
)
def test_other_switches_that_cannot_be_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(BadSwitch):
        GAME.initial(rules)


# --- The drawing, the deals -----------------------------------------------------------------------


def test_the_table_is_drawn_with_the_movers_hand_alone() -> None:
    drawn = GAME.board_text(STATE)
    assert "1  * red moon     * orange planet  blue star      green comet" in drawn
    assert "p1  0 beads  3 cards  to move, holding BS GM BM" in drawn
    assert "p2  0 beads  3 cards\n" in drawn
    assert "discards 2, on top green comet" in drawn
    assert all(len(line) <= 80 for line in drawn.splitlines())
    assert GAME.board_text(GAME.initial()) == "Nothing is laid out yet."


def test_chance_is_listed_lazily_and_without_doubles() -> None:
    due = play(table("BSGMBM", "RPRPOC", deck="-", discard="RC"), "BS")
    assert sorted(GAME.format(due, act) for act in GAME.legal(due)) == [
        "reshuffle 2?",
        "reshuffle ?BS",
        "reshuffle ?RC",
        "reshuffle BS?",
        "reshuffle BSRC",
        "reshuffle RC?",
        "reshuffle RCBS",
    ]
    first = list(islice(GAME.legal(GAME.initial()), 300))
    assert len(set(first)) == 300
    assert all(GAME.is_legal(GAME.initial(), act) for act in first)


def test_the_same_seat_starts_each_game_of_a_match() -> None:
    rng, state = Random(2), laid_out(set_up({"p1": 9, "p2": 5}), {"match": 3, "target": 3})
    games = 0
    while GAME.to_act(state):
        action = GAME.sample(state, rng)
        state = GAME.apply(state, action).state
        if isinstance(action, NewGame):
            games += 1
            assert (state.to_move, state.starter) == (1, 1)
    assert games >= 2
    assert max(state.games) == 3


def test_apply_refuses_what_is_illegal() -> None:
    with pytest.raises(IllegalAction):
        GAME.apply(STATE, Play("red planet"))
