"""What the table says as JSON and back, so that it can be said again after a power cut.

Only values of the types in `_KNOWN` are packed: frozen ones, of text and numbers at the bottom. An
action of a game is not among them; whoever has one packs it in the game's own words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from types import MappingProxyType
from typing import Any

from companion.games.api import (
    Carried,
    Changed,
    Fault,
    Json,
    Piece,
    Placed,
    Placement,
    Reason,
    Removed,
    Ruling,
    Verdict,
)
from companion.language.notices import Notice, notice_from_json, notice_to_json
from companion.referee.clock import ClockState
from companion.referee.evidence import Look
from companion.referee.eyes import RolledCube, RollSeen
from companion.referee.findings import Option
from companion.referee.looking import Purpose
from companion.referee.snapshot import Answer, Proposal, Said

_KNOWN: Mapping[str, type[Any]] = MappingProxyType(
    {
        of.__name__: of
        for of in (
            *(Carried, Changed, Placed, Removed, Piece, Placement),
            *(Reason, Fault, Ruling, Verdict),
            *(Answer, Said, Option, Look, Proposal, RollSeen, RolledCube),
            *(ClockState, Purpose),
        )
    }
)
_NOTICE, _MAPPING = "notice", "mapping"


def pack(value: Any) -> Json:
    """A value as JSON: what is no plain value or tuple is an object of its type's name.

    >>> unpack(pack(Look("brown star", 2)))
    Look(piece='brown star', level=2)
    """
    match value:
        case Notice():
            return {_NOTICE: notice_to_json(value)}
        case None | bool() | int() | float() | str():
            return value
        case tuple():
            return [pack(part) for part in value]
        case Mapping():
            return {_MAPPING: {name: pack(part) for name, part in value.items()}}
        case Enum() if type(value).__name__ in _KNOWN:
            return {type(value).__name__: value.value}
        case _ if type(value).__name__ in _KNOWN:
            parts = {field.name: pack(getattr(value, field.name)) for field in fields(value)}
            return {type(value).__name__: parts}
    raise TypeError(f"a {type(value).__name__} can't be packed")


def unpack(data: Json) -> Any:
    """The inverse of `pack`. Raises ValueError for what it didn't make."""
    if isinstance(data, list):
        return tuple(unpack(part) for part in data)
    if not isinstance(data, dict):
        return data
    try:
        ((name, given),) = data.items()
        if name == _NOTICE:
            return notice_from_json(given)
        if name == _MAPPING:
            return {key: unpack(part) for key, part in given.items()}
        of = _KNOWN[name]
        if issubclass(of, Enum):
            return of(given)
        return of(**{key: unpack(part) for key, part in given.items()})
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"this is nothing that the table says: {str(data)[:80]}") from error
