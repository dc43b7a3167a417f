"""Going on from a table as it lies: after an overruled ruling, or when the thread was lost."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Placement
from companion.games.errors import BadPosition
from companion.games.stargazers.actions import Action, Flip, Pass, Play
from companion.games.stargazers.cards import BEAD, CARDS, CODES, COPIES, TILES, UNKNOWN
from companion.games.stargazers.exchange import settled
from companion.games.stargazers.rules import SEATS
from companion.games.stargazers.seeing import layout_seen
from companion.games.stargazers.sky import DISCARD, NUMBERS
from companion.games.stargazers.state import Phase, State, following, total
from companion.games.stargazers.turns import apply_flip, apply_play

SAY = "Say what lies there."


def resynchronised(state: State, placement: Placement, seat: str) -> State:
    """The game goes on from `placement` with `seat` to move; scores stay as they are.

    Where the discards are others than the referee knew, it no longer knows hands and pile, only
    how many cards they are. Raises `BadPosition` for a table that cannot be.
    """
    if seat not in SEATS[: len(state.scores)]:
        raise BadPosition(f"There is no {seat} in this game.", "Say whose turn it is.")
    if state.phase is not Phase.TURNS:
        raise BadPosition("It is nobody's turn.", "Enter first what is due, or set up a new game.")
    layout = layout_seen(placement)
    if layout is None:
        raise BadPosition("The sixteen tiles don't all lie to be seen, each once.", SAY)
    discard = _discard(placement)
    after = replace(
        state,
        layout=layout,
        beads=_beads(placement),
        to_move=SEATS.index(seat),
        again=False,
    )
    return after if discard == state.discard else settled(_counted(after, discard))


def _beads(placement: Placement) -> int:
    beads = 0
    for site, pile in placement.piles.items():
        if site == DISCARD:
            continue
        if site not in NUMBERS or pile[1:] not in ((), (BEAD,)) or pile[0] not in TILES:
            pieces = ", ".join(map(str, pile))
            raise BadPosition(f"On {site} can't lie: {pieces}.", SAY)
        beads |= len(pile[1:]) << NUMBERS[site]
    return beads


def _discard(placement: Placement) -> bytes:
    pile = placement.at(DISCARD)
    cards = bytes(CARDS.index(card) for card in pile if card in CARDS)
    if len(cards) != len(pile) or any(cards.count(card) > COPIES for card in cards):
        raise BadPosition("These can't be the discards.", SAY)
    return cards


def _counted(state: State, discard: bytes) -> State:
    """Other discards: hands keep their number, the pile is the rest, and nobody knows them."""
    left = total(state) - len(discard) - sum(map(len, state.hands))
    if left < 0:
        raise BadPosition(f"There are {len(discard)} discards.", "So many cards are not there.")
    return _forgotten(replace(state, discard=discard, deck=bytes(left)))


def _forgotten(state: State) -> State:
    """The same table, with no card known that is not face up."""
    hands = tuple(bytes((UNKNOWN,)) * len(hand) for hand in state.hands)
    return replace(state, hands=hands, deck=bytes((UNKNOWN,)) * len(state.deck))


def forced(state: State, action: Action) -> State:
    """A refused card played, or a turn left out, since people let it stand.

    A card that could not be in the hand shows that the referee knows nothing of hands and pile.
    Raises `BadPosition` for anything else, and where all copies of the card are discards.
    """
    if state.phase is not Phase.TURNS or not isinstance(action, Play | Flip | Pass):
        raise BadPosition("This can't be done by hand.", "Play something that the rules allow.")
    if isinstance(action, Pass):
        return replace(state, to_move=following(state))
    card = CODES.get(action.card or "")
    if card is None:
        raise BadPosition("There is no such card.", "A card is like 'green moon'.")
    if state.discard.count(card) >= COPIES:
        raise BadPosition(f"All {COPIES} of them are discards.", "Say which card was played.")
    if state.rules.youngest_child:
        return apply_flip(_forgotten(state), card).state
    return apply_play(_forgotten(state), card).state
