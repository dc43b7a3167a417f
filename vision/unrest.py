"""Waiting for a table to come to rest: a thread that watches a source's small frames.

It goes on between looks, so that whoever presses a button does not wait for what is known.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.layout import Layout
from vision.sources.api import Frame, Source
from vision.sources.motion import MotionWatch, Stir

CALM_S = 0.3
"""Nothing has moved for so long: it is quiet. Between two moves of a hand there is more."""
_EVERY_S = 0.08
_SAME_S = 0.25
"""A source that gives no newer frame for so long shows the same still."""
_AROUND_PITCHES = 1.6
"""How far around the outermost points motion counts: the notches lie there."""


class TableUnrest:
    """Tells whether anything moves before a source; see `vision.eyes.Unrest`."""

    def __init__(self, source: Source, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._source = source
        self._clock = clock
        self._news = threading.Condition()
        self._watch = MotionWatch()
        self._where: tuple[Camera, Layout] | None = None
        self._shape: tuple[int, int] | None = None
        self._number = -1
        self._fed_s = 0.0
        self._stir = Stir.MOVING
        self._moved_s = clock()
        self._untold = True
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="unrest", daemon=True)
        self._thread.start()

    def watch_board(self, camera: Camera, layout: Layout) -> None:
        """Let motion count on the board and beside it only."""
        with self._news:
            self._where = (camera, layout)
            self._shape = None

    def wait_quiet(self, timeout_s: float) -> bool:
        """Wait until nothing moves; False if it still moves at the end."""
        with self._news:
            return self._news.wait_for(self._is_quiet, timeout_s)

    def wait_changed(self, timeout_s: float) -> bool:
        """Wait until something has moved and come to rest since the last `looked`; told once."""
        with self._news:
            changed = self._news.wait_for(
                lambda: self._untold and self._stir is Stir.CHANGED and self._is_quiet(), timeout_s
            )
            self._untold = self._untold and not changed
            return changed

    def looked(self) -> None:
        """A look was taken now: what has moved before is known."""
        with self._news:
            self._watch.judged()
            self._untold = False
            if self._stir is Stir.CHANGED:
                self._stir = Stir.QUIET

    def close(self) -> None:
        """Watch no more."""
        self._ended.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(2.0)

    def _is_quiet(self) -> bool:
        return self._stir is not Stir.MOVING and self._clock() - self._moved_s >= CALM_S

    def _run(self) -> None:
        while not self._ended.wait(_EVERY_S):
            frame = self._source.latest()
            now_s = self._clock()
            if frame is None or (frame.sequence == self._number and now_s - self._fed_s < _SAME_S):
                with self._news:
                    self._news.notify_all()
                continue
            taken_s = now_s if frame.sequence == self._number else frame.taken_s
            self._number, self._fed_s = frame.sequence, now_s
            with self._news:
                self._feed(frame, taken_s)
                self._news.notify_all()

    def _feed(self, frame: Frame, taken_s: float) -> None:
        """Show the watch a frame, with a mask for frames of that shape."""
        shape = (frame.pixels.shape[0], frame.pixels.shape[1])
        if shape != self._shape:
            self._shape = shape
            self._watch = MotionWatch(mask=_mask(self._where, shape))
        seen = self._watch.see(frame.pixels, taken_s)
        self._stir = seen.stir
        if seen.stir is Stir.MOVING:
            self._moved_s = taken_s  # a frame like this one later: nothing has moved since
        self._untold = self._untold or seen.stir is Stir.MOVING


def _mask(where: tuple[Camera, Layout] | None, shape: tuple[int, int]) -> NDArray[np.bool_] | None:
    """Return where motion counts in frames of a shape; None (everywhere) where that is unclear."""
    if where is None:
        return None
    camera, layout = where
    height, width = shape
    if abs(width / height - camera.size_px[0] / camera.size_px[1]) > 0.02:
        return None
    grown = layout.corners_mm + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (
        _AROUND_PITCHES * layout.pitch_mm
    )
    ring = np.concatenate(
        [
            grown[k] + np.linspace(0, 1, 8)[:, None] * (grown[(k + 1) % 4] - grown[k])
            for k in range(4)
        ]
    )
    seen = camera.scaled((width, height)).project(np.column_stack([ring, np.zeros(len(ring))]))
    if not np.isfinite(seen).all():
        return None
    sheet = np.zeros(shape, dtype=np.uint8)
    cv2.fillPoly(sheet, [np.round(np.clip(seen, -9e3, 9e3)).astype(np.int32)], 1)
    return np.asarray(sheet > 0)


class AlwaysQuiet:
    """An unrest without a camera: nothing ever moves; ``changed`` says once that something has."""

    def __init__(self) -> None:
        self.changed = False
        self.looks = 0

    def watch_board(self, camera: Camera, layout: Layout) -> None:
        """Nothing moves anywhere."""
        del camera, layout

    def wait_quiet(self, timeout_s: float) -> bool:
        """Say so at once."""
        del timeout_s
        return True

    def wait_changed(self, timeout_s: float) -> bool:
        """Tell a change once."""
        del timeout_s
        changed, self.changed = self.changed, False
        return changed

    def looked(self) -> None:
        """Count the looks."""
        self.looks += 1

    def close(self) -> None:
        """Nothing to let go of."""
