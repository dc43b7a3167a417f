"""The table as a stream: the whole first, then what has changed, to a bounded number of listeners.

A listener that is slow misses what came in between and gets the difference to the newest: nothing
queues up for it. Every stream sends a comment now and then, so that both ends notice when the other
is gone, and ends by itself after a while: browsers come back at once, and what hangs is freed.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from typing import Any

from companion.games.api import Json
from companion.referee.snapshot import Snapshot
from companion.referee.table import Table
from webui.refusals import Refusal
from webui.roles import Viewer
from webui.telling import Teller

MOST_STREAMS = 24
"""Each takes one of the server's threads (`webui.serving.THREADS`); the rest are for requests."""
MOST_OF_ONE_ADDRESS = 8
HEARTBEAT_S = 15.0
LOOK_S = 1.0
"""So often a stream looks whether its browser is still there."""
LONGEST_S = 1800.0
RETRY_MS = 1000


class Pulse:
    """Wakes all streams when the table has changed: one listener of the table for all of them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._changed = threading.Condition()
        self._newest = table.snapshot
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="panel pulse", daemon=True)
        self._thread.start()

    @property
    def newest(self) -> Snapshot:
        """The newest snapshot."""
        return self._newest

    @property
    def closing(self) -> bool:
        """Whether streams are to end."""
        return self._closing

    def wait(self, version: int, timeout_s: float) -> Snapshot:
        """The newest snapshot, as soon as it isn't that version any more."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._closing or self._newest.version != version, timeout_s
            )
            return self._newest

    def close(self) -> None:
        """End all streams."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()

    def _run(self) -> None:
        with self._table.listen() as listener:
            while not (self._closing or listener.closed):
                snapshot = listener.get(timeout_s=1.0)
                if snapshot is None or snapshot.version == self._newest.version:
                    continue
                with self._changed:
                    self._newest = snapshot
                    self._changed.notify_all()


class Streams:
    """Who listens, how many may."""

    def __init__(self, *, most: int = MOST_STREAMS, most_of_one: int = MOST_OF_ONE_ADDRESS) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """How many streams are open."""
        return self._open.total()

    def enter(self, address: str, *, own_screen: bool) -> Callable[[], None]:
        """Take a place; call what is returned when leaving. Raises `Refusal` if all are taken."""
        with self._lock:
            full = self._open.total() >= self._most
            many = self._open[address] >= self._most_of_one and not own_screen
            if full or many:
                raise Refusal(503, "streams-full", headers={"Retry-After": "5"})
            self._open[address] += 1
        left = threading.Event()

        def leave() -> None:
            with self._lock:
                if not left.is_set():
                    left.set()
                    self._open[address] -= 1
                    self._open += Counter()  # forgets addresses with none

        return leave


def stream(
    pulse: Pulse,
    teller: Teller,
    whose: Callable[[], Viewer],
    *,
    is_gone: Callable[[], bool] = lambda: False,
    clock_s: Callable[[], float] = time.monotonic,
    heartbeat_s: float = HEARTBEAT_S,
    longest_s: float = LONGEST_S,
) -> Generator[str, None, None]:
    """The events of one stream, as text; ends when its browser is gone or its time is over.

    ``whose`` says who listens: a seat can be taken, and all can be sent away, while a stream is
    open. Then it goes on with the whole table as that viewer may know it now.
    """
    begun_s = beat_s = clock_s()
    viewer = whose()
    known = teller.tell(pulse.newest, viewer)
    yield f"retry: {RETRY_MS}\n{event('snapshot', known)}"
    while not (pulse.closing or is_gone() or clock_s() - begun_s > longest_s):
        snapshot = pulse.wait(known["version"], min(LOOK_S, heartbeat_s))
        before, viewer = viewer, whose()
        if viewer != before:
            known, beat_s = teller.tell(snapshot, viewer), clock_s()
            yield event("snapshot", known)
        elif snapshot.version != known["version"]:
            told = teller.tell(snapshot, viewer)
            yield event("delta", delta(known, told))
            known, beat_s = told, clock_s()
        elif clock_s() - beat_s >= heartbeat_s:
            yield ": still here\n\n"
            beat_s = clock_s()


def event(name: str, data: Mapping[str, Json]) -> str:
    """One event in the form of server-sent events; its id is the version."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {name}\nid: {data['version']}\ndata: {body}\n\n"


def delta(before: Mapping[str, Json], after: Mapping[str, Json]) -> dict[str, Any]:
    """What has changed: values by key; the log by its new lines, and by how many old ones stay.

    A take-back changes a line or two near the end, and a long game's log is not sent for that.

    >>> delta({"version": 1, "log": [1], "phase": "turns"}, {"version": 2, "log": [1, 2],
    ...     "phase": "turns"})
    {'version': 2, 'from': 1, 'set': {}, 'log_keep': 1, 'log_add': [2]}
    """
    changed = {
        key: value
        for key, value in after.items()
        if key not in ("version", "log") and before.get(key) != value
    }
    old, new = before["log"], after["log"]
    kept = next(
        (place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other),
        min(len(old), len(new)),
    )
    return {
        "version": after["version"],
        "from": before["version"],
        "set": changed,
        "log_keep": kept,
        "log_add": new[kept:],
    }
