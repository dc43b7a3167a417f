"""Actions in the words of the exchange format, read strictly and said plainly when wrong."""

from __future__ import annotations

from companion.games.api import Json
from companion.games.errors import BadNotation
from companion.games.stargazers.actions import (
    Action,
    Ages,
    Card,
    Flip,
    Grid,
    NewGame,
    Pass,
    Play,
    Players,
    Reshuffle,
    SetUp,
)

_FIELDS = ("play", "flip", "pass", "reshuffle", "new_game", "players", "setup")


def action_to_json(action: Action) -> dict[str, Json]:
    """An action in the words of the exchange format; set-ups and unseen flips in like words."""
    match action:
        case Play(card):
            return {"play": card}
        case Flip(card):
            return {"flip": True if card is None else card}
        case Pass():
            return {"pass": True}
        case Reshuffle(order):
            return {"reshuffle": list(order)}
        case NewGame(layout, deck):
            return {"new_game": {"layout": [list(row) for row in layout], "deck": list(deck)}}
        case Players(ages, lot):
            return {"players": {"ages": dict(ages), "lot": lot}}
        case SetUp(ages, lot, layout, deck):
            given = {
                "ages": dict(ages),
                "lot": lot,
                "layout": [list(row) for row in layout],
                "deck": list(deck),
            }
            return {"setup": given}


def action_from_json(data: Json) -> Action:
    """The action that the fields say; whether it is legal is not judged. Raises `BadNotation`."""
    if not isinstance(data, dict) or len(data) != 1 or next(iter(data)) not in _FIELDS:
        raise BadNotation(
            "This is no action of Stargazers.", f"It has one of: {', '.join(_FIELDS)}."
        )
    ((name, value),) = data.items()
    if name == "reshuffle":
        return Reshuffle(_cards(value, name))
    if name == "new_game":
        _only(value, name, "layout", "deck")
        return NewGame(_grid(value.get("layout")), _cards(value.get("deck"), "deck"))
    if name == "players":
        _only(value, name, "ages", "lot")
        return Players(*_players(value))
    if name == "setup":
        _only(value, name, "ages", "lot", "layout", "deck")
        ages, lot = _players(value)
        return SetUp(ages, lot, _grid(value.get("layout")), _cards(value.get("deck"), "deck"))
    if name == "play" and isinstance(value, str):
        return Play(value)
    if name == "flip" and (value is True or isinstance(value, str)):
        return Flip(None if value is True else value)
    if name == "pass" and value is True:
        return Pass()
    raise BadNotation(f"'{name}' can't be {str(value)[:40]!r}.")


def _players(data: dict[str, Json]) -> tuple[Ages, str | None]:
    ages, lot = data.get("ages"), data.get("lot")
    if not isinstance(ages, dict) or not all(
        isinstance(seat, str) and (age is None or type(age) is int) for seat, age in ages.items()
    ):
        raise BadNotation("'ages' tells each seat's age as a whole number, or null.")
    if lot is not None and not isinstance(lot, str):
        raise BadNotation("'lot' is a seat, or null.")
    return tuple(sorted(ages.items())), lot


def _grid(data: Json) -> Grid:
    if not isinstance(data, list):
        raise BadNotation("'layout' is a list of rows of tiles.")
    return tuple(_cards(row, "row of tiles") for row in data)


def _cards(data: Json, where: str) -> tuple[Card, ...]:
    if not isinstance(data, list) or not all(
        card is None or isinstance(card, str) for card in data
    ):
        raise BadNotation(f"The {where} is a list of names, or null where one was not seen.")
    return tuple(data)


def _only(data: Json, what: str, *names: str) -> None:
    """Refuse what is no object, and fields that it does not have."""
    if not isinstance(data, dict):
        raise BadNotation(f"'{what}' is an object with: {', '.join(names)}.")
    for name in data:
        if name not in names:
            raise BadNotation(f"'{what}' has no field '{str(name)[:40]}'.")
