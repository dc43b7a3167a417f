"""The table's workbench: the game in hand, what the wood shows, and the snapshot being made.

Confined to the table's thread. The modules beside this one work on it: opening, playing, judging,
rolling, set_up, mending, lying.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from companion.games.api import Effect, Placement, Ruling, Seat
from companion.games.registry import AnyGame
from companion.language.notices import notice
from companion.record import ClockRead, RecordLog, Sitting
from companion.record.events import EventData
from companion.referee.candidates import TAKEBACKS
from companion.referee.clock import ClockState
from companion.referee.evidence import Evidence
from companion.referee.eyes import Watch
from companion.referee.figures import figures_owed, on_board
from companion.referee.findings import Following, follow
from companion.referee.looking import Purpose
from companion.referee.refusing import no_game, not_now
from companion.referee.snapshot import Answer, Said, Snapshot, TablePhase
from companion.referee.standing import Standing
from companion.referee.steady import Steady
from companion.referee.undoing import reaches, undone

PREPARING = frozenset({"rolls", "reroll", "lot", "deities", "set-up", "deal"})
"""The phases before the first turn, in all games."""

_PUTS_RIGHT = frozenset({Said.ILLEGAL, Said.AMBIGUOUS, Said.OUT_OF_STEP, Said.DOUBT})
"""Answers after which the table has to be put right."""
_IN_BETWEEN = frozenset(
    {
        *(Said.NOT_YOUR_TURN, Said.TIME_UP, Said.MOVING, Said.HAND),
        *(Said.UNREADABLE, Said.MOVED, Said.CAMERA_AWAY),
    }
)
"""Answers that say nothing of what lies on the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """How a table plays: the clock, whether a press is needed, and when it begins to judge."""

    automatic: bool = False
    side_s: float = 0.0
    bonus_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Pending:
    """A look that was asked for: which, for whom, and the evidence of the one before it."""

    number: int
    purpose: Purpose
    seat: Seat | None = None
    evidence: tuple[Evidence, ...] = ()
    again: bool = False
    """It is a second look, to be sure of what the first one told."""
    pressed: bool = False
    """The side pressed once more in the meantime."""
    anew: bool = False
    """It is the look that such a press asked for."""
    then: Seat | None = None
    """The side that pressed in the meantime, and whose turn it may be when this look is told."""


@dataclass(slots=True)
class Bench:
    """See the module. ``ask`` asks the looker for a look; ``now_s`` is monotonic.

    ``stood`` tells how the table stood when the program ended, until another game lies there.
    """

    log: RecordLog
    settings: TableSettings
    rng: Random
    now_s: Callable[[], float]
    ask: Callable[[int, Purpose], None]
    reads: Callable[[str], bool]
    snapshot: Snapshot
    stood: Callable[[], Standing | None] = lambda: None
    sitting: Sitting | None = None
    following: Following | None = None
    pending: Pending | None = None
    retry: Pending | None = None
    """A press that waits for a hand to go away."""
    evidence: Evidence | None = None
    """What the photo told that people talk about."""
    steady: Steady = field(default_factory=Steady)
    camera_wanted: bool = True
    looks: int = 0
    answers: int = 0

    # --- What there is ------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        """The game in hand. Raises `Refused` where there is none."""
        return self.sat.timeline.game

    @property
    def sat(self) -> Sitting:
        """The sitting in hand. Raises `Refused` where there is none."""
        if self.sitting is None:
            raise no_game()
        return self.sitting

    @property
    def state(self) -> Any:
        """The state of the game in hand."""
        return self.sat.state

    @property
    def followed(self) -> Following:
        """What the referee holds for true of the wood."""
        if self.following is None:
            raise no_game()
        return self.following

    @property
    def sees(self) -> bool:
        """Whether the camera is used for the game in hand."""
        live = self.snapshot.camera.watch is Watch.LIVE
        return live and self.camera_wanted and self.sitting is not None and self.game_is_read

    @property
    def game_is_read(self) -> bool:
        """Whether the eyes can read the tables of the game in hand."""
        return self.sitting is not None and self.reads(self.game.spec.id)

    def require_game(self) -> None:
        """Raises `Refused` where no game is on the table."""
        if self.sitting is None:
            raise no_game()

    def require_going(self) -> None:
        """Raises `Refused` where nothing can be played: no game, or a pause."""
        self.require_game()
        if self.snapshot.paused:
            raise not_now(notice("referee.paused"), notice("referee.go-on"))

    # --- What happens -------------------------------------------------------------------------

    def change(self, **fields: Any) -> None:
        """Change fields of the snapshot that is being made."""
        self.snapshot = replace(self.snapshot, **fields)

    def say(self, said: Said, **fields: Any) -> None:
        """Answer something; a new answer takes the place of the last one.

        What is said in between leaves a refused table to be put right, and says again how.
        """
        self.answers += 1
        before = self.snapshot.answer
        if said in _PUTS_RIGHT:
            fields.setdefault("puts_right", True)
        elif said in _IN_BETWEEN and before is not None and before.puts_right:
            fields = {"puts_right": True, "todo": before.todo, **fields}
        self.change(answer=Answer(self.answers, said, **fields))

    def say_refused(self, action: Any, ruling: Ruling, **fields: Any) -> None:
        """Answer with a refusal by the rules."""
        game, state = self.game, self.state
        nearest = tuple(game.format(state, near) for near in ruling.nearest)
        self.say(
            Said.ILLEGAL,
            seat=game.actor(state, action),
            action=action,
            notation=game.format(state, action),
            ruling=ruling,
            nearest=nearest,
            **fields,
        )

    def record(self, data: EventData) -> None:
        """Save an event. Raises what `Sitting.record` raises; then nothing has changed."""
        self.sat.record(data)

    def look(self, purpose: Purpose, seat: Seat | None = None, *, then: Seat | None = None) -> None:
        """Ask for a look; one that is under way is forgotten."""
        self._ask_for(Pending(self.looks + 1, purpose, seat, then=then))

    def look_again(self, first: Pending, evidence: tuple[Evidence, ...]) -> None:
        """Ask for a second look, to be sure of what the first one told."""
        self._ask_for(replace(first, number=self.looks + 1, evidence=evidence, again=True))

    def look_anew(self, first: Pending) -> None:
        """Ask for the look that a press in the meantime wants."""
        number, then = self.looks + 1, first.then
        self._ask_for(Pending(number, first.purpose, first.seat, then=then, anew=True))

    def _ask_for(self, pending: Pending) -> None:
        self.looks, self.pending = pending.number, pending
        quietly = pending.purpose in (Purpose.SETTLE, Purpose.AUTOMATIC)
        self.change(looking=not quietly)
        self.ask(pending.number, pending.purpose)

    def forget_looks(self) -> None:
        """Whatever a look that is under way brings, it is about a table of the past."""
        self.pending = self.retry = None
        self.steady = Steady()
        self.change(looking=False)

    # --- The wood -----------------------------------------------------------------------------

    def went_on(self, effects: tuple[Effect, ...], before: Any) -> None:
        """The game went on by an action that was entered: hands still owe all its steps.

        Without a camera nobody can tell when they have done them, so nothing is waited for.
        """
        game, state = self.game, self.state
        if self.following is None or not self.sees:
            self.following = follow(game, state)
            return
        earlier = (*self.following.earlier, before)[-TAKEBACKS:]
        lying, back = self.refused_wood()
        steps = (*back, *self.following.todo, *effects)
        todo = (*on_board(steps), *figures_owed(steps, {}))
        self.following = Following(game, state, lying, earlier, todo, self.following.begun)

    def refused_wood(self) -> tuple[Placement, tuple[Effect, ...]]:
        """The wood with a refused move on it, if there is one, and the steps that put it back."""
        lying, answer = self.followed.lying, self.snapshot.answer
        if answer is None or not answer.puts_right or not answer.todo:
            return lying, ()
        try:
            return lying.after_all(undone(answer.todo)), answer.todo
        except ValueError:  # it was about another table
            return lying, ()

    def lies(self, placement: Placement | None = None, *, begun: bool = False) -> None:
        """The wood shows `placement` (None: what the state does); ``begun``: it was seen so."""
        following = follow(self.game, self.state)
        if placement is not None:
            following = replace(following, lying=placement)
        self.following = replace(following, begun=begun)

    def still_owe(self, todo: tuple[Effect, ...]) -> None:
        """The wood shows what the state does, but for these steps, if that can be."""
        right = self.game.placement(self.state)
        try:
            lying = right.after_all(undone(todo))
        except ValueError:
            return
        if reaches(lying, todo, right):
            self.following = replace(self.followed, lying=lying, todo=todo)

    def owe(self, todo: tuple[Effect, ...]) -> None:
        """Hands owe these steps now."""
        self.following = replace(self.followed, todo=todo)

    # --- The snapshot -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Bring the snapshot in line with the game in hand."""
        if self.sitting is None:
            self.change(
                phase=TablePhase.IDLE,
                game_id=None,
                timeline=None,
                to_act=frozenset(),
                lying=Placement(),
                todo=(),
                roll=None,
                proposal=None,
                by_hand=True,
                clock=ClockState(),
            )
            return
        timeline, following = self.sitting.timeline, self.following
        game, state = timeline.game, timeline.state
        self.change(
            phase=_phase(game, state),
            game_id=self.sitting.game_id,
            timeline=timeline,
            to_act=game.to_act(state),
            lying=game.placement(state) if following is None else following.lying,
            todo=() if following is None else following.todo,
            by_hand=not self.sees,
        )
        self._run_clock()

    def _run_clock(self) -> None:
        """Time runs for the one side that is to act, in turns that are not paused."""
        snapshot = self.snapshot
        seats = snapshot.to_act & frozenset(self.game.seats(self.state))
        runs = snapshot.phase in (TablePhase.TURNS, TablePhase.BONUS) and not snapshot.paused
        seat = next(iter(seats)) if runs and len(seats) == 1 else None
        clock = snapshot.clock
        if seat is None:
            clock = clock.stopped(now_s=self.now_s())
        elif seat != clock.running:
            clock = clock.turned(seat, now_s=self.now_s())
        self.change(clock=clock)

    def save_clock(self) -> None:
        """Write down what each side has left, so that a power cut gives no time back."""
        clock = self.snapshot.clock
        if clock.limited and self.sitting is not None:
            now_s = self.now_s()
            left = {seat: round(clock.left_at(seat, now_s), 1) for seat in clock.left_s}
            self.sitting.record(ClockRead(left, clock.running))


def _phase(game: AnyGame, state: Any) -> TablePhase:
    if not game.to_act(state):
        return TablePhase.OVER
    phase = game.phase(state)
    if phase == "bonus":
        return TablePhase.BONUS
    return TablePhase.PREPARE if phase in PREPARING else TablePhase.TURNS
