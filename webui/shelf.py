"""Recorded games, replayed when somebody looks at them; the few looked at last are kept."""

from __future__ import annotations

import threading
from collections import OrderedDict

from companion.record import GameEntry, RecordLog, Replay, load_game
from companion.record.replay import Timeline
from companion.referee.snapshot import Snapshot
from webui.refusals import Refusal

MOST_KEPT = 8


class Shelf:
    """Reads games from the record. Safe for threads."""

    def __init__(self, log: RecordLog) -> None:
        self._log = log
        self._kept: OrderedDict[tuple[int, int], Replay] = OrderedDict()
        self._lock = threading.Lock()

    def games(self) -> tuple[GameEntry, ...]:
        """All games, the newest first."""
        return tuple(reversed(self._log.games()))

    def entry(self, number: int) -> GameEntry:
        """A game of the list. Raises `UnknownRecord`."""
        return self._log.entry(number)

    def keeps(self, number: int, snapshot: Snapshot) -> bool:
        """Whether a game can be told at once, without being replayed first."""
        if snapshot.game_id == number:
            return True
        with self._lock:
            return (number, self._log.entry(number).events) in self._kept

    def replayed(self, number: int, snapshot: Snapshot) -> Replay:
        """A game as far as it is good; the one on the table is told by the table."""
        if snapshot.game_id == number and snapshot.timeline is not None:
            return Replay(snapshot.timeline)
        key = (number, self._log.entry(number).events)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = load_game(self._log, number)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found

    def timeline(self, number: int, snapshot: Snapshot) -> Timeline:
        """The good part of a game. Raises `Refusal` where nothing of it is."""
        found = self.replayed(number, snapshot)
        if found.timeline is None:
            raise Refusal(422, "game-damaged", values={"why": str(found.problem)})
        return found.timeline
