"""A whole state as JSON and back: the position, and what only memory tells."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Json
from companion.games.errors import BadPosition, GameError
from companion.games.moon.deal import started
from companion.games.moon.exchange import position_from_json, position_to_json
from companion.games.moon.rules import SEATS, rules_from
from companion.games.moon.state import Phase, State

ADVICE = "The saved state is damaged; take an earlier one."


def encode(state: State) -> dict[str, Json]:
    """The whole state as JSON."""
    return {
        "rules": state.rules.changed(),
        "phase": state.phase.value,
        "position": position_to_json(state),
        "looks": [SEATS[place] for place in state.looks],
        **({"made": True} if state.made else {}),
    }


def decode(data: Json) -> State:
    """The inverse of `encode`. Raises `BadPosition`."""
    try:
        rules, phase = data["rules"], Phase(data["phase"])
        if phase is Phase.SET_UP:
            return started(rules_from(rules))
        state = position_from_json(data["position"], rules)
        if state.phase is not phase:
            raise BadPosition("The saved phase is not that of its position.", ADVICE)
        looks = tuple(SEATS.index(seat) for seat in data["looks"])
        return replace(state, looks=looks, made=data.get("made") is True)
    except (GameError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadPosition):
            raise
        raise BadPosition(f"This is no saved state of MOON ({error}).", ADVICE) from error
