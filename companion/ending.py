"""Ending what runs: all of it is asked at once, and nobody waits long for one that hangs."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

_LOG = logging.getLogger(__name__)

Closer = Callable[[], object]


class Ending:
    """What has to end, collected while it begins; an error in its ``with`` ends it at once.

    ``wait_s`` is how long is waited for all together; what isn't done by then is left behind, in
    threads that end with the program.

    >>> ended = []
    >>> with Ending(wait_s=0.1) as ending:
    ...     ending.last(lambda: ended.append("the record"))
    ...     ending.add(lambda: ended.append("the table"))
    ...     ending.add(lambda: time.sleep(9))
    >>> ending.end(), ended
    (False, ['the table', 'the record'])
    """

    def __init__(self, *, wait_s: float) -> None:
        self._wait_s = wait_s
        self._together: list[Closer] = []
        self._last: list[Closer] = []

    def add(self, close: Closer) -> None:
        """Let this end beside the others; it may be called twice."""
        self._together.append(close)

    def last(self, close: Closer) -> None:
        """Let this end after all the others."""
        self._last.append(close)

    def end(self) -> bool:
        """End all; whether all is done. One that raises is logged: the others end all the same."""
        until_s = time.monotonic() + self._wait_s
        threads = [
            threading.Thread(target=_quietly, args=(close,), daemon=True)
            for close in self._together
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0.0, until_s - time.monotonic()))
        for close in reversed(self._last):
            _quietly(close)
        return not any(thread.is_alive() for thread in threads)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self.end()


def _quietly(close: Closer) -> None:
    try:
        close()
    except Exception:  # whatever it is, the rest must end, too
        _LOG.exception("Something could not be closed")
