"""What an action of play leads to."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Transition
from companion.games.moon import duel, rounds
from companion.games.moon.actions import Action, End, Look, Operate, Repair, Reveal, Tell
from companion.games.moon.cards import CODES, UNKNOWN
from companion.games.moon.draft import Draft
from companion.games.moon.legal import cost_of, legal_operates
from companion.games.moon.operations import FREE, OPERATIONS, RAM, REGISTERS
from companion.games.moon.rules import SEATS
from companion.games.moon.state import State, goal_value


def apply(state: State, action: Action) -> Transition[State]:
    """A legal action of play done."""
    draft = Draft.of(state)
    if isinstance(action, Operate):
        operate(draft, action)
    elif isinstance(action, End):
        if state.rules.competitive:
            duel.end_turn(draft)
        else:
            rounds.end_round(draft)
    elif isinstance(action, Repair):
        draft.repair(action.part)
        if state.rules.competitive:
            duel.go_on(draft)
        else:
            rounds.go_on(draft, replacing=True)  # MN-25: turning over goes on after it
    elif isinstance(action, Look):
        duel.look(draft, SEATS.index(action.seat))
    elif isinstance(action, Reveal):
        if state.rules.competitive:
            duel.reveal(draft, CODES.get(action.card, UNKNOWN))
        else:
            rounds.reveal(draft, CODES[action.card])
    elif isinstance(action, Tell):
        duel.tell(draft, SEATS.index(action.seat), action.place, CODES[action.card])
    return draft.freeze()


def value_at(state: State, name: str) -> int:
    """What a register or a RAM module holds."""
    if name in REGISTERS:
        return state.registers[REGISTERS.index(name)]
    return state.players[ram_owner(state, name)].ram


def ram_owner(state: State, name: str) -> int:
    """The place of the player whose RAM "RAM" or "RAM p2" names; -1 if there is none."""
    if not state.players:
        return -1
    if name == RAM:
        return state.to_move
    seat = name.removeprefix(f"{RAM} ")
    return SEATS.index(seat) if seat in state.rules.seats else -1


def outcome_of(state: State, action: Operate) -> int:
    """What the target holds after an operation on registers that are there (MN-16, MN-19)."""
    here = value_at(state, action.target)
    there = here if action.source is None else value_at(state, action.source)
    return OPERATIONS[action.name].of(here, there, state.rules.bits)


def operate(draft: Draft, action: Operate) -> None:
    """Pay for an operation (MN-20) and do it; what is short is let pass, for `forced`."""
    state = draft.before
    operation = OPERATIONS[action.name]
    after = outcome_of(state, action) if action.result is None else action.result
    mover = state.mover
    if mover is not None and mover.free_left and action.name in FREE.get(mover.hacker or "", ()):
        draft.players[state.to_move] = replace(mover, free_left=mover.free_left - 1)
    else:
        paid = max(0, state.energy - cost_of(state, action.name))
        draft.set_energy(paid, "MN-20", "spent")
    if action.target in REGISTERS:
        place = REGISTERS.index(action.target)
        changed = place == 0 and after != state.registers[0]
        draft.set_register(place, after, operation.ruling)
    else:
        changed = False
        draft.set_ram(ram_owner(state, action.target), after, "MN-18")
    if state.rules.competitive:
        duel.after_operation(draft, changed=changed)
    elif draft.goal_value() == draft.registers[0]:
        rounds.go_on(draft)


def solving_operates(state: State) -> list[Operate]:
    """The legal operations that give A the value of the goal that is up."""
    value = goal_value(state)
    if value is None:
        return []
    return [
        action
        for action in legal_operates(state)
        if action.target == "A" and outcome_of(state, action) == value
    ]
