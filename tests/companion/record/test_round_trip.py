"""The same game comes back from the log, the text and the JSON."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.api import Json
from companion.games.registry import AnyGame
from companion.record import (
    Comment,
    RecordLog,
    export_json,
    export_text,
    load_game,
    read_json,
    read_text,
    result,
    started,
)
from tests.companion.record.conftest import new, play_at_random, then

RULES: tuple[dict[str, Json], ...] = (
    {},
    {"columns": 11},
    {"deities": "off"},
    {"paths": "one-way", "notches": 2},
    {},
)


@pytest.mark.parametrize("seed", range(5))
def test_a_random_game_is_the_same_after_log_replay_text_and_replay(
    seed: int, game: AnyGame, log: RecordLog
) -> None:
    begins = started(game, rules=RULES[seed], players={"brown": "Ada", "blue": 'B "the" \\'})
    timeline = play_at_random(new(begins), Random(seed))
    timeline = then(timeline, Comment("  Well  played! {}"), result(timeline))
    recorder = log.copy_in(timeline.events, source="a test")

    replayed = load_game(log, recorder.game_id)
    assert replayed.problem is None
    assert replayed.timeline == timeline

    text = export_text(timeline)
    reading = read_text(text)
    assert reading.problem is None
    assert reading.timeline is not None
    assert [step.state for step in reading.timeline.steps] == [s.state for s in timeline.steps]
    assert [event.data for event in reading.events] == [event.data for event in timeline.events]
    assert export_text(reading.timeline) == text
    assert max(map(len, text.split("\n"))) <= 100

    again = read_json(export_json(timeline))
    assert again.problem is None
    assert again.timeline == timeline
