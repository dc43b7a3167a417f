"""What people ask of the table: one small type for each command.

Buttons, browsers and the terminal post these to `companion.referee.table.Table`; nobody else
changes anything. What a camera or a clock has to say comes in by the table's own doors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.api import Json, Seat
from companion.record.events import Remedy


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a game; one that is open stays in the record, to be resumed.

    ``position`` is one in the exchange format to begin from; None: the beginning of the game.
    """

    game: str
    rules: Mapping[str, Json] = field(default_factory=dict)
    players: Mapping[Seat, str] = field(default_factory=dict)
    position: Json = None


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Go on with a recorded game; one that has ended lies there as it ended, to be corrected."""

    game_id: int


@dataclass(frozen=True, slots=True)
class Play:
    """An action entered by hand: ``action`` in the exchange format, or ``text`` in notation.

    It is ruled on and recorded either way, as one that is played on the table is.
    """

    action: Json = None
    text: str = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """The referee does this step by chance: a roll, a lot, a deal, a set-up nobody wants to make.

    Only while there is something that may be left to chance; raises no hand against a player.
    """


@dataclass(frozen=True, slots=True)
class Done:
    """A side's button: look at the table and judge. ``seat`` None: whoever is to act."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A person says that what hands still owed is done (or put back), whatever the camera sees."""


@dataclass(frozen=True, slots=True)
class Choose:
    """The answer to an ambiguous table: which of its options, counted from 0."""

    option: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last actions are taken back."""

    actions: int = 1
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the clock and the judging, or go on. ``on`` None: the other of the two."""

    on: bool | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """Say the last ruling again, with its reasons."""


@dataclass(frozen=True, slots=True)
class CorrectAction:
    """The last action was read wrong: this one was played in its place."""

    action: Json = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class CorrectSites:
    """The camera misread sites of the last photo: site -> pile, bottom first, in words.

    The photo is judged again with what the person says taken for certain. What every correction
    says is offered to the kit as examples (`Snapshot.corrections`).
    """

    sites: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Overrule:
    """The try that was refused last stands all the same: both sides agree."""

    note: str = ""


@dataclass(frozen=True, slots=True)
class CorrectRuling:
    """A ruling of the referee was false; see `companion.record.RefereeWrong`."""

    event: int
    remedy: Remedy
    note: str = ""


@dataclass(frozen=True, slots=True)
class Resynchronise:
    """Propose to take the table as it lies: `Snapshot.proposal` then asks for what is hidden."""


@dataclass(frozen=True, slots=True)
class AcceptTable:
    """The proposal is right, with these sites as the person says they are; ``seat`` is to move."""

    sites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Put the last answer, or a proposal, away."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """The players leave the game for good."""

    why: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Put the game away without ending it: the table is free, the game can be resumed."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Somebody's words, for the record."""

    text: str


@dataclass(frozen=True, slots=True)
class SetAutomatic:
    """Judge settled changes without a press, or no longer."""

    on: bool


@dataclass(frozen=True, slots=True)
class UseCamera:
    """Watch the table with the camera, or play by hand although there is one."""

    on: bool


Command = (
    NewGame
    | ResumeGame
    | Play
    | Draw
    | Done
    | Settled
    | Choose
    | TakeBack
    | Pause
    | Why
    | CorrectAction
    | CorrectSites
    | Overrule
    | CorrectRuling
    | Resynchronise
    | AcceptTable
    | Dismiss
    | Abandon
    | Leave
    | Remark
    | SetAutomatic
    | UseCamera
)
"""Everything that people can ask of the table."""
