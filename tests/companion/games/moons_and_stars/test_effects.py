"""The physical steps of an action, in the order in which a hand does them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.moons_and_stars.actions import (
    Action,
    Agbert,
    Cadbeth,
    Dirlydwurg,
    Jothi,
    Keddep,
    Lamban,
    Yinnok,
)
from tests.companion.games.moons_and_stars.table import GAME, steps, table

MOVES: dict[str, tuple[str, str, list[str]]] = {
    "MS-16 a step": ("e4:S", "e4-e5", ["MS-16 S e4-e5 moved"]),
    "MS-17 two steps are one lift": ("e4:M", "e4-e6", ["MS-16 M e4-e6 moved"]),
    "MS-54 a ride is one lift": ("e4:S e5:H|", "e4-e6", ["MS-16 S e4-e6 moved"]),
    "MS-26 what is captured is taken off first": (
        "e4:S e5:m",
        "e4-e5",
        ["MS-26 m off e5/0 captured", "MS-16 S e4-e5 moved"],
    ),
    "MS-29 a captured stack in one go": (
        "e4:S e5:ms",
        "e4-e5",
        ["MS-29 ms off e5/0 captured", "MS-16 S e4-e5 moved"],
    ),
    "MS-46 a whole stack": ("e4:MS", "e4-e5", ["MS-16 MS e4-e5 moved"]),
    "MS-47 a rider": ("e4:MS", "e4^-e5", ["MS-16 S e4-e5 moved"]),
    "MS-45 a rider mounts": ("e4:S e5:M", "e4-e5", ["MS-16 S e4-e5 moved"]),
    "MS-37 moved, then pulled": (
        "e4:S e6:tn",
        "e4-e5",
        ["MS-16 S e4-e5 moved", "MS-37 S e5-e7 pulled by e6"],
    ),
    "MS-40 pulled onto an enemy": (
        "e4:S e6:tn e7:m",
        "e4-e5",
        ["MS-16 S e4-e5 moved", "MS-26 m off e7/0 captured", "MS-37 S e5-e7 pulled by e6"],
    ),
    "MS-41 pulled through two in one go": (
        "e4:S e6:tn e7:tn",
        "e4-e5",
        ["MS-16 S e4-e5 moved", "MS-37 S e5-e8 pulled by e6,e7"],
    ),
    "MS-39 pulled from exit to exit": (
        "e4:S e6:tn f7:te",
        "e4-e5",
        [
            "MS-16 S e4-e5 moved",
            "MS-37 S e5-e7 pulled by e6",
            "MS-37 S e7-g7 pulled by f7",
        ],
    ),
    "MS-39 mounted on the way and pulled on as a stack": (
        "e4:S e6:tn e7:M f7:te",
        "e4-e5",
        [
            "MS-16 S e4-e5 moved",
            "MS-37 S e5-e7 pulled by e6",
            "MS-37 MS e7-g7 pulled by f7",
        ],
    ),
    "MS-39 captured on the mouth and on the way": (
        "e4:S e5:m e6:tn e7:s f7:te",
        "e4-e5",
        [
            "MS-26 m off e5/0 captured",
            "MS-16 S e4-e5 moved",
            "MS-26 s off e7/0 captured",
            "MS-37 S e5-e7 pulled by e6",
            "MS-37 S e7-g7 pulled by f7",
        ],
    ),
    "MS-40 pulled on over a path": (
        "e4:S e6:tn e7:h|",
        "e4-e5",
        ["MS-16 S e4-e5 moved", "MS-37 S e5-e8 pulled by e6"],
    ),
    "MS-43 lost in a lethal pull": (
        "e7:S e9:tn",
        "e7-e8",
        ["MS-16 S e7-e8 moved", "MS-43 S off e8/0 lost by e9"],
    ),
    "MS-43 a stack lost after a capture": (
        "e7:MS e8:m e9:tn",
        "e7-e8",
        [
            "MS-26 m off e8/0 captured",
            "MS-16 MS e7-e8 moved",
            "MS-43 MS off e8/0 lost by e9",
        ],
    ),
    "MS-33 a moon into a pit": (
        "e4:M e6:p",
        "e4-e6",
        ["MS-16 M e4-e6 moved", "MS-33 M off e6/1 lost"],
    ),
    "MS-33 a star into a pit: both go": (
        "e4:S e5:p",
        "e4-e5",
        ["MS-16 S e4-e5 moved", "MS-33 S off e5/1 lost", "MS-33 p off e5/0 lost"],
    ),
    "MS-34 a stack into a pit": (
        "e4:MS e5:p",
        "e4-e5",
        ["MS-16 MS e4-e5 moved", "MS-34 MS off e5/1 lost"],
    ),
    "MS-40 pulled into a pit": (
        "e4:S e6:tn e7:P",
        "e4-e5",
        [
            "MS-16 S e4-e5 moved",
            "MS-37 S e5-e7 pulled by e6",
            "MS-33 S off e7/1 lost",
            "MS-33 P off e7/0 lost",
        ],
    ),
    "MS-50 onto a safe": ("e4:S e5:f", "e4-e5", ["MS-16 S e4-e5 moved"]),
    "MS-73 onto the stone": ("e4:S e5:o", "e4-e5", ["MS-16 S e4-e5 moved"]),
}


@pytest.mark.parametrize(
    ("points", "move", "expected"), [pytest.param(*case, id=name) for name, case in MOVES.items()]
)
def test_the_steps_of_a_move(points: str, move: str, expected: list[str]) -> None:
    assert steps(table(points), move) == expected


def test_ms24_a_pass_moves_nothing() -> None:
    assert steps(table("a1:S a2:Tn b1:Te i9:s", spare=False), "pass") == []


def test_ms56_the_deities_step_on_after_the_move_the_movers_first() -> None:
    state = table("e4:S e5:p", brown=("jothi", 1), blue=("lamban", 2))
    assert steps(state, "e4-e5")[-2:] == [
        "MS-56 JOTHI brown notch 1-brown notch 2 advanced",
        "MS-56 lamban blue notch 2-blue notch 3 advanced",
    ]
    state = table("e6:s e5:P", brown=("jothi", 1), blue=("lamban", 2), to_move="blue")
    assert steps(state, "e6-e5")[-2:] == [
        "MS-56 lamban blue notch 2-blue notch 3 advanced",
        "MS-56 JOTHI brown notch 1-brown notch 2 advanced",
    ]


def test_ms58_a_deity_walks_no_further_than_the_last_notch() -> None:
    state = table("e4:S e5:ms c8:p", brown=("jothi", 4))
    assert steps(state, "e4-e5")[-1] == "MS-56 JOTHI brown notch 4-brown notch 5 advanced"


def bonus(points: str, deity: str, **options: Any) -> Any:
    return table(f"{points} c8:m", brown=(deity, 5), owed="brown", **options)


SET_BACK = "MS-58 {} brown notch 5-brown notch 1 set back"

BONUSES: dict[str, tuple[str, Action, list[str]]] = {
    "MS-62 Cadbeth, a rider before its moon": (
        "e5:ms",
        Cadbeth(("e5", "e5 top")),
        ["MS-62 s off e5/1 taken away", "MS-62 m off e5/0 taken away"],
    ),
    "MS-62 Cadbeth, a moon under its rider": (
        "e5:ms f5:fm",
        Cadbeth(("e5", "f5")),
        ["MS-62 m off f5/1 taken away", "MS-62 m off e5/0 taken away"],
    ),
    "MS-63 Lamban": (
        "e5:h| f5:h-",
        Lamban((("e5", "east-west"), ("f5", "east-west"))),
        ["MS-63 h| to h- e5/0 turned"],
    ),
    "MS-66 Yinnok": (
        "e4:S e5:h| e6:m",
        Yinnok((("e5", "north"),)),
        [
            "MS-64 h| to tn e5/0 turned over",
            "MS-66 m off e6/0 taken away",
            "MS-66 S e4-e6 pulled by e5",
        ],
    ),
    "MS-66 Yinnok, onto a pit": (
        "e4:S e5:h| e6:P",
        Yinnok((("e5", "north"),)),
        [
            "MS-64 h| to tn e5/0 turned over",
            "MS-66 S e4-e6 pulled by e5",
            "MS-66 S off e6/1 lost",
            "MS-33 P off e6/0 lost",
        ],
    ),
    "MS-67 Yinnok, a stone": (
        "e4:O e5:h|",
        Yinnok((("e5", "north"),)),
        ["MS-64 h| to tn e5/0 turned over", "MS-67 O e4-e6 pulled by e5"],
    ),
    "MS-70 Agbert": (
        "e5:S",
        Agbert((("b2", "moon"), ("c2", "pit"))),
        ["MS-70 M on b2 placed", "MS-70 P on c2 placed"],
    ),
    "MS-71 Jothi": (
        "e5:p f5:p",
        Jothi(),
        ["MS-71 p off e5/0 taken away", "MS-71 p off f5/0 taken away"],
    ),
    "MS-69 Keddep": (
        "e4:F f4:FS",
        Keddep("moon"),
        ["MS-69 F to M e4/0 turned over", "MS-69 F to M f4/0 turned over"],
    ),
    "MS-72 Dirlydwurg": (
        "e4:O g4:Te",
        Dirlydwurg("brown", "f4"),
        ["MS-72 O e4-f4 moved", "MS-72 O f4-h4 pulled by g4"],
    ),
}


@pytest.mark.parametrize(
    ("points", "action", "expected"),
    [pytest.param(*case, id=name) for name, case in BONUSES.items()],
)
def test_the_steps_of_a_bonus_end_with_the_deity_set_back(
    points: str, action: Any, expected: list[str]
) -> None:
    state = bonus(points, action.deity, lost={"brown": {"moon": 1, "pit": 1}})
    assert steps(state, action) == [*expected, SET_BACK.format(action.deity.upper())]


@pytest.mark.parametrize("rules", [{}, {"paths": "one-way"}, {"columns": 5, "notches": 2}])
def test_done_by_a_hand_the_steps_always_give_the_new_table(rules: dict[str, Any]) -> None:
    rng = Random(11)
    for _ in range(6):
        state = GAME.initial(rules)
        for _turn in range(80):
            if not GAME.to_act(state):
                break
            action = GAME.sample(state, rng)
            change = GAME.apply(state, action)
            placement = GAME.placement(state)
            for effect in change.effects:
                placement = placement.after(effect)
            assert placement == GAME.placement(change.state)
            assert GAME.rule_on(state, action).effects == change.effects
            state = change.state
