"""The shape of JSON that a request may have: one description, for checking and for OpenAPI.

A schema is a part of JSON Schema (2020-12), as plain values: ``type``, ``enum``, ``const``,
``properties``, ``required``, ``additionalProperties``, ``items``, ``oneOf``; the limits
``minimum``, ``maximum``, ``minLength``, ``maxLength``, ``maxItems``, ``maxProperties``; and
``pattern``. What is not of this part is refused when a schema is made, so that nothing can be
promised in the description and not be checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]

KNOWN = frozenset(
    [
        "type",
        "enum",
        "const",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "oneOf",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "maxItems",
        "maxProperties",
        "pattern",
        "description",
        "default",
        "examples",
        "propertyNames",
    ]
)
_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}
MOST_DEEP = 24
"""Free JSON may be nested so deep."""


class BadShape(ValueError):
    """A value is not of the shape; the text says where and what it must be."""


def obj(
    properties: Mapping[str, Schema], *required: str, more: bool | Schema = False
) -> dict[str, Any]:
    """The schema of an object with these properties and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": more,
    }


def text(most: int, *, least: int = 0, **more: Any) -> dict[str, Any]:
    """The schema of a text of so many characters."""
    return {"type": "string", "minLength": least, "maxLength": most, **more}


def whole(least: int, most: int, **more: Any) -> dict[str, Any]:
    """The schema of a whole number."""
    return {"type": "integer", "minimum": least, "maximum": most, **more}


def array(items: Schema, most: int) -> dict[str, Any]:
    """The schema of a list."""
    return {"type": "array", "items": items, "maxItems": most}


def either(*types: str, **more: Any) -> dict[str, Any]:
    """The schema of a value of one of several types."""
    return {"type": list(types), **more}


BOOL: Schema = {"type": "boolean"}
FREE: Schema = {"description": "Any JSON; the game says what it must be."}


def unknown_words(schema: Schema) -> Iterator[str]:
    """Words in a schema that `check` doesn't look at; for the tests of the schemas."""
    yield from (word for word in schema if word not in KNOWN)
    for part in schema.get("properties", {}).values():
        yield from unknown_words(part)
    for word in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(word), Mapping):
            yield from unknown_words(schema[word])
    for part in schema.get("oneOf", ()):
        yield from unknown_words(part)


def check(schema: Schema, value: Any, where: str = "") -> None:
    """Raise `BadShape` unless the value is of the shape."""
    if "oneOf" in schema:
        _check_one_of(schema, value, where)
        return
    if "const" in schema and not _same(value, schema["const"]):
        raise BadShape(f"{_at(where)} must be {schema['const']!r}")
    if "enum" in schema and not any(_same(value, one) for one in schema["enum"]):
        raise BadShape(f"{_at(where)} must be one of: {', '.join(map(str, schema['enum']))}")
    if "type" in schema:
        _check_type(schema["type"], value, where)
    match value:
        case str():
            _check_text(schema, value, where)
        case bool() | None:
            return
        case int() | float():
            _check_number(schema, value, where)
        case list():
            _check_list(schema, value, where)
        case dict():
            _check_object(schema, value, where)


def _at(where: str) -> str:
    return f"'{where}'" if where else "The body"


def _same(value: Any, known: Any) -> bool:
    return type(value) is type(known) and bool(value == known)


def _check_type(kind: str | list[str], value: Any, where: str) -> None:
    kinds = [kind] if isinstance(kind, str) else kind
    for one in kinds:
        if isinstance(value, _TYPES[one]) and (one == "boolean" or not isinstance(value, bool)):
            return
    raise BadShape(f"{_at(where)} must be of type {' or '.join(kinds)}")


def _check_text(schema: Schema, value: str, where: str) -> None:
    if len(value) > schema.get("maxLength", len(value)):
        raise BadShape(f"{_at(where)} has more than {schema['maxLength']} characters")
    if len(value) < schema.get("minLength", 0):
        raise BadShape(f"{_at(where)} is too short")
    if "pattern" in schema and re.search(schema["pattern"], value) is None:
        raise BadShape(f"{_at(where)} is not of the form {schema['pattern']}")
    if any("\ud800" <= sign <= "\udfff" for sign in value):
        raise BadShape(f"{_at(where)} holds half a character")


def _check_number(schema: Schema, value: float, where: str) -> None:
    least, most = schema.get("minimum"), schema.get("maximum")
    if (least is not None and not value >= least) or (most is not None and not value <= most):
        raise BadShape(f"{_at(where)} must be from {least} to {most}")


def _check_list(schema: Schema, value: list[Any], where: str) -> None:
    if len(value) > schema.get("maxItems", len(value)):
        raise BadShape(f"{_at(where)} has more than {schema['maxItems']} entries")
    items = schema.get("items")
    if items is not None:
        for place, one in enumerate(value):
            check(items, one, f"{where}[{place}]")


def _check_object(schema: Schema, value: dict[str, Any], where: str) -> None:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            raise BadShape(f"{_at(where)} lacks '{name}'")
    if len(value) > schema.get("maxProperties", len(value)):
        raise BadShape(f"{_at(where)} has more than {schema['maxProperties']} entries")
    others = schema.get("additionalProperties", True)
    for name, one in value.items():
        inside = f"{where}.{name[:40]}" if where else name[:40]
        if "propertyNames" in schema:
            check(schema["propertyNames"], name, inside)
        if name in properties:
            check(properties[name], one, inside)
        elif others is False:
            raise BadShape(f"{_at(inside)} is not known here")
        elif isinstance(others, Mapping):
            check(others, one, inside)


def _check_one_of(schema: Schema, value: Any, where: str) -> None:
    """One alternative by its ``type`` constant if they have one, else the first that fits."""
    tag = value.get("type") if isinstance(value, dict) else None
    for one in schema["oneOf"]:
        known = one.get("properties", {}).get("type", {}).get("const")
        if known is not None and known == tag:
            check(one, value, where)
            return
    wrong = ""
    for one in schema["oneOf"]:
        if "const" in one.get("properties", {}).get("type", {}):
            continue
        try:
            check(one, value, where)
            return
        except BadShape as error:
            wrong = wrong or str(error)
    raise BadShape(wrong or f"{_at(where)} has no known 'type'")


def too_deep(value: Any, most: int = MOST_DEEP) -> bool:
    """Whether JSON is nested deeper than anything of ours."""
    level = [value]
    for _ in range(most):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True
