"""MN-33: goals that the referee has not dealt, told by their owners or kept to themselves."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.errors import BadNotation, BadPosition
from companion.games.moon.actions import SOME_GOAL, Operate, Reveal, Tell
from companion.games.moon.cards import TEXTS, UNKNOWN
from companion.games.moon.state import State
from tests.companion.games.moon.table import GAME, cards, duel, play, seen, why

REAL = "1000 0010 0110 1010 bug"
"""What the cards of the deck and of two goals can be in these tests."""


def real(registers: str = "0 0 0 0", *goals: str, deck: str = "? ? ?", **more: Any) -> State:
    """Two players with real cards; ``goals`` are told, "?" where they are not."""
    more.setdefault("unknown", REAL)
    players = [f"goal={goal}" for goal in goals or ("?", "?")]
    return duel(registers, *players, deck=deck, **more)


def goals_of(state: State, seat: str | None) -> list[Any]:
    """The goals as a seat's view shows them."""
    view: Any = GAME.view(state, seat)
    return [player["goal"] for player in view["position"]["players"].values()]


def test_mn33_real_cards_are_dealt_unseen() -> None:
    state = GAME.initial({"mode": "competitive", "players": 3})
    begun = play(state, "set-up competitive start=p2")
    assert seen(begun)["players"]["p1"]["goal"] == [None]
    assert (len(begun.deck), begun.deck[0], len(begun.unknown)) == (13, UNKNOWN, 16)
    assert GAME.to_act(begun) == {"p2"}


def test_mn33_some_cards_may_be_told_and_others_not() -> None:
    state = GAME.initial({"mode": "competitive", "difficulty": "normal"})
    begun = play(state, "set-up competitive players=2 start=p1 goals=0110,? initial=- deck=15?")
    assert seen(begun)["players"]["p1"]["goal"] == ["goal 0110"]
    assert seen(begun)["players"]["p2"]["goal"] == [None]
    assert len(begun.unknown) == 17


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("start=p1 goals=3? initial=- deck=13?", "MN-08"),
        ("start=p1 goals=2? initial=- deck=13?", "MN-08"),
        ("start=p1 goals=2? initial=- deck=bug,14?", "MN-02"),
        ("goals=2? initial=- deck=14?", "MN-28"),
    ],
)
def test_mn33_a_wrong_number_of_unseen_cards_is_refused(text: str, ruling: str) -> None:
    state = GAME.initial({"mode": "competitive"})
    assert ruling in [cause for cause, _key in why(state, f"set-up competitive players=2 {text}")]


def test_mn09_a_bug_that_is_in_no_deck_is_not_dealt() -> None:
    state = GAME.initial({"mode": "competitive", "difficulty": "normal"})
    deck = ",".join(f"{value:04b}" for value in range(14))
    text = f"set-up competitive players=2 start=p1 goals=2? initial=- deck={deck},?"
    assert why(state, text) == []
    assert ("MN-09", "goals-only") in why(state, text.replace(",?", ",1110").replace("2?", "?,?"))


def test_mn33_an_owner_tells_the_goal_whosever_turn_it_is() -> None:
    state = real()
    told = play(state, "tell p2 0110", "tell 1000")
    assert goals_of(told, "p1") == [["goal 1000"], [None]]
    assert goals_of(told, "p2") == [[None], ["goal 0110"]]
    assert goals_of(told, None) == [[None], [None]]
    assert GAME.view(told, "p2")["goals"] == {"p1": None, "p2": 6}
    assert GAME.to_act(told) == GAME.to_act(state)


def test_mn33_a_goal_that_was_told_wrong_is_told_again() -> None:
    assert goals_of(play(real(), "tell 0110", "tell 1000"), "p1")[0] == ["goal 1000"]


def test_mn31_a_told_goal_is_solved_as_one_that_was_dealt() -> None:
    solved = play(real("4 0 0 0"), "tell 1000", "ROL A")
    assert solved.players[0].solved == 1
    assert GAME.phase(solved) == "reveal"


def test_mn31_a_goal_is_shown_when_an_operation_of_ones_own_has_made_it() -> None:
    state = real("4 0 0 0")
    assert play(state, "ROL A", "tell 1000").players[0].solved == 1
    assert play(state, "ROL A", "INC B", "tell 1000").players[0].solved == 1
    assert play(state, "ROL A", "tell 0010").players[0].solved == 0


@pytest.mark.parametrize(
    ("registers", "steps"),
    [
        ("8 0 0 0", ["tell 1000"]),
        ("8 8 0 0", ["MOV B>A", "tell 1000"]),
        ("4 0 0 0", ["ROL A", "ROL A", "tell 1000"]),
        ("4 0 0 0", ["ROL A", "end", "tell p1 1000"]),
        ("4 0 0 0", ["ROL A", "end", "tell p2 1000"]),
    ],
)
def test_mn31_a_value_that_no_operation_of_this_turn_has_put_there_solves_nothing(
    registers: str, steps: list[str]
) -> None:
    assert [player.solved for player in play(real(registers), *steps).players] == [0, 0]


def test_mn31_by_the_value_a_goal_that_is_told_counts_at_any_moment_of_the_turn() -> None:
    assert play(real("8 0 0 0", solve_by="state"), "tell 1000").players[0].solved == 1
    assert play(real("8 0 0 0", solve_by="state"), "tell p2 1000").players[1].solved == 0


def test_mn31_an_event_takes_the_value_away() -> None:
    state = real("4 0 0 0", "0010", "?", unknown="0010 1000 0110 reset-A 1010", events=True)
    drawn = play(state, "ROR A", "card reset-A")
    assert (drawn.registers[0], drawn.made) == (0, False)


def test_mn29_where_goals_alone_are_left_no_card_is_asked_for() -> None:
    state = real("4 0 0 0", unknown="1000 0010 0110 1010 1111")
    after = play(state, "ROL A", "tell 1000")
    assert (GAME.phase(after), after.players[0].goal) == ("turns", (UNKNOWN,))


def test_mn29_a_goal_that_is_drawn_stays_its_owners_secret() -> None:
    state = play(real("4 0 0 0"), "ROL A", "tell 1000")
    drawn = play(state, "card goal")
    assert (drawn.players[0].goal, drawn.unknown) == ((UNKNOWN,), state.unknown)
    told = play(state, "card 0010")
    assert GAME.view(told, "p2") == GAME.view(drawn, "p2")
    assert GAME.view(told, None) == GAME.view(drawn, None)
    assert next(iter(GAME.legal(state))) == Reveal(SOME_GOAL)


def test_mn33_nobody_is_refused_because_of_what_another_has_told() -> None:
    """Else one could find out by trying what others hold."""
    told = play(real(), "tell p2 0110")
    assert why(told, "tell 0110") == []
    both = play(told, "tell 0110")
    assert goals_of(both, "p1")[0] == goals_of(both, "p2")[1] == ["goal 0110"]


def test_mn33_a_goal_that_turns_up_elsewhere_was_told_wrong() -> None:
    state = play(real("4 0 0 0"), "tell p2 1000", "ROL A", "tell 1000")
    assert (state.players[0].solved, state.players[1].goal) == (1, (UNKNOWN,))


REFUSED: list[tuple[State, str, str | None, tuple[str, str]]] = [
    (real(), "tell p2 0110", "p1", ("MN-33", "goal-of-another")),
    (real(), "tell p3 0110", None, ("MN-33", "no-such-player")),
    (real(), "tell right 0110", None, ("MN-33", "no-such-goal-card")),
    (real(), "tell bug", None, ("MN-33", "not-a-goal")),
    (real(), "tell 0111", None, ("MN-33", "lies-open")),
    (real("0 0 0 0", "0110", "?"), "tell 0110", None, ("MN-33", "told-already")),
    (duel("0 0 0 0", "goal=0110", "goal=0001"), "tell 0110", None, ("MN-33", "goals-are-known")),
    (play(real("4 0 0 0"), "ROL A", "tell 1000"), "card 0111", None, ("MN-33", "lies-open")),
    (play(real("4 0 0 0"), "ROL A", "tell 1000"), "card ok", None, ("MN-03", "card-not-left")),
]


@pytest.mark.parametrize(("state", "text", "seat", "reason"), REFUSED)
def test_mn33_why_a_goal_can_not_be_told(
    state: State, text: str, seat: str | None, reason: tuple[str, str]
) -> None:
    assert why(state, text, seat) == [reason]


@pytest.mark.parametrize(("state", "text", "seat", "reason"), REFUSED)
def test_mn33_a_refusal_names_no_goal(
    state: State, text: str, seat: str | None, reason: Any
) -> None:
    """Everybody hears why something is refused, so it must not say which card was tried."""
    if reason[0] == "MN-03":
        return
    ruling = GAME.rule_on(state, GAME.parse(state, text), seat=seat)
    assert not any("goal" in str(value) for why in ruling.reasons for _, value in why.parameters)


def test_mn33_what_others_see_of_a_telling() -> None:
    state = real("4 0 0 0")
    tell = Tell("p1", "goal 1000")
    assert [GAME.shown(state, tell, seat) for seat in ("p1", "p2", None)] == [
        tell, Tell("p1", SOME_GOAL), Tell("p1", SOME_GOAL),
    ]  # fmt: skip
    made = play(state, "ROL A")
    assert GAME.shown(made, tell, None) == tell  # it is solved, and lies on the table
    reveal = Reveal("goal 0010")
    drawing = play(made, "tell 1000")
    assert GAME.shown(drawing, reveal, "p1") == reveal
    assert GAME.shown(drawing, reveal, "p2") == Reveal(SOME_GOAL)
    assert GAME.shown(drawing, Reveal("bug"), "p2") == Reveal("bug")


def test_mn37_a_goal_of_two_cards_is_told_card_by_card() -> None:
    unknown = "1101 0001 0010 0110 1010 0111"
    state = duel("32 17 0 0", "goal=?+?", "goal=?+?", bits=6, deck="? ?", unknown=unknown, energy=8)
    half = play(state, "tell left 1101")
    assert GAME.view(half, "p1")["goals"]["p1"] is None
    whole = play(half, "tell right 0001")
    assert GAME.view(whole, "p1")["goals"]["p1"] == 0b010001
    assert play(whole, "MOV B>A").players[0].solved == 1
    late = play(half, "MOV B>A", "tell p1 right 0001")
    assert late.players[0].solved == 1
    assert [
        GAME.format(state, GAME.parse(state, f"tell {half} 0001")) for half in ("", "right")
    ] == [
        "tell p1 left 0001",
        "tell p1 right 0001",
    ]


def test_mn40_an_odd_last_card_that_is_told_is_a_whole_goal() -> None:
    state = duel("4 0 0 0", "goal=?", "goal=0001+?", bits=5, deck="", unknown="1000 0001 0010")
    told = play(state, "tell 1000")
    assert GAME.view(told, "p1")["goals"]["p1"] == 8
    assert play(told, "ROL A").players[0].solved == 1


def test_mn30_a_goal_that_was_not_told_is_shown_at_the_table() -> None:
    state = duel("0 0 0 0", "goal=? bugs=1", "goal=?", deck="? ?", unknown="1000 0010 0110 1010")
    looked = play(state, "bug p2")
    assert GAME.view(looked, "p1")["shown"] == [{"to": "p1", "of": "p2", "goal": [None]}]
    again = play(looked, "tell p2 0110")
    assert GAME.view(again, "p1")["shown"][0]["goal"] == ["goal 0110"]


def test_the_coach_asks_for_a_goal_that_was_not_told() -> None:
    assert GAME.advise(real()).said.key == "coach-untold"
    assert GAME.advise(play(real("4 0 0 0"), "tell 1000")).actions == ("ROL A",)


def test_the_terminal_shows_what_was_told_to_whose_turn_it_is() -> None:
    drawn = GAME.board_text(play(real(), "tell p2 0110"))
    assert "goal ?" in drawn
    assert "0110" not in drawn
    later = GAME.board_text(play(real(), "tell p2 0110", "end"))
    assert "goal 0110" in later


@pytest.mark.parametrize("text", ["tell", "tell p1", "tell p1 left", "tell ?"])
def test_telling_nothing_is_not_understood(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(real(), text)


@pytest.mark.parametrize(
    "data",
    [
        {"tell": None, "seat": "p1"},
        {"tell": "goal 0110"},
        {"tell": "goal 0110", "seat": "p1", "half": "top"},
    ],
)
def test_wrong_json_tells_nothing(data: Any) -> None:
    with pytest.raises(BadNotation):
        GAME.decode_action(real(), data)


@pytest.mark.parametrize(
    ("goals", "deck", "unknown", "owed"),
    [
        (["goal=?", "goal=?"], "?", "1000", None),
        (["goal=?", "goal=?"], "?", "1000 bug ok", None),
        (["goal=?", "goal=0001"], "?", "1000 0010 bug", None),
        (["goal=?", "goal=?"], "0001 ?", "1000 0010 bug", "card"),
        (["goal=?", "goal=?"], "0001", "", None),
    ],
)
def test_a_position_with_goals_that_can_not_be_is_refused(
    goals: list[str], deck: str, unknown: str, owed: str | None
) -> None:
    with pytest.raises(BadPosition):
        duel("0 0 0 0", *goals, deck=deck, unknown=unknown, owed=owed)


def test_what_is_kept_of_a_game_with_real_cards_is_read_back() -> None:
    state = play(real("4 0 0 0"), "tell p2 0110", "ROL A")
    assert state.made
    assert GAME.decode(GAME.encode(state)) == state
    line = GAME.position_line(state)
    assert " 0000:?:0:0:-:0 0000:0110:0:0:-:0 unknown=" in line
    assert GAME.position_line(GAME.position_from_line(line)) == line


def test_every_card_of_these_tests_is_in_the_box() -> None:
    assert all(text in TEXTS for text in cards(REAL))
    assert isinstance(GAME.parse(real(), "ROL A"), Operate)
