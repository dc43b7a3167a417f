"""Positions and switches in files, and JSON read strictly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.errors import BadExchangeFile, FileProblem, MoontableError
from companion.games.api import Json
from companion.games.registry import AnyGame

LARGEST_BYTES = 1 << 28
"""The largest file that is read: a quarter of a gigabyte."""
_AGAIN = "See the exchange format, or export a position to compare it with."


def read_position(game: AnyGame, path: str | Path) -> Any:
    """The state of a file that holds a position: its line, its JSON, or a case's JSON.

    JSON may be the position itself, or an object with it as "position" and, if switches differ
    from their defaults, with "rules". Raises `FileProblem`, `BadExchangeFile` or a `GameError`.
    """
    text = _text(Path(path))
    if not text.lstrip().startswith("{"):
        return game.position_from_line(text.strip())
    data = _parsed(text, Path(path))
    rules: Json = {}
    if isinstance(data, dict) and "position" in data:
        rules, data = data.get("rules", {}), data["position"]
    if not isinstance(rules, dict):
        raise BadExchangeFile(f"The rules in {path} are no switches with values.", _AGAIN)
    return game.position_from_json(data, rules)


def read_switches(path: str | Path) -> dict[str, Json]:
    """The switches in a file of nothing else; a remark under "about" is left out.

    Raises `FileProblem` or `BadExchangeFile`; whether the game has them is not asked.
    """
    data = read_file(Path(path))
    if not isinstance(data, dict):
        raise BadExchangeFile(f"{path} holds no switches with values.", _AGAIN)
    return {name: value for name, value in data.items() if name != "about"}


def read_file(path: Path) -> Json:
    """The JSON in a file. Raises `FileProblem`, `BadExchangeFile`."""
    return _parsed(_text(path), path)


def _text(path: Path) -> str:
    try:
        if path.is_file() and path.stat().st_size > LARGEST_BYTES:
            raise BadExchangeFile(f"{path} is too large to be an exchange file.", "Take another.")
        return path.read_text("utf-8")
    except OSError as error:
        raise FileProblem(
            f"Can't read {path}: {error.strerror or error}.", "Check its name and rights.", path
        ) from error
    except ValueError as error:  # no UTF-8, or a name that no file can have
        if isinstance(error, MoontableError):
            raise
        raise BadExchangeFile(f"{path} is no text file.", "Take another.") from error


def _parsed(text: str, path: Path) -> Json:
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise BadExchangeFile(
            f"{path} is no JSON: {error.msg} in line {error.lineno}.", "Repair or replace it."
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadExchangeFile(f"{path} is no JSON that can be read.", "Replace it.") from error


def _no_number(name: str) -> Json:
    raise ValueError(name)
