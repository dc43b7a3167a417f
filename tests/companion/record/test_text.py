"""The text record: what it looks like, that it reads back the same, and its exact errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import FileProblem
from companion.games.registry import AnyGame
from companion.record import (
    Abandoned,
    ClockRead,
    Comment,
    Overruled,
    Refused,
    Remedy,
    Result,
    Resumed,
    Timeline,
    misread_action,
    misread_table,
    overruled,
    read_file,
    read_text,
    referee_wrong,
    refused,
    started,
    takeback,
    write_text,
)
from tests.companion.record.conftest import LINE, new, play, small, then
from tests.companion.record.test_replay import OTHER_LINE

HEAD = f'[Game "moons-and-stars"]\n[Position "{LINE}"]\n\n'


def eventful(game: AnyGame) -> Timeline:
    """A game in which everything happens."""
    timeline = play(small(game), "e3-e4", "a7-b6")
    timeline = then(timeline, Comment("So  far,\nso {good}. " + "x" * 150), Comment("Hm", "Ada"))
    timeline = then(timeline, refused(timeline, game.parse(timeline.state, "a2-a5")))
    timeline = then(timeline, ClockRead({"brown": 61.5, "blue": 70.0}, "brown"))
    timeline = then(timeline, refused(timeline, game.parse(timeline.state, "a2-b9")))
    timeline = play(timeline, "a2-b3", "b6-b4")
    timeline = then(timeline, takeback(timeline, by="blue"))
    table = game.position_from_line(OTHER_LINE)
    before = timeline
    timeline = then(
        timeline,
        overruled(timeline, game.parse(timeline.state, "b6-b2"), goes_on=table, by="Ada"),
        Abandoned('for "supper"'),
        Resumed(),
    )
    timeline = play(timeline, "a7-b6")
    timeline = then(timeline, misread_action(timeline, game.parse(table, "a7-a5"), note="glare"))
    timeline = then(timeline, misread_table(timeline, before.state))
    timeline = then(timeline, refused(timeline, game.parse(timeline.state, "e5-e3")))
    last = timeline.events[-1].sequence
    timeline = then(
        timeline,
        referee_wrong(timeline, last, Remedy.DONE_AFTER_ALL, goes_on=table, by="Ben", note="!"),
    )
    return then(timeline, Result(None, "MS-25", "agreed"))


def test_everything_that_can_happen_reads_back_the_same(game: AnyGame) -> None:
    timeline = eventful(game)
    text = write_text(timeline)
    reading = read_text(text)
    assert reading.problem is None
    assert reading.timeline is not None
    assert [event.data for event in reading.events] == [event.data for event in timeline.events]
    assert reading.timeline.steps == tuple(
        step
        if step.event.data == read.event.data
        else pytest.fail(f"{step.notation} came back as {read.notation}")
        for step, read in zip(reading.timeline.steps, timeline.steps, strict=True)
    )
    assert reading.timeline.state == timeline.state
    assert write_text(reading.timeline) == text
    assert max(map(len, text.split("\n"))) <= 100


def test_a_short_game_looks_like_this(game: AnyGame) -> None:
    timeline = play(small(game), "e3-e4", "a7-b6", "a2-b3")
    timeline = then(timeline, Comment("A fine moon."))
    timeline = play(timeline, "b6-b4")
    timeline = then(timeline, takeback(timeline, by="blue"))
    timeline = play(timeline, "b6-c5")
    assert write_text(timeline) == (
        '[Game "moons-and-stars"]\n'
        '[Date "2026-03-01T19:30:00.000+00:00"]\n'
        f'[Position "{LINE}"]\n'
        '[Result "*"]\n'
        "\n"
        "1. Se3-e4 Ma7-b6 2. Ma2-b3\n"
        "{A fine moon.}\n"
        "2... Mb6-b4\n"
        '%takeback actions="1" by="blue" to="4"\n'
        "2... Mb6-c5\n"
    )


def test_tags_keep_any_name_and_value(game: AnyGame) -> None:
    tags = {"Event": "Club", "Game": "other", "Brown": "x", "a=b %": 'q"\\\n', "Tag": "", "": "y"}
    begins = started(game, players={"brown": "Ada [1]", "blue": "B" * 300}, tags=tags)
    reading = read_text(write_text(new(begins)))
    assert reading.problem is None
    assert reading.events[0].data == begins


def test_a_start_that_no_line_can_say_is_written_in_full(game: AnyGame) -> None:
    middle = play(small(game), "e3-e4", "a7-b6", "e4-d4").state
    begins = started(game, start=middle)
    text = write_text(new(begins))
    assert "[State " in text
    reading = read_text(text)
    assert reading.timeline is not None
    assert reading.timeline.state == middle


@pytest.mark.parametrize(
    "body",
    [
        "1. Se3-e4 Ma7-b6 2. Ma2-b3",
        "1. e3-e4 a7-b6\n2. a2-b3",
        "e3-e4\na7-b6\na2-b3",
        "1. e3-e4\n  a7-b6\n    2.\n a2-b3\n",
        "1.\n e3-e4 a7-b6\na2-b3",
        "1. e3-e4 {why\n not} a7-b6 {so} 2. a2-b3",
        "e3 to e4\na7 to b6\na2 b3",
        "\r\n1. e3-e4\r\n1... a7-b6\r\n2. a2-b3\r\n",
    ],
)
def test_writing_by_hand_is_read_generously(body: str) -> None:
    reading = read_text("\ufeff" + HEAD + body)
    assert reading.problem is None
    assert reading.timeline is not None
    assert [step.notation for step in reading.timeline.steps] == ["Se3-e4", "Ma7-b6", "Ma2-b3"]


@pytest.mark.parametrize(
    ("body", "line", "column", "word", "why", "good"),
    [
        ("1. e3-e4 a7-b6 2. e4-e6", 4, 19, "e4-e6", "MS-", 2),
        ("1. e3-e4 nonsense", 4, 10, "nonsense", "no action", 1),
        ("1. e3-e4\n{never closed", 5, 1, "{", "not closed", 1),
        ("1. e3-e4\n%nothing", 5, 1, "nothing", "no kind of event", 1),
        ('1. e3-e4\n%takeback actions="9"', 5, 1, "takeback", "can't be taken back", 1),
        ('1. e3-e4\n%takeback actions="x"', 5, 11, "x", "JSON", 1),
        ('1. e3-e4\n%takeback actions="1', 5, 19, '"', "not closed", 1),
        ("1. e3-e4\n%takeback now", 5, 11, "now", "value", 1),
        ('%result winner="green"', 4, 1, "result", "no seat", 0),
        ('%result winner="brown"\n1. e3-e4', 5, 4, "e3-e4", "had ended", 0),
        ('%comment text="\\q"', 4, 16, "\\q", "backslash", 0),
        ('e3-e4\n[Late "tag"]', 5, 1, "[Late", "after the first", 1),
        ('%overruled by="Ada" position="9/9 x y z"', 4, 21, "9/9 x y z", "ranks", 0),
        ('%clock left_s="brown soon"', 4, 8, "brown soon", "seconds", 0),
    ],
)
def test_the_first_fault_is_named_exactly(
    body: str, line: int, column: int, word: str, why: str, good: int
) -> None:
    reading = read_text(HEAD + body)
    assert reading.problem is not None
    assert (reading.problem.line, reading.problem.column) == (line, column)
    assert reading.problem.word == word
    assert why in reading.problem.why
    assert reading.timeline is not None
    assert len(reading.timeline.steps) == good


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "[Game"),
        ("1. e3-e4", 1, "[Game"),
        ('[Game "chess"]', 1, "no game"),
        ('[Game "moons-and-stars"]\n[Rules "columns=99"]', 2, "columns"),
        ('[Game "moons-and-stars"]\n[Rules "colour=red"]', 2, "colour"),
        ('[Game "moons-and-stars"]\n[Rules "columns"]', 2, "name=value"),
        ('[Game "moons-and-stars"]\n[Rules "{1"]', 2, "JSON"),
        ('[Game "moons-and-stars"]\n[Position "9/9 x"]', 2, "Position"),
        ('[Game "moons-and-stars"]\n[State "{}"]', 2, "State"),
        ('[Game "moons-and-stars"]\n[Game "moons-and-stars"]', 2, "twice"),
        ('[Game "moons-and-stars"]\n[Rules-version "new"]', 2, "whole number"),
        ('[Game "moons-and-stars"', 1, "ends with ]"),
        ("[Game moons]", 1, "quotes"),
        ("[game]", 1, "capital"),
    ],
)
def test_a_bad_head_is_named_and_nothing_is_begun(text: str, line: int, why: str) -> None:
    reading = read_text(text)
    assert reading.timeline is None
    assert reading.problem is not None
    assert reading.problem.line == line
    assert why in reading.problem.why


def test_refused_tries_keep_every_parameter_of_their_reasons(game: AnyGame) -> None:
    timeline = eventful(game)
    read = read_text(write_text(timeline)).events
    for kind in (Refused, Overruled):
        before = [e.data for e in timeline.events if isinstance(e.data, kind)]
        assert before
        assert [e.data for e in read if isinstance(e.data, kind)] == before


def test_a_try_known_by_its_words_alone_stays_so(game: AnyGame) -> None:
    for words in ("a2-a5", "the star, somehow"):
        tried = Refused("brown", None, words)
        assert read_text(write_text(then(small(game), tried))).events[-1].data == tried


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"[Game \xff\xfe]")
    with pytest.raises(FileProblem, match="byte 6"):
        read_file(path)
    with pytest.raises(FileProblem):
        read_file(tmp_path / "none.txt")
    with pytest.raises(FileProblem):
        read_file(tmp_path)
    path.write_text("[Game]", encoding="utf-8-sig")
    assert read_file(path) == "[Game]"
