"""The API's description and the API are one: the same routes, the same shapes; and it holds."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.webui.making import Panel
from webui.routing import Route
from webui.schema import BadShape, check, unknown_words


def described(panel: Panel) -> dict[str, Any]:
    found: dict[str, Any] = panel.spectator().get("/api/openapi.json").get_json()
    return found


def test_every_route_of_the_api_is_described_and_nothing_else_is(panel: Panel) -> None:
    real = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in panel.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    }
    told = {
        (method.upper(), path)
        for path, operations in described(panel)["paths"].items()
        for method in operations
    }
    assert told == real


def test_operations_have_names_of_their_own_and_a_sentence(panel: Panel) -> None:
    operations = [one for path in described(panel)["paths"].values() for one in path.values()]
    names = [one["operationId"] for one in operations]
    assert len(names) == len(set(names))
    assert all(one["summary"].endswith(".") for one in operations)


def test_every_shape_is_checked_in_full(panel: Panel) -> None:
    routes: tuple[Route, ...] = panel.app.extensions["moontable"].routes
    for route in routes:
        if route.body is not None:
            assert list(unknown_words(route.body)) == [], route.path


def test_what_changes_something_needs_the_token_and_says_so(panel: Panel) -> None:
    for operations in described(panel)["paths"].values():
        for method, operation in operations.items():
            names = {one["name"] for one in operation["parameters"]}
            assert ("X-Moontable" in names) == (method != "get")


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 3}, [1, 3], [0, 4, 1.0, "1", True, None]),
        ({"type": "number", "minimum": 0}, [0, 0.5], [-0.1, "0", True, float("nan")]),
        ({"type": "boolean"}, [True, False], [0, 1, "true", None]),
        ({"type": ["string", "null"], "maxLength": 2}, ["", "ab", None], ["abc", 1]),
        ({"type": "string", "minLength": 1}, ["a"], [""]),
        ({"type": "string", "pattern": "^a"}, ["ab"], ["ba"]),
        ({"enum": ["a", 1]}, ["a", 1], ["b", True, 1.0]),
        ({"type": "array", "items": {"type": "integer"}, "maxItems": 2}, [[], [1]],
         [[1, 2, 3], ["a"], {}]),
        ({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"],
          "additionalProperties": False}, [{"a": ""}], [{}, {"a": 1}, {"a": "", "b": 1}, []]),
        ({"type": "object", "maxProperties": 1, "additionalProperties": {"type": "integer"},
          "propertyNames": {"maxLength": 1}}, [{}, {"a": 1}],
         [{"a": 1, "b": 2}, {"a": ""}, {"ab": 1}]),
        ({"oneOf": [{"type": "string"}, {"type": "null"}]}, ["", None], [1]),
    ],
)  # fmt: skip
def test_a_value_is_of_its_shape_or_not(schema: Any, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        check(schema, value)
    for value in bad:
        with pytest.raises(BadShape):
            check(schema, value)


def test_parameters_are_checked_like_bodies(panel: Panel) -> None:
    """As they are described, on every route: of texts, thousands of parts could be asked for."""
    routes: tuple[Route, ...] = panel.app.extensions["moontable"].routes
    asked = [
        (re.sub("<[^>]*>", "1", route.path), name, "x" * (shape.get("maxLength", 1000) + 1))
        for route in routes
        if not route.writes
        for name, shape in route.query.items()
    ]
    assert len(asked) > 2
    for path, name, long in asked:
        answer = panel.own_screen().get(path, query_string={name: long})
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (422, "bad-shape"), path
