"""The rules of a game, to be read and searched."""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from companion.games.errors import UnknownGame
from companion.games.registry import game_by_id
from webui.pace import QUESTIONS
from webui.refusals import Refusal
from webui.routing import Area, Route
from webui.rulebook import rulebook
from webui.viewing import catalogue


def rules(game: str) -> ResponseReturnValue:
    """The rulings by their IDs, and the page that explains the game."""
    try:
        found = game_by_id(game)
    except UnknownGame as error:
        raise Refusal(404, "not-found") from error
    return rulebook(found, catalogue(found.spec.id))


AREA = Area(
    "rules",
    (
        Route(
            "GET",
            "/api/rules/<game>",
            rules,
            "The rulings by their IDs, and the page that explains the game.",
            statuses={404: "There is no such game."},
            pace=QUESTIONS,
        ),
    ),
)
