"""The games and their switches, and who plays with these switches."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from tests.webui.making import Panel


def seats(panel: Panel, game: str, rules: Any) -> Any:
    """What the panel answers."""
    text = rules if isinstance(rules, str) else json.dumps(rules)
    return panel.spectator().get(f"/api/catalogue/{game}/seats?rules={quote(text)}")


@pytest.mark.parametrize(
    ("game", "rules", "there"),
    [
        ("cirondo", {}, ["gold", "silver"]),
        ("cirondo", {"players": "teams"}, ["gold", "red", "silver", "blue"]),
        ("stargazers", {"players": 3}, ["p1", "p2", "p3"]),
        ("moon", {"mode": "competitive", "players": 2}, ["p1", "p2"]),
        ("moonlight", {"moons": {"1": 2}}, ["green", "blue"]),
    ],
)
def test_who_plays_depends_on_the_switches(
    panel: Panel, game: str, rules: dict[str, Any], there: list[str]
) -> None:
    assert seats(panel, game, rules).get_json() == {"seats": there}


def test_without_switches_it_is_as_usual(panel: Panel) -> None:
    answer = panel.spectator().get("/api/catalogue/cirondo/seats")
    assert answer.get_json() == {"seats": ["gold", "silver"]}


@pytest.mark.parametrize(
    ("game", "rules", "told"),
    [
        ("cirondo", {"first": "red"}, "red can't be first"),
        ("cirondo", {"colour": 1}, "no switch 'colour'"),
        ("moonlight", {"moons": {"3": [1, 2]}}, "2 cards of value 3"),
        ("chess", {}, "no game 'chess'"),
        ("cirondo", "[]", ""),
        ("cirondo", "{", ""),
        ("cirondo", "[" * 5000, ""),
    ],
)
def test_what_cannot_be_is_refused_in_words(panel: Panel, game: str, rules: Any, told: str) -> None:
    answer = seats(panel, game, rules)
    assert answer.status_code == 400
    assert told in answer.get_json()["error"]["message"]
