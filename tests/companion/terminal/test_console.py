"""A game at the terminal, line by line, through the console that `moontable play` uses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games.registry import game_by_id
from companion.language.catalogue import load
from companion.record.compose import started
from companion.record.events import EventKind
from companion.record.log import RecordLog
from companion.record.sitting import Sitting, begin_game, resume_game
from companion.terminal.console import Console

MIDGAME = "9/9/2o6/4s4/9/9/2M1S4/9/O3M4 brown cadbeth:4,- -,-"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[RecordLog]:
    with RecordLog.open(tmp_path / "games.sqlite") as opened:
        yield opened


def console_at(
    log: RecordLog, line: str | None = None, *, language: str = "en"
) -> tuple[Console, Sitting]:
    game = game_by_id("moons-and-stars")
    start = None if line is None else game.position_from_line(line)
    sitting = begin_game(log, started(game, start=start))
    return Console(sitting, load(language, game.spec.id, "terminal"), Random(7)), sitting


def kinds(sitting: Sitting) -> list[EventKind]:
    return [event.kind for event in sitting.timeline.events]


def test_enter_takes_two_newcomers_from_the_rolls_to_the_first_turn(log: RecordLog) -> None:
    console, sitting = console_at(log)
    for _ in range(20):
        if "e2-e4" in console.answer("").text:
            break
    assert sitting.timeline.game.phase(sitting.state) == "turns"


def test_a_whole_game_is_played_to_its_end_and_has_a_result(log: RecordLog) -> None:
    console, sitting = console_at(log)
    answers = [console.answer("auto").text for _ in range(900)]
    assert sitting.timeline.result is not None
    assert any("[MS-73]" in text or "[MS-74]" in text for text in answers)


def test_an_illegal_move_is_refused_with_every_reason_and_recorded(log: RecordLog) -> None:
    console, sitting = console_at(log, MIDGAME)
    text = console.answer("e3-f4").text
    assert "no." in text
    assert "[MS-16]" in text
    assert "You could play" in text
    assert kinds(sitting) == [EventKind.STARTED, EventKind.REFUSED]


def test_why_rules_without_playing_or_recording(log: RecordLog) -> None:
    console, sitting = console_at(log, MIDGAME)
    assert "[MS-18]" in console.answer("why c3-c4").text
    assert "allowed" in console.answer("why e3-e4").text
    assert kinds(sitting) == [EventKind.STARTED]


def test_a_typed_move_says_what_hands_must_do(log: RecordLog) -> None:
    console, _sitting = console_at(log, MIDGAME)
    assert "By hand: Move the brown star from e3 to e4." in console.answer("e3 to e4").text


def test_a_bonus_is_asked_for_and_taken(log: RecordLog) -> None:
    line = "9/9/2o6/4s4/4S4/9/9/9/O3M3s brown cadbeth:4,- -,-"
    console, sitting = console_at(log, line)
    assert "bonus" in console.answer("Se5xe6").text
    assert "[MS-59]" in console.answer("e1-e3").text
    assert "[MS-73]" in console.answer("Cadbeth: i1").text
    assert sitting.timeline.result is not None


def test_takeback_misread_and_overrule_are_three_events(log: RecordLog) -> None:
    console, sitting = console_at(log, MIDGAME)
    console.answer("e3-e4")
    assert "Taken back" in console.answer("takeback").text
    console.answer("e3-e4")
    assert "Corrected" in console.answer("misread e3-f3").text
    assert sitting.timeline.steps[-1].notation == "Se3-f3"
    console.answer("e6-e5")
    assert "stands" in console.answer("overrule c3-c4").text
    told = [k for k in kinds(sitting) if k not in (EventKind.STARTED, EventKind.PLAYED)]
    assert told == [EventKind.TAKEBACK, EventKind.MISREAD, EventKind.OVERRULED]


def test_an_overruled_table_is_gone_on_from(log: RecordLog) -> None:
    console, sitting = console_at(log, MIDGAME)
    console.answer("overrule c3-c4")
    game = sitting.timeline.game
    assert [str(p) for p in game.placement(sitting.state).at("c4")] == ["brown moon"]
    assert game.to_act(sitting.state) == {"blue"}
    assert "by hand" in console.answer("e6-e5").text.lower()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("e9-x", "is no action"),
        ("overrule e3-e4", "The rules allow this"),
        ("takeback", "can't be taken back"),
        ("takeback many", "no number"),
        ("misread e3-e4", "No action was played"),
        ("why", "nothing to rule on"),
        ("comment", "empty"),
        ("moves z9", "nothing to play"),
        ("overrule Jothi", "can't be done by hand"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    log: RecordLog, line: str, said: str
) -> None:
    console, sitting = console_at(log, MIDGAME)
    assert said in console.answer(line).text
    assert len(sitting.timeline.events) == 1


def test_what_can_not_be_read_is_answered_in_the_language(log: RecordLog) -> None:
    console, sitting = console_at(log, MIDGAME, language="de")
    text = console.answer("why e2 nach e4").text
    assert text.startswith("„e2 nach e4“ ist keine Aktion. Schreib einen Zug wie e2-e4")
    assert kinds(sitting) == [EventKind.STARTED]


def test_every_command_in_the_help_answers(log: RecordLog) -> None:
    console, _sitting = console_at(log, MIDGAME)
    for line in ("help", "board", "moves", "moves e3", "log", "position", "comment good"):
        assert console.answer(line).text
        assert not console.answer(line).done
    assert console.answer("position").text == MIDGAME
    assert console.answer("quit").done


@pytest.mark.parametrize(
    ("name", "example", "resigns", "coached"),
    [
        ("moons-and-stars", "e2-e4", True, False),
        ("cirondo", "MB1-C1", True, False),
        ("stargazers", "GM", False, False),
        ("moon", "ROL A", False, True),
        ("moonlight", "3 at 1,0", False, False),
    ],
)
def test_the_help_tells_what_this_game_has(
    log: RecordLog, name: str, example: str, resigns: bool, coached: bool
) -> None:
    console, sitting = begun(log, name)
    text = console.answer("help").text
    assert f"why {example} " in text
    assert ("give up" in text) is resigns
    assert ("coach" in text) is coached
    assert console.answer("why").text.endswith(f"Write: why {example}")
    assert sitting.timeline.game.spec.example == example


def begun(log: RecordLog, name: str, **rules: str) -> tuple[Console, Sitting]:
    game = game_by_id(name)
    sitting = begin_game(log, started(game, rules=rules))
    return Console(sitting, load("en", name, "terminal"), Random(7)), sitting


def test_the_moves_of_a_space_are_not_those_of_a_longer_number(log: RecordLog) -> None:
    console, _sitting = begun(log, "cirondo", first="gold")
    assert console.answer("moves B1").text == "MB1-C1"
    assert console.answer("moves c16").text == "MB16-C16"
    console, _sitting = begun(log, "moonlight", first="green")
    for line in ("deal 5,3,1,1,2,2,3,3,3,4,4/4,2,1,1,2,3,3,3,3,4,5", "5 at 0,0", "1 at 1,0"):
        console.answer(line)
    text = console.answer("moves 1,0").text
    assert "-1,0" not in text
    assert "blue" not in console.answer("moves -1,0").text


def test_the_log_and_the_position_tell_nothing_of_hidden_cards(log: RecordLog) -> None:
    console, sitting = begun(log, "moonlight", first="green")
    for line in ("deal 5,3,1,1,2,2,3,3,3,4,4/4,2,1,1,2,3,3,3,3,4,5", "5 at 0,0", "1 at 1,0"):
        console.answer(line)
    assert console.answer("log").text.splitlines() == [
        "deal hidden 11/hidden 11",
        "green 5 at 0,0",
        "blue 1 at 1,0",
    ]
    text = console.answer("position").text
    assert (
        text
        == "play 0,0:g5/1,0:b1 3,1,1/?,?,? ?,?,?,?,?,?,?/?,?,?,?,?,?,? green green turns=[1,1]"
        + " rule.first=green"
    )
    assert sitting.timeline.game.position_from_line(text)


def test_once_a_match_is_over_its_log_is_the_whole_record(log: RecordLog) -> None:
    console, sitting = begun(log, "moonlight")
    for _ in range(200):
        console.answer("auto")
        if sitting.timeline.outcome is not None:
            break
    text = console.answer("log").text
    assert text.startswith('[Game "moonlight"]')
    assert "hidden" not in text
    assert "?" not in console.answer("position").text


@pytest.mark.parametrize("name", ["stargazers", "moon", "moonlight", "cirondo"])
def test_a_position_that_is_shown_can_be_read_back(log: RecordLog, name: str) -> None:
    console, sitting = begun(log, name)
    for _ in range(12):
        console.answer("auto")
        text = console.answer("position").text
        assert sitting.timeline.game.position_from_line(text)
        assert console.answer("log").text


def test_a_game_goes_on_in_another_sitting(log: RecordLog) -> None:
    console, sitting = console_at(log, MIDGAME)
    console.answer("e3-e4")
    again = resume_game(log, sitting.game_id)
    assert again.state == sitting.state
    assert "e3" not in Console(again, load("en", "terminal"), Random(1)).answer("log").text[:20]


def test_resigning_ends_the_game_for_the_other_side(log: RecordLog) -> None:
    console, sitting = console_at(log, MIDGAME)
    assert "[MS-25]" in console.answer("resign").text
    assert sitting.timeline.outcome is not None
    assert sitting.timeline.outcome.winner == "blue"
    assert "over" in console.answer("").text.lower()


def test_no_key_of_the_catalogue_shows_through(log: RecordLog) -> None:
    console, _sitting = console_at(log)
    lines = ["help", "", "", "", "", "", "", "", "", "moves", "auto", "takeback", "overrule a1-a1"]
    for line in lines:
        text = console.answer(line).text
        assert "console." not in text
        assert "prompts." not in text
        assert "texts." not in text


def test_the_coach_of_moon_names_operations_that_can_be_typed(log: RecordLog) -> None:
    game = game_by_id("moon")
    sitting = begin_game(log, started(game))
    console = Console(sitting, load("en", "moon", "terminal"), Random(3))
    assert "no goal is up" in console.answer("coach").text
    console.answer("")
    said, *operations = console.answer("coach").text.splitlines()
    assert "A can have the goal" in said
    for operation in operations:
        assert "By hand" in console.answer(operation.strip()).text
    assert "1 solved" in console.answer("board").text


def test_a_game_without_a_coach_says_so(log: RecordLog) -> None:
    console, _ = console_at(log)
    assert (
        console.answer("coach").text == "This game has no coach. Type moves to see what is legal."
    )
