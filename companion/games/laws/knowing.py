"""Laws of knowing: nobody is shown what another's cards are."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.api import CHANCE, Conceals
from companion.games.laws.visit import Finding, Law, Redetermines, Tested, Visit, text_of


def _view(visit: Visit) -> Iterator[Finding]:
    game, state = visit.game, visit.state
    seats = (*game.spec.seats, None)
    views = {seat: text_of(game.view(state, seat)) for seat in seats}
    if game.spec.perfect_information:
        if len(set(views.values())) > 1:
            yield "everybody may see all, yet the views differ", None
    elif not isinstance(game, Redetermines):
        yield "a game of hidden information has to offer redetermine", None
    elif not isinstance(game, Conceals):
        yield "a game of hidden information has to offer known and shown", None
    else:
        for seat in seats:
            other = game.redetermine(state, seat, visit.rng)
            visit.count["redetermined"] += 1
            visit.count["hidden"] += other != state
            if text_of(game.view(other, seat)) != views[seat]:
                yield f"{seat or 'a bystander'} sees what only another may know", None
            if game.known(other, seat) != game.known(state, seat):
                yield f"{seat or 'a bystander'} knows what only another may know", None
        yield from _shown(visit, game)


def _shown(visit: Visit, game: Conceals) -> Iterator[Finding]:
    """Who does an action sees all of it, and nothing is left in what was left out."""
    for action in visit.acted:
        actor = visit.game.actor(visit.state, action)
        if actor != CHANCE and game.shown(visit.state, action, actor) != action:
            yield "an action is hidden from the seat that does it", action
        for seat in (*visit.game.seats(visit.state), None):
            seen = game.shown(visit.state, action, seat)
            if game.shown(visit.state, seen, seat) != seen:
                yield (
                    f"what {seat or 'a bystander'} is shown of it still holds hidden cards",
                    action,
                )


KNOWING: Tested = ((Law.VIEW, _view),)
