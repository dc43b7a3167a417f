"""What can go wrong in a game, as exceptions that tell a person what to do.

    GameError
    ├── UnknownGame        (LookupError)  no game goes by that name
    ├── UnknownSwitch      (LookupError)  no rule switch goes by that name
    ├── BadSwitch          (ValueError)   a switch has a value it cannot have
    ├── BadPosition        (ValueError)   a position that cannot be, or cannot be read
    ├── BadNotation        (ValueError)   words that do not say an action
    │   └── AmbiguousNotation             words that say more than one action
    └── IllegalAction      (ValueError)   ``apply`` was given an action that the rules refuse

Each holds what is wrong and what to do about it; the referee shows both. What a person typed is
answered in the person's language: those errors say besides, as a key, why it can't be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.rulings import Value


@dataclass(frozen=True, slots=True)
class Unread:
    """Why words can't be read: the key of its texts in the language catalogues, and their values.

    What is quoted as it was typed is a value, too.
    """

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)


def unread(key: str, /, **values: Value) -> Unread:
    """Why words can't be read; the texts are "unread.<key>.message" and "unread.<key>.advice"."""
    return Unread(key, values)


class GameError(Exception):
    """The base of all errors of the games: what is wrong, and what to do about it."""

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message, advice)
        self.message = message
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.message} {self.advice}".strip()


class UnknownGame(GameError, LookupError):
    """No game goes by that name."""


class UnknownSwitch(GameError, LookupError):
    """No rule switch goes by that name."""


class BadSwitch(GameError, ValueError):
    """A rule switch was given a value that it cannot have."""


class BadPosition(GameError, ValueError):
    """A position that cannot be, or whose text cannot be read."""


class BadNotation(GameError, ValueError):
    """Words that do not say an action; ``why`` tells it for each language, if anybody reads it."""

    def __init__(self, message: str, advice: str = "", why: Unread | None = None) -> None:
        super().__init__(message, advice)
        self.why = why


class AmbiguousNotation(BadNotation):
    """Words that say more than one action; ``choices`` holds each in full notation."""

    def __init__(
        self,
        message: str,
        advice: str = "",
        choices: tuple[str, ...] = (),
        why: Unread | None = None,
    ) -> None:
        super().__init__(message, advice, why)
        self.choices = choices


class IllegalAction(GameError, ValueError):
    """``apply`` was given an action that the rules refuse; ask ``rule_on`` for the reasons."""
