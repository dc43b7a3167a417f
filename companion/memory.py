"""Memory that large pictures leave behind.

glibc keeps what was freed for later and counts as using it, in an arena for each thread that asks
at the same time as another. Of a program that draws and reads pictures in several threads, half is
then of nobody; `python -m benchmarks memory` tells how much. So there is one arena, whole pictures
are given back at once, and the rest now and then. Having every array given back at once would cost
time: pages that are new each time are cleared each time.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3
"""Names of glibc's ``mallopt``."""
_ARENAS = 1
_LARGE_BYTES = 4 * 1024 * 1024
"""A picture of 1280 x 960 pixels has 3.5 MB a byte and channel, so 15 MB as it is worked with."""


def hold_little() -> None:
    """Let large arrays go at once from now on, and threads share an arena; nothing without glibc.

    To be called before the program has threads.
    """
    with suppress(OSError, AttributeError):
        c = ctypes.CDLL("libc.so.6")
        c.mallopt(_ARENA_MAX, _ARENAS)
        c.mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)


def give_memory_back() -> None:
    """Return to the system what the C library holds and nobody uses; nothing without glibc."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
