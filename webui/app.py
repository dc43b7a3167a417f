"""The application factory: parts in, a Flask application out. Nothing here is global."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter

from webui import guard
from webui.gate import Gate
from webui.keys import KeyFile
from webui.pace import Pacer
from webui.parts import NAME, Parts
from webui.routes import (
    catalogue,
    coaching,
    described,
    live,
    orders,
    pages,
    photos,
    records,
    rules,
    session,
    texts,
)
from webui.routing import Area, Route
from webui.shelf import Shelf
from webui.streams import Pulse, Streams
from webui.telling import Teller

AREAS = (
    live.AREA,
    orders.AREA,
    session.AREA,
    records.AREA,
    catalogue.AREA,
    rules.AREA,
    coaching.AREA,
    photos.AREA,
    texts.AREA,
    described.AREA,
    pages.AREA,
)
"""The panel's own subjects; others come with `Parts.blueprints`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What the routes work with besides the parts; under ``app.extensions``."""

    parts: Parts
    gate: Gate
    pacer: Pacer
    pulse: Pulse
    streams: Streams
    shelf: Shelf
    teller: Teller
    routes: tuple[Route, ...]


class _Number(IntegerConverter):
    """Whole numbers in a path: short ones, as everything that is counted here has."""

    regex = r"\d{1,15}"


def create_app(parts: Parts) -> Flask:
    """The panel. Call `close_app` when it is not needed any more."""
    app = Flask("webui")
    app.config["MAX_CONTENT_LENGTH"] = None  # every route has a limit of its own
    app.json.ensure_ascii = False  # type: ignore[attr-defined] # of the default provider
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.converters["int"] = _Number
    if parts.settings.panel.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1)  # type: ignore[method-assign]
    blueprints = (*AREAS, *parts.blueprints)
    app.extensions[NAME] = House(
        parts=parts,
        gate=Gate(KeyFile(parts.folder), parts.settings.panel, clock_s=parts.clock_s),
        pacer=Pacer(clock_s=parts.clock_s),
        pulse=Pulse(parts.table),
        streams=Streams(),
        shelf=Shelf(parts.log),
        teller=Teller(),
        routes=tuple(route for one in blueprints if isinstance(one, Area) for route in one.routes),
    )
    guard.install(app)
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    return app


def close_app(app: Flask) -> None:
    """End the streams and the thread that wakes them."""
    app.extensions[NAME].pulse.close()


__all__ = ["House", "Parts", "close_app", "create_app"]
