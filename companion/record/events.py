"""What can happen in a recorded game: one small type for each kind of event.

An event is written once and never changed. What corrects an earlier one is an event of its own,
and there are three that must not be confused:

* `Takeback`: it was played, and the players undo it. The last actions are no longer part of the
  game; nobody was wrong.
* `Misread`: it was never played; something else was. The last action (or the table after it) is
  replaced by what really happened. The game is as long as before, and nothing was taken back.
* `RefereeWrong`: what happened is known, and the ruling on it was false. The ruling is corrected;
  `Remedy` says what that means for the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.games.api import Json, Reason, Seat

FIRST = 1
"""The sequence number of the first event of a game, which is always a `Started`."""


class EventKind(Enum):
    """The kinds of events, by the word that the record writes."""

    STARTED = "started"
    PLAYED = "played"
    REFUSED = "refused"
    OVERRULED = "overruled"
    TAKEBACK = "takeback"
    MISREAD = "misread"
    REFEREE_WRONG = "referee-wrong"
    CLOCK = "clock"
    COMMENT = "comment"
    RESULT = "result"
    ABANDONED = "abandoned"
    RESUMED = "resumed"


class Remedy(Enum):
    """What a corrected ruling means for the game."""

    RULING_ONLY = "ruling-only"
    """Nothing: the ruling is corrected in the record, the game stands as it is."""
    DONE_AFTER_ALL = "done-after-all"
    """The try that was refused is done now, as if it had been ruled legal."""
    STRUCK = "struck"
    """The action that was ruled legal is struck, with all that followed it."""


@dataclass(frozen=True, slots=True)
class Started:
    """A game begins: which, under what rules, between whom.

    ``rules`` holds the switches that were given, ``players`` names by seat, ``tags`` whatever else
    people want to keep. ``state`` is the encoded state where the game starts from a position of its
    own; None: from the beginning.
    """

    game: str
    rules_version: int
    rules: Mapping[str, Json] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    state: Json = None


@dataclass(frozen=True, slots=True)
class Played:
    """An action was ruled legal and done: the state is the one the rules give after it.

    ``mark`` is `companion.record.replay.table_mark` of the table afterwards, where it is known: a
    replay that comes to another table says so instead of going on.
    """

    seat: Seat
    action: Json
    notation: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A try was ruled illegal, and why. The state stays as it was.

    ``action`` is None where the try is known by its words alone (from a text record).
    """

    seat: Seat
    action: Json
    notation: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Overruled:
    """A person lets an illegal try stand: ``by`` decided, and the game goes on from ``state``.

    ``state`` is encoded in full, since no rule leads to it. The try counts as an action.
    """

    seat: Seat
    by: str
    action: Json
    notation: str
    state: Json
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Takeback:
    """The last ``actions`` actions are undone; ``to`` is the event that is the last one then.

    The state is the one after that event. ``to`` may be left out (a text written by hand).
    """

    actions: int
    by: str = ""
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Misread:
    """The last action was read as ``recorded``, and something else lay there.

    With ``action``: that is what was played; it takes the place of the last action, on the state
    before it. With ``state``: only the table was misread; it takes the place of the state after
    the last action (of the start, if there was none). Exactly one of the two is given.
    """

    recorded: str
    action: Json = None
    notation: str = ""
    state: Json = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class RefereeWrong:
    """The ruling of ``event`` was false; ``reasons`` are the right ones (none: it was legal).

    ``event`` is a `Played` or a `Refused`. RULING_ONLY leaves the state.
    DONE_AFTER_ALL does a refused try that no action followed: ``state`` is what it leads to, None:
    what the rules say now. STRUCK goes back to the state before a played action that still stands.
    """

    event: int
    remedy: Remedy
    reasons: tuple[Reason, ...] = ()
    by: str = ""
    note: str = ""
    state: Json = None


@dataclass(frozen=True, slots=True)
class ClockRead:
    """What the clock showed: seconds left by seat, and whose clock ran (None: nobody's)."""

    left_s: Mapping[str, float]
    running: Seat | None = None


@dataclass(frozen=True, slots=True)
class Comment:
    """Somebody's words about the game as it stands."""

    text: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The game is over: who won (None: nobody), by which ruling.

    Nothing can be played after it; a takeback or another correction opens the game again.
    """

    winner: Seat | None
    ruling: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The players left the game unfinished, and don't want to be asked about it again."""

    why: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The players came back to the game."""


EventData = (
    Started
    | Played
    | Refused
    | Overruled
    | Takeback
    | Misread
    | RefereeWrong
    | ClockRead
    | Comment
    | Result
    | Abandoned
    | Resumed
)
"""What an event says."""

KIND_OF: Mapping[type[EventData], EventKind] = {
    Started: EventKind.STARTED,
    Played: EventKind.PLAYED,
    Refused: EventKind.REFUSED,
    Overruled: EventKind.OVERRULED,
    Takeback: EventKind.TAKEBACK,
    Misread: EventKind.MISREAD,
    RefereeWrong: EventKind.REFEREE_WRONG,
    ClockRead: EventKind.CLOCK,
    Comment: EventKind.COMMENT,
    Result: EventKind.RESULT,
    Abandoned: EventKind.ABANDONED,
    Resumed: EventKind.RESUMED,
}
"""The kind of each type."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a game.

    ``sequence`` counts from 1 without gaps. ``wall_time`` is UTC in ISO 8601, as the system's clock
    had it (it may jump). ``monotonic_s`` are seconds of play since the game began: they never go
    back, whatever the system's clock does, and the time between two sittings isn't in them.
    """

    sequence: int
    wall_time: str
    monotonic_s: float
    data: EventData

    @property
    def kind(self) -> EventKind:
        """The kind of what happened."""
        return KIND_OF[type(self.data)]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a record can't be followed any further, and where.

    ``sequence`` is the event that can't be applied; in a text, ``line`` and ``column`` count from 1
    and ``word`` is what stands there.
    """

    why: str
    sequence: int | None = None
    line: int | None = None
    column: int | None = None
    word: str = ""

    def __str__(self) -> str:
        """All of it on one line."""
        where = "" if self.sequence is None else f"Event {self.sequence}: "
        if self.line is not None:
            where = f"Line {self.line}, column {self.column}: "
        word = f"'{self.word}': " if self.word else ""
        return " ".join(f"{where}{word}{self.why}".split())
