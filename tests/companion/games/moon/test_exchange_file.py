"""Exchange files: what a round reaches, and what one seat alone is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.vectors import run_file
from tests.companion.games.moon.table import GAME, duel, play, seen, together


def checked(tmp_path: Path, **parts: Any) -> list[str]:
    """What is wrong with the entries of a file."""
    path = tmp_path / "moon.json"
    path.write_text(json.dumps({"game": "moon", "rules": {}, **parts}), "utf-8")
    return [result.problem for result in run_file(path)]


def test_a_round_is_counted_without_its_end_and_its_values_are_listed(tmp_path: Path) -> None:
    state = together("1 0 0 0", "", deck="0000", energy=3, refill=6)
    entry = {"position": seen(state), "counts": [60, 3024], "reach": [0, 1, 2, 8, 14, 15]}
    assert checked(tmp_path, perft=[entry]) == ["", "", ""]
    wrong = {**entry, "counts": [61], "reach": [0, 1]}
    problems = checked(tmp_path, perft=[wrong])
    assert "reached" in problems[0]
    assert problems[1] == "61 expected, 60 counted"


def test_a_game_that_cannot_tell_its_reach_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cirondo.json"
    position = {"to_move": "gold", "spaces": {"A1": "gold planet", "A2": "gold planet",
                "A20": "silver planet", "A21": "silver planet"}}  # fmt: skip
    entry = {"position": position, "counts": [1], "reach": [3]}
    path.write_text(json.dumps({"game": "cirondo", "rules": {}, "perft": [entry]}), "utf-8")
    (result,) = run_file(path)
    assert "'reach'" in result.problem


@pytest.mark.parametrize(
    ("shown", "problem"),
    [
        ({"to": "p1", "goal": ["goal 0001"]}, ""),
        ({"to": "p1", "goal": ["goal 0011"]}, "shown expected"),
        ({"to": "p2", "goal": ["goal 0001"]}, "shown to others"),
        ({"to": "p7", "goal": ["goal 0001"]}, "'shown' can't be to"),
    ],
)
def test_what_a_bug_card_shows_is_checked(tmp_path: Path, shown: Any, problem: str) -> None:
    state = duel("0 0 0 0", "goal=0101 bugs=1", "goal=0001", deck="0010")
    expect = {
        "legal": True,
        "position": seen(play(state, "bug p2")),
        "outcome": None,
        "shown": shown,
    }
    entry = {"position": seen(state), "seat": "p1", "action": {"bug": "p2"}, "expect": expect}
    (found,) = checked(tmp_path, cases=[entry])
    assert problem in found
    assert bool(problem) is bool(found)


def test_views_and_set_ups_are_checked(tmp_path: Path) -> None:
    state = duel("0 0 0 0", "goal=0101", "goal=0001", deck="0010")
    view = GAME.view(state, "p2")["position"]
    entry = {"position": seen(state), "seat": "p2", "view": view}
    open_view = {**entry, "view": seen(state)}
    assert [bool(problem) for problem in checked(tmp_path, views=[entry, open_view])] == [
        False,
        True,
    ]
    given = {"mode": "cooperative", "initial": [], "deck": ["goal 0001"]}
    right = {"given": given, "expect": {"legal": False, "reasons": ["MN-08"]}}
    assert checked(tmp_path, setups=[right]) == [""]
