"""A table that no photo has shown since its game was resumed, or since its camera went.

Whether hands had done all that the last action asks of them when the power went, nobody knows. The
first photo tells: it is compared with the table of the state, and where that does not explain
it, with the tables on the way there. The figures beside the board are looked at for themselves:
the board is the same, wherever they stand.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Placement
from companion.referee.bench import PREPARING, Bench
from companion.referee.evidence import Evidence
from companion.referee.figures import (
    figure_steps,
    figures_back,
    on_board,
    seat_of,
    with_figures,
)
from companion.referee.findings import Finding, Following, Judgement
from companion.referee.reconcile import judge
from companion.referee.undoing import BACK, reaches

_EXPLAINED = frozenset({Finding.LEGAL, Finding.UNCHANGED, Finding.SETTLED})


def judge_table(bench: Bench, evidence: Evidence, *, pressed: bool) -> Judgement:
    """Judge a photo of the bench's table, whether it has been seen before or not."""
    # An action that fits the whole table shows as well as its start that the eyes are right.
    judgement = judge(replace(bench.followed, begun=True), evidence, pressed=pressed)
    if bench.followed.begun:
        return judgement
    if judgement.finding not in _EXPLAINED:
        owed = _as_owed(bench)
        other = judgement if owed is None else judge(owed, evidence, pressed=pressed)
        if other.finding not in _EXPLAINED:
            return judgement
        judgement = other
    return _with_figures(bench, judgement, evidence)


def _with_figures(bench: Bench, judgement: Judgement, evidence: Evidence) -> Judgement:
    """The judgement, with the figures that are seen to stand where their last step began."""
    following = judgement.following
    right = bench.game.placement(following.state)
    seen = {f"{seat} notch {notch}": () for seat, notch in evidence.notches.items()}
    known = {seat_of(step) for step in figure_steps(judgement.todo)}
    last = [step for one in bench.sat.timeline.steps for step in figure_steps(one.effects)]
    late = [
        step
        for step in figures_back(Placement(seen), right, last, manner=BACK)
        if seat_of(step) not in known
    ]
    if not late:
        return judgement
    todo = (*judgement.todo, *late)
    lying = with_figures(following.lying, right, figure_steps(todo))
    settled = judgement.finding is Finding.SETTLED
    return replace(
        judgement,
        finding=Finding.UNCHANGED if settled else judgement.finding,
        following=replace(following, lying=lying, todo=todo),
        todo=todo,
    )


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
