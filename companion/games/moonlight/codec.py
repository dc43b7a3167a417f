"""A whole state as JSON and back: the position and the switches; nothing else is remembered."""

from __future__ import annotations

from companion.games.api import Json
from companion.games.errors import BadPosition, GameError
from companion.games.moonlight.exchange import position_from_json, position_to_json
from companion.games.moonlight.state import State

ADVICE = "The saved state is damaged; take an earlier one."


def encode(state: State) -> dict[str, Json]:
    """The whole state as JSON."""
    return {"rules": state.rules.changed(), "position": position_to_json(state)}


def decode(data: Json) -> State:
    """The inverse of `encode`. Raises `BadPosition`."""
    try:
        return position_from_json(data["position"], data["rules"])
    except (GameError, KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, BadPosition):
            raise
        raise BadPosition(f"This is no saved state of Moonlight ({error}).", ADVICE) from error
