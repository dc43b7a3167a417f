"""From events to the game they tell: a pure fold.

Each event takes a `Timeline` to the next. The first that can't be applied ends the replay: what
came before it is good and is returned, together with what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2s
from typing import Any

from companion.errors import RecordDamaged
from companion.games.api import Effect, Json, Outcome, Reason, Seat
from companion.games.errors import GameError
from companion.games.registry import AnyGame, game_by_id
from companion.record.events import (
    FIRST,
    Abandoned,
    Event,
    EventData,
    Misread,
    Overruled,
    Played,
    Problem,
    RefereeWrong,
    Refused,
    Remedy,
    Result,
    Resumed,
    Started,
    Takeback,
)

ADVICE = "Everything before it is good; go on from a copy of that."


@dataclass(frozen=True, slots=True)
class Step:
    """One action that stands: the event that put it there, and the state after it.

    ``action`` is None where it is known by its words alone. ``effects`` are empty where no rule
    led to the state (an overruled try).
    """

    event: Event
    seat: Seat
    notation: str
    action: Any
    state: Any
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """A game as its events tell it so far. States and actions are the game's own.

    ``steps`` are the actions that stand, in order: what was taken back or struck isn't among them.
    ``events`` are all, nothing left out.
    """

    game: AnyGame = field(compare=False)
    events: tuple[Event, ...]
    start: Any
    steps: tuple[Step, ...] = ()
    result: Result | None = None
    abandoned: bool = False

    @property
    def started(self) -> Started:
        """What was said at the beginning."""
        data = self.events[0].data
        assert isinstance(data, Started)
        return data

    @property
    def state(self) -> Any:
        """The state now."""
        return self.state_at(len(self.steps))

    def state_at(self, steps: int) -> Any:
        """The state after so many steps."""
        return self.steps[steps - 1].state if steps > 0 else self.start

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules, whether that is recorded already or not."""
        return self.game.outcome(self.state)

    def corrected(self) -> Mapping[int, RefereeWrong]:
        """The rulings that were corrected: the event of the ruling -> its last correction."""
        return {e.data.event: e.data for e in self.events if isinstance(e.data, RefereeWrong)}


@dataclass(frozen=True, slots=True)
class Replay:
    """The longest good part of a game, and what is wrong with the event after it.

    ``timeline`` is None if even the first event can't be used.
    """

    timeline: Timeline | None
    problem: Problem | None = None


def table_mark(game: AnyGame, state: Any) -> str:
    """A short digest of what lies on the table and who is to act; equal for equal tables."""
    piles = game.placement(state).piles
    words = [f"{site}: {', '.join(map(str, piles[site]))}" for site in sorted(piles)]
    words.append(" ".join(sorted(game.to_act(state))))
    return blake2s("\n".join(words).encode(), digest_size=8).hexdigest()


def replay(events: Iterable[Event], *, find_game: Callable[[str], AnyGame] = game_by_id) -> Replay:
    """Fold the events of one game, as far as they can be applied. Raises nothing of its own."""
    timeline: Timeline | None = None
    expected = FIRST
    for event in events:
        try:
            if event.sequence != expected:
                raise RecordDamaged(f"Event {expected} is missing.", ADVICE)
            timeline = (
                begin(event, find_game=find_game) if timeline is None else advance(timeline, event)
            )
        except (GameError, RecordDamaged) as error:
            return Replay(timeline, Problem(_why(error, timeline), event.sequence))
        expected += 1
    return Replay(timeline, None if timeline else Problem("The game has no events.", FIRST))


def begin(event: Event, *, find_game: Callable[[str], AnyGame] = game_by_id) -> Timeline:
    """The timeline of a game's first event.

    Raises `RecordDamaged`, or a `GameError`: an unknown game, or a start that can't be.
    """
    if not isinstance(event.data, Started):
        raise RecordDamaged("The record doesn't begin with the start of a game.", ADVICE)
    game = find_game(event.data.game)
    state = event.data.state
    start = game.initial(event.data.rules) if state is None else game.decode(state)
    return Timeline(game, (event,), start)


def advance(timeline: Timeline, event: Event) -> Timeline:
    """The timeline with one more event; the given one stays as it is.

    Raises `RecordDamaged` (or a `GameError`) if the event can't follow.
    """
    handle = _HANDLERS.get(type(event.data))
    after = timeline if handle is None else handle(timeline, event)
    return replace(after, events=(*timeline.events, event))


def _why(error: GameError | RecordDamaged, timeline: Timeline | None) -> str:
    """What is wrong in words, with the likeliest cause where the rules have changed since."""
    if timeline is None:
        return str(error) if isinstance(error, GameError) else error.message
    recorded, known = timeline.started.rules_version, timeline.game.spec.rules_version
    if recorded == known:
        return error.message
    return f"{error.message} It was recorded under version {recorded} of the rules, not {known}."


def _started(timeline: Timeline, event: Event) -> Timeline:
    raise RecordDamaged("A second game starts within this one.", ADVICE)


def _played(timeline: Timeline, event: Event) -> Timeline:
    data = event.data
    assert isinstance(data, Played)
    if timeline.result is not None:
        raise RecordDamaged(f"{data.notation} was played after the end of the game.", ADVICE)
    step = _applied(timeline, timeline.state, event, data.action, data.notation)
    if data.mark and data.mark != table_mark(timeline.game, step.state):
        raise RecordDamaged(f"{data.notation} led to another table when it was played.", ADVICE)
    return _with_step(timeline, step)


def _applied(timeline: Timeline, state: Any, event: Event, data: Json, notation: str) -> Step:
    """The step of a legal action. Raises `RecordDamaged` with the reasons of an illegal one."""
    game = timeline.game
    action = game.decode_action(state, data)
    if not game.is_legal(state, action):
        why = reasons_in_short(game.rule_on(state, action).reasons)
        raise RecordDamaged(f"The rules refuse {notation or 'this action'} ({why}).", ADVICE)
    transition = game.apply(state, action)
    return Step(
        event,
        game.actor(state, action),
        notation or game.format(state, action),
        action,
        transition.state,
        transition.effects,
    )


def reasons_in_short(reasons: Iterable[Reason]) -> str:
    """Reasons as codes: "MS-18 moon-one-step e4 e5; MS-24 must-move"."""
    return "; ".join(" ".join((each.ruling, each.key, *each.sites)) for each in reasons)


def _with_step(timeline: Timeline, step: Step) -> Timeline:
    return replace(timeline, steps=(*timeline.steps, step), result=None, abandoned=False)


def _cut(timeline: Timeline, steps: int) -> Timeline:
    """Only the first `steps` steps; the game is open again."""
    return replace(timeline, steps=timeline.steps[:steps], result=None, abandoned=False)


def _said(timeline: Timeline, data: Json) -> Any:
    """The action of a try, if it can be read; it needn't be legal."""
    try:
        return None if data is None else timeline.game.decode_action(timeline.state, data)
    except GameError:
        return None


def _overruled(timeline: Timeline, event: Event) -> Timeline:
    data = event.data
    assert isinstance(data, Overruled)
    state = timeline.game.decode(data.state)
    step = Step(event, data.seat, data.notation, _said(timeline, data.action), state)
    return _with_step(timeline, step)


def _takeback(timeline: Timeline, event: Event) -> Timeline:
    data = event.data
    assert isinstance(data, Takeback)
    left = len(timeline.steps) - data.actions
    if data.actions < 1 or left < 0:
        raise RecordDamaged(
            f"{data.actions} actions can't be taken back; there are {len(timeline.steps)}.", ADVICE
        )
    last = timeline.steps[left - 1].event.sequence if left else FIRST
    if data.to is not None and data.to != last:
        raise RecordDamaged(
            f"Taking back {data.actions} leads to event {last}, not to {data.to}.", ADVICE
        )
    return _cut(timeline, left)


def _misread(timeline: Timeline, event: Event) -> Timeline:
    data = event.data
    assert isinstance(data, Misread)
    if (data.action is None) == (data.state is None):
        raise RecordDamaged("A misreading is corrected by an action or by a state.", ADVICE)
    if data.action is None:
        state = timeline.game.decode(data.state)
        reopened = _cut(timeline, len(timeline.steps))
        if not timeline.steps:
            return replace(reopened, start=state)
        last = replace(timeline.steps[-1], event=event, state=state, effects=())
        return replace(reopened, steps=(*timeline.steps[:-1], last))
    if not timeline.steps:
        raise RecordDamaged("There is no action yet that could be misread.", ADVICE)
    before = _cut(timeline, len(timeline.steps) - 1)
    return _with_step(before, _applied(before, before.state, event, data.action, data.notation))


def _referee_wrong(timeline: Timeline, event: Event) -> Timeline:
    data = event.data
    assert isinstance(data, RefereeWrong)
    known = FIRST <= data.event <= len(timeline.events)
    ruled = timeline.events[data.event - FIRST].data if known else None
    if not isinstance(ruled, Played | Refused):
        raise RecordDamaged(f"Event {data.event} is no ruling that could be corrected.", ADVICE)
    if data.remedy is Remedy.RULING_ONLY:
        return timeline
    if data.remedy is Remedy.STRUCK:
        for number, step in enumerate(timeline.steps):
            if step.event.sequence == data.event:
                return _cut(timeline, number)
        raise RecordDamaged(f"The action of event {data.event} doesn't stand any more.", ADVICE)
    followed = any(step.event.sequence > data.event for step in timeline.steps)
    if not isinstance(ruled, Refused) or followed:
        raise RecordDamaged(f"Event {data.event} is no try that could still be done.", ADVICE)
    if data.state is None:
        applied = _applied(timeline, timeline.state, event, ruled.action, ruled.notation)
        return _with_step(timeline, applied)
    state = timeline.game.decode(data.state)
    action = _said(timeline, ruled.action)
    return _with_step(timeline, Step(event, ruled.seat, ruled.notation, action, state))


def _result(timeline: Timeline, event: Event) -> Timeline:
    data = event.data
    assert isinstance(data, Result)
    if data.winner is not None and data.winner not in timeline.game.spec.seats:
        raise RecordDamaged(f"There is no seat '{data.winner[:40]}' that could win.", ADVICE)
    return replace(timeline, result=data)


def _abandoned(timeline: Timeline, event: Event) -> Timeline:
    return replace(timeline, abandoned=True)


def _resumed(timeline: Timeline, event: Event) -> Timeline:
    return replace(timeline, abandoned=False)


_HANDLERS: Mapping[type[EventData], Callable[[Timeline, Event], Timeline]] = {
    Started: _started,
    Played: _played,
    Overruled: _overruled,
    Takeback: _takeback,
    Misread: _misread,
    RefereeWrong: _referee_wrong,
    Result: _result,
    Abandoned: _abandoned,
    Resumed: _resumed,
}
