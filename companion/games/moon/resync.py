"""Going on from a table as people left it: read anew, or with a refused try let stand."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Piece, Placement
from companion.games.errors import BadPosition
from companion.games.moon.actions import Action, Operate
from companion.games.moon.cards import (
    BREAKABLE,
    BUG,
    CARD_OF,
    DOWN,
    ERROR,
    UNKNOWN,
    Card,
    is_goal,
    piece_of,
)
from companion.games.moon.draft import Draft
from companion.games.moon.exchange import check
from companion.games.moon.layout import (
    DECK,
    MARKER,
    OFF,
    ON,
    bugs_site,
    columns,
    error_site,
    ram_row,
    slot_site,
    solved_site,
)
from companion.games.moon.operations import REGISTERS
from companion.games.moon.reasons import workable
from companion.games.moon.state import Phase, State, down_cards
from companion.games.moon.turns import operate

SAY = "Say what lies there."
_BUG = piece_of(BUG)


def resynchronised(state: State, placement: Placement, seat: str) -> State:
    """The game goes on from `placement` with `seat` to move.

    Bits, energy, errors, bugs and the places of the cards are as they lie; what lies face-down is
    what it was, oldest first. Raises `BadPosition` for a table that cannot be.
    """
    if seat not in state.rules.seats:
        raise BadPosition(f"There is no {seat} in this game.", "Say whose turn it is.")
    players = list(state.players)
    for place, player in enumerate(players):
        players[place] = replace(
            player,
            ram=_row(state, placement, ram_row(place)),
            bugs=len(placement.at(bugs_site(place))),
            solved=len(placement.at(solved_site(place))),
        )
    phase = state.phase if state.phase in (Phase.REPAIR, Phase.CARD) else Phase.TURNS
    after = replace(
        state,
        energy=_energy(placement),
        registers=tuple(_row(state, placement, name) for name in REGISTERS),
        disabled=tuple(sorted(p for p in BREAKABLE if placement.at(error_site(p)))),
        phase=phase,
        outcome=None,
        players=tuple(players),
        to_move=state.rules.seats.index(seat),
        looks=state.looks if seat == state.seat else (),
    )
    if state.slots:
        after = _queue(state, after, placement)
    if after.phase is Phase.REPAIR and not after.disabled:
        after = replace(after, phase=Phase.TURNS)
    check(after)
    return after


def _row(state: State, placement: Placement, row: str) -> int:
    value = 0
    for column in columns(state.rules.bits):
        pile = placement.at(f"{row}{column}")
        if pile not in ((ON,), (OFF,)):
            raise BadPosition(f"{row}{column} has to hold one bit, on or off.", SAY)
        value |= column if pile[0] == ON else 0
    return value


def _energy(placement: Placement) -> int:
    fields = [site for site, pile in placement.piles.items() if MARKER in pile]
    number = fields[0].removeprefix("energy ") if len(fields) == 1 else ""
    if not number.isdecimal() or len(number) > 2:
        raise BadPosition("One marker has to stand on the energy track.", SAY)
    return int(number)


def _queue(state: State, after: State, placement: Placement) -> State:
    """The places of a cooperative game: bugs and goals as they lie, backs in their old order."""
    piles = [placement.at(slot_site(place)) for place in range(len(state.slots))]
    up = [
        _goal(piece, slot_site(place))
        for place, pile in reversed(tuple(enumerate(piles)))
        for piece in pile
        if piece not in (_BUG, DOWN)
    ]
    broken = tuple(place for place, pile in enumerate(piles, 1) if _BUG in pile)
    fresh = [card for card in up if card not in state.current]
    fresh += [BUG] * max(0, len(broken) - len(state.broken))
    fresh += [card for card, part in ERROR.items() if part in after.disabled]
    backs = sum(pile.count(DOWN) for pile in piles)
    spare = _spare(state, fresh, backs + len(placement.at(DECK)))
    slots: list[tuple[Card, ...]] = []
    shown = iter(up)
    for pile in reversed(piles):
        cards = [piece for piece in pile if piece != _BUG]
        slots.append(tuple(spare.pop(0) if p == DOWN else next(shown) for p in cards))
    kept = tuple(card for card in state.current if card in up)
    return replace(
        after,
        slots=tuple(reversed(slots)),
        broken=broken,
        current=(*kept, *(card for card in up if card not in kept)),
        deck=tuple(spare),
    )


def _spare(state: State, fresh: list[Card], count: int) -> list[Card]:
    """The cards that lie face-down on a table that has `count` of them, oldest first.

    What is seen for the first time was turned over since; what else is gone came before the rest.
    """
    down = [state.slots[place][index] for place, index in down_cards(state)]
    spare = [*down, *state.deck]
    for card in fresh:
        if card in spare:
            spare.remove(card)
    if len(spare) < count:
        raise BadPosition(f"{count} cards lie face-down, but only {len(spare)} are left.", SAY)
    return spare[len(spare) - count :]


def _goal(piece: Piece, site: str) -> Card:
    card = CARD_OF.get(piece, UNKNOWN)
    if not is_goal(card):
        raise BadPosition(f"On {site} can't lie: {piece}.", SAY)
    return card


def forced(state: State, action: Action) -> State:
    """A refused operation done by hand, with the bits that the table shows; debt is let off.

    Raises `BadPosition` for anything else, and where there is no such register.
    """
    word = (1 << state.rules.bits) - 1
    if (
        state.phase is not Phase.TURNS
        or not isinstance(action, Operate)
        or not workable(state, action)
        or (action.result or 0) > word
    ):
        raise BadPosition("This can't be done by hand.", "Play something that the rules allow.")
    draft = Draft.of(state)
    operate(draft, action)
    return draft.freeze().state
