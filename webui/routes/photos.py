"""The photographs that the referee judged by."""

from __future__ import annotations

from flask import Response
from flask.typing import ResponseReturnValue

from webui.parts import parts
from webui.refusals import Refusal
from webui.routing import Area, Route


def photo(number: int) -> ResponseReturnValue:
    """A photograph by its number; only the newest are kept."""
    gallery = parts().gallery
    found = None if gallery is None else gallery.jpeg(number)
    if found is None:
        raise Refusal(404, "no-such-photo")
    response = Response(found, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=600"  # a number is never given twice
    return response


AREA = Area(
    "photos",
    (
        Route(
            "GET",
            "/api/photos/<int:number>.jpg",
            photo,
            "A photograph by its number; only the newest are kept.",
            gives="image/jpeg",
            statuses={404: "It isn't kept any more."},
        ),
    ),
)
