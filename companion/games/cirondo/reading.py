"""What a person typed, as an action: generous in form, strict in what is said.

Letters and signs may be left out ("b1 c1", "B1 to C1"), or the origin, where only one stellar can
go there ("c1"). Signs that are written must be true of a legal move.
"""

from __future__ import annotations

import re
from collections.abc import Callable

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
from companion.games.cirondo.geometry import NUMBERS
from companion.games.cirondo.moves import is_legal_move, legal_moves
from companion.games.cirondo.notation import format_move
from companion.games.cirondo.picture import LETTERS
from companion.games.cirondo.state import Phase, State
from companion.games.cirondo.stellars import KIND, PIECES, SIDES
from companion.games.errors import AmbiguousNotation, BadNotation, unread

_SITE = r"[A-Z]\d{1,3}"
_MOVE = re.compile(
    rf"(?P<who>[MPS])?\s*(?:(?P<origin>{_SITE})\s*(?P<sign>[-\u2010-\u2015\u2212]|x|:|to\b|takes\b)?\s*)?"
    rf"(?P<target>{_SITE})\s*(?P<promoted>=\s*S)?\s*(?P<end>#)?",
    re.IGNORECASE,
)
_LONGEST = 200
ADVICE = "Write a move like B1-C1, or 'pass'."
_DRAWS: dict[str, Callable[[str], Action]] = {
    "offer": OfferDraw,
    "agree": AgreeDraw,
    "claim": ClaimDraw,
}


def parse_action(state: State, text: str) -> Action:
    """What a person typed, legal or not. Raises `BadNotation`, `AmbiguousNotation`."""
    words = " ".join(text.split())
    if not words:
        raise BadNotation("Nothing is written.", ADVICE, unread("nothing"))
    if len(words) > _LONGEST:
        raise BadNotation("This is too long for an action.", ADVICE, unread("too-long"))
    first, _, rest = words.lower().partition(" ")
    mover = SIDES[state.to_move]
    if first == "pass" and not rest:
        return Pass()
    if first == "lot":
        return Lot(_side(state, rest, None))
    if first == "resign":
        return Resign(_side(state, rest, mover))
    if first in _DRAWS:
        return _DRAWS[first](_side(state, rest.removeprefix("draw").strip(), mover))
    return _parse_move(state, words)


def _side(state: State, text: str, default: str | None) -> str:
    """A side, in this game or not: what the rules say of one that is not comes later."""
    if text in SIDES:
        return text
    if not text and default is not None:
        return default
    sides = tuple(SIDES[side] for side in state.rules.sides)
    why = unread("no-side", text=text, sides=sides) if text else unread("side-missing", sides=sides)
    raise BadNotation(
        f"'{text}' is no side." if text else "A side is missing.",
        f"Say {' or '.join(sides)}.",
        why,
    )


def _parse_move(state: State, words: str) -> Move:
    found = _MOVE.fullmatch(words)
    if found is None:
        raise BadNotation(
            f"'{words[:60]}' is no action.", ADVICE, unread("no-action", text=words[:60])
        )
    who, target = (found["who"] or "").upper(), found["target"].upper()
    if not found["origin"]:
        move = _from_target(state, who, target)
    else:
        move = Move(found["origin"].upper(), target)
        _check_who(state, who, move.origin)
    if is_legal_move(state, move):
        _check_signs(state, move, found)
    return move


def _check_who(state: State, who: str, origin: str) -> None:
    """The letter must be true of what lies there."""
    code = state.board[NUMBERS[origin]] if origin in NUMBERS else 0
    piece = PIECES[code]
    if who and piece is not None and who != LETTERS[KIND[code]]:
        raise BadNotation(
            f"On {origin} is a {piece}, not {who}.",
            ADVICE,
            unread("another-piece", site=origin, piece=piece, who=who),
        )


def _from_target(state: State, who: str, target: str) -> Move:
    """A move said by its end alone: the one legal move that fits."""
    moves = legal_moves(state) if state.phase is Phase.TURNS else []
    fitting = [
        move
        for move in moves
        if move.target == target
        and (not who or who == LETTERS[KIND[state.board[NUMBERS[move.origin]]]])
    ]
    if not fitting:
        side = SIDES[state.to_move]
        raise BadNotation(
            f"No such stellar of {side} can go to {target}.",
            ADVICE,
            unread("nothing-goes-there", side=side, site=target),
        )
    if len(fitting) == 1:
        return fitting[0]
    choices = tuple(format_move(state, move) for move in fitting)
    raise AmbiguousNotation(
        f"Several moves end there: {', '.join(choices)}.",
        "Write one of them.",
        choices,
        unread("several-moves", choices=choices),
    )


def _check_signs(state: State, move: Move, found: re.Match[str]) -> None:
    """Signs of a legal move that are written have to be true."""
    right = format_move(state, move)
    sign = (found["sign"] or "").lower()
    if sign in ("x", ":", "takes") and "x" not in right:
        raise BadNotation(
            f"Nothing is taken on {move.target}.",
            f"Write {right}.",
            unread("not-taken", site=move.target, right=right),
        )
    if found["promoted"] and "=" not in right:
        raise BadNotation(
            "Nothing becomes a solar system by that.",
            f"Write {right}.",
            unread("not-promoted", right=right),
        )
    if found["end"] and not right.endswith("#"):
        raise BadNotation(
            "This move does not end the game.",
            f"Write {right}.",
            unread("not-the-end", right=right),
        )
