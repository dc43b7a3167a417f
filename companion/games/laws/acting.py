"""Laws of acting: which actions are legal, whose they are, and what doing one leaves alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.games.api import CHANCE, Explains, Ruling, Verdict, first_actions
from companion.games.errors import IllegalAction
from companion.games.laws.visit import Finding, Law, Tested, Visit, text_of, through_text


def _frozen(visit: Visit) -> Iterator[Finding]:
    hash(visit.state)
    copy = visit.game.decode(through_text(visit.game.encode(visit.state)))
    if copy == visit.state and hash(copy) != hash(visit.state):
        yield "equal states have different hashes", None


def _order(visit: Visit) -> Iterator[Finding]:
    actions = visit.game.legal(visit.state)
    for again in (actions, actions, visit.game.legal(visit.state)):
        found = tuple(first_actions(again, visit.limits.listed))
        if found != visit.listed:
            yield f"{len(found)} actions instead of {len(visit.listed)}, or another order", None
            return


def _unique(visit: Visit) -> Iterator[Finding]:
    for name, actions in (("legal", visit.listed), ("claims", visit.claims)):
        for action, times in Counter(actions).items():
            if times > 1:
                yield f"{times} times in {name}", action


def _ending(visit: Visit) -> Iterator[Finding]:
    acting = visit.game.to_act(visit.state)
    over = visit.game.outcome(visit.state) is not None
    strangers = acting - {*visit.game.spec.seats, CHANCE}
    if strangers:
        yield f"no such seats: {', '.join(sorted(strangers))}", None
    if bool(acting) is over:
        yield f"to act: {', '.join(sorted(acting)) or 'nobody'}, and over: {over}", None
    if bool(visit.listed) is over:
        yield f"legal actions: {len(visit.listed)}, and over: {over}", None
    if over and visit.claims:
        yield "something may be claimed though the game is over", visit.claims[0]
    outcome = visit.game.outcome(visit.state)
    if outcome is not None and not outcome.ruling:
        yield "the outcome has no ruling", None


def _actor(visit: Visit) -> Iterator[Finding]:
    acting = visit.game.to_act(visit.state)
    for action in visit.listed:
        actor = visit.game.actor(visit.state, action)
        if actor not in acting:
            yield f"{actor} acts, but to act is {', '.join(sorted(acting))}", action
            return
    for action in visit.claims:
        if visit.game.actor(visit.state, action) not in visit.game.spec.seats:
            yield "a claim by somebody who has no seat", action


def _sample(visit: Visit) -> Iterator[Finding]:
    if visit.game.outcome(visit.state) is not None or not visit.listed:
        return
    before = visit.frozen_text()
    for _ in range(visit.limits.acted):
        action = visit.game.sample(visit.state, visit.rng)
        if not visit.game.is_legal(visit.state, action):
            yield "is_legal refuses a sampled action", action
        if visit.whole and action not in visit.listed:
            yield "a sampled action is not in legal", action
    if visit.frozen_text() != before:
        yield "sample changed the state", None


def _membership(visit: Visit) -> Iterator[Finding]:
    members = {*visit.listed, *visit.claims}
    for action in visit.everything():
        legal = visit.game.is_legal(visit.state, action)
        if action in members and not legal:
            yield "is_legal refuses a member of legal or claims", action
        if legal and visit.whole and action not in members:
            yield "is_legal allows what is neither in legal nor in claims", action


def _ruling(visit: Visit) -> Iterator[Finding]:
    for action in (*visit.acted, *visit.tried):
        ruling = visit.game.rule_on(visit.state, action)
        legal = visit.game.is_legal(visit.state, action)
        if (ruling.verdict is Verdict.LEGAL) is not legal:
            yield f"rule_on says {ruling.verdict.value}, is_legal {legal}", action
        elif legal and ruling.reasons:
            yield "a legal action has reasons against it", action
        elif legal and ruling.effects != visit.game.apply(visit.state, action).effects:
            yield "rule_on and apply name different effects", action
        elif legal and _other_notes(visit, action, ruling):
            yield "rule_on and notes tell different things", action
        elif not legal and not ruling.reasons:
            yield "no reason is given", action
        elif not all(cause.ruling and cause.key for cause in ruling.reasons):
            yield "a reason has no ruling ID, or no key", action


def _other_notes(visit: Visit, action: Any, ruling: Ruling) -> bool:
    """Whether a game that explains its actions does not begin with what its ruling notes."""
    if not isinstance(visit.game, Explains):
        return False
    after = visit.game.apply(visit.state, action).state
    notes = tuple(visit.game.notes(visit.state, action, after))
    return notes[: len(ruling.notes)] != ruling.notes


def _advice(visit: Visit) -> Iterator[Finding]:
    for action in visit.tried:
        for near in visit.game.rule_on(visit.state, action).nearest:
            if not visit.game.is_legal(visit.state, near):
                yield f"told to do {near} instead, which is illegal", action


def _pure(visit: Visit) -> Iterator[Finding]:
    if visit.frozen_text() != visit.before:
        yield "the state is changed by being asked about", None
    for action in visit.acted:
        before, words = visit.frozen_text(), text_of(visit.game.encode_action(action))
        first = visit.game.apply(visit.state, action)
        if visit.frozen_text() != before:
            yield "apply changed the state that it was given", action
        if text_of(visit.game.encode_action(action)) != words:
            yield "apply changed the action that it was given", action
        second = visit.game.apply(visit.state, action)
        if first != second:
            yield "applied twice, it gives two results", action
        visit.count["actions"] += 1


def _refusal(visit: Visit) -> Iterator[Finding]:
    for action in visit.tried:
        if visit.game.is_legal(visit.state, action):
            continue
        visit.count["refused"] += 1
        before = visit.frozen_text()
        try:
            visit.game.apply(visit.state, action)
        except IllegalAction:
            pass
        else:
            yield "apply does an illegal action", action
        if visit.frozen_text() != before:
            yield "the refused action changed the state", action


ACTING: Tested = (
    (Law.FROZEN, _frozen),
    (Law.ORDER, _order),
    (Law.UNIQUE, _unique),
    (Law.ENDING, _ending),
    (Law.ACTOR, _actor),
    (Law.SAMPLE, _sample),
    (Law.MEMBERSHIP, _membership),
    (Law.RULING, _ruling),
    (Law.ADVICE, _advice),
    (Law.PURE, _pure),
    (Law.REFUSAL, _refusal),
)
