"""How a round is counted: ML-01, ML-03, ML-11 … ML-15."""

from itertools import islice
from typing import Any

import pytest

from companion.games.errors import BadPosition
from tests.companion.games.moonlight.table import (
    GAME,
    counting,
    go,
    pair,
    play,
    points,
    position,
    result,
    table,
    why,
)

FULL = (
    "0,0=g1 1,0=b3 2,0=g2 3,0=b1"
    " 0,1=b4 1,1=g3 2,1=b2 3,1=g3"
    " 0,2=b1 1,2=g4 2,2=b3 3,2=g5"
)  # fmt: skip
BOX = {"corners": "bounding_box"}


def test_ml13_ml14_two_threes_beat_a_five_and_bring_four() -> None:
    found = result("0,0=g3 1,0=g3 2,0=b5")
    assert found["rows"] == [{"row": 0, "winner": "green", "points": 4}]
    assert (found["points"], found["winner"]) == (pair(4, 0), "green")


# --- ML-03: rows ----------------------------------------------------------------------------------


def test_ml03_a_wide_rectangle_has_three_rows_and_a_high_one_four() -> None:
    assert [row["row"] for row in result(FULL)["rows"]] == [0, 1, 2]
    high = " ".join(
        f"{site.split(',')[1]},{site.split(',')[0]}={stack}"
        for site, stack in (word.split("=") for word in FULL.split())
    )
    assert [row["row"] for row in result(high)["rows"]] == [0, 1, 2, 3]


def test_ml03_columns_bring_nothing_and_rows_keep_their_numbers() -> None:
    found = result("0,0=g5 0,-1=g4 1,0=b1 1,-1=b2")
    assert [(row["row"], row["points"]) for row in found["rows"]] == [(-1, 1), (0, 1)]


# --- ML-11, ML-01: moons --------------------------------------------------------------------------


def test_ml11_most_visible_moons_bring_two_points_also_from_lost_rows() -> None:
    assert points("0,0=g5m0 1,0=b1m3") == (1, 2)
    assert result("0,0=g5m0 1,0=b1m3")["moons"] == "blue"


def test_ml11_covered_moons_and_equal_ones_bring_nothing() -> None:
    assert points("0,0=b3m9.g4m1 1,0=b5m1") == (0, 1)
    assert result("0,0=b3m9.g4m1 1,0=b5m1")["moons"] is None


def test_ml01_where_one_card_does_not_tell_its_moons_totals_are_entered() -> None:
    laid = "0,0=g5m9 1,0=b1"
    assert result(laid)["moons"] is None
    assert points(laid) == (1, 0)
    assert points(laid, moons=pair(0, 1)) == (1, 2)
    assert points(laid, moons=pair(2, 2)) == (1, 0)
    assert points("0,0=g5m9 1,0=b3.g4m0 2,0=b1m1") == (4, 0)
    assert points("0,0=g5m1 1,0=b1m0", moons=pair(0, 3)) == (3, 0)


def test_ml01_moons_are_not_entered_where_all_are_printed() -> None:
    state = counting("0,0=g3m1 1,0=b4m1")
    assert why(state, "score; moons 1 2") == [("ML-01", "moons-printed")]
    assert why(state, "score") == []
    assert list(GAME.legal(state)) == [GAME.parse(state, "score")]
    unknown = counting("0,0=g3m1 1,0=b4")
    assert why(unknown, "score; moons 1 2") == []
    assert why(unknown, "score; moons -1 2") == [("ML-01", "moons-below-none")]


def test_ml01_the_lone_wolfs_moons_are_a_switch() -> None:
    laid = "0,0=gL 1,0=b5m1"
    assert result(laid)["moons"] is None
    assert result(laid, {"lone_wolf": {"value": None, "moons": 2}})["moons"] == "green"


# --- ML-01: the Lone Wolf and corrections ---------------------------------------------------------


def test_ml01_an_unknown_lone_wolf_adds_nothing_and_is_a_card_all_the_same() -> None:
    assert points("0,0=gL 1,0=g3 2,0=b2") == (3, 0)
    assert points("0,0=gL 1,0=b1") == (0, 1)
    assert points("0,0=gL") == (1, 0)


@pytest.mark.parametrize(("value", "both"), [(1, (0, 1)), (3, (1, 0)), (2, (0, 0))])
def test_ml01_a_lone_wolf_has_no_card_effect(value: int, both: tuple[int, int]) -> None:
    rules = {"lone_wolf": {"value": value, "moons": None}, **BOX}
    assert points("0,0=gL 1,0=b2", rules) == both


def test_ml01_an_unknown_lone_wolf_neither_covers_nor_is_covered() -> None:
    wolves: dict[str, Any] = {"lone_wolf": pair(True, True)}
    state = table("0,0=g3 1,0=bL 2,0=b1", "4 L", **wolves)
    assert why(state, "4 over 1,0") == [("ML-01", "wolf-not-covered")]
    assert why(state, "L over 2,0") == [("ML-01", "wolf-covers-nothing")]
    assert why(state, "L at 0,1") == []
    rules = {"lone_wolf": {"value": 3, "moons": None}}
    known = table("0,0=g3 1,0=bL 2,0=b2 3,0=b3", "4 L", rules=rules, **wolves)
    assert why(known, "4 over 1,0") == []
    assert why(known, "L over 2,0") == []
    assert why(known, "L over 3,0") == [("ML-05", "not-one-higher")]


def test_ml01_corrections_come_before_the_winner_is_found() -> None:
    held = pair(["Howl"], [])
    state = counting("0,0=g3 1,0=b4", powers=held, rounds_won=pair(1, 1))
    assert position(play(state, "score"))["rounds_won"] == pair(1, 2)
    after = position(play(state, "score; green +2 Howl; green -1 Howl"))
    assert after["last_round"]["points"] == pair(1, 1)
    better = position(play(state, "score; green +2 Howl"))
    assert (better["last_round"]["winner"], better["rounds_won"]) == ("green", pair(2, 1))


def test_ml01_only_a_held_power_corrects_points() -> None:
    state = counting("0,0=g3 1,0=b4", powers=pair(["Howl"], []))
    assert why(state, "score; blue +1 Howl") == [("ML-01", "correction-without-power")]
    assert why(state, "score; green +1 Den") == [("ML-01", "correction-without-power")]


def test_ml01_the_list_of_ways_to_count_has_corrections_up_and_down() -> None:
    state = counting("0,0=g3m1 1,0=b4m0", powers=pair(["Howl"], []))
    listed = list(islice(GAME.legal(state), 20))
    for said in ("score", "score; green +1 Howl", "score; green -1 Howl", "score; green -2 Howl"):
        assert GAME.parse(state, said) in listed


# --- ML-12: corners -------------------------------------------------------------------------------


def test_ml12_a_1_in_a_corner_of_the_rectangle_counts_3() -> None:
    rows = [(row["winner"], row["points"]) for row in result(FULL)["rows"]]
    # 3 + 2 : 3 + 3 above, 3 + 3 : 4 + 2 in the middle, 4 + 5 : 3 + 3 below
    assert rows == [("blue", 3), (None, 0), ("green", 2)]


def test_ml12_the_rectangle_may_have_an_empty_cell() -> None:
    laid = "0,0=g1 1,0=b2 0,1=b3 1,1=g3 2,1=b1 3,1=g4 0,2=g2 1,2=b4"
    assert result(laid)["rows"][0] == {"row": 0, "winner": "green", "points": 1}


@pytest.mark.parametrize(
    "laid",
    [
        "0,0=g1 1,0=b2 2,0=b3",
        "0,0=g1 1,0=b2 0,1=b3 0,2=g3 2,2=g1 2,1=b1",
        "0,0=g1 1,0=b2 2,0=g1 3,0=b2 0,1=g3 1,1=b3 2,1=g4 3,1=b4",
    ],
)
def test_ml12_a_smaller_box_has_corners_only_by_switch(laid: str) -> None:
    assert result(laid)["rows"][0]["winner"] == "blue"
    first = result("0,0=g1 1,0=b2 0,1=b3", BOX)["rows"][0]
    assert first == {"row": 0, "winner": "green", "points": 1}


def test_ml12_a_covered_1_and_one_inside_count_what_they_are() -> None:
    inside = "0,0=b2 1,0=g1 2,0=g1 3,0=b1 0,1=g3 0,2=g4"
    assert result(inside)["rows"][0] == {"row": 0, "winner": "blue", "points": 2}
    covered = "0,0=g1.b2 1,0=g2 2,0=g1 3,0=b4 0,1=g3 0,2=g4"
    assert result(covered)["rows"][0]["winner"] == "blue"


def test_ml12_a_rectangle_of_four_rows_has_corners_too() -> None:
    laid = "0,0=g1 1,0=b2 2,0=g4 0,1=b3 0,2=b4 0,3=g1 2,3=b2"
    rows = result(laid)["rows"]
    assert rows[3] == {"row": 3, "winner": "green", "points": 1}


# --- ML-13, ML-14: rows and points ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "winner", "gained"),
    [
        ("0,0=g1", "green", 1),
        ("0,0=gL", "green", 1),
        ("0,0=g2 1,0=b2", None, 0),
        ("0,0=g3 1,0=b3", None, 0),
        ("0,0=g3 1,0=b2 2,0=b1", None, 0),
        ("0,0=b5 1,0=g3 2,0=g1", "blue", 1),
        ("0,0=b5.g3 1,0=b2", "green", 2),
        ("0,0=g3 1,0=g3 2,0=g3 3,0=b5", "green", 6),
        ("0,0=g3 1,0=g2 2,0=b3", "green", 3),
        ("0,0=b3 1,0=b3 2,0=b4 3,0=g5", "blue", 5),
    ],
)
def test_ml13_ml14_a_row_and_its_points(laid: str, winner: str | None, gained: int) -> None:
    (row,) = result(laid)["rows"]
    assert (row["winner"], row["points"]) == (winner, gained)


def test_ml13_an_empty_row_is_nobodys() -> None:
    rows = result("0,0=g3 0,2=b3")["rows"]
    assert rows[1] == {"row": 1, "winner": None, "points": 0}


def test_ml14_a_corner_1_brings_one_point_and_no_extra() -> None:
    assert points("0,0=g1 1,0=b2", BOX) == (1, 0)


# --- ML-15: equal points --------------------------------------------------------------------------


def test_ml15_more_visible_cards_decide_those_of_tied_rows_too() -> None:
    found = result("0,0=g5 1,0=b4 0,1=b5 1,1=g4 0,2=g2 1,2=b1 2,2=b1")
    assert (found["points"], found["winner"]) == (pair(1, 1), "blue")


def test_ml15_covered_cards_do_not_decide() -> None:
    found = result("0,0=b4.g5 1,0=b4 0,1=b5 1,1=g4")
    assert (found["points"], found["winner"]) == (pair(1, 1), None)


def test_ml15_points_go_before_cards() -> None:
    assert result("0,0=g5 1,0=b1 2,0=b1")["winner"] == "green"


def test_ml15_still_equal_the_round_is_played_again_without_rewards() -> None:
    state = counting("0,0=g5 1,0=b4 0,1=b5 1,1=g4", rounds_won=pair(1, 0))
    after = position(go(state, "score").state)
    assert (after["phase"], after["starter"], after["rounds_won"]) == ("deal", "green", pair(1, 0))
    assert after["lone_wolf"] == pair(False, False)
    assert after["last_round"]["winner"] is None


def test_an_empty_table_counts_nothing() -> None:
    assert result("") == {"moons": None, "rows": [], "points": pair(0, 0), "winner": None}
    with pytest.raises(BadPosition):
        GAME.score_case({}, {})
