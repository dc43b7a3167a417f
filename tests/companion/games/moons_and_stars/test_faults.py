"""Everything wrong with a table: each independent fault is named, and none is invented."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from companion.games.api import Piece, Placement
from companion.games.moons_and_stars import State
from tests.companion.games.moons_and_stars.opening import FEW, MANY, setting_up, spread
from tests.companion.games.moons_and_stars.table import GAME, pieces, play, table

GOOD = table(
    "e4:M d4:S c4:F f4:fS g4:MS c5:P d5:p b4:Tn b6:te h4:H| h6:h- e6:m d6:ms g6:Fm",
    brown=("jothi", 2),
    blue=("lamban", 3),
)
"""A table with everything on it, in the middle of a game."""


def changed(state: State, **sites: str) -> Placement:
    """The table of a state with the piles of some sites changed; "" takes everything off."""
    piles = dict(GAME.placement(state).piles)
    for site, text in sites.items():
        piles.pop(site, None)
        if text:
            piles[site] = pieces(text)
    return Placement(piles)


def with_tokens(state: State, tokens: Mapping[str, str]) -> Placement:
    """The table of a state with figures on notches: "brown notch 2" -> "brown jothi"."""
    piles = dict(GAME.placement(state).piles)
    for site, names in tokens.items():
        piles.pop(site, None)
        pile = tuple(Piece(*name.split()) for name in names.split(", ") if name)
        if pile:
            piles[site] = pile
    return Placement(piles)


def found(placement: Placement, state: State) -> list[tuple[str, str]]:
    """(ruling, key) of every fault."""
    return [(f.reason.ruling, f.reason.key) for f in GAME.faults(placement, state)]


def keys_found(placement: Placement, state: State) -> set[str]:
    return {key for _ruling, key in found(placement, state)}


def test_a_good_table_has_no_fault() -> None:
    assert found(GAME.placement(GOOD), GOOD) == []


def test_good_tables_of_random_games_have_no_fault() -> None:
    rng = Random(4)
    for rules in ({}, {"paths": "one-way"}, {"columns": 6, "notches": 3}, {"deities": "off"}):
        state = GAME.initial(rules)
        for _ in range(150):
            if not GAME.to_act(state):
                break
            state = GAME.apply(state, GAME.sample(state, rng)).state
            if state.at_turn or state.owed is not None:
                assert found(GAME.placement(state), state) == []


def test_a_move_that_was_made_is_no_fault() -> None:
    """The table runs ahead of the game by one move: it cannot be wrong for that."""
    for move in ("e4-e2", "d4-d3", "d4-d5>lost"):
        assert found(GAME.placement(play(GOOD, move)), GOOD) == []


# --- One point ------------------------------------------------------------------------------------

PILES = {
    "MS-45 a stack of three": ("MMS", [("MS-45", "stack-of-three")]),
    "MS-45 a stack of four": ("MMMS", [("MS-45", "stack-of-three")]),
    "MS-45 a star below": ("SM", [("MS-45", "star-below")]),
    "MS-45 a star below a star": ("SS", [("MS-45", "star-below")]),
    "MS-45 a mixed stack": ("Mm", [("MS-45", "mixed-stack")]),
    "MS-45 a mixed stack, star below": ("Sm", [("MS-45", "mixed-stack"), ("MS-45", "star-below")]),
    "MS-45 three, mixed, a star below": (
        "SmM",
        [("MS-45", "stack-of-three"), ("MS-45", "mixed-stack"), ("MS-45", "star-below")],
    ),
    "MS-48 a stack on a safe": ("FMS", [("MS-48", "stack-on-safe")]),
    "MS-33 a mover on a pit": ("pM", [("MS-33", "on-pit")]),
    "MS-33 a mover on an own pit": ("PS", [("MS-33", "on-pit")]),
    "MS-38 a mover on a trap": ("tnM", [("MS-38", "on-trap")]),
    "MS-55 a mover on a path": ("H|S", [("MS-55", "on-path")]),
    "MS-32 a mover on its own stone": ("OM", [("MS-32", "on-own-stone")]),
    "MS-06 two fixtures": ("Pp", [("MS-06", "two-fixtures")]),
    "MS-06 a safe on a trap": ("TnF", [("MS-06", "two-fixtures")]),
    "MS-06 a fixture on a mover": ("MF", [("MS-06", "fixture-on-mover")]),
    "MS-06 a pit on a stone": ("oP", [("MS-06", "two-fixtures")]),
}


@pytest.mark.parametrize(
    ("pile", "faults"), [pytest.param(*case, id=name) for name, case in PILES.items()]
)
def test_what_cannot_lie_on_one_point(pile: str, faults: list[tuple[str, str]]) -> None:
    """Nothing but the pile is wrong: the game has enough of each kind."""
    plenty = table(
        "b1:M b2:M b3:M c1:S c2:S b8:m c8:s d1:P d2:F d3:Tn d8:p e8:tn e1:H|", spare=True
    )
    used = {"O": "a1", "o": "i9"}
    cleared: dict[str, str] = {used[letter]: "" for letter in used if letter in pile}
    removed = {"MMMS": {"b1": "", "b2": "", "b3": "", "c1": ""}}.get(pile, {})
    removed = removed or {site: "" for site in _taken(pile)}
    assert found(changed(plenty, **cleared, **removed, e5=pile), plenty) == faults


def _taken(pile: str) -> list[str]:
    """Where the pieces of a pile were taken from."""
    sources = {
        "M": ["b1", "b2", "b3"], "S": ["c1", "c2"], "m": ["b8"], "s": ["c8"], "P": ["d1"],
        "F": ["d2"], "Tn": ["d3"], "p": ["d8"], "tn": ["e8"], "H|": ["e1"],
    }  # fmt: skip
    taken = []
    rest = pile
    while rest:
        word = rest[:2] if rest[0] in "THth" else rest[0]
        rest = rest[len(word) :]
        if word in sources:
            taken.append(sources[word].pop())
    return taken


STRANGE = {
    "MS-08 a trap that faces nowhere": Piece("brown", "trap"),
    "MS-08 a path with a direction": Piece("brown", "path", "north"),
    "MS-08 a moon that faces north": Piece("brown", "moon", "north"),
    "MS-08 a face that is none of the six": Piece("brown", "sun"),
    "MS-08 a green star": Piece("green", "star"),
    "MS-08 a deity on a point": Piece("brown", "jothi"),
}


@pytest.mark.parametrize("piece", STRANGE.values(), ids=STRANGE)
def test_a_piece_that_is_not_in_the_game(piece: Piece) -> None:
    placement = Placement({**GAME.placement(GOOD).piles, "e5": (piece,)})
    rulings = {ruling for ruling, key in found(placement, GOOD) if key == "no-such-piece"}
    assert rulings == {"MS-08"}


def test_ms01_a_point_that_is_not_on_the_board() -> None:
    placement = Placement({**GAME.placement(GOOD).piles, "k5": pieces("P")})
    assert ("MS-01", "no-such-point") in found(placement, GOOD)


# --- The numbers ----------------------------------------------------------------------------------


def test_ms06_more_of_a_kind_than_are_in_the_game() -> None:
    faults = GAME.faults(changed(GOOD, e5="M"), GOOD)
    assert [(f.reason.ruling, f.reason.key) for f in faults] == [("MS-06", "more-than-in-game")]
    assert faults[0].reason.parameter("kind") == "moon"
    assert faults[0].reason.parameter("count") == 3
    assert faults[0].reason.parameter("due") == 2
    assert set(faults[0].sites) == {"e4", "e5", "g4"}


def test_ms06_what_was_lost_may_come_back() -> None:
    """Agbert may have brought it back: it is in the game as long as it was lost."""
    state = table("e4:M", lost={"brown": {"moon": 1}})
    assert found(changed(state, e5="M"), state) == []
    assert keys_found(changed(state, e5="M", d5="M"), state) == {"more-than-in-game"}


@pytest.mark.parametrize(
    ("sites", "key"),
    [
        pytest.param({"a1": ""}, "set-up-no-stone", id="MS-06 brown's stone is missing"),
        pytest.param({"i9": ""}, "set-up-no-stone", id="MS-06 blue's stone is missing"),
        pytest.param({"e5": "O"}, "set-up-two-stones", id="MS-06 two brown stones"),
        pytest.param({"e5": "o"}, "set-up-two-stones", id="MS-06 two blue stones"),
    ],
)
def test_each_side_has_one_stone(sites: dict[str, str], key: str) -> None:
    assert found(changed(GOOD, **sites), GOOD) == [("MS-06", key)]


def test_ms37_a_mover_left_on_a_mouth() -> None:
    state = table("e4:S e6:tn")
    assert found(changed(state, e4="", e5="S"), state) == [("MS-37", "left-on-mouth")]
    stood = table("e5:S e6:tn")
    assert found(GAME.placement(stood), stood) == [], "it stood there already"


def test_ms37_a_mover_on_a_safe_on_a_mouth_is_no_fault() -> None:
    state = table("e4:S e5:f e6:tn")
    assert found(changed(state, e4="", e5="fS"), state) == []


# --- Deities --------------------------------------------------------------------------------------

TOKENS = {
    "MS-13 a deity is missing": ({"brown notch 2": ""}, [("MS-13", "deity-missing")]),
    "MS-13 both are missing": (
        {"brown notch 2": "", "blue notch 3": ""},
        [("MS-13", "deity-missing")],
    ),
    "MS-13 one stands twice": ({"brown notch 4": "brown jothi"}, [("MS-13", "deity-twice")]),
    "MS-13 two figures on one notch": (
        {"brown notch 2": "brown jothi, brown keddep"},
        [("MS-13", "deity-twice")],
    ),
    "MS-13 another figure": ({"brown notch 2": "brown keddep"}, [("MS-13", "other-figure")]),
    "MS-13 the other side's figure": (
        {"brown notch 2": "blue jothi"},
        [("MS-13", "not-a-deity")],
    ),
    "MS-13 a ballit on a notch": ({"brown notch 2": "brown moon"}, [("MS-13", "not-a-deity")]),
    "MS-02 past the last notch": (
        {"brown notch 2": "", "brown notch 6": "brown jothi"},
        [("MS-13", "deity-missing"), ("MS-02", "no-such-notch")],
    ),
    "MS-02 before the first notch": (
        {"brown notch 2": "", "brown notch 0": "brown jothi"},
        [("MS-13", "deity-missing"), ("MS-02", "no-such-notch")],
    ),
    "MS-02 a notch of nobody": (
        {"green notch 1": "green jothi"},
        [("MS-02", "no-such-notch")],
    ),
}


@pytest.mark.parametrize(
    ("tokens", "faults"), [pytest.param(*case, id=name) for name, case in TOKENS.items()]
)
def test_what_is_wrong_with_the_deities(
    tokens: dict[str, str], faults: list[tuple[str, str]]
) -> None:
    assert list(dict.fromkeys(found(with_tokens(GOOD, tokens), GOOD))) == faults


def test_ms14_a_deity_in_a_game_without() -> None:
    state = table("e4:S", deities="off")
    assert found(with_tokens(state, {"brown notch 1": "brown jothi"}), state) == [
        ("MS-14", "deity-not-in-game")
    ]


# --- The set-up -----------------------------------------------------------------------------------


def laid(brown: Mapping[str, str], blue: Mapping[str, str], state: State) -> Placement:
    """A table on which both set-ups lie, and the deities."""
    piles = dict(GAME.placement(state).piles)
    for side, words in (("brown", brown), ("blue", blue)):
        for site, word in words.items():
            kind, _, facing = word.partition(" ")
            piles[site] = (*piles.get(site, ()), Piece(side, kind, facing))
    return Placement(piles)


def test_a_good_set_up_has_no_fault() -> None:
    state = setting_up()
    assert found(laid(spread("brown", FEW), spread("blue", MANY), state), state) == []


SET_UPS = {
    "MS-06 seventeen where sixteen belong": (
        {"i4": "moon"},
        {"too-many-cubes", "set-up-not-rolled"},
    ),
    "MS-06 a face that was not rolled": ({"b1": "star"}, {"set-up-not-rolled", "set-up-missing"}),
    "MS-06 a cube missing": ({"b1": ""}, {"set-up-missing"}),
    "MS-06 the stone missing": ({"a1": ""}, {"set-up-no-stone"}),
    "MS-06 two stones": ({"i4": "stone"}, {"set-up-two-stones"}),
    "MS-06 a piece on the centre line": ({"b1": "", "e5": "moon"}, {"set-up-outside-home"}),
    "MS-06 a piece in the enemy's home": ({"b1": "", "i6": "moon"}, {"set-up-outside-home"}),
    "MS-09 a moon on its own trap's mouth": (
        {"b1": "", "h4": "moon", "a4": "", "h3": "trap south"},
        {"set-up-own-mouth"},
    ),
    "MS-09 the stone on its own trap's mouth": (
        {"a1": "", "h4": "stone", "a4": "", "h3": "trap south"},
        {"set-up-own-mouth"},
    ),
    "several at once": (
        {"a1": "", "b1": "star", "i4": "moon", "c1": "", "h5": "pit", "d1": ""},
        {"set-up-no-stone", "set-up-not-rolled", "set-up-missing", "set-up-outside-home"},
    ),
}


@pytest.mark.parametrize(
    ("moved", "faults"), [pytest.param(*case, id=name) for name, case in SET_UPS.items()]
)
def test_what_is_wrong_with_a_set_up_on_the_table(moved: dict[str, str], faults: set[str]) -> None:
    state = setting_up()
    placement = laid(spread("brown", FEW, **moved), spread("blue", MANY), state)
    assert keys_found(placement, state) == faults


def test_ms06_no_stack_and_no_mover_on_a_safe_at_the_start() -> None:
    state = setting_up()
    brown, blue = spread("brown", FEW), spread("blue", MANY)
    del brown["b1"]
    placement = laid(brown, blue, state)
    stacked = Placement({**placement.piles, "c1": pieces("MM")})
    assert keys_found(stacked, state) == {"set-up-one-each"}
    safe = next(site for site, words in brown.items() if words == "safe")
    sheltered = Placement({**placement.piles, safe: pieces("FM")})
    assert keys_found(sheltered, state) == {"set-up-one-each"}


def test_both_sides_set_ups_are_looked_at() -> None:
    state = setting_up()
    placement = laid(spread("brown", FEW, a1=""), spread("blue", MANY, b9="pit"), state)
    sides = {f.reason.parameter("side") for f in GAME.faults(placement, state)}
    assert sides == {"brown", "blue"}


def test_several_faults_at_once_are_all_named() -> None:
    placement = changed(GOOD, a1="", e4="SM", d4="", e5="pS", e6="mmm", c4="")
    placement = Placement({**placement.piles, "blue notch 1": (Piece("blue", "lamban"),)})
    assert keys_found(placement, GOOD) == {
        "set-up-no-stone",
        "star-below",
        "on-pit",
        "more-than-in-game",
        "stack-of-three",
        "deity-twice",
    }
