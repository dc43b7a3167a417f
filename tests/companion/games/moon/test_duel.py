"""MN-27 to MN-36: everybody plays for themselves."""

from __future__ import annotations

import pytest

from companion.games.moon.actions import Look
from tests.companion.games.moon.table import GAME, duel, ended, play, registers, seen, why

NO = "goal=0001"


def test_mn28_only_the_player_to_move_acts_and_turns_go_clockwise() -> None:
    state = duel("5 0 0 0", "goal=1111", NO, "goal=0111", deck="0010")
    assert why(state, "NOT A", "p2") == [("MN-28", "not-your-turn")]
    assert why(state, "end", "p2") == [("MN-28", "not-your-turn")]
    assert why(state, "NOT A", "p1") == []
    assert [play(state, *["end"] * turns).seat for turns in range(4)] == ["p1", "p2", "p3", "p1"]


def test_mn29_who_draws_a_bug_or_an_event_draws_again() -> None:
    state = duel("4 7 0 0", "goal=0101", NO, deck="bug reset-B error-XOR bug 0010 0011")
    after = play(state, "INC A")
    mover = after.players[0]
    assert (mover.goal, mover.solved, mover.bugs) == ((2,), 1, 2)
    assert (registers(after), after.disabled, len(after.deck)) == ("5 0 0 0", ("XOR",), 1)


def test_mn29_after_a_repair_the_drawing_goes_on() -> None:
    state = duel("4 7 0 0", "goal=0101", NO, deck="ok bug 0010 0011", disabled="B C")
    asked = play(state, "INC A")
    assert (GAME.phase(asked), asked.players[0].goal) == ("repair", ())
    after = play(asked, "repair C")
    assert (after.players[0].goal, after.players[0].bugs, after.disabled) == ((2,), 1, ("B",))


def test_mn29_a_drawn_card_that_nobody_knows_is_asked_for() -> None:
    state = duel("4 0 0 0", "goal=0101", NO, deck="? ?", unknown="0010 bug")
    after = play(state, "INC A", "card bug", "tell 0010")
    assert (after.players[0].goal, after.players[0].bugs, after.unknown) == ((2,), 1, (1, 2))


def test_mn30_a_bug_card_shows_a_goal_to_its_user_and_changes_hands() -> None:
    state = duel("0 0 0 0", "goal=0101 bugs=1", NO, "goal=0111", deck="0010")
    after = play(state, "bug p2")
    assert [player.bugs for player in after.players] == [0, 1, 0]
    assert GAME.view(after, "p1")["shown"] == [{"to": "p1", "of": "p2", "goal": ["goal 0001"]}]
    for seat in ("p2", "p3", None):
        assert GAME.view(after, seat)["shown"] == []
    assert GAME.view(play(after, "end"), "p1")["shown"] == []
    assert after.energy == state.energy


def test_mn30_who_may_be_asked_and_when() -> None:
    state = duel("0 0 0 0", "goal=0101 bugs=1", NO, "solved=2", deck="0010")
    assert [one for one in GAME.legal(state) if isinstance(one, Look)] == [Look("p2")]
    assert why(state, "bug p1") == [("MN-30", "own-goal")]
    assert why(state, "bug p3") == [("MN-30", "no-goal-there")]
    assert why(state, "bug p4") == [("MN-30", "no-such-player")]
    assert why(play(state, "bug p2"), "bug p2") == [("MN-30", "no-bug")]
    assert why(play(state, "bug p2"), "bug p1", "p2")[0] == ("MN-28", "not-your-turn")
    two = duel("0 0 0 0", "goal=0101 bugs=2", NO, "goal=0111", deck="0010")
    assert [look["of"] for look in GAME.view(play(two, "bug p2", "bug p3"), "p1")["shown"]] == [
        "p2",
        "p3",
    ]


def test_mn31_an_own_operation_has_to_change_a_to_the_goal() -> None:
    state = duel("5 5 0 0", NO, "goal=0101", deck="0110 0111")
    mine = play(state, "end")
    assert mine.players[1].solved == 0
    assert play(mine, "MOV B>A").players[1].solved == 0
    assert play(mine, "ROL A", "ROR A").players[1].solved == 1
    other = duel("4 0 0 0", NO, "goal=0101", deck="0110")
    assert play(other, "INC A").players[1].solved == 0


def test_mn31_several_goals_may_be_solved_in_a_turn() -> None:
    state = duel("10 3 0 0", "goal=0101 solved=1", NO, deck="0110 0111 1000")
    after = play(state, "NOT A", "XOR B>A")
    assert (after.players[0].solved, after.players[0].goal, after.energy) == (3, (7,), 3)


def test_mn31_an_event_never_solves_unless_the_value_alone_counts() -> None:
    texts = "goal=0101", NO
    state = duel("4 0 0 0", *texts, deck="reset-A 0000 0011")
    assert play(state, "INC A").players[0].solved == 1
    value = duel("4 0 0 0", *texts, deck="reset-A 0000 0011", solve_by="state")
    assert play(value, "INC A").players[0].solved == 2


def test_mn31_by_the_value_a_turn_may_begin_with_a_solved_goal() -> None:
    state = duel("5 0 0 0", NO, "goal=0101", deck="0110 0111", solve_by="state")
    after = play(state, "end")
    assert (after.players[1].solved, after.players[1].goal) == (1, (6,))


def test_mn32_the_turn_in_which_the_deck_becomes_empty_is_the_last() -> None:
    state = duel("4 2 0 0", "goal=0101 solved=3", "goal=0001 solved=3", deck="0111")
    last = play(state, "INC A")
    assert (GAME.outcome(last), last.deck) == (None, ())
    assert ended(play(last, "end")) == ("p1", "MN-32")
    solved = play(last, "OR B>A")
    assert (solved.players[0].solved, solved.players[0].goal) == (5, ())
    assert why(play(last, "end"), "NOT A") == [("MN-32", "game-over")]


def test_mn32_equal_numbers_share_the_win_and_bugs_do_not_count() -> None:
    state = duel("4 0 0 0", "goal=0101 solved=3 bugs=2", "goal=0001 solved=3", "solved=1", deck="")
    outcome = GAME.outcome(play(state, "end"))
    assert outcome is not None
    assert (outcome.winner, outcome.shared) == (None, ("p1", "p2"))
    going = duel("4 0 0 0", "goal=0101 solved=3", NO, deck="reset-A")
    assert GAME.outcome(play(going, "end")) is None


def test_mn33_a_goal_is_for_its_owner_alone() -> None:
    state = duel("4 0 0 0", "goal=0101", NO, deck="0111")
    views = {seat: GAME.view(state, seat)["position"] for seat in ("p1", "p2", None)}
    goals = {seat: [p["goal"] for p in view["players"].values()] for seat, view in views.items()}
    assert goals == {
        "p1": [["goal 0101"], [None]],
        "p2": [[None], ["goal 0001"]],
        None: [[None], [None]],
    }
    assert views["p1"]["deck"] == [None]


def test_mn34_moving_costs_a_half_and_energy_is_not_saved() -> None:
    state = duel("5 3 0 0", "goal=1111", NO, deck="0010", energy=3, refill=6)
    assert play(state, "MOV B>C").energy == 2
    assert play(state, "MOV B>RAM").energy == 2
    assert play(state, "end").energy == 6


HACKERS = [
    ("green", "INC A", 4, 2),
    ("green", "DEC A", 4, 2),
    ("green", "ROL A", 4, 2),
    ("yellow", "ROL A", 4, 3),
    ("yellow", "ROR A", 4, 3),
    ("yellow", "INC A", 4, 0),
    ("purple", "MOV B>A", 4, 3),
    ("red", "OR B>A", 4, 3),
]


@pytest.mark.parametrize(("hacker", "text", "before", "after"), HACKERS)
def test_mn35_what_each_hacker_pays(hacker: str, text: str, before: int, after: int) -> None:
    state = duel("4 8 0 0", f"goal=1111 hacker={hacker}", NO, energy=before)
    assert play(state, text).energy == after


def test_mn35_two_free_uses_a_turn_come_before_energy() -> None:
    state = duel("4 9 3 0", "goal=1111 hacker=purple free=2", NO, energy=1)
    after = play(state, "MOV B>C", "MOV C>RAM")
    assert (after.energy, after.players[0].free_left) == (1, 0)
    paid = play(after, "MOV B>D")
    assert (paid.energy, why(paid, "MOV C>D")[0][0]) == (0, "MN-20")
    red = duel("4 9 3 0", "goal=1111 hacker=red free=2", NO, energy=2, advanced=True)
    after = play(red, "OR B>C", "NAND B>C")
    assert (after.energy, after.players[0].free_left) == (0, 1)


def test_mn35_free_uses_lapse_and_come_back_in_the_next_own_turn() -> None:
    state = duel("4 9 3 0", "goal=1111 hacker=purple free=2", "goal=0001 hacker=red", deck="0010")
    after = play(state, "end")
    assert [player.free_left for player in after.players] == [0, 2]
    assert [player.free_left for player in play(after, "end").players] == [2, 0]


def test_mn36_everybody_sees_every_ram() -> None:
    state = duel("4 0 0 0", "ram=9 goal=0101", "ram=6 goal=0001", deck="0111")
    for seat in ("p1", "p2", "p3", None):
        view = GAME.view(state, seat)["position"]
        assert [player["ram"] for player in view["players"].values()] == [9, 6]


def test_mn37_mn40_two_cards_in_competition_and_an_odd_last_one() -> None:
    state = duel("32 0 0 0", "goal=1110+0001", "goal=0100+0011", bits=6, deck="0111 bug 1000 1001")
    after = play(state, "INC A")
    assert (after.players[0].goal, after.players[0].bugs) == ((7, 8), 1)
    odd = duel("32 6 0 0", "goal=1110+0001", "goal=0100+0011", bits=6, deck="0111")
    after = play(odd, "INC A")
    assert after.players[0].goal == (7,)
    assert play(after, "AND B>A", "OR B>A").players[0].goal == (7,)
    whole = duel("3 4 0 0", "goal=0111", "goal=0100+0011", bits=6, deck="")
    assert play(whole, "OR B>A").players[0].solved == 1


def test_players_are_read_from_the_position() -> None:
    state = duel("4 0 0 0", "goal=0101", NO, "goal=0111")
    assert GAME.seats(state) == ("p1", "p2", "p3")
    assert seen(state)["to_move"] == "p1"
