"""MOON keeps the laws of the protocol; notation, lines, faults, going on from a table."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.api import Piece, Placement
from companion.games.conformance import check_game
from companion.games.errors import (
    AmbiguousNotation,
    BadNotation,
    BadPosition,
    BadSwitch,
    IllegalAction,
)
from companion.games.laws import Limits
from companion.games.moon.actions import End, Look, Operate, Repair
from companion.games.registry import game_by_id
from companion.language.catalogue import load
from tests.companion.games.moon.table import GAME, duel, play, registers, seen, together

START = together("12 6 0 0", "1111!", deck="0001 0010")


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"difficulty": "normal", "events": True, "column_resets": True, "slots_usable": 5},
        {"bits": 6, "difficulty": "hard", "events": True, "slots_usable": 5, "advanced": True},
        {"bits": 5, "difficulty": "master", "operations": ["NOT", "ROL", "XOR"]},
    ],
)
def test_the_cooperative_game_keeps_the_laws(rules: dict[str, Any]) -> None:
    check_game(GAME, rules=rules, seed=5, games=6, limits=Limits(every=2))


@pytest.mark.parametrize(
    "rules",
    [
        {"difficulty": "normal", "events": True, "hacker_cards": True, "players": 3},
        {"solve_by": "state", "bits": 5, "registers": "preset", "column_resets": True},
        {"players": 4, "difficulty": "hard", "advanced": True},
        {"players": 3, "difficulty": "hard", "unseen": True, "events": True},
        {"bits": 6, "difficulty": "normal", "unseen": True, "solve_by": "state"},
    ],
)
def test_the_competitive_game_keeps_the_laws(rules: dict[str, Any]) -> None:
    limits = Limits(every=60, most_actions=20000)
    check_game(GAME, rules={"mode": "competitive", **rules}, seed=5, games=1, limits=limits)


def test_it_is_registered() -> None:
    assert game_by_id("moon").spec.title == "MOON"


# --- Notation -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("ROL A", "ROL A"),
        ("rol a", "ROL A"),
        ("xor c>a", "XOR C>A"),
        ("XOR C -> A", "XOR C>A"),
        ("mov c to a", "MOV C>A"),
        ("mov c into a", "MOV C>A"),
        ("and a < c", "AND C>A"),
        ("and a with c", "AND C>A"),
        ("XOR B>A = 0000", "XOR B>A = 0000"),
        ("ROL A = 1001", "ROL A"),
        ("end", "end"),
        ("end round", "end"),
        ("repair rol", "repair ROL"),
        ("bug P2", "bug p2"),
        ("mov a > ram", "MOV A>RAM"),
        ("mov ram p2 > a", "MOV RAM p2>A"),
        ("mov p2 ram > a", "MOV RAM p2>A"),
        ("card 0110", "card 0110"),
        ("card reset a", "card reset-A"),
        ("reveal goal 0110", "card 0110"),
    ],
)
def test_an_action_is_read_generously(written: str, said: str) -> None:
    assert GAME.format(START, GAME.parse(START, written)) == said


@pytest.mark.parametrize(
    "written",
    ["", "hello", "ROL", "XOR A", "ROL A B C", "ROL A = 10", "ROL A = 22", "bug", "card ?",
     "set-up solo deck", "set-up cooperative initial=?", "x" * 2000],
)  # fmt: skip
def test_what_is_no_action_is_refused(written: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(START, written)


def test_without_an_arrow_two_registers_are_ambiguous() -> None:
    for text in ("ADD A B", "mov a, b"):
        with pytest.raises(AmbiguousNotation) as refused:
            GAME.parse(START, text)
        assert len(refused.value.choices) == 2
        assert refused.value.choices[0].endswith("A>B")


@pytest.mark.parametrize(
    "data",
    [
        {"op": "ROL"},
        {"op": "ROL", "to": 3},
        {"op": "ROL", "to": "A", "part": "all"},
        {"op": "ROL", "to": "A", "result": "1010"},
        {"end": False},
        {"repair": None},
        {"setup": []},
        {"setup": {"mode": "cooperative", "deck": [3]}},
        {"roll": "gold"},
        [],
    ],
)
def test_wrong_json_is_no_action(data: Any) -> None:
    with pytest.raises(BadNotation):
        GAME.decode_action(START, data)


# --- Positions ------------------------------------------------------------------------------------

LINES = [
    (
        together("5 3 8 0", "0110! | bug", deck="0001 ok reset-4 ?", unknown="bug",
                 disabled="ROL", broken=(3,), solved=2, events=True),
        "cooperative 0101/0011/1000/0000 6/6 ROL 0001,ok,reset-4,? - 0110|bug|-|-|- 3 0110 2 "
        "unknown=bug events=true",
    ),
    (
        duel("5 3 8 0", "ram=9 goal=0101 solved=2 bugs=1 hacker=red free=2", "goal=0001",
             energy=5, operations=["NOT", "OR"]),
        "competitive 0101/0011/1000/0000 5/6 - 0001 - p1 1001:0101:2:1:red:2 "
        "0000:0001:0:0:-:0 operations=NOT,OR",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("state", "line"), LINES)
def test_a_position_line_is_read_back(state: Any, line: str) -> None:
    assert GAME.position_line(state) == line
    assert GAME.position_from_line(line) == state


@pytest.mark.parametrize(
    "line",
    [
        "",
        "cooperative",
        "solo 0101/0011/1000/0000 6/6 - - - -|-|-|-|- - - 0",
        "cooperative 0101/0011/1000 6/6 - - - -|-|-|-|- - - 0",
        "cooperative 0101/0011/1000/2 6/6 - - - -|-|-|-|- - - 0",
        "cooperative 0101/0011/1000/0000 6 - - - -|-|-|-|- - - 0",
        "cooperative 0101/0011/1000/0000 6/6 A - - -|-|-|-|- - - 0",
        "cooperative 0101/0011/1000/0000 6/6 - 0222 - -|-|-|-|- - - 0",
        "cooperative 0101/0011/1000/0000 6/6 - - - -|-|-|- - - 0",
        "cooperative 0101/0011/1000/0000 6/6 - - - -|-|-|-|- - 0110 0",
        "cooperative 0101/0011/1000/0000 6/6 - - - -|-|-|-|0110 - 0110 0",
        "competitive 0101/0011/1000/0000 6/6 - - - p3 0000:-:0:0:-:0 0000:-:0:0:-:0",
        "competitive 0101/0011/1000/0000 6/6 - - - p1 0000:-:0:0:blue:0 0000:-:0:0:-:0",
        "competitive 0101/0011/1000/0000 6/6 - - - p1 0000:-:0:0:-:0 0000:-:0 players=2",
    ],
)
def test_a_wrong_position_line_is_refused(line: str) -> None:
    with pytest.raises(BadPosition):
        GAME.position_from_line(line)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bits", 7),
        ("energy", -1),
        ("registers", {"A": 16, "B": 0, "C": 0, "D": 0}),
        ("registers", {"A": 1}),
        ("disabled", ["A"]),
        ("deck", ["goal 2"]),
        ("deck", [None]),
        ("owed", "repair"),
        ("owed", "card"),
        ("owed", "money"),
        ("over", None),
        ("slots", [[], [], []]),
        ("broken", [1, 2, 3, 4]),
        ("broken", [7]),
        ("current", ["goal 0001"]),
        ("solved", "two"),
        ("colour", "red"),
    ],
)
def test_a_position_that_cannot_be_is_refused(field: str, value: Any) -> None:
    with pytest.raises(BadPosition):
        GAME.position_from_json({**seen(START), field: value})


def test_a_damaged_state_is_refused() -> None:
    data = GAME.encode(START)
    for broken in ({}, {**data, "phase": "?"}, {**data, "phase": "repair"}, None):
        with pytest.raises(BadPosition):
            GAME.decode(broken)


def test_operations_are_a_list_in_any_form() -> None:
    for value in (["XOR", "NOT"], "not,xor", '["NOT", "XOR"]'):
        assert GAME.initial({"operations": value}).rules.operations == ("NOT", "XOR")
    assert GAME.initial({"operations": "all"}) == GAME.initial()
    for wrong in (["JMP"], "jmp", 3):
        with pytest.raises(BadSwitch):
            GAME.initial({"operations": wrong})


def test_an_illegal_action_is_not_applied() -> None:
    with pytest.raises(IllegalAction):
        GAME.apply(START, Repair("B"))


# --- The table ------------------------------------------------------------------------------------


def test_the_table_of_a_state() -> None:
    piles = GAME.placement(together("5 0 0 0", "| 0110!", deck="0001", disabled="ROL", broken=(1,)))
    assert [str(piles.at(f"A{column}")[0]) for column in (8, 4, 2, 1)] == [
        "bit off", "bit on", "bit off", "bit on",
    ]  # fmt: skip
    assert str(piles.at("slot 1")[0]) == "bug"
    assert str(piles.at("error ROL")[0]) == "error ROL"
    assert [site for site in piles.piles if site.startswith("energy")] == ["energy 6"]


def changed(state: Any, **piles: Any) -> Placement:
    """A state's table with some sites changed; a site's spaces are written as "_"."""
    new = {site.replace("_", " "): pile for site, pile in piles.items()}
    kept = {**GAME.placement(state).piles, **new}
    return Placement({site: pile for site, pile in kept.items() if pile})


GOAL = Piece("", "goal", "0110")
BUG = Piece("", "bug")
FAULTS: list[tuple[dict[str, Any], list[str]]] = [
    ({"E8": (Piece("", "bit", "on"),)}, ["no-such-site"]),
    ({"A16": (Piece("", "bit", "on"),)}, ["no-such-site"]),
    ({"A8": ()}, ["bit-missing"]),
    ({"A8": (GOAL,)}, ["wrong-piece"]),
    ({"A8": (Piece("", "bit", "on"),) * 2}, ["two-on-a-site"]),
    ({"error_B": (Piece("", "error", "C"),)}, ["wrong-piece"]),
    ({"error_A": (Piece("", "error", "A"),)}, ["no-such-site"]),
    ({"slot_2": (GOAL,)}, ["too-many-face-up"]),
    ({"slot_2": (Piece("", "goal", "1111"),)}, ["goal-card-twice", "too-many-face-up"]),
    ({"slot_2": (BUG,), "slot_3": (BUG,), "slot_4": (BUG,)}, ["too-many-bugs"]),
    ({"slot_5": (Piece("", "card", "face-down"),)}, ["in-losing-place"]),
    ({"energy_6": ()}, ["no-marker"]),
    ({"energy_4": (Piece("", "marker"),)}, ["two-markers"]),
    ({"energy_9": (Piece("", "marker"),)}, ["no-such-site", "two-markers"]),
    ({"p1_RAM_8": (Piece("", "bit", "on"),)}, ["no-such-site"]),
]


@pytest.mark.parametrize(("piles", "keys"), FAULTS)
def test_every_fault_of_a_table_is_named(piles: dict[str, Any], keys: list[str]) -> None:
    found = GAME.faults(changed(START, **piles), START)
    assert [fault.reason.key for fault in found] == keys
    say = load("en", "moon")
    assert all(fault.reason.ruling not in say.fault_sentence(fault) for fault in found)


def test_a_game_goes_on_from_a_table_as_it_lies() -> None:
    later = play(START, "ROL A", "end", "XOR B>A")
    moved = GAME.resynchronised(START, GAME.placement(later), "players")
    assert (registers(moved), moved.energy) == (registers(later), later.energy)
    assert GAME.placement(moved) == GAME.placement(later)
    assert (moved.slots, moved.deck) == (later.slots, later.deck)


def test_bits_energy_and_errors_are_read_from_the_table() -> None:
    state = duel("5 0 0 0", "ram=9 goal=0101 bugs=1", "goal=0001", disabled="B")
    other = duel("6 1 0 0", "ram=3 goal=0101", "goal=0001 bugs=1", disabled="C", energy=2)
    again = GAME.resynchronised(state, GAME.placement(other), "p2")
    assert (registers(again), again.energy, again.disabled) == ("6 1 0 0", 2, ("C",))
    assert [(player.ram, player.bugs) for player in again.players] == [(3, 0), (0, 1)]
    assert GAME.to_act(again) == {"p2"}


@pytest.mark.parametrize(
    "piles",
    [{"A8": ()}, {"energy_6": ()}, {"slot_2": (Piece("", "card", "face-down"),)},
     {"slot_2": (Piece("", "ok"),)}],
)  # fmt: skip
def test_a_table_that_cannot_be_is_not_gone_on_from(piles: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        GAME.resynchronised(START, changed(START, **piles), "players")
    with pytest.raises(BadPosition):
        GAME.resynchronised(START, GAME.placement(START), "p1")


def test_a_refused_operation_may_be_let_stand() -> None:
    poor = together("12 6 0 0", "1111!", energy=1)
    assert (registers(GAME.forced(poor, Operate("ROL", "A"))), poor.energy) == ("9 6 0 0", 1)
    wrong = GAME.parse(START, "ROL A = 1010")
    assert registers(GAME.forced(START, wrong)) == "10 6 0 0"
    assert registers(GAME.forced(START, Operate("XOR", "A", "A"))) == "0 6 0 0"
    for action in (End(), Operate("ROL", "E"), Operate("JMP", "A"), Operate("MOV", "RAM", "A")):
        with pytest.raises(BadPosition):
            GAME.forced(START, action)
    with pytest.raises(BadPosition):
        GAME.forced(START, Operate("ROL", "A", None, 99))


def test_a_sum_done_wrong_is_among_what_a_table_suggests() -> None:
    seen_table = GAME.placement(together("10 6 0 0", "1111!", deck="0001 0010", energy=4))
    found = list(GAME.plausible(START, seen_table))
    assert found[: len(list(GAME.legal(START)))] == list(GAME.legal(START))
    assert "XOR B>A" in [GAME.format(START, action) for action in found]
    odd = GAME.placement(together("7 6 0 0", "1111!", deck="0001 0010", energy=4))
    wrong = [action for action in GAME.plausible(START, odd) if not GAME.is_legal(START, action)]
    assert "ROL A = 0111" in [GAME.format(START, action) for action in wrong]
    assert all(action.result == 7 for action in wrong if isinstance(action, Operate))


def test_what_was_carried_may_have_been_tried() -> None:
    state = duel("5 0 0 0", "goal=0101 bugs=1", "goal=0001", disabled="B")
    assert GAME.attempts(state, "p1 bugs", "p2 bugs", (BUG,)) == (Look("p2"),)
    error = (Piece("", "error", "B"),)
    assert GAME.attempts(state, "error B", "deck", error) == (Repair("B"),)
    assert GAME.attempts(state, "p1 goal", "p2 goal", (GOAL,)) == ()


def test_the_nearest_legal_actions_are_like_what_was_tried() -> None:
    state = together("12 6 0 0", "1111!", disabled="B")
    near = GAME.rule_on(state, GAME.parse(state, "XOR B>A")).nearest
    assert GAME.format(state, near[0]) in ("XOR C>A", "XOR D>A")


def test_the_board_is_drawn_within_80_columns() -> None:
    for state in (START, duel("5 0 0 0", "goal=0101 bugs=1 hacker=red free=2", "goal=0001")):
        drawn = GAME.board_text(state)
        assert max(map(len, drawn.splitlines())) <= 80
        assert "= 12" in drawn or "hacker" in drawn


def test_rulings_are_said_in_sentences() -> None:
    say = load("en", "moon")
    legal = GAME.rule_on(START, GAME.parse(START, "ROL A"))
    assert any("ROL 1100 is 1001." in line for line in say.ruling_lines(legal))
    poor = together("12 6 0 0", "1111!", energy=1)
    (cause,) = GAME.rule_on(poor, GAME.parse(poor, "ROL A")).reasons
    assert say.sentence(cause) == (
        "ROL 1100 would be 1001, but it costs 1 of energy and there is only ½."
    )
    wrong = GAME.rule_on(START, GAME.parse(START, "ROL A = 1010")).reasons
    assert say.sentence(wrong[0]).startswith("ROL 1100 is 1001, not 1010.")
