"""The one writer of the table's state: commands in, snapshots out.

    with Table(log, eyes=eyes, settings=settings) as table:
        table.post(NewGame("moons-and-stars")).result(2)
        reply = table.post(Play(text="e2-e4", seat="brown"), version=table.snapshot.version)

`docs/decisions/0006-the-table.md` tells why it is so. All work is done in one thread; what the
handlers beside this module change is published when they are done, or not at all.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from random import Random
from types import TracebackType
from typing import Any, Self

from companion.errors import ANTICIPATED
from companion.language.notices import together
from companion.record import RecordLog
from companion.referee import judging, watching
from companion.referee.bench import Bench, TableSettings
from companion.referee.commands import Command
from companion.referee.eyes import Eyes
from companion.referee.handling import OF_TYPE
from companion.referee.inbox import Barrier, Envelope, Inbox, Reply
from companion.referee.keeping import Keeper, Keeps
from companion.referee.listening import Listener
from companion.referee.looking import Looked, Looker, Purpose, Stirred, Told
from companion.referee.refusing import broken, refusal_of, stale
from companion.referee.snapshot import Said, Snapshot

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Happening:
    """What a recorder of sessions hears: a command or a look, and the table after it."""

    what: Command | Told
    by: str
    snapshot: Snapshot


class Table:
    """A table with one game on it at most. Safe to use from any thread.

    ``tap`` hears of everything that happens. ``kept`` is where it is written which game is on the
    table and how it stands, before anybody else is told, so that it can be put there again after a
    power cut. What can't be written is told, and tried again at whatever happens next.
    """

    def __init__(
        self,
        log: RecordLog,
        *,
        eyes: Eyes | None = None,
        settings: TableSettings | None = None,
        rng: Random | None = None,
        now_s: Callable[[], float] = time.monotonic,
        tap: Callable[[Happening], None] | None = None,
        kept: Keeps | None = None,
    ) -> None:
        chosen = settings or TableSettings()
        self._inbox = Inbox()
        self._barriers: list[Barrier] = []
        self._listeners: tuple[Listener, ...] = ()
        self._turn = threading.Lock()
        self._closed = False
        self._meant = 0
        self._now_s = now_s
        self._tap = tap
        self._keeper = Keeper(kept)
        self._snapshot = Snapshot(automatic=chosen.automatic)
        self._bench = Bench(
            log=log,
            settings=chosen,
            rng=rng or Random(),
            now_s=now_s,
            ask=self._ask,
            reads=(lambda _game: False) if eyes is None else eyes.reads,
            snapshot=self._snapshot,
            stood=self._keeper.last,
        )
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._looker = None if eyes is None else Looker(eyes, self._inbox.tell)
        self._thread.start()

    # --- For everybody ------------------------------------------------------------------------

    @property
    def snapshot(self) -> Snapshot:
        """The table now."""
        return self._snapshot

    def post(
        self, command: Command, *, version: int | None = None, key: str = "", by: str = ""
    ) -> Future[Reply]:
        """Ask for something; the reply comes when it is saved and done.

        ``version`` is the snapshot that it was meant for: refused as stale if what the players see
        has changed since. ``key``: the same one twice is done once. ``by``: who asks.
        """
        return self._inbox.post(Envelope(command, version, by), key=key, now=self._snapshot)

    def do(self, command: Command, *, timeout_s: float = 5.0, **options: Any) -> Reply:
        """`post`, and wait for the reply. Raises `TimeoutError`."""
        return self.post(command, **options).result(timeout_s)

    def rest(self, timeout_s: float) -> None:
        """Wait until all that was asked is done and no look is under way. Raises `TimeoutError`."""
        self._inbox.barrier().result(timeout_s)

    def listen(self, *, most: int = 8) -> Listener:
        """Hear every snapshot from now on, the present one first; see `Listener`."""
        with self._turn:
            listener = Listener(self._snapshot, most=most, gone=self._forget)
            if self._closed:
                listener.shut()
            else:
                self._listeners = (*self._listeners, listener)
        return listener

    def close(self, *, wait_s: float = 3.0) -> None:
        """Shut down; what is in hand is finished. May be called twice."""
        with self._turn:
            self._closed = True
        if not self._inbox.close():
            return
        if self._looker is not None:
            self._looker.close(wait_s=wait_s)
        self._thread.join(wait_s)
        for listener in self._listeners:
            listener.shut()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- The table's own thread ---------------------------------------------------------------

    def _forget(self, listener: Listener) -> None:
        with self._turn:
            self._listeners = tuple(other for other in self._listeners if other is not listener)

    def _ask(self, number: int, purpose: Purpose) -> None:
        if self._looker is not None:
            self._looker.ask(number, purpose)

    def _run(self) -> None:
        while True:
            try:
                item = self._inbox.get(self._due_s())
            except queue.Empty:
                self._time_up()
                continue
            if item is None:
                self._let_go()
                self._inbox.refuse_rest(self._snapshot)
                return
            if isinstance(item, Barrier):
                self._barriers.append(item)
            elif isinstance(item, Envelope):
                item.reply.set_result(self._answer(item))
            else:
                self._hear(item)
            if self._bench.pending is None and self._inbox.empty:
                self._let_go()

    def _due_s(self) -> float | None:
        """In how many seconds something is due although nobody asks; None: never."""
        clock = self._bench.snapshot.clock
        dues = (clock.due_s(now_s=self._now_s()), self._keeper.due_s(self._bench))
        return min((due for due in dues if due is not None), default=None)

    def _let_go(self) -> None:
        """The table is at rest."""
        while self._barriers:
            self._barriers.pop().reached.set_result(None)

    def _answer(self, envelope: Envelope) -> Reply:
        """Do a command, or refuse it and leave the table as it was."""
        before = self._bench.snapshot
        try:
            if envelope.version is not None and envelope.version < self._meant:
                raise stale()
            kind = OF_TYPE[type(envelope.command)]
            kind.handle(self._bench, envelope.command, envelope.by)
        except ANTICIPATED as error:
            self._bench.snapshot = before
            return Reply(self._publish(), refusal_of(error))
        except Exception:  # a fault of ours must not end the game that people are playing
            _LOG.exception("The command %s failed", type(envelope.command).__name__)
            self._bench.snapshot = before
            return Reply(self._publish(), broken())
        reply = Reply(self._publish())
        self._tapped(envelope.command, envelope.by)
        return reply

    def _hear(self, told: Told) -> None:
        """Take in what the looker tells."""
        before = self._bench.snapshot
        try:
            if isinstance(told, Looked):
                judging.looked(self._bench, told)
            elif isinstance(told, Stirred):
                watching.stirred(self._bench)
            else:
                watching.eyes_told(self._bench, told)
        except ANTICIPATED as error:
            self._bench.snapshot = before
            self._bench.forget_looks()
            self._trouble(together(error.message, error.advice))
        except Exception:  # as above
            _LOG.exception("A photo could not be judged")
            self._bench.snapshot = before
            self._bench.forget_looks()
            self._trouble(together(broken().message, broken().advice))
        self._publish()
        self._tapped(told, "")

    def _trouble(self, text: str) -> None:
        """Something could not be saved while nobody waits for a reply: everybody is told."""
        troubles = tuple(dict.fromkeys((*self._bench.snapshot.troubles, text)))
        self._bench.change(troubles=troubles[-4:])

    def _time_up(self) -> None:
        """A side's time has run out: it is said once, and people decide what it means.

        Or the clock has to be written down, and nothing else has happened.
        """
        bench = self._bench
        seat = bench.snapshot.clock.fallen(now_s=self._now_s())
        if seat is not None:
            bench.save_clock()
            stopped = bench.snapshot.clock.stopped(now_s=self._now_s())
            bench.change(clock=replace(stopped, limited=False))
            bench.say(Said.TIME_UP, seat=seat)
        self._publish()

    def _publish(self) -> Snapshot:
        """Show the bench's snapshot to everybody, if anything has changed."""
        bench = self._bench
        bench.refresh()
        trouble = self._keeper.keep(bench)
        if trouble is not None:
            self._trouble(trouble)
        if self._looker is not None:
            self._looker.watch(on=watching.wants_watching(bench))
        old, new = self._snapshot, bench.snapshot
        if replace(new, version=old.version) == old:
            return old
        new = replace(new, version=old.version + 1)
        if old.meaning != new.meaning:
            self._meant = new.version
        bench.snapshot = new
        with self._turn:
            self._snapshot = new
            listeners = self._listeners
        for listener in listeners:
            listener.hear(new)
        return new

    def _tapped(self, what: Command | Told, by: str) -> None:
        if self._tap is not None:
            self._tap(Happening(what, by, self._snapshot))
