"""MN-01 to MN-14: rounds of the cooperative game, its goals, and how it ends."""

from __future__ import annotations

import pytest

from tests.companion.games.moon.table import (
    GAME,
    duel,
    ended,
    places,
    play,
    registers,
    seen,
    together,
    why,
)


def test_mn01_a_goal_that_comes_to_the_fifth_place_loses() -> None:
    state = together("1 0 0 0", "| 0111 | | 0110!", energy=3)
    after = play(state, "end")
    assert ended(after) == (None, "MN-01")
    assert places(after) == " |  | 0111 |  | 0110!"
    assert (after.energy, len(after.deck)) == (3, 1)
    assert why(after, "end") == [("MN-01", "game-over")]


def test_mn01_with_five_usable_places_it_loses_one_round_later() -> None:
    state = together("1 0 0 0", "| | | 0110!", slots_usable=5)
    fifth = play(state, "end")
    assert GAME.outcome(fifth) is None
    assert ended(play(fifth, "end")) == (None, "MN-01")


BUGS = [
    # broken places, where the goal lies, where it lies then
    ((2,), 1, 3),
    ((2, 3), 1, 4),
    ((3,), 2, 4),
    ((1,), 2, 3),
]


@pytest.mark.parametrize(("broken", "before", "after"), BUGS)
def test_mn02_cards_skip_broken_places(broken: tuple[int, ...], before: int, after: int) -> None:
    texts = [""] * 4
    texts[before - 1] = "0110!"
    state = play(together("1 0 0 0", "|".join(texts), broken=broken, deck=""), "end")
    assert seen(state)["slots"][after - 1] == ["goal 0110"]


def test_mn02_a_bug_in_the_fourth_place_makes_the_third_the_last() -> None:
    state = together("1 0 0 0", "| | 0110!", broken=(4,))
    assert ended(play(state, "end")) == (None, "MN-01")
    five = together("1 0 0 0", "| | 0110!", broken=(4,), slots_usable=5)
    assert GAME.outcome(play(five, "end")) is None


def test_mn02_a_new_card_goes_to_the_first_place_that_is_not_broken() -> None:
    state = together("1 0 0 0", "| 0110!", broken=(1,), deck="0001 0010")
    assert places(play(state, "end")) == " | 0001 | 0110!"


def test_mn02_a_bug_stays_where_it_is_turned_over_and_is_no_card_any_more() -> None:
    state = together("7 0 0 0", "bug | | 0110!", deck="0001")
    after = play(state, "DEC A")
    assert (after.broken, places(after)) == ((1,), " | 0001!")


def test_mn03_what_lies_face_down_does_nothing() -> None:
    state = together("1 7 0 0", "reset-B | 0110!", deck="error-C")
    after = play(state, "end")
    assert (registers(after), places(after)) == ("1 7 0 0", "error-C | reset-B | 0110!")


def test_mn04_an_event_never_costs_a_round() -> None:
    state = together("7 3 5 0", "reset-B | reset-C | 0110!", deck="0001 0010")
    after = play(state, "DEC A")
    assert (registers(after), places(after), after.energy) == ("6 0 0 0", "0001!", 2)
    waiting = together("7 3 5 0", "0001 | reset-C | 0110!", deck="0010")
    after = play(waiting, "DEC A")
    assert (registers(after), places(after), len(after.deck)) == ("6 3 0 0", "0001!", 1)


def test_mn05_with_energy_left_the_next_goal_comes_up_in_the_same_round() -> None:
    state = together("7 0 0 0", "0001 | 1000 | 0110!")
    assert places(play(state, "DEC A")) == "0001 | 1000!"


def test_mn05_without_energy_it_comes_up_at_the_end_of_the_round() -> None:
    state = together("7 0 0 0", "1000 | 0110!", energy=4, deck="0001")
    after = play(state, "DEC A")
    assert places(after) == "1000"
    assert places(play(after, "end")) == "0001 | 1000!"


def test_mn05_nothing_is_drawn_before_the_round_ends() -> None:
    after = play(together("7 0 0 0", "| 0110!", deck="0001"), "DEC A")
    assert (places(after), len(after.deck), after.energy) == ("", 1, 2)
    assert why(after, "MOV A>B") == []


def test_mn06_a_round_may_be_ended_at_any_time_and_energy_is_not_saved() -> None:
    state = together("1 0 0 0", "0110!", energy=5, refill=6)
    assert play(state, "end").energy == 6


def test_mn07_the_end_of_a_round_in_its_order() -> None:
    state = together("6 0 0 0", "0011 | 1000", energy=0, deck="0010 0101")
    after = play(state, "end")
    assert (places(after), after.energy) == ("0010 | 0011 | 1000!", 6)
    lost = together("6 0 0 0", "| | | 1000!", energy=0)
    assert play(lost, "end").energy == 0


def test_mn10_a_goal_that_a_holds_already_is_solved_when_it_comes_up() -> None:
    state = together("5 0 0 0", "0101", energy=0, deck="0010 0001")
    after = play(state, "end")
    assert (after.solved, places(after)) == (1, "0010!")
    chain = together("7 0 0 0", "0001 | reset-2 | 0110!", deck="")
    assert play(chain, "DEC A").solved == 1


def test_mn11_a_reset_of_a_can_solve() -> None:
    state = together("9 0 0 0", "0000 | reset-A", energy=0, deck="0111 0001")
    after = play(state, "end")
    assert (registers(after), after.solved, places(after)) == ("0 0 0 0", 1, "0111!")


def test_mn12_the_mission_succeeds_when_no_goal_is_left() -> None:
    state = together("7 0 0 0", "bug | | 0110!", deck="reset-A bug")
    after = play(state, "DEC A")
    assert ended(after) == ("players", "MN-12")
    assert (places(after), len(after.deck)) == ("bug", 2)
    assert why(after, "NOT A") == [("MN-12", "game-over")]
    waiting = together("7 0 0 0", "0001 | 0110!", deck="")
    assert GAME.outcome(play(waiting, "DEC A")) is None


def test_mn13_any_player_acts_from_the_common_supply() -> None:
    state = together("10 0 0 0", "1111!", energy=2)
    for seat in ("p1", "p3", "players"):
        assert why(state, "NOT A", seat) == []
    assert why(play(state, "NOT A"), "NOT A", "p2")[0][0] == "MN-20"
    assert GAME.to_act(state) == {"players"}
    assert GAME.seats(state) == ("players",)


def test_mn14_goals_move_up_when_the_deck_is_empty() -> None:
    state = together("1 0 0 0", "1110 | | 0110!", deck="")
    assert places(play(state, "end")) == " | 1110 |  | 0110!"
    assert ended(play(state, "end", "end")) == (None, "MN-01")


# --- More bits ------------------------------------------------------------------------------------


def test_mn37_mn38_two_cards_make_a_goal_the_first_is_left() -> None:
    state = together("18 0 0 0", "0001! | 1101!", bits=6)
    assert play(state, "DEC A").solved == 1
    swapped = together("18 0 0 0", "0001! | 1101!", bits=6, current="0001 1101")
    assert play(swapped, "DEC A").solved == 0
    five = together("16 0 0 0", "0001! | 1101!", bits=5)
    assert play(five, "INC A").solved == 1


def test_mn39_one_card_comes_in_a_round_and_completes_the_goal() -> None:
    state = together("9 0 0 0", "1000!", bits=6, deck="0111 0001")
    assert places(play(state, "end")) == "0111! | 1000!"
    assert play(state, "end").current == (8, 7)


def test_mn39_an_event_between_the_halves_is_replaced_at_once() -> None:
    state = together("9 63 0 0", "1000!", bits=6, deck="reset-B 0111 0001")
    after = play(state, "end")
    assert (registers(after), places(after)) == ("9 0 0 0", "0111! | 1000!")


def test_mn39_a_bug_between_the_halves_sends_the_next_card_beside_the_first() -> None:
    state = together("9 0 0 0", "1000!", bits=6, deck="bug 0111 0001")
    after = play(state, "end")
    assert (after.broken, places(after)) == ((1,), " | 1000! 0111!")
    assert places(play(after, "end")) == " | 0001 | 1000! 0111!"


def test_mn40_an_odd_last_card_is_a_whole_goal() -> None:
    state = together("7 0 0 0", "bug | 1000!", bits=6, deck="reset-A")
    assert ended(play(state, "INC A")) == ("players", "MN-12")
    high = together("23 0 0 0", "1000!", bits=6, deck="")
    assert GAME.outcome(play(high, "INC A")) is None
    early = together("7 0 0 0", "1000!", bits=6, deck="0001")
    assert play(early, "INC A").solved == 0


@pytest.mark.parametrize("deck", ["", "bug reset-A"])
@pytest.mark.parametrize("bits", [5, 6])
def test_mn40_an_odd_last_card_is_told_as_a_whole_goal_everywhere(bits: int, deck: str) -> None:
    last = together("7 0 0 0", "1000!", bits=bits, deck=deck)
    assert [GAME.view(last, seat)["goal"] for seat in ("players", None)] == [8, 8]
    assert f"goal {8:0{bits}b}" in GAME.board_text(last)
    assert GAME.advise(last).actions == ("INC A",)
    half = together("7 0 0 0", "1000!", bits=bits, deck="0001")
    assert GAME.view(half, "players")["goal"] is None
    assert "no goal yet" in GAME.board_text(half)
    assert GAME.advise(half).said.key == "coach-no-goal"


def test_mn40_in_competition_a_single_card_is_a_whole_goal_when_the_deck_is_empty() -> None:
    last = duel("7 0 0 0", "goal=1000", "goal=0001+0010", bits=6, deck="")
    assert GAME.view(last, "p1")["goals"] == {"p1": 8, "p2": None}
    assert GAME.view(last, "p2")["goals"] == {"p1": None, "p2": 0b010010}
    assert "goal 1000 = 001000" in GAME.board_text(last)
    assert GAME.advise(last).actions == ("INC A",)
    early = duel("7 0 0 0", "goal=1000", "goal=0001+0010", bits=6, deck="bug")
    assert GAME.view(early, "p1")["goals"]["p1"] is None


def test_mn10_the_ruling_says_how_many_goals_are_solved() -> None:
    state = together("7 0 0 0", "1000!", deck="0001 0010")
    ruling = GAME.rule_on(state, GAME.parse(state, "INC A"))
    assert [(note.key, dict(note.parameters).get("count")) for note in ruling.notes] == [
        ("sum-one", None),
        ("goals-solved", 1),
    ]


def test_mn41_half_a_goal_moves_up_and_can_lose() -> None:
    state = together("7 0 0 0", "| | 1000!", bits=6, deck="bug bug", slots_usable=4)
    assert places(play(state, "end")).endswith("1000!")
    lost = together("7 0 0 0", "| | | 1000!", bits=6, deck="0001")
    assert ended(play(lost, "end")) == (None, "MN-01")


def test_a_bug_under_other_cards_breaks_their_place_and_they_go_on() -> None:
    state = together("6 0 0 0", "bug 0111", energy=0, deck="0001 0010")
    after = play(state, "end")
    assert (after.broken, places(after)) == ((2,), "0001 | 0111!")
    assert places(play(after, "end")) == "0010 |  | 0111! 0001"
