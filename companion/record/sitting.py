"""A game in hand: what is recorded and what it amounts to, kept together.

The one writer of a game. An event is tried on the timeline first, then saved, then shown: so
nothing is saved that couldn't be replayed, and nothing is shown that isn't saved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.errors import RecordDamaged
from companion.games.errors import UnknownGame
from companion.games.registry import AnyGame, game_by_id
from companion.language.notices import notice
from companion.record.compose import played, refused, result
from companion.record.events import Abandoned, Event, EventData, Resumed, Started
from companion.record.log import Recorder, RecordLog
from companion.record.replay import Replay, Timeline, advance, begin, replay


class Sitting:
    """A game that is being played and recorded. Made by `begin_game` or `resume_game`."""

    def __init__(self, recorder: Recorder, timeline: Timeline) -> None:
        self._recorder = recorder
        self._timeline = timeline

    @property
    def game_id(self) -> int:
        """The number of the game in its record."""
        return self._recorder.game_id

    @property
    def timeline(self) -> Timeline:
        """The game so far."""
        return self._timeline

    @property
    def state(self) -> Any:
        """The state now."""
        return self._timeline.state

    def record(self, data: EventData) -> Event:
        """Save what happened and let it take effect.

        Raises what `advance` and `Recorder.append` raise; then nothing has changed.
        """
        event = self._recorder.next_event(data)
        after = advance(self._timeline, event)
        self._recorder.save(event)
        self._timeline = after
        return event

    def play(self, action: Any) -> Event:
        """Do a legal action. Raises `IllegalAction`."""
        return self.record(played(self._timeline, action))

    def refuse(self, action: Any) -> Event:
        """Record an illegal try with the reasons the game gives."""
        return self.record(refused(self._timeline, action))

    def finish(self) -> Event:
        """Record the end of a game that its rules have ended. Raises `UsageError` otherwise."""
        return self.record(result(self._timeline))

    def abandon(self, *, why: str = "") -> Event:
        """The players leave the game for good."""
        return self.record(Abandoned(why))


def begin_game(
    log: RecordLog, started: Started, *, find_game: Callable[[str], AnyGame] = game_by_id
) -> Sitting:
    """Record a new game (see `companion.record.compose.started`). Raises a `GameError`."""
    begin(Event(1, "", 0.0, started), find_game=find_game)
    recorder = log.begin(started)
    return Sitting(recorder, begin(recorder.last, find_game=find_game))


def resume_game(
    log: RecordLog, game_id: int, *, find_game: Callable[[str], AnyGame] = game_by_id
) -> Sitting:
    """Go on with a recorded game, from the last event that was saved.

    One that has ended is as it ended: it goes on if that is taken back or corrected. One that was
    ended by its last action, before the result could be saved, gets it now.

    Raises `UnknownRecord`; `UnknownGame`; `RecordDamaged` if the game can't be followed to its end:
    then `continue_good_part` makes a new game of what can.
    """
    found = load_game(log, game_id, find_game=find_game)
    if found.timeline is None or found.problem is not None:
        raise RecordDamaged(
            notice("keeping.unfollowed", game=game_id, how=str(found.problem)),
            notice("keeping.export-copy"),
        )
    sitting = Sitting(log.recorder(game_id), found.timeline)
    over, result = found.timeline.outcome is not None, found.timeline.result
    if over and result is None:
        sitting.finish()
    if found.timeline.abandoned or not (over or result):
        sitting.record(Resumed())
    return sitting


def continue_good_part(
    log: RecordLog, game_id: int, *, find_game: Callable[[str], AnyGame] = game_by_id
) -> Sitting:
    """Go on with a copy of the longest good part of a game; the game itself stays as it is.

    Raises `UnknownRecord`; `RecordDamaged` if no part of it is good.
    """
    found = load_game(log, game_id, find_game=find_game)
    if found.timeline is None:
        raise RecordDamaged(
            notice("keeping.lost", game=game_id, how=str(found.problem)),
            notice("keeping.begin-new"),
        )
    recorder = log.copy_in(found.timeline.events, source=f"good part of game {game_id}")
    return Sitting(recorder, found.timeline)


def load_game(
    log: RecordLog, game_id: int, *, find_game: Callable[[str], AnyGame] = game_by_id
) -> Replay:
    """Replay a recorded game as far as it is good. Raises `UnknownRecord`, `UnknownGame`."""
    stored = log.read(game_id)
    if stored.events and isinstance(stored.events[0].data, Started):
        try:
            find_game(stored.events[0].data.game)
        except UnknownGame as error:
            raise UnknownGame(
                f"Game {game_id} can't be followed: {error.message}", error.advice
            ) from error
    found = replay(stored.events, find_game=find_game)
    return found if found.problem is not None else Replay(found.timeline, stored.problem)
