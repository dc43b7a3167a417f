"""What lies on the table, kept beside the record: to go on with it after a power cut.

The record itself tells what was played, and not whether a game was put away to be resumed another
day, nor what hands owed when the power went. Two files tell that. One holds the number of the game,
or nothing; the other how the table stood when it was told last, in the referee's own words.
"""

from __future__ import annotations

import os
from pathlib import Path

from companion.games.api import Json
from companion.record.codec import dumps, loads
from companion.record.files import sync_folder

FILE = "on-table"
STANDING = "on-table.json"
_MOST_BYTES = 1_000_000


class OnTable:
    """The two files beside a record. Raises `OSError` where one can't be written.

    When something was kept, that outlives a power cut; what was kept before does until then.
    """

    def __init__(self, record: Path) -> None:
        self._folder = record.parent

    def game(self) -> int | None:
        """The game that lay on the table when the program ended; None if none did."""
        word = self._read(FILE).strip()
        return int(word) if word.isdecimal() and len(word) < 16 else None

    def keep_game(self, game_id: int | None) -> None:
        """Remember which game lies there."""
        self._write(FILE, "" if game_id is None else str(game_id))

    def standing(self) -> Json:
        """How the table stood; None where nothing is kept, or nothing that can be read."""
        try:
            return loads(self._read(STANDING))
        except ValueError:
            return None

    def keep_standing(self, standing: Json) -> None:
        """Remember how the table stands."""
        self._write(STANDING, dumps(standing))

    def _read(self, name: str) -> str:
        try:
            with (self._folder / name).open(encoding="ascii") as file:
                return file.read(_MOST_BYTES)
        except (OSError, ValueError):
            return ""

    def _write(self, name: str, text: str) -> None:
        beside = self._folder / f".{name}.part"
        with beside.open("w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._folder / name)
        sync_folder(self._folder)
