"""Recorded games: the list, each with its log and statistics, step by step, and as files."""

from __future__ import annotations

from flask import Response, current_app
from flask.typing import ResponseReturnValue

from companion.games.api import Json, Seat
from companion.games.errors import UnknownGame
from companion.games.registry import game_by_id, game_ids
from companion.language.catalogue import Catalogue
from companion.record import GameEntry, export_json, export_text
from companion.record.replay import Timeline
from companion.referee.snapshot import Snapshot
from webui.pace import QUESTIONS, REPLAYS, keep_pace
from webui.parts import NAME, parts
from webui.refusals import Refusal
from webui.routing import Area, Route
from webui.shelf import Shelf
from webui.statistics import statistics
from webui.telling.logbook import log_json
from webui.telling.pieces import sites_of, todo_json
from webui.telling.secrecy import may_export, shown_notation, view_seat
from webui.telling.whole import board_json, names_json, plurals_json
from webui.viewing import catalogue, viewer

MOST_LISTED = 500
STATUSES = {
    404: "There is no such game, or no such step.",
    422: "Nothing of it can be followed.",
    429: "Too many games had to be judged anew; Retry-After says how long to wait.",
}


def _shelf() -> Shelf:
    found: Shelf = current_app.extensions[NAME].shelf
    return found


def games() -> ResponseReturnValue:
    """The recorded games, the newest first."""
    found = _shelf().games()
    on_table = parts().table.snapshot.game_id
    return {
        "games": [entry_json(one, on_table) for one in found[:MOST_LISTED]],
        "more": len(found) > MOST_LISTED,
    }


def entry_json(entry: GameEntry, on_table: int | None) -> dict[str, Json]:
    """A game of the list."""
    try:
        title = game_by_id(entry.game).spec.title
    except UnknownGame:
        title = entry.game
    result = entry.result
    return {
        "number": entry.id,
        "game": entry.game,
        "title": title,
        "started": entry.started,
        "last": entry.last,
        "players": entry.players,
        "events": entry.events,
        "status": entry.status.value,
        "on_table": entry.id == on_table,
        "source": entry.source,
        "result": None
        if result is None
        else {
            "winner": result.winner,
            "name": _name(entry.game, result.winner),
            "ruling": result.ruling,
            "key": result.key,
        },
    }


def _name(game_id: str, seat: Seat | None) -> str | None:
    """What a seat is called in the viewer's language; of a game that is unknown, its word."""
    return seat if seat is None or game_id not in game_ids() else catalogue(game_id).name(seat)


def game(number: int) -> ResponseReturnValue:
    """One game: its log, its steps, its statistics."""
    entry, timeline, seat, say = _open(number)
    problem = _shelf().replayed(number, parts().table.snapshot).problem
    return {
        **entry_json(entry, parts().table.snapshot.game_id),
        "rules": {**timeline.game.spec.rules({}), **timeline.started.rules},
        "seats": list(timeline.game.seats(timeline.state)),
        "names": names_json(timeline.game, say),
        "plurals": plurals_json(say),
        "outcome": None
        if timeline.outcome is None
        else {
            "winner": timeline.outcome.winner,
            "ruling": timeline.outcome.ruling,
            "text": say.outcome_sentence(timeline.outcome),
        },
        "steps": len(timeline.steps),
        "log": log_json(timeline, seat, say),
        "statistics": statistics(timeline),
        "problem": None if problem is None else str(problem),
        "may_export": may_export(timeline.game, entry.status),
    }


def step(number: int, step: int) -> ResponseReturnValue:
    """The table after so many actions (0: at the start), and the action that led there."""
    _entry, timeline, seat, say = _open(number)
    if step > len(timeline.steps):
        raise Refusal(404, "no-such-step", values={"steps": len(timeline.steps)})
    state = timeline.state_at(step)
    return {
        "number": number,
        "step": step,
        "steps": len(timeline.steps),
        "phase": timeline.game.phase(state),
        "phase_name": say.phase_name(timeline.game.phase(state)),
        "to_act": sorted(timeline.game.to_act(state)),
        "board": board_json(timeline.game, state, seat, say),
        "action": None if step == 0 else _action(timeline, step, seat, say),
    }


def _action(timeline: Timeline, number: int, seat: Seat | None, say: Catalogue) -> dict[str, Json]:
    done, before = timeline.steps[number - 1], timeline.state_at(number - 1)
    notation = done.notation
    if done.action is not None and not timeline.game.spec.perfect_information:
        notation = shown_notation(timeline.game, before, done.action, seat)
    return {
        "seat": done.seat,
        "notation": notation,
        "text": say.steps_sentence(done.effects),
        "sites": sites_of(done.effects),
        "done": todo_json(done.effects, say),
        "event": done.event.sequence,
        "at": done.event.wall_time,
    }


def _open(number: int) -> tuple[GameEntry, Timeline, Seat | None, Catalogue]:
    """A game, and as whom the viewer sees it: a seat is one at the game on the table."""
    snapshot, who = parts().table.snapshot, viewer()
    _wait_for_replay(number, snapshot)
    entry = _shelf().entry(number)
    timeline = _shelf().timeline(number, snapshot)
    seat = None
    if snapshot.game_id == number:
        seat = view_seat(who, timeline.game, timeline.state)
    return entry, timeline, seat, catalogue(timeline.game.spec.id)


def _wait_for_replay(number: int, snapshot: Snapshot) -> None:
    """Raise `Refusal` where one game after another is asked for: each has to be replayed."""
    if not _shelf().keeps(number, snapshot):
        keep_pace(REPLAYS)


def export_as_text(number: int) -> ResponseReturnValue:
    """The record as people read it."""
    timeline = _exported(number)
    return _file(export_text(timeline), "text/plain", f"game-{number}.txt")


def export_as_json(number: int) -> ResponseReturnValue:
    """The record as programs read it."""
    timeline = _exported(number)
    problem = _shelf().replayed(number, parts().table.snapshot).problem
    return _file(export_json(timeline, problem=problem), "application/json", f"game-{number}.json")


def _exported(number: int) -> Timeline:
    entry, timeline, _seat, _say = _open(number)
    if not may_export(timeline.game, entry.status):
        raise Refusal(403, "cards-are-hidden")
    return timeline


def _file(content: str, kind: str, name: str) -> Response:
    response = Response(content, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


AREA = Area(
    "records",
    (
        Route("GET", "/api/games", games, "The recorded games, the newest first."),
        Route(
            "GET",
            "/api/games/<int:number>",
            game,
            "One game: its log, its number of steps, its statistics.",
            statuses=STATUSES,
            pace=QUESTIONS,
        ),
        Route(
            "GET",
            "/api/games/<int:number>/steps/<int:step>",
            step,
            "The table after so many actions, and the action that led there.",
            statuses=STATUSES,
        ),
        Route(
            "GET",
            "/api/games/<int:number>/export.txt",
            export_as_text,
            "The record as people read it.",
            gives="text/plain",
            statuses={**STATUSES, 403: "Cards are hidden in it as long as it isn't over."},
            pace=QUESTIONS,
        ),
        Route(
            "GET",
            "/api/games/<int:number>/export.json",
            export_as_json,
            "The record as programs read it.",
            statuses={**STATUSES, 403: "Cards are hidden in it as long as it isn't over."},
            pace=QUESTIONS,
        ),
    ),
)
