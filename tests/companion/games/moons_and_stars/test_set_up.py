"""The set-up: MS-06 to MS-11."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.api import first_actions
from companion.games.moons_and_stars.actions import Move, SetUp
from tests.companion.games.moons_and_stars.opening import (
    FEW,
    MANY,
    set_up,
    setting_up,
    spread,
)
from tests.companion.games.moons_and_stars.table import (
    GAME,
    at,
    keys,
    moves,
    play,
    refused,
    steps,
    table,
)


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
