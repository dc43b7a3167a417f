"""Cirondo keeps the laws of the protocol; notation, lines, faults, going on from a table."""

from typing import Any

import pytest

from companion.games.api import Piece, Placement
from companion.games.cirondo.actions import Move, Pass
from companion.games.conformance import check_game
from companion.games.errors import (
    AmbiguousNotation,
    BadNotation,
    BadPosition,
    BadSwitch,
    IllegalAction,
    UnknownSwitch,
)
from companion.games.laws import Limits
from companion.games.registry import game_by_id
from companion.language.catalogue import load
from tests.companion.games.cirondo.table import GAME, ended, lies, play, table

START = GAME.initial({"first": "gold"})


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"players": "four", "fifty_moves": True},
        {"players": "teams", "unlimited": True, "no_move": "draw", "repetition": "automatic"},
        {"first": "silver", "no_move": "loss", "repetition": "off"},
    ],
)
def test_the_game_keeps_the_laws(rules: dict[str, Any]) -> None:
    check_game(GAME, rules=rules, seed=5, games=2, limits=Limits(every=12, most_actions=5000))


def test_it_is_registered() -> None:
    assert game_by_id("cirondo").spec.title == "Cirondo"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("MB1-C1", "MB1-C1"),
        ("b1 c1", "MB1-C1"),
        ("B1 to C1", "MB1-C1"),
        ("b1c1", "MB1-C1"),
        ("C1", "MB1-C1"),
        ("m c1", "MB1-C1"),
        ("B1\u2013C1", "MB1-C1"),
        ("B1 \u2212 C1", "MB1-C1"),
    ],
)
def test_a_move_is_read_generously(written: str, said: str) -> None:
    assert GAME.format(START, GAME.parse(START, written)) == said


@pytest.mark.parametrize(
    "written",
    ["", "hello", "MB1xC1", "B1-C1=S", "B1-C1#", "PB1-C1", "H9", "lot", "x" * 300, "resign nobody"],
)
def test_what_is_no_action_or_not_true_is_refused(written: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(START, written)


@pytest.mark.parametrize(
    ("rules", "sides"),
    [({}, "Say gold or silver."), ({"players": "four"}, "Say gold or red or silver or blue.")],
)
def test_the_sides_that_play_are_offered(rules: dict[str, Any], sides: str) -> None:
    state = GAME.initial(rules)
    for written in ("lot", "lot green", "resign nobody"):
        with pytest.raises(BadNotation, match=sides):
            GAME.parse(state, written)


def test_a_space_that_several_can_reach_is_ambiguous() -> None:
    with pytest.raises(AmbiguousNotation) as refused:
        GAME.parse(table("C5:P C7:P A20:p A21:p"), "D6")
    assert refused.value.choices == ("PC5-D6", "PC7-D6")


def test_a_position_line_is_read_back() -> None:
    line = GAME.position_line(play(GAME.initial(), "lot gold"))
    planets, moons = "P" * 16 + "p" * 16, "M" * 16 + "m" * 16
    assert line == f"{planets}/{moons}/32/32/32/32/32/32 gold - -"
    state = table("A1:P H9:rS A18:p B26:bM", owed=["red", "blue"], passed=2, players="four")
    line = GAME.position_line(state)
    assert line.endswith("/8rS23 gold gold,silver,red,blue red,blue passed=2 players=four")
    assert GAME.position_line(GAME.position_from_line(line)) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "32/32 gold - -",
        "33/32/32/32/32/32/32/32 gold - -",
        "P30X/32/32/32/32/32/32/32 gold - -",
        "P31/32/32/32/32/32/32/32 green - -",
        "P31/32/32/32/32/32/32/M31 gold - -",
        "P31/p31/32/32/32/32/32/32 gold - gold passed=x",
        "rP31/p31/32/32/32/32/32/32 gold - -",
        "PP30/pp30/32/32/32/32/32/32 gold - gold",
    ],
)
def test_a_wrong_position_line_is_refused(line: str) -> None:
    with pytest.raises(BadPosition):
        GAME.position_from_line(line)


def test_a_flag_may_be_a_word() -> None:
    line = GAME.position_line(table("A1:P A2:P A18:p A19:p", unlimited=True))
    assert line.endswith(" unlimited=true")
    assert GAME.position_from_line(line).rules.unlimited
    assert GAME.initial({"unlimited": "on"}) == GAME.initial({"unlimited": True})
    with pytest.raises(BadSwitch):
        GAME.initial({"unlimited": "yes"})
    with pytest.raises(UnknownSwitch):
        GAME.initial({"columns": 9})


@pytest.mark.parametrize(
    "data",
    [
        {"from": "A1"},
        {"from": "A1", "to": 3},
        {"from": "A1", "to": "B2", "part": "all"},
        {"pass": False},
        {"lot": None},
        {"roll": "gold"},
        [],
    ],
)
def test_wrong_json_is_no_action(data: Any) -> None:
    with pytest.raises(BadNotation):
        GAME.decode_action(START, data)


def test_a_damaged_state_is_refused() -> None:
    data = GAME.encode(START)
    for broken in ({}, {**data, "phase": "?"}, {**data, "history": ["00"]}, None):
        with pytest.raises(BadPosition):
            GAME.decode(broken)


def test_an_illegal_action_is_not_applied() -> None:
    with pytest.raises(IllegalAction):
        GAME.apply(START, Move("A1", "A2"))


FAULTS = [
    ({"A33": "gold moon"}, ["no-such-space"]),
    ({"C5": "gold star"}, ["no-such-piece"]),
    ({"C5": "red moon"}, ["no-such-piece"]),
    ({"H5": "gold moon"}, ["moon-on-inner-ring"]),
    ({"A5": "gold moon"}, ["moon-on-outer-ring"]),
    ({f"C{n}": "gold planet" for n in range(1, 18)}, ["too-many-planets"]),
    ({f"C{n}": "silver moon" for n in range(1, 18)}, ["too-many-moons"]),
    ({f"H{n}": "gold solar system" for n in range(1, 6)}, ["too-many-solar-systems"]),
    ({f"H{n}": "gold solar system" for n in range(1, 5)}, []),
]


@pytest.mark.parametrize(("laid", "keys"), FAULTS)
def test_every_fault_of_a_table_is_named(laid: dict[str, str], keys: list[str]) -> None:
    piles = {}
    for site, words in laid.items():
        owner, _, kind = words.partition(" ")
        piles[site] = (Piece(owner, kind),)
    found = GAME.faults(Placement(piles), START)
    assert [fault.reason.key for fault in found] == keys
    say = load("en", "cirondo")
    assert all(fault.reason.ruling not in say.fault_sentence(fault) for fault in found)


def test_before_the_start_everything_has_to_lie_where_it_starts() -> None:
    state = GAME.initial()
    piles = dict(GAME.placement(state).piles)
    assert GAME.faults(Placement(piles), state) == ()
    piles["C3"] = piles.pop("B3")
    piles["A17"] = piles["A16"]
    found = [fault.reason for fault in GAME.faults(Placement(piles), state)]
    assert [(why.key, why.sites[0]) for why in found] == [
        ("too-many-planets", "A1"),
        ("set-up-missing", "B3"),
        ("set-up-missing", "A17"),
        ("set-up-elsewhere", "A17"),
        ("set-up-elsewhere", "C3"),
    ]


def test_two_pieces_on_a_space_are_a_fault() -> None:
    both = (Piece("gold", "moon"), Piece("silver", "moon"))
    (fault,) = GAME.faults(Placement({"C5": both}), START)
    assert fault.reason.key == "two-on-a-space"


def test_the_pieces_of_a_player_who_is_out_are_a_fault() -> None:
    state = table("A1:P A2:P A18:p A19:p", players="four")
    placement = GAME.placement(state)
    wrong = Placement({**placement.piles, "A9": (Piece("red", "planet"),)})
    assert [fault.reason.key for fault in GAME.faults(wrong, state)] == ["out-but-there"]


def test_a_moon_that_lay_on_the_outer_ring_may_stay_there() -> None:
    """A position that was laid or written may have one; in a game no moon gets there."""
    state = table("A5:M A1:P A20:p A21:p")
    assert GAME.faults(GAME.placement(state), state) == ()


def test_nobody_is_sent_off_the_board_once_the_game_is_over() -> None:
    state = play(table("C5:P D6:m A1:P"), "C5xD6")
    assert ended(state) == ("gold", "CI-17")
    placement = GAME.placement(state)
    left = Placement({**placement.piles, "C9": (Piece("silver", "planet"),)})
    assert GAME.faults(left, state) == ()


def test_a_game_goes_on_from_a_table_as_it_lies() -> None:
    state = play(START, "B1-C1")
    moved = GAME.resynchronised(state, GAME.placement(play(state, "B20-C20", "B2-C2")), "silver")
    assert GAME.to_act(moved) == {"silver"}
    assert GAME.position_to_json(moved)["opened"] == {"gold": True, "silver": True}
    fresh = GAME.resynchronised(START, GAME.placement(START), "gold")
    assert GAME.position_to_json(fresh)["opened"] == {"gold": False, "silver": False}
    on_one = GAME.placement(table("A1:P A2:P A18:p"))
    last = GAME.resynchronised(state, on_one, "silver")
    assert ended(play(last, "A18-B17")) == ("gold", "CI-14")


def test_ci14_a_last_move_is_owed_when_a_game_goes_on_with_one_left() -> None:
    laid = GAME.placement(table("A1:M B21:P A20:p"))
    last = GAME.resynchronised(START, laid, "silver")
    assert GAME.position_to_json(last)["last_move_owed"] == "silver"
    assert ended(play(last, "A20xB21")) == ("silver", "CI-14")
    both = GAME.resynchronised(START, GAME.placement(table("A1:M B21:p")), "silver")
    assert GAME.position_to_json(both)["last_move_owed"] is None


@pytest.mark.parametrize(
    ("spaces", "told"),
    [
        ({f"A{n}": "gold planet" for n in range(1, 18)}, "gold has 17 planets"),
        (
            {f"B{n}": "gold moon" for n in range(1, 17)} | {"H1": "gold solar system"},
            "16 moons and 1 solar systems",
        ),
        ({f"H{n}": "gold solar system" for n in range(1, 6)}, "5 solar systems"),
    ],
)
def test_a_position_has_no_more_stellars_than_there_are(spaces: dict[str, str], told: str) -> None:
    data = {"to_move": "gold", "spaces": {**spaces, "A20": "silver planet"}}
    with pytest.raises(BadPosition, match=told):
        GAME.position_from_json(data)


def test_ci11_a_position_may_have_more_solar_systems_where_they_are_unlimited() -> None:
    spaces = {f"H{n}": "gold solar system" for n in range(1, 6)} | {"A20": "silver planet"}
    state = GAME.position_from_json({"to_move": "gold", "spaces": spaces}, {"unlimited": True})
    assert len(lies(state)) == 6


@pytest.mark.parametrize(
    "laid",
    [
        {"H5": (Piece("gold", "moon"),)},
        {"A33": (Piece("gold", "moon"),)},
        {"A3": (Piece("red", "moon"),)},
        {"A3": (Piece("gold", "moon"), Piece("gold", "moon"))},
        {},
    ],
)
def test_a_table_that_cannot_be_is_not_gone_on_from(laid: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        GAME.resynchronised(START, Placement(laid), "gold")


def test_a_refused_move_may_be_let_stand() -> None:
    state = table("C5:M G4:M A1:P A20:p A21:p")
    assert lies(GAME.forced(state, Move("C5", "E5")))["E5"] == "gold moon"
    assert lies(GAME.forced(state, Move("C5", "H5")))["H5"] == "gold solar system"
    taken = GAME.forced(state, Move("C5", "A20"))
    assert GAME.position_to_json(taken)["last_move_owed"] == "silver"
    assert GAME.to_act(GAME.forced(state, Pass())) == {"silver"}
    seam = GAME.position_to_json(GAME.forced(START, Move("A16", "B17")))
    assert seam["opened"] == {"gold": True, "silver": True}
    passed = GAME.position_to_json(GAME.forced(START, Pass()))
    assert passed["opened"] == {"gold": False, "silver": False}
    with pytest.raises(BadPosition):
        GAME.forced(state, Move("D5", "E5"))


def test_the_board_is_drawn_within_80_columns() -> None:
    state = table("A1:P H9:rS A18:p B26:bM", owed=["red", "blue"], players="four")
    drawn = GAME.board_text(state)
    assert max(map(len, drawn.splitlines())) <= 80
    assert sum(line.startswith(tuple("ABCDEFGH")) for line in drawn.splitlines()) >= 8
    assert "rS" in drawn
    assert "bM" in drawn


def test_a_ruling_is_said_in_a_sentence() -> None:
    say = load("en", "cirondo")
    state = table("C5:M D5:p A1:P A20:p")
    ruling = GAME.rule_on(state, Move("C5", "D5"))
    assert say.sentence(ruling.reasons[0]).startswith("The silver planet on D5 is in the way.")


@pytest.mark.parametrize(
    ("tried", "near"),
    [
        (Move("C5", "E5"), ["MC5-D5", "PF8-E7", "PF8-D6"]),
        (Move("C5", "D6"), ["MC5-D5", "PF8-D6", "PF8-E7"]),
        (Move("F8", "F10"), ["PF8-G9", "PF8-H10", "PF8-E9"]),
        (Move("A20", "B21"), ["PF8-B12", "PF8-A13", "PF8-C11"]),
    ],
)
def test_the_nearest_moves_are_of_the_same_stellar_and_end_near_by(
    tried: Move, near: list[str]
) -> None:
    state = table("C5:M F8:P A20:p A21:p")
    ruling = GAME.rule_on(state, tried)
    assert [GAME.format(state, move) for move in ruling.nearest] == near


def test_what_was_carried_may_have_been_tried() -> None:
    state = table("G5:M A1:P A20:p A21:p")
    moon, solar = (Piece("gold", "moon"),), (Piece("gold", "solar system"),)
    assert GAME.attempts(state, "G5", "E5", moon) == (Move("G5", "E5"),)
    assert GAME.attempts(state, "G5", "H5", solar) == (Move("G5", "H5"),)
    assert GAME.attempts(state, "G5", "E5", solar) == ()
    assert GAME.attempts(state, "C5", "E5", moon) == ()
    planet = table("G5:P A1:P A20:p A21:p")
    assert GAME.attempts(planet, "G5", "H6", solar) == ()
    assert GAME.attempts(state, "G5", "A33", moon) == ()
    assert list(GAME.plausible(state, GAME.placement(state))) == list(GAME.legal(state))
    assert list(GAME.plausible(GAME.initial(), Placement())) == []
