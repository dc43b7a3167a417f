"""The operations that are legal: fast, since search asks for them all the time."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from companion.games.moon.actions import Action, End, Look, Operate, Repair, Reveal
from companion.games.moon.cards import TEXTS
from companion.games.moon.operations import FREE, NAMES, OPERATIONS, RAM, REGISTERS, full_cost
from companion.games.moon.rules import SEATS, Rules
from companion.games.moon.state import Phase, State


def cost_of(state: State, name: str) -> int:
    """What an operation costs the one who acts now, in halves (MN-21, MN-34, MN-35)."""
    mover = state.mover
    if mover is None:
        return OPERATIONS[name].cost
    if mover.free_left and name in FREE.get(mover.hacker or "", ()):
        return 0
    return full_cost(name, competitive=True, hacker=mover.hacker)


@lru_cache(maxsize=4096)
def _operates(
    rules: Rules, disabled: tuple[str, ...], energy: int, hacker: str | None, free: bool
) -> tuple[Operate, ...]:
    """Every operation that switches, errors and energy allow (MN-15 to MN-23)."""
    working = [name for name in REGISTERS if name not in disabled]
    found: list[Operate] = []
    for name in NAMES:
        if not rules.enabled(name) or name in disabled:
            continue
        cost = full_cost(name, competitive=rules.competitive, hacker=hacker)
        if cost > energy and not (free and name in FREE.get(hacker or "", ())):
            continue
        if OPERATIONS[name].registers == 1:
            found += [Operate(name, target) for target in working]
            continue
        found += [Operate(name, target, source) for source, target in permutations(working, 2)]
        if name == "MOV" and rules.competitive:
            found += [Operate(name, RAM, source) for source in working]
            found += [Operate(name, target, RAM) for target in working]
    return tuple(found)


@lru_cache(maxsize=4096)
def _operates_set(
    rules: Rules, disabled: tuple[str, ...], energy: int, hacker: str | None, free: bool
) -> frozenset[Operate]:
    return frozenset(_operates(rules, disabled, energy, hacker, free))


def legal_operates(state: State) -> tuple[Operate, ...]:
    """The legal operations of a round or turn, in the order of the cards."""
    mover = state.mover
    hacker, free = (None, False) if mover is None else (mover.hacker, mover.free_left > 0)
    return _operates(state.rules, state.disabled, state.energy, hacker, free)


def is_legal_operate(state: State, action: Operate) -> bool:
    """Whether an operation is among them."""
    mover = state.mover
    hacker, free = (None, False) if mover is None else (mover.hacker, mover.free_left > 0)
    return action in _operates_set(state.rules, state.disabled, state.energy, hacker, free)


_END = (End(),)
_REVEALS = tuple(Reveal(text) for text in TEXTS)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Everything that the rules allow now, set-ups left out."""
    if state.phase is Phase.TURNS:
        return (*legal_operates(state), *_END, *legal_looks(state))
    if state.phase is Phase.REPAIR:
        return tuple(Repair(part) for part in state.disabled)
    if state.phase is Phase.CARD:
        return tuple(_REVEALS[card] for card in sorted(set(state.unknown)))
    return ()


def legal_looks(state: State) -> tuple[Look, ...]:
    """The players whose goal a bug card can show now (MN-30)."""
    mover = state.mover
    if mover is None or not mover.bugs:
        return ()
    return tuple(
        Look(SEATS[place])
        for place, player in enumerate(state.players)
        if place != state.to_move and player.goal
    )
