"""The log of a game with its rulings: one line an event, as the viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.api import CHANCE, Explains, Json, Seat
from companion.games.errors import GameError
from companion.games.registry import AnyGame
from companion.language.catalogue import Catalogue
from companion.record.events import (
    Abandoned,
    ClockRead,
    Comment,
    Event,
    EventData,
    Misread,
    Overruled,
    Played,
    RefereeWrong,
    Refused,
    Result,
    Resumed,
    Started,
    Takeback,
)
from companion.record.replay import Step, Timeline
from webui.telling.pieces import reasons_json
from webui.telling.secrecy import hides, shown_notation

MOST_LINES = 1000
"""So many of the newest lines are told."""
_SILENT = (ClockRead, Resumed)
"""Events that are no news to players."""


def log_json(
    timeline: Timeline,
    seat: Seat | None,
    say: Catalogue,
    *,
    known: dict[int, dict[str, Json]] | None = None,
) -> list[Json]:
    """The lines of a game's log, the oldest first; ``step`` is the action's place in the replay.

    ``known`` keeps lines between calls, by the number of their event: an event never changes.
    """
    known = {} if known is None else known
    steps = {step.event.sequence: number for number, step in enumerate(timeline.steps, 1)}
    done = _done(timeline)
    lines: list[Json] = []
    for event in timeline.events[-MOST_LINES:]:
        if isinstance(event.data, _SILENT):
            continue
        line = known.get(event.sequence)
        if line is None:
            line = _line(timeline, event, done.get(event.sequence), seat, say)
            if event.sequence in done or not isinstance(event.data, Played):
                known[event.sequence] = line
        lines.append({**line, "step": steps.get(event.sequence)})
    return lines


@dataclass(frozen=True, slots=True)
class _Done:
    """An action that still stands, with the state that it was done on."""

    before: Any
    step: Step


def _done(timeline: Timeline) -> Mapping[int, _Done]:
    """The actions that still stand, by the numbers of their events."""
    return {
        step.event.sequence: _Done(timeline.state_at(number), step)
        for number, step in enumerate(timeline.steps)
    }


def _line(
    timeline: Timeline, event: Event, done: _Done | None, seat: Seat | None, say: Catalogue
) -> dict[str, Json]:
    data = event.data
    before = None if done is None else done.before
    line: dict[str, Json] = {
        "n": event.sequence,
        "kind": event.kind.value,
        "at": event.wall_time,
        "seat": None,
        "notation": "",
        "text": "",
        "reasons": [],
    }
    if isinstance(data, Played | Refused | Overruled):
        line["seat"] = data.seat
        line["notation"] = _notation(timeline, data, before, seat, say)
    if isinstance(data, Refused | Overruled | RefereeWrong):
        line["reasons"] = reasons_json(data.reasons, say)
    if isinstance(data, Comment):
        line["kind"] = "remark"
    if isinstance(data, Result):
        line["seat"], line["ruling"] = data.winner, data.ruling
    line["text"] = _text(timeline, data, say)
    if isinstance(data, Played) and done is not None:
        line["text"] = _notes(timeline.game, done, say)
    return line


def _notes(game: AnyGame, done: _Done, say: Catalogue) -> str:
    """What an action did that is told besides, such as the sum of an operation."""
    if done.step.action is None or not isinstance(game, Explains):
        return ""
    return " ".join(map(say.sentence, game.notes(done.before, done.step.action, done.step.state)))


def _text(timeline: Timeline, data: EventData, say: Catalogue) -> str:
    """What happened, in words; empty where the notation says it."""
    match data:
        case Overruled(_seat, by):
            return say.say("log.overruled", by=by)
        case Started():
            return say.say("log.started", players=tuple(data.players.values()))
        case Takeback(actions):
            return say.say("log.takeback", count=actions)
        case Misread():
            recorded = _public(timeline, data.recorded, say)
            played = _public(timeline, data.notation, say)
            key = "log.misread" if played else "log.misread-table"
            return _noted(say.say(key, recorded=recorded, played=played), data.note)
        case RefereeWrong():
            return _noted(say.say(f"log.{data.remedy.value}", event=data.event), data.note)
        case Comment(text, by):
            return f"{by}: {text}" if by else text
        case Result():
            return result_text(timeline, data, say)
        case Abandoned(why):
            return _noted(say.say("log.abandoned"), why)
        case _:
            return ""


def _noted(text: str, note: str) -> str:
    return f"{text} {note}" if note else text


def result_text(timeline: Timeline, data: Result, say: Catalogue) -> str:
    """How the game ended."""
    outcome = timeline.outcome
    if outcome is not None:
        return say.outcome_sentence(outcome)
    if data.winner is None:
        return say.say("texts.drawn")
    return say.say("texts.won", winner=data.winner)


def _notation(
    timeline: Timeline,
    data: Played | Refused | Overruled,
    before: Any,
    seat: Seat | None,
    say: Catalogue,
) -> str:
    """What was written of an action, less what the viewer may not see."""
    game = timeline.game
    if not hides(game):
        return data.notation
    state = timeline.state if before is None else before
    try:
        decoded = game.decode_action(state, data.action)
        shown = shown_notation(game, state, decoded, None if before is None else seat)
        if shown == game.format(state, decoded):
            return data.notation
        return shown
    except (GameError, ValueError, KeyError, TypeError, IndexError):
        return say.say("log.hidden") if data.seat == CHANCE else data.notation


def _public(timeline: Timeline, notation: str, say: Catalogue) -> str:
    """A notation without its action; nothing of it where it may name hidden cards."""
    return say.say("log.hidden") if notation and hides(timeline.game) else notation
