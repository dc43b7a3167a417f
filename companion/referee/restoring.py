"""After a power cut: the table asks again for all that hands owed, and says again what it said."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from companion.errors import ANTICIPATED
from companion.record import ClockRead
from companion.referee.bench import Bench, Pending
from companion.referee.candidates import TAKEBACKS
from companion.referee.clock import ClockState
from companion.referee.findings import follow
from companion.referee.snapshot import Answer
from companion.referee.standing import Standing, moved


def stand_again(bench: Bench, standing: Standing) -> None:
    """Let the bench's table stand so again, as far as its game has not gone on since."""
    timeline = bench.sat.timeline
    if standing.automatic is not None:
        bench.change(automatic=standing.automatic)
    bench.camera_wanted = standing.camera_wanted
    since = timeline.events[standing.events :]
    clock = standing.clock
    if not any(isinstance(event.data, ClockRead) for event in since) and _same_kind(bench, clock):
        bench.change(clock=replace(clock, bonus_s=bench.snapshot.clock.bonus_s))
    bench.change(paused=standing.paused)
    if standing.moved != moved(timeline):
        return
    earlier = range(max(0, len(timeline.steps) - TAKEBACKS), len(timeline.steps))
    bench.following = replace(
        follow(bench.game, bench.state),
        lying=standing.lying,
        todo=standing.todo,
        earlier=tuple(timeline.state_at(steps) for steps in earlier),
    )
    if standing.asked is not None:
        bench.retry = Pending(0, *standing.asked)
    bench.change(proposal=standing.proposal, roll=standing.roll)
    if standing.answer is not None:
        bench.say(standing.answer.said, **_said_again(bench, standing))


def _same_kind(bench: Bench, clock: ClockState) -> bool:
    """Whether a clock counts what the settings want to be counted."""
    limited = bool(bench.settings.side_s)
    return limited == bool(clock.left_s)


def _said_again(bench: Bench, standing: Standing) -> dict[str, Any]:
    """All that an answer said besides what it was."""
    assert standing.answer is not None
    told = {field.name: getattr(standing.answer, field.name) for field in fields(Answer)}
    del told["number"], told["said"]
    if standing.action is not None:
        try:
            told["action"] = bench.game.decode_action(bench.state, standing.action)
        except ANTICIPATED:  # it was written by another version: the words are still true
            return told
    return told
