"""Four players and two teams: CI-20."""

from typing import Any

import pytest

from companion.games.errors import BadSwitch
from tests.companion.games.cirondo.table import GAME, ended, go, lies, play, table, targets, why

FOUR: dict[str, Any] = {"players": "four"}
TEAMS: dict[str, Any] = {"players": "teams"}


def test_ci20_four_start_on_a_quarter_each() -> None:
    there = lies(GAME.initial(FOUR))
    assert len(there) == 64
    for side, start in (("gold", 1), ("red", 9), ("silver", 17), ("blue", 25)):
        for sector in range(start, start + 8):
            assert there[f"A{sector}"] == f"{side} planet"
            assert there[f"B{sector}"] == f"{side} moon"


def test_ci20_turns_go_clockwise() -> None:
    state = play(GAME.initial(FOUR), "lot silver")
    seats: list[str] = []
    for move in ("B17-C17", "B25-C25", "B1-C1", "B9-C9"):
        seats += GAME.to_act(state)
        assert len(list(GAME.legal(state))) == 8
        state = play(state, move)
    assert seats == ["silver", "blue", "gold", "red"]


def test_ci20_three_are_not_catered_for() -> None:
    with pytest.raises(BadSwitch):
        GAME.initial({"players": "three"})


SPREAD = "A1:P A2:P A9:rP A10:rP A18:p A19:p A26:bP A27:bP"


def test_ci20_whoever_has_one_is_out_after_a_last_move() -> None:
    state = table("A1:P A2:P A9:rP A18:p A19:p A26:bP A27:bP", **FOUR)
    state = play(state, "A1-B32")
    assert GAME.position_to_json(state)["last_move_owed"] == "red"
    after = go(state, "A9-B10")
    assert GAME.outcome(after.state) is None
    assert "B10" not in lies(after.state)
    assert after.effects[-1].ruling == "CI-20"
    assert GAME.to_act(after.state) == {"silver"}


def test_ci20_the_last_in_play_wins() -> None:
    state = table("A1:P A2:P A9:rP", to_move="red", owed="red", **FOUR)
    assert ended(play(state, "A9-B10#")) == ("gold", "CI-20")


def test_ci20_all_on_one_are_compared() -> None:
    state = table("A1:P B9:rM A18:p C10:M", to_move="red", owed=["red", "silver"], **FOUR)
    assert ended(play(state, "B9xC10")) == (None, "CI-14")
    state = table("A1:P H9:rS A18:p G9:M", to_move="red", owed=["red", "silver"], **FOUR)
    assert ended(play(state, "H9xG9")) == ("red", "CI-14")


def test_ci20_the_stellars_of_whoever_concedes_leave_the_board() -> None:
    state = table(SPREAD, **FOUR)
    after = go(state, "resign silver")
    assert len(after.effects) == 2
    assert not any(words.startswith("silver") for words in lies(after.state).values())
    assert GAME.to_act(after.state) == {"gold"}
    assert GAME.to_act(play(after.state, "A1-B2", "A9-B10")) == {"blue"}
    assert why(after.state, "offer draw silver") == [("CI-20", "out-of-play")]
    assert GAME.to_act(go(state, "resign gold").state) == {"red"}


def test_ci20_a_draw_needs_all_who_are_in_play() -> None:
    state = play(table(SPREAD, **FOUR), "resign blue", "offer draw gold", "agree draw red")
    assert GAME.outcome(state) is None
    assert ended(play(state, "agree draw silver")) == (None, "CI-19")


def test_ci20_passing_draws_when_all_in_play_have_passed() -> None:
    state = table("B5:M B20:M C5:p C20:p A9:rP A10:rP", **FOUR)
    state = play(state, "pass", "A9-B8")
    assert state.passes == 0


SHUT_IN = "B5:M B20:M C5:p C20:p B13:rM B28:rM C13:bP C28:bP"
"""Gold's moons stand before silver's planets, red's before blue's."""


def test_ci20_a_draw_needs_passes_by_all_in_play() -> None:
    """Every moon stands before a planet of the other team, every planet behind its own moons."""
    moons = " ".join(f"G{n}:{('M', 'rM', 'm', 'bM')[n % 4]}" for n in range(1, 33))
    planets = " ".join(f"H{n}:{('rP', 'P', 'bP', 'p')[n % 4]}" for n in range(1, 33))
    state = table(f"{moons} {planets}", **TEAMS)
    for seat in ("gold", "red", "silver"):
        assert GAME.to_act(state) == {seat}
        state = play(state, "pass")
        assert GAME.outcome(state) is None
    assert ended(play(state, "pass")) == (None, "CI-18")


def test_ci20_who_leaves_ends_a_row_of_passes() -> None:
    """What leaves the board may set others free, so passes are counted anew."""
    state = play(table(SHUT_IN, **FOUR), "pass", "pass")
    assert state.passes == 2
    left = play(state, "resign red")
    assert left.passes == 0
    assert GAME.to_act(left) == {"silver"}


def test_ci20_an_offer_lapses_when_only_those_who_agreed_are_left() -> None:
    offers = ("offer draw gold", "agree draw red", "agree draw blue")
    state = play(table(SPREAD, **FOUR), *offers)
    left = play(state, "resign silver")
    assert GAME.outcome(left) is None
    assert why(left, "agree draw gold") == [("CI-19", "no-offer")]
    assert why(left, "offer draw gold") == []
    kept = play(table(SPREAD, **FOUR), *offers[:2], "resign silver")
    assert ended(play(kept, "agree draw blue")) == (None, "CI-19")


def test_ci20_fifty_moves_each_are_two_hundred_turns_of_four() -> None:
    laid = f"{SPREAD} B1:M"
    there = ("A1-B32", "A9-B8", "A18-B19", "A26-B25")
    back = tuple("-".join(reversed(move.split("-"))) for move in there)
    turns = (*there, *back) * 25
    state = play(table(laid, fifty_moves=True, repetition="off", **FOUR), *turns[:-1])
    assert GAME.outcome(state) is None
    assert ended(play(state, turns[-1])) == (None, "CI-19")


def test_ci20_two_who_cannot_make_their_last_move_are_out_one_after_the_other() -> None:
    state = table("A1:P A2:P B9:rM C9:bP B18:m C18:bP", to_move="gold", **FOUR)
    after = go(state, "A1-B32").state
    assert GAME.outcome(after) is None
    assert GAME.to_act(after) == {"blue"}
    assert {words.split()[0] for words in lies(after).values()} == {"gold", "blue"}


def test_ci20_partners_do_not_take_each_other() -> None:
    state = table("C5:P F8:m F2:rM A9:rP A18:p B2:M A26:bP A27:bP", **TEAMS)
    assert why(state, "C5xF8")[0] == ("CI-20", "partner-not-taken")
    assert "F2" in targets(state, "C5")
    assert "F8" in targets(table("C5:P F8:m A18:p B2:M", **FOUR), "C5")


def test_ci20_the_last_team_wins() -> None:
    state = table("A1:P A2:P A18:p A19:p A9:rP", to_move="red", owed="red", **TEAMS)
    assert ended(play(state, "A9-B10")) == ("gold", "CI-20")
    state = table("A1:P A2:P A18:p A19:p A9:rP A10:rP", **TEAMS)
    assert ended(play(state, "resign red")) == ("gold", "CI-20")


def test_ci20_teams_are_compared_by_their_best() -> None:
    state = table("A1:P H9:rS A18:p G9:M", to_move="red", owed=["red", "silver"], **TEAMS)
    assert ended(play(state, "H9xG9")) == ("red", "CI-14")
    state = table("A1:P A9:rP A18:p B10:M", to_move="red", owed=["red", "silver"], **TEAMS)
    assert ended(play(state, "A9xB10")) == (None, "CI-14")


def test_ci20_with_two_players_there_is_no_red() -> None:
    state = GAME.initial()
    assert why(state, "resign red") == [("CI-06", "not-begun")]
    assert why(play(state, "lot gold"), "resign red") == [("CI-20", "no-such-side")]
