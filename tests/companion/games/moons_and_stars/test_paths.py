"""Rides: MS-52 to MS-55, two-way and one-way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.games.moons_and_stars.table import (
    GAME,
    at,
    ended,
    keys,
    moves,
    play,
    refused,
    table,
)

ONE_WAY: dict[str, Any] = {"paths": "one-way"}


@pytest.mark.parametrize(
    ("star", "path", "end"),
    [
        pytest.param("e4", "e5:H|", "e6", id="MS-52 northwards"),
        pytest.param("e6", "e5:H|", "e4", id="MS-52 southwards, the same path"),
        pytest.param("d5", "e5:h-", "f5", id="MS-52 eastwards on an enemy path"),
        pytest.param("f5", "e5:h-", "d5", id="MS-52 westwards, the same path"),
    ],
)
def test_a_path_is_ridden_both_ways_by_either_side(star: str, path: str, end: str) -> None:
    assert end in moves(table(f"{star}:S {path}"), star)
    assert at(play(table(f"{star}:S {path}"), f"{star}-{end}"), star, "e5", end) == (
        f". {path[3:]} S"
    )


@pytest.mark.parametrize(
    ("star", "facing", "end", "rides"),
    [
        pytest.param("e4", "n", "e6", True, id="MS-52 with it, north"),
        pytest.param("e6", "n", "e4", False, id="MS-52 against it, south"),
        pytest.param("e6", "s", "e4", True, id="MS-52 with it, south"),
        pytest.param("d5", "e", "f5", True, id="MS-52 with it, east"),
        pytest.param("f5", "e", "d5", False, id="MS-52 against it, west"),
        pytest.param("f5", "w", "d5", True, id="MS-52 with it, west"),
        pytest.param("e4", "e", "e6", False, id="MS-52 across it"),
    ],
)
def test_a_one_way_path_is_ridden_one_way(star: str, facing: str, end: str, rides: bool) -> None:
    state = table(f"{star}:S e5:H{facing}", **ONE_WAY)
    assert (end in moves(state, star)) is rides
    if not rides:
        assert refused(state, f"{star}-{end}")[0] in ("MS-52", "MS-53")


def test_ms52_a_path_has_an_axis_or_a_direction_as_the_switch_says() -> None:
    with pytest.raises(ValueError, match="path on e5"):
        table("e4:S e5:Hn")
    with pytest.raises(ValueError, match="path on e5"):
        table("e4:S e5:H|", **ONE_WAY)


def test_ms53_a_step_onto_the_flank_is_no_ride() -> None:
    state = table("e4:S e5:H-")
    assert moves(state, "e4") == {"f4", "e3", "d4"}
    assert refused(state, "e4-e6") == ["MS-53"]
    assert refused(state, "e4-f5")[0] in ("MS-16", "MS-53")


@pytest.mark.parametrize(
    ("paths", "ends"),
    [
        pytest.param("e5:H|", {"e6"}, id="MS-53 one path"),
        pytest.param("e5:H| e6:h|", {"e7"}, id="MS-53 on through a second"),
        pytest.param("e5:H| e6:h| e7:H| e8:H|", {"e9"}, id="MS-54 however long"),
        pytest.param("e5:H| e6:H-", {"d6", "f6"}, id="MS-53 crosswise, either end"),
        pytest.param("e5:H| e6:H- f6:h-", {"d6", "g6"}, id="MS-53 crosswise and on"),
        pytest.param("e5:H| e6:H- f6:h|", {"d6", "f7", "f5"}, id="MS-53 crosswise twice"),
        pytest.param("e5:H| e6:H- d6:te", {"f6"}, id="MS-55 a trap is no end"),
        pytest.param("e5:H| e6:H- d6:p", {"d6>lost", "f6"}, id="MS-55 a pit is an end"),
        pytest.param("e8:H| e9:H|", set(), id="MS-55 off the board"),
        pytest.param("e5:H| e6:H- f6:H| f5:H|", {"d6", "f7"}, id="MS-53 back beside the start"),
        pytest.param("e5:H| e6:H- f6:H| f5:H- f7:p", {"d6", "g5", "f7>lost"}, id="MS-55 back"),
    ],
)
def test_where_a_ride_ends(paths: str, ends: set[str]) -> None:
    """From e4, or from e7 where the paths begin on e8; steps to the other sides are left out."""
    star = "e7" if paths.startswith("e8") else "e4"
    state = table(f"{star}:S {paths}")
    steps = moves(table(f"{star}:S {paths.partition(':')[0]}:p"), star)
    assert moves(state, star) - steps == ends


def test_ms53_one_way_crosswise_only_its_own_end() -> None:
    assert moves(table("e4:S e5:Hn e6:He", **ONE_WAY), "e4") == {"f6", "f4", "e3", "d4"}
    assert moves(table("e4:S e5:Hn e6:Hs", **ONE_WAY), "e4") == {"f4", "e3", "d4"}
    assert "MS-52" in refused(table("e4:S e5:Hn e6:Hs", **ONE_WAY), "e4-e7")
    assert moves(table("e4:S e5:Hn e6:Hn", **ONE_WAY), "e4") == {"e7", "f4", "e3", "d4"}


def test_ms54_a_whole_ride_is_one_movement() -> None:
    """A star or a stack rides as its only movement, a moon as one of its two."""
    long_way = "e5:H| e6:H| e7:h|"
    assert "e8" in moves(table(f"e4:S {long_way}"), "e4")
    assert "e8" in moves(table(f"e4:MM {long_way}"), "e4")
    assert {"e9", "d8", "f8"} <= moves(table(f"e4:M {long_way}"), "e4")
    assert "e8" in moves(table(f"e3:M {long_way}"), "e3")


def test_ms54_one_cannot_leave_a_ride_in_between() -> None:
    assert keys(table("e4:S e5:H| e6:H|"), "e4-e6")[0] == "ride-in-between"
    assert "MS-55" in refused(table("e4:S e5:H| e6:H|"), "e4-e5")


@pytest.mark.parametrize("unit", ["S", "MS"])
def test_ms55_a_path_is_no_place_to_stop(unit: str) -> None:
    for path in ("H|", "h-"):
        assert refused(table(f"e4:{unit} e5:{path}"), "e4-e5")[0] == "MS-55"
    assert refused(table("e3:M e5:h-"), "e3-e5")[0] == "MS-55"


def test_ms55_each_path_counts_once_in_a_ride() -> None:
    """The ride e5, e6, f6, f5 comes round to e5, and so has no end that way."""
    state = table("e4:S e5:H| e6:H- f6:H| f5:H- d6:p f7:p g5:p")
    assert moves(state, "e4") == {"f4", "e3", "d4", "d6>lost", "f7>lost", "g5>lost"}


def test_ms55_a_ride_may_end_where_it_began() -> None:
    """In a ring of paths round to the own point: that changes nothing, so MS-19 forbids it."""
    ring = "e4:S e5:H| e6:H- f6:H| f5:H| f4:H-"
    assert refused(table(ring), "e4-e4") == ["MS-19"]
    assert "e4" in moves(table(ring, null_moves="on"), "e4")


@pytest.mark.parametrize(
    ("end", "passes"),
    [
        pytest.param("", True, id="MS-55 an empty point"),
        pytest.param("m", True, id="MS-55 an enemy moon"),
        pytest.param("fs", True, id="MS-55 a full safe"),
        pytest.param("S", True, id="MS-55 an own star"),
        pytest.param("p", False, id="MS-55 a pit"),
        pytest.param("Tn", False, id="MS-55 a trap"),
        pytest.param("o", False, id="MS-55 a stone"),
    ],
)
def test_where_a_moons_first_ride_may_end(end: str, passes: bool) -> None:
    state = table(f"e4:M e5:H| {f'e6:{end} ' if end else ''}d5:p f5:p")
    assert ({"d6", "f6"} <= moves(state, "e4")) is passes


def test_ms55_a_moon_passes_over_a_path_or_rides_it() -> None:
    state = table("e4:M e5:H|")
    assert {"d5", "f5"} <= moves(state, "e4"), "stands on the path between its movements"
    assert {"e7", "d6", "f6"} <= moves(state, "e4"), "rides first, then steps"
    assert "e6" in moves(state, "e4"), "over the path by two steps"
    assert at(play(state, "e4-e6"), "e5", "e6") == "H| M"


def test_ms55_a_moon_steps_first_and_rides_then() -> None:
    assert "e7" in moves(table("e4:M e6:h|"), "e4")
    assert "g5" in moves(table("e4:M f5:h-"), "e4")


def test_ms55_a_moon_may_ride_twice() -> None:
    assert "e8" in moves(table("e4:M e5:H| e7:H|"), "e4")


def test_ms55_a_moon_may_ride_the_same_path_there_and_back_but_that_is_a_null_move() -> None:
    assert "e4" not in moves(table("e4:M e5:H| d4:p f4:p e3:p d5:p f5:p"), "e4")
    state = table("e4:M e5:H| d4:p f4:p e3:p d5:p f5:p", null_moves="on")
    assert "e4" in moves(state, "e4")


def test_ms55_either_side_rides_any_path() -> None:
    for path in ("H|", "h|"):
        state = table(f"e6:s e5:{path}", to_move="blue")
        assert "e4" in moves(state, "e6")


def test_ms32_a_ride_onto_the_stone_wins() -> None:
    state = table("e4:MS e5:h| e6:o")
    assert GAME.format(state, GAME.parse(state, "e4-e6")) == "MSe4-e6#"
    assert ended(play(state, "e4-e6")) == ("brown", "MS-73")


def test_ms52_one_way_paths_in_a_pull() -> None:
    assert at(play(table("e4:S e6:tn e7:Hn", **ONE_WAY), "e4-e5"), "e8") == "S"
    for against in ("Hs", "He", "Hw"):
        assert refused(table(f"e4:S e6:tn e7:{against}", **ONE_WAY), "e4-e5")[0] == "MS-40"
