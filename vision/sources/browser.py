"""Photographs that a browser sends: a phone as camera, or photos chosen by hand.

The panel puts what arrives into a `BrowserSource`, from any thread. A photo sent on purpose answers
the next `still`, be it asked before or after. Running pictures feed `latest`; when a still is
wanted, `wanted` says its number, so that the page can take a good photo and send it with that.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable

from companion.language.notices import Notice, notice
from vision.photo import LONGEST_PX, PhotoProblem, decode_photo
from vision.sources.api import Frame, LockReport, Presence, SourceState, Values, small, unlockable
from vision.sources.errors import CameraAway, PictureRefused

MOST_BYTES = 25_000_000
"""Phones make photos of 2 to 15 MB. How many pixels there may be says `vision.photo`."""
_MOST_SCANS = 64
"""A progressive JPEG has about ten; thousands, each as large as the picture, take minutes."""
_KEPT_S = 60.0
"""So long may a photo that was sent on purpose wait for the question that it answers."""
_QUIET_S = 5.0
"""A phone that sent running pictures and then none for so long is away."""
_ON_ITS_WAY = 1
"""So many running pictures may have been taken before the question and arrive after it."""
_GRACE_S = 1.5
"""So long a page has to answer with a good photo before one of the running picture will do."""


def ignore(_: int) -> None:
    """Tell nobody."""


def _send() -> Notice:
    return notice("cameras.phone-trouble.send")


def _closed() -> Notice:
    return notice("cameras.phone-trouble.closed")


class BrowserSource:
    """A mailbox for photographs, and a `Source`.

    ``wanted`` is called, by the thread that calls `still`, with the number of a still that begins
    to be waited for, and with 0 when the wait is over.
    """

    def __init__(
        self,
        *,
        wanted: Callable[[int], None] = ignore,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tell = wanted
        self._clock = clock
        self._arrived = threading.Condition()
        self._decoding = threading.Lock()
        self._asking = threading.Lock()
        self._numbers = itertools.count()
        self._asked = itertools.count(1)
        self._latest: Frame | None = None
        self._answer: Frame | None = None
        self._wanted = 0
        self._since_asked = 0
        self._will_do_s = 0.0
        self._running_s: float | None = None
        self._closed = False
        none_yet = notice("cameras.phone-trouble.none-yet")
        self._state = SourceState(Presence.OPENING, clock(), none_yet, _send())

    @property
    def name(self) -> Notice:
        """A phone's camera."""
        return notice("cameras.browser.name")

    @property
    def wanted(self) -> int:
        """The number of the still that is waited for now, or 0."""
        with self._arrived:
            return self._wanted

    def put(self, data: bytes, *, live: bool = False, answers: int = 0) -> Frame:
        """Take an encoded picture and return it decoded. Raises PictureRefused.

        live: it is one of a running picture. answers: the number in `wanted` that it was taken for.
        """
        taken_s = self._clock()
        _check(data)
        with self._decoding:  # one at a time: each may need hundreds of megabytes
            try:
                pixels = decode_photo(data, longest_px=LONGEST_PX).pixels
            except PhotoProblem as problem:
                raise PictureRefused(problem.reason, problem.advice) from problem
            pixels.flags.writeable = False
            little = small(pixels)
        with self._arrived:
            if self._closed:
                raise PictureRefused(_closed(), notice("cameras.phone-trouble.choose"))
            self._latest = Frame(little, taken_s, next(self._numbers))
            frame = Frame(pixels, taken_s, next(self._numbers))
            self._file(frame, live=live, answers=answers)
            if self._state.presence is not Presence.LIVE:
                self._state = SourceState(Presence.LIVE, taken_s)
            self._arrived.notify_all()
        return frame

    def _file(self, frame: Frame, *, live: bool, answers: int) -> None:
        """Keep the frame as the answer, if it is one."""
        if live:
            self._running_s = frame.taken_s
        asked_for = bool(answers) and answers == self._wanted
        on_purpose = not live and not answers
        if self._wanted and live:
            self._since_asked += 1
        fresh = self._since_asked > _ON_ITS_WAY and frame.taken_s >= self._will_do_s
        if asked_for or on_purpose or (live and fresh):
            self._answer = frame

    def latest(self) -> Frame | None:
        """Return the newest picture, small."""
        with self._arrived:
            return self._latest

    def still(self, timeout_s: float) -> Frame:
        """Return the photo sent on purpose that was not given yet, or the next that is sent."""
        with self._asking:
            with self._arrived:
                kept = self._take()
                if kept is not None and self._clock() - kept.taken_s < _KEPT_S:
                    return kept
                self._wanted = next(self._asked)
                self._since_asked = 0
                self._will_do_s = self._clock() + min(_GRACE_S, timeout_s / 2)
            self._tell(self._wanted)
            try:
                with self._arrived:
                    self._arrived.wait_for(lambda: self._closed or self._answer, timeout_s)
                    frame = self._take()
                    if frame is None:
                        late = notice("cameras.phone-trouble.late")
                        raise CameraAway(_closed() if self._closed else late, _send())
                    return frame
            finally:
                with self._arrived:
                    self._wanted = self._since_asked = 0
                self._tell(0)

    def _take(self) -> Frame | None:
        frame, self._answer = self._answer, None
        return frame

    def state(self) -> SourceState:
        """Return how it is: away when the running picture has stopped."""
        with self._arrived:
            if self._state.presence is Presence.LIVE and self._running_s is not None:
                away_s = self._running_s + _QUIET_S
                if self._clock() > away_s:
                    reason = notice("cameras.phone-trouble.stopped")
                    self._state = SourceState(Presence.AWAY, away_s, reason, _send())
            return self._state

    def lock(self, values: Values | None = None) -> LockReport:
        """Report that a browser's camera can't be locked from here."""
        del values
        return unlockable(notice("cameras.lock.browser"))

    def close(self) -> None:
        """Take no more pictures, and end those who wait."""
        with self._arrived:
            if not self._closed:
                self._closed = True
                self._latest = self._answer = None
                self._state = SourceState(Presence.AWAY, self._clock(), _closed(), _send())
                self._arrived.notify_all()


def _check(data: bytes) -> None:
    """Refuse what would take too long before it is decoded."""
    if len(data) > MOST_BYTES:
        raise PictureRefused(
            notice("cameras.phone-trouble.large", size_mb=len(data) / 1e6),
            notice("cameras.phone-trouble.at-most", most_mb=MOST_BYTES // 1_000_000),
        )
    if data[:2] == b"\xff\xd8" and data.count(b"\xff\xda") > _MOST_SCANS:
        raise PictureRefused(
            notice("cameras.phone-trouble.layers"), notice("cameras.phone-trouble.as-saved")
        )
