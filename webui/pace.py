"""How often somebody may ask: a bucket of tokens for each address, and few buckets in all."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from flask import current_app, request

from webui.refusals import Refusal

MOST_ADDRESSES = 1024
"""So many addresses are remembered; then the one that was quiet longest is forgotten."""


@dataclass(frozen=True, slots=True)
class Pace:
    """So many a second in the long run, and so many at once; ``name`` keeps paces apart."""

    name: str
    per_s: float
    at_once: int


ORDERS = Pace("orders", 10, 40)
"""Commands to the table."""
QUESTIONS = Pace("questions", 10, 30)
"""What has to be worked out: rulings, replays, exports."""

REPLAYS = Pace("replays", 2, 20)
"""Recorded games that have to be judged anew, from their first action on."""


class Pacer:
    """Remembers who asked how much. Safe for threads."""

    def __init__(
        self, *, clock_s: Callable[[], float] = time.monotonic, most: int = MOST_ADDRESSES
    ) -> None:
        self._clock_s = clock_s
        self._most = most
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait_s(self, pace: Pace, who: str) -> float:
        """Take a token; 0 if there was one, else the seconds until there is one."""
        with self._lock:
            now_s, key = self._clock_s(), (pace.name, who)
            tokens, since_s = self._buckets.pop(key, (float(pace.at_once), now_s))
            tokens = min(float(pace.at_once), tokens + (now_s - since_s) * pace.per_s)
            wait_s = 0.0 if tokens >= 1 else (1 - tokens) / pace.per_s
            self._buckets[key] = (tokens - 1 if tokens >= 1 else tokens, now_s)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        return wait_s


def keep_pace(pace: Pace) -> None:
    """Raise `Refusal` where this address asks too often."""
    pacer: Pacer = current_app.extensions["moontable"].pacer
    wait_s = pacer.wait_s(pace, request.remote_addr or "")
    if wait_s:
        after = str(int(wait_s) + 1)
        raise Refusal(429, "too-often", values={"seconds": after}, headers={"Retry-After": after})
