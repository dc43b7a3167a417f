"""One table of routes: what is served, who may, what it takes. OpenAPI is written from it, too.

    AREA = Area("table", (Route("GET", "/api/table", table_now, about="The table now."),))

An `Area` is a Flask blueprint that registers its routes with everything in front of them: the
role, the pace, the shape of the body. A handler takes the values of the path as keywords and, where
the route has a ``body``, the checked JSON as its first argument.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from webui.pace import Pace, keep_pace
from webui.refusals import Refusal
from webui.roles import Role
from webui.schema import BadShape, Schema, check, too_deep
from webui.viewing import viewer

MOST_BODY_BYTES = 64 * 1024
"""A JSON body may be so large."""


@dataclass(frozen=True, slots=True)
class Route:
    """One thing that is served.

    ``path`` is Flask's rule ("/api/games/<int:number>"); ``about`` one sentence for the
    description; ``role`` the least that may. ``body`` is the shape of a JSON body, ``upload`` the
    media types of another body, read by the handler, up to ``most_bytes``. ``query`` are the
    parameters after the "?", by name; ``gives`` the shape of the JSON in the answer (or the media
    type of another answer); ``statuses`` what else may be answered, and when.
    """

    method: str
    path: str
    answer: Callable[..., ResponseReturnValue]
    about: str = ""
    role: Role = Role.SPECTATOR
    body: Schema | None = None
    upload: tuple[str, ...] = ()
    most_bytes: int = MOST_BODY_BYTES
    query: Mapping[str, Schema] = field(default_factory=dict)
    gives: Schema | str | None = None
    statuses: Mapping[int, str] = field(default_factory=dict)
    pace: Pace | None = None
    page: bool = False
    """A page for people, left out of the description of the API."""

    @property
    def writes(self) -> bool:
        """Whether it changes something, and so needs to come from our own pages."""
        return self.method not in ("GET", "HEAD")


class Area(Blueprint):
    """A blueprint with a table of routes."""

    def __init__(self, name: str, routes: tuple[Route, ...]) -> None:
        super().__init__(name, __name__)
        self.routes = routes
        for route in routes:
            self.add_url_rule(
                route.path,
                endpoint=endpoint(route),
                view_func=_guarded(route),
                methods=[route.method],
                provide_automatic_options=False,
            )


def endpoint(route: Route) -> str:
    """The name of a route in its area."""
    return f"{route.answer.__name__.strip('_')}-{route.method.lower()}"


def _guarded(route: Route) -> Callable[..., ResponseReturnValue]:
    @wraps(route.answer)
    def answer(**values: Any) -> ResponseReturnValue:
        if route.pace is not None:
            keep_pace(route.pace)
        if viewer().role < route.role:
            raise Refusal(403, "forbidden", values={"role": route.role.word})
        check_query(route.query)
        if route.body is None:
            return route.answer(**values)
        return route.answer(json_body(route.body, most_bytes=route.most_bytes), **values)

    return answer


def check_query(shapes: Mapping[str, Schema]) -> None:
    """Raise `Refusal` where a parameter after the "?" is not of its described form."""
    for name, shape in shapes.items():
        for value in request.args.getlist(name):
            _checked(shape, value, where=name)


def _checked(shape: Schema, value: Any, *, where: str = "") -> None:
    try:
        check(shape, value, where)
    except BadShape as error:
        raise Refusal(422, "bad-shape", values={"why": str(error)}) from error


def json_body(shape: Schema, *, most_bytes: int = MOST_BODY_BYTES) -> Any:
    """The JSON of the request, checked. Raises `Refusal` for whatever is wrong with it."""
    if request.mimetype != "application/json":
        raise Refusal(415, "not-json")
    data = body_bytes(most_bytes)
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Refusal(400, "bad-json", values={"why": _line(error)}) from error
    if too_deep(value):
        raise Refusal(400, "bad-json", values={"why": "it is nested too deep"})
    _checked(shape, value)
    return value


def body_bytes(most_bytes: int) -> bytes:
    """The body of the request. Raises `Refusal` where it is larger than that."""
    length = request.content_length
    if length is not None and length > most_bytes:
        raise Refusal(413, "too-large", values={"kb": most_bytes // 1024})
    data = request.stream.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise Refusal(413, "too-large", values={"kb": most_bytes // 1024})
    return bytes(data)


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:120]
