"""The panel's texts in the viewer's language."""

from __future__ import annotations

from typing import Any

from flask.typing import ResponseReturnValue

from companion.language.catalogue import Catalogue
from companion.language.files import texts
from webui.routing import Area, Route
from webui.viewing import catalogue, known_languages


def texts_now() -> ResponseReturnValue:
    """Every text of the panel, by its full key, with those that the language lacks in English."""
    say = catalogue()
    return {"language": say.language, "languages": list(known_languages()), "texts": all_texts(say)}


def all_texts(say: Catalogue) -> dict[str, Any]:
    """Full key -> template, the language's own before the English one."""
    found = {} if say.fallback is None else all_texts(say.fallback)
    return {**found, **dict(texts(say.tables))}


AREA = Area(
    "texts",
    (Route("GET", "/api/texts", texts_now, "The panel's texts in the viewer's language."),),
)
