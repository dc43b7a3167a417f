"""What can go wrong in a game, as exceptions that tell a person what to do.

    GameError
    ├── UnknownGame        (LookupError)  no game goes by that name
    ├── UnknownSwitch      (LookupError)  no rule switch goes by that name
    ├── BadSwitch          (ValueError)   a switch has a value it cannot have
    ├── BadPosition        (ValueError)   a position that cannot be, or cannot be read
    ├── BadNotation        (ValueError)   words that do not say an action
    │   └── AmbiguousNotation             words that say more than one action
    └── IllegalAction      (ValueError)   ``apply`` was given an action that the rules refuse

Each holds what is wrong and what to do about it; the referee shows both.
"""


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
    """Words that do not say an action."""


class AmbiguousNotation(BadNotation):
    """Words that say more than one action; ``choices`` holds each in full notation."""

    def __init__(self, message: str, advice: str = "", choices: tuple[str, ...] = ()) -> None:
        super().__init__(message, advice)
        self.choices = choices


class IllegalAction(GameError, ValueError):
    """``apply`` was given an action that the rules refuse; ask ``rule_on`` for the reasons."""
