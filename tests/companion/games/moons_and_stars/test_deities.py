"""Cadbeth, Lamban, Agbert, Jothi, Keddep and Dirlydwurg: MS-62, MS-63, MS-69 to MS-72."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.games.moons_and_stars import State
from companion.games.moons_and_stars.actions import (
    DEITIES,
    Agbert,
    Cadbeth,
    Dirlydwurg,
    Jothi,
    Keddep,
    Lamban,
)
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


def owed(points: str, deity: str, **options: Any) -> State:
    """A table on which brown's deity is to act."""
    return table(points, brown=(deity, options.get("notches", 5)), owed="brown", **options)


# --- Cadbeth --------------------------------------------------------------------------------------


def test_ms62_cadbeth_removes_two_enemy_movers_and_gains_nothing() -> None:
    state = owed("e4:S e5:m f5:s g5:m", "cadbeth")
    after = play(state, Cadbeth(("e5", "f5")))
    assert at(after, "e5", "f5", "g5") == ". . m"
    assert lost(after, "blue") == {"moon": 1, "star": 1}
    assert notches(after) == (1, 1)
    assert len(list(GAME.legal(state))) == 6, "any two of four"


@pytest.mark.parametrize(
    ("remove", "left"),
    [
        pytest.param(("e5", "f5"), "s .", id="MS-62 the moon below: its rider drops"),
        pytest.param(("e5 top", "f5"), "m .", id="MS-62 the rider alone"),
        pytest.param(("e5", "e5 top"), ". s", id="MS-62 the whole stack"),
    ],
)
def test_cadbeth_in_a_stack(remove: tuple[str, ...], left: str) -> None:
    after = play(owed("e4:S e5:ms f5:s", "cadbeth"), Cadbeth(remove))
    assert at(after, "e5", "f5") == left
    assert sum(lost(after, "blue").values()) == 2


def test_ms62_a_rider_that_drops_onto_a_mouth_is_not_pulled() -> None:
    after = play(owed("e4:S e5:ms e6:Tn f5:s", "cadbeth"), Cadbeth(("e5", "f5")))
    assert at(after, "e5", "e7") == "s ."


def test_ms62_movers_on_safes_too() -> None:
    after = play(owed("e4:S e5:Fm f5:fs", "cadbeth"), Cadbeth(("e5", "f5")))
    assert at(after, "e5", "f5") == "F f"


def test_ms62_one_if_there_is_only_one_and_that_wins() -> None:
    state = table("e4:S e5:m a1:O i9:o", brown=("cadbeth", 5), owed="brown", spare=False)
    assert list(GAME.legal(state)) == [Cadbeth(("e5",))]
    assert ended(play(state, Cadbeth(("e5",)))) == ("brown", "MS-73")


@pytest.mark.parametrize(
    ("remove", "key"),
    [
        pytest.param(("e5",), "cadbeth-number", id="MS-62 one of several"),
        pytest.param((), "cadbeth-number", id="MS-62 none"),
        pytest.param(("a9", "e5", "f5"), "cadbeth-number", id="MS-62 three"),
        pytest.param(("e5", "e5"), "cadbeth-once-each", id="MS-62 one twice"),
        pytest.param(("e4", "e5"), "cadbeth-enemy-movers", id="MS-62 an own star"),
        pytest.param(("e5", "g5"), "cadbeth-enemy-movers", id="MS-62 a pit"),
        pytest.param(("e5", "h5"), "cadbeth-enemy-movers", id="MS-62 an empty point"),
        pytest.param(("e5", "z5"), "cadbeth-enemy-movers", id="MS-62 off the board"),
        pytest.param(("e5", "f5 top"), "cadbeth-enemy-movers", id="MS-62 no rider there"),
    ],
)
def test_what_cadbeth_does_not_do(remove: tuple[str, ...], key: str) -> None:
    state = owed("e4:S e5:m f5:s g5:p", "cadbeth")
    assert key in keys(state, Cadbeth(remove))
    assert refused(state, Cadbeth(remove)) == ["MS-62"]


# --- Lamban ---------------------------------------------------------------------------------------


def test_ms63_lamban_turns_any_number_of_enemy_paths() -> None:
    state = owed("e4:S e6:h| f6:h- d3:H|", "lamban")
    assert at(play(state, Lamban()), "e6", "f6") == "h| h-"
    assert at(play(state, Lamban((("e6", "east-west"),))), "e6", "f6") == "h- h-"
    both = Lamban((("e6", "east-west"), ("f6", "north-south")))
    assert at(play(state, both), "e6", "f6", "d3") == "h- h| H|"
    assert notches(play(state, both)) == (1, 1)
    assert len(list(GAME.legal(state))) == 9


def test_ms63_one_way_paths_are_turned_four_ways() -> None:
    state = owed("e4:S e6:hn", "lamban", paths="one-way")
    for way in ("north", "east", "south", "west"):
        assert at(play(state, Lamban((("e6", way),))), "e6") == f"h{way[0]}"
    assert refused(state, Lamban((("e6", "east-west"),))) == ["MS-63"]


@pytest.mark.parametrize(
    ("turn", "key"),
    [
        pytest.param((("d3", "east-west"),), "lamban-enemy-paths", id="MS-63 an own path"),
        pytest.param((("c6", "east-west"),), "lamban-enemy-paths", id="MS-63 an enemy trap"),
        pytest.param((("b5", "east-west"),), "lamban-enemy-paths", id="MS-63 nothing"),
        pytest.param((("e6", "north"),), "lamban-no-such-way", id="MS-63 no axis"),
        pytest.param((("z6", "north-south"),), "lamban-enemy-paths", id="MS-63 off the board"),
        pytest.param(
            (("e6", "east-west"), ("e6", "north-south")), "lamban-once-each", id="MS-63 twice"
        ),
    ],
)
def test_what_lamban_does_not_do(turn: tuple[tuple[str, str], ...], key: str) -> None:
    state = owed("e4:S e6:h| c6:tn d3:H|", "lamban")
    assert key in keys(state, Lamban(turn))
    assert refused(state, Lamban(turn)) == ["MS-63"]


# --- Keddep ---------------------------------------------------------------------------------------

SAFES = "e4:F f4:FS g4:FM h4:Fm d4:f c4:fS"


def test_ms69_keddep_makes_moons_of_all_own_safes() -> None:
    after = play(owed(SAFES, "keddep"), Keddep("moon"))
    assert at(after, "e4", "f4", "g4") == "M MS MM", "an own mover becomes its rider"
    assert at(after, "h4", "d4", "c4") == "Fm f fS", "an enemy on it keeps it; enemy safes stay"


def test_ms69_or_stars_of_those_that_are_empty() -> None:
    after = play(owed(SAFES, "keddep"), Keddep("star"))
    assert at(after, "e4", "f4", "g4", "h4") == "S FS FM Fm"


def test_ms68_ms69_keddep_also_turns_cubes_over() -> None:
    assert steps(owed("e4:F e5:s", "keddep"), Keddep("moon"))[0] == (
        "MS-69 F to M e4/0 turned over"
    )


def test_ms69_stars_may_be_chosen_even_if_nothing_changes() -> None:
    state = owed("f4:FS", "keddep")
    assert set(GAME.legal(state)) == {Keddep("moon"), Keddep("star")}
    assert play(state, Keddep("star")).board == state.board


def test_ms69_a_new_moon_on_a_mouth_stands_there_until_it_moves() -> None:
    assert at(play(owed("e4:F e5:tn", "keddep"), Keddep("moon")), "e4", "e6") == "M ."


@pytest.mark.parametrize("into", ["pit", "safe", "", "moons"])
def test_ms69_nothing_but_moons_or_stars(into: str) -> None:
    assert refused(owed("e4:F", "keddep"), Keddep(into)) == ["MS-69"]


# --- Agbert ---------------------------------------------------------------------------------------


def agbert(points: str, lost_ones: dict[str, int], **options: Any) -> State:
    return owed(points, "agbert", lost={"brown": lost_ones, "blue": {"moon": 1}}, **options)


def test_ms70_agbert_brings_all_lost_pieces_back() -> None:
    state = agbert("e4:S", {"moon": 1, "star": 1, "pit": 1})
    after = play(state, Agbert((("b2", "moon"), ("c3", "star"), ("d4", "pit"))))
    assert at(after, "b2", "c3", "d4") == "M S P"
    assert lost(after, "brown") == {}
    assert lost(after, "blue") == {"moon": 1}


def test_ms70_enemy_notches_stay() -> None:
    state = table(
        "e4:S e5:m",
        brown=("agbert", 5),
        blue=("jothi", 3),
        owed="brown",
        lost={"brown": {"star": 2}},
    )
    assert notches(play(state, Agbert((("b2", "star"), ("b3", "star"))))) == (1, 3)


@pytest.mark.parametrize(
    ("place", "rulings"),
    [
        pytest.param({"b2": "moon"}, ["MS-70"], id="MS-70 fewer than fit"),
        pytest.param({"b2": "moon", "c2": "moon"}, ["MS-70"], id="MS-70 what was not lost"),
        pytest.param({"b2": "moon", "c2": "safe"}, ["MS-70"], id="MS-70 a safe never comes back"),
        pytest.param({"b2": "moon", "e5": "star"}, ["MS-70"], id="MS-70 the centre line"),
        pytest.param({"b2": "moon", "e7": "star"}, ["MS-70"], id="MS-70 the enemy's home"),
        pytest.param({"b2": "moon", "e4": "star"}, ["MS-70"], id="MS-70 onto an own star"),
        pytest.param({"b2": "moon", "c4": "star"}, ["MS-70"], id="MS-70 onto a moon: no stacking"),
        pytest.param({"b2": "moon", "d4": "star"}, ["MS-70"], id="MS-70 onto a safe"),
        pytest.param({"b2": "moon", "z2": "star"}, ["MS-70"], id="MS-70 off the board"),
        pytest.param({"g3": "moon", "b2": "star"}, ["MS-09"], id="MS-09 on an own mouth"),
        pytest.param({"b2": "moon", "c2": "star"}, [], id="MS-70 both"),
    ],
)
def test_where_agbert_may_place(place: dict[str, str], rulings: list[str]) -> None:
    """g3 is the mouth of the own trap on g4."""
    state = agbert("e4:S c4:M d4:F g4:Tn", {"moon": 1, "star": 1})
    assert refused(state, Agbert(tuple(sorted(place.items())))) == rulings


def test_ms70_a_pit_may_lie_on_an_own_mouth() -> None:
    assert refused(agbert("g4:Tn e4:S", {"pit": 1}), Agbert((("g3", "pit"),))) == []


def test_ms70_a_mover_may_come_back_onto_an_enemy_mouth() -> None:
    assert refused(agbert("g4:tn e4:S", {"star": 1}), Agbert((("g3", "star"),))) == []


FULL_HOME = (
    "a1:O b1:m c1:m d1:m e1:Tn a2:m b2:m c2:m d2:m e2:h| "
    "a3:h| b3:h| c3:h| d3:h| e3:h| c4:Te d4:h| e4:S e9:o"
)
"""Five columns: just a4 and b4 are free in brown's home, and b4 is the mouth of its own trap."""


@pytest.mark.parametrize(
    ("lost_ones", "choices"),
    [
        pytest.param({"pit": 3}, [("pit", "pit")], id="MS-70 pits fit on both"),
        pytest.param({"moon": 2}, [("moon", "")], id="MS-70 movers on one alone"),
        pytest.param(
            {"moon": 2, "star": 1, "pit": 1},
            [("moon", "pit"), ("star", "pit")],
            id="MS-70 so the pit goes on the mouth",
        ),
        pytest.param(
            {"star": 1, "pit": 2}, [("star", "pit"), ("pit", "pit")], id="MS-70 either of three"
        ),
    ],
)
def test_as_many_as_fit_come_back_and_the_owner_picks_which(
    lost_ones: dict[str, int], choices: list[tuple[str, str]]
) -> None:
    state = agbert(FULL_HOME, lost_ones, columns=5, spare=False)
    expected = {
        Agbert((("a4", first), ("b4", second)) if second else (("a4", first),))
        for first, second in choices
    }
    assert set(GAME.legal(state)) == expected


def test_ms70_what_was_lost_to_own_fixtures_and_deities_comes_back_too() -> None:
    state = table("e4:S e5:P b2:S", brown=("agbert", 1))
    state = play(state, "e4-e5")
    assert lost(state, "brown") == {"star": 1, "pit": 1}


# --- Jothi ----------------------------------------------------------------------------------------


def test_ms71_jothi_takes_all_enemy_pits_and_no_others() -> None:
    state = owed("e4:S c5:p d6:p f4:P", "jothi")
    assert list(GAME.legal(state)) == [Jothi()]
    after = play(state, "Jothi")
    assert at(after, "c5", "d6", "f4") == ". . P"
    assert lost(after, "blue") == {"pit": 2}
    assert notches(after) == (1, 1)


def test_ms71_they_can_be_reclaimed_by_agbert() -> None:
    state = table("e4:S e7:p c7:m", brown=("jothi", 5), blue=("agbert", 5), owed="brown")
    state = play(state, "Jothi")
    assert state.owed == 1
    assert at(play(state, Agbert((("h6", "pit"),))), "h6") == "p"


# --- Dirlydwurg -----------------------------------------------------------------------------------


def test_ms72_a_stone_walks_up_to_four_steps_and_may_turn() -> None:
    state = owed("e3:O e4:S", "dirlydwurg")
    ends = {
        action.target
        for action in GAME.legal(state)
        if isinstance(action, Dirlydwurg) and action.stone == "brown"
    }
    assert {"e2", "d3", "f3", "d5", "f4", "e5", "a3", "i3", "c1"} <= ends
    assert not {"e3", "e4", "e8", "a2", "h5"} & ends
    after = play(state, Dirlydwurg("brown", "d4"))
    assert at(after, "e3", "d4") == ". O"


def test_ms72_exactly_four_where_the_switch_says_so() -> None:
    state = owed("e3:O e4:S", "dirlydwurg", dirlydwurg="exactly")
    assert refused(state, Dirlydwurg("brown", "a3")) == []
    assert refused(state, Dirlydwurg("brown", "d3")) == ["MS-72"], "an odd number of steps"
    assert keys(state, Dirlydwurg("brown", "f3")) == ["dirlydwurg-exactly"]


def test_ms72_own_or_enemy_stone() -> None:
    state = owed("e4:S e8:o", "dirlydwurg")
    assert at(play(state, Dirlydwurg("blue", "e5")), "e8", "e5") == ". o"
    assert {a.stone for a in GAME.legal(state) if isinstance(a, Dirlydwurg)} == {"brown", "blue"}


@pytest.mark.parametrize(
    ("target", "key"),
    [
        pytest.param("e8", "dirlydwurg-too-far", id="MS-72 five steps"),
        pytest.param("e4", "dirlydwurg-not-empty", id="MS-72 onto a star: no stone is captured"),
        pytest.param("d3", "dirlydwurg-not-empty", id="MS-72 onto a pit"),
        pytest.param("i9", "dirlydwurg-not-empty", id="MS-72 onto the other stone"),
        pytest.param("e3", "dirlydwurg-back", id="MS-72 its own point"),
        pytest.param("z9", "off-board", id="MS-72 off the board"),
        pytest.param("h3", "dirlydwurg-mouth", id="MS-72 a lethal mouth"),
        pytest.param("f1", "dirlydwurg-mouth", id="MS-72 a mouth with its exit taken"),
    ],
)
def test_where_a_stone_cannot_end(target: str, key: str) -> None:
    """i3 faces off the board with its mouth on h3; g1 pulls from f1 to h1, where a pit lies."""
    state = owed("e3:O e4:S d3:p i3:Te g1:te h1:p", "dirlydwurg")
    assert keys(state, Dirlydwurg("brown", target)) == [key]
    assert refused(state, Dirlydwurg("brown", target)) == ["MS-72"]


def test_ms72_no_jump() -> None:
    state = owed("a1:O a2:P b1:Te c1:p e4:S", "dirlydwurg")
    assert refused(state, Dirlydwurg("brown", "a3")) == ["MS-72"]
    assert not [a for a in GAME.legal(state) if isinstance(a, Dirlydwurg) and a.stone == "brown"]


def test_ms72_on_a_mouth_it_is_carried_on_once_and_again() -> None:
    state = owed("e3:O e4:S g3:Te", "dirlydwurg")
    assert at(play(state, Dirlydwurg("brown", "f3")), "e3", "f3", "h3") == ". . O"
    state = owed("e3:O e4:S g3:Te h4:Tn", "dirlydwurg")
    assert at(play(state, Dirlydwurg("brown", "f3")), "h3", "h5") == ". O"


def test_ms72_over_a_mouth_it_walks_freely() -> None:
    state = owed("e3:O e4:S g3:Te", "dirlydwurg")
    assert at(play(state, Dirlydwurg("brown", "f4")), "f4") == "O"


def test_ms72_a_stone_that_cannot_move_lapses_the_bonus() -> None:
    walls = "a1:O a2:P b1:P i9:o i8:p h9:p e4:S e5:m"
    after = play(table(f"{walls} b8:m", brown=("dirlydwurg", 4)), "e4xe5")
    assert after.owed is None
    assert notches(after) == (1, 1)


def test_ms72_there_has_to_be_such_a_stone() -> None:
    state = owed("e4:S", "dirlydwurg")
    assert refused(state, Dirlydwurg("green", "e5")) == ["MS-72"]


@pytest.mark.parametrize("deity", DEITIES)
def test_every_bonus_listed_or_drawn_is_legal_and_listed_once(deity: str) -> None:
    rng = Random(7)
    for seed in range(6):
        points = f"e4:F f4:FS d4:H| b3:h{'|-'[seed % 2]} c6:t{'nesw'[seed % 4]} c5:m g6:h- h6:P "
        lost_ones = {"brown": {"moon": 1, "pit": 1}}
        state = owed(points + "f8:ms d7:Fs e8:p", deity, lost=lost_ones)
        listed = list(islice(GAME.legal(state), 400))
        assert len(set(listed)) == len(listed) > 0
        for action in (*listed[:60], *(GAME.sample(state, rng) for _ in range(20))):
            assert refused(state, action) == []
            assert len(listed) == 400 or action in set(listed)
            assert GAME.parse(state, GAME.format(state, action)) == action
            assert GAME.decode_action(state, GAME.encode_action(action)) == action
