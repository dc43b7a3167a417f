"""An exchange file of Moonlight: cases, counting, views, counts and a whole match are checked."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.moonlight.actions import Power
from companion.vectors import CheckResult, run_file
from tests.companion.games.moonlight.table import GAME, counting, grid, pair, play, position, table

WON = "0,0=g3 1,0=g3 2,0=b5"
RESULT = {
    "moons": None,
    "rows": [{"row": 0, "winner": "green", "points": 4}],
    "points": pair(4, 0),
    "winner": "green",
}


def check(path: Path, **parts: Any) -> list[CheckResult]:
    file = path / "file.json"
    file.write_text(json.dumps({"game": "moonlight", **parts}), "utf-8")
    return list(run_file(file))


def problems(path: Path, **parts: Any) -> list[str]:
    return [result.problem for result in check(path, **parts)]


def test_a_case_with_its_own_rules_is_checked(tmp_path: Path) -> None:
    rules = {"lone_wolf": {"value": 4, "moons": None}}
    state = table(WON + " 3,0=b3", "L", lone_wolf=pair(True, False), rules=rules)
    case = {
        "position": position(state),
        "seat": "green",
        "action": {"card": "green lone", "at": [3, 0]},
        "rules": rules,
        "expect": {
            "legal": True,
            "position": position(play(state, "L over 3,0")),
            "outcome": None,
        },
    }
    assert problems(tmp_path, cases=[case]) == [""]
    wrong = {**case, "rules": {}}
    assert problems(tmp_path, cases=[wrong]) == ["legal is refused: ML-01"]


def test_the_counting_of_a_round_is_checked(tmp_path: Path) -> None:
    entry = {"grid": grid(WON), "expect": RESULT}
    assert problems(tmp_path, scoring=[entry]) == [""]
    (wrong,) = problems(tmp_path, scoring=[{**entry, "expect": {**RESULT, "moons": "blue"}}])
    assert wrong.startswith("moons")
    (bad,) = problems(tmp_path, scoring=[{"grid": {"x": []}, "expect": RESULT}])
    assert bad.startswith("it can't be played")


def test_a_view_is_checked(tmp_path: Path) -> None:
    state = table(WON, decks=("3", "?"))
    for seat in ("green", "blue", None):
        entry = {"position": position(state), "seat": seat, "view": GAME.view(state, seat)}
        assert problems(tmp_path, views=[entry]) == [""]
    (wrong,) = problems(
        tmp_path, views=[{"position": position(state), "seat": None, "view": position(state)}]
    )
    assert wrong.startswith("hands.green")


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (table(WON, "2", "", turns=pair(3, 4)), [8, 0, 0]),
        (counting(WON), [0, 0]),
        (table("", "", "", to_move=None, phase="deal"), [0]),
    ],
)
def test_placements_are_counted_to_the_end_of_the_round(
    tmp_path: Path, state: Any, counts: list[int]
) -> None:
    entry = {"position": position(state), "counts": counts}
    assert problems(tmp_path, perft=[entry]) == [""] * len(counts)


def test_a_match_is_played_step_by_step(tmp_path: Path) -> None:
    """What only the referee enters, and a power that may have any name, is one action."""
    rng, state, steps = Random(2), GAME.initial({"first": "blue"}), []
    start = state
    while GAME.to_act(state):
        phase = GAME.phase(state)
        action = Power("any text") if phase == "power" else GAME.sample(state, rng)
        if isinstance(action, Power) and any("any text" in names for names in state.powers):
            action = Power("another")
        count = len(GAME.counted(state)) if phase == "turns" else 1
        state = play(state, action)
        steps.append(
            {
                "action": GAME.encode_action(action),
                "legal_count": count,
                "position": position(state),
            }
        )
    outcome = GAME.outcome(state)
    assert outcome is not None
    entry = {
        "start": position(start),
        "steps": steps,
        "outcome": {"winner": outcome.winner, "reason": "ML-17"},
    }
    assert problems(tmp_path, playouts=[entry]) == [""]
