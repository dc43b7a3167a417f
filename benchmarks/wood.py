"""The tables that `benchmarks.bots` lay their pieces on, and the eyes that see them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.games.api import Placement
from companion.referee.evidence import seen_table
from companion.referee.eyes import Eyes, ScriptedEyes
from vision.desk.lay import laid
from vision.desk.opening import open_virtual
from vision.eyes import TableEyes

ROUNDS = 3
"""So often the yardstick is laid on after each answer."""
SEATS = ("brown", "blue")


class Wood(Protocol):
    """A table that hands lay pieces on."""

    @property
    def eyes(self) -> Eyes:
        """What sees it."""
        ...

    def lay(self, placement: Placement, sites: Sequence[str], *, seed: int) -> None:
        """Lay the whole table so; ``seed`` is for how hands place what they lay."""
        ...

    def rest(self) -> None:
        """A table that was set up lies a while before somebody presses."""
        ...

    def ms(self) -> float:
        """How long the yardstick takes now; 0 where time says nothing."""
        ...


class Photographed:
    """The virtual table: each turn is drawn, photographed and read.

    The yardstick is decoding and undistorting a photograph: 14 ms on a quiet machine of ours.
    """

    def __init__(self, eyes: TableEyes) -> None:
        assert eyes.desk is not None
        assert eyes.table is not None
        self.eyes = eyes
        self._desk, self._camera = eyes.desk, eyes.table.fit.camera
        self._file: np.ndarray | None = None

    @classmethod
    def learned(cls, folder: Path) -> Photographed:
        """A virtual table that is learned anew."""
        eyes = open_virtual(folder)
        end_s = time.monotonic() + 600
        while eyes.table is None and time.monotonic() < end_s:
            time.sleep(0.2)
        return cls(eyes)

    def lay(self, placement: Placement, sites: Sequence[str], *, seed: int) -> None:
        """Lay it, nothing exactly in its place."""
        del sites
        self._desk.change(laid(placement, seed=seed))

    def rest(self) -> None:
        """Let it be drawn."""
        self._desk.table.photograph(seed=0)

    def ms(self) -> float:
        """The yardstick."""
        if self._file is None:
            photo = self._desk.table.photograph(seed=1).image
            self._file = np.asarray(cv2.imencode(".jpg", photo)[1])
        started_s = time.perf_counter()
        for _ in range(ROUNDS):
            read = cv2.imdecode(self._file, cv2.IMREAD_COLOR)
            assert read is not None
            cv2.undistort(read, self._camera.matrix, self._camera.distortion)
        return (time.perf_counter() - started_s) * 1000 / ROUNDS


class Told:
    """A table whose eyes are told what lies there: no better eyes would know what is asked then."""

    def __init__(self) -> None:
        self.eyes = ScriptedEyes()

    def lay(self, placement: Placement, sites: Sequence[str], *, seed: int) -> None:
        """Tell it."""
        del seed
        self.eyes.sees = seen_table(placement, sites, seats=SEATS)

    def rest(self) -> None:
        """Nothing is drawn."""

    def ms(self) -> float:
        """Nothing is read either."""
        return 0.0
