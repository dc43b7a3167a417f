"""Commands as JSON and back: the word of their type, and their fields that say something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any

from companion.errors import BadExchangeFile
from companion.record.events import Remedy
from companion.referee.commands import Command
from companion.referee.handling import OF_TYPE, OF_WORD


def command_to_json(command: Command) -> dict[str, Any]:
    """A command as JSON; fields that are as they are by default are left out.

    >>> from companion.referee.commands import Play, TakeBack
    >>> command_to_json(Play(text="e2-e4")), command_to_json(TakeBack(2, "blue"))
    ({'type': 'play', 'text': 'e2-e4'}, {'type': 'take-back', 'actions': 2, 'seat': 'blue'})
    """
    told: dict[str, Any] = {"type": OF_TYPE[type(command)].word}
    for field in fields(command):
        value = getattr(command, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if value != default:
            told[field.name] = value.value if isinstance(value, Enum) else value
    return told


def command_from_json(data: Any) -> Command:
    """The inverse of `command_to_json`. Raises `BadExchangeFile` for what is no command."""
    kind = OF_WORD.get(data.get("type", "")) if isinstance(data, Mapping) else None
    if kind is None:
        raise BadExchangeFile(
            "This is no command.", f"Its type is one of: {', '.join(sorted(OF_WORD))}."
        )
    given = {name: value for name, value in data.items() if name != "type"}
    try:
        if "remedy" in given:
            given["remedy"] = Remedy(given["remedy"])
        if isinstance(given.get("sites"), Mapping):
            given["sites"] = {site: tuple(pile) for site, pile in given["sites"].items()}
        command: Command = kind.of(**given)
    except (TypeError, ValueError) as error:
        raise BadExchangeFile(
            f"The command '{data['type']}' has a field that it can't have ({error}).",
            "See companion/referee/commands.py.",
        ) from error
    return command
