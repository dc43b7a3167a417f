"""What the coach says to the player who asks, as a sentence and the operations to be typed."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.api import Advice, reason
from companion.games.moon.actions import Operate
from companion.games.moon.cards import UNKNOWN
from companion.games.moon.coach import Finding, advise
from companion.games.moon.state import State

MOST_NODES = 400_000
"""The search is given up there: some seconds of a small computer."""

_RULING = "MN-01"


def advice_on(state: State, write: Callable[[State, Operate], str]) -> Advice:
    """The shortest way to the goal that is up; ``write`` puts an operation into notation."""
    found = advise(state, most=MOST_NODES)
    if state.mover is not None and UNKNOWN in state.mover.goal:
        return Advice(reason("MN-33", "coach-untold"))
    if found.finding is Finding.NO_GOAL or found.target is None:
        return Advice(reason(_RULING, "coach-no-goal"))
    goal = format(found.target, f"0{state.rules.bits}b")
    if found.finding is not Finding.WAY:
        said = reason(_RULING, f"coach-{found.finding.value}", goal=goal, rounds=found.rounds)
        return Advice(said)
    if not found.steps:
        return Advice(reason(_RULING, "coach-there", goal=goal))
    actions = tuple(write(state, step.action) for step in found.steps)
    rounds = found.steps[-1].round
    key = "coach-way" if rounds == 1 else "coach-way-rounds"
    return Advice(reason(_RULING, key, count=len(actions), goal=goal, rounds=rounds), actions)
