"""The description of the API (OpenAPI 3.1), written from the table of routes itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from webui.gate import COOKIE
from webui.guard import TOKEN_HEADER
from webui.roles import Role
from webui.routing import Route
from webui.schema import Schema, obj, text

ERROR: Schema = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": obj(
            {"code": text(40), "message": text(2000), "advice": text(2000)},
            "code",
            "message",
            "advice",
        ),
        "table": {"type": "object", "description": "The table as it is now (409)."},
    },
}
_CONVERTED = re.compile(r"<(?:(\w+):)?(\w+)>")


def openapi(routes: Iterable[Route]) -> dict[str, Any]:
    """The document."""
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        if not route.page:
            path = _CONVERTED.sub(r"{\2}", route.path)
            paths.setdefault(path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "moontable",
            "version": _version(),
            "description": "The table, for other programs: what the panel's own pages use. "
            "Times are seconds; a site is a name such as e4; a ruling has an ID such as MS-18.",
        },
        "paths": paths,
        "components": {
            "schemas": {"Error": ERROR},
            "securitySchemes": {"joined": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        },
    }


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": operation_id(route),
        "summary": route.about,
        "parameters": [*_path_parameters(route), *_other_parameters(route)],
        "responses": _responses(route),
    }
    if route.role is not Role.SPECTATOR:
        operation["description"] = f"For a {route.role.word}, at least."
        operation["security"] = [{"joined": []}]
    if route.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": route.body}},
        }
    elif route.upload:
        binary = {"schema": {"type": "string", "format": "binary"}}
        operation["requestBody"] = {
            "required": True,
            "content": dict.fromkeys(route.upload, binary),
        }
    return operation


def operation_id(route: Route) -> str:
    """A name of its own for a route: "get-games-number"."""
    words = re.findall(r"\w+", _CONVERTED.sub(r"\2", route.path.removeprefix("/api")))
    return "-".join((route.method.lower(), *words))


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    kinds: dict[str, dict[str, Any]] = {"int": {"type": "integer", "minimum": 0}}
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": kinds.get(kind, {"type": "string"}),
        }
        for kind, name in _CONVERTED.findall(route.path)
    ]


def _other_parameters(route: Route) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"name": name, "in": "query", "schema": shape} for name, shape in route.query.items()
    ]
    if route.writes:
        found.append(
            {
                "name": TOKEN_HEADER,
                "in": "header",
                "required": True,
                "schema": {"type": "string", "const": "1"},
                "description": "No foreign page can send it.",
            }
        )
    return found


def _responses(route: Route) -> dict[str, Any]:
    if isinstance(route.gives, str):
        content: dict[str, Any] = {route.gives: {"schema": {"type": "string"}}}
    else:
        content = {"application/json": {"schema": route.gives or {"type": "object"}}}
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    told = {str(status): about for status, about in route.statuses.items()}
    if route.body is not None:
        told = {
            "400": "The body is no JSON, or what it names can't be read.",
            "413": "The body is too large.",
            "415": "The body isn't declared as JSON.",
            "422": "The body is not of the described form.",
            **told,
        }
    if route.query:
        told.setdefault("422", "A parameter is not of the described form.")
    if route.role is not Role.SPECTATOR or route.writes:
        told.setdefault("403", "The viewer may not do this.")
    if route.pace is not None:
        told.setdefault("429", "Asked too often; Retry-After says how long to wait.")
    return {
        "200": {"description": "Done.", "content": content},
        **{status: {"description": told[status], "content": problem} for status in sorted(told)},
    }


def _version() -> str:
    try:
        return version("moontable")
    except PackageNotFoundError:
        return "0"
