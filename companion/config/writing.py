"""Settings as the text of a TOML file, with a sentence beside each."""

from __future__ import annotations

import json
from dataclasses import fields
from enum import Enum
from typing import Any

from companion.config.sections import SECTIONS, Settings
from companion.config.values import NOT_WIRED


def as_toml(settings: Settings) -> str:
    """The whole file; reading it gives the same settings.

    >>> print(as_toml(Settings()).splitlines()[3])
    language = "en"  # The language that the referee speaks.
    """
    lines: list[str] = []
    for name in SECTIONS:
        section = getattr(settings, name)
        lines += [f"[{name}]", f"# {_first_line(type(section))}", ""]
        for item in fields(section):
            value = _written(getattr(section, item.name))
            lines.append(f"{item.name} = {value}  # {item.metadata['about']}")
        lines.append("")
    return "\n".join(lines)


def _first_line(kind: type[Any]) -> str:
    return (kind.__doc__ or "").partition("\n")[0]


def _written(value: object) -> str:
    if value is None:
        return f'"{NOT_WIRED}"'
    if isinstance(value, Enum):
        return json.dumps(value.value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    return repr(value)


def _quoted(text: str) -> str:
    # JSON writes what lies past U+FFFF as two halves, which TOML refuses: let it stand as it is.
    return json.dumps(text, ensure_ascii=False)
