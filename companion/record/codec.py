"""Events as JSON and back; whatever isn't an event is refused in one sentence."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields
from typing import Any

from companion.errors import RecordDamaged
from companion.games.api import Json, Piece, Reason, Value
from companion.record.events import (
    KIND_OF,
    Abandoned,
    ClockRead,
    Comment,
    Event,
    EventData,
    EventKind,
    Misread,
    Overruled,
    Played,
    RefereeWrong,
    Refused,
    Remedy,
    Result,
    Resumed,
    Started,
    Takeback,
)

ADVICE = "Everything before it is good; go on from there, or from a copy."
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class _Form:
    """How one field is written and read; ``read`` raises ValueError."""

    write: Callable[[Any], Json]
    read: Callable[[Json], Any]


def _same(value: Any) -> Json:
    return value


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise ValueError("is no text")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise ValueError("holds half a character")
    return value


def _maybe_text(value: Json) -> str | None:
    return None if value is None else _text(value)


def _whole(value: Json) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
        raise ValueError("is no whole number")
    return value


def _maybe_whole(value: Json) -> int | None:
    return None if value is None else _whole(value)


def _number(value: Json) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("is no number")
    if not -(2**53) < value < 2**53 or not math.isfinite(value):
        raise ValueError("is out of range")
    return float(value)


def _object(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise ValueError("is no object")
    return value


def _texts(value: Json) -> dict[str, str]:
    return {name: _text(entry) for name, entry in _object(value).items()}


def _numbers(value: Json) -> dict[str, float]:
    return {name: _number(entry) for name, entry in _object(value).items()}


def _value_to_json(value: Value) -> Json:
    if isinstance(value, Piece):
        return {"owner": value.owner, "kind": value.kind, "facing": value.facing}
    return [_value_to_json(part) for part in value] if isinstance(value, tuple) else value


def _value_from_json(data: Json, depth: int = 0) -> Value:
    if isinstance(data, dict):
        words = _texts(data)
        return Piece(words.get("owner", ""), words.get("kind", ""), words.get("facing", ""))
    if isinstance(data, list) and depth < _DEEPEST:
        return tuple(_value_from_json(part, depth + 1) for part in data)
    if isinstance(data, str):
        return data
    if isinstance(data, int):
        return data
    raise ValueError("holds a parameter that can't be")


def reason_to_json(reason: Reason) -> dict[str, Json]:
    """A reason as JSON: ruling, key, sites, parameters by name."""
    return {
        "ruling": reason.ruling,
        "key": reason.key,
        "sites": list(reason.sites),
        "parameters": {name: _value_to_json(value) for name, value in reason.parameters},
    }


def reasons_to_json(reasons: Iterable[Reason]) -> list[Json]:
    """Several reasons as JSON."""
    return [reason_to_json(reason) for reason in reasons]


def _reason_from_json(data: Json) -> Reason:
    found = _object(data)
    sites = found.get("sites", [])
    if not isinstance(sites, list):
        raise ValueError("has sites that are no list")
    parameters = _object(found.get("parameters", {}))
    return Reason(
        _text(found.get("ruling")),
        _text(found.get("key")),
        tuple(_text(site) for site in sites),
        tuple((name, _value_from_json(value)) for name, value in sorted(parameters.items())),
    )


def _reasons(value: Json) -> tuple[Reason, ...]:
    if not isinstance(value, list):
        raise ValueError("is no list")
    return tuple(_reason_from_json(entry) for entry in value)


_TEXT = _Form(_same, _text)
_MAYBE_TEXT = _Form(_same, _maybe_text)
_WHOLE = _Form(_same, _whole)
_JSON = _Form(_same, _same)
_REASONS = _Form(reasons_to_json, _reasons)

_REMEDY = _Form(lambda remedy: remedy.value, Remedy)
_WORDS = (_TEXT, _MAYBE_TEXT, _REMEDY)

_TRY = {"seat": _TEXT, "action": _JSON, "notation": _TEXT}
_FORMS: dict[type[EventData], dict[str, _Form]] = {
    Started: {
        "game": _TEXT,
        "rules_version": _WHOLE,
        "rules": _Form(dict, _object),
        "players": _Form(dict, _texts),
        "tags": _Form(dict, _texts),
        "state": _JSON,
    },
    Played: {**_TRY, "mark": _TEXT},
    Refused: {**_TRY, "reasons": _REASONS},
    Overruled: {**_TRY, "by": _TEXT, "state": _JSON, "reasons": _REASONS},
    Takeback: {"actions": _WHOLE, "by": _TEXT, "to": _Form(_same, _maybe_whole)},
    Misread: {
        "recorded": _TEXT,
        "action": _JSON,
        "notation": _TEXT,
        "state": _JSON,
        "note": _TEXT,
    },
    RefereeWrong: {
        "event": _WHOLE,
        "remedy": _REMEDY,
        "reasons": _REASONS,
        "by": _TEXT,
        "note": _TEXT,
        "state": _JSON,
    },
    ClockRead: {"left_s": _Form(dict, _numbers), "running": _MAYBE_TEXT},
    Comment: {"text": _TEXT, "by": _TEXT},
    Result: {"winner": _MAYBE_TEXT, "ruling": _TEXT, "key": _TEXT},
    Abandoned: {"why": _TEXT},
    Resumed: {},
}
_TYPE_OF = {kind: of for of, kind in KIND_OF.items()}


def data_to_json(data: EventData) -> dict[str, Json]:
    """What an event says as JSON, field by field."""
    forms = _FORMS[type(data)]
    return {name: form.write(getattr(data, name)) for name, form in forms.items()}


def data_from_json(kind: str, found: Json) -> EventData:
    """The inverse of `data_to_json`; unknown fields are passed over. Raises `RecordDamaged`."""
    try:
        of = _TYPE_OF[EventKind(kind)]
    except ValueError:
        raise RecordDamaged(f"There is no kind of event '{str(kind)[:40]}'.", ADVICE) from None
    if not isinstance(found, dict):
        raise RecordDamaged(f"A '{kind}' event holds no object.", ADVICE)
    given: dict[str, Any] = {}
    for name, form in _FORMS[of].items():
        if name in found:
            try:
                given[name] = form.read(found[name])
            except ValueError as error:
                raise RecordDamaged(f"'{name}' of a '{kind}' event {error}.", ADVICE) from error
    for wanted in fields(of):
        optional = wanted.default is not MISSING or wanted.default_factory is not MISSING
        if wanted.name not in given and not optional:
            raise RecordDamaged(f"A '{kind}' event lacks '{wanted.name}'.", ADVICE)
    return of(**given)


_BLANK: dict[str, Json] = {
    "seat": "",
    "notation": "",
    "by": "",
    "recorded": "",
    "text": "",
    "action": None,
    "winner": None,
    "left_s": {},
}


def is_text_field(kind: str, name: str) -> bool:
    """Whether a field is written as it is in a text record, and not as JSON."""
    return any(
        name in _FORMS[of] and _FORMS[of][name] in _WORDS
        for of, known in KIND_OF.items()
        if known.value == kind
    )


def data_from_fields(kind: str, found: dict[str, Json]) -> EventData:
    """As `data_from_json` for a text record, where empty fields are left out."""
    blank = {
        name: value
        for of, known in KIND_OF.items()
        if known.value == kind
        for name, value in _BLANK.items()
        if name in _FORMS[of]
    }
    return data_from_json(kind, {**blank, **found})


def event_to_json(event: Event) -> dict[str, Json]:
    """A whole event as JSON."""
    return {
        "sequence": event.sequence,
        "wall_time": event.wall_time,
        "monotonic_s": event.monotonic_s,
        "kind": event.kind.value,
        "data": data_to_json(event.data),
    }


def event_from_json(found: Json) -> Event:
    """The inverse of `event_to_json`. Raises `RecordDamaged`."""
    try:
        fields_found = _object(found)
        sequence = _whole(fields_found.get("sequence"))
        wall_time = _text(fields_found.get("wall_time", ""))
        monotonic_s = _number(fields_found.get("monotonic_s", 0.0))
        kind = _text(fields_found.get("kind"))
    except ValueError as error:
        raise RecordDamaged(f"An event {error}.", ADVICE) from error
    return Event(sequence, wall_time, monotonic_s, data_from_json(kind, fields_found.get("data")))


def dumps(data: Json) -> str:
    """JSON in as few characters as it takes, all of them ASCII."""
    return json.dumps(data, separators=(",", ":"))


def loads(text: str) -> Json:
    """JSON read back; raises ValueError for everything that isn't, however deep it is nested."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
