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
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from random import Random
from types import TracebackType
from typing import Any, Self

from companion.errors import (
    ANTICIPATED,
    FileProblem,
    RecordDamaged,
    RecordProblem,
    UnknownRecord,
)
from companion.games.errors import BadNotation
from companion.language.notices import fault, notice, together
from companion.record import RecordLog
from companion.referee import judging
from companion.referee.bench import Bench, TableSettings
from companion.referee.commands import Command
from companion.referee.eyes import Eyes, Watch
from companion.referee.handling import OF_TYPE
from companion.referee.listening import Listener
from companion.referee.looking import EyesTold, Looked, Looker, Purpose, Stirred, Told
from companion.referee.refusing import RefusalCode, Refused, not_now
from companion.referee.snapshot import Said, Snapshot

_LOG = logging.getLogger(__name__)

_FAULT = Refused(
    RefusalCode.BROKEN,
    notice("referee.fault"),
    notice("referee.try-again"),
)

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
class _Envelope:
    command: Command
    version: int | None
    by: str
    reply: Future[Reply]


@dataclass(frozen=True, slots=True)
class _Barrier:
    """Somebody waits until the table is at rest."""

    reached: Future[None]


@dataclass(frozen=True, slots=True)
class Happening:
    """What a recorder of sessions hears: a command or a look, and the table after it."""

    what: Command | Told
    by: str
    snapshot: Snapshot


class Table:
    """A table with one game on it at most. Safe to use from any thread.

    ``tap`` hears of everything that happens. ``keep`` is told which game is on the table before
    anybody else is, so that it can be put there again after a power cut. If it raises `OSError`
    everybody is told, and it is tried again at whatever happens next.
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
        keep: Callable[[int | None], None] = lambda _game_id: None,
    ) -> None:
        chosen = settings or TableSettings()
        self._inbox: queue.Queue[_Envelope | _Barrier | Told | None] = queue.Queue()
        self._barriers: list[_Barrier] = []
        self._listeners: tuple[Listener, ...] = ()
        self._turn = threading.Lock()
        self._keys: OrderedDict[str, Future[Reply]] = OrderedDict()
        self._closed = False
        self._meant = 0
        self._now_s = now_s
        self._tap = tap
        self._keep = keep
        self._kept: int | None = None
        self._snapshot = Snapshot(automatic=chosen.automatic)
        self._bench = Bench(
            log=log,
            settings=chosen,
            rng=rng or Random(),
            now_s=now_s,
            ask=self._ask,
            reads=(lambda _game: False) if eyes is None else eyes.reads,
            snapshot=self._snapshot,
        )
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._looker = None if eyes is None else Looker(eyes, self._inbox.put)
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
        reply: Future[Reply] = Future()
        with self._turn:
            if key and key in self._keys:
                return self._keys[key]
            if self._closed:
                refusal = Refused(
                    RefusalCode.CLOSED, notice("referee.shut-down"), notice("referee.start-again")
                )
                reply.set_result(Reply(self._snapshot, refusal))
                return reply
            if self._inbox.qsize() >= MOST_WAITING:
                reply.set_result(
                    Reply(
                        self._snapshot, not_now(notice("referee.too-much"), notice("referee.later"))
                    )
                )
                return reply
            if key:
                self._keys[key] = reply
                while len(self._keys) > MOST_KEYS:
                    self._keys.popitem(last=False)
            self._inbox.put(_Envelope(command, version, by, reply))
        return reply

    def do(self, command: Command, *, timeout_s: float = 5.0, **options: Any) -> Reply:
        """`post`, and wait for the reply. Raises `TimeoutError`."""
        return self.post(command, **options).result(timeout_s)

    def rest(self, timeout_s: float) -> None:
        """Wait until all that was asked is done and no look is under way. Raises `TimeoutError`."""
        resting: Future[None] = Future()
        self._inbox.put(_Barrier(resting))
        resting.result(timeout_s)

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
            if self._closed:
                return
            self._closed = True
            self._inbox.put(None)
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
                item = self._inbox.get(
                    timeout=self._bench.snapshot.clock.due_s(now_s=self._now_s())
                )
            except queue.Empty:
                self._time_up()
                continue
            if item is None:
                self._refuse_rest()
                return
            if isinstance(item, _Barrier):
                self._barriers.append(item)
            elif isinstance(item, _Envelope):
                item.reply.set_result(self._answer(item))
            else:
                self._hear(item)
            if self._bench.pending is None and self._inbox.empty():
                self._let_go()

    def _let_go(self) -> None:
        """The table is at rest."""
        while self._barriers:
            self._barriers.pop().reached.set_result(None)

    def _answer(self, envelope: _Envelope) -> Reply:
        """Do a command, or refuse it and leave the table as it was."""
        before = self._bench.snapshot
        try:
            if envelope.version is not None and envelope.version < self._meant:
                raise Refused(
                    RefusalCode.STALE,
                    notice("referee.stale"),
                    notice("referee.look-now"),
                )
            kind = OF_TYPE[type(envelope.command)]
            kind.handle(self._bench, envelope.command, envelope.by)
        except Refused as refusal:
            self._bench.snapshot = before
            return Reply(self._publish(), refusal)
        except ANTICIPATED as error:
            self._bench.snapshot = before
            return Reply(self._publish(), _refusal(error))
        except Exception:  # a fault of ours must not end the game that people are playing
            _LOG.exception("The command %s failed", type(envelope.command).__name__)
            self._bench.snapshot = before
            return Reply(self._publish(), _FAULT)
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
                judging.stirred(self._bench)
            else:
                _eyes_told(self._bench, told)
        except ANTICIPATED as error:
            self._bench.snapshot = before
            self._bench.forget_looks()
            self._trouble(together(error.message, error.advice))
        except Exception:  # as above
            _LOG.exception("A photo could not be judged")
            self._bench.snapshot = before
            self._bench.forget_looks()
            self._trouble(str(_FAULT))
        self._publish()
        self._tapped(told, "")

    def _trouble(self, text: str) -> None:
        """Something could not be saved while nobody waits for a reply: everybody is told."""
        troubles = tuple(dict.fromkeys((*self._bench.snapshot.troubles, text)))
        self._bench.change(troubles=troubles[-4:])

    def _time_up(self) -> None:
        """A side's time has run out: it is said once, and people decide what it means."""
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
        self._keep_game()
        if self._looker is not None:
            self._looker.watch(on=judging.wants_watching(bench))
        old, new = self._snapshot, bench.snapshot
        if replace(new, version=old.version) == old:
            return old
        new = replace(new, version=old.version + 1)
        if _means(old) != _means(new):
            self._meant = new.version
        bench.snapshot = new
        with self._turn:
            self._snapshot = new
            listeners = self._listeners
        for listener in listeners:
            listener.hear(new)
        return new

    def _keep_game(self) -> None:
        """Have it remembered which game is on the table, if another one is."""
        game_id = self._bench.snapshot.game_id
        if game_id == self._kept:
            return
        try:
            self._keep(game_id)
        except OSError as error:
            self._trouble(
                together(
                    notice("keeping.not-remembered", fault=fault(error)),
                    notice("keeping.resume-by-hand"),
                )
            )
        else:
            self._kept = game_id

    def _tapped(self, what: Command | Told, by: str) -> None:
        if self._tap is not None:
            self._tap(Happening(what, by, self._snapshot))

    def _refuse_rest(self) -> None:
        """Let nobody wait for a table that is gone."""
        refusal = Refused(
            RefusalCode.CLOSED, notice("referee.shut-down"), notice("referee.start-again")
        )
        self._let_go()
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, _Barrier):
                item.reached.set_result(None)
            elif isinstance(item, _Envelope):
                item.reply.set_result(Reply(self._snapshot, refusal))


def _means(snapshot: Snapshot) -> tuple[object, ...]:
    """What a command can be meant for: the game and what was asked, not lamps and cameras."""
    timeline = snapshot.timeline
    events = 0 if timeline is None else len(timeline.events)
    answer = None if snapshot.answer is None else snapshot.answer.number
    proposed = snapshot.proposal is not None
    return (snapshot.game_id, events, answer, snapshot.todo, snapshot.paused, proposed)


def _refusal(error: Exception) -> Refused:
    """An error that a person can mend, as a refusal by the protocol."""
    mistaken = isinstance(error, UnknownRecord | RecordDamaged)  # of what was asked, not the disk
    saving = isinstance(error, RecordProblem | FileProblem) and not mistaken
    message = getattr(error, "message", "") or str(error)  # both trees of ours have the two parts
    advice = getattr(error, "advice", "")
    why = error.why if isinstance(error, BadNotation) else None
    return Refused(RefusalCode.BROKEN if saving else RefusalCode.BAD, message, advice, why)


def _eyes_told(bench: Bench, told: EyesTold) -> None:
    """The camera went or came back; the game goes on by hand, or is watched again."""
    was = bench.snapshot.camera.watch
    bench.change(camera=told.state)
    if told.state.watch is not Watch.LIVE and was is Watch.LIVE:
        if bench.pending is not None and bench.pending.purpose in judging.ASKED:
            bench.say(Said.CAMERA_AWAY, reason=told.state.reason)
        bench.forget_looks()
        bench.evidence = None
        if bench.sitting is not None:
            bench.lies()
