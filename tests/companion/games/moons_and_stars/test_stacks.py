"""Stacks: how they form, move, come apart, ride and are pulled: MS-45 to MS-49."""

from __future__ import annotations

import pytest

from tests.companion.games.moons_and_stars.table import (
    at,
    keys,
    lost,
    moves,
    play,
    refused,
    table,
)


@pytest.mark.parametrize(
    ("points", "move", "stack"),
    [
        pytest.param("e4:S e5:M", "e4-e5", "MS", id="MS-45 a star on a moon"),
        pytest.param("e3:M e5:M", "e3-e5", "MM", id="MS-45 a moon on a moon"),
        pytest.param("e4:MS e5:M", "e4^-e5", "MS", id="MS-45 from moon to moon"),
        pytest.param("e4:S f4:H- g4:M", "e4-g4", "MS", id="MS-45 by a ride"),
        pytest.param("e4:S e6:tn e7:M", "e4-e5", "MS", id="MS-45 by a pull"),
        pytest.param("e4:FS e5:M", "e4-e5", "MS", id="MS-45 from a safe"),
    ],
)
def test_a_stack_forms_on_an_own_lone_moon(points: str, move: str, stack: str) -> None:
    after = play(table(points), move)
    sites = [site for site in ("e5", "g4", "e7") if at(after, site) == stack]
    assert len(sites) == 1


@pytest.mark.parametrize(
    ("points", "move", "first"),
    [
        pytest.param("e4:S e5:m", "e4+e5", "", id="MS-45 never on an enemy moon"),
        pytest.param("e4:S e5:S", "e4-e5", "MS-45", id="MS-45 never on a star"),
        pytest.param("e4:S e5:MM", "e4-e5", "MS-45", id="MS-45 two high"),
        pytest.param("e4:MM e5:M", "e4-e5", "MS-45", id="MS-45 no stack on a moon"),
        pytest.param("e4:S e5:FM", "e4-e5", "MS-50", id="MS-45 not on a safe"),
    ],
)
def test_no_stack_forms_otherwise(points: str, move: str, first: str) -> None:
    if not first:
        assert at(play(table(points), move.replace("+", "-")), "e5") == "S"
    else:
        assert refused(table(points), move)[0] == first


@pytest.mark.parametrize("stack", ["MM", "MS"])
def test_ms46_the_whole_stack_moves_one_movement(stack: str) -> None:
    assert moves(table(f"e4:{stack}"), "e4") == {"e5", "f4", "e3", "d4"}
    assert at(play(table(f"e4:{stack}"), f"{stack}e4-e5"), "e4", "e5") == f". {stack}"
    assert keys(table(f"e4:{stack}"), "e4-e6") == ["stack-one-movement"]


def test_ms46_a_stack_rides_as_its_one_movement() -> None:
    assert at(play(table("e4:MS e5:H| e6:h|"), "e4-e7"), "e7") == "MS"


def test_ms46_the_bottom_never_moves_alone() -> None:
    """A stack is moved as "all" or its "top"; there is no third way to say it."""
    state = table("e4:MM")
    assert moves(state, "e4", "bottom") == set()
    with pytest.raises(ValueError, match="On e4"):
        play(table("e4:MS"), "Me4-e6")


def test_ms47_a_star_leaves_by_one_movement_and_the_moon_stays() -> None:
    state = table("e4:MS")
    assert moves(state, "e4", "top") == {"e5", "f4", "e3", "d4"}
    assert at(play(state, "Se4^-e5"), "e4", "e5") == "M S"


def test_ms47_a_moon_leaves_by_two_movements_and_the_moon_stays() -> None:
    state = table("e4:MM")
    assert moves(state, "e4", "top") == {"e6", "f5", "g4", "f3", "e2", "d3", "c4", "d5"}
    assert at(play(state, "Me4^-e6"), "e4", "e6") == "M M"
    assert refused(state, "e4^-e5") == ["MS-18"]


def test_ms47_leaving_is_a_whole_turn() -> None:
    assert play(table("e4:MS"), "e4^-e5").to_move == 1


@pytest.mark.parametrize("pile", ["S", "M", "FS", "fM"])
def test_ms47_a_lone_mover_has_no_rider(pile: str) -> None:
    assert refused(table(f"e4:{pile}"), "e4^-e6")[0] == "MS-47"
    assert moves(table(f"e4:{pile}"), "e4", "top") == set()


def test_ms47_a_rider_captures_falls_and_is_pulled_alone() -> None:
    assert at(play(table("e4:MS e5:s"), "e4^xe5"), "e4", "e5") == "M S"
    after = play(table("e4:MS e5:p"), "e4^-e5")
    assert at(after, "e4", "e5") == "M ."
    assert lost(after, "brown") == {"star": 1}
    assert at(play(table("e4:MS e6:tn"), "e4^-e5"), "e4", "e7") == "M S"


def test_ms47_a_rider_that_is_pulled_back_mounts_its_moon_again_elsewhere_only() -> None:
    """The rider goes to e5 and is pulled to e7, where another own moon stands."""
    assert at(play(table("e4:MS e6:tn e7:M"), "e4^-e5"), "e4", "e7") == "M MS"


@pytest.mark.parametrize("safe", ["F", "f"])
def test_ms48_no_stack_enters_a_safe_and_none_forms_on_one(safe: str) -> None:
    assert refused(table(f"e4:MS e5:{safe}"), "e4-e5") == ["MS-48"]
    assert refused(table(f"e4:S e5:{safe}M"), "e4-e5") == ["MS-50", "MS-48"]
    assert refused(table(f"e4:MM e5:{safe}M"), "e4-e5") == ["MS-50", "MS-48"]
    assert "MS-48" in refused(table(f"e4:MM f4:H- g4:{safe}"), "e4-g4")
    assert "MS-48" in refused(table(f"e4:MM e6:tn e7:{safe}"), "e4-e5")


def test_ms48_the_rider_alone_enters_a_safe() -> None:
    assert at(play(table("e4:MS e5:F"), "e4^-e5"), "e4", "e5") == "M FS"


def test_ms49_a_stack_is_pulled_as_one_unit() -> None:
    after = play(table("e4:MM e6:tn f7:te"), "e4-e5")
    assert at(after, "e4", "e5", "e7", "g7") == ". . . MM"


def test_ms49_a_stack_captures_as_one_unit_and_falls_as_one() -> None:
    assert at(play(table("e4:MS e6:tn e7:mm"), "e4-e5"), "e7") == "MS"
    after = play(table("e4:MS e6:tn e7:p"), "e4-e5")
    assert lost(after, "brown") == {"moon": 1, "star": 1}
    assert at(after, "e7") == "p"


def test_ms29_a_captured_stack_is_two_captured_pieces() -> None:
    assert lost(play(table("e4:S e5:mm"), "e4xe5"), "blue") == {"moon": 2}
