"""The deck file: what is printed on the cards and told nowhere else, filled in by their owner.

It is JSON, an object with any of the switches ``moons``, ``lone_wolf`` and ``powers``; null stands
for what is not filled in, and is then entered by hand (ML-01). ``about`` may hold a remark.

    rules = load_deck("my-deck.json")
    state = Moonlight().initial(rules)
"""

from __future__ import annotations

import json
from pathlib import Path

from companion.games.api import Json
from companion.games.errors import BadSwitch, GameError
from companion.games.moonlight.rules import SPEC

EXAMPLE = Path(__file__).with_name("deck.example.json")
"""A deck file with nothing filled in, to copy."""
_LARGEST_BYTES = 1 << 16
_REMARK = "about"
_PARTS = ("moons", "lone_wolf", "powers")


class BadDeck(GameError, ValueError):
    """A deck file that cannot be read, or says what cannot be."""


def load_deck(path: str | Path) -> dict[str, Json]:
    """The switches that a deck file gives; nulls leave them as they are. Raises `BadDeck`."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(_LARGEST_BYTES + 1)
    except OSError as error:
        raise BadDeck(
            f"Can't read {path}: {error.strerror or error}.", "Check its name and rights."
        ) from error
    if len(raw) > _LARGEST_BYTES:
        raise BadDeck(f"{path} is too large to be a deck file.", "Take another.")
    try:
        return read_deck(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadDeck(f"{path} is no text file.", "Save it as UTF-8.") from error
    except BadDeck as error:
        raise BadDeck(f"{path}: {error.message}", error.advice) from error


def read_deck(text: str) -> dict[str, Json]:
    """The switches in the text of a deck file. Raises `BadDeck`.

    >>> read_deck('{"moons": null, "lone_wolf": {"value": 4, "moons": null}}')
    {'lone_wolf': {'value': 4, 'moons': None}}
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadDeck(
            f"It is no JSON: {error.msg} in line {error.lineno}.", "Compare it with the example."
        ) from error
    except RecursionError as error:
        raise BadDeck("It is no deck.", "Compare it with the example.") from error
    if not isinstance(data, dict):
        raise BadDeck("It is no object with named parts.", f"They are: {', '.join(_PARTS)}.")
    for name in data:
        if name not in (*_PARTS, _REMARK):
            raise BadDeck(
                f"There is no part '{name[:40]}'.", f"The parts are: {', '.join(_PARTS)}."
            )
    given = {name: data[name] for name in _PARTS if data.get(name) is not None}
    try:
        read = SPEC.rules(given)
    except BadSwitch as error:
        raise BadDeck(error.message, error.advice) from error
    defaults = {switch.name: switch.default for switch in SPEC.switches}
    return {name: read[name] for name in given if read[name] != defaults[name]}
