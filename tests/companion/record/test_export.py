"""Exports: what the JSON holds, and one line for a list."""

from __future__ import annotations

import json

import pytest

from companion.games.registry import AnyGame
from companion.record import (
    GameEntry,
    GameStatus,
    Problem,
    Replay,
    Result,
    export_json,
    game_to_json,
    read_json,
    started,
    summary,
)
from tests.companion.record.conftest import new, play, small
from tests.companion.record.test_text import eventful


def test_the_json_holds_the_start_the_actions_and_the_rulings(game: AnyGame) -> None:
    timeline = eventful(game)
    data = json.loads(export_json(timeline))
    assert data["start"] == game.position_to_json(timeline.start)
    assert data["rules"]["columns"] == 9
    assert [step["ruling"] for step in data["line"]][:2] == ["legal", "legal"]
    assert "overruled" in [step["ruling"] for step in data["line"]] or len(data["line"]) > 2
    first = data["line"][0]
    assert first["action"] == {"from": "e3", "part": "all", "to": "e4", "rest": "e4"}
    assert first["effects"][0]["step"] == "carried"
    assert first["effects"][0]["pieces"] == ["brown star"]
    refused = next(event for event in data["events"] if event["kind"] == "refused")
    assert refused["data"]["reasons"][0]["ruling"].startswith("MS-")
    assert data["result"] == {"winner": None, "ruling": "MS-25", "key": "agreed"}


def test_an_export_of_a_good_part_says_what_is_wrong_after_it(game: AnyGame) -> None:
    data = game_to_json(play(small(game), "e3-e4"), problem=Problem("It is gone.", 3))
    assert data["problem"] == "Event 3: It is gone."


def test_switches_that_were_not_given_are_exported_too(game: AnyGame) -> None:
    data = game_to_json(new(started(game, rules={"columns": 11})))
    assert data["rules"]["columns"] == 11
    assert data["rules"]["deities"] == "on"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("[]", "'format'"),
        ('{"format": "moontable-game", "version": 2}', "version is 2"),
        ('{"format": "moontable-game", "version": 1}', "no list of events"),
        ('{"format": "moontable-game", "version": 1, "events": []}', "no events"),
        ('{"format": "moontable-game", "version": 1, "events": [{}]}', "is no whole number"),
    ],
)
def test_a_json_that_is_no_game_is_named(text: str, why: str) -> None:
    reading = read_json(text)
    assert reading.timeline is None
    assert why in str(reading.problem)


def test_a_json_fault_has_its_line() -> None:
    assert str(read_json('{\n "a": }').problem).startswith("Line 2, column 7")


def test_a_summary_is_one_line(game: AnyGame) -> None:
    entry = GameEntry(
        3,
        "moons-and-stars",
        1,
        "2026-03-01T19:30:00.000+00:00",
        {"brown": "Ada\nLove", "blue": "Ben"},
        {},
        "a text",
        9,
        "2026-03-01T19:50:00.000+00:00",
        GameStatus.FINISHED,
        Result(None, "MS-25", "agreed"),
    )
    replayed = Replay(play(small(game), "e3-e4"), Problem("x", 3))
    assert summary(entry, replayed=replayed) == (
        "3  2026-03-01 19:30  moons-and-stars  Ada Love - Ben  draw (agreed)  1 actions"
        "  damaged: Event 3: x  from a text"
    )
