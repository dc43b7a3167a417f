"""The board, the start and the first moves: CI-01, CI-02, CI-05, CI-06, CI-22."""

import pytest

from companion.games.api import CHANCE
from companion.games.cirondo.actions import Lot
from companion.games.cirondo.geometry import NAMES, NUMBERS, Way, path, ways_to
from companion.games.errors import BadNotation, BadPosition, BadSwitch
from tests.companion.games.cirondo.table import GAME, go, lies, moves, play, table, targets, why

START = GAME.apply(GAME.initial(), GAME.parse(GAME.initial(), "lot gold")).state


def test_ci01_the_board_has_eight_rings_of_32_spaces() -> None:
    assert len(NAMES) == 8 * 32
    assert (NAMES[0], NAMES[31], NAMES[32], NAMES[-1]) == ("A1", "A32", "B1", "H32")


def test_ci01_there_is_no_space_a33_and_no_ring_j() -> None:
    state = table("A1:P A2:P F30:p F31:p")
    assert why(state, "A1-A33") == [("CI-01", "off-board")]
    assert why(state, "J5-A1") == [("CI-01", "off-board")]
    with pytest.raises(BadPosition, match="no space A33"):
        table("A33:P")


@pytest.mark.parametrize(
    ("origin", "target", "ways"),
    [
        ("B31", "E2", (Way.IN_CLOCKWISE,)),
        ("B2", "D32", (Way.IN_ANTICLOCKWISE,)),
        ("E2", "B31", (Way.OUT_ANTICLOCKWISE,)),
        ("D32", "B2", (Way.OUT_CLOCKWISE,)),
        ("C7", "H7", (Way.IN,)),
        ("H7", "A7", (Way.OUT,)),
        ("D3", "D28", (Way.CLOCKWISE, Way.ANTICLOCKWISE)),
        ("D3", "E5", ()),
        ("D3", "D3", ()),
    ],
)
def test_ci02_spaces_are_aligned_on_radii_arcs_and_rings(
    origin: str, target: str, ways: tuple[Way, ...]
) -> None:
    assert ways_to(NUMBERS[origin], NUMBERS[target]) == ways


def test_ci02_a_path_round_the_ring_crosses_the_seam_of_the_numbers() -> None:
    spaces = path(NUMBERS["D31"], NUMBERS["D2"], Way.CLOCKWISE)
    assert [NAMES[space] for space in spaces] == ["D32", "D1", "D2"]


def test_ci05_the_first_move_of_each_side_is_a_moon_step() -> None:
    assert len(list(GAME.legal(START))) == 16
    after = play(START, "B7-C7")
    assert len(list(GAME.legal(after))) == 16
    assert why(START, "A16xB17") == [("CI-05", "first-moon-step")]
    assert why(play(after, "B20-C20"), "A16xB17") == []


def test_ci05_the_first_moon_step_does_not_take() -> None:
    state = table("B5:M C6:p F1:P A20:p A21:p", opened=False)
    assert why(state, "B5xC6") == [("CI-05", "first-no-capture")]
    assert why(state, "B5-C5") == []


def test_ci05_of_the_planets_four_can_take_at_the_seams_once_opened() -> None:
    state = play(START, "B7-C7", "B25-C25")
    taking = {(move.origin, move.target) for move in moves(state) if move.target in lies(state)}
    assert taking == {("A16", "B17"), ("A1", "B32")}


def test_ci06_a_lot_says_who_starts() -> None:
    state = GAME.initial()
    assert GAME.to_act(state) == {CHANCE}
    assert list(GAME.legal(state)) == [Lot("gold"), Lot("silver")]
    assert GAME.to_act(go(state, "lot silver").state) == {"silver"}
    assert why(state, "B1-C1") == [("CI-06", "not-begun")]
    assert why(START, "lot gold") == [("CI-06", "already-begun")]
    assert why(state, "lot red") == [("CI-20", "no-such-side")]


def test_ci06_who_starts_may_be_agreed() -> None:
    assert GAME.to_act(GAME.initial({"first": "silver"})) == {"silver"}
    with pytest.raises(BadSwitch):
        GAME.initial({"first": "red"})


def test_ci22_gold_and_silver_start_on_a_half_each() -> None:
    there = lies(START)
    assert len(there) == 64
    assert {there[f"A{n}"] for n in range(1, 17)} == {"gold planet"}
    assert {there[f"B{n}"] for n in range(1, 17)} == {"gold moon"}
    assert {there[f"A{n}"] for n in range(17, 33)} == {"silver planet"}
    assert {there[f"B{n}"] for n in range(17, 33)} == {"silver moon"}


def test_ci23_a_turn_moves_one_of_ones_own() -> None:
    assert why(START, "B17-C17") == [("CI-23", "not-your-stellar")]
    assert why(START, "C1-D1") == [("CI-23", "nothing-there")]
    assert GAME.to_act(play(START, "B1-C1")) == {"silver"}
    assert targets(START, "B17") == set()


def test_ci23_a_letter_must_be_true_of_what_lies_there() -> None:
    with pytest.raises(BadNotation, match="gold planet, not M"):
        GAME.parse(START, "MA1-B1")


def test_ci23_only_the_side_to_move_moves() -> None:
    step = GAME.parse(START, "B1-C1")
    assert GAME.rule_on(START, step, seat="gold").legal
    (cause,) = GAME.rule_on(START, step, seat="silver").reasons
    assert (cause.ruling, cause.key) == ("CI-23", "not-your-turn")
    theirs = GAME.rule_on(START, GAME.parse(START, "B20-C20"), seat="silver")
    assert [cause.key for cause in theirs.reasons] == ["not-your-turn", "not-your-stellar"]
    resigning = GAME.parse(START, "resign gold")
    (cause,) = GAME.rule_on(START, resigning, seat="silver").reasons
    assert (cause.ruling, cause.key) == ("CI-20", "not-your-say")
