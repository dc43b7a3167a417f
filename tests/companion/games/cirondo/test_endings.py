"""The last move, powers, passes and draws: CI-14 … CI-19, CI-21."""

import pytest

from companion.games.errors import BadPosition
from tests.companion.games.cirondo.table import GAME, ended, go, lies, play, table, why


def test_ci14_whoever_is_reduced_to_one_is_owed_a_last_move() -> None:
    state = play(table("C5:P B9:P F8:m A20:p"), "C5xF8")
    assert state.outcome is None
    assert GAME.position_to_json(state)["last_move_owed"] == "silver"


def test_ci14_after_the_last_move_two_against_one_have_won() -> None:
    state = play(table("C5:P B9:P F8:m A20:p"), "C5xF8", "A20-B21#")
    assert ended(state) == ("gold", "CI-14")
    assert GAME.position_to_json(state)["last_move_owed"] is None


@pytest.mark.parametrize(
    ("laid", "last", "winner"),
    [
        ("A1:M B21:P A20:p", "A20xB21", "silver"),
        ("A1:P B21:P A20:p", "A20xB21", None),
        ("H1:S B21:P A20:p", "A20xB21", "gold"),
        ("A1:M C21:P B20:m", "B20xC21", None),
    ],
)
def test_ci14_a_last_move_that_leaves_one_each_decides_by_power(
    laid: str, last: str, winner: str | None
) -> None:
    state = table(laid, to_move="silver", owed="silver")
    assert ended(play(state, last)) == (winner, "CI-14")


def test_ci14_one_stellar_that_cannot_move_has_lost_at_once() -> None:
    state = play(table("F12:P C5:P B5:m C9:p"), "F12xC9#")
    assert ended(state) == ("gold", "CI-14")
    assert GAME.to_act(state) == frozenset()


def test_ci15_where_no_last_move_was_owed_the_powers_are_compared_at_once() -> None:
    state = table("A1:M B21:P A20:p", to_move="silver")
    assert ended(play(state, "A20xB21")) == ("silver", "CI-15")


def test_ci15_one_against_one_is_compared_after_the_turn() -> None:
    assert ended(play(table("A1:P B21:m"), "A1-B2")) == ("gold", "CI-15")
    assert ended(play(table("B1:M E21:m"), "B1-C1")) == (None, "CI-15")


def test_ci16_a_promotion_by_the_last_move_counts() -> None:
    state = table("A1:P H21:P G20:m", to_move="silver", owed="silver")
    assert ended(play(state, "G20xH21=S#")) == ("silver", "CI-14")


def test_ci16_a_promotion_does_not_help_against_two() -> None:
    state = table("A1:P B1:M G20:m", to_move="silver", owed="silver")
    assert ended(play(state, "G20-H20")) == ("gold", "CI-14")


def test_ci17_the_last_stellar_taken_is_a_loss() -> None:
    assert ended(play(table("C5:m D6:P", to_move="silver"), "C5xD6")) == ("silver", "CI-17")
    assert ended(table("A1:P B1:M")) == ("gold", "CI-17")
    with pytest.raises(BadPosition):
        table("")


BLOCKED = "B5:M B20:M C5:p C20:p"


def test_ci18_who_cannot_move_passes() -> None:
    state = table(BLOCKED)
    assert [GAME.format(state, action) for action in GAME.legal(state)] == ["pass"]
    after = play(state, "pass")
    assert GAME.position_to_json(after)["passed"] is True
    assert "passed" not in GAME.position_to_json(play(after, "C5-D6"))


def test_ci18_who_can_move_does_not_pass() -> None:
    state = table("B5:M B20:M A20:p A21:p")
    assert why(state, "pass") == [("CI-18", "must-move"), ("CI-23", "moving-is-compulsory")]


def test_ci18_two_passes_in_a_row_are_a_draw() -> None:
    # Every moon stands before a planet of the other side, every planet is shut in by own moons.
    state = table(" ".join(f"G{n}:{'Mm'[n % 2]} H{n}:{'pP'[n % 2]}" for n in range(1, 33)))
    again = play(state, "pass")
    assert GAME.outcome(again) is None
    assert ended(play(again, "pass")) == (None, "CI-18")


def test_ci18_no_move_may_be_a_draw_or_a_loss() -> None:
    laid = "B5:m B20:m C5:P B19:P F30:P A1:M"
    assert GAME.outcome(play(table(laid), "B19-C20")) is None
    assert ended(play(table(laid, no_move="draw"), "B19-C20")) == (None, "CI-18")
    assert ended(play(table(laid, no_move="loss"), "B19-C20")) == ("gold", "CI-18")


THERE_AND_BACK = ("A1-B2", "A31-B30", "B2-A1", "B30-A31")


def test_ci19_the_third_repetition_may_be_claimed() -> None:
    state = table("A1:P B9:M A31:p B25:m")
    assert why(state, "claim draw gold") == [("CI-19", "claim-too-early")]
    twice = play(state, *THERE_AND_BACK)
    assert why(twice, "claim draw gold") == [("CI-19", "claim-too-early")]
    thrice = play(twice, *THERE_AND_BACK)
    assert why(thrice, "claim draw silver") == []
    assert ended(play(thrice, "claim draw gold")) == (None, "CI-19")


def test_ci19_repetition_may_draw_by_itself_or_not_at_all() -> None:
    laid = "A1:P B9:M A31:p B25:m"
    rounds = THERE_AND_BACK * 2
    assert ended(play(table(laid, repetition="automatic"), *rounds)) == (None, "CI-19")
    off = play(table(laid, repetition="off"), *rounds)
    assert why(off, "claim draw gold") == [("CI-19", "claim-switched-off")]


def test_ci19_a_moon_move_ends_what_can_be_repeated() -> None:
    state = play(table("A1:P B9:M A31:p B25:m"), *THERE_AND_BACK, "B9-C9")
    assert len(state.history) == 1


def test_ci19_a_capture_ends_what_can_be_repeated() -> None:
    state = play(table("A1:P B9:M A31:p B25:m D30:m"), *THERE_AND_BACK, "A1-D30")
    assert len(state.history) == 1


def test_ci19_the_same_board_with_the_other_side_to_move_is_no_repetition() -> None:
    """Each side goes a triangle once while the other goes there and back."""
    gold, silver = ("D10-D11", "D11-E11", "E11-D10"), ("D26-D27", "D27-E27", "E27-D26")
    state = table("D10:S A1:P A5:P D26:s A20:p A24:p")
    half = play(state, gold[0], "A20-B21", gold[1], "B21-A20", gold[2])
    assert lies(half) == lies(state)
    again = play(half, silver[0], "A1-B2", silver[1], "B2-A1", silver[2])
    assert GAME.to_act(again) == GAME.to_act(state)
    ruling = GAME.rule_on(again, GAME.parse(again, "claim draw gold"))
    assert [dict(cause.parameters)["count"] for cause in ruling.reasons] == [2]


def test_ci19_fifty_moves_each_without_progress_draw_if_switched_on() -> None:
    laid = "A1:P B9:M A31:p B25:m"
    state = play(table(laid, fifty_moves=True, repetition="off"), *(THERE_AND_BACK * 25)[:-1])
    assert GAME.outcome(state) is None
    assert ended(play(state, "B30-A31")) == (None, "CI-19")
    assert play(table(laid, repetition="off"), *THERE_AND_BACK * 26).outcome is None


def test_ci19_a_draw_may_be_offered_and_agreed() -> None:
    state = table("A1:P B9:M A31:p B25:m")
    assert why(state, "agree draw silver") == [("CI-19", "no-offer")]
    offered = play(state, "offer draw gold")
    assert why(offered, "offer draw silver") == [("CI-19", "offer-stands")]
    assert why(offered, "agree draw gold") == [("CI-19", "agreed-already")]
    assert ended(play(offered, "agree draw silver")) == (None, "CI-19")


def test_ci19_an_offer_stands_through_ones_own_move_and_lapses_with_the_others() -> None:
    offered = play(table("A1:P B9:M A31:p B25:m"), "offer draw gold", "A1-B2")
    assert why(offered, "agree draw silver") == []
    assert why(play(offered, "A31-B30"), "agree draw silver") == [("CI-19", "no-offer")]


def test_ci21_the_game_ends_before_the_board_is_empty() -> None:
    state = play(table("A1:M F8:M B20:m", to_move="silver", owed="silver"), "B20-C20")
    assert ended(state) == ("gold", "CI-14")
    assert len(lies(state)) == 3


def test_nothing_is_played_once_the_game_is_over() -> None:
    state = play(table("C5:P B9:P F8:m A20:p"), "C5xF8", "A20-B21")
    for tried in ("C5-D6", "pass", "resign gold", "claim draw gold", "lot gold"):
        assert why(state, tried)[0] == ("CI-14", "game-over")


def test_whoever_resigns_loses() -> None:
    state = table("A1:P B9:M A31:p B25:m")
    assert ended(play(state, "resign")) == ("silver", "CI-20")
    assert ended(go(state, "resign silver").state) == ("gold", "CI-20")
