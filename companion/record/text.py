r"""The text record, for people to read, keep and send; written here, read in `reading`.

    [Game "moons-and-stars"]
    [Date "2026-03-01T19:30:00.000+00:00"]
    [Brown "Ada"]
    [Blue "Ben"]
    [Rules "columns=11 deities=off"]
    [Result "*"]

    set up brown: a1 pit, b1 trap east, …
    1. Me2-e4 Se8-e7 2. Se4-e5
    {A fine star.}
    2... Sd8-d7
    ?! seat="brown" notation="e5-e7" reasons="MS-18 star-one-step e5 e7"
    %takeback actions="1" by="blue"

Tags come first: what the game is, when it began, who played, its rules where they differ from the
usual, and any others (``[Tag "name=value"]`` for a name that wouldn't be safe). ``Position``, or
``State`` in full, is where a game starts that doesn't start at the beginning. ``Rules-version`` is
written where it isn't 1. ``Result`` is there for the reader's eye and read past.

An action whose notation is one word stands in a numbered line; ``2...`` is the second turn when the
first seat's action stands elsewhere. An action of several words has a line of its own. ``{…}`` is a
comment, ``?!`` a try that was refused, and every other event a ``%`` line of its kind, with its
fields in quotes. Each event is written once, in order, so reading gives the same game again. Times
of single events are not written, nor the digests of the table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.api import Json, Reason
from companion.games.errors import GameError
from companion.games.registry import AnyGame
from companion.record.codec import data_to_json, dumps
from companion.record.events import Comment, Event, Played, Refused, Started
from companion.record.quoting import WIDTH, comment, wrapped, wrapped_fields
from companion.record.replay import Timeline, advance, begin, reasons_in_short

TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9_-]*")
NUMBER = re.compile(r"\d+\.(\.\.)?")
RESERVED = frozenset(("Game", "Date", "Rules", "Rules-version", "Position", "State", "Result"))
REFUSED = "?!"
_SPECIAL = ("[", "{", "%", REFUSED)
_PLAIN = re.compile(r"[A-Za-z][A-Za-z_-]*")


def tag_of_seat(seat: str) -> str:
    """The tag that names a seat's player.

    >>> tag_of_seat("brown")
    'Brown'
    """
    return seat.capitalize()


def write_text(timeline: Timeline) -> str:
    """The whole game as text, at most 100 columns wide; `reading.read_text` is the inverse."""
    return "\n".join([*_tags(timeline), "", *_body(timeline)]).rstrip() + "\n"


def _tags(timeline: Timeline) -> Iterator[str]:
    started, game = timeline.started, timeline.game
    yield _tag("Game", started.game)
    yield _tag("Date", timeline.events[0].wall_time)
    seats = {seat: tag_of_seat(seat) for seat in game.spec.seats}
    for seat, name in started.players.items():
        tag = seats.get(seat, "")
        yield (
            _tag(tag, name)
            if TAG_NAME.fullmatch(tag)
            else _tag("Player", f"{quoted_name(seat)}={name}")
        )
    taken = RESERVED | {"Tag", "Player", *seats.values()}
    for tag, value in started.tags.items():
        safe = TAG_NAME.fullmatch(tag) and tag not in taken
        yield _tag(tag, value) if safe else _tag("Tag", f"{quoted_name(tag)}={value}")
    if started.rules_version != 1:
        yield _tag("Rules-version", str(started.rules_version))
    if started.rules:
        yield _tag("Rules", _rules(started))
    if started.state is not None:
        name, value = _state_field(game, started.state)
        yield _tag(name.capitalize(), value)
    result = timeline.result
    yield _tag("Result", "*" if result is None else result.winner or "draw")


def quoted_name(name: str) -> str:
    """A tag's name with its equals signs hidden, so that the first one divides."""
    return name.replace("%", "%25").replace("=", "%3D")


def _rules(started: Started) -> str:
    """Switches as "columns=11 deities=off"; as JSON if a value can't be written so."""
    words = []
    for name, value in started.rules.items():
        plain = isinstance(value, str) and _PLAIN.fullmatch(value)
        whole = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
        if not (plain or whole) or not re.fullmatch(r"[^\s={]+", name):
            return dumps(dict(started.rules))
        words.append(f"{name}={value}")
    return " ".join(words)


def _tag(name: str, value: str) -> str:
    return wrapped_fields("[", [(f"{name} ", value)], tail="]")


def _same(first: Json, second: Json) -> bool:
    return json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)


def _state_field(game: AnyGame, encoded: Json) -> tuple[str, str]:
    """An encoded state as a position line where that says all of it."""
    try:
        line = game.position_line(game.decode(encoded))
        if _same(game.encode(game.position_from_line(line)), encoded):
            return "position", line
    except GameError:
        pass
    return "state", dumps(encoded)


@dataclass(frozen=True, slots=True)
class _Count:
    """Where the numbering stands: the seat that opens a turn, its number, who acted last."""

    opener: str = ""
    number: int = 0
    last: str = ""

    def after(self, seat: str) -> _Count:
        """The count once `seat` has acted in the numbered text."""
        opener = self.opener or seat
        opens = seat == opener and self.last != opener
        return _Count(opener, self.number + opens, seat)

    def label(self, before: _Count) -> str:
        """The number to write before the action; "": only at the beginning of a line."""
        return f"{self.number}." if self.number > before.number else ""


def _body(timeline: Timeline) -> Iterator[str]:
    """The lines of all events after the first."""
    now = begin(timeline.events[0], find_game=lambda _: timeline.game)
    counts = [_Count()]
    line = ""
    for event in timeline.events[1:]:
        after = advance(now, event)
        del counts[len(now.steps) + 1 :]
        word = _running_word(now, event)
        if word is None:
            if line:
                yield line
                line = ""
            yield _block(now, event)
            counts = [*counts[: len(after.steps) + 1]]
            counts.extend(counts[-1] for _ in range(len(after.steps) + 1 - len(counts)))
        else:
            seat = after.steps[-1].seat
            count = counts[-1].after(seat)
            label = count.label(counts[-1])
            text = f"{label} {word}" if label else word
            if line and len(line) + 1 + len(text) > WIDTH:
                yield line
                line = ""
            first = text if label else f"{count.number}... {word}"
            line = f"{line} {text}" if line else first
            counts.append(count)
        now = after
    if line:
        yield line


def _running_word(now: Timeline, event: Event) -> str | None:
    """The notation, if the event is an action that can stand in a numbered line."""
    data = event.data
    if not isinstance(data, Played) or not _says(now, data.action, data.notation):
        return None
    word = data.notation
    alone = not re.search(r"[\s{}]", word) and not NUMBER.fullmatch(word)
    return word if alone and not word.startswith(_SPECIAL) else None


def _says(now: Timeline, action: Json, notation: str) -> bool:
    """Whether the notation alone, read in this state, gives the action."""
    try:
        read = now.game.parse(now.state, notation)
        return _same(now.game.encode_action(read), action)
    except GameError:
        return False


def _block(now: Timeline, event: Event) -> str:
    """An event with lines of its own."""
    data = event.data
    if isinstance(data, Comment) and not data.by:
        return comment(data.text)
    if isinstance(data, Played) and _can_be_a_line(now, data):
        return wrapped(data.notation.split(" "))
    head = REFUSED if isinstance(data, Refused) else f"%{event.kind.value}"
    return wrapped_fields(head, ((f"{name}=", value) for name, value in _fields(now, event)))


def _can_be_a_line(now: Timeline, data: Played) -> bool:
    words = data.notation
    neat = words == " ".join(words.split()) and not re.search(r"[{}]|[^ \S]", words)
    numbered = any(NUMBER.fullmatch(word) for word in words.split())
    return (
        neat and not numbered and not words.startswith(_SPECIAL) and _says(now, data.action, words)
    )


def _fields(now: Timeline, event: Event) -> Iterator[tuple[str, str]]:
    """What a ``%`` line says: every field that isn't empty, the derivable ones left out."""
    data = event.data
    found = data_to_json(data)
    before = state_meant(now, event.kind.value)
    said = "action" in found and says_try(now.game, before, found["action"], found["notation"])
    for name, value in found.items():
        if name == "action":
            if not said and (value is not None or _readable(now.game, before, found["notation"])):
                yield name, dumps(value)
        elif value in (None, "", [], {}) or name == "mark":
            continue
        elif name == "state":
            yield _state_field(now.game, value)
        elif name == "reasons":
            reasons = getattr(data, "reasons", ())
            yield name, _reasons_field(now.game, before, found.get("action"), reasons, value)
        elif name == "left_s" and all(_PLAIN.fullmatch(seat) for seat in value):
            yield name, ", ".join(f"{seat} {seconds!r}" for seat, seconds in value.items())
        else:
            yield name, value if isinstance(value, str) else dumps(value)


def state_meant(now: Timeline, kind: str) -> Any:
    """The state in which the notation of a ``%`` line is read."""
    return now.state_at(len(now.steps) - 1) if kind == "misread" else now.state


def says_try(game: AnyGame, state: Any, action: Json, notation: str) -> bool:
    """Whether a try, legal or not, is known from its notation alone."""
    try:
        return _same(game.encode_action(game.parse(state, notation)), action)
    except GameError:
        return False


def _readable(game: AnyGame, state: Any, notation: str) -> bool:
    """Whether a reader would find an action in the notation."""
    try:
        return bool(notation) and game.parse(state, notation) is not None
    except GameError:
        return False


def _reasons_field(
    game: AnyGame, state: Any, action: Json, reasons: tuple[Reason, ...], value: Json
) -> str:
    """Codes if they are just what the game says of the action, else JSON with all parameters."""
    try:
        if action is not None and game.rule_on(
            state, game.decode_action(state, action)
        ).reasons == (reasons):
            return reasons_in_short(reasons)
    except GameError:
        pass
    return dumps(value)
