"""The operations that are legal: fast, since search asks for them all the time."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from companion.games.moon.actions import SOME_GOAL, Action, End, Look, Operate, Repair, Reveal, Tell
from companion.games.moon.cards import TEXTS, Card, is_goal
from companion.games.moon.operations import FREE, NAMES, OPERATIONS, RAM, REGISTERS, full_cost
from companion.games.moon.rules import SEATS, Rules
from companion.games.moon.state import Phase, State, held_goals


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
_SOME_GOAL = Reveal(SOME_GOAL)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Everything that the rules allow now, set-ups left out."""
    if state.phase is Phase.TURNS:
        return (*legal_operates(state), *_END, *legal_looks(state))
    if state.phase is Phase.REPAIR:
        return tuple(Repair(part) for part in state.disabled)
    if state.phase is Phase.CARD:
        return _legal_reveals(state)
    return ()


def _legal_reveals(state: State) -> tuple[Reveal, ...]:
    """What a card can be that is turned over, or drawn: a goal may stay its owner's secret.

    What others have told of their goals does not count: a refusal would give it away.
    """
    cards = sorted(set(state.unknown))
    mover = state.mover
    if mover is None:
        return tuple(_REVEALS[card] for card in cards)
    found = [_REVEALS[card] for card in cards if not is_goal(card)]
    if not goals_to_draw(state):
        return tuple(found)
    goals = [_REVEALS[card] for card in cards if is_goal(card) and card not in mover.goal]
    return (_SOME_GOAL, *goals, *found)


def goals_to_draw(state: State) -> int:
    """How many of a deck's unknown cards are goals, by all that lies open."""
    return sum(map(is_goal, state.unknown)) - held_goals(state)


def tells(state: State) -> tuple[Tell, ...]:
    """What players may tell of their goals (MN-33): what lies open nowhere and is news."""
    cards = [card for card in sorted(set(state.unknown)) if is_goal(card)]
    return tuple(
        Tell(SEATS[seat], TEXTS[card], place)
        for seat, player in enumerate(state.players)
        for place in range(len(player.goal))
        for card in cards
        if card not in player.goal
    )


def can_tell(state: State, seat: int, place: int, card: Card) -> bool:
    """Whether a player may tell this card: the members of `tells`."""
    goal = state.players[seat].goal
    fits = is_goal(card) and card in state.unknown and card not in goal
    return fits and place in range(len(goal))


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
