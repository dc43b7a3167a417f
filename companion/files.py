"""Files that people give us: read with limits, and every failure said in one line."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.errors import FileProblem

MOST_BYTES = 64 * 1024 * 1024
"""A text file larger than this is none of ours."""


def read_text(path: str | Path, *, most_bytes: int = MOST_BYTES) -> str:
    """The text of a UTF-8 file. Raises `FileProblem` for whatever keeps it from being read."""
    path = Path(path)
    try:
        if path.is_dir():
            raise FileProblem(f"{path} is a folder.", "Name a file in it.", path)
        if path.stat().st_size > most_bytes:
            raise FileProblem(f"{path} is too large to read.", "Is it the right file?", path)
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise FileProblem(f"There is no file {path}.", "Check its name.", path) from error
    except PermissionError as error:
        advice = "Ask its owner for the right to read it."
        raise FileProblem(f"{path} may not be read.", advice, path) from error
    except (OSError, ValueError) as error:
        if isinstance(error, FileProblem):
            raise
        raise FileProblem(f"{path!s} can't be read ({error}).", "Check its name.", path) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileProblem(f"{path} is not a text file.", "Is it the right file?", path) from error


def read_json(path: str | Path) -> Any:
    """The JSON value in a file. Raises `FileProblem`, with the place of the first mistake."""
    text = read_text(path)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise FileProblem(
            f"{path} is not JSON ({error.msg}, {where}).", "Mend that place.", path
        ) from error
    except (RecursionError, ValueError) as error:
        advice = "Is it the right file?"
        raise FileProblem(f"{path} is not JSON that can be read.", advice, path) from error


def write_text(path: str | Path, text: str) -> None:
    """Write a text file whole or not at all. Raises `FileProblem`."""
    path = Path(path)
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            beside.unlink(missing_ok=True)
        advice = "Check the folder, its rights, and the room left on the disk."
        raise FileProblem(f"{path} can't be written ({error}).", advice, path) from error
