"""Going on from a table as it lies: after an overruled ruling, or when the thread was lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.games.api import Placement
from companion.games.errors import BadPosition
from companion.games.moons_and_stars.actions import LOST, Action, Move, Pass
from companion.games.moons_and_stars.deities import has_task
from companion.games.moons_and_stars.exchange import settled
from companion.games.moons_and_stars.piles import CODES, LOSABLE, PILES, SIDES
from companion.games.moons_and_stars.state import (
    Lost,
    Pair,
    Phase,
    State,
    empty_board,
    notch_site,
    placement_of,
)

ADVICE = "Say what lies there, hidden pieces included (MS-75)."


def resynchronised(state: State, placement: Placement, seat: str) -> State:
    """The game goes on from `placement` with `seat` to move; its history is new.

    What is not on the table any more counts as lost, what came back no longer does. Raises
    `BadPosition` where a pile cannot be.
    """
    board = _board(state, placement)
    after = replace(
        state,
        board=board,
        phase=Phase.TURNS,
        to_move=SIDES.index(seat),
        lost=_lost(state, board),
        notches=_notches(state, placement),
        owed=None,
        passed=False,
        offer=None,
        outcome=None,
        history=(),
    )
    return settled(_bonus_due(after))


def forced(state: State, action: Action) -> State:
    """A refused move or pass done by hand: the piece lies where it was put, what it took is lost.

    The other side is to move. Raises `BadPosition` for anything else, and where the pieces cannot
    lie so.
    """
    placement, other = placement_of(state), SIDES[1 - state.to_move]
    if isinstance(action, Pass) and state.phase is Phase.TURNS:
        return resynchronised(state, placement, other)
    if not isinstance(action, Move) or state.phase is not Phase.TURNS:
        raise BadPosition("This can't be done by hand.", "Play something that the rules allow.")
    piles = dict(placement.piles)
    movers = [piece for piece in piles.get(action.origin, ()) if piece.kind in ("moon", "star")]
    lifted = tuple(movers[-1:] if action.part == "top" else movers)
    if not lifted:
        raise BadPosition(f"There is no mover on {action.origin}.", ADVICE)
    piles[action.origin] = piles[action.origin][: -len(lifted)]
    target = action.rest or action.target
    if target != LOST:
        below = piles.get(target, ())
        if below and below[0].kind in ("moon", "star") and below[0].owner != lifted[0].owner:
            below = ()
        piles[target] = below + lifted
    return resynchronised(state, Placement({s: p for s, p in piles.items() if p}), other)


def _board(state: State, placement: Placement) -> bytes:
    board = bytearray(empty_board(state.rules))
    for site, pile in placement.piles.items():
        if " notch " in site:
            continue
        code, point = CODES.get(pile), state.geometry.numbers.get(site)
        if code is None or point is None:
            pieces = ", ".join(map(str, pile))
            raise BadPosition(f"On {site} can't lie: {pieces}.", ADVICE)
        board[point] = code
    return bytes(board)


def _count(board: bytes, side: int) -> Counter[str]:
    """How many of each losable kind a side has on a board."""
    return Counter(
        piece.kind
        for code in board
        for piece in PILES[code]
        if piece.owner == SIDES[side] and piece.kind in LOSABLE
    )


def _lost(state: State, board: bytes) -> Lost:
    lost = list(state.lost)
    for side in (0, 1):
        before, after = _count(state.board, side), _count(board, side)
        for index, kind in enumerate(LOSABLE):
            at = side * 3 + index
            lost[at] = max(0, lost[at] + before[kind] - after[kind])
    return (lost[0], lost[1], lost[2], lost[3], lost[4], lost[5])


def _notches(state: State, placement: Placement) -> Pair:
    """Where the figures stand now; one that is not seen stays."""
    notches = list(state.notches)
    for side in (0, 1):
        for notch in range(1, state.rules.notches + 1):
            if placement.at(notch_site(side, notch)):
                notches[side] = notch
        notches[side] = min(notches[side], state.rules.notches)
    return notches[0], notches[1]


def _bonus_due(state: State) -> State:
    """A figure on the last notch is owed its bonus, or goes back if there is nothing to do."""
    for side in (state.to_move, 1 - state.to_move):
        if state.deities[side] is not None and state.notches[side] >= state.rules.notches:
            if has_task(state, side):
                return replace(state, owed=side)
            notches = list(state.notches)
            notches[side] -= state.rules.notches - 1
            state = replace(state, notches=(notches[0], notches[1]))
    return state
