"""The games that can be played, with the switches of their rules explained."""

from __future__ import annotations

import json

from flask import request
from flask.typing import ResponseReturnValue

from companion.games.api import Json, Switch
from companion.games.registry import AnyGame, game_by_id, game_ids
from companion.language.catalogue import Catalogue
from webui.refusals import Refusal
from webui.routing import Area, Route
from webui.schema import array, obj, text
from webui.telling.secrecy import hides
from webui.viewing import catalogue

MOST_RULES = 16_000
"""So many characters of switches, as JSON, can be asked about."""


def games() -> ResponseReturnValue:
    """All games, the main one first."""
    return {"games": [game_json(game_by_id(name), catalogue(name)) for name in game_ids()]}


def seats_now(game: str) -> ResponseReturnValue:
    """Who plays a game with these switches; a refusal says which can't be set so."""
    try:
        rules = json.loads(request.args.get("rules", "{}"))
    except (ValueError, RecursionError):
        rules = None
    if not isinstance(rules, dict):
        raise Refusal(400, "bad-request")
    chosen = game_by_id(game)
    return {"seats": list(chosen.seats(chosen.initial(rules)))}


def game_json(game: AnyGame, say: Catalogue) -> dict[str, Json]:
    """A game with its seats and switches."""
    return {
        "id": game.spec.id,
        "title": game.spec.title,
        "seats": [{"seat": seat, "name": say.name(seat)} for seat in game.spec.seats],
        "hidden": hides(game),
        "rules_version": game.spec.rules_version,
        "switches": [switch_json(switch, say) for switch in game.spec.switches],
    }


def switch_json(switch: Switch, say: Catalogue) -> dict[str, Json]:
    """A switch, what it does, and what each of its values means.

    ``kind``: "flag", "choice", "number", or "json" for one that is a table or a list.
    """
    kind = "choice"
    if switch.reading is not None:
        kind = "json"
    elif isinstance(switch.default, bool):
        kind = "flag"
    elif switch.values is None:
        kind = "number"
    return {
        "name": switch.name,
        "title": say.switch_name(switch.name),
        "about": say.switch_text(switch.name),
        "ruling": switch.ruling,
        "kind": kind,
        "default": switch.default,
        "least": switch.least if kind == "number" else None,
        "most": switch.most if kind == "number" else None,
        "values": [
            {"value": value, "text": say.switch_value(switch.name, value)}
            for value in switch.values or ()
        ],
    }


AREA = Area(
    "catalogue",
    (
        Route("GET", "/api/catalogue", games, "The games, with their switches explained."),
        Route(
            "GET",
            "/api/catalogue/<game>/seats",
            seats_now,
            "Who plays a game whose rules are switched so.",
            query={"rules": text(MOST_RULES)},
            gives=obj({"seats": array(text(20), 8)}, "seats"),
            statuses={400: "A switch can't be set so."},
        ),
    ),
)
