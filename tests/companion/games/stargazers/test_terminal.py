"""Stargazers played at the terminal."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.language.catalogue import load
from companion.record.compose import started
from companion.record.log import RecordLog
from companion.record.sitting import begin_game
from companion.terminal.console import Console
from tests.companion.games.stargazers.table import GAME


@pytest.fixture
def log(tmp_path: Path) -> Iterator[RecordLog]:
    with RecordLog.open(tmp_path / "games.sqlite") as opened:
        yield opened


def console_at(log: RecordLog, **rules: object) -> Console:
    sitting = begin_game(log, started(GAME, rules={"players": 2, **rules}))
    return Console(sitting, load("en", GAME.spec.id, "terminal"), Random(7))


def test_enter_deals_and_the_deal_is_kept_secret(log: RecordLog) -> None:
    console = console_at(log)
    console.answer("players p1=6 p2=8")
    text = console.answer("").text
    assert "p1  0 beads  3 cards  to move, holding" in text
    assert "new game" not in text


@pytest.mark.parametrize(
    "rules",
    [{}, {"match": 2, "target": 6}, {"youngest_child": True}, {"unseen": True, "target": 20}],
)
def test_a_whole_game_is_played_to_its_end(log: RecordLog, rules: dict[str, object]) -> None:
    console = console_at(log, **rules)
    answers = [console.answer("auto").text for _ in range(200)]
    ruling = "[SG-11]" if "match" in rules else "[SG-07]"
    assert any(ruling in text for text in answers)
    assert not any("{" in text or "prompts." in text for text in answers)


def test_a_refusal_names_its_ruling_and_other_cards(log: RecordLog) -> None:
    console = console_at(log)
    console.answer("players p1=6 p2=8")
    console.answer("")
    text = console.answer("pass").text
    assert "[SG-05]" in text
    assert "You could play" in text
