"""Commands that can't be done: not because of the game's rules, but as they were asked."""

from __future__ import annotations

from enum import Enum

from companion.errors import (
    FileProblem,
    MoontableError,
    RecordDamaged,
    RecordProblem,
    UnknownRecord,
)
from companion.games.errors import BadNotation, Unread
from companion.language.notices import notice


class RefusalCode(Enum):
    """Why a command is not taken."""

    STALE = "stale"
    """The table has gone on since the version that it was meant for."""
    NO_GAME = "no-game"
    NOT_NOW = "not-now"
    """It makes no sense as the table stands."""
    BAD = "bad"
    """It can't be understood, or asks for what is not there."""
    BROKEN = "broken"
    """It could not be saved, so it was not done."""
    CLOSED = "closed"
    """The table is shut down."""


class Refused(MoontableError):
    """A command that is not taken; the table is as it was.

    ``why`` says of words that can't be read the same for every language, by the game's catalogue.
    """

    def __init__(
        self, code: RefusalCode, message: str, advice: str, why: Unread | None = None
    ) -> None:
        super().__init__(message, advice)
        self.code = code
        self.why = why


def no_game() -> Refused:
    """Nothing can be done without a game."""
    return Refused(RefusalCode.NO_GAME, notice("referee.no-game"), notice("referee.begin"))


def not_now(message: str, advice: str) -> Refused:
    """It makes no sense as the table stands."""
    return Refused(RefusalCode.NOT_NOW, message, advice)


def shut_down() -> Refused:
    """The table is gone."""
    return Refused(RefusalCode.CLOSED, notice("referee.shut-down"), notice("referee.start-again"))


def stale() -> Refused:
    """The table has gone on."""
    return Refused(RefusalCode.STALE, notice("referee.stale"), notice("referee.look-now"))


def broken() -> Refused:
    """A fault of ours."""
    return Refused(RefusalCode.BROKEN, notice("referee.fault"), notice("referee.try-again"))


def refusal_of(error: Exception) -> Refused:
    """An error that a person can mend, as a refusal by the protocol."""
    if isinstance(error, Refused):
        return error
    mistaken = isinstance(error, UnknownRecord | RecordDamaged)  # of what was asked, not the disk
    saving = isinstance(error, RecordProblem | FileProblem) and not mistaken
    message = getattr(error, "message", "") or str(error)  # both trees of ours have the two parts
    advice = getattr(error, "advice", "")
    why = error.why if isinstance(error, BadNotation) else None
    return Refused(RefusalCode.BROKEN if saving else RefusalCode.BAD, message, advice, why)
