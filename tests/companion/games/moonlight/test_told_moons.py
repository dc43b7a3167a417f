"""ML-01: moons that no deck file has are told card by card, as the cards are laid."""

from typing import Any

import pytest

from companion.games.api import Placement
from companion.games.moonlight.actions import Lay
from tests.companion.games.moonlight.table import (
    GAME,
    counting,
    go,
    pair,
    play,
    position,
    table,
    why,
)

HANDS = ("1 2 3", "1 2 4")
KNOWN = {"moons": {"1": 2, "2": 1}, "lone_wolf": {"value": None, "moons": 2}}


@pytest.mark.parametrize(
    ("written", "lies"),
    [
        ("3 m2 0,1", "green 3 m2"),
        ("green 3 m0 at 0,1", "green 3 m0"),
        ("g3m12 0 1", "green 3 m12"),
        ("3 0,1", "green 3"),
    ],
)
def test_ml01_moons_are_told_with_a_card_or_left_open(written: str, lies: str) -> None:
    state = table("0,0=g3 1,0=b3", *HANDS)
    after = go(state, written).state
    assert position(after)["grid"]["0,1"] == [lies]
    assert position(after)["hands"]["green"] == ["green 1", "green 2"]


def test_ml01_the_list_of_what_may_be_laid_leaves_moons_open() -> None:
    state = table("0,0=g3 1,0=b3", *HANDS)
    listed = [action for action in GAME.legal(state) if isinstance(action, Lay)]
    assert listed
    assert all(action.card.moons is None for action in listed)
    assert why(state, "3 m2 0,1") == []
    assert why(state, "2 m1 9,9") == why(state, "2 9,9") != []


def test_ml01_a_card_that_tells_its_moons_has_no_others() -> None:
    state = table("0,0=g3m1 1,0=b3", "3m1 3 2", "1")
    assert why(state, "3m1 0,1") == why(state, "3m2 0,1") == []
    assert position(go(state, "3m1 0,1").state)["hands"]["green"] == ["green 3", "green 2"]
    assert position(go(state, "3m2 0,1").state)["hands"]["green"] == ["green 3 m1", "green 2"]
    only = table("0,0=g3m1 1,0=b3", "3m1 2", "1")
    assert why(only, "3m2 0,1") == [("ML-07", "not-in-hand")]


@pytest.mark.parametrize("hand", ["1 2 3", "? ? ?"])
def test_ml01_moons_of_the_deck_file_are_not_told_anew(hand: str) -> None:
    """What the file has is printed; a value that it leaves open is told."""
    state = table("0,0=g3 1,0=b3", hand, "1 2 4", rules=KNOWN)
    assert why(state, "1 m5 0,1") != []
    assert why(state, "3 m5 0,1") == []


def test_ml01_a_lone_wolf_tells_its_moons_unless_the_deck_file_does() -> None:
    won: dict[str, Any] = {"lone_wolf": pair(green=True, blue=False)}
    state = table("0,0=g3m1 1,0=b3m2", "L 1", "1 2 4", **won)
    after = go(state, "L m3 0,1").state
    assert position(after)["grid"]["0,1"] == ["green lone m3"]
    assert GAME.position_from_line(GAME.position_line(after)) == after
    assert "moons 4:2" in GAME.board_text(after)
    known = table("0,0=g3m1 1,0=b3m2", "L 1", "1 2 4", rules=KNOWN, **won)
    assert why(known, "L m3 0,1") != []
    assert position(go(known, "L m2 0,1").state)["grid"]["0,1"] == ["green lone"]


def test_ml01_the_running_score_has_the_moons_as_soon_as_all_are_told() -> None:
    state = table("0,0=g3m1 1,0=b3m2", *HANDS)
    assert "points so far 0:2 (moons 1:2, +2 for blue)" in GAME.board_text(state)
    untold = play(state, "2 0,1")
    assert "points so far 1:0 (moons 1:2, of 1 more cards not known)" in GAME.board_text(untold)
    covered = play(untold, "4 m0 0,0")
    assert "moons 0:2, of 1 more" in GAME.board_text(covered)
    nobody = table("0,0=g3 1,0=b3", *HANDS)
    assert "(moons not known)" in GAME.board_text(nobody)


def test_ml01_totals_are_entered_where_some_card_was_not_told_and_only_there() -> None:
    told = counting("0,0=g5m0 1,0=b1m3")
    assert why(told, "score moons 0 3") == [("ML-01", "moons-printed")]
    assert position(go(told, "score").state)["last_round"]["points"] == pair(1, 2)
    partly = counting("0,0=g5 1,0=b1m3")
    assert position(go(partly, "score moons 4 3").state)["last_round"]["points"] == pair(3, 0)
    assert position(go(partly, "score").state)["last_round"]["moons"] is None


def test_ml18_told_moons_do_not_change_what_a_deck_has() -> None:
    """A third 1 is one too many, whatever moons are told of it."""
    state = table(
        "0,0=g1m2 1,0=b3m1 0,1=g1", "? ?", "? ?", decks=("? ? ? ? ? ? ?", "? ? ? ? ? ? ? ?")
    )
    assert why(state, "1 m4 0,2") == [("ML-18", "all-known")]


HIDDEN: dict[str, Any] = {
    "green": "? ? ?",
    "blue": "? ? ?",
    "decks": ("? ? ? ? ? ? ?", "? ? ? ? ? ? ?"),
    "turns": pair(1, 1),
    "rules": {"moons": {"1": 3, "3": [2, 1, 1, 0], "5": 0}},
}


def seen(text: str) -> Placement:
    """Cards as an eye sees them: without their moons."""
    return GAME.placement(table(text))


def test_ml01_a_card_that_was_seen_has_the_moons_that_all_of_its_value_have() -> None:
    state = table("0,0=g3m1 1,0=b3m0", **HIDDEN)
    after = GAME.resynchronised(state, seen("0,0=g3 1,0=b3 2,0=g5 0,1=g3 0,2=b1"), "green")
    assert position(after)["grid"] == {
        "0,0": ["green 3 m1"],
        "0,1": ["green 3"],  # which of the four it is nobody has read
        "0,2": ["blue 1 m3"],
        "1,0": ["blue 3 m0"],
        "2,0": ["green 5 m0"],
    }
    for said in ("5 at 1,1", "5m0 at 1,1", "5m1 at 1,1"):
        assert why(after, said) == [("ML-18", "all-known")]
    assert why(after, "3m5 at 1,1") == [("ML-01", "moons-are-known")]
    assert why(after, "3m1 at 1,1") == []


def test_ml18_a_card_that_was_seen_is_gone_from_the_hand_whatever_its_moons() -> None:
    state = table("0,0=g3m1 1,0=b3m0", **HIDDEN)
    three = GAME.resynchronised(state, seen("0,0=g3 1,0=b3 2,0=g3 0,1=g3 0,2=b1"), "green")
    assert {str(lay.card) for lay in GAME.counted(three)} >= {"green 3 m0", "green 3 m2"}
    four = GAME.resynchronised(state, seen("0,0=g3 1,0=g3 2,0=g3 0,1=g3 0,2=b1"), "green")
    assert {str(lay.card) for lay in GAME.counted(four)} == {
        "green 1 m3",
        "green 2",
        "green 4",
        "green 5 m0",
    }
    assert why(four, "3m0 at 1,1") == [("ML-18", "all-known")]


def test_a_round_gone_on_with_keeps_the_moons_that_were_told() -> None:
    state = table("0,0=g3m1 1,0=b3m2", *HANDS)
    again = GAME.resynchronised(state, GAME.placement(state), "blue")
    assert position(again)["grid"] == position(state)["grid"]
