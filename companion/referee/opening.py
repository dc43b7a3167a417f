"""Games come to the table and leave it."""

from __future__ import annotations

from companion.games.registry import game_by_id
from companion.language.notices import notice
from companion.record import ClockRead, Sitting, begin_game, resume_game, started
from companion.referee.bench import PREPARING, Bench
from companion.referee.clock import ClockState
from companion.referee.commands import Abandon, Leave, NewGame, ResumeGame
from companion.referee.refusing import not_now
from companion.referee.restoring import stand_again
from companion.referee.snapshot import Said
from companion.referee.watching import look_around


def new_game(bench: Bench, command: NewGame) -> None:
    """Begin a game. Raises a `GameError` or `UsageError` for what can't be begun."""
    game = game_by_id(command.game)
    start = None
    if command.position is not None:
        start = game.position_from_json(command.position, command.rules or None)
    begun = started(game, rules=command.rules, players=command.players, start=start)
    sitting = begin_game(bench.log, begun)
    if sitting.timeline.outcome is not None:
        sitting.finish()
    _take_up(bench, sitting)


def resume(bench: Bench, command: ResumeGame) -> None:
    """Go on with a recorded game; one that has ended lies there as it ended.

    The one that was on the table when the program ended stands as it stood then. With a clock it
    comes back paused: nobody's time runs while the pieces are laid. Raises a `RecordProblem` for
    one that can't be followed.
    """
    if bench.sitting is not None and bench.sitting.game_id == command.game_id:
        raise not_now(notice("referee.there-already"), notice("referee.play-on"))
    _take_up(bench, resume_game(bench.log, command.game_id))
    stood = bench.stood()
    if stood is not None and stood.game_id == command.game_id:
        stand_again(bench, stood)
    clock_runs = bench.snapshot.clock.limited and bench.game.phase(bench.state) not in PREPARING
    if clock_runs and bench.game.to_act(bench.state):
        bench.change(paused=True)
    look_around(bench)


def leave(bench: Bench, _command: Leave) -> None:
    """Put the game away; it can be resumed."""
    bench.require_game()
    bench.save_clock()
    _put_away(bench)
    bench.change(answer=None)


def abandon(bench: Bench, command: Abandon) -> None:
    """The players leave the game for good."""
    bench.sat.abandon(why=command.why)
    _put_away(bench)
    bench.say(Said.ABANDONED)


def _put_away(bench: Bench) -> None:
    bench.forget_looks()
    bench.sitting = bench.following = bench.evidence = None
    bench.change(paused=False, corrections={}, latest=None)


def _take_up(bench: Bench, sitting: Sitting) -> None:
    _put_away(bench)
    bench.sitting = sitting
    bench.lies()
    bench.change(answer=None, roll=None, proposal=None, clock=_clock(bench, sitting))


def _clock(bench: Bench, sitting: Sitting) -> ClockState:
    """A clock for the seats of the game; a resumed game goes on with what it had left."""
    settings, timeline = bench.settings, sitting.timeline
    seats = timeline.game.seats(timeline.state)
    clock = ClockState.of(seats, side_s=settings.side_s, bonus_s=settings.bonus_s)
    saved = next((e.data for e in reversed(timeline.events) if isinstance(e.data, ClockRead)), None)
    if not clock.limited or saved is None:
        return clock
    return ClockState(
        limited=True,
        bonus_s=clock.bonus_s,
        left_s={seat: saved.left_s.get(seat, left) for seat, left in clock.left_s.items()},
        used_s=clock.used_s,
    )
