"""What waits for the table's thread: commands, what the eyes tell, and who waits for rest.

Safe to use from any thread. A command that comes twice is done once, and a storm of them ends.
"""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict
from concurrent.futures import Future
from dataclasses import dataclass, field

from companion.language.notices import notice
from companion.referee.commands import Command
from companion.referee.looking import Told
from companion.referee.refusing import Refused, not_now, shut_down
from companion.referee.snapshot import Snapshot

MOST_WAITING = 256
"""Commands that may wait; who asks more is refused, so that a storm of presses ends."""
MOST_KEYS = 512
"""Idempotency keys that are remembered."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a command: taken, or refused by the protocol; and the table after it.

    That a move is illegal is no refusal: the command was taken, and ``snapshot.answer`` tells.
    """

    snapshot: Snapshot
    refusal: Refused | None = None

    @property
    def accepted(self) -> bool:
        """Whether the command was taken."""
        return self.refusal is None


@dataclass(frozen=True, slots=True)
class Envelope:
    """A command, the snapshot that it was meant for, and who asks."""

    command: Command
    version: int | None
    by: str
    reply: Future[Reply] = field(default_factory=Future)


@dataclass(frozen=True, slots=True)
class Barrier:
    """Somebody waits until the table is at rest."""

    reached: Future[None] = field(default_factory=Future)


Item = Envelope | Barrier | Told


class Inbox:
    """A queue of what is to be done, in order."""

    def __init__(self) -> None:
        self._items: queue.Queue[Item | None] = queue.Queue()
        self._turn = threading.Lock()
        self._keys: OrderedDict[str, Future[Reply]] = OrderedDict()
        self._closed = False

    def post(self, envelope: Envelope, *, key: str, now: Snapshot) -> Future[Reply]:
        """Take a command in; what is refused at once is answered with the table as it is `now`."""
        with self._turn:
            if key and key in self._keys:
                return self._keys[key]
            if self._closed:
                envelope.reply.set_result(Reply(now, shut_down()))
            elif self._items.qsize() >= MOST_WAITING:
                refusal = not_now(notice("referee.too-much"), notice("referee.later"))
                envelope.reply.set_result(Reply(now, refusal))
            else:
                self._remember(key, envelope.reply)
                self._items.put(envelope)
        return envelope.reply

    def _remember(self, key: str, reply: Future[Reply]) -> None:
        if key:
            self._keys[key] = reply
            while len(self._keys) > MOST_KEYS:
                self._keys.popitem(last=False)

    def tell(self, told: Told) -> None:
        """Take in what the eyes tell."""
        self._items.put(told)

    def barrier(self) -> Future[None]:
        """Done when all that came before is done and the table is at rest."""
        barrier = Barrier()
        self._items.put(barrier)
        return barrier.reached

    def get(self, timeout_s: float | None) -> Item | None:
        """The next thing; None: it was closed, and this is the end. Raises `queue.Empty`."""
        return self._items.get(timeout=timeout_s)

    @property
    def empty(self) -> bool:
        """Whether nothing waits."""
        return self._items.empty()

    def close(self) -> bool:
        """Take no more commands; whether it was open until now."""
        with self._turn:
            if self._closed:
                return False
            self._closed = True
            self._items.put(None)
            return True

    def refuse_rest(self, now: Snapshot) -> None:
        """Let nobody wait for a table that is gone."""
        while not self._items.empty():
            item = self._items.get_nowait()
            if isinstance(item, Barrier):
                item.reached.set_result(None)
            elif isinstance(item, Envelope):
                item.reply.set_result(Reply(now, shut_down()))
