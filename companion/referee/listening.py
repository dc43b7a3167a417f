"""Bounded ears: who is slow misses what came in between, and always gets the newest snapshot."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Self

from companion.referee.snapshot import Snapshot


class Listener:
    """Hears every snapshot of a table, or the newest ones; made by `Table.listen`.

    The table never waits for it. Use it in ``with``, from one thread.
    """

    def __init__(self, first: Snapshot, *, most: int, gone: Callable[[Listener], None]) -> None:
        self._waiting: deque[Snapshot] = deque([first], maxlen=max(1, most))
        self._changed = threading.Condition()
        self._gone = gone
        self._closed = False

    def hear(self, snapshot: Snapshot) -> None:
        """Take in a snapshot; for the table. The oldest unheard one goes when there is no room."""
        with self._changed:
            self._waiting.append(snapshot)
            self._changed.notify()

    def get(self, timeout_s: float) -> Snapshot | None:
        """The next unheard snapshot, at first the one there was; None if none comes in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed, timeout_s)
            return self._waiting.popleft() if self._waiting else None

    @property
    def closed(self) -> bool:
        """Whether the table was shut down, or nobody listens any more."""
        return self._closed

    def close(self) -> None:
        """Hear no more; may be called twice."""
        self._gone(self)
        self.shut()

    def shut(self) -> None:
        """The table is gone: whoever waits is let go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
