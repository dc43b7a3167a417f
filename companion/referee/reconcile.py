"""From what was seen to a ruling: which action explains the table, and is it legal?

Tables that could lie there are made from the rules: nothing changed, each action after each of its
physical steps, an earlier state, two actions, one piece carried somewhere. Each is measured against
the evidence (`companion.referee.misfit`). One is believed only if it fits well by itself and no
other of another meaning fits nearly as well; else the referee asks. A wrong move is never accepted
silently: a table that no legal action explains is illegal or out of step, and says where.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import log

from companion.games.api import Carried
from companion.referee.candidates import (
    BACK,
    TAKEBACKS,
    Candidate,
    candidates,
    differing,
    two_actions,
)
from companion.referee.evidence import Evidence, Look, Sight
from companion.referee.figures import (
    figure_steps,
    figures_owed,
    on_board,
    seat_of,
    stands,
    with_figures,
)
from companion.referee.findings import Finding, Following, Judgement, Option
from companion.referee.misfit import Misfit
from companion.referee.refusals import refused_attempt

ACCEPT = 2.5
"""A table is believed with a misfit up to this: it is at least 1/12 as likely as the best one."""
MARGIN = 2.5
"""How much worse every table of another meaning has to fit."""
STRANGE = 1.5
"""A site with a misfit over this may have changed."""
PLAIN = 0.95
"""A look that is held for so likely is plainly seen."""
FAR = 6.0
"""What fits so much worse (1/400) is not what another photo of the same table would show."""
NEAR = 1.0
"""What fits so well fits in another photo, too."""
MOST_PAIRS = 4
"""Pairs of actions that are offered at most when one was missed."""
MOST_NAMED = 8
"""Sites that are named at most when a table does not follow."""


_NOT_CLEAR = {
    Sight.HAND: Finding.HAND,
    Sight.UNREADABLE: Finding.UNREADABLE,
    Sight.MOVED: Finding.MOVED,
}


def judge(following: Following, evidence: Evidence, *, pressed: bool = False) -> Judgement:
    """Say what has happened on the table since `following`, from one photo.

    ``pressed``: the side to act says that its turn is done. Then a table that a whole legal action
    leads to is that action, though it lay so before: who takes back says so (holds the button).
    """
    if evidence.sight is not Sight.CLEAR:
        return Judgement(_NOT_CLEAR[evidence.sight], following, reason=evidence.reason)
    misfit = Misfit(evidence, following.lying)
    if not following.begun:
        return _begin(following, evidence, misfit)
    found = sorted(candidates(following, evidence, misfit), key=lambda c: (c.misfit, len(c.todo)))
    if pressed:
        found = _without_same_tables(found)
    best = found[0]
    rivals = [c for c in found if c.meaning != best.meaning and c.misfit < best.misfit + MARGIN]
    if best.misfit > ACCEPT:
        sure = best.misfit > FAR + ACCEPT and _plainly_strange(evidence, misfit)
        return replace(_unexplained(following, evidence, misfit), sure=sure)
    meant = {best.meaning, *(c.meaning for c in rivals)}
    fitting = [best, *rivals]
    others = (c for c in found if c.meaning not in meant and c.misfit < best.misfit + FAR)
    sure = max(c.misfit for c in fitting) <= NEAR and next(others, None) is None
    shown = _shown_by_figures(fitting, evidence)
    if shown is not None:
        best, rivals = shown, []
    if rivals or best.kind is Finding.AMBIGUOUS:
        return replace(_ask(following, fitting), sure=sure)
    return replace(_believe(following, evidence, best), sure=sure)


def _without_same_tables(found: list[Candidate]) -> list[Candidate]:
    """No takebacks to a table that a legal action leads to as well, with nothing left to do."""
    played = [c.lying for c in found if c.kind is Finding.LEGAL and not on_board(c.todo)]
    return [
        candidate
        for candidate in found
        if candidate.meaning[0] != BACK or all(differing(candidate.lying, one) for one in played)
    ]


def _shown_by_figures(fitting: list[Candidate], evidence: Evidence) -> Candidate | None:
    """The one action of several to the same board whose figures stand where it takes them.

    A figure that has not moved tells nothing: many move it only when the referee has spoken.
    """
    shown = [candidate for candidate in fitting if _figures_stand(candidate, evidence)]
    if not shown or any(differing(each.lying, shown[0].lying) for each in fitting):
        return None
    return shown[0] if len({candidate.meaning for candidate in shown}) == 1 else None


def _figures_stand(candidate: Candidate, evidence: Evidence) -> bool:
    if candidate.kind is not Finding.LEGAL or on_board(candidate.todo):
        return False
    steps = figure_steps(candidate.todo)
    return bool(steps) and all(stands(step, evidence.notches) for step in steps)


def _begin(following: Following, evidence: Evidence, misfit: Misfit) -> Judgement:
    """The first photo has to show the table that the game begins from."""
    if misfit.total <= ACCEPT:
        return Judgement(Finding.START, replace(following, begun=True))
    return Judgement(Finding.OUT_OF_STEP, following, strange=_strange(evidence, misfit))


def _believe(following: Following, evidence: Evidence, best: Candidate) -> Judgement:
    """One explanation fits: it is what happened."""
    game, state = following.game, following.state
    if best.kind is Finding.LEGAL:
        after, late = best.after, _late_figures(following, evidence)
    else:
        after, late = state, ()
    figures = figures_owed((*late, *best.todo), evidence.notches)
    todo = (*on_board(best.todo), *figures)
    lying = with_figures(best.lying, game.placement(after), figures)
    if best.kind is Finding.LEGAL:
        earlier = (*following.earlier, state)[-TAKEBACKS:]
        held = Following(game, after, lying, earlier, todo, begun=True)
        ruling = game.rule_on(state, best.action)
        return Judgement(Finding.LEGAL, held, best.action, ruling, todo)
    held = replace(following, lying=lying, todo=todo)
    settled = bool(following.todo) and not todo
    return Judgement(Finding.SETTLED if settled else Finding.UNCHANGED, held, todo=todo)


def _late_figures(following: Following, evidence: Evidence) -> tuple[Carried, ...]:
    """Steps of figures that were owed before another action was played, and are seen not done."""
    steps = figure_steps(following.todo)
    return tuple(step for step in steps if seat_of(step) in evidence.notches)


def _ask(following: Following, fitting: list[Candidate]) -> Judgement:
    """Several explanations fit: the players say which."""
    options: dict[Option, None] = {}
    for candidate in fitting:
        options[_option(following, candidate)] = None
    return Judgement(Finding.AMBIGUOUS, following, options=tuple(options))


def _option(following: Following, candidate: Candidate) -> Option:
    if candidate.action is None:
        kind, *back = candidate.meaning
        return Option((), back=back[0] if kind == BACK else 0)
    return Option((following.game.format(following.state, candidate.action),))


def _unexplained(following: Following, evidence: Evidence, misfit: Misfit) -> Judgement:
    """No legal action leads to this table: a refused one, two in a row, or nobody knows."""
    tried = refused_attempt(following, evidence, misfit, accept=ACCEPT, strange=STRANGE)
    if tried is not None:
        action, ruling, put_back = tried
        return Judgement(Finding.ILLEGAL, following, action, ruling, put_back)
    pairs = tuple(islice(two_actions(following, misfit, accept=ACCEPT), MOST_PAIRS))
    if pairs:
        return Judgement(Finding.AMBIGUOUS, following, options=tuple(map(Option, pairs)))
    return Judgement(Finding.OUT_OF_STEP, following, strange=_strange(evidence, misfit))


def _plainly_strange(evidence: Evidence, misfit: Misfit) -> bool:
    """Whether all that does not fit the table of before is plainly seen, and all else fits it."""
    strange = misfit.strange(over=STRANGE)
    fits = misfit.total - sum(misfit.by_site[site] for site in strange)
    return fits <= NEAR and all(plainly_seen(evidence, site) for site in strange)


def plainly_seen(evidence: Evidence, site: str) -> bool:
    """Whether a site's likeliest look leaves no doubt."""
    return evidence.log_p(site, evidence.best(site)) >= log(PLAIN)


def _strange(evidence: Evidence, misfit: Misfit) -> tuple[tuple[str, Look], ...]:
    sites = misfit.strange(over=STRANGE)[:MOST_NAMED]
    return tuple((site, evidence.best(site)) for site in sites)
