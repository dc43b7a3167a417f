"""Safes: MS-50, MS-51, and what hides below: MS-75."""

from __future__ import annotations

import pytest

from companion.games.moons_and_stars.actions import Cadbeth
from tests.companion.games.moons_and_stars.table import (
    GAME,
    at,
    lost,
    moves,
    play,
    refused,
    table,
)


@pytest.mark.parametrize("safe", ["F", "f"], ids=["MS-50 own safe", "MS-50 enemy safe"])
@pytest.mark.parametrize(("mover", "origin"), [("S", "e4"), ("M", "e3")])
def test_both_sides_safes_serve_both(safe: str, mover: str, origin: str) -> None:
    assert at(play(table(f"{origin}:{mover} e5:{safe}"), f"{origin}-e5"), "e5") == safe + mover


@pytest.mark.parametrize("safe", ["F", "f"])
@pytest.mark.parametrize("resting", ["m", "s"])
@pytest.mark.parametrize(
    ("points", "move"),
    [
        pytest.param("e4:S", "e4-e5", id="MS-50 not by a step"),
        pytest.param("e3:M", "e3-e5", id="MS-50 not by a moon"),
        pytest.param("e4:MS", "e4-e5", id="MS-50 not by a stack"),
        pytest.param("e3:S e4:H|", "e3-e5", id="MS-50 not by a ride"),
        pytest.param("d3:S e4:tn", "d3-e3", id="MS-50 not by a pull"),
    ],
)
def test_the_piece_on_a_safe_is_captured_by_nobody(
    safe: str, resting: str, points: str, move: str
) -> None:
    assert "MS-50" in refused(table(f"e5:{safe}{resting} {points}"), move)


def test_ms50_a_full_safe_can_be_passed_by_a_moon() -> None:
    assert {"e6", "d5", "f5"} <= moves(table("e4:M e5:fs d4:p f4:p"), "e4")
    assert at(play(table("e4:M e5:fs"), "e4-e6"), "e5", "e6") == "fs M"


def test_ms50_a_piece_leaves_its_safe_as_it_likes_and_the_safe_stays() -> None:
    assert at(play(table("e4:fS"), "e4-e5"), "e4", "e5") == "f S"
    assert moves(table("e4:FM"), "e4") == {"e6", "f5", "g4", "f3", "e2", "d3", "c4", "d5"}


def test_ms50_from_safe_to_safe() -> None:
    assert at(play(table("e4:fS e5:F"), "e4-e5"), "e4", "e5") == "f FS"


def test_ms51_no_shelter_from_cadbeth() -> None:
    state = table("e4:S e5:Fm f5:fs", brown=("cadbeth", 5), owed="brown")
    after = play(state, Cadbeth(("e5", "f5")))
    assert at(after, "e5", "f5") == "F f"
    assert lost(after, "blue") == {"moon": 1, "star": 1}


def test_ms75_a_mover_hides_what_is_below_it_and_only_memory_tells() -> None:
    """Two states that look alike from above, but are not the same position."""
    on_safe, alone = table("e4:FM"), table("e4:M")
    assert GAME.placement(on_safe).at("e4")[-1] == GAME.placement(alone).at("e4")[-1]
    assert GAME.key(on_safe) != GAME.key(alone)
    assert at(play(on_safe, "e4-e6"), "e4") == "F"
    assert at(play(alone, "e4-e6"), "e4") == "."


@pytest.mark.parametrize(
    "pile", ["FM", "fM", "FS", "MS", "MM"], ids=lambda pile: f"MS-75 {pile} is kept"
)
def test_what_is_hidden_is_in_the_saved_state(pile: str) -> None:
    state = table(f"e4:{pile}")
    assert at(GAME.decode(GAME.encode(state)), "e4") == pile
    assert at(GAME.position_from_line(GAME.position_line(state)), "e4") == pile
