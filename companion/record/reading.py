"""Reading a text record: the longest good part, and where and why it can't be read further."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import FileProblem, RecordDamaged
from companion.games.api import Json
from companion.games.errors import BadNotation, BadSwitch, GameError, UnknownSwitch
from companion.games.registry import AnyGame, game_by_id
from companion.record.codec import data_from_fields, is_text_field, loads, reasons_to_json
from companion.record.compose import played
from companion.record.events import (
    FIRST,
    Comment,
    Event,
    EventData,
    Problem,
    Started,
)
from companion.record.quoting import BadText
from companion.record.replay import Timeline, advance, begin, reasons_in_short
from companion.record.scanner import Body, Comments, Directive, Item, Line, Tag, Word, items
from companion.record.text import NUMBER, RESERVED, state_meant, tag_of_seat

MOST_CHARACTERS = 1_000_000
"""No game is longer than that."""

MOST_EVENTS = 20_000
"""Nor has it more events than that."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text or a JSON export holds: the game as far as it is good, and what is wrong then.

    ``timeline`` is None if not even its start can be read.
    """

    timeline: Timeline | None
    problem: Problem | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the good part."""
        return () if self.timeline is None else self.timeline.events


def read_file(path: Path) -> str:
    """The text of a file. Raises `FileProblem` if it can't be read or isn't UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileProblem(
            f"The file {path} is no text: byte {error.start} isn't UTF-8.",
            "Give a game that moontable exported.",
            path,
        ) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileProblem(
            f"The file {path} can't be read ({reason}).", "Check its name and its rights.", path
        ) from error


def read_text(text: str, *, find_game: Callable[[str], AnyGame] = game_by_id) -> Reading:
    """Read a text record as far as it is good. Raises nothing of its own.

    Every event bears the wall time of the tag ``Date`` and no monotonic time.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MOST_CHARACTERS:
        return Reading(None, Problem("This is too long for the record of a game."))
    reader = _Reader(find_game)
    try:
        for item in items(text):
            reader.take(item)
        reader.begin(len(text))
    except BadText as error:
        line = text.count("\n", 0, error.at) + 1
        column = error.at - (text.rfind("\n", 0, error.at) + 1) + 1
        sequence = FIRST if reader.timeline is None else len(reader.timeline.events) + FIRST
        problem = Problem(error.message, sequence, line, column, error.word[:60])
        return Reading(reader.timeline, problem)
    return Reading(reader.timeline)


class _Reader:
    """Takes one item after another; raises `BadText` for the first that doesn't fit."""

    def __init__(self, find_game: Callable[[str], AnyGame]) -> None:
        self.timeline: Timeline | None = None
        self._find_game = find_game
        self._tags: dict[str, Tag] = {}
        self._more: list[Tag] = []

    def take(self, item: Item) -> None:
        """One item of the text."""
        if isinstance(item, Tag):
            self._take_tag(item)
            return
        timeline = self.begin(item.at)
        match item:
            case Body():
                pass
            case Comments(at, text):
                self._add(Comment(text), at, "{")
            case Directive():
                self._add(_directive(timeline, item), item.at, item.name)
            case Line():
                self._take_line(timeline, item)

    def _take_tag(self, tag: Tag) -> None:
        if self.timeline is not None:
            raise BadText("A tag stands after the first action.", tag.at, f"[{tag.name}")
        if tag.name in ("Tag", "Player"):
            self._more.append(tag)
        elif tag.name in self._tags:
            raise BadText("This tag is there twice.", tag.at, tag.name)
        else:
            self._tags[tag.name] = tag

    def begin(self, at: int) -> Timeline:
        """The timeline, begun from the tags if it isn't yet."""
        if self.timeline is None:
            if "Game" not in self._tags:
                raise BadText('The text must begin with a tag [Game "…"].', at)
            date = self._tags.get("Date")
            started = self._started()
            event = Event(FIRST, "" if date is None else date.value, 0.0, started)
            try:
                self.timeline = begin(event, find_game=self._find_game)
            except (GameError, RecordDamaged) as error:
                raise _at(error, self._guilty(error)) from error
        return self.timeline

    def _guilty(self, error: Exception) -> Tag:
        """The tag that an error about the start is about."""
        about_rules = isinstance(error, UnknownSwitch | BadSwitch)
        order = ("Rules", "Game") if about_rules else ("State", "Game")
        return next(self._tags[name] for name in order if name in self._tags)

    def _started(self) -> Started:
        game_tag = self._tags["Game"]
        try:
            game = self._find_game(game_tag.value)
        except GameError as error:
            raise _at(error, game_tag) from error
        seats = {tag_of_seat(seat): seat for seat in game.spec.seats}
        players = {s: self._tags[tag].value for tag, s in seats.items() if tag in self._tags}
        tags = {
            name: tag.value
            for name, tag in self._tags.items()
            if name not in RESERVED and name not in seats
        }
        for tag in self._more:
            name, _, value = tag.value.partition("=")
            named = players if tag.name == "Player" else tags
            named[name.replace("%3D", "=").replace("%25", "%")] = value
        return Started(
            game.spec.id, self._version(), self._rules(), players, tags, self._state(game)
        )

    def _version(self) -> int:
        tag = self._tags.get("Rules-version")
        if tag is None:
            return 1
        if not (tag.value.isascii() and tag.value.isdecimal() and len(tag.value) < 10):
            raise BadText("The version of the rules is a whole number.", tag.at, tag.value)
        return int(tag.value)

    def _rules(self) -> dict[str, Json]:
        tag = self._tags.get("Rules")
        if tag is None:
            return {}
        if tag.value.startswith("{"):
            found = _json(tag.value, tag.at)
            if isinstance(found, dict):
                return found
        rules: dict[str, Json] = {}
        for word in tag.value.split():
            name, equals, value = word.partition("=")
            if not equals:
                raise BadText("A switch is written name=value.", tag.at, word)
            whole = value.isascii() and value.isdecimal() and len(value) < 16
            rules[name] = int(value) if whole else value
        return rules

    def _state(self, game: AnyGame) -> Json:
        tag = self._tags.get("Position")
        if tag is not None:
            try:
                return game.encode(game.position_from_line(tag.value))
            except GameError as error:
                raise _at(error, tag) from error
        tag = self._tags.get("State")
        return None if tag is None else _json(tag.value, tag.at)

    def _add(self, data: EventData, at: int, word: str) -> None:
        """One more event."""
        timeline = self.begin(at)
        if len(timeline.events) >= MOST_EVENTS:
            raise BadText("There are too many events for one game.", at, word)
        last = timeline.events[-1]
        event = Event(last.sequence + 1, last.wall_time, 0.0, data)
        try:
            self.timeline = advance(timeline, event)
        except (GameError, RecordDamaged) as error:
            raise BadText(error.message, at, word) from error

    def _take_line(self, timeline: Timeline, line: Line) -> None:
        """Actions: a numbered line word by word, any other as one action if it can be one."""
        if line.numbered:
            for word in line.words:
                if not NUMBER.fullmatch(word.text):
                    self._play(word.text, word.at)
            return
        whole = " ".join(word.text for word in line.words)
        try:
            timeline.game.parse(timeline.state, whole)
        except BadNotation:
            if _begins_well(timeline, line.words):
                for word in line.words:
                    self._play(word.text, word.at)
                return
        self._play(whole, line.at)

    def _play(self, words: str, at: int) -> None:
        """One action in notation."""
        timeline = self.begin(at)
        if timeline.result is not None:
            raise BadText("The game had ended.", at, words)
        game, state = timeline.game, timeline.state
        try:
            action = game.parse(state, words)
            ruling = game.rule_on(state, action)
            if not ruling.legal:
                why = reasons_in_short(ruling.reasons)
                raise BadText(f"The rules refuse it ({why}).", at, words)
            data = played(timeline, action)
        except GameError as error:
            raise BadText(error.message, at, words) from error
        self._add(data, at, words)


def _begins_well(timeline: Timeline, words: tuple[Word, ...]) -> bool:
    """Whether the first of several words is an action by itself."""
    try:
        timeline.game.parse(timeline.state, words[0].text)
    except BadNotation:
        return False
    return len(words) > 1


def _at(error: Exception, tag: Tag) -> BadText:
    why = getattr(error, "message", str(error))
    return BadText(f"{tag.name}: {why}", tag.at, tag.value)


def _json(text: str, at: int) -> Json:
    try:
        return loads(text)
    except ValueError as error:
        raise BadText(f"This should be JSON ({error}).", at, text) from error


def _directive(timeline: Timeline, item: Directive) -> EventData:
    """The event of a ``%`` or ``?!`` line."""
    game, before = timeline.game, state_meant(timeline, item.name)
    found: dict[str, Json] = {}
    for name, (value, at) in item.fields.items():
        if name == "position":
            try:
                found["state"] = game.encode(game.position_from_line(value))
            except GameError as error:
                raise BadText(error.message, at, value) from error
        elif name == "reasons":
            found[name] = value
        elif name == "left_s" and not value.startswith("{"):
            found[name] = _seconds(value, at)
        else:
            found[name] = value if is_text_field(item.name, name) else _json(value, at)
    if found.get("notation") and "action" not in found:
        found["action"] = _action(game, before, str(found["notation"]))
    if "reasons" in found:
        text, at = item.fields["reasons"]
        found["reasons"] = _reasons(game, before, found.get("action"), text, at)
    try:
        return data_from_fields(item.name, found)
    except RecordDamaged as error:
        raise BadText(error.message, item.at, item.name) from error


def _seconds(text: str, at: int) -> dict[str, float]:
    """Read "brown 120.5, blue 130"."""
    found: dict[str, float] = {}
    for part in text.split(","):
        seat, _, seconds = part.strip().partition(" ")
        try:
            found[seat] = float(seconds)
        except ValueError:
            raise BadText("Write a seat and its seconds.", at, part.strip()) from None
    return found


def _action(game: AnyGame, state: Any, notation: str) -> Json:
    try:
        return game.encode_action(game.parse(state, notation))
    except GameError:
        return None


def _reasons(game: AnyGame, state: Any, action: Json, text: str, at: int) -> Json:
    """Reasons as JSON: what the game itself says, where that is what is written."""
    if text.startswith("["):
        return _json(text, at)
    try:
        if action is not None:
            reasons = game.rule_on(state, game.decode_action(state, action)).reasons
            if reasons_in_short(reasons) == text:
                return reasons_to_json(reasons)
    except GameError:
        pass
    written = []
    for part in text.split(";"):
        ruling, key, *sites = [*part.split(), "", ""][: max(2, len(part.split()))]
        written.append({"ruling": ruling, "key": key, "sites": sites})
    return written
