"""How a game ends: MS-73, MS-74."""

from __future__ import annotations

import pytest

from companion.games.moons_and_stars.actions import Move, Resign
from tests.companion.games.moons_and_stars.table import (
    GAME,
    at,
    ended,
    lost,
    play,
    refused,
    steps,
    table,
)

STONES = "a1:O i9:o"


@pytest.mark.parametrize("side", ["brown", "blue"])
@pytest.mark.parametrize(
    ("unit", "origin"),
    [
        pytest.param("star", "e4", id="MS-73 a star"),
        pytest.param("moon", "e3", id="MS-73 a moon"),
        pytest.param("stack", "e4", id="MS-73 a stack"),
    ],
)
def test_a_side_wins_on_the_enemy_stone(side: str, unit: str, origin: str) -> None:
    pile = {"star": "S", "moon": "M", "stack": "MS"}[unit]
    stone = "o" if side == "brown" else "O"
    pile = pile if side == "brown" else pile.lower()
    state = table(f"{origin}:{pile} e5:{stone}", to_move=side)
    after = play(state, f"{origin}-e5")
    assert ended(after) == (side, "MS-73")
    assert at(after, "e5") == stone + pile, "the mover stands on the stone"


def test_ms73_nothing_leaves_the_board_and_nothing_is_pulled_there() -> None:
    state = table("e4:S e5:o e6:tn")
    after = play(state, "e4-e5")
    assert at(after, "e5", "e7") == "oS ."
    assert lost(after, "blue") == {}
    assert steps(state, "e4-e5") == ["MS-16 S e4-e5 moved"]


@pytest.mark.parametrize(
    ("points", "move", "winner"),
    [
        pytest.param("e4:S e5:m", "e4-e5", "brown", id="the last enemy is captured"),
        pytest.param("e4:S e5:ms", "e4-e5", "brown", id="the last two are captured"),
        pytest.param("e4:S e5:p c8:s", "e4-e5", "blue", id="the last own falls into a pit"),
        pytest.param("e4:MS e5:P c8:s", "e4-e5", "blue", id="even into an own one"),
        pytest.param("e7:S e9:Tn c8:s", "e7-e8", "blue", id="or is lost in a pull"),
    ],
)
def test_ms73_a_side_without_a_mover_has_lost(points: str, move: str, winner: str) -> None:
    assert ended(play(table(f"{points} {STONES}", spare=False), move)) == (winner, "MS-73")


@pytest.mark.parametrize(
    ("points", "move"),
    [
        pytest.param("e4:S e6:tn e5:s e7:p", "e4xe5>lost", id="MS-74 captured, then into a pit"),
        pytest.param("e5:S e6:s e7:tn e8:Ts", "e5xe6>lost", id="MS-74 captured, then pulled"),
        pytest.param("e5:S e7:tn e8:ms f8:te g8:tw", "e5-e6>lost", id="MS-74 on the way"),
    ],
)
def test_the_capture_came_first(points: str, move: str) -> None:
    assert ended(play(table(f"{points} {STONES}", spare=False), move)) == ("brown", "MS-74")


def test_ms74_both_emptied_by_one_move_the_capture_came_first() -> None:
    state = table(f"e7:S e8:s e9:tn {STONES}", spare=False)
    after = play(state, "e7xe8>lost")
    assert ended(after) == ("brown", "MS-74")
    assert lost(after, "brown") == {"star": 1}
    assert lost(after, "blue") == {"star": 1}


def test_ms73_a_mover_left_on_a_safe_is_a_mover_left() -> None:
    assert ended(play(table(f"e4:S e5:m c8:fs {STONES}", spare=False), "e4-e5")) is None


def test_ms73_a_game_that_is_over_refuses_every_action() -> None:
    over = play(table("e4:S e5:o"), "e4-e5")
    assert GAME.to_act(over) == frozenset()
    assert list(GAME.legal(over)) == []
    assert list(GAME.claims(over)) == []
    for action in ("pass", Move("a9", "all", "a8", "a8"), Resign("brown"), Resign("blue")):
        assert refused(over, action) == ["MS-73"]


@pytest.mark.parametrize(
    ("points", "outcome"),
    [
        pytest.param("e4:S e5:oM c8:s", ("brown", "MS-73"), id="MS-73 on the stone"),
        pytest.param("e4:S", ("brown", "MS-73"), id="MS-73 blue has none"),
        pytest.param("e4:s", ("blue", "MS-73"), id="MS-73 brown has none"),
        pytest.param("e4:p", (None, "MS-74"), id="MS-74 neither has one"),
    ],
)
def test_a_position_in_which_the_game_is_over(points: str, outcome: tuple[str | None, str]) -> None:
    assert ended(table(points, spare=False)) == outcome
