"""Tables that could lie there, made from the rules, each with how badly it fits what was seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.api import Carried, Effect, Piece, Pile, Placement
from companion.referee.evidence import Evidence, look_of
from companion.referee.figures import figure_steps, on_board
from companion.referee.findings import Finding, Following
from companion.referee.misfit import Misfit, touched

TAKEBACKS = 2
"""How many actions back a table is compared with."""
BACK = "back"
"""The first word of a takeback's meaning; the second is how many actions."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A table that could lie there.

    Two candidates of equal ``meaning`` say the same of the game. ``todo`` is what hands would
    still owe, ``after`` the state an ``action`` leads to. What is asked about and never taken for
    granted is of kind AMBIGUOUS: a takeback, and an action whose own piece has not moved yet.
    """

    kind: Finding
    meaning: tuple[Any, ...]
    misfit: float
    lying: Placement
    todo: tuple[Effect, ...] = ()
    action: Any = None
    after: Any = None


def candidates(following: Following, evidence: Evidence, misfit: Misfit) -> Iterator[Candidate]:
    """Nothing changed, owed steps done, a takeback, or one legal action after each of its steps."""
    yield from _standing(following, misfit)
    yield from _taken_back(following, misfit)
    game, state = following.game, following.state
    seen = seen_placement(evidence, following.lying)
    settled = on_board(following.todo)
    for action in game.plausible(state, seen):
        if game.is_legal(state, action):
            yield from _played(following, misfit, action, settled)


def _standing(following: Following, misfit: Misfit) -> Iterator[Candidate]:
    """No action was played; some of the owed steps may have been done since."""
    figures, owed = figure_steps(following.todo), on_board(following.todo)
    lying, changed = following.lying, set[str]()
    for done in range(len(owed) + 1):
        if done:
            changed |= touched(owed[done - 1 : done])
            lying = lying.after(owed[done - 1])
        fits = misfit.of(lying, changed)
        yield Candidate(Finding.UNCHANGED, ("stay",), fits, lying, (*owed[done:], *figures))


def _taken_back(following: Following, misfit: Misfit) -> Iterator[Candidate]:
    """The table of an earlier state."""
    for back, state in enumerate(reversed(following.earlier[-TAKEBACKS:]), 1):
        placement = following.game.placement(state)
        changed = differing(placement, following.lying)
        if changed:
            fits = misfit.of(placement, changed)
            yield Candidate(Finding.AMBIGUOUS, (BACK, back), fits, placement)


def differing(one: Placement, other: Placement) -> set[str]:
    """The sites where two tables look different."""
    return {
        site
        for site in one.piles.keys() | other.piles.keys()
        if " notch " not in site and look_of(one.at(site)) != look_of(other.at(site))
    }


def _played(
    following: Following, misfit: Misfit, action: Any, owed: tuple[Effect, ...]
) -> Iterator[Candidate]:
    """One legal action after each of its steps, with the owed steps done before it or not yet."""
    transition = following.game.apply(following.state, action)
    effects = transition.effects
    steps, figures = on_board(effects), figure_steps(effects)
    meaning = ("play", transition.state)
    moved = next((n for n, step in enumerate(steps, 1) if isinstance(step, Carried)), 1)
    for before in {owed, ()}:
        lying, changed = following.lying, touched(before)
        try:
            for step in before:
                lying = lying.after(step)
            for done, step in enumerate(steps, 1):
                lying = lying.after(step)
                changed |= touched((step,))
                fits = misfit.of(lying, changed)
                todo = (*(() if before else owed), *steps[done:], *figures)
                if done >= moved:
                    yield Candidate(
                        Finding.LEGAL, meaning, fits, lying, todo, action, transition.state
                    )
                else:  # a victim is off the table, and nobody stands in its place yet
                    begun = ("begun", action)
                    yield Candidate(Finding.AMBIGUOUS, begun, fits, lying, todo, action)
        except ValueError:
            continue  # such steps cannot be done on a table where owed ones are not


def two_actions(
    following: Following, misfit: Misfit, *, accept: float
) -> Iterator[tuple[str, ...]]:
    """Pairs of legal actions, in notation, whose table fits: one was missed."""
    game, state = following.game, following.state
    empty = Placement()
    for first in game.plausible(state, empty):
        if not game.is_legal(state, first):
            continue
        between = game.apply(state, first).state
        for second in game.plausible(between, empty):
            if not game.is_legal(between, second):
                continue
            after = game.placement(game.apply(between, second).state)
            if misfit.of(after, differing(after, misfit.base)) <= accept:
                yield game.format(state, first), game.format(between, second)


def seen_placement(evidence: Evidence, lying: Placement) -> Placement:
    """The table as its best looks show it; what a site hides is taken from memory."""
    piles: dict[str, Pile] = {}
    met = {str(piece): piece for pile in lying.piles.values() for piece in pile}
    for site in evidence.sites:
        look, known = evidence.best(site), lying.at(site)
        if look == look_of(known):
            pile = known
        elif not look.level:
            pile = ()
        else:
            pile = (*known[: look.level - 1], met.get(look.piece) or piece_of(look.piece))
        if pile:
            piles[site] = pile
    return Placement(piles)


def piece_of(words: str) -> Piece:
    """A piece from its words: owner, kind, facing.

    >>> piece_of("brown trap north")
    Piece(owner='brown', kind='trap', facing='north')
    """
    owner, _, rest = words.partition(" ")
    kind, _, facing = rest.partition(" ")
    return Piece(owner, kind, facing)
