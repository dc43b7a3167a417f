"""Waiting for another thread, not for a time."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(holds: Callable[[], bool], *, most_s: float = 10.0) -> None:
    """Wait until it holds; fail if it never does."""
    end_s = time.monotonic() + most_s
    while not holds():
        assert time.monotonic() < end_s, "it never came to be"
        time.sleep(0.005)
