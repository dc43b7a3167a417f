"""Actions in the words of the exchange format, read strictly and said plainly when wrong."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.api import Json
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
from companion.games.errors import BadNotation

_DECLARED: dict[str, Callable[[str], Action]] = {
    "lot": Lot,
    "resign": Resign,
    "offer_draw": OfferDraw,
    "agree_draw": AgreeDraw,
    "claim_draw": ClaimDraw,
}
"""Field -> the action that it says; its value is the side."""


def action_to_json(action: Action) -> dict[str, Json]:
    """An action in the words of the exchange format; the lot and claims in like words."""
    match action:
        case Move(origin, target):
            return {"from": origin, "to": target}
        case Pass():
            return {"pass": True}
        case Lot(first):
            return {"lot": first}
        case Resign(side):
            return {"resign": side}
        case OfferDraw(side):
            return {"offer_draw": side}
        case AgreeDraw(side):
            return {"agree_draw": side}
        case ClaimDraw(side):
            return {"claim_draw": side}


def action_from_json(data: Json) -> Action:
    """The action that the fields say; whether it is legal is not judged. Raises `BadNotation`."""
    if not isinstance(data, dict) or not all(isinstance(name, str) for name in data):
        raise BadNotation(f"{data!r} is not an action.", "An action is an object.")
    if "from" in data or "to" in data:
        _only(data, "from", "to")
        return Move(_text(data, "from"), _text(data, "to"))
    if "pass" in data:
        _only(data, "pass")
        if data["pass"] is not True:
            raise BadNotation("'pass' has to be true.")
        return Pass()
    kind = next((name for name in _DECLARED if name in data), None)
    if kind is None:
        raise BadNotation(
            "This is no action of Cirondo.", f"One has: from, to, pass, {', '.join(_DECLARED)}."
        )
    _only(data, kind)
    return _DECLARED[kind](_text(data, kind))


def _text(data: dict[str, Json], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise BadNotation(f"'{name}' is {value!r}; it has to be text.")
    return value


def _only(data: dict[str, Json], *names: str) -> None:
    """Refuse fields that the action does not have."""
    for name in data:
        if name not in names:
            raise BadNotation(f"This action has no field '{name}'.")
