"""Which game lies on the table, kept beside the record: to go on with it after a power cut.

The record itself tells what was played, and not whether a game was put away to be resumed another
day. The file holds the game's number, or nothing.
"""

from __future__ import annotations

import os
from pathlib import Path

from companion.record.files import sync_folder

FILE = "on-table"


def on_table(record: Path) -> int | None:
    """The game that lay on the table when the program ended; None if none did."""
    try:
        word = (record.parent / FILE).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None
    return int(word) if word.isdecimal() and len(word) < 16 else None


def keep_on_table(record: Path, game_id: int | None) -> None:
    """Remember the game: when this returns, that outlives a power cut.

    Raises `OSError` where it can't be written; what was remembered before then still is.
    """
    path = record.parent / FILE
    beside = path.with_name(f".{FILE}.part")
    with beside.open("w", encoding="ascii") as file:
        file.write("" if game_id is None else str(game_id))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    sync_folder(path.parent)
