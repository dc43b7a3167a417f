"""Rolls, who begins, deities and set-up: MS-01 to MS-14."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.api import first_actions
from companion.games.errors import BadSwitch, UnknownSwitch
from companion.games.moons_and_stars.actions import Choose, Decide, Lot, Move, Roll, SetUp
from tests.companion.games.moons_and_stars.opening import (
    FEW,
    MANY,
    Faces,
    kept,
    rolled,
    set_up,
    setting_up,
    spread,
)
from tests.companion.games.moons_and_stars.table import (
    GAME,
    at,
    ended,
    keys,
    moves,
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


# --- Set-up ---------------------------------------------------------------------------------------


def test_ms06_all_cubes_and_the_stone_are_placed() -> None:
    state = setting_up()
    placed = set_up("brown", spread("brown", FEW))
    assert len(placed.pieces) == 17
    after = play(state, placed)
    assert at(after, "a1", "b1", "c1", "d1", "a4") == "O M M S Ts"
    assert len(steps(state, placed)) == 17


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        pytest.param({"b1": ""}, {"set-up-missing"}, id="MS-06 a moon missing"),
        pytest.param({"i4": "moon"}, {"set-up-not-rolled"}, id="MS-06 seventeen cubes"),
        pytest.param(
            {"b1": "star"}, {"set-up-missing", "set-up-not-rolled"}, id="MS-06 a moon turned over"
        ),
        pytest.param({"a1": ""}, {"set-up-no-stone"}, id="MS-06 no stone"),
        pytest.param({"i4": "stone"}, {"set-up-two-stones"}, id="MS-06 two stones"),
        pytest.param({"b1": "", "e5": "moon"}, {"set-up-outside-home"}, id="MS-06 centre line"),
        pytest.param({"b1": "", "e6": "moon"}, {"set-up-outside-home"}, id="MS-06 enemy home"),
        pytest.param({"b1": "", "k2": "moon"}, {"set-up-outside-home"}, id="MS-06 off the board"),
        pytest.param({"b1": "moon moon"}, {"set-up-no-such-piece"}, id="MS-06 a stack"),
        pytest.param({"a4": "trap"}, {"set-up-no-such-piece"}, id="MS-08 a trap facing nowhere"),
        pytest.param({"a4": "trap up"}, {"set-up-no-such-piece"}, id="MS-08 a trap facing up"),
        pytest.param({"b1": "moon north"}, {"set-up-no-such-piece"}, id="MS-08 a moon has no way"),
    ],
)
def test_what_is_wrong_with_a_set_up_is_named(changes: dict[str, str], found: set[str]) -> None:
    tried = set_up("brown", spread("brown", FEW, **changes))
    assert set(keys(setting_up(), tried)) >= found
    assert set(refused(setting_up(), tried)) <= {"MS-06", "MS-08"}


def test_ms06_one_piece_a_point() -> None:
    pieces = tuple(sorted(spread("brown", FEW).items()))
    doubled = (*pieces[:3], (pieces[2][0], "moon"), *pieces[3:])
    assert "set-up-one-each" in keys(setting_up(), SetUp("brown", doubled))


def test_ms06_several_faults_are_all_named_at_once() -> None:
    wrong = spread("brown", FEW, a1="", b1="star", i4="pit", e5="safe")
    wrong["d1"] = "trap sideways"
    assert set(keys(setting_up(), set_up("brown", wrong))) == {
        "set-up-no-stone",
        "set-up-not-rolled",
        "set-up-missing",
        "set-up-outside-home",
        "set-up-no-such-piece",
    }


def test_ms07_both_place_at_the_same_time_and_each_says_when_it_is_done() -> None:
    state = setting_up()
    brown, blue = set_up("brown", spread("brown", FEW)), set_up("blue", spread("blue", MANY))
    assert GAME.to_act(state) == {"brown", "blue"}
    one = play(state, brown)
    assert GAME.to_act(one) == {"blue"}
    assert refused(one, brown) == ["MS-07"]
    assert play(one, blue) == play(state, blue, brown)
    assert refused(one, Move("b1", "all", "b2", "b2")) == ["MS-07"]
    assert GAME.to_act(play(one, blue)) == {"brown"}


@pytest.mark.parametrize("facing", ["north", "east", "south", "west"])
def test_ms08_traps_are_turned_freely(facing: str) -> None:
    pieces = spread("brown", FEW, a4="", h4=f"trap {facing}")
    assert refused(setting_up(), set_up("brown", pieces)) == []


@pytest.mark.parametrize(
    ("paths", "way", "rulings"),
    [
        pytest.param("two-way", "path north-south", [], id="MS-08 north-south"),
        pytest.param("two-way", "path east-west", [], id="MS-08 east-west"),
        pytest.param("two-way", "path north", ["MS-08"], id="MS-08 no axis"),
        pytest.param("one-way", "path north", [], id="MS-52 north"),
        pytest.param("one-way", "path west", [], id="MS-52 west"),
        pytest.param("one-way", "path east-west", ["MS-08"], id="MS-52 an axis"),
    ],
)
def test_paths_are_laid_along_an_axis_or_one_way(paths: str, way: str, rulings: list[str]) -> None:
    pieces = {
        site: way if words.startswith("path") else words
        for site, words in spread("brown", FEW).items()
    }
    found = refused(setting_up(paths=paths), set_up("brown", pieces))
    assert [ruling for ruling in found if ruling == "MS-08"] == rulings
    assert bool(found) is bool(rulings)


@pytest.mark.parametrize(
    ("standing", "rulings"),
    [
        pytest.param("moon", ["MS-09"], id="MS-09 moon"),
        pytest.param("star", ["MS-09"], id="MS-09 star"),
        pytest.param("stone", ["MS-09"], id="MS-09 stone"),
        pytest.param("pit", [], id="MS-09 pit"),
        pytest.param("safe", [], id="MS-09 safe"),
        pytest.param("path north-south", [], id="MS-09 path"),
        pytest.param("trap south", [], id="MS-09 trap"),
    ],
)
def test_what_may_lie_on_the_mouth_of_an_own_trap(standing: str, rulings: list[str]) -> None:
    """The trap on a4 is turned north, so a3 is its mouth; what stands elsewhere changes over."""
    pieces = spread("brown", FEW, a4="trap north")
    source = next(site for site, words in pieces.items() if words == standing and site != "a4")
    taken = pieces.pop(source)
    if "a3" in pieces:
        pieces[source] = pieces["a3"]
    pieces["a3"] = taken
    assert refused(setting_up(), set_up("brown", pieces)) == rulings


@pytest.mark.parametrize(
    ("site", "words"),
    [
        pytest.param("i1", "trap south", id="MS-10 lethal"),
        pytest.param("i1", "trap east", id="MS-10 lethal sideways"),
        pytest.param("i1", "trap north", id="MS-10 idle: its mouth is off the board"),
        pytest.param("i1", "path north-south", id="MS-10 a path that points outwards"),
        pytest.param("i2", "path east-west", id="MS-10 a path that points out sideways"),
    ],
)
def test_pieces_on_the_border_may_point_outwards(site: str, words: str) -> None:
    pieces = spread("brown", FEW)
    kind = words.partition(" ")[0]
    source = next(s for s, w in pieces.items() if w.startswith(kind))
    if site in pieces:
        pieces[source] = pieces[site]
    else:
        del pieces[source]
    pieces[site] = words
    assert refused(setting_up(), set_up("brown", pieces)) == []


def test_ms10_a_path_cannot_be_ridden_off_the_board() -> None:
    assert moves(table("e2:S e1:H|"), "e2") == {"e3", "d2", "f2"}


def test_ms10_a_trap_with_its_mouth_off_the_board_pulls_nobody() -> None:
    assert moves(table("d1:S e1:Tn"), "d1") == {"c1", "d2"}
    assert moves(table("e3:S e1:Tn"), "e3") == {"e2", "e4", "d3", "f3"}


def test_ms11_the_stone_may_be_walled_in() -> None:
    pieces = spread("brown", FEW)
    assert pieces["a1"] == "stone"
    pits = [site for site, words in pieces.items() if words == "pit"]
    for wall, pit in zip(("b1", "a2"), pits, strict=False):
        pieces[pit], pieces[wall] = pieces[wall], "pit"
    assert refused(setting_up(), set_up("brown", pieces)) == []


@pytest.mark.parametrize("rules", [{}, {"columns": 5}, {"paths": "one-way"}, {"columns": 26}])
def test_random_set_ups_are_legal_and_begin_a_game(rules: dict[str, Any]) -> None:
    rng = Random(6)
    for _ in range(25):
        state = GAME.initial(rules)
        while not state.at_turn:
            action = GAME.sample(state, rng)
            assert GAME.is_legal(state, action)
            state = GAME.apply(state, action).state
        assert GAME.faults(GAME.placement(state), state) == ()


def test_listed_set_ups_are_legal_and_differ() -> None:
    listed = list(first_actions(GAME.legal(setting_up()), 200))
    assert len(set(listed)) == 200
    assert all(refused(setting_up(), action) == [] for action in listed)
