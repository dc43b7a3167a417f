"""What may be declared besides moving: to resign, to offer, agree to or claim a draw (MS-25)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.api import Outcome, Reason, Transition, reason
from companion.games.moons_and_stars.actions import (
    AgreeDraw,
    Claim,
    ClaimDraw,
    OfferDraw,
    Resign,
)
from companion.games.moons_and_stars.piles import SIDES
from companion.games.moons_and_stars.state import TIMES, Phase, State, occurrences


def claims(state: State) -> tuple[Claim, ...]:
    """Every declaration that the rules allow now, in a fixed order."""
    found: tuple[Claim, ...] = tuple(
        kind(seat) for kind in (ClaimDraw, AgreeDraw, OfferDraw, Resign) for seat in SIDES
    )
    return tuple(claim for claim in found if not any(True for _ in reasons(state, claim)))


def reasons(state: State, action: Claim) -> Iterator[Reason]:
    """Why a declaration is refused; nothing: it is allowed."""
    if action.side not in SIDES:
        yield reason("MS-25", "no-such-side", side=action.side)
        return
    side = SIDES.index(action.side)
    if state.phase is Phase.OVER:
        yield reason("MS-73", "game-over")
    elif isinstance(action, ClaimDraw):
        if state.rules.repetition != "claim":
            yield reason("MS-25", "claim-switched-off")
        elif state.owed is not None:
            deity = state.deities[state.owed] or ""
            yield reason("MS-59", "bonus-first", side=SIDES[state.owed], deity=deity)
        elif occurrences(state) < TIMES:
            yield reason("MS-25", "claim-too-early", count=occurrences(state), due=TIMES)
    elif isinstance(action, OfferDraw):
        if state.phase is not Phase.TURNS:
            yield reason("MS-25", "offer-too-early")
        elif state.offer is not None:
            yield reason("MS-25", "offer-stands", side=SIDES[state.offer])
    elif isinstance(action, AgreeDraw) and state.offer != 1 - side:
        yield reason("MS-25", "no-offer", side=SIDES[1 - side])


def apply(state: State, action: Claim) -> Transition[State]:
    """An allowed declaration made."""
    side = SIDES.index(action.side)
    if isinstance(action, OfferDraw):
        return Transition(replace(state, offer=side))
    if isinstance(action, Resign):
        outcome = Outcome(SIDES[1 - side], "MS-25", "resigned")
    elif isinstance(action, AgreeDraw):
        outcome = Outcome(None, "MS-25", "agreed")
    else:
        outcome = Outcome(None, "MS-25", "repetition")
    return Transition(replace(state, phase=Phase.OVER, outcome=outcome, owed=None, offer=None))
