"""Commands as JSON: their shapes, who may give them, and how they become the table's own types.

    {"type": "play", "text": "e2-e4", "version": 12, "key": "…"}

``version`` is the snapshot that the command was meant for, ``key`` names it: the same key twice is
done once. Everything else are the fields of the type in `companion.referee.commands`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from companion.games.registry import game_ids
from companion.record.events import Remedy
from companion.referee.commands import Command, Pause, Remark
from companion.referee.handling import KINDS, Kind
from companion.sessions.wire import command_from_json
from webui.roles import Role
from webui.schema import BOOL, FREE, Schema, array, either, obj, text, whole

MOST_WORDS = 500
"""Characters of a note or remark."""
MOST_NOTATION = 4000
"""Characters of an action in notation; a set-up is long."""

SEAT: Schema = either("string", "null", maxLength=20)
SITES: Schema = {
    "type": "object",
    "maxProperties": 400,
    "propertyNames": text(40, least=1),
    "additionalProperties": array(text(40, least=1), 12),
    "description": "Site -> pile, bottom first, each piece in words.",
}
ACTION: Schema = {**FREE, "description": "An action in the game's exchange format."}
NAMES: Schema = {
    "type": "object",
    "maxProperties": 8,
    "propertyNames": text(20, least=1),
    "additionalProperties": text(40),
}


FIELDS: Mapping[str, Schema] = {
    "seat": SEAT,
    "action": ACTION,
    "text": text(MOST_NOTATION),
    "option": whole(0, 99),
    "actions": whole(1, 1000),
    "on": BOOL,
    "sites": SITES,
    "note": text(MOST_WORDS),
    "why": text(MOST_WORDS),
    "event": whole(1, 10**6),
    "remedy": {"type": "string", "enum": [remedy.value for remedy in Remedy]},
    "game": {"type": "string", "enum": list(game_ids())},
    "rules": {
        "type": "object",
        "maxProperties": 40,
        "propertyNames": text(40, least=1),
        "additionalProperties": FREE,
    },
    "players": NAMES,
    "position": {**FREE, "description": "A position in the exchange format, or null."},
    "game_id": whole(1, 2**53),
}
"""The shape of every field that a command has, by its name."""

OTHERWISE: Mapping[tuple[type[Any], str], Schema] = {
    (Pause, "on"): either("boolean", "null"),
    (Remark, "text"): text(MOST_WORDS, least=1),
}
"""Fields of some commands that have another shape than their name says."""

PLAYERS = frozenset(
    {
        *("play", "draw", "done", "settled", "choose", "take-back"),
        *("pause", "why", "dismiss", "remark"),
    }
)
"""What players may ask for; the rest is for the referee's role."""


@dataclass(frozen=True, slots=True)
class CommandShape:
    """One type of command: its fields (all may be left out but the ``required``), and who may."""

    kind: Kind
    role: Role
    fields: Mapping[str, Schema]
    required: tuple[str, ...]

    @property
    def word(self) -> str:
        """What it is called in JSON."""
        return self.kind.word

    @property
    def schema(self) -> dict[str, Any]:
        """The shape of the whole body."""
        properties = {
            "type": {"type": "string", "const": self.word},
            **self.fields,
            "version": either("integer", "null", minimum=0, maximum=2**53),
            "key": text(80),
        }
        return {**obj(properties, "type", *self.required), "description": self.kind.about}


def _shape(kind: Kind) -> CommandShape:
    """The shape of a type of command, by the fields that it has."""
    names = [field.name for field in fields(kind.of)]
    needed = [
        field.name
        for field in fields(kind.of)
        if field.default is MISSING and field.default_factory is MISSING
    ]
    return CommandShape(
        kind,
        Role.PLAYER if kind.word in PLAYERS else Role.REFEREE,
        {name: OTHERWISE.get((kind.of, name), FIELDS[name]) for name in names},
        tuple(needed),
    )


SHAPES: tuple[CommandShape, ...] = tuple(map(_shape, KINDS))
"""Every type of command, as the table knows them."""

BY_WORD: Mapping[str, CommandShape] = {shape.word: shape for shape in SHAPES}
BODY: Schema = {"oneOf": [shape.schema for shape in SHAPES]}
"""The shape of a command's body."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command that was read, for which version it was meant, and its key."""

    command: Command
    shape: CommandShape
    version: int | None
    key: str


def read_order(body: Mapping[str, Any]) -> Order:
    """The command in a body that has the shape `BODY`."""
    shape = BY_WORD[body["type"]]
    given = {name: value for name, value in body.items() if name in {"type", *shape.fields}}
    return Order(command_from_json(given), shape, body.get("version"), body.get("key", ""))
