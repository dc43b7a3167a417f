"""A table that no photo has shown since its game was resumed, or since its camera went.

Whether hands had done all that the last action asks of them when the power went, nobody knows. The
first photo tells: it is compared with the table of the state, and where that does not explain
it, with the tables on the way there.
"""

from __future__ import annotations

from dataclasses import replace

from companion.referee.bench import PREPARING, Bench
from companion.referee.candidates import on_board
from companion.referee.evidence import Evidence
from companion.referee.findings import Finding, Following, Judgement
from companion.referee.reconcile import judge
from companion.referee.undoing import reaches

_EXPLAINED = frozenset({Finding.LEGAL, Finding.UNCHANGED, Finding.SETTLED})


def judge_table(bench: Bench, evidence: Evidence, *, pressed: bool) -> Judgement:
    """Judge a photo of the bench's table, whether it has been seen before or not."""
    # An action that fits the whole table shows as well as its start that the eyes are right.
    judgement = judge(replace(bench.followed, begun=True), evidence, pressed=pressed)
    if bench.followed.begun or judgement.finding in _EXPLAINED:
        return judgement
    owed = _as_owed(bench)
    other = judgement if owed is None else judge(owed, evidence, pressed=pressed)
    return other if other.finding in _EXPLAINED else judgement


def _as_owed(bench: Bench) -> Following | None:
    """The table before the last action, and all its steps to be done; None where none led there."""
    timeline, game = bench.sat.timeline, bench.game
    if not timeline.steps or bench.followed.todo:
        return None
    last, before = timeline.steps[-1], timeline.state_at(len(timeline.steps) - 1)
    lying, steps = game.placement(before), last.effects
    prepared = game.phase(before) in PREPARING
    if prepared or not on_board(steps) or not reaches(lying, steps, game.placement(last.state)):
        return None
    return replace(bench.followed, lying=lying, todo=steps, begun=True)
