"""Mouths, exits, chains of traps and lethal pulls: MS-36 to MS-44."""

from __future__ import annotations

import pytest

from tests.companion.games.moons_and_stars.table import (
    GAME,
    at,
    ended,
    keys,
    lost,
    moves,
    notches,
    play,
    refused,
    table,
)


@pytest.mark.parametrize(
    ("trap", "rest"),
    [
        pytest.param("e6:tn", "e7", id="MS-36 north"),
        pytest.param("f5:te", "g5", id="MS-36 east"),
        pytest.param("d5:tw", "c5", id="MS-36 west"),
        pytest.param("e4:ts", "e3", id="MS-36 south"),
    ],
)
@pytest.mark.parametrize("owner", ["own", "enemy"])
def test_the_open_end_is_behind_the_trap(trap: str, rest: str, owner: str) -> None:
    """The star comes to e5, from where the trap takes it to the other side."""
    words = trap if owner == "enemy" else trap.replace("t", "T")
    origin = "d5" if trap.startswith("e4") else "e4"
    assert moves(table(f"{origin}:S {words}"), origin) >= {f"e5>{rest}"}
    assert at(play(table(f"{origin}:S {words}"), f"{origin}-e5"), "e5", rest) == ". S"


@pytest.mark.parametrize("trap", ["Tn", "tn"], ids=["MS-37 own trap", "MS-37 enemy trap"])
@pytest.mark.parametrize(("unit", "origin"), [("S", "e4"), ("M", "e3"), ("MM", "e4"), ("MS", "e4")])
def test_either_sides_traps_pull_movers_and_stacks(trap: str, unit: str, origin: str) -> None:
    state = play(table(f"{origin}:{unit} e6:{trap}"), f"{origin}-e5")
    assert at(state, origin, "e5", "e6", "e7") == f". . {trap} {unit}"


def test_ms37_an_enemy_that_stood_on_the_mouth_is_captured_first() -> None:
    state = play(table("e4:S e5:m e6:tn"), "e4xe5>e7")
    assert at(state, "e5", "e7") == ". S"
    assert lost(state, "blue") == {"moon": 1}


def test_ms37_a_piece_resting_on_a_safe_on_a_mouth_is_not_pulled() -> None:
    state = play(table("e4:S e5:f e6:tn"), "e4-e5")
    assert at(state, "e5", "e7") == "fS ."


def test_ms37_a_piece_that_stood_on_a_mouth_already_is_not_pulled() -> None:
    state = play(table("e5:S e6:tn d2:S"), "d2-d3")
    assert at(state, "e5") == "S"
    assert moves(table("e5:S e6:tn"), "e5") == {"e4", "d5", "f5"}


def test_ms37_one_cannot_choose_to_stay_on_a_mouth() -> None:
    assert refused(table("e4:S e6:tn"), "e4-e5>e5") == ["MS-37"]
    assert refused(table("e4:S e6:tn"), "e4-e5>e8") == ["MS-40"]
    assert refused(table("e4:S e6:p"), "e4-e5>e7") == ["MS-36"]


@pytest.mark.parametrize("trap", ["Tn", "Te", "Ts", "Tw", "tn", "te", "ts", "tw"])
@pytest.mark.parametrize("unit", ["S", "MS"])
def test_ms38_a_traps_own_point_cannot_be_entered_from_any_side(trap: str, unit: str) -> None:
    assert refused(table(f"e4:{unit} e5:{trap}"), "e4-e5")[0] == "MS-38"


# --- What stands at the exit ----------------------------------------------------------------------

EXITS = {
    "MS-39 nothing": ("", "S", "M", "MS"),
    "MS-40 enemy moon": ("m", "S", "M", "MS"),
    "MS-40 enemy star": ("s", "S", "M", "MS"),
    "MS-40 enemy stack": ("ms", "S", "M", "MS"),
    "MS-40 own lone moon": ("M", "MS", "MM", "MS-45"),
    "MS-40 own star": ("S", "MS-45", "MS-45", "MS-45"),
    "MS-40 own stack": ("MM", "MS-45", "MS-45", "MS-45"),
    "MS-40 enemy pit": ("p", ".", "p", "p"),
    "MS-40 own pit": ("P", ".", "P", "P"),
    "MS-40 own empty safe": ("F", "FS", "FM", "MS-48"),
    "MS-40 enemy empty safe": ("f", "fS", "fM", "MS-48"),
    "MS-40 full safe": ("fm", "MS-50", "MS-50", "MS-50"),
    "MS-40 enemy stone": ("o", "oS", "oM", "oMS"),
    "MS-40 own stone": ("O", "MS-32", "MS-32", "MS-32"),
    "MS-40 flank of a trap": ("te", "MS-40", "MS-40", "MS-40"),
    "MS-40 flank of a path": ("h-", "MS-40", "MS-40", "MS-40"),
}
UNITS = (("S", "e4"), ("M", "e3"), ("MS", "e4"))


@pytest.mark.parametrize(
    ("unit", "origin", "what", "result"),
    [
        pytest.param(unit, origin, what, results[index], id=f"{name} - {unit}")
        for name, (what, *results) in EXITS.items()
        for index, (unit, origin) in enumerate(UNITS)
    ],
)
def test_what_stands_at_the_exit(unit: str, origin: str, what: str, result: str) -> None:
    state = table(f"{origin}:{unit} e6:Tn" + (f" e7:{what}" if what else ""))
    if not result.startswith("MS-"):
        after = play(state, f"{origin}-e5")
        assert at(after, origin, "e5", "e7") == f". . {result}"
        return
    found = refused(state, f"{origin}-e5")
    assert found[0] == "MS-40"
    assert result in found
    assert not any(landing.startswith("e5") for landing in moves(state, origin))


@pytest.mark.parametrize("own", ["S", "MM", "O", "fm", "te", "h-"])
def test_ms40_the_move_that_leads_to_a_forbidden_exit_is_illegal_with_a_capture_too(
    own: str,
) -> None:
    assert refused(table(f"e4:S e5:m e6:Tn e7:{own}"), "e4-e5")[0] == "MS-40"


def test_ms40_a_path_in_line_is_ridden_on() -> None:
    assert at(play(table("e4:S e6:tn e7:H|"), "e4-e5"), "e8") == "S"
    assert moves(table("e4:S e6:tn e7:H| e8:H-"), "e4") >= {"e5>d8", "e5>f8"}


@pytest.mark.parametrize(
    ("points", "why"),
    [
        pytest.param("e6:tn e7:h| e8:te", "pull-blocked", id="MS-40 the ride ends on a trap"),
        pytest.param("e6:tn e7:h| e8:tn", "pull-blocked", id="MS-40 even on one in line"),
        pytest.param("e7:tn e8:h| e9:h|", "pull-no-end", id="MS-40 the ride leaves the board"),
        pytest.param("e6:tn e7:h| e8:S", "pull-blocked", id="MS-40 the ride ends on an own star"),
        pytest.param("e6:tn e7:h| e8:fm", "pull-blocked", id="MS-40 on a full safe"),
    ],
)
def test_a_ride_in_a_pull_without_a_legal_end(points: str, why: str) -> None:
    state = table(f"e5:S {points}") if points.startswith("e7") else table(f"e4:S {points}")
    tried = "e5-e6" if points.startswith("e7") else "e4-e5"
    assert why in keys(state, tried)
    assert refused(state, tried)[0] == "MS-40"


def test_ms40_the_end_of_a_ride_in_a_pull_captures_mounts_rests_and_falls() -> None:
    for what, result in (("m", "S"), ("M", "MS"), ("f", "fS"), ("p", "."), ("o", "oS")):
        assert at(play(table(f"e4:S e6:tn e7:H| e8:{what}"), "e4-e5"), "e8") == result


# --- Chains ---------------------------------------------------------------------------------------


def test_ms39_an_exit_that_is_another_mouth_pulls_again() -> None:
    assert at(play(table("e4:S e6:tn f7:Te"), "e4-e5"), "e7", "g7") == ". S"


def test_ms39_a_capture_or_a_stacking_on_the_way_is_pulled_on() -> None:
    captured = play(table("e4:S e6:tn e7:ms f7:Te"), "e4-e5")
    assert at(captured, "e7", "g7") == ". S"
    assert lost(captured, "blue") == {"moon": 1, "star": 1}
    stacked = play(table("e4:S e6:tn e7:M f7:Te"), "e4-e5")
    assert at(stacked, "e7", "g7") == ". MS"
    on_the_mouth = play(table("e4:S e5:M e6:tn"), "e4-e5")
    assert at(on_the_mouth, "e5", "e7") == ". MS"
    twice = play(table("e3:M e5:M e6:tn f7:Te g7:m h7:F"), "e3-e5")
    assert at(twice, "e5", "e7", "g7") == ". . MM"


def test_ms39_a_stack_formed_on_the_way_does_not_enter_a_safe_or_mount_again() -> None:
    assert "MS-48" in refused(table("e4:S e5:M e6:tn e7:f"), "e4-e5")
    assert "MS-45" in refused(table("e4:S e5:M e6:tn e7:M"), "e4-e5")
    assert "MS-45" in refused(table("e4:S e6:tn e7:M f7:Te g7:M"), "e4-e5")


SQUARE = "e6:tn f7:te g6:ts f5:tw"
"""From e5 to e7, g7, g5 and back to e5: four traps in a ring."""


@pytest.mark.parametrize(("unit", "origin"), UNITS)
def test_ms39_a_pull_that_would_go_on_for_ever_is_lethal(unit: str, origin: str) -> None:
    state = table(f"{origin}:{unit} {SQUARE}")
    assert moves(state, origin) >= {"e5>lost"}
    after = play(state, f"{origin}-e5")
    assert at(after, "e5", "e7", "g7", "g5") == ". . . ."
    assert sum(lost(after, "brown").values()) == len(unit)


def test_ms39_captures_on_a_round_that_never_ends_count() -> None:
    state = table(f"e4:S {SQUARE} g7:m", brown=("jothi", 1), blue=("lamban", 1))
    after = play(state, "e4-e5")
    assert lost(after, "blue") == {"moon": 1}
    assert lost(after, "brown") == {"star": 1}
    assert notches(after) == (2, 2)


def test_ms39_a_round_that_can_be_left_is_left_or_not_as_the_mover_chooses() -> None:
    """g5 is the mouth of h5, too: the way out of the ring."""
    state = table(f"e4:S {SQUARE} h5:te")
    assert {m for m in moves(state, "e4") if m.startswith("e5")} == {"e5>i5", "e5>lost"}


def test_ms41_traps_in_a_row_pull_in_one_go() -> None:
    assert at(play(table("e4:S e6:tn e7:Tn e8:tn"), "e4-e5"), "e9") == "S"
    assert at(play(table("e4:S e6:tn e7:Tn e8:m"), "e4-e5"), "e8") == "S"
    assert "MS-40" in refused(table("e4:S e6:tn e7:tn e8:te"), "e4-e5")
    assert moves(table("e5:S e7:tn e8:tn e9:tn"), "e5") >= {"e6>lost"}


@pytest.mark.parametrize("trap", ["ts", "Ts"])
def test_ms41_a_facing_pair_is_lethal(trap: str) -> None:
    assert moves(table(f"e4:S e6:Tn e7:{trap}"), "e4") >= {"e5>lost"}
    assert moves(table(f"e4:MM e5:m e6:Tn e7:{trap}"), "e4") >= {"e5>lost"}
    assert moves(table(f"e4:S e6:Tn e7:Tn e8:{trap}"), "e4") >= {"e5>lost"}


def test_ms42_with_a_free_point_between_it_is_a_normal_exit_of_both() -> None:
    state = table("e3:S e5:Tn e7:ts d8:S")
    assert at(play(state, "e3-e4"), "e6") == "S"
    assert at(play(state, "d8-e8"), "e6") == "S"


def test_ms42_traps_back_to_back_share_no_exit() -> None:
    """e6 is the mouth of both; each pulls away from the other."""
    assert moves(table("d6:S e5:ts e7:tn"), "d6") >= {"e6>e4", "e6>e8"}


@pytest.mark.parametrize(
    ("points", "tried"),
    [
        pytest.param("e7:S e9:tn", "e7-e8", id="MS-43 north"),
        pytest.param("c2:S a2:Tw", "c2-b2", id="MS-43 west"),
        pytest.param("h6:S i5:te", "h6-h5", id="MS-43 east"),
        pytest.param("e3:S e1:Ts", "e3-e2", id="MS-43 south"),
    ],
)
def test_an_exit_off_the_board_is_lethal(points: str, tried: str) -> None:
    state = table(points)
    after = play(state, tried)
    assert GAME.format(state, GAME.parse(state, tried)).endswith(">lost")
    assert lost(after, "brown") == {"star": 1}


def test_ms43_the_whole_stack_is_removed() -> None:
    after = play(table("e7:MS e9:tn"), "e7-e8")
    assert at(after, "e7", "e8") == ". ."
    assert lost(after, "brown") == {"moon": 1, "star": 1}


def test_ms43_a_capture_on_a_lethal_mouth_counts_first() -> None:
    after = play(table("e7:S e8:m e9:tn"), "e7-e8")
    assert lost(after, "blue") == {"moon": 1}
    assert lost(after, "brown") == {"star": 1}


def test_ms43_the_last_mover_may_kill_itself() -> None:
    state = table("e7:S e9:tn a9:s", spare=False)
    assert ended(play(state, "e7-e8")) == ("blue", "MS-73")


# --- Several traps at one mouth -------------------------------------------------------------------


def test_ms44_the_mover_chooses_which_trap_pulls() -> None:
    state = table("e4:S e6:tn d5:Tw f5:te")
    assert {m for m in moves(state, "e4") if m.startswith("e5")} == {"e5>c5", "e5>e7", "e5>g5"}
    for rest in ("c5", "e7", "g5"):
        assert at(play(state, f"e4-e5>{rest}"), rest, "e5") == "S ."
    assert refused(state, "e4-e5>e5") == ["MS-37", "MS-44"]


def test_ms44_choices_that_are_forbidden_are_not_available() -> None:
    state = table("e4:S e6:tn e7:S f5:te")
    assert {m for m in moves(state, "e4") if m.startswith("e5")} == {"e5>g5"}
    assert at(play(state, "e4-e5"), "g5") == "S"
    assert refused(state, "e4-e5>e7")[0] == "MS-40"


def test_ms44_the_move_is_illegal_only_if_no_choice_is_left() -> None:
    state = table("e4:S e6:tn e7:S f5:te g5:O")
    found = refused(state, "e4-e5")
    assert found[0] == "MS-40"
    assert {"MS-45", "MS-32"} <= set(found)


def test_ms44_a_lethal_choice_is_one_of_the_choices() -> None:
    state = table("h4:S h6:tn i5:te")
    assert {m for m in moves(state, "h4") if m.startswith("h5")} == {"h5>h7", "h5>lost"}


def test_ms44_choices_further_on_in_a_chain_and_in_a_ride_are_the_movers_too() -> None:
    state = table("e3:S e5:tn e6:h| e7:h- f8:f")
    assert {m for m in moves(state, "e3") if m.startswith("e4")} == {"e4>d7", "e4>f7"}
    state = table("e3:S e5:tn d6:tw f6:te")
    assert {m for m in moves(state, "e3") if m.startswith("e4")} == {"e4>c6", "e4>g6"}


def test_ms44_routes_that_agree_in_the_rest_are_one_move_the_best_for_the_mover() -> None:
    """Both ways round end on g7; one of them captures on e7, and so that one counts."""
    ways = "e6:tn f7:te f5:te g6:tn"
    state = table(f"e4:S {ways} e7:m")
    assert {m for m in moves(state, "e4") if m.startswith("e5")} == {"e5>g7"}
    assert lost(play(state, "e4-e5"), "blue") == {"moon": 1}
    other = table(f"e4:S {ways} g5:ms e7:m")
    assert lost(play(other, "e4-e5"), "blue") == {"moon": 1, "star": 1}


def test_ms44_of_equal_losses_the_one_that_gives_the_enemy_least_counts() -> None:
    """Both traps are lethal; the own one gives the enemy no notch."""
    state = table("b8:S a9:Tw c9:te d9:tw f9:s", blue=("jothi", 1), brown=("lamban", 1))
    assert moves(state, "b8") >= {"b9>lost"}
    after = play(state, "b8-b9>lost")
    assert notches(after) == (1, 1)
