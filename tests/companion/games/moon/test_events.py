"""MN-22 to MN-26: errors, resets and repairs."""

from __future__ import annotations

import pytest

from companion.games.moon.actions import Repair
from tests.companion.games.moon.table import GAME, act, places, play, registers, together, why


def test_mn22_a_register_in_error_is_neither_read_nor_changed() -> None:
    state = together("5 3 9 0", "1111!", disabled="B")
    for text in ("INC B", "MOV B>A", "MOV A>B"):
        assert why(state, text) == [("MN-22", "register-in-error")]
    assert registers(play(state, "MOV C>A")) == "9 3 9 0"


def test_mn22_an_error_card_leaves_the_bits_as_they_are() -> None:
    after = play(together("7 3 0 0", "error-B | 0110!"), "DEC A")
    assert (after.disabled, registers(after)) == (("B",), "6 3 0 0")


def test_mn23_an_operation_in_error_is_closed() -> None:
    after = play(together("7 3 0 0", "error-ROL | 0110!"), "DEC A")
    assert why(after, "ROL A") == [("MN-23", "operation-in-error")]
    assert why(after, "ROR A") == []


RESETS = {"reset-A": "0 15 8 7", "reset-B": "6 0 8 7", "reset-2": "4 13 8 5",
          "reset-4": "2 11 8 3", "reset-8": "6 7 0 7"}  # fmt: skip


@pytest.mark.parametrize(("card", "after"), RESETS.items())
def test_mn24_a_reset_switches_a_register_or_a_column_off(card: str, after: str) -> None:
    state = together("7 15 8 7", f"{card} | 0110!", deck="0001")
    assert registers(play(state, "DEC A")) == after


def test_mn24_a_reset_works_on_a_register_in_error_which_stays_so() -> None:
    state = together("7 0 0 13", "reset-D | 0110!", disabled="D", deck="0001")
    after = play(state, "DEC A")
    assert (registers(after), after.disabled) == ("6 0 0 0", ("D",))


def test_mn25_an_ok_card_asks_what_it_repairs_and_then_it_goes_on() -> None:
    state = together("7 0 0 0", "ok | 0110!", disabled="B ROL", deck="0001")
    asked = play(state, "DEC A")
    assert GAME.phase(asked) == "repair"
    assert list(GAME.legal(asked)) == [Repair("B"), Repair("ROL")]
    assert why(asked, "end") == [("MN-25", "repair-first")]
    assert why(asked, "NOT A")[0] == ("MN-25", "repair-first")
    assert why(asked, "repair XOR") == [("MN-25", "not-broken")]
    after = play(asked, "repair B")
    assert (after.disabled, places(after)) == (("ROL",), "0001!")


def test_mn25_it_is_asked_even_if_only_one_thing_is_in_error() -> None:
    asked = play(together("7 0 0 0", "ok | 0110!", disabled="B", deck="0001"), "DEC A")
    assert list(GAME.legal(asked)) == [Repair("B")]


def test_mn25_with_nothing_in_error_it_is_wasted_and_never_repairs_a_bug() -> None:
    after = play(together("7 0 0 0", "ok | 0110!", broken=(3,), deck="0001"), "DEC A")
    assert (after.broken, places(after)) == ((3,), "0001!")
    assert why(after, "repair B") == [("MN-25", "no-repair-due"), ("MN-25", "not-broken")]


def test_mn26_there_are_only_these_events() -> None:
    events = [card for card in together(deck="ok").deck if card]
    assert len(events) == 1
    rules = {"events": True, "column_resets": True, "difficulty": "master"}
    state = GAME.initial(rules)
    deck = next(iter(GAME.legal(state)))
    assert len(getattr(deck, "deck", ())) == 16 + 2 + 14 + 3


def test_an_error_of_something_in_error_already_is_only_taken_away() -> None:
    state = together("7 0 0 0", "error-B | 0110!", disabled="B", deck="0001")
    after = act(state, GAME.parse(state, "DEC A")).state
    assert after.disabled == ("B",)


# --- Cards that the referee has to be told --------------------------------------------------------


def test_a_card_that_nobody_knows_is_asked_for_when_it_is_turned_over() -> None:
    state = together("6 0 0 0", "", deck="? ?", unknown="0001 0110", energy=0)
    asked = play(state, "end")
    assert GAME.to_act(asked) == {"chance"}
    assert [GAME.format(asked, action) for action in GAME.legal(asked)] == [
        "card 0001",
        "card 0110",
    ]
    assert why(asked, "NOT A")[0] == ("MN-03", "card-first")
    assert why(asked, "card 1111") == [("MN-03", "card-not-left")]
    after = play(asked, "card 0110")
    assert (after.solved, after.unknown) == (1, (1,))
    assert GAME.outcome(after) is None
    assert why(after, "card 0001") == [("MN-03", "no-card-due")]


def test_unknown_events_and_repairs_go_on_as_known_ones_do() -> None:
    state = together("6 7 0 0", "", deck="? ? ?", unknown="ok reset-B 0001", energy=0, disabled="C")
    asked = play(state, "end", "card ok")
    assert GAME.phase(asked) == "repair"
    again = play(asked, "repair C", "card reset-B", "card 0001")
    assert (registers(again), places(again)) == ("6 0 0 0", "0001!")
