"""A whole state as JSON and back: the rules and the position; there is no more to remember."""

from __future__ import annotations

from companion.games.api import Json
from companion.games.errors import BadPosition, GameError
from companion.games.stargazers.exchange import position_to_json, read_position
from companion.games.stargazers.state import State


def encode(state: State) -> dict[str, Json]:
    """The whole state as JSON."""
    return {"rules": state.rules.changed(), "position": position_to_json(state)}


def decode(data: Json) -> State:
    """The inverse of `encode`. Raises `BadPosition`."""
    try:
        return read_position(data["position"], data["rules"])
    except (GameError, KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, BadPosition):
            raise
        raise BadPosition(
            f"This is no saved state of Stargazers ({error}).",
            "The saved state is damaged; take an earlier one.",
        ) from error
