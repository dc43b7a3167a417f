"""Waiting for what another thread does, with a limit."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(holds: Callable[[], bool], *, within_s: float = 5.0) -> bool:
    """Whether ``holds`` becomes true in time."""
    end_s = time.monotonic() + within_s
    while not holds():
        if time.monotonic() > end_s:
            return False
        time.sleep(0.002)
    return True
