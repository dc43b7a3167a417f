"""Actions in words that people can read, type and say.

A move names what goes, from where, to where: "PA16xB17". M is a moon, P a planet, S a solar
system; the sign is "-", or "x" where a stellar is taken; "=S" follows where a moon becomes a solar
system, "#" where the game ends.
"""

from __future__ import annotations

from companion.games.cirondo.actions import (
    Action,
    AgreeDraw,
    ClaimDraw,
    Lot,
    Move,
    OfferDraw,
    Pass,
    Resign,
)
from companion.games.cirondo.geometry import INNER, NUMBERS
from companion.games.cirondo.moves import is_legal_move
from companion.games.cirondo.picture import LETTERS
from companion.games.cirondo.state import State
from companion.games.cirondo.stellars import KIND, MOON
from companion.games.cirondo.turns import apply_move


def format_action(state: State, action: Action) -> str:
    """An action of this state in notation."""
    match action:
        case Move():
            return format_move(state, action)
        case Pass():
            return "pass"
        case Lot(first):
            return f"lot {first}"
        case Resign(side):
            return f"resign {side}"
        case OfferDraw(side):
            return f"offer draw {side}"
        case AgreeDraw(side):
            return f"agree draw {side}"
        case ClaimDraw(side):
            return f"claim draw {side}"


def format_move(state: State, action: Move) -> str:
    """A move in notation; as it was said, if the rules do not allow it."""
    if not is_legal_move(state, action):
        return f"{action.origin}-{action.target}"
    origin, target = NUMBERS[action.origin], NUMBERS[action.target]
    kind = KIND[state.board[origin]]
    sign = "x" if state.board[target] else "-"
    promoted = "=S" if kind == MOON and target >= INNER else ""
    end = "" if apply_move(state, action).state.outcome is None else "#"
    return f"{LETTERS[kind]}{action.origin}{sign}{action.target}{promoted}{end}"
