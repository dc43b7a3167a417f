"""Laying and covering cards: ML-02, ML-04 … ML-08, ML-10, ML-18."""

from typing import Any

import pytest

from companion.games.moonlight.actions import Lay, Pass
from companion.games.moonlight.cards import card
from tests.companion.games.moonlight.table import GAME, cells, go, pair, play, position, table, why

SQUARE = "0,0=g3 1,0=b3 2,0=g1 0,1=b1 1,1=g3 2,1=b3 0,2=g3 1,2=b1 2,2=g5"
WIDE = "0,0=g3 1,0=b3 2,0=g1 3,0=b1"
HIGH = "0,0=g3 0,-1=b3 0,1=g1 0,2=b1"
ELEVEN_CELLS = "0,0=g3 1,0=b3 2,0=g1 3,0=b1 0,1=g3 1,1=b3 2,1=g1 3,1=b1 0,2=g3 1,2=b3 2,2=g4"
HIDDEN = "? ? ?"


# --- ML-02, ML-04: where cards may lie ------------------------------------------------------------


def test_ml02_a_square_of_nine_may_grow_either_way() -> None:
    state = table(SQUARE, "1 2 4", "2 4 5")
    assert {"3,0", "3,2", "-1,1", "1,3", "0,-1"} <= cells(state)
    wider = play(state, "2 at 3,1")
    assert cells(wider) == {"3,0", "3,2"}


@pytest.mark.parametrize(
    ("laid", "site", "reasons"),
    [
        (WIDE, "4,0", [("ML-02", "too-wide")]),
        (WIDE, "-1,0", [("ML-02", "too-wide")]),
        (WIDE, "0,3", [("ML-02", "too-wide"), ("ML-04", "not-beside")]),
        (WIDE, "0,2", [("ML-04", "not-beside")]),
        (HIGH, "0,3", [("ML-02", "too-wide")]),
        (HIGH, "1,2", []),
        (HIGH, "-1,-1", []),
        (WIDE + " 0,1=b3 0,2=b2", "1,2", []),
        (WIDE + " 0,1=b3 0,2=b2", "0,-1", [("ML-02", "too-wide")]),
    ],
)
def test_ml02_the_grid_is_4_by_3_or_3_by_4_at_most(
    laid: str, site: str, reasons: list[tuple[str, str]]
) -> None:
    assert why(table(laid), f"2 at {site}") == reasons


def test_ml04_the_first_card_lies_on_0_0_and_any_card_will_do() -> None:
    state = table("", "1 3 5", turns=pair(0, 0))
    assert cells(state) == {"0,0"}
    assert len(list(GAME.legal(state))) == 3
    assert why(state, "3 at 1,0") == [("ML-04", "first-card")]


def test_ml04_cards_touch_at_a_side_and_not_at_a_corner() -> None:
    state = table("0,0=g3 1,0=b3.g4 2,0=b1", to_move="blue")
    assert cells(state) == {"-1,0", "0,-1", "0,1", "1,-1", "1,1", "2,-1", "2,1", "3,0"}
    assert why(state, "2 at -1,-1") == [("ML-04", "not-beside")]


# --- ML-05, ML-06: covering -----------------------------------------------------------------------


COVERS = "-1,0=b2 0,0=g3 1,0=b3 2,0=b1 3,0=b2.g3.b4 0,1=g4"


@pytest.mark.parametrize(
    ("said", "reasons"),
    [
        ("4 over 1,0", []),
        ("2 over 2,0", []),
        ("5 over 3,0", []),
        ("5 over 1,0", [("ML-05", "not-one-higher")]),
        ("2 over 1,0", [("ML-05", "not-one-higher")]),
        ("4 over 3,0", [("ML-05", "not-one-higher")]),
        ("4 over 0,0", [("ML-05", "own-card")]),
        ("5 over 0,1", [("ML-05", "own-card")]),
        ("2 over 0,1", [("ML-05", "own-card")]),
        ("2 over -1,0", [("ML-05", "not-one-higher")]),
    ],
)
def test_ml05_a_card_covers_the_other_sides_card_one_lower(
    said: str, reasons: list[tuple[str, str]]
) -> None:
    assert why(table(COVERS, "2 4 5"), said) == reasons


@pytest.mark.parametrize(
    ("said", "wolf", "reasons"),
    [
        ("5 over 0,0", None, [("ML-05", "nothing-higher")]),
        ("4 over 0,0", None, [("ML-05", "nothing-higher")]),
        ("5 over 0,0", 6, [("ML-05", "not-one-higher")]),
        ("L over 0,0", 6, []),
        ("L over 0,0", 4, [("ML-05", "nothing-higher")]),
        ("L over 1,0", 4, []),
        ("4 over 2,0", 6, [("ML-05", "nothing-higher")]),
        ("5 over 2,0", 4, []),
        ("5 over 2,0", 0, [("ML-05", "not-one-higher")]),
    ],
)
def test_ml05_it_is_told_where_no_card_at_all_can_cover(
    said: str, wolf: int | None, reasons: list[tuple[str, str]]
) -> None:
    rules = {"lone_wolf": {"value": wolf, "moons": None}}
    won: dict[str, Any] = {"lone_wolf": pair(True, True)}
    state = table("0,0=b5 1,0=b3 2,0=bL", "4 5 L", "1 2 3", rules=rules, **won)
    assert why(state, said) == reasons


def test_ml05_a_stack_counts_as_its_top_and_may_be_taken_back() -> None:
    state = table("0,0=b1 1,0=g5 2,0=b5", "2 4 1", "3 5 1", turns=pair(1, 2))
    after = play(state, "2 over 0,0", "3 over 0,0", "4 over 0,0", "5 over 0,0")
    stack = position(after)["grid"]["0,0"]
    assert stack == ["blue 1", "green 2", "blue 3", "green 4", "blue 5"]


def test_ml05_a_corner_1_is_still_a_1_when_it_is_covered() -> None:
    state = table(ELEVEN_CELLS.replace("3,0=b1", "3,0=b1 3,2=b4").replace(" 2,2=g4", ""))
    assert why(state, "2 over 3,0") == []
    assert why(state, "4 over 3,0") == [("ML-05", "not-one-higher")]


def test_ml06_the_only_visible_card_is_safe_and_the_newest_is_not() -> None:
    alone = table("0,0=b3 1,0=g1 2,0=b4.g5", "4 5")
    assert why(alone, "4 over 0,0") == [("ML-06", "only-visible")]
    assert [key for _id, key in why(alone, "5 over 0,0")] == ["not-one-higher", "only-visible"]
    assert why(table("0,0=b3 1,0=g1 2,0=b4", "4 5"), "5 over 2,0") == []


def test_ml06_ones_own_only_visible_card_is_not_covered_for_another_reason() -> None:
    assert why(table("0,0=g3 1,0=b4", "4 5"), "4 over 0,0") == [("ML-05", "own-card")]


def test_ml06_one_may_cover_while_ones_own_cards_are_all_covered_but_one() -> None:
    assert why(table("0,0=g1 1,0=b3 0,1=b1", "4 2"), "4 over 1,0") == []


# --- ML-07: hands and turns -----------------------------------------------------------------------


def test_ml07_the_first_copy_leaves_the_hand_and_a_card_is_drawn_behind() -> None:
    state = table("0,0=g1 1,0=b3", "3 2 3", decks=("5 4", "1"))
    after = position(play(state, "3 at 0,1"))
    assert after["hands"]["green"] == ["green 2", "green 3", "green 5"]
    assert after["decks"] == {"green": ["green 4"], "blue": ["blue 1"]}
    assert (after["turns"], after["to_move"]) == ({"green": 4, "blue": 3}, "blue")


def test_ml07_with_an_empty_deck_nothing_is_drawn() -> None:
    after = position(play(table("0,0=g1 1,0=b3", "3 2"), "3 at 0,1"))
    assert after["hands"]["green"] == ["green 2"]


def test_ml07_nobody_passes() -> None:
    assert why(table(ELEVEN_CELLS, "2", "2"), Pass()) == [("ML-07", "no-pass")]
    assert why(table(ELEVEN_CELLS, "2", "2"), "pass", "blue") == [
        ("ML-07", "not-your-turn"),
        ("ML-07", "no-pass"),
    ]


def test_ml07_only_the_mover_lays_and_only_from_the_own_hand() -> None:
    state = table("0,0=g1 1,0=b3", "2 3", "2 5")
    assert why(state, "5 at 0,1") == [("ML-07", "not-in-hand")]
    assert why(state, "b5 at 0,1") == [("ML-07", "not-your-card")]
    assert why(state, "2 at 0,1", "green") == []
    assert why(state, "2 at 0,1", "blue") == [("ML-07", "not-your-turn")]


@pytest.mark.parametrize("laid", [SQUARE, ELEVEN_CELLS, WIDE, HIGH, "0,0=g3 1,1=b3"])
def test_ml07_while_a_cell_is_free_there_is_a_card_to_lay(laid: str) -> None:
    assert cells(table(laid))


# --- ML-08, ML-10: how a round ends ---------------------------------------------------------------


def test_ml08_the_twelfth_cell_ends_the_round_at_once() -> None:
    state = table(ELEVEN_CELLS, "2 4", "2 5", decks=("3", ""), turns=pair(5, 6))
    assert cells(state) == {"3,2"}
    after = play(state, "2 at 3,2")
    assert (position(after)["phase"], position(after)["to_move"]) == ("score", None)
    assert position(after)["hands"]["green"] == ["green 4", "green 3"]
    assert why(after, "5 at 0,0") == [("ML-08", "round-over")]


def test_ml08_covering_fills_no_cell() -> None:
    state = table(ELEVEN_CELLS, "4 2", "2 5")
    assert position(play(state, "4 over 1,0"))["phase"] == "play"


def test_ml08_after_a_last_card_the_other_side_has_one_turn_if_it_had_fewer() -> None:
    state = table(SQUARE, "2", "2 4 5", turns=pair(10, 10))
    once = play(state, "2 at 3,0")
    assert (position(once)["phase"], position(once)["to_move"]) == ("play", "blue")
    ended = play(once, "2 at 3,1")
    assert position(ended)["phase"] == "score"
    assert position(ended)["hands"]["blue"] == ["blue 4", "blue 5"]


def test_ml08_with_as_many_turns_the_round_is_over_at_once() -> None:
    state = table(SQUARE, "2", "2 4 5", turns=pair(10, 11))
    assert position(play(state, "2 at 3,0"))["phase"] == "score"


def test_ml08_the_last_card_may_cover() -> None:
    state = table("0,0=b3 1,0=b1 2,0=g1", "4", "2", turns=pair(10, 11))
    assert position(play(state, "4 over 0,0"))["phase"] == "score"


def test_ml08_a_round_is_counted_only_when_it_is_over() -> None:
    assert why(table(SQUARE), "score") == [("ML-08", "round-goes-on")]


def test_ml10_twelve_cards_against_eleven_leave_the_last_one_over() -> None:
    wolf: dict[str, Any] = {"lone_wolf": pair(True, False), "starter": "blue"}
    state = table(SQUARE, "4 L", "5", to_move="blue", turns=pair(10, 10), **wolf)
    once = play(state, "5 at 3,2")
    assert position(once)["to_move"] == "green"
    assert position(play(once, "4 at 3,1"))["phase"] == "score"
    second = table(SQUARE, "L", "5", to_move="blue", turns=pair(11, 10), **wolf)
    assert position(play(second, "5 at 3,2"))["phase"] == "score"


# --- ML-18: hidden hands --------------------------------------------------------------------------


def test_ml18_an_unknown_card_is_anything_that_is_left_of_the_deck() -> None:
    state = table("0,0=g5 1,0=b3.g4 2,0=b3 0,1=g4", HIDDEN, HIDDEN)
    said = {str(action.card) for action in GAME.counted(state)}
    assert said == {"green 1", "green 2", "green 3"}
    assert why(state, "5 at 0,-1") == [("ML-18", "all-known")]
    assert why(state, "4 at 0,-1") == [("ML-18", "all-known")]
    assert why(state, "L at 0,-1") == [("ML-18", "wolf-not-won")]
    assert why(state, "6 at 0,-1") == [("ML-18", "no-such-card")]


def test_ml18_what_is_known_of_a_hand_is_not_unknown_any_more() -> None:
    state = table("0,0=g1 1,0=b3", "5 ? 2", HIDDEN)
    assert [str(a.card) for a in GAME.counted(state) if a.cell == (0, 1)] == [
        "green 5",
        "green 2",
        "green 1",
        "green 3",
        "green 4",
    ]
    after = position(play(state, "3 at 0,1"))
    assert after["hands"]["green"] == ["green 5", "green 2"]
    assert why(table("0,0=g1 1,0=b3", "5 2", HIDDEN), "3 at 0,1") == [("ML-07", "not-in-hand")]


def test_ml18_a_card_that_is_known_to_be_in_the_deck_is_not_in_the_hand() -> None:
    state = table("0,0=g1 1,0=b3", HIDDEN, HIDDEN, decks=("5 ?", "?"))
    assert why(state, "5 at 0,1") == [("ML-18", "all-known")]
    assert why(state, "4 at 0,1") == []


def test_ml18_an_unknown_card_is_none_that_the_hand_shows() -> None:
    """The last 3 is the one with a moon, so no other 3 can be the unknown card."""
    state = table("0,0=g3 1,0=b3 2,0=g3 0,1=g3", "3m1 ?", HIDDEN)
    assert why(state, Lay(card("green", 3), (1, 1))) == [("ML-18", "all-known")]
    assert why(state, "3m1 at 1,1") == []


def test_ml18_a_card_that_is_known_leaves_the_hand_before_an_unknown_one() -> None:
    state = table("0,0=g1 1,0=b3", "? 3 2", HIDDEN)
    for said in ("3 at 0,1", "3m1 at 0,1"):
        assert position(play(state, said))["hands"]["green"] == [None, "green 2"]
    assert position(play(state, "5 at 0,1"))["hands"]["green"] == ["green 3", "green 2"]


def test_ml18_with_a_lone_wolf_won_one_may_be_there() -> None:
    state = table("0,0=g1 1,0=b3", HIDDEN, lone_wolf=pair(True, False))
    assert why(state, "L at 0,1") == []
    gone = table("0,0=g1 1,0=b3 2,0=gL", HIDDEN, lone_wolf=pair(True, False))
    assert why(gone, "L at 0,1") == [("ML-18", "all-known")]


def test_the_steps_of_a_hand_are_told() -> None:
    state = table("0,0=g1 1,0=b3 2,0=b1", "4 3")
    (laid,) = go(state, "3 at 0,1").effects
    (covered,) = go(state, "4 over 1,0").effects
    assert (laid.ruling, covered.ruling) == ("ML-04", "ML-05")
