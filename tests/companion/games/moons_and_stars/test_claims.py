"""Repetition, resigning, and draws by agreement: MS-25."""

from __future__ import annotations

import pytest

from companion.games.moons_and_stars import State
from companion.games.moons_and_stars.actions import (
    AgreeDraw,
    ClaimDraw,
    OfferDraw,
    Resign,
)
from tests.companion.games.moons_and_stars.opening import rolled, setting_up
from tests.companion.games.moons_and_stars.table import (
    GAME,
    ended,
    keys,
    play,
    refused,
    table,
)

AROUND = ("e4-e5", "a9-a8", "e5-e4", "a8-a9")
"""Four turns that lead back to the same position."""


def repeated(times: int, repetition: str = "claim") -> State:
    """A position that stands for the so many-th time."""
    state = table("e4:S", repetition=repetition)
    for _ in range(times - 1):
        state = play(state, *AROUND)
    return state


def test_ms25_the_third_time_may_be_claimed_by_either_side() -> None:
    state = repeated(3)
    assert ended(state) is None
    for side in ("brown", "blue"):
        assert ClaimDraw(side) in GAME.claims(state)
        assert ended(play(state, ClaimDraw(side))) == (None, "MS-25")


@pytest.mark.parametrize("times", [1, 2])
def test_ms25_not_before(times: int) -> None:
    state = repeated(times)
    assert keys(state, ClaimDraw("brown")) == ["claim-too-early"]
    assert refused(state, ClaimDraw("brown")) == ["MS-25"]
    assert ClaimDraw("brown") not in GAME.claims(state)


def test_ms25_a_claim_not_made_is_gone_with_the_next_move() -> None:
    assert refused(play(repeated(3), "e4-e3"), ClaimDraw("blue")) == ["MS-25"]


def test_ms25_any_position_that_occurs_a_third_time_counts() -> None:
    state = play(repeated(3), "e4-e5")
    assert refused(state, ClaimDraw("blue")) == [], "e5 for the third time"


def test_ms25_automatic_draws_at_once() -> None:
    state = repeated(2, "automatic")
    assert keys(state, ClaimDraw("brown")) == ["claim-switched-off"]
    assert ended(play(state, *AROUND)) == (None, "MS-25")


def test_ms25_off_there_is_no_such_draw() -> None:
    state = repeated(5, "off")
    assert ended(state) is None
    assert keys(state, ClaimDraw("brown")) == ["claim-switched-off"]


def test_ms25_the_side_to_move_has_to_be_the_same() -> None:
    assert GAME.key(table("e4:S")) != GAME.key(table("e4:S", to_move="blue"))


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(table("e4:S", brown=("jothi", 2)), id="MS-25 another notch"),
        pytest.param(table("e4:S", brown=("lamban", 1)), id="MS-25 another deity"),
        pytest.param(table("e4:S"), id="MS-25 no deity"),
        pytest.param(table("e4:M", brown=("jothi", 1)), id="MS-25 another piece"),
    ],
)
def test_what_else_has_to_be_equal(other: State) -> None:
    assert GAME.key(table("e4:S", brown=("jothi", 1))) != GAME.key(other)


def test_ms25_what_does_not_have_to_be_equal() -> None:
    """Losses, and whether the turn before was a pass, are no part of the position."""
    state = table("e4:S", lost={"brown": {"moon": 2}}, passed=True)
    assert GAME.key(state) == GAME.key(table("e4:S"))


@pytest.mark.parametrize("side", ["brown", "blue"])
def test_ms25_resigning_is_always_possible(side: str) -> None:
    winner = "blue" if side == "brown" else "brown"
    owing = table("e4:S e5:p", brown=("jothi", 5), owed="brown")
    for state in (GAME.initial(), rolled(), setting_up(), table("e4:S"), owing):
        assert Resign(side) in GAME.claims(state)
        assert ended(play(state, Resign(side))) == (winner, "MS-25")


def test_ms25_a_draw_is_offered_and_agreed_to() -> None:
    state = play(table("e4:S"), OfferDraw("brown"))
    assert GAME.to_act(state) == {"brown"}, "an offer is no turn"
    assert set(GAME.claims(state)) == {AgreeDraw("blue"), Resign("brown"), Resign("blue")}
    assert ended(play(state, AgreeDraw("blue"))) == (None, "MS-25")


def test_ms25_nobody_agrees_to_what_was_not_offered() -> None:
    assert keys(table("e4:S"), AgreeDraw("blue")) == ["no-offer"]
    state = play(table("e4:S"), OfferDraw("brown"))
    assert keys(state, AgreeDraw("brown")) == ["no-offer"]
    assert keys(state, OfferDraw("blue")) == ["offer-stands"]


def test_ms25_an_offer_stands_until_the_other_side_moves() -> None:
    state = play(table("e4:S"), OfferDraw("brown"), "e4-e5")
    assert refused(state, AgreeDraw("blue")) == []
    state = play(state, "a9-a8")
    assert refused(state, AgreeDraw("blue")) == ["MS-25"]
    assert refused(state, OfferDraw("blue")) == []


def test_ms25_a_draw_is_not_offered_before_the_first_turn() -> None:
    assert keys(setting_up(), OfferDraw("brown")) == ["offer-too-early"]


def test_ms25_only_the_two_sides_declare_anything() -> None:
    for claim in (Resign, OfferDraw, AgreeDraw, ClaimDraw):
        assert keys(table("e4:S"), claim("green")) == ["no-such-side"]
