"""The panel's texts in the viewer's language."""

from __future__ import annotations

from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from companion.language.catalogue import Catalogue
from companion.language.files import texts
from webui.routing import Area, Route
from webui.schema import text
from webui.viewing import catalogue, known_languages


def texts_now() -> ResponseReturnValue:
    """Every text of the panel, by its full key, with those that the language lacks in English.

    ``of`` names the parts that are wanted ("panel,boards"): a page loads no more than it says.
    """
    say = catalogue()
    found = all_texts(say)
    parts = {part for part in request.args.get("of", "").split(",") if part}
    if parts:
        found = {key: said for key, said in found.items() if key.partition(".")[0] in parts}
    return {"language": say.language, "languages": list(known_languages()), "texts": found}


def all_texts(say: Catalogue) -> dict[str, Any]:
    """Full key -> template, the language's own before the English one."""
    found = {} if say.fallback is None else all_texts(say.fallback)
    return {**found, **dict(texts(say.tables))}


AREA = Area(
    "texts",
    (
        Route(
            "GET",
            "/api/texts",
            texts_now,
            "The panel's texts in the viewer's language.",
            query={"of": text(200)},
        ),
    ),
)
