"""Tells systemd how the service is: the protocol of sd_notify(3), which is one datagram.

    notify("READY=1")                    # when the panel answers
    every_s = watchdog_s()               # None when nobody watches
    notify("WATCHDOG=1")                 # at least every ``every_s`` seconds
    notify("STOPPING=1")

Where no systemd listens, nothing happens.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

_SHARE = 3
"""So many signs of life within the time that systemd allows: one may be late."""


def notify(state: str, *, environment: Mapping[str, str] = os.environ) -> bool:
    """Send a state, lines of NAME=value; whether somebody could be told. Never raises or waits.

    >>> notify("READY=1", environment={})
    False
    """
    address = environment.get("NOTIFY_SOCKET", "")
    if address[:1] not in ("/", "@"):
        return False
    # "@" stands for the zero byte with which an abstract address begins.
    where = f"\0{address[1:]}" if address[0] == "@" else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as talk:
            talk.setblocking(False)
            talk.sendto(state.encode(), where)
    except OSError:  # a full or vanished socket is systemd's to notice, not the game's
        return False
    return True


def watchdog_s(*, environment: Mapping[str, str] = os.environ) -> float | None:
    """Return how often, in seconds, "WATCHDOG=1" is to be sent; None if this process need not.

    >>> watchdog_s(environment={"WATCHDOG_USEC": "60000000"})
    20.0
    """
    told, whose = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not told.isdecimal() or int(told) == 0:
        return None
    if whose and whose != str(os.getpid()):
        return None
    return int(told) / 1_000_000 / _SHARE
