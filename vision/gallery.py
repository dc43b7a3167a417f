"""The photographs that were read last, with what was read on them, for people to look at.

A photograph is laid aside as JPEG under a number that grows; the oldest goes when there are too
many.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.language.notices import SILENCE, Notice
from vision.aside import Aside
from vision.evidence import Reading
from vision.light import Image
from vision.marks import marks_of, roll_marks
from vision.notches import Notches
from vision.roll import Roll
from vision.view import Standing, View

MOST = 40
"""So many photographs are kept: about 8 MB of files."""
_QUALITY = 90


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A photograph that was read: its file, the board as it lay, and what was read.

    file: the photo as JPEG, None where it couldn't be made. standing: where the photo is of the
    table's camera.
    reading, roll: one of both, or none where nothing could be read. marks: what the panel draws
    over it, in pixels of the photo; see `vision.marks`.
    """

    number: int
    file: Aside | None
    size_px: tuple[int, int]
    standing: Standing | None
    reading: Reading | None
    roll: Roll | None
    marks: dict[str, Any]

    @property
    def jpeg(self) -> bytes:
        """The photo's file; empty where it couldn't be made."""
        if self.file is None:
            return b""
        with self.file.read() as data:
            return data.tobytes()


class Gallery:
    """Keeps the last photographs; any thread may use it.

    ``first``: the number of the first. One that grows from each start of the program to the next
    keeps browsers from showing a photo that they remember of the last time.
    """

    def __init__(self, most: int = MOST, *, first: int = 1) -> None:
        self._most = most
        self._kept: OrderedDict[int, Kept] = OrderedDict()
        self._number = first - 1
        self._lock = threading.Lock()

    def add(
        self,
        photo: Image,
        *,
        view: View | None = None,
        reading: Reading | None = None,
        roll: Roll | None = None,
        notches: Notches | None = None,
        reason: Notice = SILENCE,
    ) -> int:
        """Keep a photograph; its number. ``reason``: why nothing was read, where that is so."""
        done, data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        laid = Aside.of(np.asarray(data, dtype=np.uint8)) if done else None
        size_px = (photo.shape[1], photo.shape[0])
        if view is not None and reading is not None:
            marks = marks_of(view, reading, notches)
        elif view is not None and roll is not None:
            marks = roll_marks(view, roll)
        else:
            marks = {}
        marks = {"status": "unreadable", "reason": reason, "grid": [], "sites": {}} | marks
        with self._lock:
            self._number += 1
            marks |= {"photo": self._number, "size_px": list(size_px)}
            kept = Kept(
                *(self._number, laid, size_px),
                None if view is None else view.standing,
                *(reading, roll, marks),
            )
            self._kept[self._number] = kept
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return self._number

    def get(self, number: int) -> Kept | None:
        """Return a photograph, or None where it is not kept any more."""
        with self._lock:
            return self._kept.get(number)

    def jpeg(self, number: int) -> bytes | None:
        """Return the file of a photograph, or None where it is not kept any more."""
        kept = self.get(number)
        return None if kept is None else kept.jpeg or None

    def overlay(self, number: int) -> dict[str, Any] | None:
        """Return what is drawn over a photograph, or None where it is not kept any more."""
        kept = self.get(number)
        return None if kept is None else kept.marks

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all that are kept, the oldest first."""
        with self._lock:
            return tuple(self._kept)
