"""The rows of a record file as values: the list of games, and the events of one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from companion.errors import RecordDamaged
from companion.games.api import Json
from companion.record.codec import data_from_json, loads
from companion.record.events import FIRST, Event, EventKind, Problem, Remedy, Result


class GameStatus(Enum):
    """How a recorded game stands."""

    OPEN = "open"
    """It can go on."""
    FINISHED = "finished"
    """It has a result."""
    ABANDONED = "abandoned"
    """The players left it, and have not come back."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One recorded game in the list.

    ``id`` is its number, ``source`` where it came from if it wasn't played here, ``last`` the wall
    time of its last event, ``events`` how many there are.
    """

    id: int
    game: str
    rules_version: int
    started: str
    players: dict[str, str]
    tags: dict[str, str]
    source: str
    events: int
    last: str
    status: GameStatus
    result: Result | None


@dataclass(frozen=True, slots=True)
class StoredEvents:
    """The events of a game up to the first that can't be read, and what is wrong with that one."""

    events: tuple[Event, ...]
    problem: Problem | None = None


_MOVES = "'played', 'overruled', 'takeback', 'misread', 'referee-wrong', 'result'"
_CORRECTS_NOTHING = f"""instr(data, '"remedy":"{Remedy.RULING_ONLY.value}"') > 0"""
_LAST = f"""
    SELECT sequence FROM events
    WHERE game = g.id AND kind IN ({{kinds}})
    AND NOT (kind = '{EventKind.REFEREE_WRONG.value}' AND {_CORRECTS_NOTHING})
    ORDER BY sequence DESC LIMIT 1
"""
LIST_GAMES = f"""
    SELECT g.id, g.game, g.rules_version, g.started, g.players, g.tags, g.source,
           e.sequence, e.wall_time, m.kind, m.data, a.kind
    FROM games g
    LEFT JOIN events e ON e.game = g.id AND e.sequence =
        (SELECT max(sequence) FROM events WHERE game = g.id)
    LEFT JOIN events m ON m.game = g.id AND m.sequence = ({_LAST.format(kinds=_MOVES)})
    LEFT JOIN events a ON a.game = g.id AND a.sequence =
        ({_LAST.format(kinds=f"{_MOVES}, 'abandoned', 'resumed'")})
"""
"""One row for each game: with its last event, and those that tell whether it can go on."""


def events_of(rows: Iterable[tuple[int, str, float, str, str]]) -> StoredEvents:
    """Events from rows of the table, up to the first that can't be read."""
    events: list[Event] = []
    for sequence, wall_time, monotonic_s, kind, data in rows:
        try:
            found = data_from_json(kind, loads(data))
            if sequence != len(events) + FIRST:
                raise ValueError("the events before it are missing")
            events.append(Event(sequence, str(wall_time), float(monotonic_s), found))
        except RecordDamaged as error:
            return StoredEvents(tuple(events), Problem(error.message, sequence))
        except (TypeError, ValueError) as error:
            return StoredEvents(tuple(events), Problem(f"It can't be read: {error}.", sequence))
    if not events:
        return StoredEvents((), Problem("The game has no events.", FIRST))
    return StoredEvents(tuple(events))


def entry_of(row: tuple[Json, ...]) -> GameEntry:
    """A row of `LIST_GAMES`; never raises, since one bad event mustn't hide the other games."""
    game_id, game, rules_version, started, players, tags, source, *telling = row
    count, last, moved, data, left = telling
    result = _result(data) if moved == EventKind.RESULT.value else None
    if moved == EventKind.RESULT.value:
        status = GameStatus.FINISHED
    elif left == EventKind.ABANDONED.value:
        status = GameStatus.ABANDONED
    else:
        status = GameStatus.OPEN
    return GameEntry(
        id=game_id,
        game=game,
        rules_version=rules_version,
        started=started,
        players=_named(players),
        tags=_named(tags),
        source=source,
        events=count or 0,
        last=last or started,
        status=status,
        result=result,
    )


def _result(data: Json) -> Result | None:
    try:
        found = data_from_json(EventKind.RESULT.value, loads(data))
    except (TypeError, ValueError):
        return None  # it is told where the game is read, not where games are listed
    return found if isinstance(found, Result) else None


def _named(text: str) -> dict[str, str]:
    try:
        found = loads(text)
    except ValueError:
        return {}
    named = found.items() if isinstance(found, dict) else ()
    return {str(name): str(value) for name, value in named}
