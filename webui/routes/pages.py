"""The pages for people: each is a template that draws what the API tells."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from companion.games.registry import game_by_id
from companion.language.catalogue import Catalogue
from webui.refusals import Refusal
from webui.roles import Role
from webui.routes.texts import texts_of
from webui.routing import Area, Route
from webui.viewing import catalogue, known_languages, viewer

_OTHER_PAGES = ("title", "new", "games", "game", "numbers", "rules", "join", "settings")
_ASKED_LATER = ("more", "correct", "remark", "leave", "abandon")
"""What the window of all that is seldom needed says: it fetches that when it is opened."""
_BESIDES_TURNS = ("roll", "reroll", "lot", "start", "deities", "deity", "set-up", "bonus")
"""What the main game says before its turns and between them; it is fetched with what it is for."""
TABLE_TEXTS = (
    "panel",
    *(f"-panel.{name}" for name in (*_OTHER_PAGES, *_ASKED_LATER, *_BESIDES_TURNS)),
)
"""What the table page says: it brings it along, and is drawn a journey sooner."""
DESK_TEXTS = (
    *("wizard.desk", "wizard.keys", "wizard.word"),
    *("panel", *(f"-panel.{name}" for name in (*_OTHER_PAGES, *_ASKED_LATER))),
)


def page(name: str, **values: object) -> str:
    """The template ``<name>.html``, or the plain page where there is none yet.

    It is given ``page`` (its name), ``say`` (the catalogue: ``say.say("panel.key")``),
    ``language``, ``languages`` and ``you`` (the viewer), besides `values`.
    """
    say: Catalogue = catalogue()
    return render_template(
        [f"{name}.html", "plain.html"],
        page=name,
        say=say,
        language=say.language,
        languages=known_languages(),
        you=viewer(),
        **values,
    )


def table_page() -> ResponseReturnValue:
    """The table."""
    return page("table", texts=texts_of(TABLE_TEXTS))


def new_page() -> ResponseReturnValue:
    """A new game."""
    return page("new")


def games_page() -> ResponseReturnValue:
    """The recorded games."""
    return page("games")


def game_page(number: int) -> ResponseReturnValue:
    """One recorded game."""
    return page("game", number=number)


def rules_page(game: str) -> ResponseReturnValue:
    """The rules of a game."""
    return page("rules", game=_known(game))


def camera_page() -> ResponseReturnValue:
    """What the camera sees."""
    return page("camera")


def desk_page() -> ResponseReturnValue:
    """The virtual table."""
    return page("desk", texts=texts_of(DESK_TEXTS))


def wizard_page() -> ResponseReturnValue:
    """The camera is set up."""
    return page("wizard")


def join_page() -> ResponseReturnValue:
    """Somebody joins."""
    return page("join")


def settings_page() -> ResponseReturnValue:
    """Settings of this screen and of the table."""
    return page("settings")


def _known(game: str) -> str:
    try:
        return game_by_id(game).spec.id
    except LookupError as error:
        raise Refusal(404, "not-found") from error


AREA = Area(
    "pages",
    (
        Route("GET", "/", table_page, page=True),
        Route("GET", "/new", new_page, page=True),
        Route("GET", "/games", games_page, page=True),
        Route("GET", "/games/<int:number>", game_page, page=True),
        Route("GET", "/rules/<game>", rules_page, page=True),
        Route("GET", "/camera", camera_page, page=True),
        Route("GET", "/desk", desk_page, page=True),
        Route("GET", "/wizard", wizard_page, role=Role.ADMIN, page=True),
        Route("GET", "/join", join_page, page=True),
        Route("GET", "/settings", settings_page, page=True),
    ),
)
