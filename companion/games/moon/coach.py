"""The coach: the shortest way from the registers to a goal, or the proof that there is none.

    advice = advise(state)
    for step in advice.steps:
        print(step.round, GAME.format(state, step.action))

The search is complete. It prefers a way that needs fewer rounds, then one of fewer operations,
then one that leaves more energy. Between rounds the registers stay as they are: while a goal is
up no other card is turned over. In a competitive game others play between two turns, so there the
coach looks at this turn only, and what it says is for the player's own eyes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.moon.actions import Operate
from companion.games.moon.operations import OPERATIONS
from companion.games.moon.search import (
    Node,
    Search,
    Words,
    arranged,
    named,
    operate_of,
    rearranged,
    words_of,
    workshop_of,
)
from companion.games.moon.state import Phase, State, goal_value


class Finding(Enum):
    """What the coach found."""

    WAY = "way"
    """There is a way; ``steps`` is a shortest one."""
    TOO_FAR = "too-far"
    """No way leads there within the rounds that were asked for."""
    NEVER = "never"
    """No way leads there, however many rounds there were."""
    NO_GOAL = "no-goal"
    """No goal is up, or the game does not wait for an operation."""
    UNDECIDED = "undecided"
    """The search was given up at its limit."""


@dataclass(frozen=True, slots=True)
class Step:
    """One operation of a way: the round it is done in, from 1, and what it does.

    ``here`` is what the target held, ``after`` what it holds then; ``energy`` is left, in halves.
    """

    round: int
    action: Operate
    here: int
    after: int
    energy: int


@dataclass(frozen=True, slots=True)
class Advice:
    """The coach's answer; ``rounds`` were looked through, ``looked`` at so many nodes."""

    finding: Finding
    target: int | None
    steps: tuple[Step, ...] = ()
    rounds: int = 0
    looked: int = 0


def rounds_left(state: State) -> int:
    """How many rounds the face-up goal can still be solved in, this one included (MN-01, MN-02).

    In a competitive game, and while no goal is up, one.
    """
    places = [
        place for place, cards in enumerate(state.slots) for card in cards if card in state.current
    ]
    if not places:
        return 1
    usable = range(max(places) + 1, len(state.slots) - 1)
    return 1 + sum(place + 1 not in state.broken for place in usable)


def advise(
    state: State, *, target: int | None = None, rounds: int | None = None, most: int | None = None
) -> Advice:
    """The shortest way to `target` (None: the goal that is up) within some rounds.

    `rounds` None: all in which the goal can still be solved. `most` gives the search up after so
    many nodes; None: never, so that the answer is a proof. A `target` of one's own is found as if
    no card were turned over on the way: while no goal is up, an event may come between rounds.
    """
    wanted = goal_value(state) if target is None else target
    if wanted is None or state.phase is not Phase.TURNS:
        return Advice(Finding.NO_GOAL, wanted)
    mover = state.mover
    by_state = mover is None or state.rules.solve_by == "state"
    if by_state and state.registers[0] == wanted:
        return Advice(Finding.WAY, wanted)
    limit = 1 if mover is not None else rounds_left(state) if rounds is None else max(1, rounds)
    shop = workshop_of(state)
    search = Search(shop, wanted, most)
    start = arranged(list(words_of(state)), shop.swappable)
    sources: dict[Words, tuple[int, Node | None]] = {start: (0, None)}
    energy, free = state.energy, 0 if mover is None else mover.free_left
    for number in range(1, limit + 1):
        node, ends = search.round(number, sources, energy, free)
        if node is not None:
            steps = _steps(state, search, node)
            return Advice(Finding.WAY, wanted, steps, number, search.looked)
        if search.exhausted:
            return Advice(Finding.UNDECIDED, wanted, (), number, search.looked)
        closed = len(ends) == len(sources) and energy == shop.refill
        if closed and mover is None:
            return Advice(Finding.NEVER, wanted, (), number, search.looked)
        sources, energy = ends, shop.refill
    return Advice(Finding.TOO_FAR, wanted, (), limit, search.looked)


def _steps(state: State, search: Search, node: Node) -> tuple[Step, ...]:
    """The way to a node with the registers' own names."""
    swappable = search.shop.swappable
    words, names = named(words_of(state), swappable)
    steps = []
    for before, after, doing in search.path(node):
        assert before[1] == words
        action = operate_of(doing, names)
        changed = list(words)
        changed[doing[1]] = value = _result(search, words, doing)
        steps.append(Step(after[0], action, words[doing[1]], value, after[2]))
        words, names = rearranged(changed, names, swappable)
    return tuple(steps)


def _result(search: Search, words: Words, doing: tuple[str, int, int]) -> int:
    name, target, source = doing
    return OPERATIONS[name].of(words[target], words[source], search.shop.bits)


def reachable(state: State) -> frozenset[int]:
    """Every value that A can be given within the round or turn, its present one included.

    Cards that are turned over on the way do not count in.
    """
    mover = state.mover
    shop = workshop_of(state)
    search = Search(shop, None)
    start = arranged(list(words_of(state)), shop.swappable)
    free = 0 if mover is None else mover.free_left
    search.round(1, {start: (0, None)}, state.energy, free)
    return frozenset(search.values)
