"""Laws of the table: what lies there follows from the state, and a game goes on from it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.api import CHANCE, Piece, Placed, Placement
from companion.games.errors import BadPosition
from companion.games.laws.visit import Finding, Law, Tested, Visit, through_text


def _effects(visit: Visit) -> Iterator[Finding]:
    for action in visit.acted:
        after = visit.game.apply(visit.state, action)
        table = visit.game.placement(visit.state)
        try:
            for effect in after.effects:
                table = table.after(effect)
        except ValueError as error:
            yield f"an effect can't be done: {error}", action
            continue
        wanted = visit.game.placement(after.state)
        if table != wanted:
            sites = sorted(
                site for site in {*table.piles, *wanted.piles} if table.at(site) != wanted.at(site)
            )
            yield f"the effects leave something else on {', '.join(sites)}", action
        if not all(effect.ruling for effect in after.effects):
            yield "an effect has no ruling", action


def _faults(visit: Visit) -> Iterator[Finding]:
    table = visit.game.placement(visit.state)
    found = visit.game.faults(table, visit.state)
    if found and table.piles and not _is_being_laid(visit):
        yield f"the state's own table is said to be wrong: {found[0].reason}", None
    if table.piles:
        site = visit.rng.choice(sorted(table.piles))
        strange = Piece("nobody", "nothing")
        wrong = Placement({**table.piles, site: (*table.at(site), strange)})
        if not visit.game.faults(wrong, visit.state):
            yield f"a piece that the game doesn't have lies on {site} unnoticed", None


def _is_being_laid(visit: Visit) -> bool:
    """Whether an action places pieces: till then, a table may rightly be called incomplete."""
    return any(
        isinstance(effect, Placed)
        for action in visit.acted
        for effect in visit.game.apply(visit.state, action).effects
    )


def _resynchronised(visit: Visit) -> Iterator[Finding]:
    game, table = visit.game, visit.game.placement(visit.state)
    acting = visit.game.to_act(visit.state)
    if not table.piles or len(acting) != 1 or CHANCE in acting or _is_being_laid(visit):
        return
    seat = next(iter(acting))
    once = game.placement(game.resynchronised(visit.state, table, seat))
    again = game.resynchronised(visit.state, once, seat)
    if game.placement(again) != once:
        yield "gone on from its own table, the game has another", None
    for action in visit.tried:
        if game.is_legal(visit.state, action):
            continue
        try:
            forced = game.forced(visit.state, action)
        except BadPosition:
            continue
        if game.decode(through_text(game.encode(forced))) != forced:
            yield "what was let stand can't be written and read", action


TABLE: Tested = (
    (Law.EFFECTS, _effects),
    (Law.FAULTS, _faults),
    (Law.RESYNCHRONISED, _resynchronised),
)
