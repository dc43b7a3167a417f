"""Which actions a table that looks so may come from: what the referee compares with a photo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.api import Pile, Placement
from companion.games.moon.actions import Action, Look, Operate, Repair
from companion.games.moon.layout import ON, columns, ram_row
from companion.games.moon.legal import legal_actions, legal_operates
from companion.games.moon.operations import RAM, REGISTERS
from companion.games.moon.rules import SEATS
from companion.games.moon.state import Phase, State
from companion.games.moon.turns import outcome_of, value_at


def plausible(state: State, seen: Placement) -> Iterable[Action]:
    """Every legal action, and, where one row shows what none gives, operations done wrong."""
    yield from legal_actions(state)
    if state.phase is Phase.TURNS:
        yield from _done_wrong(state, seen)


def _done_wrong(state: State, seen: Placement) -> Iterator[Operate]:
    """The operations on the only row that changed, with what is seen there as their result."""
    shown = {name: _value(state, name, seen) for name in REGISTERS}
    if state.players:
        shown[RAM] = _value(state, ram_row(state.to_move), seen)
    changed = [name for name, value in shown.items() if value != value_at(state, name)]
    if len(changed) != 1:
        return
    (name,) = changed
    value = shown[name]
    if value is None:
        return
    operates = [action for action in legal_operates(state) if action.target == name]
    if any(outcome_of(state, action) == value for action in operates):
        return
    for action in operates:
        yield Operate(action.name, action.target, action.source, value)


def _value(state: State, row: str, seen: Placement) -> int | None:
    """What a row of bits shows; None where a bit is not to be seen."""
    value = 0
    for column in columns(state.rules.bits):
        pile = seen.at(f"{row}{column}")
        if len(pile) != 1:
            return None
        value |= column if pile[0] == ON else 0
    return value


def attempts(state: State, origin: str, target: str, pieces: Pile) -> tuple[Action, ...]:
    """What a person may have tried who carried `pieces`: a bug handed over, an ERROR taken off."""
    if len(pieces) != 1:
        return ()
    if pieces[0].kind == "error" and origin == f"error {pieces[0].facing}":
        return (Repair(pieces[0].facing),)
    takers = {f"{seat} bugs": seat for seat in SEATS}
    if pieces[0].kind == "bug" and state.players and origin == f"{state.seat} bugs":
        return (Look(takers[target]),) if target in takers else ()
    return ()
