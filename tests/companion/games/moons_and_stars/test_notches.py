"""Notches, and when a bonus is owed, taken or lapses: MS-56 to MS-61."""

from __future__ import annotations

import pytest

from companion.games.moons_and_stars.actions import Cadbeth, Jothi, Keddep, Move, Pass
from tests.companion.games.moons_and_stars.table import (
    GAME,
    at,
    ended,
    keys,
    lost,
    notches,
    play,
    refused,
    steps,
    table,
)

BROWN = ("jothi", 1)
BLUE = ("lamban", 1)

CASES = {
    "MS-56 a captured mover": ("e4:S e5:m", "e4-e5", (2, 1)),
    "MS-56 a captured stack": ("e4:S e5:ms", "e4-e5", (3, 1)),
    "MS-56 captured on the mouth and at the exit": ("e4:S e5:m e6:Tn e7:s", "e4-e5", (3, 1)),
    "MS-56 an enemy pit removed by a star": ("e4:S e5:p", "e4-e5", (2, 2)),
    "MS-56 an own pit removed by a star": ("e4:S e5:P", "e4-e5", (1, 1)),
    "MS-56 a moon on an enemy pit": ("e3:M e5:p", "e3-e5", (1, 2)),
    "MS-56 a moon on an own pit": ("e3:M e5:P", "e3-e5", (1, 1)),
    "MS-56 a stack on an enemy pit": ("e4:MS e5:p", "e4-e5", (1, 3)),
    "MS-56 a stack on an own pit": ("e4:MS e5:P", "e4-e5", (1, 1)),
    "MS-56 lost in an enemy lethal pull": ("e7:S e9:tn", "e7-e8", (1, 2)),
    "MS-56 a stack lost in an enemy lethal pull": ("e7:MS e9:tn", "e7-e8", (1, 3)),
    "MS-56 lost in an own lethal pull": ("e7:S e9:Tn", "e7-e8", (1, 1)),
    "MS-56 two traps, the first the enemy's": ("e6:S e8:tn e9:Tn", "e6-e7", (1, 2)),
    "MS-56 two traps, the second the enemy's": ("e6:S e8:Tn e9:tn", "e6-e7", (1, 2)),
    "MS-56 an enemy trap, then an own pit: no lethal pull": ("e4:S e6:tn e7:P", "e4-e5", (1, 1)),
    "MS-56 an own trap, then an enemy pit": ("e4:S e6:Tn e7:p", "e4-e5", (2, 2)),
    "MS-56 a moon by an own trap onto an enemy pit": ("e3:M e6:Tn e7:p", "e3-e5", (1, 2)),
    "MS-57 a capture, then lost": ("e7:S e8:m e9:tn", "e7-e8", (2, 2)),
}


@pytest.mark.parametrize(
    ("points", "move", "after"), [pytest.param(*case, id=name) for name, case in CASES.items()]
)
def test_who_steps_on(points: str, move: str, after: tuple[int, int]) -> None:
    assert notches(play(table(points, brown=BROWN, blue=BLUE), move)) == after


def test_ms56_a_lethal_chain_with_a_rider_mounted_on_the_way_counts_both() -> None:
    """The star mounts the moon on e8, and both are carried off the board."""
    state = table("e5:S e7:Tn e8:M f8:te g8:te h8:te i8:te", brown=BROWN, blue=BLUE)
    after = play(state, "e5-e6")
    assert lost(after, "brown") == {"moon": 1, "star": 1}
    assert notches(after) == (1, 3)


def test_ms56_a_lethal_pull_over_an_own_trap_after_an_enemy_one_counts() -> None:
    """One trap of the enemy's among those that pulled is enough, whichever was the last."""
    state = table("e5:S e7:tn f8:Te g8:Te h8:Te i8:Te", brown=BROWN, blue=BLUE)
    assert notches(play(state, "e5-e6")) == (1, 2)


def test_ms56_what_a_deitys_bonus_removes_never_counts() -> None:
    state = table("e4:S e5:m e6:s", brown=("cadbeth", 5), blue=BLUE, owed="brown")
    assert notches(play(state, Cadbeth(("e5", "e6")))) == (1, 1)
    state = table("e4:S e5:p", brown=("jothi", 5), blue=BLUE, owed="brown")
    assert notches(play(state, Jothi())) == (1, 1)


def test_ms56_a_side_without_a_deity_counts_no_notches() -> None:
    state = play(table("e4:S e5:m", blue=BLUE), "e4xe5")
    assert notches(state) == (1, 1)
    assert state.owed is None
    assert notches(play(table("e3:M e5:p", brown=BROWN), "e3-e5")) == (1, 1)


# --- The bonus is owed ----------------------------------------------------------------------------


def test_ms57_both_gain_in_one_move_and_the_mover_takes_its_bonus_first() -> None:
    state = table("e4:S e5:p b8:m c8:p g4:f", brown=("cadbeth", 4), blue=("keddep", 4))
    state = play(state, "e4-e5")
    assert notches(state) == (5, 5)
    assert state.owed == 0
    assert GAME.to_act(state) == {"brown"}
    assert state.to_move == 0


def test_ms57_then_the_other_side_takes_its_own_before_the_next_turn() -> None:
    state = table("e4:S e5:p b8:m c8:m d8:m g4:f", brown=("cadbeth", 4), blue=("keddep", 4))
    state = play(state, "e4-e5", Cadbeth(("b8", "c8")))
    assert state.owed == 1
    assert state.to_move == 0, "still brown's turn"
    assert notches(state) == (1, 5)
    state = play(state, Keddep("moon"))
    assert at(state, "g4") == "m"
    assert state.owed is None
    assert state.to_move == 1
    assert notches(state) == (1, 1)


def test_ms58_steps_beyond_the_last_notch_are_counted_on() -> None:
    state = table("e4:S e5:mm b8:m c8:m d8:m", brown=("cadbeth", 4))
    state = play(state, "e4xe5")
    assert notches(state) == (6, 1)
    assert at(state, "brown notch 5") == "CADBETH", "it stands on the last notch meanwhile"
    state = play(state, Cadbeth(("b8", "c8")))
    assert notches(state) == (2, 1)
    assert at(state, "brown notch 2") == "CADBETH"


def test_ms58_two_bonuses_in_one_move() -> None:
    """With two notches every capture brings the bonus; a stack brings two."""
    state = table("e4:S e5:mm b8:m c8:m d8:m e8:m f8:m", brown=("cadbeth", 1), notches=2)
    state = play(state, "e4xe5")
    assert notches(state) == (3, 1)
    state = play(state, Cadbeth(("b8", "c8")))
    assert notches(state) == (2, 1)
    assert state.owed == 0
    assert state.to_move == 0
    state = play(state, Cadbeth(("d8", "e8")))
    assert notches(state) == (1, 1)
    assert state.to_move == 1


def test_ms58_the_second_of_two_bonuses_may_lapse() -> None:
    state = table("e4:S e5:mm b8:p", brown=("jothi", 1), notches=2)
    state = play(state, "e4xe5", Jothi())
    assert notches(state) == (1, 1)
    assert state.owed is None


def test_ms59_the_bonus_is_compulsory_and_comes_before_everything_else() -> None:
    state = table("e4:S e5:p b8:m", brown=("jothi", 5), owed="brown")
    assert refused(state, "e4-e3") == ["MS-59"]
    assert refused(state, Pass())[0] == "MS-59"
    assert refused(state, Cadbeth(("b8",))) == ["MS-59"]
    assert set(GAME.legal(state)) == {Jothi()}
    assert keys(state, "e4-e3") == ["bonus-first"]


def test_ms59_a_move_that_is_wrong_besides_gets_both_reasons() -> None:
    state = table("e4:S e5:p b8:m", brown=("jothi", 5), owed="brown")
    assert refused(state, "e4-f5") == ["MS-59", "MS-16"]


def test_ms59_a_bonus_that_is_not_owed_is_refused() -> None:
    state = table("e4:S e5:p", brown=("jothi", 4))
    assert refused(state, Jothi()) == ["MS-59"]


def test_ms59_it_comes_in_whoevers_turn_it_falls() -> None:
    """Brown's moon falls into blue's pit; blue takes its bonus, and then blue moves."""
    state = table("e3:M e5:p e7:P c4:S", blue=("jothi", 4))
    state = play(state, "e3-e5")
    assert state.owed == 1
    assert GAME.to_act(state) == {"blue"}
    assert state.to_move == 0
    state = play(state, "Jothi")
    assert at(state, "e5", "e7") == "p ."
    assert state.to_move == 1
    assert GAME.to_act(state) == {"blue"}


def test_ms59_a_position_with_a_deity_on_the_last_notch_owes_its_bonus() -> None:
    assert table("e4:S e5:p", brown=("jothi", 5)).owed == 0
    assert table("e4:S e5:p", brown=("jothi", 6)).owed == 0
    with pytest.raises(ValueError, match="owed"):
        table("e4:S e5:p", brown=("jothi", 4), owed="brown")


def test_ms59_the_turn_changes_with_the_action_that_ends_the_game() -> None:
    state = play(table("e4:S e5:o", brown=("jothi", 4)), "e4-e5")
    assert ended(state) == ("brown", "MS-73")
    assert state.to_move == 1


def test_ms60_with_nothing_to_do_the_bonus_lapses_and_the_deity_goes_back() -> None:
    state = table("e4:S e5:m", brown=("jothi", 4))
    after = play(state, "e4xe5")
    assert notches(after) == (1, 1)
    assert after.owed is None
    assert after.to_move == 1
    assert [line for line in steps(state, "e4xe5") if "JOTHI" in line] == [
        "MS-56 JOTHI brown notch 4-brown notch 5 advanced",
        "MS-58 JOTHI brown notch 5-brown notch 1 set back",
    ]


@pytest.mark.parametrize(
    ("deity", "points"),
    [
        pytest.param("jothi", "c2:P", id="MS-60 Jothi: no enemy pit"),
        pytest.param("lamban", "c2:H|", id="MS-60 Lamban: no enemy path"),
        pytest.param("yinnok", "c2:H| d2:Tn", id="MS-60 Yinnok: no enemy path or trap"),
        pytest.param("keddep", "c2:f d2:Fm", id="MS-60 Keddep: no own safe to turn over"),
        pytest.param("agbert", "c2:S", id="MS-60 Agbert: nothing lost"),
    ],
)
def test_when_a_bonus_lapses(deity: str, points: str) -> None:
    after = play(table(f"e4:S e5:m {points}", brown=(deity, 4)), "e4xe5")
    assert after.owed is None
    assert notches(after)[0] == 1


def test_ms60_a_lapsed_bonus_leaves_the_steps_beyond_it() -> None:
    after = play(table("e4:S e5:mm", brown=("jothi", 4)), "e4xe5")
    assert notches(after) == (2, 1)


@pytest.mark.parametrize(
    ("points", "move"),
    [
        pytest.param("e4:S e5:m", "e4-e5", id="MS-61 the last mover"),
        pytest.param("e4:S e5:m e6:tn e7:o", "e4-e5", id="MS-61 the stone"),
    ],
)
def test_the_win_comes_before_any_bonus(points: str, move: str) -> None:
    state = table(f"{points} b8:p i1:S a1:O", brown=("jothi", 4), spare="o" in points)
    after = play(state, move)
    assert ended(after) == ("brown", "MS-73")
    assert after.owed is None
    assert notches(after) == (5, 1)
    assert GAME.to_act(after) == frozenset()
    assert refused(after, Jothi()) == ["MS-73"]
    assert refused(after, Move("e4", "all", "e5", "e5")) == ["MS-73"]
