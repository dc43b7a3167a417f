"""The description of the API."""

from __future__ import annotations

from flask import current_app
from flask.typing import ResponseReturnValue

from webui.describing import openapi
from webui.parts import NAME
from webui.routing import Area, Route


def description() -> ResponseReturnValue:
    """Everything under /api, as an OpenAPI document."""
    return openapi(current_app.extensions[NAME].routes)


AREA = Area(
    "described",
    (Route("GET", "/api/openapi.json", description, "This description."),),
)
