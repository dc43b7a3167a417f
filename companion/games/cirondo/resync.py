"""Going on from a table as it lies: after an overruled ruling, or when the thread was lost."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Placement
from companion.games.cirondo.actions import Action, Move, Pass
from companion.games.cirondo.exchange import check_numbers
from companion.games.cirondo.geometry import INNER, NUMBERS, SPACES
from companion.games.cirondo.state import Phase, State, start_board
from companion.games.cirondo.stellars import (
    CODE_OF,
    EMPTY,
    KIND,
    MOON,
    OWNER,
    SIDES,
    SOLAR,
    code_of,
    count_of,
)
from companion.games.cirondo.turns import Draft, end_turn, settled
from companion.games.errors import BadPosition

SAY = "Say what lies there."


def resynchronised(state: State, placement: Placement, seat: str) -> State:
    """The game goes on from `placement` with `seat` to move; its history is new.

    A side on its last stellar that is to move makes its last move. Raises `BadPosition` for a
    table that cannot be.
    """
    if seat not in SIDES or SIDES.index(seat) not in state.rules.sides:
        raise BadPosition(f"There is no {seat} in this game.", "Say whose turn it is.")
    board, side = _board(state, placement), SIDES.index(seat)
    check_numbers(board, state.rules)
    on_one = {other for other in state.rules.sides if count_of(board, other) == 1}
    after = replace(
        state,
        board=board,
        phase=Phase.TURNS,
        to_move=side,
        opened=_opened(state, board),
        owed=1 << side if on_one == {side} else 0,
        passes=0,
        offer=0,
        outcome=None,
        history=(),
    )
    return settled(after)


def forced(state: State, action: Action) -> State:
    """A refused move or pass done by hand: what lay where the stellar was put is taken.

    The turn is over then as after any move, and history is new. Raises `BadPosition` for anything
    else, and where the stellars cannot lie so.
    """
    if state.phase is not Phase.TURNS or not isinstance(action, Move | Pass):
        raise BadPosition("This can't be done by hand.", "Play something that the rules allow.")
    board = bytearray(state.board)
    if isinstance(action, Move):
        origin, target = NUMBERS.get(action.origin), NUMBERS.get(action.target)
        if origin is None or target is None or not board[origin]:
            raise BadPosition(f"Nothing goes from {action.origin} to {action.target}.", SAY)
        code, board[origin] = board[origin], EMPTY
        promoted = KIND[code] == MOON and target >= INNER
        board[target] = code_of(OWNER[code], SOLAR) if promoted else code
    check_numbers(bytes(board), state.rules)
    draft = Draft(state, bytes(board), _opened(state, board), fresh=True)
    return end_turn(draft).state


def _board(state: State, placement: Placement) -> bytes:
    board = bytearray(SPACES)
    for site, pile in placement.piles.items():
        space, code = NUMBERS.get(site), CODE_OF.get(pile[0]) if len(pile) == 1 else None
        in_game = code is not None and OWNER[code] in state.rules.sides
        if space is None or code is None or not in_game:
            pieces = ", ".join(map(str, pile))
            raise BadPosition(f"On {site} can't lie: {pieces}.", SAY)
        if KIND[code] == MOON and space >= INNER:
            raise BadPosition(
                f"A moon can't lie on {site}.", "Put a solar system in its place (CI-09)."
            )
        board[space] = code
    return bytes(board)


def _opened(state: State, board: bytes | bytearray) -> int:
    """Who has made a first move: who had, and whose stellars are not all where they started."""
    start, opened = start_board(state.rules), state.opened
    for side in state.rules.sides:
        if any(OWNER[at] == side and at != now for at, now in zip(start, board, strict=True)):
            opened |= 1 << side
    return opened
