"""MN-15 to MN-21: the operations, their sums, their registers and their costs."""

from __future__ import annotations

from itertools import product

import pytest

from companion.games.moon.actions import Operate
from companion.games.moon.operations import OPERATIONS, binary, units
from tests.companion.games.moon import naive
from tests.companion.games.moon.table import GAME, duel, play, registers, together, why

ONE_REGISTER = [
    # MN-19: counting goes round, rotating too
    ("INC", "0111", "1000"),
    ("INC", "1111", "0000"),
    ("DEC", "0000", "1111"),
    ("DEC", "0001", "0000"),
    ("ROL", "1100", "1001"),
    ("ROL", "0101", "1010"),
    ("ROR", "0001", "1000"),
    ("ROR", "1011", "1101"),
    ("NOT", "0110", "1001"),
    ("INC", "11111", "00000"),
    ("ROL", "10001", "00011"),
    ("ROR", "000001", "100000"),
    ("NOT", "010101", "101010"),
]


@pytest.mark.parametrize(("name", "here", "after"), ONE_REGISTER)
def test_mn19_counting_and_rotating_stay_within_the_word(name: str, here: str, after: str) -> None:
    state = together(f"0 {int(here, 2)} 0 0", "1111!", bits=len(here), current="1111")
    assert play(state, f"{name} B").registers[1] == int(after, 2)


TWO_REGISTERS = [
    # the source's bits, what the target held, what it holds then
    ("MOV", "0110", "0001", "0110"),
    ("AND", "0110", "1101", "0100"),
    ("XOR", "1110", "0101", "1011"),
    ("OR", "0011", "1001", "1011"),
    ("ADD", "0110", "1100", "0010"),
    ("SUB", "0110", "0100", "1110"),
    ("NOR", "0011", "0101", "1000"),
    ("NAND", "0011", "0101", "1110"),
    ("XNOR", "0011", "0101", "1001"),
]


@pytest.mark.parametrize(("name", "there", "here", "after"), TWO_REGISTERS)
def test_mn16_the_target_changes_and_the_source_stays(
    name: str, there: str, here: str, after: str
) -> None:
    state = together(f"0 0 {int(there, 2)} {int(here, 2)}", "1111!", advanced=True)
    assert registers(play(state, f"{name} C>D")) == f"0 0 {int(there, 2)} {int(after, 2)}"


@pytest.mark.parametrize("name", OPERATIONS)
def test_mn16_mn19_every_operation_on_every_word_agrees_with_texts_of_bits(name: str) -> None:
    for bits in (4, 5):
        for here, there in product(range(1 << bits), repeat=2):
            texts = binary(here, bits), binary(there, bits)
            wanted = naive.worked(name, *texts)
            assert binary(OPERATIONS[name].of(here, there, bits), bits) == wanted, texts


def test_mn17_a_register_twice_is_refused() -> None:
    state = together("5 3 0 0", "1111!")
    for name in ("XOR", "MOV", "OR", "AND"):
        assert why(state, f"{name} A>A") == [("MN-17", "same-register")]
    assert GAME.rule_on(state, Operate("MOV", "A")).reasons[0].key == "two-registers"
    assert GAME.rule_on(state, Operate("NOT", "A", "B")).reasons[0].key == "one-register"
    both = duel("5 3 0 0", "ram=1 goal=1111", "goal=0001")
    assert why(both, "MOV RAM>RAM") == [("MN-17", "same-register")]
    assert why(both, "MOV RAM p1>RAM") == [("MN-17", "same-register")]


def test_mn18_any_two_registers_may_work_together() -> None:
    state = together("1 2 4 8", "1111!")
    for source, target in product("ABCD", repeat=2):
        expected = [] if source != target else [("MN-17", "same-register")]
        assert why(state, f"OR {source}>{target}") == expected


def test_mn18_ram_is_for_mov_and_for_competition() -> None:
    assert why(together("5 0 0 0", "1111!"), "MOV RAM>A") == [("MN-18", "no-ram-together")]
    state = duel("5 3 0 0", "ram=9 goal=1111", "ram=6 goal=0001")
    assert registers(play(state, "MOV RAM>A")) == "9 3 0 0"
    assert play(state, "MOV B>RAM").players[0].ram == 3
    assert why(state, "XOR RAM>A") == [("MN-18", "ram-only-moves")]
    assert why(state, "NOT RAM") == [("MN-18", "ram-only-moves")]
    assert why(state, "MOV RAM p4>A") == [("MN-18", "no-such-ram")]
    assert why(state, "MOV E>A") == [("MN-18", "no-such-register")]
    own = GAME.rule_on(state, Operate("MOV", "A", "RAM p1"))
    assert [cause.key for cause in own.reasons] == ["own-ram"]


def test_mn36_the_ram_of_another_is_neither_read_nor_written() -> None:
    state = duel("5 3 0 0", "ram=9 goal=1111", "ram=6 goal=0001")
    for text in ("MOV RAM p2>A", "MOV A>RAM p2", "MOV RAM>RAM p2"):
        assert why(state, text)[0] == ("MN-36", "ram-of-another")


COSTS = {"INC": 4, "DEC": 4, "NOT": 2, "ROL": 2, "ROR": 2, "MOV": 2, "OR": 1, "AND": 1, "XOR": 1,
         "ADD": 3, "SUB": 3, "NOR": 2, "NAND": 2, "XNOR": 2}  # fmt: skip


@pytest.mark.parametrize(("name", "cost"), COSTS.items())
def test_mn20_mn21_each_use_is_paid_and_there_is_no_debt(name: str, cost: int) -> None:
    registers = "A" if OPERATIONS[name].registers == 1 else "B>A"
    for energy in range(7):
        state = together("5 3 0 0", "1111!", energy=energy, advanced=True)
        if energy >= cost:
            assert play(state, f"{name} {registers}").energy == energy - cost
        else:
            assert [ruling for ruling, _key in why(state, f"{name} {registers}")] == ["MN-20"]


def test_mn20_an_operation_may_be_used_again_and_again() -> None:
    state = together("5 3 0 0", "1111!", energy=6)
    assert play(state, *["XOR B>C"] * 6).energy == 0


def test_mn15_only_enabled_operations_may_be_used() -> None:
    first = ["INC", "DEC", "NOT", "ROL", "ROR", "MOV"]
    state = together("5 3 0 0", "1111!", operations=first)
    assert why(state, "XOR B>A") == [("MN-15", "not-enabled")]
    assert why(state, "NOT A") == []
    assert why(together("5 3 0 0", "1111!"), "ADD B>A") == [("MN-15", "not-enabled")]
    assert why(together("5 3 0 0", "1111!", advanced=True), "ADD B>A") == []
    some = together("5 3 0 0", "1111!", advanced=True, operations=["ADD", "NOT"])
    assert why(some, "NOR B>A") == [("MN-15", "not-enabled")]
    assert GAME.rule_on(state, Operate("JMP", "A")).reasons[0].key == "no-such-operation"


def test_mn15_advanced_operations_need_their_switch_even_if_they_are_listed() -> None:
    state = together("5 3 0 0", "1111!", operations=["ADD", "NOT"])
    assert why(state, "ADD B>A") == [("MN-15", "not-enabled")]


def test_every_reason_is_told_and_the_most_telling_comes_first() -> None:
    state = together("5 3 0 0", "1111!", energy=0, disabled="B XOR")
    found = why(state, "XOR B>B")
    assert [key for _ruling, key in found] == [
        "same-register",
        "operation-in-error",
        "register-in-error",
        "too-little-for-two",
    ]


def test_a_ruling_explains_the_sum() -> None:
    state = together("12 6 0 0", "1111!", energy=1)
    (short,) = GAME.rule_on(state, GAME.parse(state, "ROL A")).reasons
    assert dict(short.parameters)["here"] == "1100"
    assert dict(short.parameters)["after"] == "1001"
    full = together("12 6 0 0", "1111!")
    (note,) = GAME.rule_on(full, GAME.parse(full, "ROL A")).notes
    assert (note.ruling, note.key, note.parameter("after")) == ("MN-19", "sum-one", "1001")
    (note,) = GAME.rule_on(full, GAME.parse(full, "XOR B>A")).notes
    assert (note.key, note.parameter("there"), note.parameter("after")) == (
        "sum-two", "0110", "1010",
    )  # fmt: skip


def test_a_wrong_sum_on_the_table_is_refused_with_the_right_one() -> None:
    state = together("12 6 0 0", "1111!")
    (wrong,) = GAME.rule_on(state, GAME.parse(state, "ROL A = 1010")).reasons
    assert (wrong.ruling, wrong.key, wrong.parameter("after")) == ("MN-19", "wrong-one", "1001")
    assert why(state, "XOR B>A = 0000") == [("MN-16", "wrong-two")]
    assert GAME.parse(state, "ROL A = 1001") == Operate("ROL", "A")
    said = GAME.rule_on(state, Operate("ROL", "A", None, 9))
    assert [cause.key for cause in said.reasons] == ["result-said"]


def test_energy_is_said_in_units() -> None:
    assert [units(halves) for halves in range(5)] == ["0", "½", "1", "1½", "2"]
