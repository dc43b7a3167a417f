"""From the table to its lights and back: what lamps show of a snapshot, what a button asks for.

A table has two sides with a button and lights each; the first seat of a game for two is at brown's,
the second at blue's, unless the game has sides of these names. Other seats have no lights.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.api import Placement, Seat
from companion.referee.commands import Command, Done, Pause, TakeBack, Why
from companion.referee.snapshot import Said, Snapshot, TablePhase
from hardware.buttons import Press
from hardware.lights import Answer, Level, Phase, Side, TableView

_PHASES: Mapping[TablePhase, Phase] = {
    TablePhase.IDLE: Phase.IDLE,
    TablePhase.PREPARE: Phase.PREPARE,
    TablePhase.TURNS: Phase.TURNS,
    TablePhase.BONUS: Phase.BONUS,
    TablePhase.OVER: Phase.OVER,
}
_LEGAL = frozenset(
    {
        Said.LEGAL,
        Said.SETTLED,
        Said.PUT_BACK,
        Said.TABLE_READY,
        Said.ROLL,
        Said.TAKEN_BACK,
        Said.CORRECTED,
        Said.OVERRULED,
        Said.RESYNCHRONISED,
    }
)
_ILLEGAL = frozenset({Said.ILLEGAL, Said.FAULTS, Said.TIME_UP})
_NOTHING = frozenset({Said.UNCHANGED, Said.NOT_YOUR_TURN, Said.ABANDONED, Said.WAIT, Said.CHOOSE})


def table_view(snapshot: Snapshot) -> TableView:
    """What lights and sounds may know of a snapshot.

    While a press is being looked at, what was said before it is over: the ruling light goes out,
    so that whoever pressed sees that it was taken.
    """
    notches = notch_levels(snapshot)
    said = None if snapshot.answer is None or snapshot.looking else snapshot.answer.said
    return TableView(
        phase=_PHASES[snapshot.phase],
        to_act=frozenset(
            side for side, seat in sides_of(snapshot).items() if seat in snapshot.to_act
        ),
        answer=Answer.NONE if said is None else answer_light(said),
        paused=snapshot.paused,
        waiting=snapshot.waiting,
        notches_brown=notches.get(Side.BROWN),
        notches_blue=notches.get(Side.BLUE),
    )


def answer_light(said: Said) -> Answer:
    """How an answer shows: everything that is neither settled nor refused is a question."""
    if said in _LEGAL:
        return Answer.LEGAL
    if said in _ILLEGAL:
        return Answer.ILLEGAL
    return Answer.NONE if said in _NOTHING else Answer.ASKS


def sides_of(snapshot: Snapshot) -> Mapping[Side, Seat]:
    """The seat at each side of the table; empty where the game has another number of seats."""
    timeline = snapshot.timeline
    if timeline is None:
        return {}
    seats = timeline.game.seats(timeline.state)
    own = {side: side.value for side in Side}
    if set(own.values()) == set(seats):
        return own
    return dict(zip(Side, seats, strict=True)) if len(seats) == len(Side) else {}


def notch_levels(snapshot: Snapshot) -> Mapping[Side, Level]:
    """How far each side's deity is; sides of a game without notches are left out."""
    timeline = snapshot.timeline
    if timeline is None:
        return {}
    rules = timeline.game.spec.rules(timeline.started.rules)
    most = rules.get("notches")
    if not isinstance(most, int):
        return {}
    placement = timeline.game.placement(timeline.state)
    found = {side: _notch(placement, seat, most) for side, seat in sides_of(snapshot).items()}
    return {side: Level(notch, most) for side, notch in found.items() if notch is not None}


def _notch(placement: Placement, seat: Seat, most: int) -> int | None:
    return next((n for n in range(1, most + 1) if placement.at(f"{seat} notch {n}")), None)


def asked_by(press: Press, snapshot: Snapshot) -> Command:
    """The command that a button gives."""
    sides = sides_of(snapshot)
    match press:
        case Press.DONE_BROWN:
            return Done(sides.get(Side.BROWN))
        case Press.DONE_BLUE:
            return Done(sides.get(Side.BLUE))
        case Press.TAKE_BACK_BROWN:
            return TakeBack(seat=sides.get(Side.BROWN))
        case Press.TAKE_BACK_BLUE:
            return TakeBack(seat=sides.get(Side.BLUE))
        case Press.PAUSE:
            return Pause()
        case Press.WHY:
            return Why()
