"""What the doctor says of one thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class State(Enum):
    """How a thing is."""

    OK = "ok"
    WARN = "note"
    """It works, and something should be done about it."""
    BAD = "bad"
    """It doesn't work."""
    SKIPPED = "-"
    """It isn't here, and isn't needed as things are set."""


@dataclass(frozen=True, slots=True)
class Check:
    """One finding: what is looked at, how it is, what was found, and what to do about it."""

    name: str
    state: State
    what: str
    advice: str = ""

    def __str__(self) -> str:
        line = f"{self.state.value.ljust(5)}{self.name.ljust(13)}{self.what}"
        return f"{line}\n{' ' * 18}{self.advice}" if self.advice else line


def ok(name: str, what: str) -> Check:
    """All is well."""
    return Check(name, State.OK, what)


def note(name: str, what: str, advice: str) -> Check:
    """It works, but."""
    return Check(name, State.WARN, what, advice)


def bad(name: str, what: str, advice: str) -> Check:
    """It doesn't work."""
    return Check(name, State.BAD, what, advice)


def skipped(name: str, what: str) -> Check:
    """It isn't here, and isn't needed."""
    return Check(name, State.SKIPPED, what)
