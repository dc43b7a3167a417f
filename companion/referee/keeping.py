"""What the table writes down before it tells anything: which game lies on it, and how it stands."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Json
from companion.language.notices import Notice, fault, notice, together
from companion.record.on_table import OnTable
from companion.referee.bench import Bench
from companion.referee.clock import ClockState
from companion.referee.looking import ASKED
from companion.referee.snapshot import Answer, Said, Snapshot
from companion.referee.standing import Standing, moved

CLOCK_EVERY_S = 5.0
"""While a side's time runs, a power cut gives no more of it back than this."""


class Keeper:
    """Keeps what is on a bench; without `kept` it keeps nothing.

    What can't be written is a trouble that is told, and is tried again at whatever happens next.
    """

    def __init__(self, kept: OnTable | None) -> None:
        self._kept = kept
        self._game: int | None = None
        self._standing: Standing | None = None
        self._clock_s = 0.0

    def last(self) -> Standing | None:
        """How the table stood when the program ended."""
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

    def _keep_game(self, kept: OnTable, bench: Bench) -> None:
        game_id = bench.snapshot.game_id
        if game_id != self._game:
            kept.keep_game(game_id)
            self._game = game_id

    def _keep_standing(self, kept: OnTable, bench: Bench) -> None:
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
    snapshot, following, sitting = bench.snapshot, bench.following, bench.sitting
    if sitting is None or following is None:
        return None
    waits = bench.pending is not None and bench.pending.purpose in ASKED
    asked = bench.pending if waits else bench.retry
    automatic = snapshot.automatic
    return Standing(
        game_id=sitting.game_id,
        moved=moved(sitting.timeline),
        events=len(sitting.timeline.events),
        lying=following.lying,
        todo=following.todo,
        answer=_kept_answer(snapshot),
        action=_tried(bench, snapshot.answer),
        proposal=snapshot.proposal and replace(snapshot.proposal, photo=None),
        roll=snapshot.roll,
        asked=None if asked is None else (asked.purpose, asked.seat),
        paused=snapshot.paused,
        automatic=None if automatic == bench.settings.automatic else automatic,
        camera_wanted=bench.camera_wanted,
        clock=snapshot.clock.stopped(now_s=bench.now_s()),
    )


def _kept_answer(snapshot: Snapshot) -> Answer | None:
    """The answer, without what only this program's memory can show."""
    answer = snapshot.answer
    if answer is None:
        return None
    ruling = answer.ruling and replace(answer.ruling, nearest=())
    return replace(answer, number=0, action=None, ruling=ruling, photo=None, again=False)


def _tried(bench: Bench, answer: Answer | None) -> Json:
    """The try that stands refused, in the game's words: both sides may still let it stand."""
    if answer is None or answer.action is None or answer.said is not Said.ILLEGAL:
        return None
    return bench.game.encode_action(answer.action)
