"""Whatever a text or a JSON holds, reading it raises nothing and what is read can be written."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import RecordDamaged
from companion.games.api import Json
from companion.games.registry import game_by_id
from companion.record import (
    Comment,
    Reading,
    export_json,
    export_text,
    read_json,
    read_text,
    started,
)
from companion.record.codec import (
    data_from_json,
    data_to_json,
    event_from_json,
    event_to_json,
    loads,
)
from companion.record.events import Event, EventData, EventKind, Played
from companion.record.quoting import comment, quoted, unescaped
from tests.companion.record.conftest import new, play_at_random, then
from tests.companion.record.test_text import HEAD, eventful

FUZZ = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
MANY = settings(max_examples=100, deadline=None)

PIECES = (
    *("1. ", "2... ", "Se3-e4 ", "a7-b6 ", "e3 to ", "{", "}", '"', "\\", "\n", "    ", "[", "]"),
    *("?! ", "%takeback ", "%result ", "%misread ", "%overruled ", "%referee-wrong ", "%clock "),
    *('actions="1"', 'by="Ada"', 'winner="brown"', 'notation="Ma7-a5"', 'action="{}"', 'event="2"'),
    *('state="{}"', 'remedy="struck"', 'remedy="done-after-all"', 'left_s="brown 1e999"', " "),
    *('position="9/9/9/9/9/9/9/9/9 blue -,- -,-"', 'reasons="MS-1"', 'reasons="[1]"', 'to="1"'),
    *("resign brown\n", "pass\n", "keep brown\n", "Jothi\n", "set up brown: a1 moon\n", "\\u12"),
)
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=25).map("".join)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@cache
def _whole() -> tuple[str, str]:
    """A game in which everything happens, as text and as JSON."""
    timeline = eventful(game_by_id("moons-and-stars"))
    return export_text(timeline), export_json(timeline)


@cache
def _played() -> str:
    """A game from the rolls on, as text."""
    timeline = new(started(game_by_id("moons-and-stars"), players={"brown": "Ada"}))
    return export_text(play_at_random(timeline, Random(3), most=60))


def without_marks(events: Iterable[Event]) -> list[EventData]:
    """What the events say; the marks of tables are made anew when a text is read."""
    return [
        replace(event.data, mark="") if isinstance(event.data, Played) else event.data
        for event in events
    ]


def check(reading: Reading) -> None:
    """What was read is a game, or the reason why not is one line."""
    if reading.problem is not None:
        assert "\n" not in str(reading.problem)
    else:
        assert reading.timeline is not None
    if reading.timeline is not None:
        again = read_text(export_text(reading.timeline))
        assert again.problem is None
        assert without_marks(again.events) == without_marks(reading.events)
        assert read_json(export_json(reading.timeline)).events == reading.events


@FUZZ
@given(TEXTS)
def test_any_text_is_read_or_its_fault_is_named(text: str) -> None:
    check(read_text(text))
    check(read_text(HEAD + text))


@FUZZ
@given(st.integers(0, 10**6), st.integers(0, 60), TEXTS, st.booleans())
def test_a_text_that_was_tampered_with_is_read_as_far_as_it_is_good(
    at: int, length: int, instead: str, rolled: bool
) -> None:
    text = _played() if rolled else _whole()[0]
    at %= len(text)
    check(read_text(text[:at] + instead[:12] + text[at + length :]))


@FUZZ
@given(st.data())
def test_a_json_that_was_tampered_with_is_read_as_far_as_it_is_good(data: st.DataObject) -> None:
    found = json.loads(_whole()[1])
    events = found["events"]
    event = data.draw(st.sampled_from(events))
    place = event
    while isinstance(place, dict) and place:
        name = data.draw(st.sampled_from(sorted(place)))
        if not isinstance(place[name], dict) or data.draw(st.booleans()):
            place[name] = data.draw(VALUES)
            break
        place = place[name]
    check(read_json(json.dumps(found)))


@MANY
@given(VALUES)
def test_any_json_is_read_or_its_fault_is_named(value: Json) -> None:
    check(read_json(json.dumps(value)))
    check(read_json(json.dumps({"format": "moontable-game", "version": 1, "events": value})))
    check(read_json(json.dumps({"format": "moontable-game", "version": 1, "events": [value]})))


@MANY
@given(st.text())
def test_any_text_as_json_is_named(text: str) -> None:
    check(read_json(text))


def test_json_nested_too_deeply_is_named() -> None:
    check(read_json("[" * 100_000))
    check(read_text(HEAD + f'%overruled by="A" state="{"[" * 100_000}"'))


@MANY
@given(st.sampled_from([kind.value for kind in EventKind]), VALUES)
def test_any_event_data_is_read_or_refused(kind: str, value: Json) -> None:
    try:
        data = data_from_json(kind, value)
    except RecordDamaged:
        return
    assert data_from_json(kind, data_to_json(data)) == data


@MANY
@given(st.text(alphabet=st.characters(exclude_categories=[])))
def test_quoting_and_unquoting_any_text_is_the_same(text: str) -> None:
    written = quoted(text)
    assert unescaped(written, 1, '"') == (text, len(written) - 1)
    written.encode()


@MANY
@given(st.text(st.sampled_from(" \n\t{}\\sxü"), max_size=200) | st.text())
def test_comments_of_any_text_are_the_same(text: str) -> None:
    written = comment(text)
    read = unescaped(written.replace("\n    ", "\n"), 1, "}")[0]
    assert read == text or "\\\n" in written
    timeline = then(new(started(game_by_id("moons-and-stars"))), Comment(text))
    reading = read_text(export_text(timeline))
    assert reading.events[-1].data == Comment(text)


def test_every_event_is_the_same_after_json() -> None:
    for event in eventful(game_by_id("moons-and-stars")).events:
        assert event_from_json(loads(json.dumps(event_to_json(event)))) == event
