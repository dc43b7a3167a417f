"""What the table writes down before it tells anything: which game lies on it, and how it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from companion.games.api import Json
from companion.language.notices import Notice, fault, notice, together
from companion.record import Timeline
from companion.referee.bench import Bench
from companion.referee.clock import ClockState
from companion.referee.looking import ASKED
from companion.referee.snapshot import Answer, Said, Snapshot
from companion.referee.standing import Standing, moved

CLOCK_EVERY_S = 5.0
"""While a side's time runs, a power cut gives no more of it back than this."""


class Keeps(Protocol):
    """Where it is kept; `companion.record.on_table.OnTable`. Raises `OSError`."""

    def keep_game(self, game_id: int | None) -> None:
        """Remember which game lies there."""
        ...

    def standing(self) -> Json:
        """How the table stood when the program ended; None if nothing is known of it."""
        ...

    def keep_standing(self, standing: Json) -> None:
        """Remember how the table stands."""
        ...


class Keeper:
    """Keeps what is on a bench; without `kept` it keeps nothing.

    What can't be written is a trouble that is told, and is tried again at whatever happens next.
    """

    def __init__(self, kept: Keeps | None) -> None:
        self._kept = kept
        self._game: int | None = None
        self._standing: Standing | None = None
        self._clock_s = 0.0

    def last(self) -> Standing | None:
        """How the table stood when the program ended; asked before anything is kept."""
        return None if self._kept is None else Standing.from_json(self._kept.standing())

    def keep(self, bench: Bench) -> Notice | None:
        """Write down what has changed; what could not be written, if anything."""
        if self._kept is None:
            return None
        try:
            self._keep_game(self._kept, bench)
            self._keep_standing(self._kept, bench)
        except OSError as error:
            return together(
                notice("keeping.not-remembered", fault=fault(error)),
                notice("keeping.resume-by-hand"),
            )
        return None

    def due_s(self, bench: Bench) -> float | None:
        """In how many seconds the clock has to be written down again; None: it need not be."""
        if self._kept is None or self._game is None or bench.snapshot.clock.running is None:
            return None
        return max(0.0, self._clock_s + CLOCK_EVERY_S - bench.now_s())

    def _keep_game(self, kept: Keeps, bench: Bench) -> None:
        game_id = bench.snapshot.game_id
        if game_id != self._game:
            kept.keep_game(game_id)
            self._game = game_id

    def _keep_standing(self, kept: Keeps, bench: Bench) -> None:
        standing = standing_of(bench)
        if _without_clock(standing) == _without_clock(self._standing) and self.due_s(bench) != 0:
            return
        data: Json = None if standing is None else standing.to_json()
        kept.keep_standing(data)
        self._standing, self._clock_s = standing, bench.now_s()


def _without_clock(standing: Standing | None) -> Standing | None:
    """What is written at once when it changes: all but the time that runs."""
    return standing and replace(standing, clock=ClockState(), events=0)


def standing_of(bench: Bench) -> Standing | None:
    """How the bench's table stands now; None with no game on it. The clock is as it was stopped."""
    if bench.sitting is None or bench.following is None:
        return None
    waits = bench.pending is not None and bench.pending.purpose in ASKED
    asked = bench.pending if waits else bench.retry
    automatic = bench.snapshot.automatic
    return replace(
        told_standing(bench.sitting.game_id, bench.sitting.timeline, bench.snapshot),
        lying=bench.following.lying,
        todo=bench.following.todo,
        asked=None if asked is None else (asked.purpose, asked.seat),
        automatic=None if automatic == bench.settings.automatic else automatic,
        camera_wanted=bench.camera_wanted,
        clock=bench.snapshot.clock.stopped(now_s=bench.now_s()),
    )


def told_standing(game_id: int, timeline: Timeline, snapshot: Snapshot) -> Standing:
    """How a table stands by what it tells; a clock has no time on it, and nobody has pressed."""
    return Standing(
        game_id=game_id,
        moved=moved(timeline),
        events=len(timeline.events),
        lying=snapshot.lying,
        todo=snapshot.todo,
        answer=_kept_answer(snapshot),
        action=_tried(timeline, snapshot.answer),
        proposal=snapshot.proposal and replace(snapshot.proposal, photo=None),
        roll=snapshot.roll,
        asked=None,
        paused=snapshot.paused,
        automatic=None,
        camera_wanted=True,
        clock=ClockState(),
    )


def _kept_answer(snapshot: Snapshot) -> Answer | None:
    """The answer, without what only this program's memory can show."""
    answer = snapshot.answer
    if answer is None:
        return None
    ruling = answer.ruling and replace(answer.ruling, nearest=())
    return replace(answer, number=0, action=None, ruling=ruling, photo=None, again=False)


def _tried(timeline: Timeline, answer: Answer | None) -> Json:
    """The try that stands refused, in the game's words: both sides may still let it stand."""
    if answer is None or answer.action is None or answer.said is not Said.ILLEGAL:
        return None
    return timeline.game.encode_action(answer.action)
