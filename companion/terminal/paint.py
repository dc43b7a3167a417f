"""Colours for a board drawn in text: brown's capitals and blue's small letters told apart twice."""

from __future__ import annotations

import re

import click

_ROW = re.compile(r"^(\d+ {2,3})(.*)( \d+)$")


def painted(text: str, *, colour: bool) -> str:
    """`text` with the pieces on its board rows coloured; unchanged without `colour`."""
    if not colour:
        return text
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    row = _ROW.match(line)
    return line if row is None else row[1] + re.sub(r"[A-Z]|[a-z]", _letter, row[2]) + row[3]


def _letter(found: re.Match[str]) -> str:
    colour = "yellow" if found[0].isupper() else "cyan"
    return click.style(found[0], fg=colour, bold=True)
