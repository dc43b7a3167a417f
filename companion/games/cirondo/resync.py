"""Going on from a table as it lies: after an overruled ruling, or when the thread was lost."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Placement
from companion.games.cirondo.exchange import check_numbers
from companion.games.cirondo.geometry import INNER, NUMBERS, SPACES
from companion.games.cirondo.state import Phase, State, start_board
from companion.games.cirondo.stellars import (
    CODE_OF,
    KIND,
    MOON,
    OWNER,
    SIDES,
    count_of,
)
from companion.games.cirondo.turns import settled
from companion.games.errors import BadPosition


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


def _board(state: State, placement: Placement) -> bytes:
    board = bytearray(SPACES)
    for site, pile in placement.piles.items():
        space, code = NUMBERS.get(site), CODE_OF.get(pile[0]) if len(pile) == 1 else None
        in_game = code is not None and OWNER[code] in state.rules.sides
        if space is None or code is None or not in_game:
            pieces = ", ".join(map(str, pile))
            raise BadPosition(f"On {site} can't lie: {pieces}.", "Say what lies there.")
        if KIND[code] == MOON and space >= INNER:
            raise BadPosition(
                f"A moon can't lie on {site}.", "Put a solar system in its place (CI-09)."
            )
        board[space] = code
    return bytes(board)


def _opened(state: State, board: bytes) -> int:
    """Who has made a first move: who had, and whose stellars are not all where they started."""
    start, opened = start_board(state.rules), state.opened
    for side in state.rules.sides:
        if any(OWNER[at] == side and at != now for at, now in zip(start, board, strict=True)):
            opened |= 1 << side
    return opened
