"""The landing table, cell by cell, for both sides: MS-26 to MS-34, MS-45, MS-48, MS-50, MS-55."""

from __future__ import annotations

import pytest

from companion.games.moons_and_stars import State
from companion.games.moons_and_stars.actions import Move
from tests.companion.games.moons_and_stars.table import (
    GAME,
    at,
    ended,
    lost,
    other_side,
    play,
    refused,
    table,
)

# What lies on e5; then, for a lone star, a lone moon and a stack: the pile on e5 afterwards ("."
# for nothing), or the first ruling that refuses it.
TABLE: dict[str, tuple[str, str, str, str]] = {
    "nothing": ("", "S", "M", "MS"),
    "MS-26 enemy moon": ("m", "S", "M", "MS"),
    "MS-26 enemy star": ("s", "S", "M", "MS"),
    "MS-29 enemy stack, a moon on top": ("mm", "S", "M", "MS"),
    "MS-29 enemy stack, a star on top": ("ms", "S", "M", "MS"),
    "MS-45 own lone moon": ("M", "MS", "MM", "MS-45"),
    "MS-45 own star": ("S", "MS-45", "MS-45", "MS-45"),
    "MS-45 own stack, a moon on top": ("MM", "MS-45", "MS-45", "MS-45"),
    "MS-45 own stack, a star on top": ("MS", "MS-45", "MS-45", "MS-45"),
    "MS-33 own pit": ("P", ".", "P", "P"),
    "MS-33 enemy pit": ("p", ".", "p", "p"),
    "MS-50 own empty safe": ("F", "FS", "FM", "MS-48"),
    "MS-50 enemy empty safe": ("f", "fS", "fM", "MS-48"),
    "MS-50 own safe, an enemy moon on it": ("Fm", "MS-50", "MS-50", "MS-50"),
    "MS-50 own safe, an enemy star on it": ("Fs", "MS-50", "MS-50", "MS-50"),
    "MS-50 own safe, an own moon on it": ("FM", "MS-50", "MS-50", "MS-50"),
    "MS-50 enemy safe, an own star on it": ("fS", "MS-50", "MS-50", "MS-50"),
    "MS-50 enemy safe, an enemy star on it": ("fs", "MS-50", "MS-50", "MS-50"),
    "MS-55 own path, in line": ("H|", "MS-55", "MS-55", "MS-55"),
    "MS-55 enemy path, crosswise": ("h-", "MS-55", "MS-55", "MS-55"),
    "MS-38 own trap, from its mouth": ("Tn", "MS-38", "MS-38", "MS-38"),
    "MS-38 enemy trap, from its front": ("ts", "MS-38", "MS-38", "MS-38"),
    "MS-38 enemy trap, from its flank": ("te", "MS-38", "MS-38", "MS-38"),
    "MS-32 own stone": ("O", "MS-32", "MS-32", "MS-32"),
    "MS-31 enemy stone": ("o", "oS", "oM", "oMS"),
}

# Who comes to e5: from where (a moon goes over e4).
UNITS = {"lone star": ("S", "e4"), "lone moon": ("M", "e3"), "stack": ("MS", "e4")}

CELLS = [
    pytest.param(
        side, unit, what, results[index], id=f"{name} - {side} {('star', 'moon', 'stack')[index]}"
    )
    for side in ("brown", "blue")
    for name, (what, *results) in TABLE.items()
    for index, unit in enumerate(UNITS)
]


def approach(side: str, unit: str, what: str) -> tuple[State, Move]:
    """A table on which `unit` of `side` can go to e5, where `what` lies, and the move there."""
    pile, origin = UNITS[unit]
    piles = f"{origin}:{pile}" + (f" e5:{what}" if what else "")
    taken_out = "lost" if what.lower() == "p" else "e5"
    state = table(piles if side == "brown" else other_side(piles), to_move=side)
    return state, Move(origin, "all", "e5", taken_out)


def as_side(side: str, letters: str) -> str:
    return letters if side == "brown" or letters == "." else other_side(letters)


@pytest.mark.parametrize(("side", "unit", "what", "result"), CELLS)
def test_a_landing(side: str, unit: str, what: str, result: str) -> None:
    state, move = approach(side, unit, what)
    assert (move in set(GAME.legal(state))) is not result.startswith("MS-")
    if result.startswith("MS-"):
        assert refused(state, move)[0] == result
        return
    after = play(state, move)
    assert at(after, "e5") == as_side(side, result)
    assert at(after, move.origin) == "."


LOSSES = {
    "nothing": ("", {}, {}, {}),
    "MS-29 a moon": ("m", {"moon": 1}, {"moon": 1}, {"moon": 1}),
    "MS-29 a stack is two pieces": ("ms", *[{"moon": 1, "star": 1}] * 3),
    "MS-29 two moons": ("mm", *[{"moon": 2}] * 3),
    "MS-33 enemy pit": ("p", {"pit": 1}, {}, {}),
    "MS-33 own pit": ("P", {}, {}, {}),
}


@pytest.mark.parametrize("side", ["brown", "blue"])
@pytest.mark.parametrize(
    ("what", "unit", "taken"),
    [
        pytest.param(what, unit, losses[index], id=f"{name} - {unit}")
        for name, (what, *losses) in LOSSES.items()
        for index, unit in enumerate(UNITS)
    ],
)
def test_what_the_enemy_loses_by_a_landing(
    side: str, what: str, unit: str, taken: dict[str, int]
) -> None:
    state, move = approach(side, unit, what)
    enemy = "blue" if side == "brown" else "brown"
    assert lost(play(state, move), enemy) == taken


@pytest.mark.parametrize(
    ("what", "unit", "own"),
    [
        pytest.param("p", "lone star", {"star": 1}, id="MS-33 star on an enemy pit"),
        pytest.param("P", "lone star", {"star": 1, "pit": 1}, id="MS-33 star on an own pit"),
        pytest.param("p", "lone moon", {"moon": 1}, id="MS-33 moon on an enemy pit"),
        pytest.param("P", "lone moon", {"moon": 1}, id="MS-33 moon on an own pit"),
        pytest.param("p", "stack", {"moon": 1, "star": 1}, id="MS-34 stack on an enemy pit"),
        pytest.param("P", "stack", {"moon": 1, "star": 1}, id="MS-34 stack on an own pit"),
        pytest.param("m", "stack", {}, id="MS-26 nothing is lost by capturing"),
    ],
)
def test_what_the_mover_loses_by_a_landing(what: str, unit: str, own: dict[str, int]) -> None:
    state, move = approach("brown", unit, what)
    assert lost(play(state, move), "brown") == own


def test_ms34_two_moons_on_a_pit() -> None:
    state = play(table("e4:MM e5:p"), "e4-e5")
    assert at(state, "e4", "e5") == ". p"
    assert lost(state, "brown") == {"moon": 2}


def test_ms26_moon_and_star_each_take_either() -> None:
    for taker in ("S", "M"):
        for taken in ("s", "m"):
            origin = "e4" if taker == "S" else "e3"
            assert at(play(table(f"{origin}:{taker} e5:{taken}"), f"{origin}-e5"), "e5") == taker


def test_ms27_capturing_is_not_compulsory() -> None:
    state = table("e4:S e5:m d4:s")
    assert at(play(state, "e4-e3"), "e5", "d4") == "m s"


def test_ms28_own_pieces_are_never_captured() -> None:
    for own in ("S", "MM", "MS"):
        assert "MS-28" in refused(table(f"e4:S e5:{own}"), "e4-e5")


@pytest.mark.parametrize(
    "fixture",
    [
        pytest.param("tn", id="MS-30 trap"),
        pytest.param("h|", id="MS-30 path"),
        pytest.param("f", id="MS-30 safe"),
    ],
)
def test_nothing_else_is_captured(fixture: str) -> None:
    for unit in ("lone star", "lone moon", "stack"):
        state, move = approach("brown", unit, fixture)
        if GAME.is_legal(state, move):
            assert fixture in at(play(state, move), "e5")


def test_ms30_a_moon_does_not_take_a_pit() -> None:
    assert at(play(table("e3:M e5:p"), "e3-e5"), "e5") == "p"


@pytest.mark.parametrize("side", ["brown", "blue"])
@pytest.mark.parametrize("unit", UNITS)
def test_ms31_the_stone_is_reached_by_any_last_movement(side: str, unit: str) -> None:
    state, move = approach(side, unit, "o")
    assert ended(play(state, move)) == (side, "MS-73")


def test_ms31_a_lone_moon_does_not_reach_a_stone_one_point_away() -> None:
    assert refused(table("e4:M e5:o"), "e4-e5") == ["MS-18"]


def test_ms31_a_carrying_moon_reaches_a_stone_one_point_away_but_not_two() -> None:
    assert ended(play(table("e4:MM e5:o"), "e4-e5")) == ("brown", "MS-73")
    assert "MS-31" in refused(table("e4:MM e6:o"), "e4-e6")


@pytest.mark.parametrize(
    ("points", "move"),
    [
        pytest.param("e4:S e5:H| e6:o", "e4-e6", id="MS-32 by a ride"),
        pytest.param("e4:S e5:h| e6:h- f6:o", "e4-f6", id="MS-32 by a long ride"),
        pytest.param("e4:M e6:h| e7:o", "e4-e7", id="MS-32 a moon by a ride"),
        pytest.param("e4:S e6:tn e7:o", "e4-e5", id="MS-32 by a pull"),
        pytest.param("e4:S e6:tn e7:h| e8:o", "e4-e5", id="MS-32 by a pull on over a path"),
        pytest.param("e4:MS e6:Tn e7:o", "e4-e5", id="MS-32 a stack by a pull"),
    ],
)
def test_a_stone_reached_by_a_ride_or_a_pull_counts(points: str, move: str) -> None:
    assert ended(play(table(points), move)) == ("brown", "MS-73")


@pytest.mark.parametrize(
    "points", ["e4:S e5:H| e6:O", "e4:S e6:tn e7:O"], ids=["MS-32 ride", "MS-32 pull"]
)
def test_an_own_stone_cannot_be_reached(points: str) -> None:
    target = "e6" if "H" in points else "e5"
    assert "MS-32" in refused(table(points), f"e4-{target}")


def test_the_table_is_complete() -> None:
    """Twelve rows of the page; some of them are told apart further here."""
    assert len(CELLS) == 2 * 3 * len(TABLE)
    assert {what for what, *_ in TABLE.values()} >= {
        "", "m", "ms", "M", "S", "MS", "P", "p", "F", "f", "Fm", "H|", "Tn", "O", "o",
    }  # fmt: skip
