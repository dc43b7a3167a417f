"""Why anything between the turns is refused: lots, deals, counting, powers and their boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.api import Reason, reason
from companion.games.moonlight.actions import Deal, Lot, Pass, Power, Score, Use
from companion.games.moonlight.cards import COPIES, SIDES, Card, Hand, piece_of
from companion.games.moonlight.hidden import as_counted, own_deck, size_of
from companion.games.moonlight.rules import is_name
from companion.games.moonlight.scoring import moons_known
from companion.games.moonlight.state import Phase, State
from companion.games.moonlight.turns import holder_of

Between = Lot | Deal | Pass | Score | Power | Use


def between_reasons(state: State, action: Between) -> list[Reason]:
    """Every reason against an action that lays no card; empty for a legal one."""
    if state.phase is Phase.OVER:
        return [reason("ML-17", "match-over")]
    match action:
        case Lot():
            return list(_lot(state, action))
        case Deal():
            return list(dict.fromkeys(_deal(state, action)))
        case Pass():
            return [reason("ML-07", "no-pass")]
        case Score():
            return list(dict.fromkeys(_score(state, action)))
        case Power():
            return list(_power(state, action))
        case Use():
            return list(_use(state, action))


def _lot(state: State, action: Lot) -> Iterator[Reason]:
    """The lot is drawn once, before the first deal (ML-09)."""
    if not state.lot_due:
        yield reason("ML-09", "lot-drawn")
    if action.first not in SIDES:
        yield reason("ML-18", "no-such-side", side=action.first)


# --- The deal -------------------------------------------------------------------------------------


def _deal(state: State, action: Deal) -> Iterator[Reason]:
    """Whether a deal is due, and of the right cards (ML-16, ML-17, ML-18)."""
    if state.phase is not Phase.DEAL:
        yield reason("ML-17", "no-deal-due")
        if state.phase is Phase.POWER and state.to_move is not None:
            yield reason("ML-16", "power-first", side=SIDES[state.to_move])
        return
    if state.lot_due:
        yield reason("ML-09", "lot-first")
    for side, cards in enumerate((action.green, action.blue)):
        yield from _deck(state, side, cards)


def _deck(state: State, side: int, cards: Hand) -> Iterator[Reason]:
    """Against a deck of other cards than the side has; unknown ones are only counted."""
    owner, size = SIDES[side], size_of(state, side)
    known = [one for one in cards if one is not None]
    own = [one for one in known if one.owner == owner]
    wolf = any(one.lone for one in own)
    missing = state.lone_wolf[side] and not wolf and len(known) == len(cards)
    if missing:
        yield reason("ML-16", "wolf-missing", side=owner)
    if wolf and not state.lone_wolf[side]:
        yield reason("ML-16", "wolf-not-in-deck", side=owner)
        yield reason("ML-18", "wolf-not-won", side=owner)
    strange = next((one for one in known if one.owner != owner), None)
    if strange is not None:
        yield reason("ML-18", "card-of-another", side=owner, piece=piece_of(strange))
    yield from _copies(state, side, own)
    if len(cards) + missing != size:
        yield reason("ML-18", "wrong-number", side=owner, count=len(cards), due=size)


def _copies(state: State, side: int, known: list[Card]) -> Iterator[Reason]:
    """Against more copies of a card than there are."""
    due = Counter(own_deck(state, side))
    for one, count in Counter(as_counted(state.rules, one) for one in known).items():
        if count <= due[one] or (one.lone and not state.lone_wolf[side]):
            continue
        piece = piece_of(one)
        if one.value is not None and one.value not in COPIES:
            yield reason("ML-18", "no-such-card", piece=piece)
        elif not due[one]:
            yield reason("ML-01", "moons-are-known", piece=piece)
        else:
            yield reason("ML-18", "too-many-dealt", piece=piece, count=count, due=due[one])


# --- Counting, powers -----------------------------------------------------------------------------


def _score(state: State, action: Score) -> Iterator[Reason]:
    """A round is counted when it is over, with what the cards don't tell (ML-01, ML-08)."""
    if state.phase is not Phase.SCORE:
        if state.phase is Phase.PLAY:
            yield reason("ML-08", "round-goes-on")
        else:
            yield reason("ML-08", "nothing-to-count")
        return
    if action.moons is not None:
        if moons_known(state.rules, state.grid):
            yield reason("ML-01", "moons-printed")
        if min(action.moons) < 0:
            yield reason("ML-01", "moons-below-none")
    for entered in action.corrections:
        if entered.seat not in SIDES:
            yield reason("ML-18", "no-such-side", side=entered.seat)
        elif entered.power not in state.powers[SIDES.index(entered.seat)]:
            side, power = entered.seat, entered.power
            yield reason("ML-01", "correction-without-power", side=side, power=power)


def _power(state: State, action: Power) -> Iterator[Reason]:
    """The loser of a round takes a power that nobody has (ML-16)."""
    if state.phase is not Phase.POWER:
        yield reason("ML-16", "no-power-due")
        return
    if action.name is None:
        if state.rules.powers is not None:
            yield reason("ML-16", "power-to-name")
    elif holder_of(state, action.name) is not None:
        yield reason("ML-16", "power-taken", power=action.name)
    elif state.rules.powers is not None:
        if action.name not in dict(state.rules.powers):
            yield reason("ML-16", "no-such-power", power=action.name)
    elif not is_name(action.name):
        yield reason("ML-16", "power-to-name")


def _use(state: State, action: Use) -> Iterator[Reason]:
    """A power with a box is used once a round, until the round is counted (ML-17)."""
    side = holder_of(state, action.name)
    if side is None:
        yield reason("ML-16", "power-not-held", power=action.name)
    elif not state.rules.ticked(action.name):
        yield reason("ML-17", "power-ongoing", power=action.name)
    elif action.name in state.used[side]:
        yield reason("ML-17", "power-used", power=action.name)
    if state.phase not in (Phase.PLAY, Phase.SCORE):
        yield reason("ML-17", "no-round-on")
