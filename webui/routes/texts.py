"""The panel's texts in the viewer's language."""

from __future__ import annotations

from collections.abc import Sequence
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

    ``of`` names the parts that are wanted, and after a hyphen parts of these that aren't
    ("panel,-panel.rules"): a page loads no more than it says.
    """
    return texts_of([part for part in request.args.get("of", "").split(",") if part])


def texts_of(parts: Sequence[str]) -> dict[str, Any]:
    """The texts of these parts, or all; with the languages that there are."""
    say = catalogue()
    found = all_texts(say)
    if parts:
        found = {key: said for key, said in found.items() if _wanted(key, parts)}
    return {"language": say.language, "languages": list(known_languages()), "texts": found}


def _wanted(key: str, parts: Sequence[str]) -> bool:
    """Whether a key is of one of the parts, and of none that is left out."""
    whole = f"{key}."
    if any(whole.startswith(f"{part[1:]}.") for part in parts if part.startswith("-")):
        return False
    return any(whole.startswith(f"{part}.") for part in parts)


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
