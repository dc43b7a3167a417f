"""Actions in the words of the exchange format, read strictly and said plainly when wrong."""

from __future__ import annotations

from companion.games.api import Json
from companion.games.errors import BadNotation
from companion.games.moonlight.actions import (
    Action,
    Cell,
    Correction,
    Deal,
    Lay,
    Lot,
    Pass,
    Power,
    Score,
    Use,
)
from companion.games.moonlight.cards import SIDES, Card, Hand, card_of
from companion.games.moonlight.exchange import cards_to_json

_KINDS = ("card", "deal", "score", "power", "use", "lot", "pass")
_FAR = 1000


def action_to_json(action: Action) -> dict[str, Json]:
    """An action in the words of the exchange format; the lot in like words."""
    match action:
        case Lay(card, cell):
            return {"card": str(card), "at": list(cell)}
        case Deal(green, blue):
            return {"deal": {SIDES[0]: cards_to_json(green), SIDES[1]: cards_to_json(blue)}}
        case Score(moons, corrections):
            return {"score": _score_to_json(moons, corrections)}
        case Power(name):
            return {"power": name}
        case Use(name):
            return {"use": name}
        case Lot(first):
            return {"lot": first}
        case Pass():
            return {"pass": True}


def _score_to_json(
    moons: tuple[int, int] | None, corrections: tuple[Correction, ...]
) -> dict[str, Json]:
    """What was entered by hand; nothing of what was not."""
    data: dict[str, Json] = {}
    if moons is not None:
        data["moons"] = dict(zip(SIDES, moons, strict=True))
    if corrections:
        data["corrections"] = [
            {"seat": one.seat, "power": one.power, "points": one.points} for one in corrections
        ]
    return data


# --- Reading --------------------------------------------------------------------------------------


def action_from_json(data: Json) -> Action:
    """The action that the fields say; whether it is legal is not judged. Raises `BadNotation`."""
    fields = _object(data, "An action")
    kind = next((name for name in _KINDS if name in fields), None)
    if kind is None:
        raise BadNotation("This is no action of Moonlight.", f"One has: {', '.join(_KINDS)}.")
    _only(fields, *(("card", "at") if kind == "card" else (kind,)))
    value = fields[kind]
    match kind:
        case "card":
            return Lay(_card(value), _cell(fields.get("at")))
        case "deal":
            decks = _sides(value, "deal")
            return Deal(_cards(decks[SIDES[0]]), _cards(decks[SIDES[1]]))
        case "score":
            return score_from_json(value)
        case "power":
            return Power(None if value is None else _text(value, "power"))
        case "use":
            return Use(_text(value, "use"))
        case "lot":
            return Lot(_text(value, "lot"))
        case _:
            if value is not True:
                raise BadNotation("'pass' has to be true.")
            return Pass()


def score_from_json(value: Json) -> Score:
    """What was entered by hand when a round is counted. Raises `BadNotation`."""
    fields = _object(value, "'score'")
    _only(fields, "moons", "corrections")
    moons = None
    if fields.get("moons") is not None:
        both = _sides(fields["moons"], "moons")
        moons = _number(both[SIDES[0]], "moons"), _number(both[SIDES[1]], "moons")
    entered = fields.get("corrections")
    if entered is not None and not isinstance(entered, list):
        raise BadNotation("'corrections' has to be a list.")
    return Score(moons, tuple(_correction(one) for one in entered or ()))


def _correction(value: Json) -> Correction:
    fields = _object(value, "A correction")
    _only(fields, "seat", "power", "points")
    return Correction(
        _text(fields.get("seat"), "seat"),
        _text(fields.get("power"), "power"),
        _number(fields.get("points"), "points"),
    )


def _object(value: Json, what: str) -> dict[str, Json]:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise BadNotation(f"{what} is an object with named fields, not {value!r}."[:200])
    return value


def _sides(value: Json, name: str) -> dict[str, Json]:
    fields = _object(value, f"'{name}'")
    if set(fields) != set(SIDES):
        raise BadNotation(f"'{name}' has to name {' and '.join(SIDES)}.")
    return fields


def _card(value: Json) -> Card:
    found = card_of(value) if isinstance(value, str) else None
    if found is None:
        raise BadNotation(f"{str(value)[:40]!r} is no card.", "A card is like 'green 3'.")
    return found


def _cards(value: Json) -> Hand:
    if not isinstance(value, list):
        raise BadNotation("A deck is a list of cards, top first.")
    return tuple(None if one is None else _card(one) for one in value)


def _cell(value: Json) -> Cell:
    good = isinstance(value, list) and len(value) == 2
    if not good or not all(type(one) is int and abs(one) < _FAR for one in value):
        raise BadNotation(f"'at' is {str(value)[:40]}; it has to be [x, y].")
    return value[0], value[1]


def _number(value: Json, name: str) -> int:
    if type(value) is not int or abs(value) > _FAR:
        raise BadNotation(f"'{name}' is {value!r}; it has to be a number."[:120])
    return value


def _text(value: Json, name: str) -> str:
    if not isinstance(value, str):
        raise BadNotation(f"'{name}' is {value!r}; it has to be text."[:120])
    return value


def _only(data: dict[str, Json], *names: str) -> None:
    """Refuse fields that the action does not have."""
    for name in data:
        if name not in names:
            raise BadNotation(f"This has no field '{name[:40]}'.")
