"""MOON played at the terminal, and its games on record."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.language.catalogue import load
from companion.record.compose import started
from companion.record.export import export_json, export_text, read_json
from companion.record.log import RecordLog
from companion.record.reading import read_text
from companion.record.sitting import Sitting, begin_game
from companion.terminal.console import Console
from tests.companion.games.moon.table import GAME

RULES = [
    {},
    {"difficulty": "master", "operations": ["NOT", "OR", "XOR"], "bits": 5},
    {"difficulty": "hard", "events": True, "slots_usable": 5},
    {"mode": "competitive", "players": 3, "hacker_cards": True},
]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[RecordLog]:
    with RecordLog.open(tmp_path / "games.sqlite") as opened:
        yield opened


def sitting_at(log: RecordLog, **rules: object) -> Sitting:
    return begin_game(log, started(GAME, rules=rules))


def console_for(sitting: Sitting) -> Console:
    return Console(sitting, load("en", GAME.spec.id, "terminal"), Random(7))


def console_at(log: RecordLog, **rules: object) -> Console:
    return console_for(sitting_at(log, **rules))


def test_enter_deals_and_the_order_of_the_deck_is_kept_secret(log: RecordLog) -> None:
    text = console_at(log).answer("").text
    assert "Deck   12 cards" in text
    assert "deck=" not in text


def test_a_refusal_names_its_ruling_and_other_operations(log: RecordLog) -> None:
    console = console_at(log)
    console.answer("")
    text = console.answer("XOR A>A").text
    assert "[MN-17]" in text
    assert "You could play" in text


def test_who_is_to_move_sees_the_own_goal_alone(log: RecordLog) -> None:
    console = console_at(log, mode="competitive", players=2)
    lines = console.answer("").text.splitlines()
    goals = [line for line in lines if "RAM" in line and "goal" in line]
    assert [("▒" in line) for line in goals].count(False) == 1


@pytest.mark.parametrize("rules", RULES)
def test_games_are_played_and_their_records_read_back(
    log: RecordLog, rules: dict[str, object]
) -> None:
    sitting = sitting_at(log, **rules)
    console = console_for(sitting)
    for _ in range(60):
        text = console.answer("auto").text
        assert "{" not in text
        assert "prompts." not in text
    timeline = sitting.timeline
    for back in (read_json(export_json(timeline)), read_text(export_text(timeline))):
        assert back.problem is None
