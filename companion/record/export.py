"""A recorded game for others: as text, as JSON, and as one line of a list.

The JSON is one object:

* ``format`` "moontable-game", ``version`` 1
* ``game``, ``rules_version``, ``rules`` (every switch), ``players`` by seat, ``tags``, ``started``
* ``start``: the position at the beginning in the game's exchange format
* ``events``: everything that was recorded, in order; each has ``sequence``, ``wall_time``,
  ``monotonic_s``, ``kind`` and ``data`` (see `companion.record.events`)
* ``line``: the actions that stand, in order; each has ``event`` (its sequence number), ``seat``,
  ``notation``, ``action`` (in the exchange format; null where it is known by its words alone),
  ``ruling`` ("legal" or "overruled"), ``reasons`` (of an overruled one) and ``effects`` (what a
  hand had to do, in order)
* ``position``: the position at the end of ``line``
* ``result``: ``winner``, ``ruling``, ``key``; null while there is none
* ``problem``: why the record can't be followed any further; null where it can

`read_json` reads it again; it needs ``format``, ``version`` and ``events``, the rest follows.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields

from companion.errors import RecordDamaged
from companion.games.api import Effect, Json, Piece
from companion.games.registry import AnyGame, game_by_id
from companion.record.codec import (
    data_to_json,
    event_from_json,
    event_to_json,
    loads,
    reasons_to_json,
)
from companion.record.events import Event, Overruled, Problem
from companion.record.listing import GameEntry
from companion.record.reading import MOST_CHARACTERS, MOST_EVENTS, Reading
from companion.record.replay import Replay, Step, Timeline, replay
from companion.record.text import write_text

FORMAT = "moontable-game"
VERSION = 1


def export_text(timeline: Timeline) -> str:
    """The game as people read it: see `companion.record.text`."""
    return write_text(timeline)


def export_json(timeline: Timeline, *, problem: Problem | None = None) -> str:
    """The game as programs read it, two spaces a level; ends with a line break."""
    return json.dumps(game_to_json(timeline, problem=problem), indent=2) + "\n"


def game_to_json(timeline: Timeline, *, problem: Problem | None = None) -> dict[str, Json]:
    """The game as JSON values: see the head of this module."""
    started, game = timeline.started, timeline.game
    rules = started.rules if started.state is None else {}
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": started.game,
        "rules_version": started.rules_version,
        "rules": {**game.spec.rules(rules), **started.rules},
        "players": dict(started.players),
        "tags": dict(started.tags),
        "started": timeline.events[0].wall_time,
        "start": game.position_to_json(timeline.start),
        "events": [event_to_json(event) for event in timeline.events],
        "line": [_step_to_json(timeline, step) for step in timeline.steps],
        "position": game.position_to_json(timeline.state),
        "result": None if timeline.result is None else data_to_json(timeline.result),
        "problem": None if problem is None else str(problem),
    }


def _step_to_json(timeline: Timeline, step: Step) -> dict[str, Json]:
    data = step.event.data
    overruled = data if isinstance(data, Overruled) else None
    return {
        "event": step.event.sequence,
        "seat": step.seat,
        "notation": step.notation,
        "action": None if step.action is None else timeline.game.encode_action(step.action),
        "ruling": "legal" if overruled is None else "overruled",
        "reasons": [] if overruled is None else reasons_to_json(overruled.reasons),
        "effects": [_effect_to_json(effect) for effect in step.effects],
    }


def _effect_to_json(effect: Effect) -> dict[str, Json]:
    """A physical step: its type and its fields."""
    found: dict[str, Json] = {"step": type(effect).__name__.lower()}
    for each in fields(effect):
        value = getattr(effect, each.name)
        if isinstance(value, tuple):
            found[each.name] = [str(part) for part in value]
        else:
            found[each.name] = str(value) if isinstance(value, Piece) else value
    return found


def read_json(text: str, *, find_game: Callable[[str], AnyGame] = game_by_id) -> Reading:
    """Read a JSON export as far as it is good. Raises nothing of its own."""
    if len(text) > 8 * MOST_CHARACTERS:
        return Reading(None, Problem("This is too long for the record of a game."))
    try:
        data = loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        why = f"This is no JSON ({error.msg})."
        return Reading(None, Problem(why, None, error.lineno, error.colno))
    except ValueError as error:
        return Reading(None, Problem(f"This is no JSON ({error})."))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return Reading(None, Problem(f"It isn't a game: 'format' must be '{FORMAT}'."))
    if data.get("version") != VERSION:
        why = f"Its version is {str(data.get('version'))[:20]}; version {VERSION} can be read."
        return Reading(None, Problem(why))
    listed = data.get("events")
    if not isinstance(listed, list):
        return Reading(None, Problem("It has no list of events."))
    if len(listed) > MOST_EVENTS:
        return Reading(None, Problem("There are too many events for one game."))
    events: list[Event] = []
    problem: Problem | None = None
    for number, entry in enumerate(listed, 1):
        try:
            events.append(event_from_json(entry))
        except RecordDamaged as error:
            problem = Problem(error.message, number)
            break
    found = replay(events, find_game=find_game)
    if found.timeline is None and problem is not None and not events:
        return Reading(None, problem)
    return Reading(found.timeline, found.problem or problem)


def summary(entry: GameEntry, *, replayed: Replay | None = None) -> str:
    """One game in one line, for a list; with the number of its actions if it was replayed.

    >>> from companion.record.listing import GameStatus
    >>> summary(GameEntry(7, "moons-and-stars", 1, "2026-03-01T19:30:00.000+00:00",
    ...     {"brown": "Ada", "blue": "Ben"}, {}, "", 40, "2026-03-01T20:00:00.000+00:00",
    ...     GameStatus.OPEN, None))
    '7  2026-03-01 19:30  moons-and-stars  Ada - Ben  open'
    """
    players = " - ".join(entry.players.values())
    parts = [str(entry.id), entry.started[:16].replace("T", " "), entry.game, players]
    status = entry.status.value
    if entry.result is not None:
        won = entry.result.winner
        status = "draw" if won is None else f"{entry.players.get(won, won)} won"
        status += f" ({entry.result.key})" if entry.result.key else ""
    parts.append(status)
    if replayed is not None and replayed.timeline is not None:
        parts.append(f"{len(replayed.timeline.steps)} actions")
    if replayed is not None and replayed.problem is not None:
        parts.append(f"damaged: {replayed.problem}")
    if entry.source:
        parts.append(f"from {entry.source}")
    return "  ".join(" ".join(part.split()) for part in parts if part)
