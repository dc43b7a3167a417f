"""A whole state as JSON and back: the position, and what only memory tells."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Json, Outcome
from companion.games.cirondo.exchange import position_to_json, read_position
from companion.games.cirondo.geometry import SPACES
from companion.games.cirondo.state import Phase, State, bits, members
from companion.games.cirondo.stellars import SIDES
from companion.games.errors import BadPosition, GameError

ADVICE = "The saved state is damaged; take an earlier one."


def encode(state: State) -> dict[str, Json]:
    """The whole state as JSON."""
    outcome = state.outcome
    return {
        "rules": state.rules.changed(),
        "phase": state.phase.value,
        "position": position_to_json(state),
        "offer": [SIDES[side] for side in members(state.offer)],
        "outcome": None
        if outcome is None
        else {"winner": outcome.winner, "ruling": outcome.ruling, "key": outcome.key},
        "history": [_key_text(key) for key in state.history],
    }


def decode(data: Json) -> State:
    """The inverse of `encode`. Raises `BadPosition`."""
    try:
        state = read_position(data["position"], data["rules"])
        outcome = data["outcome"]
        return replace(
            state,
            phase=Phase(data["phase"]),
            offer=bits([SIDES.index(seat) for seat in data["offer"]]),
            outcome=None
            if outcome is None
            else Outcome(_winner(outcome["winner"]), str(outcome["ruling"]), str(outcome["key"])),
            history=tuple(_key(text) for text in data["history"]),
        )
    except (GameError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadPosition):
            raise
        raise BadPosition(f"This is no saved state of Cirondo ({error}).", ADVICE) from error


def _winner(data: Json) -> str | None:
    return None if data is None else SIDES[SIDES.index(data)]


def _key_text(key: bytes) -> str:
    """A remembered position, one hexadecimal digit a space: no code is above 15."""
    return key.hex()[1::2]


def _key(text: str) -> bytes:
    key = bytes(int(digit, 16) for digit in text)
    if len(key) != SPACES + 2:
        raise ValueError("a position to remember has another length")
    return key
