"""Switches, rolls, who begins, and deities: MS-01 to MS-05, MS-12 to MS-14."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.errors import BadSwitch, UnknownSwitch
from companion.games.moons_and_stars.actions import Choose, Decide, Lot, Roll
from tests.companion.games.moons_and_stars.opening import (
    FEW,
    MANY,
    Faces,
    kept,
    rolled,
    set_up,
    spread,
)
from tests.companion.games.moons_and_stars.table import (
    GAME,
    ended,
    keys,
    play,
    refused,
    steps,
    table,
)

NO_MOVERS: Faces = (0, 0, 4, 4, 4, 4)


@pytest.mark.parametrize(
    ("columns", "last"),
    [pytest.param(5, "e9", id="MS-01 five"), pytest.param(12, "l9", id="MS-01 twelve")],
)
def test_a_board_has_as_many_columns_as_the_switch_says(columns: int, last: str) -> None:
    names = GAME.initial({"columns": columns}).geometry.names
    assert names[-1] == last
    assert len(names) == 9 * columns


def test_ms01_a_board_has_nine_columns_unless_told_otherwise() -> None:
    assert GAME.initial().geometry.names[-1] == "i9"


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param({"columns": 4}, id="MS-01 four columns"),
        pytest.param({"columns": 0}, id="MS-01 no columns"),
        pytest.param({"columns": 27}, id="MS-01 more files than letters"),
        pytest.param({"columns": "9"}, id="MS-01 a text"),
        pytest.param({"columns": True}, id="MS-01 a truth"),
        pytest.param({"columns": 9.0}, id="MS-01 a fraction"),
        pytest.param({"notches": 1}, id="MS-02 one notch"),
        pytest.param({"notches": 13}, id="MS-02 thirteen notches"),
        pytest.param({"deities": "maybe"}, id="MS-14"),
        pytest.param({"deities": True}, id="MS-14 a truth"),
        pytest.param({"null_moves": "no"}, id="MS-19"),
        pytest.param({"repetition": "always"}, id="MS-25"),
        pytest.param({"paths": "oneway"}, id="MS-52"),
        pytest.param({"dirlydwurg": 4}, id="MS-72"),
    ],
)
def test_a_switch_refuses_what_it_cannot_be(rules: dict[str, Any]) -> None:
    with pytest.raises(BadSwitch):
        GAME.initial(rules)


def test_an_unknown_switch_is_refused() -> None:
    with pytest.raises(UnknownSwitch):
        GAME.initial({"rows": 9})


@pytest.mark.parametrize(("count", "captures"), [(2, 1), (5, 4), (12, 11)])
def test_ms02_from_the_first_to_the_last_notch_are_one_steps_fewer(
    count: int, captures: int
) -> None:
    before = ("cadbeth", count - captures)
    state = table("e4:S e5:m b8:m c8:m", brown=before, notches=count)
    for _ in range(captures - 1):
        capture = table("e4:S e5:m b8:m c8:m", brown=("cadbeth", state.notches[0]), notches=count)
        state = play(capture, "e4xe5")
        assert state.owed is None
    last = table("e4:S e5:m b8:m c8:m", brown=("cadbeth", state.notches[0]), notches=count)
    assert play(last, "e4xe5").owed == 0


# --- Rolls ----------------------------------------------------------------------------------------


def test_ms03_the_dice_are_chance_and_each_side_rolls_once() -> None:
    state = GAME.initial()
    assert GAME.to_act(state) == {"chance"}
    state = play(state, Roll("blue", MANY))
    assert refused(state, Roll("blue", MANY)) == ["MS-03"]
    assert refused(state, Roll("brown", FEW)) == []


def test_ms03_nobody_decides_before_both_first_rolls_are_seen() -> None:
    state = play(GAME.initial(), Roll("brown", FEW))
    assert refused(state, Decide("brown", True)) == ["MS-03"]
    assert GAME.to_act(rolled()) == {"brown", "blue"}


def test_ms03_all_sixteen_are_rolled_again_and_the_second_result_stands() -> None:
    state = play(rolled(), Decide("blue", True), Decide("brown", False))
    assert state.start.rolls == (FEW, None)
    assert GAME.to_act(state) == {"chance"}
    assert refused(state, Roll("brown", FEW)) == ["MS-03"]
    second: Faces = (4, 4, 2, 2, 2, 2)
    state = play(state, Roll("blue", second))
    assert state.start.rolls == (FEW, second)
    assert refused(state, Decide("blue", True)) == ["MS-03"]
    assert refused(state, Roll("blue", MANY)) == ["MS-03"]


def test_ms03_a_side_decides_only_once() -> None:
    state = play(rolled(), Decide("blue", False))
    assert refused(state, Decide("blue", True)) == ["MS-03"]
    assert GAME.to_act(state) == {"brown"}


def test_ms03_both_may_reroll() -> None:
    state = play(rolled(), Decide("blue", True), Decide("brown", True))
    assert state.start.rolls == (None, None)
    state = play(state, Roll("brown", MANY), Roll("blue", FEW))
    assert GAME.to_act(state) == {"brown"}, "blue has fewer movers, so brown picks first"


@pytest.mark.parametrize(
    ("faces", "unreadable", "rulings"),
    [
        pytest.param((3, 3, 3, 2, 3, 1), 0, ["MS-03"], id="MS-03 fifteen"),
        pytest.param((3, 3, 3, 3, 3, 2), 0, ["MS-03"], id="MS-03 seventeen"),
        pytest.param((3, 3, 3, 3, 5, -1), 0, ["MS-03"], id="MS-03 fewer than none"),
        pytest.param((3, 3, 3, 2, 3, 1), 1, ["MS-04"], id="MS-04 one cocked"),
        pytest.param((3, 3, 3, 2, 3, 2), 1, ["MS-04", "MS-03"], id="MS-04 and seventeen"),
    ],
)
def test_a_roll_that_does_not_count(faces: Faces, unreadable: int, rulings: list[str]) -> None:
    assert refused(GAME.initial(), Roll("brown", faces, unreadable)) == rulings


def test_ms04_a_cocked_cube_rolled_again_leaves_the_reroll() -> None:
    state = GAME.initial()
    assert refused(state, Roll("brown", (2, 1, 4, 3, 3, 2), 1)) == ["MS-04"]
    state = play(state, Roll("brown", FEW), Roll("blue", MANY))
    assert refused(state, Decide("brown", True)) == []


def test_ms05_a_roll_without_movers_is_free_until_there_is_one() -> None:
    state = GAME.initial()
    for _ in range(3):
        state = play(state, Roll("brown", NO_MOVERS))
        assert state.start.rolls == (None, None)
    state = play(state, Roll("brown", FEW), Roll("blue", MANY))
    assert refused(state, Decide("brown", True)) == [], "the free rolls were no reroll"


def test_ms05_a_reroll_without_movers_is_free_too() -> None:
    state = play(rolled(), Decide("brown", True), Decide("blue", False), Roll("brown", NO_MOVERS))
    assert state.start.rolls == (None, MANY)
    assert play(state, Roll("brown", FEW)).start.rolls == (FEW, MANY)


def test_every_one_of_the_20349_rolls_is_listed_once() -> None:
    listed = [action for action in GAME.legal(play(GAME.initial(), Roll("brown", FEW)))]
    assert len(listed) == len(set(listed)) == 20_349


# --- Who begins, and the deities ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("brown", "blue", "first"),
    [
        pytest.param((2, 1, 4, 3, 3, 3), (2, 2, 3, 3, 3, 3), 0, id="MS-12 fewer movers, brown"),
        pytest.param((3, 3, 4, 2, 2, 2), (5, 0, 4, 3, 2, 2), 1, id="MS-12 fewer movers, blue"),
        pytest.param((4, 1, 3, 3, 3, 2), (3, 2, 3, 3, 3, 2), 0, id="MS-12 equal, fewer stars"),
        pytest.param((1, 4, 3, 3, 3, 2), (2, 3, 3, 3, 3, 2), 1, id="MS-12 equal, blue's stars"),
        pytest.param((2, 3, 3, 3, 3, 2), (2, 3, 1, 3, 3, 4), None, id="MS-12 the lot"),
    ],
)
def test_who_begins(brown: Faces, blue: Faces, first: int | None) -> None:
    assert kept(brown, blue).start.first == first


def test_ms12_the_lot_decides_between_equal_rolls() -> None:
    state = kept(FEW, FEW)
    assert GAME.to_act(state) == {"chance"}
    assert set(GAME.legal(state)) == {Lot("brown"), Lot("blue")}
    assert play(state, Lot("blue")).to_move == 1
    assert refused(kept(FEW, MANY), Lot("blue")) == ["MS-12"]
    assert refused(state, Lot("green")) == ["MS-12"]


def test_ms12_the_final_rolls_count() -> None:
    state = play(rolled(FEW, MANY), Decide("brown", True), Decide("blue", False))
    state = play(state, Roll("brown", (9, 0, 2, 2, 2, 1)))
    assert state.start.first == 1


def test_ms13_the_second_mover_picks_first_and_each_deity_is_one_figure() -> None:
    state = kept(FEW, MANY)
    assert GAME.to_act(state) == {"blue"}
    assert refused(state, Choose("brown", "cadbeth")) == ["MS-13"]
    assert refused(state, Choose("blue", "zeus")) == ["MS-13"]
    state = play(state, Choose("blue", "cadbeth"))
    assert GAME.to_act(state) == {"brown"}
    assert keys(state, Choose("brown", "cadbeth")) == ["deity-taken"]
    assert len(list(GAME.legal(state))) == 6
    assert steps(state, Choose("brown", "yinnok")) == ["MS-13 YINNOK on brown notch 1 placed"]
    assert play(state, Choose("brown", "yinnok")).deities == ("yinnok", "cadbeth")


def test_ms13_two_equal_deities_are_no_position() -> None:
    with pytest.raises(ValueError, match="MS-13"):
        table("e4:S", brown=("jothi", 1), blue=("jothi", 1))


def test_ms14_without_deities_the_set_up_follows_at_once() -> None:
    state = kept(deities="off")
    assert GAME.to_act(state) == {"brown", "blue"}
    assert refused(state, Choose("blue", "cadbeth")) == ["MS-13"]
    assert state.deities == (None, None)
    state = play(state, set_up("brown", spread("brown", FEW)), set_up("blue", spread("blue", MANY)))
    assert ended(state) is None
    assert state.to_move == 0
