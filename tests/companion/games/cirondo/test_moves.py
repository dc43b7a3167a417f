"""How moons, planets and solar systems go: CI-03, CI-04, CI-07 … CI-13."""

import pytest

from companion.games.api import Carried, Removed
from tests.companion.games.cirondo.table import go, lies, moves, table, targets, why

REST = " A1:P A31:p"
"""One more stellar for each side, out of the way."""


def test_ci03_a_planet_keeps_to_its_two_arcs_both_ways() -> None:
    state = table("F5:P" + REST)
    assert targets(state, "F5") == {
        *("G6", "H7", "G4", "H3"),  # inwards
        *("E6", "D7", "C8", "B9", "A10", "E4", "D3", "C2", "B1", "A32"),  # outwards
    }


@pytest.mark.parametrize(
    ("tried", "reasons"),
    [
        ("F5-G5", ["planet-off-arc"]),
        ("F5-F6", ["planet-off-arc"]),
        ("F5-H9", ["planet-off-arc"]),
        ("F5-G8", ["planet-off-arc", "no-bounce-void"]),
        ("F5-B14", ["planet-off-arc"]),
        ("F5-B11", ["planet-off-arc", "no-bounce-edge"]),
        ("F5-F21", ["planet-off-arc", "no-way-through-void"]),
        ("F5-F5", ["planet-stays", "must-go"]),
    ],
)
def test_ci03_a_planet_does_not_leave_its_arc(tried: str, reasons: list[str]) -> None:
    found = why(table("F5:P" + REST), tried)
    assert found[0][0] == "CI-03"
    assert [key for _, key in found] == reasons


def test_ci03_an_arc_ends_at_the_edge() -> None:
    assert why(table("B5:P" + REST), "B5-B7") == [
        ("CI-03", "planet-off-arc"),
        ("CI-03", "no-bounce-edge"),
    ]


def test_ci04_a_planet_goes_back_outwards() -> None:
    after = go(table("G10:P" + REST), "G10-B15")
    assert lies(after.state)["B15"] == "gold planet"


def test_ci07_a_moon_steps_straight_in_and_takes_across() -> None:
    state = table("C5:M D4:p D6:m" + REST)
    assert targets(state, "C5") == {"D5", "D4", "D6"}
    after = go(state, "C5xD6")
    assert lies(after.state) == {
        "A1": "gold planet",
        "A31": "silver planet",
        "D4": "silver planet",
        "D6": "gold moon",
    }


@pytest.mark.parametrize(
    ("laid", "tried", "reasons"),
    [
        ("C5:M", "C5-D6", ["moon-only-takes-across"]),
        ("C5:M D5:p", "C5xD5", ["moon-blocked"]),
        ("C5:M D5:P", "C5-D5", ["moon-blocked", "own-not-taken"]),
        ("C5:M D6:P", "C5-D6", ["own-not-taken", "moon-only-takes-across"]),
        ("C5:M B5:p", "C5xB5", ["moon-no-retreat"]),
        ("C5:M B6:p", "C5xB6", ["moon-no-retreat"]),
        ("C5:M", "C5-C6", ["moon-not-round"]),
        ("C5:M", "C5-E5", ["moon-one-step"]),
        ("C5:M E7:p", "C5xE7", ["moon-one-step"]),
        ("C5:M", "C5-C5", ["moon-stays", "must-go"]),
        ("C5:M", "C5-H21", ["moon-one-step", "no-way-through-void"]),
    ],
)
def test_ci07_what_a_moon_does_not_do(laid: str, tried: str, reasons: list[str]) -> None:
    assert [key for _, key in why(table(laid + REST), tried)] == reasons


def test_ci08_a_slide_stops_before_an_own_and_on_an_enemy_stellar() -> None:
    state = table("C5:P F8:m E3:M" + REST)
    assert targets(state, "C5") >= {"D6", "E7", "F8", "D4"}
    assert not targets(state, "C5") & {"G9", "H10", "E3", "F2"}
    assert why(state, "C5-G9") == [("CI-08", "no-jump")]
    assert why(state, "C5-F2") == [("CI-08", "no-jump")]


def test_ci08_capturing_takes_the_piece_off_first() -> None:
    removed, carried = go(table("C5:P F8:m" + REST), "C5xF8").effects
    assert isinstance(removed, Removed)
    assert isinstance(carried, Carried)
    assert removed.site == carried.target == "F8"


def test_ci09_a_moon_on_the_inner_ring_becomes_a_solar_system_there() -> None:
    after = go(table("G5:M H6:p" + REST), "G5xH6=S")
    assert lies(after.state)["H6"] == "gold solar system"
    assert [effect.ruling for effect in after.effects] == ["CI-07", "CI-07", "CI-09", "CI-09"]


def test_ci09_a_planet_on_the_inner_ring_stays_a_planet() -> None:
    assert lies(go(table("G5:P" + REST), "G5-H6").state)["H6"] == "gold planet"


def test_ci10_nothing_crosses_the_void() -> None:
    state = table("H5:S" + REST)
    assert why(state, "H5-G21") == [("CI-12", "solar-off-line"), ("CI-10", "no-way-through-void")]
    assert why(state, "H5-I5") == [("CI-10", "void-no-space"), ("CI-01", "off-board")]
    assert targets(state, "H5") & {"H21"} == {"H21"}  # round the ring


FOUR = "G5:M H6:p H1:S H12:S H20:S H25:S" + REST


def test_ci11_a_fifth_moon_waits_while_four_solar_systems_are_out() -> None:
    state = table(FOUR)
    assert targets(state, "G5") == set()
    assert why(state, "G5-H5") == [("CI-11", "supply-used-up")]
    assert why(state, "G5xH6") == [("CI-11", "supply-used-up")]


def test_ci11_a_captured_solar_system_returns_to_the_supply() -> None:
    after = go(table(FOUR.replace("A31:p", "G26:m"), to_move="silver"), "G26xH25").state
    assert targets(after, "G5") == {"H5", "H6"}


def test_ci11_the_supply_may_be_unlimited() -> None:
    assert targets(table(FOUR, unlimited=True), "G5") == {"H5", "H6"}


def test_ci12_a_solar_system_goes_on_radius_arcs_and_ring() -> None:
    found = targets(table("D10:S B20:P B21:p"), "D10")
    assert len(found) == 7 + 3 * 2 + 4 * 2 + 31
    assert {"A10", "H10", "A7", "H14", "D26", "D9", "D11"} <= found


def test_ci12_no_full_lap() -> None:
    state = table("D10:S" + REST)
    assert why(state, "D10-D10") == [("CI-12", "no-full-lap"), ("CI-23", "must-go")]


def test_ci12_a_lap_stops_at_the_first_piece_from_either_side() -> None:
    state = table("D10:S D12:M D8:m" + REST)
    assert targets(state, "D10") & {f"D{n}" for n in range(1, 33)} == {"D11", "D9", "D8"}
    assert ("CI-12", "ring-blocked") in why(state, "D10-D20")
    lone = table("D10:S D20:m" + REST)
    round_it = [m for m in moves(lone) if m.origin == "D10" and m.target[0] == "D"]
    assert len(round_it) == len(set(round_it)) == 31


def test_ci13_capturing_is_not_compulsory() -> None:
    state = table("C5:M D6:p" + REST)
    assert why(state, "C5-D5") == []


def test_ci13_nobody_takes_their_own() -> None:
    assert why(table("D10:S D12:M" + REST), "D10xD12")[0] == ("CI-13", "own-not-taken")
    assert why(table("C5:P F8:M" + REST), "C5xF8")[0] == ("CI-13", "own-not-taken")
