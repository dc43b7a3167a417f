"""Which actions a table that looks so may come from: what the referee compares with a photo."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.api import Pile
from companion.games.cirondo.actions import Action, Move, Pass
from companion.games.cirondo.geometry import INNER, NUMBERS
from companion.games.cirondo.moves import legal_moves
from companion.games.cirondo.state import Phase, State
from companion.games.cirondo.stellars import KIND, MOON, OWNER, PILES, SOLAR, code_of


def plausible(state: State) -> Sequence[Action]:
    """Every action of a turn; there are few enough to compare them all."""
    return (legal_moves(state) or [Pass()]) if state.phase is Phase.TURNS else []


def attempts(state: State, origin: str, target: str, pieces: Pile) -> tuple[Move, ...]:
    """What a person who carried `pieces` from `origin` to `target` may have tried.

    On the inner ring a solar system may lie for the moon that was carried there (CI-09).
    """
    if origin not in NUMBERS or target not in NUMBERS:
        return ()
    code = state.board[NUMBERS[origin]]
    carried = [PILES[code]]
    if KIND[code] == MOON and NUMBERS[target] >= INNER:
        carried.append(PILES[code_of(OWNER[code], SOLAR)])
    return (Move(origin, target),) if code and pieces in carried else ()
