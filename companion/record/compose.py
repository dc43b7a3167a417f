"""The events of a game in hand, from what the referee knows: pure functions on a `Timeline`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import UsageError
from companion.games.api import Json, Ruling, Seat
from companion.games.registry import AnyGame
from companion.record.events import (
    FIRST,
    Misread,
    Overruled,
    Played,
    RefereeWrong,
    Refused,
    Remedy,
    Result,
    Started,
    Takeback,
)
from companion.record.replay import Timeline, table_mark


def started(
    game: AnyGame,
    *,
    rules: Mapping[str, Json] | None = None,
    players: Mapping[Seat, str] | None = None,
    tags: Mapping[str, str] | None = None,
    start: Any = None,
) -> Started:
    """A game begins, from `start` if it is given.

    Raises `UnknownSwitch`, `BadSwitch`; `UsageError` for a player of a seat that isn't there.
    """
    given = dict(rules or {})
    game.spec.rules(given)
    for seat in players or {}:
        if seat not in game.spec.seats:
            raise UsageError(
                f"{game.spec.title} has no seat '{seat}'.",
                f"The seats are: {', '.join(game.spec.seats)}.",
            )
    state = None if start is None else game.encode(start)
    version = game.spec.rules_version
    return Started(game.spec.id, version, given, dict(players or {}), dict(tags or {}), state)


def played(timeline: Timeline, action: Any) -> Played:
    """A legal action is done now. Raises `IllegalAction`."""
    game, state = timeline.game, timeline.state
    after = game.apply(state, action).state
    return Played(
        game.actor(state, action),
        game.encode_action(action),
        game.format(state, action),
        table_mark(game, after),
    )


def refused(timeline: Timeline, action: Any, *, ruling: Ruling | None = None) -> Refused:
    """An illegal try now, with the reasons of `ruling` (None: the game is asked)."""
    game, state = timeline.game, timeline.state
    reasons = (ruling or game.rule_on(state, action)).reasons
    return Refused(
        game.actor(state, action), game.encode_action(action), game.format(state, action), reasons
    )


def overruled(timeline: Timeline, action: Any, *, goes_on: Any, by: str) -> Overruled:
    """The person `by` lets an illegal try stand; the game goes on from the state `goes_on`."""
    tried = refused(timeline, action)
    return Overruled(
        tried.seat, by, tried.action, tried.notation, timeline.game.encode(goes_on), tried.reasons
    )


def takeback(timeline: Timeline, *, actions: int = 1, by: str = "") -> Takeback:
    """The last `actions` actions are taken back. Raises `UsageError` if there are fewer."""
    left = len(timeline.steps) - actions
    if actions < 1 or left < 0:
        raise UsageError(
            f"{actions} actions can't be taken back.",
            f"{len(timeline.steps)} were played; name a number from 1 to that.",
        )
    return Takeback(actions, by, timeline.steps[left - 1].event.sequence if left else FIRST)


def misread_action(timeline: Timeline, action: Any, *, note: str = "") -> Misread:
    """The last action was really `action`, which must be legal on the state before it.

    Raises `UsageError` if nothing was played, `IllegalAction`.
    """
    if not timeline.steps:
        raise UsageError("No action was played yet.", "Correct the table instead.")
    game, before = timeline.game, timeline.state_at(len(timeline.steps) - 1)
    game.apply(before, action)
    return Misread(
        timeline.steps[-1].notation,
        game.encode_action(action),
        game.format(before, action),
        None,
        note,
    )


def misread_table(timeline: Timeline, state: Any, *, note: str = "") -> Misread:
    """The action was right, and the table after it was really that of `state`."""
    last = timeline.steps[-1].notation if timeline.steps else ""
    return Misread(last, state=timeline.game.encode(state), note=note)


def referee_wrong(
    timeline: Timeline,
    event: int,
    remedy: Remedy,
    *,
    ruling: Ruling | None = None,
    goes_on: Any = None,
    by: str = "",
    note: str = "",
) -> RefereeWrong:
    """The ruling of that event was false; see `RefereeWrong` for what each remedy does.

    ``ruling`` is the right one, ``goes_on`` the state that a try DONE_AFTER_ALL leads to.
    """
    state = None if goes_on is None else timeline.game.encode(goes_on)
    reasons = () if ruling is None else ruling.reasons
    return RefereeWrong(event, remedy, reasons, by, note, state)


def result(timeline: Timeline) -> Result:
    """The end of the game by its rules. Raises `UsageError` while it goes on."""
    outcome = timeline.outcome
    if outcome is None:
        raise UsageError("The game isn't over.", "Play on, or abandon it.")
    return Result(outcome.winner, outcome.ruling, outcome.key)
