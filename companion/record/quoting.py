r"""The signs of the text record: what a quoted string and a comment look like, and how lines wrap.

A quoted string holds ``\"``, ``\\``, ``\n``, ``\t``, ``\r`` and ``\uXXXX``; a backslash at the end
of a line joins it to the next. A comment stands in braces, and there any white space is one space;
``\s`` is a space that is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.errors import RecordDamaged

WIDTH = 100
"""Columns of a text record."""

INDENT = "    "
"""What a line that goes on with the one before begins with."""

_LONGEST_WORD = WIDTH - len(INDENT) - 1
_NAMED = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_READ = {"n": "\n", "t": "\t", "r": "\r", "s": " ", "\n": ""}
_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
_UNIT = re.compile(r"\\u[0-9a-f]{4}|\\.|.", re.DOTALL)


class BadText(RecordDamaged):
    """What stands at ``at`` can't be read: its ``word``, and why."""

    def __init__(self, why: str, at: int, word: str = "") -> None:
        super().__init__(why, "Everything before it is good; correct the text from there.")
        self.at = at
        self.word = word


def _escaped(text: str, mark: str) -> str:
    for sign in ("\\", mark, "\n", "\t", "\r"):
        text = text.replace(sign, _NAMED.get(sign, f"\\{sign}"))
    return _ODD.sub(lambda odd: f"\\u{ord(odd[0]):04x}", text)


def quoted(text: str) -> str:
    r"""A string in quotes, on one line.

    >>> print(quoted('Ada "the fox"'))
    "Ada \"the fox\""
    """
    return f'"{_escaped(text, chr(34))}"'


def comment(text: str) -> str:
    """Words in braces, wrapped; only the spaces that wrapping would lose are written as signs."""
    words = _escaped(text, "}").replace("  ", r"\s ")
    words = re.sub(r"^ | $", r"\\s", words.replace("  ", r" \s"))
    return wrapped(map(_cut, f"{{{words}}}".split(" ")))


def _cut(word: str) -> str:
    """A word that no line can hold, in pieces that a backslash joins."""
    if len(word) <= _LONGEST_WORD:
        return word
    pieces = [""]
    for unit in _UNIT.findall(word):
        if len(pieces[-1]) + len(unit) > _LONGEST_WORD:
            pieces.append("")
        pieces[-1] += unit
    return "\\\n".join(pieces)


def unescaped(text: str, at: int, end: str) -> tuple[str, int]:
    """What stands from `at` to the sign `end`, and where that sign is. Raises `BadText`."""
    parts: list[str] = []
    start = at
    while at < len(text) and text[at] != end:
        if text[at] != "\\":
            stop = at
            while stop < len(text) and text[stop] not in ("\\", end):
                stop += 1
            parts.append(text[at:stop] if end == '"' else re.sub(r"[ \t\n]+", " ", text[at:stop]))
            at = stop
            continue
        sign = text[at + 1 : at + 2]
        if sign == "u":
            code = text[at + 2 : at + 6]
            if not re.fullmatch(r"[0-9a-fA-F]{4}", code):
                raise BadText("After \\u stand four hexadecimal digits.", at, text[at : at + 6])
            parts.append(chr(int(code, 16)))
            at += 6
            continue
        if sign not in _READ and sign not in ("\\", end):
            raise BadText("A backslash is written twice.", at, text[at : at + 2])
        parts.append(_READ.get(sign, sign))
        at += 2
    if at >= len(text):
        raise BadText(f"What is opened here is not closed by {end}.", start - 1, text[start - 1])
    return "".join(parts), at


def wrapped(words: Iterable[str]) -> str:
    """Words with spaces between them, on as many lines as it takes; the later ones indented."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = INDENT + word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def wrapped_fields(head: str, fields: Iterable[tuple[str, str]], tail: str = "") -> str:
    """A head and quoted fields, wrapped between the fields and, where it must be, inside them.

    >>> wrapped_fields("%takeback", [("actions=", "2")])
    '%takeback actions="2"'
    """
    text, column = head, len(head)
    for name, value in fields:
        units = [name, *_UNIT.findall(quoted(value)), tail]
        length = sum(map(len, units))
        if column + 1 + length > WIDTH and column > len(INDENT) and length <= WIDTH - len(INDENT):
            text, column = f"{text}\n{INDENT}", len(INDENT)
        elif not text.endswith("["):
            text, column = f"{text} ", column + 1
        for unit in units:
            if column + len(unit) > WIDTH - 1 and unit:
                text, column = f"{text}\\\n", 0
            text, column = text + unit, column + len(unit)
    return text
