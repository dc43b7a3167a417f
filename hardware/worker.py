"""A thread of its own for each output, so that a slow or dead one never stops the game."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

T = TypeVar("T")


class Fitness(Enum):
    """How an output is."""

    WELL = "well"
    STUCK = "stuck"
    """It has been at one task for longer than it may."""
    FAILING = "failing"
    """Its last task failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """How an output is; ``dropped`` tasks were never done because newer ones came."""

    name: str
    fitness: Fitness = Fitness.WELL
    why: str = ""
    dropped: int = 0

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        return f"{self.name}: {self.fitness.value}{why}"


def ignore(_: Health) -> None:
    """Tell nobody."""


class Worker(Generic[T]):
    """Does tasks one after the other in a thread of its own; the newest ``waiting`` are kept.

    `put` never waits. ``tell`` is called once when the output gets stuck, fails or is well again:
    by `put` for the first, else by the worker's thread. The thread is a daemon: a task that never
    ends doesn't keep the program from ending.
    """

    def __init__(
        self,
        name: str,
        act: Callable[[T], None],
        *,
        timeout_s: float,
        waiting: int = 1,
        tell: Callable[[Health], None] = ignore,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._act = act
        self._timeout_s = timeout_s
        self._tell = tell
        self._clock = clock
        self._tasks: deque[T] = deque(maxlen=waiting)
        self._changed = threading.Condition()
        self._closing = False
        self._busy_since_s: float | None = None
        self._failed = ""
        self._dropped = 0
        self._told = Fitness.WELL
        self._thread = threading.Thread(target=self._run, name=f"output {name}", daemon=True)
        self._thread.start()

    def put(self, task: T) -> None:
        """Hand over a task and return at once; the oldest waiting one gives way if need be."""
        with self._changed:
            if self._closing:
                return
            if len(self._tasks) == self._tasks.maxlen:
                self._dropped += 1
            self._tasks.append(task)
            self._changed.notify_all()
        self._report()

    def health(self) -> Health:
        """How the output is now."""
        with self._changed:
            return self._health()

    def close(self, *, wait_s: float = 1.0) -> bool:
        """Take no more tasks; whether those waiting were done within ``wait_s``."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(wait_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._tasks and not self._closing:
                    self._changed.wait()
                if not self._tasks:
                    return
                task = self._tasks.popleft()
                self._busy_since_s = self._clock()
            failed = ""
            try:
                self._act(task)
            except Exception as error:  # whatever a driver throws, the game goes on
                failed = f"{type(error).__name__}: {error}"
            with self._changed:
                self._failed = " ".join(failed.split())
                self._busy_since_s = None
            self._report()

    def _health(self) -> Health:
        since_s = self._busy_since_s
        if since_s is not None and self._clock() - since_s > self._timeout_s:
            why = f"no answer for {self._clock() - since_s:.0f} s"
            return Health(name=self._name, fitness=Fitness.STUCK, why=why, dropped=self._dropped)
        fitness = Fitness.FAILING if self._failed else Fitness.WELL
        return Health(name=self._name, fitness=fitness, why=self._failed, dropped=self._dropped)

    def _report(self) -> None:
        """Tell a change of fitness, once."""
        with self._changed:
            health = self._health()
            news = health.fitness is not self._told
            self._told = health.fitness
        if news:
            self._tell(health)
