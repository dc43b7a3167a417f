"""How a table stands: what it told last and what hands owe, to go on from there after a power cut.

The record tells a game; what is still to be done by hand, to be answered or to be looked at is no
part of a game. It is written beside the record before anybody is told of it, and the game that is
on the table again takes it up. Whatever the game has gone on by since then is known by the record
alone; then hands are asked for what the first photo shows that they owe (see `unseen`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from companion.games.api import Effect, Json, Placement, Seat
from companion.record import (
    Abandoned,
    ClockRead,
    Comment,
    RefereeWrong,
    Refused,
    Remedy,
    Result,
    Resumed,
    Timeline,
)
from companion.referee.clock import ClockState
from companion.referee.eyes import RollSeen
from companion.referee.looking import Purpose
from companion.referee.packing import pack, unpack
from companion.referee.snapshot import Answer, Proposal

_PASSING = (Resumed, ClockRead, Comment, Refused, Result, Abandoned)
"""Events that leave the table as it lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How the table stands with a game on it.

    ``moved`` is the last event by which the game went on; ``events`` are how many there are.
    ``action`` is a refused try that may still be let stand, in the game's words; ``asked`` a press
    that is not answered yet: for what, and whose; ``automatic`` None if it is as it was set. The
    clock is stopped. What was about a photo has none any more.
    """

    game_id: int
    moved: int
    events: int
    lying: Placement
    todo: tuple[Effect, ...]
    answer: Answer | None
    action: Json
    proposal: Proposal | None
    roll: RollSeen | None
    asked: tuple[Purpose, Seat | None] | None
    paused: bool
    automatic: bool | None
    camera_wanted: bool
    clock: ClockState

    def to_json(self) -> Json:
        """As JSON; the action is in the game's own words already."""
        told = {field.name: pack(getattr(self, field.name)) for field in fields(self)}
        return {**told, "action": self.action}

    @staticmethod
    def from_json(data: Json) -> Standing | None:
        """The inverse of `to_json`; None for anything else, such as another version's."""
        try:
            told = {name: unpack(part) for name, part in data.items() if name != "action"}
            standing = Standing(**told, action=data["action"])
        except (ValueError, TypeError, KeyError, AttributeError):
            return None
        good = all(isinstance(getattr(standing, name), of) for name, of in _TYPES.items())
        return standing if good else None


_TYPES: Mapping[str, Any] = {
    "game_id": int,
    "moved": int,
    "events": int,
    "lying": Placement,
    "todo": tuple,
    "answer": Answer | None,
    "proposal": Proposal | None,
    "roll": RollSeen | None,
    "asked": tuple | None,
    "paused": bool,
    "automatic": bool | None,
    "camera_wanted": bool,
    "clock": ClockState,
}


def moved(timeline: Timeline) -> int:
    """The number of the last event by which the game went on, or back."""
    return next(event.sequence for event in reversed(timeline.events) if not _passes(event.data))


def _passes(data: Any) -> bool:
    corrected = isinstance(data, RefereeWrong) and data.remedy is Remedy.RULING_ONLY
    return corrected or isinstance(data, _PASSING)
