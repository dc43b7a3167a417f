"""Photographs of a game in a folder, or a video, in place of a camera.

The photographs come in the order of their names, numbers by their value (2.jpg before 10.jpg).
Each stays until a still has been taken of it, or for a time; the last one stays.
"""

from __future__ import annotations

import itertools
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.language.notices import SILENCE, Notice, notice, together
from vision.photo import LONGEST_PX, PhotoProblem, load_photo
from vision.sources.api import (
    Frame,
    LockReport,
    Pixels,
    Presence,
    SourceState,
    Values,
    small,
    state_now,
    unlockable,
)
from vision.sources.errors import CameraAway, CameraMissing

PHOTOS = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
VIDEOS = (".mjpeg", ".mjpg", ".y4m", ".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v")
_USUAL_RATE = 25.0


class Pictures(Protocol):
    """Pictures that are gone through once, from the first on."""

    def advance(self) -> Pixels | None:
        """Return the next picture, or None when there are no more."""
        ...

    def skip(self) -> bool:
        """Pass over the next picture; False when there are no more."""
        ...

    def trouble(self) -> Notice:
        """Return what could not be read so far, for people."""
        ...

    def close(self) -> None:
        """Let go of them."""
        ...


class FolderPictures:
    """The photographs in a folder, read when they are needed; those that can't be are left out."""

    def __init__(self, files: tuple[Path, ...]) -> None:
        self._files = list(files)
        self._bad: list[Notice] = []

    def advance(self) -> Pixels | None:
        """Return the next photograph that can be read."""
        while self._files:
            file = self._files.pop(0)
            try:
                return load_photo(file, longest_px=LONGEST_PX).pixels
            except PhotoProblem as problem:
                why = notice("cameras.folder-trouble.left-out", file=file.name, why=problem.reason)
                self._bad.append(why)
        return None

    def skip(self) -> bool:
        """Pass over a photograph without reading it."""
        if not self._files:
            return False
        self._files.pop(0)
        return True

    def trouble(self) -> Notice:
        """Return what was left out, the newest last."""
        return together(*self._bad[-3:])

    def close(self) -> None:
        """Nothing is open."""


class VideoPictures:
    """The frames of a video."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    def advance(self) -> Pixels | None:
        """Return the next frame that can be decoded."""
        there, pixels = self._capture.read()
        return np.asarray(pixels, dtype=np.uint8) if there and pixels is not None else None

    def skip(self) -> bool:
        """Pass over a frame."""
        return bool(self._capture.grab())

    def trouble(self) -> Notice:
        """Nothing is known of damaged frames."""
        return SILENCE

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


class FolderSource:
    """Pictures as a `Source`.

    step_s: how long each stays; None: until a still was taken of it. `latest` shows what `still`
    would give, so that a watch for motion sees each new photograph come.
    """

    def __init__(
        self,
        name: Notice,
        pictures: Pictures,
        *,
        step_s: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._pictures = pictures
        self._step_s = step_s
        self._clock = clock
        self._busy = threading.Lock()
        self._numbers = itertools.count()
        self._ended = self._closed = False
        first = pictures.advance()
        if first is None:
            why = pictures.trouble() or notice("cameras.folder-trouble.format")
            pictures.close()
            raise CameraMissing(notice("cameras.folder-trouble.no-picture", camera=name), why)
        self._shown = first
        self._shown_s = clock()
        self._latest = self._frame(small(first))
        self._live_since_s = self._shown_s

    def latest(self) -> Frame | None:
        """Return the current picture, small."""
        with self._busy:
            if self._closed:
                return None
            self._keep_time()
            return self._latest

    def still(self, timeout_s: float) -> Frame:
        """Return the current picture; without a ``step_s`` the next one is shown from then on."""
        del timeout_s
        with self._busy:
            if self._closed:
                raise CameraAway(self._was_closed(), notice("cameras.away.open-again"))
            self._keep_time()
            frame = self._frame(self._shown)
            if self._step_s is None:
                self._advance()
            return frame

    def state(self) -> SourceState:
        """Return how it is; its reason tells what was left out and that all was shown."""
        with self._busy:
            if self._closed:
                return state_now(Presence.AWAY, self._was_closed())
            ended = notice("cameras.folder-trouble.all-shown") if self._ended else SILENCE
            told = together(self._pictures.trouble(), ended)
            return SourceState(Presence.LIVE, self._live_since_s, told)

    def lock(self, values: Values | None = None) -> LockReport:
        """Report that pictures that were taken can't be taken otherwise."""
        del values
        return unlockable(notice("cameras.lock.taken"))

    def close(self) -> None:
        """Let go of the files."""
        with self._busy:
            if not self._closed:
                self._closed = True
                self._pictures.close()

    def _was_closed(self) -> Notice:
        return notice("cameras.away.closed", camera=self.name)

    def _frame(self, pixels: Pixels) -> Frame:
        pixels.flags.writeable = False
        return Frame(pixels, self._clock(), next(self._numbers))

    def _keep_time(self) -> None:
        """Show the picture whose time it is; pass over those whose time went by."""
        if self._step_s is None or self._ended:
            return
        due = int((self._clock() - self._shown_s) / self._step_s)
        if due < 1:
            return
        self._shown_s += due * self._step_s
        for _ in range(due - 1):
            if not self._pictures.skip():
                break
        self._advance()

    def _advance(self) -> None:
        pixels = None if self._ended else self._pictures.advance()
        if pixels is None:
            self._ended = True
            return
        self._shown = pixels
        self._latest = self._frame(small(pixels))


def open_folder(address: str, *, step_s: float | None = None) -> FolderSource:
    """Open a folder of photographs, one photograph, or a video. CameraMissing.

    step_s: as `FolderSource` has it; None lets photographs wait for stills, and a video run at its
    own speed.
    """
    path = Path(address)
    advice = notice("cameras.folder-trouble.set-address")
    if not address:
        raise CameraMissing(notice("cameras.folder-trouble.unnamed"), advice)
    if not path.exists():
        raise CameraMissing(notice("cameras.folder-trouble.missing", address=address), advice)
    if path.is_dir():
        try:
            inside = [p for p in path.iterdir() if p.suffix.lower() in PHOTOS and p.is_file()]
        except OSError as error:
            why = error.strerror or str(error)
            reason = notice("cameras.folder-trouble.unreadable", address=address, fault=why)
            raise CameraMissing(reason, advice) from error
        files = tuple(sorted(inside, key=_by_number))
        if not files:
            raise CameraMissing(notice("cameras.folder-trouble.empty", address=address), advice)
        name = notice("cameras.folder.name", file=path.name)
        return FolderSource(name, FolderPictures(files), step_s=step_s)
    if path.suffix.lower() in PHOTOS:
        name = notice("cameras.photograph.name", file=path.name)
        return FolderSource(name, FolderPictures((path,)), step_s=step_s)
    if path.suffix.lower() not in VIDEOS:
        raise CameraMissing(notice("cameras.folder-trouble.neither", file=path.name), advice)
    capture = cv2.VideoCapture(str(path))
    if not capture.isOpened():
        capture.release()
        raise CameraMissing(notice("cameras.folder-trouble.bad-video", file=path.name), advice)
    rate = capture.get(cv2.CAP_PROP_FPS)
    own_s = 1 / (rate if 0.1 < rate < 1000 else _USUAL_RATE)
    pictures = VideoPictures(capture)
    name = notice("cameras.video.name", file=path.name)
    return FolderSource(name, pictures, step_s=step_s or own_s)


def _by_number(path: Path) -> list[tuple[int, str]]:
    """Sort key: digits by their value, the rest by its letters."""
    parts = re.findall(r"\d+|\D+", path.name.lower())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
