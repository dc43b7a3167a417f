"""The same game comes back from the log, the text and the JSON."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.api import Json
from companion.games.registry import AnyGame
from companion.record import (
    Comment,
    RecordLog,
    Timeline,
    export_json,
    export_text,
    load_game,
    misread_action,
    misread_table,
    overruled,
    read_json,
    read_text,
    refused,
    result,
    started,
    takeback,
)
from companion.record.events import EventData
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


def anything(timeline: Timeline, rng: Random) -> EventData | None:
    """Something that may happen at a table besides a good action; None: nothing comes to mind."""
    game, count = timeline.game, len(timeline.steps)
    other = play_at_random(new(started(game)), rng, most=rng.randrange(40)).state
    tried = game.sample(other, rng) if game.to_act(other) else None
    some_state = timeline.state_at(rng.randrange(count + 1))
    match rng.randrange(5):
        case 0 if count:
            return takeback(timeline, actions=rng.randrange(1, min(4, count + 1)), by="Ada")
        case 1 if count:
            before = timeline.state_at(count - 1)
            return misread_action(timeline, game.sample(before, rng), note='a "shadow"')
        case 2:
            return misread_table(timeline, some_state)
        case 3 if tried is not None and not game.is_legal(timeline.state, tried):
            return refused(timeline, tried)
        case 4 if tried is not None and not game.is_legal(timeline.state, tried):
            return overruled(timeline, tried, goes_on=some_state, by="Ben")
    return None


@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_all_kinds_of_corrections_is_the_same_after_text_and_json(
    seed: int, game: AnyGame
) -> None:
    rng = Random(seed)
    timeline = new(started(game, rules={"notches": 2, "columns": 5 + 2 * seed}))
    for _ in range(25):
        timeline = play_at_random(timeline, rng, most=rng.randrange(4))
        happened = anything(timeline, rng)
        timeline = timeline if happened is None else then(timeline, happened)

    text = export_text(timeline)
    reading = read_text(text)
    assert reading.problem is None
    assert reading.timeline is not None
    assert [event.data for event in reading.events] == [event.data for event in timeline.events]
    assert reading.timeline.state == timeline.state
    assert max(map(len, text.split("\n"))) <= 100
    assert read_json(export_json(timeline)).timeline == timeline
