"""Actions in the words of the exchange format, read strictly and said plainly when wrong."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.api import Json
from companion.games.errors import BadNotation
from companion.games.moons_and_stars.actions import (
    BONUSES,
    DEITIES,
    Action,
    Agbert,
    AgreeDraw,
    Cadbeth,
    Choose,
    ClaimDraw,
    Decide,
    Dirlydwurg,
    Jothi,
    Keddep,
    Lamban,
    Lot,
    Move,
    OfferDraw,
    Pass,
    Resign,
    Roll,
    SetUp,
    Yinnok,
)
from companion.games.moons_and_stars.piles import KINDS


def action_to_json(action: Action) -> dict[str, Json]:
    """An action in the words of the exchange format; preparation and claims in like words."""
    match action:
        case Move(origin, part, target, rest):
            move = {"from": origin, "part": part, "to": target}
            return move if rest is None else {**move, "rest": rest}
        case Pass():
            return {"pass": True}
        case Roll(side, faces, unreadable):
            rolled = dict(zip(KINDS, faces, strict=True))
            return {"roll": side, "faces": rolled, "unreadable": unreadable}
        case Decide(side, reroll):
            return {"reroll" if reroll else "keep": side}
        case Lot(first):
            return {"lot": first}
        case Choose(side, deity):
            return {"choose": deity, "side": side}
        case SetUp(side, pieces):
            return {"set_up": side, "pieces": dict(pieces)}
        case Resign(side):
            return {"resign": side}
        case OfferDraw(side):
            return {"offer_draw": side}
        case AgreeDraw(side):
            return {"agree_draw": side}
        case ClaimDraw(side):
            return {"claim_draw": side}
        case _:
            return {"deity": action.deity, **_bonus_fields(action)}


def _bonus_fields(action: Action) -> dict[str, Json]:
    match action:
        case Cadbeth(remove):
            return {"remove": list(remove)}
        case Lamban(turn):
            return {"turn": dict(turn)}
        case Yinnok(face, order):
            return {"face": dict(face), **({"order": list(order)} if order else {})}
        case Agbert(place):
            return {"place": dict(place)}
        case Keddep(into):
            return {"into": into}
        case Dirlydwurg(stone, target):
            return {"stone": stone, "to": target}
        case _:
            return {}


class _Reader:
    """Reads the fields of one action, each of its own type, and nothing else."""

    def __init__(self, data: Json) -> None:
        if not isinstance(data, dict) or not all(isinstance(name, str) for name in data):
            raise BadNotation(f"{data!r} is not an action.", "An action is an object.")
        self.data = data

    def text(self, name: str, default: str | None = None) -> str:
        value = self.data.get(name, default)
        if not isinstance(value, str):
            raise BadNotation(f"'{name}' is {value!r}; it has to be text.")
        return value

    def count(self, name: str, data: Json = None) -> int:
        value = (self.data if data is None else data).get(name, 0)
        if type(value) is not int or not 0 <= value <= 1000:
            raise BadNotation(f"'{name}' is {value!r}; it has to be a number.")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.data.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadNotation(f"'{name}' has to be a list of texts.")
        return tuple(value)

    def pairs(self, name: str) -> tuple[tuple[str, str], ...]:
        value = self.data.get(name, {})
        good = isinstance(value, dict) and all(
            isinstance(key, str) and isinstance(item, str) for key, item in value.items()
        )
        if not good:
            raise BadNotation(f"'{name}' has to name a text for each point.")
        return tuple(sorted(value.items()))

    def only(self, *names: str) -> None:
        """Refuse fields that the action does not have."""
        for name in self.data:
            if name not in names:
                raise BadNotation(f"This action has no field '{name}'.")


_FIELDS = {
    "from": ("from", "part", "to", "rest"),
    "pass": ("pass",),
    "roll": ("roll", "faces", "unreadable"),
    "keep": ("keep",),
    "reroll": ("reroll",),
    "lot": ("lot",),
    "choose": ("choose", "side"),
    "set_up": ("set_up", "pieces"),
    "resign": ("resign",),
    "offer_draw": ("offer_draw",),
    "agree_draw": ("agree_draw",),
    "claim_draw": ("claim_draw",),
}


def action_from_json(data: Json) -> Action:
    """The action that the fields say; whether it is legal is not judged. Raises `BadNotation`."""
    reader = _Reader(data)
    if "deity" in reader.data:
        return _bonus_from_json(reader)
    kind = next((name for name in _FIELDS if name in reader.data), None)
    if kind is None:
        raise BadNotation(
            "This is no action of Moons and Stars.", f"One has: {', '.join(_FIELDS)}."
        )
    reader.only(*_FIELDS[kind])
    if kind == "from":
        rest = reader.text("rest") if reader.data.get("rest") is not None else None
        return Move(reader.text("from"), reader.text("part", "all"), reader.text("to"), rest)
    if kind == "pass":
        if reader.data["pass"] is not True:
            raise BadNotation("'pass' has to be true.")
        return Pass()
    return _declared(kind, reader)


def _declared(kind: str, reader: _Reader) -> Action:
    """Preparation and claims: the field's value is the side (or the deity)."""
    who = reader.text(kind)
    if kind == "roll":
        faces = reader.data.get("faces")
        if not isinstance(faces, dict) or not set(faces) <= set(KINDS):
            raise BadNotation("'faces' has to count moon, star, pit, trap, safe and path.")
        counts = [reader.count(name, faces) for name in KINDS]
        six = (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
        return Roll(who, six, reader.count("unreadable"))
    if kind == "set_up":
        return SetUp(who, reader.pairs("pieces"))
    if kind == "choose":
        return Choose(reader.text("side"), who)
    if kind in ("keep", "reroll"):
        return Decide(who, kind == "reroll")
    simple: dict[str, Callable[[str], Action]] = {
        "lot": Lot,
        "resign": Resign,
        "offer_draw": OfferDraw,
        "agree_draw": AgreeDraw,
        "claim_draw": ClaimDraw,
    }
    return simple[kind](who)


def _bonus_from_json(reader: _Reader) -> Action:
    deity = reader.text("deity")
    if deity not in BONUSES:
        raise BadNotation(f"There is no deity '{deity}'.", f"There are: {', '.join(DEITIES)}.")
    match deity:
        case "cadbeth":
            reader.only("deity", "remove")
            return Cadbeth(tuple(sorted(reader.texts("remove"))))
        case "lamban":
            reader.only("deity", "turn")
            return Lamban(reader.pairs("turn"))
        case "yinnok":
            reader.only("deity", "face", "order")
            return Yinnok(reader.pairs("face"), reader.texts("order"))
        case "agbert":
            reader.only("deity", "place")
            return Agbert(reader.pairs("place"))
        case "keddep":
            reader.only("deity", "into")
            return Keddep(reader.text("into"))
        case "dirlydwurg":
            reader.only("deity", "stone", "to")
            return Dirlydwurg(reader.text("stone"), reader.text("to"))
        case _:
            reader.only("deity")
            return Jothi()
