"""What a turn is: MS-15 to MS-25b. Claims and draws by repetition are in test_claims."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.moons_and_stars.actions import Move, Pass
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

STEPS = {"e5", "f4", "e3", "d4"}
"""Where one step from e4 leads."""
TWO_STEPS = {"e6", "f5", "g4", "f3", "e2", "d3", "c4", "d5"}
"""Where two steps from e4 lead, but for e4 itself."""


@pytest.mark.parametrize(
    ("points", "tried"),
    [
        pytest.param("e4:S e8:m", "e8-e6", id="MS-15 the other side's moon"),
        pytest.param("e4:S e6:s", "e6-e5", id="MS-15 the other side's star"),
        pytest.param("e4:S d4:P", "d4-d5", id="MS-15 a pit"),
        pytest.param("e4:S d4:Tn", "d4-d5", id="MS-15 a trap"),
        pytest.param("e4:S d4:F", "d4-d5", id="MS-15 a safe"),
        pytest.param("e4:S d4:H|", "d4-d5", id="MS-15 a path"),
        pytest.param("e4:S d4:O", "d4-d5", id="MS-15 the stone"),
        pytest.param("e4:S", "d4-d5", id="MS-15 nothing"),
    ],
)
def test_only_ones_own_movers_are_moved(points: str, tried: str) -> None:
    assert refused(table(points), tried) == ["MS-15"]


def test_ms15_one_mover_moves_in_a_turn() -> None:
    state = play(table("e4:S d4:S"), "e4-e5")
    assert at(state, "e5", "d4") == "S S"
    assert GAME.to_act(state) == {"blue"}
    assert refused(state, "d4-d5") == ["MS-15"]


def test_ms15_moving_is_compulsory() -> None:
    assert refused(table("e4:S"), "pass") == ["MS-24", "MS-15"]
    assert Pass() not in set(GAME.legal(table("e4:S")))


@pytest.mark.parametrize(
    ("points", "landings"),
    [
        pytest.param("e4:S", STEPS, id="MS-16 four ways"),
        pytest.param("a5:S", {"a6", "b5", "a4"}, id="MS-16 on the border"),
        pytest.param("e4:S e5:H|", {"e6", "f4", "e3", "d4"}, id="MS-16 a step or a ride"),
    ],
)
def test_a_star_makes_one_movement(points: str, landings: set[str]) -> None:
    assert moves(table(points), points[:2]) == landings


@pytest.mark.parametrize(
    ("tried", "key"),
    [
        pytest.param("e4-e6", "star-one-step", id="MS-16 two steps"),
        pytest.param("e4-f5", "star-diagonal", id="MS-16 a diagonal"),
        pytest.param("e4-g6", "star-one-step", id="MS-16 far away"),
        pytest.param("e4-e4", "stays", id="MS-19 nowhere"),
    ],
)
def test_a_star_makes_no_more(tried: str, key: str) -> None:
    assert keys(table("e4:S"), tried) == [key]


def test_ms17_a_moon_makes_exactly_two_and_may_turn() -> None:
    assert moves(table("e4:M"), "e4") == TWO_STEPS


def test_ms17_a_moon_on_the_border() -> None:
    assert moves(table("a5:M"), "a5") == {"a7", "b6", "c5", "b4", "a3"}


def test_ms18_a_moon_may_not_stop_after_one() -> None:
    for landing in STEPS:
        assert refused(table("e4:M"), f"e4-{landing}") == ["MS-18"]
    assert keys(table("e4:M"), "e4-e5") == ["moon-one-step"]


def test_ms18_a_moon_may_not_stop_after_one_ride() -> None:
    """The ride goes over f4 and g4 to g5; no two movements lead there."""
    assert keys(table("e4:M f4:H- g4:H| g3:p"), "e4-g5")[0] == "moon-ride-alone"
    assert refused(table("e4:M f4:H- g4:H| g3:p"), "e4-g5")[0] == "MS-18"


def test_ms18_without_a_second_movement_the_first_is_not_available() -> None:
    """From e2 the moon can step to e1 alone; there it would stand between two traps."""
    state = table("e2:M d2:P f2:P e3:P d1:Tn f1:Tn")
    assert moves(state, "e2") == set()


RING = "e5:H| e6:H- f6:H| f5:H| f4:H-"
"""Paths on which one rides from e4 over e5 back to e4."""
BACK = "e6:Ts d6:h| d7:h-"
"""A moon goes from e5 to d5, rides on to e7, and is pulled back to e5."""


@pytest.mark.parametrize(
    ("rules", "legal"),
    [
        pytest.param({}, False, id="MS-19 off"),
        pytest.param({"null_moves": "on"}, True, id="MS-19 on"),
    ],
)
@pytest.mark.parametrize(
    ("points", "tried"),
    [
        pytest.param("e4:M", Move("e4", "all", "e4", "e4"), id="out and back"),
        pytest.param("e4:FM", Move("e4", "all", "e4", "e4"), id="off a safe and back"),
        pytest.param("e4:MM", Move("e4", "top", "e4", "e4"), id="a rider, off and on again"),
        pytest.param(f"e4:S {RING}", Move("e4", "all", "e4", "e4"), id="a ride in a ring"),
        pytest.param(f"e4:MS {RING}", Move("e4", "top", "e4", "e4"), id="a rider in a ring"),
        pytest.param(f"e4:MM {RING}", Move("e4", "all", "e4", "e4"), id="a stack in a ring"),
        pytest.param(f"e5:M {BACK}", Move("e5", "all", "e7", "e5"), id="pulled back"),
        pytest.param(f"e5:MM {BACK}", Move("e5", "top", "e7", "e5"), id="a rider pulled back"),
        pytest.param(f"e5:FM {BACK}", Move("e5", "all", "e7", "e5"), id="pulled back onto a safe"),
    ],
)
def test_a_turn_that_changes_nothing(
    points: str, tried: Move, rules: dict[str, Any], legal: bool
) -> None:
    state = table(points, **rules)
    assert (refused(state, tried) == []) is legal
    assert (tried in set(GAME.legal(state))) is legal
    if legal:
        after = play(state, tried)
        assert after.board == state.board
        assert after.to_move == 1
    else:
        assert refused(state, tried) == ["MS-19"]


def test_ms19_a_pull_back_with_a_capture_is_a_move() -> None:
    state = play(table(f"e5:M e7:s {BACK}"), "e5xe7>e5")
    assert at(state, "e5", "e7") == "M ."


# --- Over what a moon passes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("midway", "passes"),
    [
        pytest.param("", True, id="MS-20 an empty point"),
        pytest.param("M", True, id="MS-20 own moon"),
        pytest.param("S", True, id="MS-20 own star"),
        pytest.param("MS", True, id="MS-20 own stack"),
        pytest.param("m", True, id="MS-20 enemy moon"),
        pytest.param("s", True, id="MS-20 enemy star"),
        pytest.param("mm", True, id="MS-20 enemy stack"),
        pytest.param("F", True, id="MS-20 own empty safe"),
        pytest.param("f", True, id="MS-20 enemy empty safe"),
        pytest.param("fs", True, id="MS-50 a safe with an enemy on it"),
        pytest.param("FM", True, id="MS-50 a safe with an own moon on it"),
        pytest.param("H|", True, id="MS-20 a path in line"),
        pytest.param("h-", True, id="MS-20 a path from its flank"),
        pytest.param("P", False, id="MS-20 own pit"),
        pytest.param("p", False, id="MS-20 enemy pit"),
        pytest.param("Tn", False, id="MS-20 own trap, from its mouth"),
        pytest.param("ts", False, id="MS-20 enemy trap, from its front"),
        pytest.param("te", False, id="MS-20 enemy trap, from its flank"),
        pytest.param("O", False, id="MS-21 own stone"),
        pytest.param("o", False, id="MS-21 enemy stone"),
    ],
)
def test_what_a_moons_first_movement_may_stand_on(midway: str, passes: bool) -> None:
    """From e4 over e5 to the corners d5 and f5, which pits on d4 and f4 leave no other way to."""
    piles = f"e4:M d4:P f4:P e3:P {f'e5:{midway}' if midway else ''}"
    state = table(piles)
    assert ({"d5", "f5"} <= moves(state, "e4")) is passes
    if not passes:
        assert refused(state, "e4-d5")[0] in ("MS-20", "MS-21")


@pytest.mark.parametrize("stone", ["O", "o"])
def test_ms21_stones_of_either_side_cannot_be_passed(stone: str) -> None:
    assert refused(table(f"e4:M e5:{stone}"), "e4-e6") == ["MS-21"]


@pytest.mark.parametrize("passed", ["m", "s", "ms", "M", "fs", "f", "h-"])
def test_ms22_what_was_passed_is_untouched(passed: str) -> None:
    state = play(table(f"e4:M e5:{passed}"), "e4-e6")
    assert at(state, "e4", "e5", "e6") == f". {passed} M"


def test_ms22_nothing_is_pulled_on_the_way() -> None:
    state = play(table("e4:M e5:s d5:te"), "e4-f5")
    assert at(state, "e5", "f5") == "s M"


@pytest.mark.parametrize("trap", ["Te", "tw", "tn"])
def test_ms23_a_moon_passes_safely_over_a_mouth(trap: str) -> None:
    """Each of the traps has its mouth on e5."""
    site = {"Te": "f5", "tw": "d5", "tn": "e6"}[trap]
    landing = {"Te": "d5", "tw": "f5", "tn": "d5"}[trap]
    state = play(table(f"e4:M d4:P f4:P {site}:{trap}"), f"e4-{landing}")
    assert at(state, landing) == "M"


# --- No move, and the end of patience -------------------------------------------------------------

SHUT_IN = "a1:S a2:Tn b1:Te i9:s i8:o h9:f a9:O"
"""Brown's star cannot step anywhere; blue's star can step onto h9."""


def test_ms24_without_a_legal_move_the_side_must_pass() -> None:
    state = table(SHUT_IN, spare=False)
    assert list(GAME.legal(state)) == [Pass()]
    assert GAME.is_legal(state, Pass())
    after = play(state, "pass")
    assert after.passed
    assert after.to_move == 1
    assert after.board == state.board


def test_ms24_a_pass_is_forgotten_when_the_other_side_moves() -> None:
    state = play(table(SHUT_IN, spare=False), "pass", "i9-h9")
    assert not state.passed
    assert ended(play(state, "pass")) is None


def test_ms24_two_passes_in_a_row_draw() -> None:
    state = table("a1:S a2:Tn b1:Te a9:s a8:ts b9:te i1:O i9:o", spare=False)
    state = play(state, "pass")
    assert ended(state) is None
    assert ended(play(state, "pass")) == (None, "MS-24")


def test_ms24_a_pass_before_counts_as_the_first_of_two() -> None:
    state = table(SHUT_IN, spare=False, passed=True)
    assert ended(play(state, "pass")) == (None, "MS-24")


def test_ms24_a_suicidal_move_can_be_compulsory() -> None:
    state = table("a1:S a2:p b1:Te i9:s h1:M i1:Tn h2:Tn g1:Tn", spare=False)
    assert [GAME.format(state, move) for move in GAME.legal(state)] == ["Sa1-a2>lost"]
    assert "MS-24" in refused(state, "pass")


# --- Colours of a chessboard ----------------------------------------------------------------------


def colour(site: str) -> int:
    return (ord(site[0]) + int(site[1:])) % 2


def test_ms25b_two_plain_steps_and_single_pulls_keep_the_colour() -> None:
    """Fixtures lie on the colour that the moon is not on, so that no two traps touch."""
    rng = Random(25)
    other = [f"{f}{r}" for f in "abcdefghi" for r in range(1, 10) if colour(f"{f}{r}")]
    other = [site for site in other if site not in ("a9", "i1", "a1", "i9")]
    assert colour("e5") == 0
    pulled = 0
    for _ in range(150):
        laid = {site: rng.choice(("p", "F", "Tn", "te", "Ts", "tw")) for site in other[::2]}
        laid |= {site: "" for site in rng.sample(sorted(laid), 8)}
        words = " ".join(f"{site}:{pile}" for site, pile in laid.items() if pile)
        for move in GAME.legal(table(f"e5:M {words}")):
            assert isinstance(move, Move)
            if move.origin == "e5" and move.rest is not None and move.rest != "lost":
                pulled += move.rest != move.target
                assert colour(move.rest) == colour("e5")
    assert pulled > 50


@pytest.mark.parametrize(
    ("points", "tried"),
    [
        pytest.param("e4:M e5:H|", "e4-e7", id="MS-25b a ride"),
        pytest.param("e4:MS", "e4-e5", id="MS-25b a carrying moon"),
        pytest.param("e4:M f6:Te g6:Te", "e4-e6>h6", id="MS-25b traps in a row"),
        pytest.param("e4:M f6:Te g6:h-", "e4-e6>h6", id="MS-25b a pull on over a path"),
    ],
)
def test_ms25b_what_can_change_the_colour(points: str, tried: str) -> None:
    state = table(points)
    after = play(state, tried)
    landed = tried[-2:]
    assert colour(landed) != colour("e4")
    assert "M" in at(after, landed)
