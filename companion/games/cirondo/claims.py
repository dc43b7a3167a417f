"""What may be declared besides moving: to resign, to offer, agree to or claim a draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.api import Outcome, Reason, Transition, reason
from companion.games.cirondo.actions import AgreeDraw, Claim, ClaimDraw, OfferDraw, Resign
from companion.games.cirondo.state import TIMES, Phase, State, following, in_play, occurrences
from companion.games.cirondo.stellars import SIDES
from companion.games.cirondo.turns import Draft, go_on, leave


def claims(state: State) -> tuple[Claim, ...]:
    """Every declaration that the rules allow now, in a fixed order."""
    found: tuple[Claim, ...] = tuple(
        kind(seat) for kind in (ClaimDraw, AgreeDraw, OfferDraw, Resign) for seat in SIDES
    )
    return tuple(claim for claim in found if not any(True for _ in reasons(state, claim)))


def reasons(state: State, action: Claim) -> Iterator[Reason]:
    """Why a declaration is refused; nothing: it is allowed."""
    ruling = "CI-20" if isinstance(action, Resign) else "CI-19"
    if state.phase is Phase.OVER:
        yield reason(ruling if state.outcome is None else state.outcome.ruling, "game-over")
    elif state.phase is Phase.LOT:
        yield reason("CI-06", "not-begun")
    elif action.side not in SIDES or SIDES.index(action.side) not in state.rules.sides:
        yield reason("CI-20", "no-such-side", side=action.side)
    elif SIDES.index(action.side) not in in_play(state):
        yield reason("CI-20", "out-of-play", side=action.side)
    elif isinstance(action, ClaimDraw):
        if state.rules.repetition != "claim":
            yield reason("CI-19", "claim-switched-off")
        elif occurrences(state) < TIMES:
            yield reason("CI-19", "claim-too-early", count=occurrences(state), due=TIMES)
    elif isinstance(action, OfferDraw):
        if state.offer:
            yield reason("CI-19", "offer-stands")
    elif isinstance(action, AgreeDraw):
        if not state.offer:
            yield reason("CI-19", "no-offer")
        elif state.offer >> SIDES.index(action.side) & 1:
            yield reason("CI-19", "agreed-already", side=action.side)


def apply(state: State, action: Claim) -> Transition[State]:
    """An allowed declaration made."""
    side = SIDES.index(action.side)
    if isinstance(action, Resign):
        return _resigned(state, side)
    if isinstance(action, ClaimDraw):
        return _over(state, Outcome(None, "CI-19", "repetition"))
    offer = state.offer | 1 << side
    if isinstance(action, AgreeDraw) and all(offer >> other & 1 for other in in_play(state)):
        return _over(state, Outcome(None, "CI-19", "agreed"))
    return Transition(replace(state, offer=offer))


def _over(state: State, outcome: Outcome) -> Transition[State]:
    return Transition(replace(state, phase=Phase.OVER, outcome=outcome, owed=0, offer=0))


def _resigned(state: State, side: int) -> Transition[State]:
    """Two players are done; of more, the others play on (CI-20)."""
    if state.rules.players == "two":
        return _over(state, Outcome(SIDES[1 - side], "CI-20", "resigned"))
    draft = Draft(state, state.board, state.opened, state.passes, state.offer)
    outcome = leave(draft, side, "CI-20", "resigned")
    after = state.to_move
    if side == after:
        after = following(state.rules, draft.board, side)
    return go_on(draft, after, outcome)
