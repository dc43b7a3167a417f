"""The viewer of the request that is being answered, and the texts in that viewer's language."""

from __future__ import annotations

from collections.abc import Iterable

from flask import current_app, g, request

from companion.language.catalogue import Catalogue, load
from companion.language.files import languages, nearest_language
from webui.parts import parts
from webui.roles import Viewer

LANGUAGE_COOKIE = "moontable_language"
SUBJECTS = ("watch", "panel", "wizard", "panel-server", "boards")
"""The subjects whose texts every page may need."""


def viewer() -> Viewer:
    """Who asks; found out once for each request."""
    if "viewer" not in g:
        g.viewer = current_app.extensions["moontable"].gate.viewer(request, asked_language())
    found: Viewer = g.viewer
    return found


def asked_language() -> str:
    """The language to answer in: as asked, as chosen before, as the browser likes, as set."""
    if "language" not in g:
        wished = (
            request.args.get("language", ""),
            request.cookies.get(LANGUAGE_COOKIE, ""),
            *request.accept_languages.values(),
            parts().settings.table.language,
        )
        g.language = _first_known(wished)
    found: str = g.language
    return found


def _first_known(wished: Iterable[str]) -> str:
    found = (nearest_language(tag[:20]) for tag in wished if tag)
    return next((tag for tag in found if tag), "en")


def catalogue(*subjects: str, language: str | None = None) -> Catalogue:
    """The catalogue of the viewer's language for games or other subjects, and the panel's own."""
    return load(language or asked_language(), *subjects, *SUBJECTS)


def known_languages() -> tuple[str, ...]:
    """The tags of all languages."""
    return languages()
