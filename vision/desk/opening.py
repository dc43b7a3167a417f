"""Open a virtual table: its desk, the camera above it, and eyes that have learned it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.language.notices import fault, notice
from vision.desk.learned import desk_profile, desk_profile_path
from vision.desk.playing import PlayTable
from vision.desk.resting import DeskUnrest
from vision.desk.setting import desk_setup
from vision.eyes import STILL_S, TableEyes
from vision.read import read_board
from vision.sources.errors import CameraAway
from vision.sources.virtual import Desk, VirtualSource

WORDS = ("empty", "teach-1", "teach-2", "learn")
"""What is told while it is learned, as `vision.desk.learned` says it."""


def open_virtual(folder: Path, *, size_px: tuple[int, int] = (1280, 960)) -> TableEyes:
    """Open a virtual table; it is learned in the background where that was not done before."""
    setup = desk_setup(size_px=size_px)
    desk = Desk(PlayTable.begun(setup))
    source = VirtualSource(desk)
    eyes = TableEyes(
        source, DeskUnrest(source), desk=desk, profile_path=desk_profile_path(setup, folder)
    )
    eyes.opening(notice("desk.making"))
    apart = _Apart()
    eyes.at_the_end(apart.end)

    def tell(word: str) -> None:
        if word in WORDS:
            eyes.opening(notice(f"desk.{word}"))

    def learn() -> None:
        try:
            if not desk_profile_path(setup, folder).exists():
                apart.learn(folder, size_px, tell)
            if not apart.ended:
                eyes.use(desk_profile(setup, folder, tell=tell))
                _read_once(eyes)
        except Exception as error:  # a thread's end must be told to the people at the table
            eyes.opening(notice("desk.unreadable", fault=fault(error)))

    threading.Thread(target=learn, name="virtual table learns", daemon=True).start()
    return eyes


def _read_once(eyes: TableEyes) -> None:
    """Read a photograph for nobody: what is worked out once for all others the first press spares.

    It takes half as long again as another.
    """
    table = eyes.table
    with suppress(CameraAway):  # closed meanwhile
        if table is not None:
            read_board(eyes.source.still(STILL_S).pixels, table)


class _Apart:
    """A process that learns the table: its 190 MB go with it. It ends with the eyes."""

    def __init__(self) -> None:
        self.ended = False
        self._child: subprocess.Popen[str] | None = None
        self._turn = threading.Lock()

    def learn(self, folder: Path, size_px: tuple[int, int], tell: Callable[[str], None]) -> None:
        """Learn, and wait for it; what fails there has to be done here again.

        ``tell`` gets its words of progress.
        """
        command = [sys.executable, "-m", "vision.desk.learned", str(folder), *map(str, size_px)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        try:
            with self._turn:
                if self.ended:
                    return
                child = self._child = subprocess.Popen(
                    command,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    env=environment,
                )
        except OSError:
            return
        with child:
            assert child.stdout is not None
            for line in child.stdout:
                tell(line.strip())

    def end(self) -> None:
        """Learn no more."""
        with self._turn:
            self.ended = True
            if self._child is not None:
                self._child.kill()
