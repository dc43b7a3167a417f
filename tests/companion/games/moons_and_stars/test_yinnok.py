"""Yinnok: enemy paths and traps change places, and the new traps pull: MS-64 to MS-68."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.moons_and_stars import State
from companion.games.moons_and_stars.actions import Yinnok
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


def owed(points: str, **options: Any) -> State:
    """A table on which brown's Yinnok is to act."""
    blue = options.pop("blue", ("lamban", 1))
    return table(points, brown=("yinnok", 5), blue=blue, owed="brown", **options)


def face(**facings: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(facings.items()))


def test_ms64_all_enemy_paths_become_traps_and_all_its_traps_paths() -> None:
    state = owed("c5:h| d7:h- f6:tn g6:te b3:H| b4:Tn")
    after = play(state, Yinnok(face(c5="south", d7="west")))
    assert at(after, "c5", "d7", "f6", "g6") == "ts tw h| h-"
    assert at(after, "b3", "b4") == "H| Tn", "the own ones stay"


def test_ms65_the_active_player_picks_one_of_the_two_ends() -> None:
    state = owed("c5:h| d7:h-")
    assert set(GAME.legal(state)) == {
        Yinnok(face(c5=one, d7=other)) for one in ("north", "south") for other in ("east", "west")
    }


def test_ms65_one_way_the_facing_is_kept() -> None:
    state = owed("c5:hn d7:hw f6:te", paths="one-way")
    assert list(GAME.legal(state)) == [Yinnok()]
    assert at(play(state, Yinnok()), "c5", "d7", "f6") == "tn tw he"


@pytest.mark.parametrize(
    ("facings", "key"),
    [
        pytest.param({"c5": "north"}, "yinnok-face-all", id="MS-65 one left out"),
        pytest.param({}, "yinnok-face-all", id="MS-65 all left out"),
        pytest.param({"c5": "east", "d7": "east"}, "yinnok-along-axis", id="MS-65 across"),
        pytest.param({"c5": "up", "d7": "east"}, "yinnok-along-axis", id="MS-65 no way"),
        pytest.param(
            {"c5": "north", "d7": "east", "f6": "north"}, "yinnok-not-a-path", id="MS-65 a trap"
        ),
        pytest.param(
            {"b3": "north", "c5": "north", "d7": "east"},
            "yinnok-not-a-path",
            id="MS-65 an own path",
        ),
        pytest.param(
            {"c5": "north", "d7": "east", "z7": "east"}, "yinnok-not-a-path", id="MS-65 off board"
        ),
    ],
)
def test_what_is_wrong_with_the_facings(facings: dict[str, str], key: str) -> None:
    state = owed("c5:h| d7:h- f6:tn b3:H|")
    assert key in keys(state, Yinnok(tuple(sorted(facings.items()))))
    assert refused(state, Yinnok(tuple(sorted(facings.items())))) == ["MS-65"]


# --- What the new trap on e5, facing north, does to what stands on e4 ----------------------------

PULLS = {
    "MS-66 an own star": ("e4:S", ". S"),
    "MS-66 an enemy star": ("e4:s", ". s"),
    "MS-66 an own stack": ("e4:MS", ". MS"),
    "MS-66 an enemy stack": ("e4:mm", ". mm"),
    "MS-66 not from a safe": ("e4:FS", "FS ."),
    "MS-66 not from the enemy's safe": ("e4:fs", "fs ."),
    "MS-66 an enemy at the exit is removed": ("e4:S e6:m", ". S"),
    "MS-66 an own moon at the exit is removed": ("e4:S e6:M", ". S"),
    "MS-66 an own star at the exit is removed": ("e4:S e6:S", ". S"),
    "MS-66 a stack at the exit is removed": ("e4:s e6:MS", ". s"),
    "MS-66 an enemy's own stack at the exit is removed": ("e4:s e6:ms", ". s"),
    "MS-66 a moon onto a pit": ("e4:M e6:p", ". p"),
    "MS-66 a star onto a pit": ("e4:s e6:P", ". ."),
    "MS-66 a stack onto a pit": ("e4:MS e6:P", ". P"),
    "MS-66 a lone mover onto an empty safe": ("e4:S e6:f", ". fS"),
    "MS-66 a stack onto a safe is removed": ("e4:MS e6:f", ". f"),
    "MS-66 a full safe at the exit": ("e4:S e6:fs", ". fs"),
    "MS-66 an own stone at the exit": ("e4:S e6:O", ". O"),
    "MS-66 a trap's flank": ("e4:S e6:Te", ". Te"),
    "MS-66 a trap that faces back": ("e4:S e6:Ts", ". Ts"),
    "MS-66 a path's flank": ("e4:S e6:H-", ". H-"),
}
LOSSES = {
    "MS-66 an own moon at the exit is removed": {"moon": 1},
    "MS-66 an own star at the exit is removed": {"star": 1},
    "MS-66 a stack at the exit is removed": {"moon": 1, "star": 1},
    "MS-66 a moon onto a pit": {"moon": 1},
    "MS-66 a star onto a pit": {"pit": 1},
    "MS-66 a stack onto a pit": {"moon": 1, "star": 1},
    "MS-66 a stack onto a safe is removed": {"moon": 1, "star": 1},
    "MS-66 a full safe at the exit": {"star": 1},
    "MS-66 an own stone at the exit": {"star": 1},
    "MS-66 a trap's flank": {"star": 1},
    "MS-66 a trap that faces back": {"star": 1},
    "MS-66 a path's flank": {"star": 1},
}


@pytest.mark.parametrize(
    ("points", "result", "loss"),
    [pytest.param(*case, LOSSES.get(name, {}), id=name) for name, case in PULLS.items()],
)
def test_what_the_new_trap_pulls(points: str, result: str, loss: dict[str, int]) -> None:
    state = owed(f"e5:h| {points} c7:m")
    after = play(state, Yinnok(face(e5="north")))
    assert at(after, "e4", "e6") == result
    assert lost(after, "brown") == loss
    assert notches(after) == (1, 1), "no notches for anybody"


def test_ms66_off_the_board_is_removed() -> None:
    after = play(owed("e8:S e9:h|"), Yinnok(face(e9="north")))
    assert lost(after, "brown") == {"star": 1}
    assert notches(after) == (1, 1)


def test_ms66_chains_are_pulled_through() -> None:
    after = play(owed("e4:S e5:h| f6:Te c6:tn"), Yinnok(face(e5="north")))
    assert at(after, "e6", "g6", "c6") == ". S h|"
    after = play(owed("e4:S e5:h| e6:Tn"), Yinnok(face(e5="north")))
    assert at(after, "e7") == "S"


def test_ms66_the_end_of_a_ride_counts_as_an_exit() -> None:
    for other in ("S", "m", "ms"):
        after = play(owed(f"e4:M e5:h| e6:H| e7:{other} c7:m"), Yinnok(face(e5="north")))
        assert at(after, "e4", "e7") == ". M"


def test_ms66_only_new_traps_pull() -> None:
    """d4 is the mouth of an old trap of brown's: what stands there stays."""
    after = play(owed("d4:S d5:Tn c7:h|"), Yinnok(face(c7="north")))
    assert at(after, "d4", "d6") == "S ."


def test_ms66_a_piece_removed_at_the_end_of_a_chain_has_cleared_the_exits_before_it() -> None:
    """The moon goes to f5, where the star is removed; g5 would pull it on onto the own stone."""
    state = owed("d5:M e5:h- f5:s g5:Te h5:O a3:M")
    after = play(state, Yinnok(face(e5="east")))
    assert at(after, "d5", "f5", "h5") == ". . O"
    assert lost(after, "brown") == {"moon": 1}
    assert lost(after, "blue") == {"star": 1}
    assert steps(state, Yinnok(face(e5="east")))[1:4] == [
        "MS-66 s off f5/0 taken away",
        "MS-66 M d5-f5 pulled by e5",
        "MS-66 M off f5/0 lost by g5",
    ]


# --- Order ----------------------------------------------------------------------------------------


def test_ms66_orders_that_lead_to_the_same_table_need_not_be_told_apart() -> None:
    """The star meets the moon on e6 or on e8; either way it stands on e8 and the moon is gone."""
    state = owed("e4:S e5:h| e6:m e7:h| c7:m")
    after = play(state, Yinnok(face(e5="north", e7="north")))
    assert at(after, "e4", "e6", "e8") == ". . S"
    assert lost(after, "blue") == {"moon": 1}


def test_ms66_the_order_must_be_given_where_it_makes_a_difference() -> None:
    state = owed("d5:S e5:h- f5:m g5:h- h5:m")
    facings = face(e5="east", g5="west")
    assert refused(state, Yinnok(facings)) == ["MS-66"]
    assert keys(state, Yinnok(facings)) == ["yinnok-order-needed"]
    one = play(state, Yinnok(facings, ("d5", "h5")))
    other = play(state, Yinnok(facings, ("h5", "d5")))
    assert at(one, "d5", "f5", "h5") == ". m ."
    assert at(other, "d5", "f5", "h5") == ". S ."


def test_ms66_an_order_that_makes_no_difference_may_be_left_out() -> None:
    state = owed("e4:S e5:h| c7:m c8:h|")
    facings = face(c8="north", e5="north")
    assert refused(state, Yinnok(facings)) == []
    assert keys(state, Yinnok(facings, ("c7", "e4"))) == ["yinnok-order-idle"]
    assert GAME.complete(state, Yinnok(facings, ("c7", "e4"))) == Yinnok(facings)


@pytest.mark.parametrize(
    ("order", "key"),
    [
        pytest.param(("d5",), "yinnok-each-mouth-once", id="MS-66 one left out"),
        pytest.param(("d5", "d5"), "yinnok-each-mouth-once", id="MS-66 one twice"),
        pytest.param(("d5", "h5", "b5"), "yinnok-not-a-mouth", id="MS-66 no mouth"),
        pytest.param(("d5", "z5"), "yinnok-not-a-mouth", id="MS-66 off the board"),
    ],
)
def test_what_is_wrong_with_an_order(order: tuple[str, ...], key: str) -> None:
    state = owed("d5:S e5:h- f5:m g5:h- h5:m")
    assert key in keys(state, Yinnok(face(e5="east", g5="west"), order))


def test_ms66_two_new_traps_at_one_mouth_are_told_apart_by_their_facing() -> None:
    state = owed("e4:S e5:h| f4:h- c7:m")
    facings = face(e5="north", f4="east")
    assert keys(state, Yinnok(facings)) == ["yinnok-order-needed"]
    assert at(play(state, Yinnok(facings, ("e4 north",))), "e4", "e6", "g4") == ". S ."
    assert at(play(state, Yinnok(facings, ("e4 east",))), "e4", "e6", "g4") == ". . S"
    assert "yinnok-not-a-mouth" in keys(state, Yinnok(facings, ("e4 west",)))


def test_ms66_an_order_of_ten_mouths_is_taken_as_it_is_said_and_its_end_may_be_left_out() -> None:
    """Five pairs of traps, each pair with one exit: every pair's order makes a difference."""
    rows = range(2, 7)
    points = " ".join(f"a{r}:M b{r}:h- d{r}:h- e{r}:m" for r in rows)
    facings = [(f"b{r}", "east") for r in rows] + [(f"d{r}", "west") for r in rows]
    order = tuple(f"{file}{r}" for r in rows for file in "ae")
    state = owed(points)
    action = Yinnok(tuple(sorted(facings)), order)
    assert refused(state, action) == []
    assert GAME.complete(state, action) == action
    assert GAME.complete(state, Yinnok(action.face, order[:-1])) == action


# --- Stones ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "result"),
    [
        pytest.param("", ". O", id="MS-67 an empty exit"),
        pytest.param("e6:m", "O m", id="MS-67 a mover at the exit"),
        pytest.param("e6:p", "O p", id="MS-67 a pit at the exit"),
        pytest.param("e6:F", "O F", id="MS-67 a safe at the exit"),
        pytest.param("e6:H|", "O H|", id="MS-67 a path at the exit"),
        pytest.param("e6:Tn", "O Tn", id="MS-67 a trap in line at the exit"),
        pytest.param("e6:Ts", "O Ts", id="MS-67 a lethal pair"),
    ],
)
def test_a_stone_on_a_new_mouth(points: str, result: str) -> None:
    after = play(owed(f"e4:O e5:h| {points}"), Yinnok(face(e5="north")))
    assert at(after, "e4", "e6") == result


def test_ms67_a_stone_stays_where_the_trap_faces_off_the_board() -> None:
    assert at(play(owed("e8:o e9:h|"), Yinnok(face(e9="north"))), "e8") == "o"


def test_ms67_a_stone_is_carried_on_by_a_further_trap_or_stays() -> None:
    assert at(play(owed("e4:O e5:h| f6:Te"), Yinnok(face(e5="north"))), "e6", "g6") == ". O"
    assert at(play(owed("e4:O e5:h| f6:Te g6:m"), Yinnok(face(e5="north"))), "e6", "g6") == "O m"


def test_ms66_a_stones_mouth_has_its_place_in_the_order() -> None:
    """The stone goes to f5 if it is first; if the moon is, the stone's exit is taken."""
    state = owed("d5:O e5:h- g5:h- h5:m c8:m")
    facings = face(e5="east", g5="west")
    assert at(play(state, Yinnok(facings, ("h5", "d5"))), "d5", "f5") == "O m"
    reached = play(state, Yinnok(facings, ("d5", "h5")))
    assert at(reached, "f5") == "Om"
    assert ended(reached) == ("blue", "MS-73")


def test_ms67_a_mover_pulled_onto_the_other_stone_has_reached_it() -> None:
    assert ended(play(owed("e4:S e5:h| e6:o"), Yinnok(face(e5="north")))) == ("brown", "MS-73")
    assert ended(play(owed("e4:s e5:h| e6:O"), Yinnok(face(e5="north")))) == ("blue", "MS-73")


def test_ms66_reaching_a_stone_ends_the_game_and_further_pulls_are_not_made() -> None:
    state = owed("e4:S e5:h| e6:o c4:M c5:h|")
    after = play(state, Yinnok(face(c5="north", e5="north"), ("e4", "c4")))
    assert at(after, "c4", "c6") == "M ."
    after = play(state, Yinnok(face(c5="north", e5="north"), ("c4", "e4")))
    assert at(after, "c4", "c6") == ". M"


def test_ms74_both_emptied_by_yinnok_is_a_draw() -> None:
    state = owed("e8:S e9:h| c8:s c9:h| a1:O i9:o", spare=False)
    after = play(state, Yinnok(face(c9="north", e9="north")))
    assert ended(after) == (None, "MS-74")


def test_ms73_the_last_mover_may_be_lost_to_yinnok() -> None:
    state = owed("e8:S e9:h| c5:s a1:O i9:o", spare=False)
    assert ended(play(state, Yinnok(face(e9="north")))) == ("blue", "MS-73")
    state = owed("e8:s e9:h| c5:S a1:O i9:o", spare=False)
    assert ended(play(state, Yinnok(face(e9="north")))) == ("brown", "MS-73")


def test_ms68_the_cubes_are_turned_over_before_anything_is_pulled() -> None:
    state = owed("e4:S e5:h| f6:tn")
    assert steps(state, Yinnok(face(e5="north")))[:3] == [
        "MS-64 h| to tn e5/0 turned over",
        "MS-64 tn to h| f6/0 turned over",
        "MS-66 S e4-e6 pulled by e5",
    ]
