"""What the table is in, as one frozen value: all that its listeners may know.

A listener that missed ten changes needs the newest snapshot only. Whoever shows one to a person
asks `Game.view` for what that person's seat may see: here is everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from companion.games.api import Effect, Fault, Outcome, Placement, Reason, Ruling, Seat
from companion.record.replay import Timeline
from companion.referee.clock import ClockState
from companion.referee.evidence import Look
from companion.referee.eyes import EyesState, RollSeen, Watch
from companion.referee.findings import Option


class TablePhase(Enum):
    """Where a table is, whatever the game calls it."""

    IDLE = "idle"
    """No game is on the table."""
    PREPARE = "prepare"
    """Rolls, lots, deals, deities, set-up."""
    TURNS = "turns"
    BONUS = "bonus"
    OVER = "over"


class Said(Enum):
    """What the referee says."""

    LEGAL = "legal"
    """It was played and stands; ``todo`` says what hands still owe."""
    ILLEGAL = "illegal"
    """It is refused, with reasons; ``todo`` says how to put it back."""
    AMBIGUOUS = "ambiguous"
    """Several explanations fit what lies there: ``options``."""
    OUT_OF_STEP = "out-of-step"
    """The table does not follow from the game: ``strange``."""
    UNCHANGED = "unchanged"
    """Somebody pressed, and nothing was played."""
    SETTLED = "settled"
    """What hands owed is done."""
    PUT_BACK = "put-back"
    """What was refused is put back as it was."""
    TABLE_READY = "start"
    """The table shows what the game knows; it can be played."""
    HAND = "hand"
    UNREADABLE = "unreadable"
    MOVED = "board-moved"
    MOVING = "moving"
    """It does not come to rest: no quiet photo could be taken."""
    CAMERA_AWAY = "camera-away"
    ROLL = "roll"
    """A roll was read: ``Snapshot.roll``."""
    ROLL_UNCLEAR = "roll-unclear"
    """Cubes are cocked, hidden or missing: ``Snapshot.roll`` says where."""
    TAKEN_BACK = "taken-back"
    CORRECTED = "corrected"
    OVERRULED = "overruled"
    RESYNCHRONISED = "resynchronised"
    PROPOSAL = "proposal"
    """The table as it lies, to be confirmed: `Snapshot.proposal`."""
    DOUBT = "doubt"
    """Some pieces could not be told for sure: ``strange``. Somebody says what they are."""
    FAULTS = "faults"
    """The table can't be as it lies: ``faults``."""
    WAIT = "wait"
    """Hands still owe something before the game goes on: ``todo``."""
    NOT_YOUR_TURN = "not-your-turn"
    """Somebody pressed whose turn it isn't: ``seat``."""
    CHOOSE = "choose"
    """What is due now is a choice, to be made in words: the table doesn't show it."""
    TIME_UP = "time-up"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the referee said last. ``number`` counts answers: the same words twice are two answers.

    ``notation`` is the action it is about, on the state before it; ``ruling`` the whole answer of
    the rules. ``reason`` says in words what a camera could not see.
    """

    number: int
    said: Said
    seat: Seat | None = None
    notation: str = ""
    action: Any = None
    ruling: Ruling | None = None
    nearest: tuple[str, ...] = ()
    todo: tuple[Effect, ...] = ()
    options: tuple[Option, ...] = ()
    strange: tuple[tuple[str, Look], ...] = ()
    faults: tuple[Fault, ...] = ()
    reasons: tuple[Reason, ...] = ()
    reason: str = ""
    photo: int | None = None
    puts_right: bool = False
    """The table has to be put right: it was refused, or can't be explained. ``todo`` says how."""
    again: bool = False
    """Said once more, because somebody asked why."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The table as it lies, to go on from. ``asked`` are the sites where a piece lies hidden.

    ``guesses`` holds what memory says of these; a site without one has to be told.
    """

    placement: Placement
    asked: tuple[str, ...]
    guesses: Mapping[str, tuple[str, ...]]
    seat: Seat | None
    photo: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one moment.

    ``version`` grows with every change. ``timeline`` is the game with its record (None: no game);
    ``lying`` what is held for true of the wood; ``todo`` what hands owe before it shows the state.
    ``latest`` is the photo that was read last; ``corrections`` are what people said of it.
    """

    version: int = 0
    phase: TablePhase = TablePhase.IDLE
    game_id: int | None = None
    timeline: Timeline | None = None
    to_act: frozenset[Seat] = frozenset()
    lying: Placement = field(default_factory=Placement)
    todo: tuple[Effect, ...] = ()
    answer: Answer | None = None
    proposal: Proposal | None = None
    roll: RollSeen | None = None
    latest: int | None = None
    corrections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    looking: bool = False
    paused: bool = False
    automatic: bool = False
    by_hand: bool = True
    """The camera isn't used: nobody has set one up, it is away, or people don't want it."""
    camera: EyesState = field(default_factory=lambda: EyesState(Watch.NONE))
    clock: ClockState = field(default_factory=ClockState)
    troubles: tuple[str, ...] = ()

    @property
    def waiting(self) -> bool:
        """An action is accepted, and hands still owe something."""
        return bool(self.todo)

    @property
    def state(self) -> Any:
        """The state of the game. Raises `AssertionError` where there is none."""
        assert self.timeline is not None, "no game is on the table"
        return self.timeline.state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules."""
        return None if self.timeline is None else self.timeline.outcome

    @property
    def meaning(self) -> tuple[object, ...]:
        """What a command can be meant for: the game and what was asked, not lamps and cameras."""
        events = 0 if self.timeline is None else len(self.timeline.events)
        answer = None if self.answer is None else self.answer.number
        proposed = self.proposal is not None
        return (self.game_id, events, answer, self.todo, self.paused, proposed)
