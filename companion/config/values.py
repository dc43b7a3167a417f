"""One value of a setting: is it of the right kind and in its limits?

Every refusal is a `BadValue`, which ends the sentence "pins.done_brown must be …".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import Field
from enum import Enum
from typing import Any, get_args, get_origin

NOT_WIRED = "none"
_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")


class BadValue(ValueError):
    """A value can't be what it is said to be; the text says what it must be."""


def checked(value: object, kind: Any, item: Field[Any]) -> Any:
    """``value``, as TOML gives it, as a value of the type ``kind``. Raises `BadValue`."""
    if kind is bool:
        if not isinstance(value, bool):
            raise BadValue("true or false")
        return value
    if kind is str:
        if not isinstance(value, str) or not value.isprintable():
            raise BadValue("a text on one line")
        return value
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member(value, kind)
    if get_origin(kind) is tuple:
        return _several(value, item)
    if type(None) in get_args(kind):
        return None if value == NOT_WIRED else _number(value, int, item, f', or "{NOT_WIRED}"')
    return _number(value, kind, item)


def parsed(text: str, kind: Any) -> object:
    """A value of the environment, as TOML would give it; `checked` has the last word.

    >>> parsed("5, 6", tuple[int, ...])
    [5, 6]
    """
    word = text.strip()
    if kind is str:
        return text
    if kind is bool:
        low = word.lower()
        return low in _TRUE if low in (*_TRUE, *_FALSE) else word
    if get_origin(kind) is tuple:
        inner = word.removeprefix("[").removesuffix("]").strip()
        return [_as_number(part.strip()) for part in inner.split(",")] if inner else []
    if isinstance(kind, type) and issubclass(kind, Enum):
        return word
    return _as_number(word)


def _as_number(word: str) -> object:
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word


def _member(value: object, kind: type[Enum]) -> Enum:
    for member in kind:
        if member.value == value:
            return member
    names = [str(member.value) for member in kind]
    raise BadValue(f"{', '.join(names[:-1])} or {names[-1]}")


def _several(value: object, item: Field[Any]) -> tuple[int, ...]:
    limit = item.metadata["at_most"]
    numbers = f"whole numbers from {item.metadata['least']} to {item.metadata['most']}"
    must = f"a list of at most {limit} {numbers}"
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > limit:
        raise BadValue(must)
    try:
        return tuple(int(_number(one, int, item)) for one in value)
    except BadValue:
        raise BadValue(must) from None


def _number(value: object, kind: type, item: Field[Any], otherwise: str = "") -> int | float:
    least, most = item.metadata["least"], item.metadata["most"]
    what = "a whole number" if kind is int else "a number"
    must = f"{what} from {least:.15g} to {most:.15g}{otherwise}"
    fitting = int if kind is int else (int, float)
    if isinstance(value, bool) or not isinstance(value, fitting):
        raise BadValue(must)
    if not least <= value <= most:  # NaN is not between anything
        raise BadValue(must)
    number: int | float = kind(value)
    return number
