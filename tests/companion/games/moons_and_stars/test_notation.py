"""What people write: every action round, generous forms, and what is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.api import first_actions
from companion.games.errors import AmbiguousNotation, BadNotation
from companion.games.moons_and_stars import State
from companion.games.moons_and_stars.actions import (
    Action,
    Agbert,
    AgreeDraw,
    Cadbeth,
    Choose,
    ClaimDraw,
    Decide,
    Dirlydwurg,
    Jothi,
    Keddep,
    Lamban,
    Lot,
    Move,
    OfferDraw,
    Pass,
    Resign,
    Roll,
    SetUp,
    Yinnok,
)
from tests.companion.games.moons_and_stars.opening import kept, rolled, setting_up
from tests.companion.games.moons_and_stars.table import GAME, keys, refused, table

WRITTEN = {
    "a star steps": ("e4:S", Move("e4", "all", "e5", "e5"), "Se4-e5"),
    "a moon goes": ("e4:M", Move("e4", "all", "e6", "e6"), "Me4-e6"),
    "a stack steps": ("e4:MS", Move("e4", "all", "e5", "e5"), "MSe4-e5"),
    "a star leaves its moon": ("e4:MS", Move("e4", "top", "e5", "e5"), "Se4^-e5"),
    "a moon leaves its moon": ("e4:MM", Move("e4", "top", "e6", "e6"), "Me4^-e6"),
    "a capture": ("e4:S e5:m", Move("e4", "all", "e5", "e5"), "Se4xe5"),
    "a mounting": ("e4:S e5:M", Move("e4", "all", "e5", "e5"), "Se4+e5"),
    "onto a safe": ("e4:S e5:f", Move("e4", "all", "e5", "e5"), "Se4-e5"),
    "into a pit": ("e4:S e5:p", Move("e4", "all", "e5", "lost"), "Se4-e5>lost"),
    "pulled": ("e4:S e6:tn", Move("e4", "all", "e5", "e7"), "Se4-e5>e7"),
    "captures, is pulled": ("e4:S e5:m e6:tn", Move("e4", "all", "e5", "e7"), "Se4xe5>e7"),
    "is pulled and captures": ("e4:S e6:tn e7:m", Move("e4", "all", "e5", "e7"), "Se4-e5>xe7"),
    "is pulled and mounts": ("e4:S e6:tn e7:M", Move("e4", "all", "e5", "e7"), "Se4-e5>+e7"),
    "mounts and is pulled": ("e4:S e5:M e6:tn", Move("e4", "all", "e5", "e7"), "Se4+e5>e7"),
    "is lost": ("e7:MM e9:tn", Move("e7", "all", "e8", "lost"), "MMe7-e8>lost"),
    "reaches the stone": ("e4:S e5:o", Move("e4", "all", "e5", "e5"), "Se4-e5#"),
    "is pulled onto the stone": ("e4:S e6:tn e7:o", Move("e4", "all", "e5", "e7"), "Se4-e5>e7#"),
}


@pytest.mark.parametrize(
    ("points", "move", "text"), [pytest.param(*case, id=name) for name, case in WRITTEN.items()]
)
def test_how_a_move_is_written(points: str, move: Move, text: str) -> None:
    state = table(points)
    assert GAME.format(state, move) == text
    assert GAME.parse(state, text) == move
    assert refused(state, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Se4-e5",
        "se4-e5",
        "SE4-E5",
        "e4-e5",
        "e4 e5",
        "e4e5",
        "e4 to e5",
        " S e4 - e5 ",
        "Se4 to e5",
    ],
)
def test_letters_signs_and_spaces_may_be_left_out(text: str) -> None:
    assert GAME.parse(table("e4:S"), text) == Move("e4", "all", "e5", "e5")


@pytest.mark.parametrize("text", ["Se5", "e5", "S e5", "se5"])
def test_the_origin_may_be_left_out_where_only_one_can_go_there(text: str) -> None:
    assert GAME.parse(table("e4:S"), text) == Move("e4", "all", "e5", "e5")


@pytest.mark.parametrize("text", ["e4xe5", "Se4:e5", "e4 takes e5", "e4-e5", "e4 e5", "e4 x e5"])
def test_a_capture_is_said_in_many_ways(text: str) -> None:
    assert GAME.parse(table("e4:S e5:m"), text) == Move("e4", "all", "e5", "e5")


@pytest.mark.parametrize("text", ["Se4^-e5", "e4^e5", "e4 top e5", "Se4-e5", "S e4 top to e5"])
def test_a_rider_is_named_by_its_letter_or_by_top(text: str) -> None:
    assert GAME.parse(table("e4:MS"), text) == Move("e4", "top", "e5", "e5")


@pytest.mark.parametrize(
    "text", ["e4-e5>e7", "e4-e5 > e7", "e4 e5 pulled to e7", "e4 to e5 then e7", "e4-e5>xe7"]
)
def test_a_pull_is_said_in_many_ways(text: str) -> None:
    assert GAME.parse(table("e4:S e6:tn e7:m"), text) == Move("e4", "all", "e5", "e7")


def test_an_unsaid_rest_is_filled_in_where_only_one_is_legal() -> None:
    assert GAME.parse(table("e4:S e6:tn"), "e4-e5") == Move("e4", "all", "e5", "e7")
    assert GAME.parse(table("e4:S e5:p"), "e4-e5") == Move("e4", "all", "e5", "lost")


@pytest.mark.parametrize(
    ("points", "text", "choices"),
    [
        pytest.param(
            "e4:S e6:tn f5:te", "e4-e5", {"Se4-e5>e7", "Se4-e5>g5"}, id="MS-44 which trap"
        ),
        pytest.param("e4:S d5:S", "e5", {"Se4-e5", "Sd5-e5"}, id="which star"),
        pytest.param("e4:MS", "e5", {"MSe4-e5", "Se4^-e5"}, id="the stack or its rider"),
        pytest.param("e4:S d6:M", "e5", {"Se4-e5", "Md6-e5"}, id="which piece"),
    ],
)
def test_words_that_say_more_than_one_move(points: str, text: str, choices: set[str]) -> None:
    state = table(points)
    with pytest.raises(AmbiguousNotation) as caught:
        GAME.parse(state, text)
    assert set(caught.value.choices) == choices
    assert all(refused(state, choice) == [] for choice in choices)


def test_a_letter_tells_pieces_apart() -> None:
    assert GAME.parse(table("e4:S d6:M"), "Me5") == Move("d6", "all", "e5", "e5")
    assert GAME.parse(table("e4:MS"), "MSe5") == Move("e4", "all", "e5", "e5")


@pytest.mark.parametrize(
    ("points", "text"),
    [
        pytest.param("e4:S", "e4xe5", id="nothing is captured"),
        pytest.param("e4:S e5:f", "e4xe5", id="a safe is not captured"),
        pytest.param("e4:S", "e4+e5", id="nothing is mounted"),
        pytest.param("e4:S e5:m", "e4+e5", id="an enemy is not mounted"),
        pytest.param("e4:S", "Me4-e5", id="it is no moon"),
        pytest.param("e4:M", "MMe4-e6", id="it is no stack"),
        pytest.param("e4:MS", "MMe4-e5", id="the rider is a star"),
        pytest.param("e4:MS", "Me4-e6", id="the bottom never moves alone"),
        pytest.param("e4:MM", "MMe4^-e6", id="a whole stack is no rider"),
        pytest.param("e4:S", "e4-e5#", id="no stone is reached"),
        pytest.param("e4:S e6:tn", "e4-e5>xe7", id="nothing is captured at the exit"),
        pytest.param("e4:S e6:tn e7:m", "e4-e5>+e7", id="nothing is mounted at the exit"),
    ],
)
def test_signs_and_letters_that_are_not_true_are_refused(points: str, text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(table(points), text)


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "hello", "e4", "e4-", "-e5", "e4--e5", "e4-e5-e6", "Qe4-e5", "44", "e4-e5>",
        "é4-e5", "roll", "roll brown", "set up: a1 moon", "keep green", "deity", "Zeus: e4",
        "x" * 5000, "Dirlydwurg: e5", "Jothi: e5", "Agbert: e5", "roll brown: sun 3",
        "claim victory", "set up brown: a1", "lot", "Yinnok: north",
    ],
)  # fmt: skip
def test_what_says_no_action_is_refused_in_one_clear_line(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse(table("d4:S e2:M"), text)
    assert caught.value.message
    assert "\n" not in str(caught.value)


def test_a_move_that_is_not_legal_is_read_all_the_same() -> None:
    """The referee is to say what is wrong with it."""
    state = table("e4:S")
    assert GAME.parse(state, "e4-f5") == Move("e4", "all", "f5")
    assert GAME.parse(state, "e4-z9") == Move("e4", "all", "z9")
    assert GAME.parse(state, "b2^-b3") == Move("b2", "top", "b3")


WORDS: list[tuple[Action, str, str]] = [
    (Pass(), "pass", "PASS"),
    (Resign("blue"), "resign blue", "Resign Blue"),
    (OfferDraw("brown"), "offer draw brown", "offer brown"),
    (AgreeDraw("blue"), "agree draw blue", "agree blue"),
    (ClaimDraw("brown"), "claim draw brown", "claim draw"),
    (Jothi(), "Jothi", "jothi"),
    (Keddep("star"), "Keddep: stars", "keddep star"),
    (Lamban(), "Lamban: nothing", "lamban: nothing"),
    (Lamban((("e5", "east-west"),)), "Lamban: e5 east-west", "lamban e5 ew"),
    (Cadbeth(("b7", "e5 top")), "Cadbeth: b7, e5^", "cadbeth: e5 top, b7"),
    (Agbert((("a1", "moon"), ("b2", "pit"))), "Agbert: a1 moon, b2 pit", "agbert b2 pit, a1 moon"),
    (Dirlydwurg("blue", "e5"), "Dirlydwurg: blue stone to e5", "dirlydwurg blue e5"),
    (Yinnok((("e5", "north"),)), "Yinnok: e5 north", "yinnok: e5 n"),
]


@pytest.mark.parametrize(("action", "text", "other"), WORDS, ids=[text for _, text, _ in WORDS])
def test_how_other_actions_are_written(action: Action, text: str, other: str) -> None:
    state = table("e4:S")
    assert GAME.format(state, action) == text
    assert GAME.parse(state, text) == action
    assert GAME.parse(state, other) == action


def test_yinnoks_order_is_written() -> None:
    state = table("d5:S e5:h- f5:m g5:h- h5:m", brown=("yinnok", 5), owed="brown")
    action = Yinnok((("e5", "east"), ("g5", "west")), ("h5", "d5"))
    text = "Yinnok: e5 east, g5 west; order h5, d5"
    assert GAME.format(state, action) == text
    assert GAME.parse(state, text) == action
    assert GAME.parse(state, "yinnok e5 e, g5 w order h5, d5") == action
    assert GAME.parse(state, "yinnok e5 e, g5 w order h5") == action, "the rest is clear"


@pytest.mark.parametrize(
    ("state", "action", "text"),
    [
        (GAME.initial(), Roll("brown", (2, 1, 4, 3, 3, 3)),
         "roll brown: moon 2, star 1, pit 4, trap 3, safe 3, path 3"),
        (GAME.initial(), Roll("blue", (2, 1, 4, 3, 3, 2), 1),
         "roll blue: moon 2, star 1, pit 4, trap 3, safe 3, path 2, unreadable 1"),
        (rolled(), Decide("brown", True), "reroll brown"),
        (rolled(), Decide("blue", False), "keep blue"),
        (kept((2, 1, 4, 3, 3, 3), (2, 1, 4, 3, 3, 3)), Lot("blue"), "lot blue"),
        (kept(), Choose("blue", "cadbeth"), "deity blue: Cadbeth"),
        (setting_up(), SetUp("brown", (("a1", "moon"), ("b2", "trap north"))),
         "set up brown: a1 moon, b2 trap north"),
    ],
)  # fmt: skip
def test_how_the_preparation_is_written(state: State, action: Action, text: str) -> None:
    assert GAME.format(state, action) == text
    assert GAME.parse(state, text) == action


def test_a_roll_may_be_said_the_other_way_round() -> None:
    said = GAME.parse(
        GAME.initial(), "roll brown: 2 moons, 1 star, 4 pits, 3 traps, 3 safes, 3 paths"
    )
    assert said == Roll("brown", (2, 1, 4, 3, 3, 3))


@pytest.mark.parametrize(
    "rules", [{}, {"paths": "one-way", "null_moves": "on"}, {"columns": 6, "notches": 2}]
)
def test_every_action_of_random_games_is_read_as_it_is_written(rules: dict[str, Any]) -> None:
    rng = Random(3)
    for _game in range(4):
        state = GAME.initial(rules)
        for _turn in range(70):
            if not GAME.to_act(state):
                break
            tried = [*first_actions(GAME.legal(state), 40), *GAME.claims(state)]
            tried.append(GAME.sample(state, rng))
            for action in tried:
                assert GAME.parse(state, GAME.format(state, action)) == action
                assert GAME.decode_action(state, GAME.encode_action(action)) == action
            assert len({GAME.format(state, action) for action in tried[:-1]}) == len(tried) - 1
            state = GAME.apply(state, tried[-1]).state


def test_the_reason_of_a_move_that_was_typed() -> None:
    assert keys(table("e4:M"), "e4 to e5") == ["moon-one-step"]
