"""The reason a person would give: the first one, and every independent one besides."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.api import Verdict
from companion.games.moons_and_stars import State
from companion.games.moons_and_stars.actions import Action, Move, Pass
from tests.companion.games.moons_and_stars.table import GAME, keys, table

FIRST: dict[str, tuple[str, str, str, str]] = {
    # name: table, try, ruling and key of the first reason
    "a star off the board": ("e4:S", "e4-z9", "MS-16", "off-board"),
    "from off the board": ("e4:S", "e0-e4", "MS-15", "off-board"),
    "from a file too far": ("e4:S", "j4-i4", "MS-15", "off-board"),
    "the other side's star": ("e4:S e6:s", "e6-e5", "MS-15", "not-your-piece"),
    "the other side's stack": ("e4:S e6:ms", "e6^-e5", "MS-15", "not-your-piece"),
    "a pit": ("e4:S d4:P", "d4-d5", "MS-15", "fixture-stands"),
    "a trap": ("e4:S d4:Tn", "d4-d5", "MS-15", "fixture-stands"),
    "a path": ("e4:S d4:H|", "d4-d5", "MS-15", "fixture-stands"),
    "an empty safe": ("e4:S d4:f", "d4-d5", "MS-15", "fixture-stands"),
    "the stone": ("e4:S d4:O", "d4-d5", "MS-15", "stone-stands"),
    "an empty point": ("e4:S", "d4-d5", "MS-15", "nothing-there"),
    "a star on a diagonal": ("e4:S", "e4-d5", "MS-16", "star-diagonal"),
    "a star two steps": ("e4:S", "e4-e2", "MS-16", "star-one-step"),
    "a star that stays": ("e4:S", "e4-e4", "MS-19", "stays"),
    "a moon one step": ("e4:M", "e4-e5", "MS-18", "moon-one-step"),
    "a moon one ride": ("e4:M f4:H- g4:H| g3:p", "e4-g5", "MS-18", "moon-ride-alone"),
    "a moon three steps": ("e4:M", "e4-e7", "MS-17", "moon-two-steps"),
    "a moon out and back": ("e4:M", "e4-e4", "MS-19", "null-move"),
    "a moon over a pit": ("e4:M e5:p", "e4-e6", "MS-20", "over-pit"),
    "a moon over an own pit": ("e4:M e5:P", "e4-e6", "MS-20", "over-pit"),
    "a moon over a trap": ("e4:M e5:te", "e4-e6", "MS-20", "over-trap"),
    "a moon over a stone": ("e4:M e5:o", "e4-e6", "MS-21", "over-stone"),
    "a moon over an own stone": ("e4:M e5:O", "e4-e6", "MS-21", "over-stone"),
    "a moon onto the stone beside it": ("e4:M e5:o", "e4-e5", "MS-18", "moon-one-step"),
    "a stack two steps": ("e4:MS", "e4-e6", "MS-46", "stack-one-movement"),
    "a stack to a stone two points away": ("e4:MM e6:o", "e4-e6", "MS-46", "stack-one-movement"),
    "a rider that is none": ("e4:M", "e4^-e6", "MS-47", "no-rider"),
    "onto an own star": ("e4:S e5:S", "e4-e5", "MS-45", "own-star"),
    "onto an own stack": ("e4:S e5:MM", "e4-e5", "MS-45", "own-stack"),
    "a stack onto an own moon": ("e4:MS e5:M", "e4-e5", "MS-45", "too-high"),
    "onto an own stone": ("e4:S e5:O", "e4-e5", "MS-32", "own-stone"),
    "onto a full safe": ("e4:S e5:fm", "e4-e5", "MS-50", "safe-full"),
    "a moon onto a full safe": ("e4:M e6:Fs", "e4-e6", "MS-50", "safe-full"),
    "a stack onto a safe": ("e4:MS e5:f", "e4-e5", "MS-48", "stack-no-safe"),
    "a star into a trap": ("e4:S e5:tn", "e4-e5", "MS-38", "trap-entered"),
    "a moon into a trap": ("e4:M e6:Te", "e4-e6", "MS-38", "trap-entered"),
    "a star stops on a path": ("e4:S e5:H|", "e4-e5", "MS-55", "path-stop"),
    "a moon stops on a path": ("e4:M e6:h-", "e4-e6", "MS-55", "path-stop"),
    "a ride from the flank": ("e4:S e5:h-", "e4-e6", "MS-53", "path-flank"),
    "a ride straight on over a path that lies crosswise": (
        "e4:S e5:h| e6:h-",
        "e4-e7",
        "MS-53",
        "path-straight-on",
    ),
    "off a ride in the middle": ("e4:S e5:h| e6:h|", "e4-e6", "MS-54", "ride-in-between"),
    "a ride that ends on a trap": ("e4:S e5:h| e6:tn", "e4-e6", "MS-38", "trap-entered"),
    "pulled onto an own star": ("e4:S e6:tn e7:S", "e4-e5", "MS-40", "pull-blocked"),
    "pulled onto a flank": ("e4:S e6:tn e7:te", "e4-e5", "MS-40", "pull-flank"),
    "pulled onto a path's flank": ("e4:S e6:tn e7:h-", "e4-e5", "MS-40", "pull-no-end"),
    "stays on a mouth": ("e4:S e6:tn", "e4-e5>e5", "MS-37", "must-be-pulled"),
    "stays on a lethal mouth": ("e7:S e9:tn", "e7-e8>e8", "MS-37", "must-be-pulled"),
    "pulled elsewhere than said": ("e4:S e6:tn", "e4-e5>e8", "MS-40", "pulled-elsewhere"),
    "pulled where nothing pulls": ("e4:S", "e4-e5>e7", "MS-36", "no-pull"),
    "survives a pit": ("e4:S e5:p", "e4-e5>e5", "MS-33", "pit-takes"),
    "a stack survives a pit": ("e4:MS e5:p", "e4-e5>e5", "MS-34", "pit-takes"),
    "lost where nothing takes it": ("e4:S", "e4-e5>lost", "MS-36", "no-pull"),
    "a pass though there are moves": ("e4:S", "pass", "MS-24", "must-move"),
}


@pytest.mark.parametrize(
    ("points", "tried", "ruling", "key"),
    [pytest.param(*case, id=f"{case[2]} {name}") for name, case in FIRST.items()],
)
def test_the_first_reason(points: str, tried: str, ruling: str, key: str) -> None:
    state = table(points)
    first = GAME.rule_on(state, GAME.parse(state, tried)).reasons[0]
    assert (first.ruling, first.key) == (ruling, key)


ALL: dict[str, tuple[str, str, list[str]]] = {
    "one step, and onto an own star": (
        "e4:M e5:S",
        "e4-e5",
        ["moon-one-step", "own-star", "own-not-captured"],
    ),
    "one step, and onto a full safe": ("e4:M e5:fs", "e4-e5", ["moon-one-step", "safe-full"]),
    "not yours, and two steps": ("e6:s", "e6-e4", ["not-your-piece", "star-one-step"]),
    "not yours, and onto its own star": (
        "e6:s e5:s",
        "e6-e5",
        ["not-your-piece", "own-star", "own-not-captured"],
    ),
    "a stack onto a full safe": ("e4:MS e5:fs", "e4-e5", ["safe-full", "stack-no-safe"]),
    "a stack far from the stone": (
        "e4:MM e6:o",
        "e4-e6",
        ["stack-one-movement", "stack-stone-far"],
    ),
    "over two different things": ("e4:M e5:p f4:te", "e4-f5", ["over-pit", "over-trap"]),
    "over a pit onto an own star": (
        "e4:M e5:p e6:S",
        "e4-e6",
        ["over-pit", "own-star", "own-not-captured"],
    ),
    "a diagonal onto an own stone": ("e4:S f5:O", "e4-f5", ["star-diagonal", "own-stone"]),
    "two forbidden pulls": (
        "e4:S e6:tn e7:S f5:te g5:O",
        "e4-e5",
        ["pull-blocked", "own-stone", "own-star", "own-not-captured"],
    ),
    "off the board at both ends": ("e4:S", "z4-z5", ["off-board"]),
}


@pytest.mark.parametrize(
    ("points", "tried", "expected"), [pytest.param(*case, id=name) for name, case in ALL.items()]
)
def test_every_independent_reason(points: str, tried: str, expected: list[str]) -> None:
    assert list(dict.fromkeys(keys(table(points), tried))) == expected


@pytest.mark.parametrize(
    ("points", "tried", "said"),
    [
        pytest.param("e4:M e5:p", "e4-e6", ("e5",), id="MS-20 where the pit lies"),
        pytest.param("e4:M", "e4-e5", ("e4", "e5"), id="MS-18 from where to where"),
        pytest.param("e4:S e5:fm", "e4-e5", ("e5",), id="MS-50 which safe"),
        pytest.param("e4:S e6:tn e7:S", "e4-e5", ("e5", "e6", "e7"), id="MS-40 mouth, trap, exit"),
    ],
)
def test_a_reason_names_the_points_concerned(
    points: str, tried: str, said: tuple[str, ...]
) -> None:
    state = table(points)
    assert GAME.rule_on(state, GAME.parse(state, tried)).reasons[0].sites == said


def test_a_reason_names_the_pieces_concerned() -> None:
    state = table("e4:S e5:fm")
    why = GAME.rule_on(state, GAME.parse(state, "e4-e5")).reasons[0]
    assert str(why.parameter("piece")) == "blue safe"
    assert str(why.parameter("guest")) == "blue moon"


def test_ms44_an_unsaid_rest_is_asked_for() -> None:
    several = table("e4:S e6:tn f5:te")
    assert keys(several, Move("e4", "all", "e5")) == ["name-rest"]
    reason = GAME.rule_on(several, Move("e4", "all", "e5")).reasons[0]
    assert reason.parameter("rests") == ("g5", "e7")
    for points in ("e4:S", "e4:S e5:p", "e4:S e6:tn"):
        assert keys(table(points), Move("e4", "all", "e5")) == ["name-rest"]
        full = GAME.complete(table(points), Move("e4", "all", "e5"))
        assert isinstance(full, Move)
        assert full.rest is not None


# --- The nearest legal moves ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "tried", "expected"),
    [
        pytest.param("e4:M", "e4-e5", {"e6", "d5", "f5"}, id="one step of a moon"),
        pytest.param("e4:S", "e4-e6", {"e5"}, id="two steps of a star"),
        pytest.param("e4:S", "e4-f5", {"e5", "f4"}, id="a diagonal"),
        pytest.param("e4:MS", "e4-e6", {"e5"}, id="two steps of a stack"),
        pytest.param("e4:S e6:tn", "e4-e5>e5", {"e5"}, id="staying on a mouth"),
        pytest.param("e4:S e5:p", "e4-e5>e5", {"e5"}, id="surviving a pit"),
        pytest.param("e4:S e5:h|", "e4-e5", {"e6"}, id="stopping on a path"),
    ],
)
def test_the_nearest_legal_moves_are_like_the_one_tried(
    points: str, tried: str, expected: set[str]
) -> None:
    state = table(points)
    nearest = GAME.rule_on(state, GAME.parse(state, tried)).nearest
    assert len(nearest) == 3
    assert {move.target for move in nearest if move.origin == "e4"} >= expected
    assert all(GAME.is_legal(state, move) for move in nearest)


def test_of_another_piece_where_the_one_tried_cannot_move() -> None:
    state = table("e4:S e6:p f5:P d3:M")
    nearest = GAME.rule_on(state, GAME.parse(state, "e6-e5")).nearest
    assert nearest
    assert all(GAME.is_legal(state, move) for move in nearest)
    assert nearest[0].target == "e5"


# --- The law: refused with a reason, or legal -----------------------------------------------------


def random_try(state: State, rng: Random) -> Move:
    """Anything a person may try with a hand on some point, near misses most of all."""
    names = state.geometry.names
    legal = [move for move in GAME.legal(state) if isinstance(move, Move)]
    if legal and rng.random() < 0.4:
        near = rng.choice(legal)
        origin, target, rest = near.origin, near.target, near.rest
    else:
        occupied = [site for site in GAME.placement(state).piles if site in names]
        origin, target = rng.choice(occupied), rng.choice(names)
        rest = target
    part = rng.choice(("all", "all", "top", "bottom"))
    change = rng.random()
    if change < 0.2:
        target = rng.choice(names)
    elif change < 0.4:
        rest = rng.choice((*names, "lost", None, "z9"))
    elif change < 0.45:
        origin = "k12"
    return Move(origin, part, target, rest)


def check_try(state: State, action: Action) -> None:
    ruling = GAME.rule_on(state, action)
    assert ruling.legal is GAME.is_legal(state, action)
    if ruling.legal:
        assert ruling.reasons == ()
        assert ruling.effects == GAME.apply(state, action).effects
    else:
        assert ruling.verdict is Verdict.ILLEGAL
        assert ruling.reasons
        assert ruling.effects == ()
        assert len(set(ruling.reasons)) == len(ruling.reasons)
        assert all(why.ruling.startswith("MS-") for why in ruling.reasons)
        assert all(GAME.is_legal(state, near) for near in ruling.nearest)


@pytest.mark.parametrize(
    "rules",
    [{}, {"paths": "one-way", "null_moves": "on"}, {"columns": 5, "notches": 2}],
    ids=["defaults", "one-way paths, null moves", "a small board"],
)
def test_what_is_not_legal_has_a_reason_and_what_has_none_is_legal(rules: dict[str, Any]) -> None:
    rng = Random(15)
    tried = legal = 0
    for _game in range(8):
        state = GAME.initial(rules)
        for _turn in range(70):
            if not GAME.to_act(state):
                break
            if state.at_turn:
                members = set(GAME.legal(state))
                for _ in range(6):
                    action = random_try(state, rng)
                    check_try(state, action)
                    assert GAME.is_legal(state, action) is (action in members)
                    tried += 1
                    legal += action in members
            check_try(state, Pass())
            state = GAME.apply(state, GAME.sample(state, rng)).state
    assert tried > 1000
    assert legal > 50
