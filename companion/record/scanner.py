"""A text record taken apart: tags, ``%`` lines, comments, lines of actions, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.record.quoting import BadText, unescaped
from companion.record.text import NUMBER, REFUSED, TAG_NAME

_SPACE = re.compile(r"[ \t\n]*")
_GAP = re.compile(r"[ \t]*(?:\\?\n)?[ \t]*")
_FIELD = re.compile(r'[ \t]*(?:\\\n[ \t]*|\n[ \t]+)?([a-z_]+)(?:\\\n)?=(?:\\\n)?"')
_WORD = re.compile(r"[^ \t\n{]+")
_INDENTED = re.compile(r"\n[ \t]+[^ \t\n{%\[]")
_NAME = re.compile(r"%([a-z-]*)")


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag, ``[Name "value"]``."""

    at: int
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Directive:
    """A line ``%name field="value" …``: each field with its value and its place."""

    at: int
    name: str
    fields: dict[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Comments:
    """A comment, ``{…}``."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a line and its place."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """Words of actions: a numbered line, or a line (with its indented ones) that has no number."""

    at: int
    words: tuple[Word, ...]
    numbered: bool


@dataclass(frozen=True, slots=True)
class Body:
    """The end of the tags: what comes now is no tag."""

    at: int


Item = Tag | Body | Directive | Comments | Line


def items(text: str) -> Iterator[Item]:
    """The items of a text in order; raises `BadText` where one can't be read."""
    at = _past_space(text, 0)
    in_head = True
    numbered_to = -1  # a comment may stand inside a numbered line, which goes on after it
    while at < len(text):
        item: Item
        if in_head and text[at] != "[":
            in_head = False
            yield Body(at)
        if text[at] == "[":
            item, at = _tag(text, at)
        elif text[at] == "{":
            words, end = unescaped(text, at + 1, "}")
            item = Comments(at, words)
            if numbered_to == at:
                numbered_to = _past_gap(text, end + 1)
            at = end + 1
        elif text[at] == "%" or text.startswith(REFUSED, at):
            item, at = _directive(text, at)
        else:
            item, end = _line(text, at, goes_on=numbered_to == at)
            numbered_to = end if item.numbered else -1
            at = end
        yield item
        at = _past_space(text, at)


def _past_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _past_gap(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def _tag(text: str, at: int) -> tuple[Tag, int]:
    name = TAG_NAME.match(text, at + 1)
    if name is None:
        raise BadText("A tag has a name with a capital letter.", at, _word(text, at))
    quote = _quote(text, name.end())
    if quote < 0:
        raise BadText('A tag has a value in quotes: [Name "value"].', at, _word(text, at))
    value, end = unescaped(text, quote + 1, '"')
    close = _GAP.match(text, end + 1)
    closed = end + 1 if close is None else close.end()
    if text[closed : closed + 1] != "]":
        raise BadText("A tag ends with ].", at, _word(text, at))
    return Tag(at, name[0], value), closed + 1


def _quote(text: str, at: int) -> int:
    """Where the quoted value begins after white space; -1 if it doesn't."""
    gap = _GAP.match(text, at)
    quote = at if gap is None else gap.end()
    return quote if text[quote : quote + 1] == '"' else -1


def _directive(text: str, at: int) -> tuple[Directive, int]:
    start = at
    if text.startswith(REFUSED, at):
        name, at = "refused", at + len(REFUSED)
    else:
        found = _NAME.match(text, at)
        name, at = ("", at + 1) if found is None else (found[1], found.end())
    fields: dict[str, tuple[str, int]] = {}
    while (field := _FIELD.match(text, at)) is not None:
        if field[1] in fields:
            raise BadText("This is said twice.", field.start(1), field[1])
        value, end = unescaped(text, field.end(), '"')
        fields[field[1]] = (value, field.start(1))
        at = end + 1
    rest = _past_gap(text, at)
    if rest < len(text) and text[rest] != "\n":
        raise BadText('Here stands name="value", or the line ends.', rest, _word(text, rest))
    return Directive(start, name, fields), rest


def _word(text: str, at: int) -> str:
    found = _WORD.match(text, at)
    return text[at : at + 1] if found is None else found[0]


def _line(text: str, at: int, *, goes_on: bool) -> tuple[Line, int]:
    """A line of actions up to its end or a comment; without numbers, with its indented lines."""
    start = at
    words, at = _words(text, at)
    numbered = goes_on or any(NUMBER.fullmatch(word.text) for word in words)
    while not numbered and _INDENTED.match(text, at):
        more, at = _words(text, _past_gap(text, at + 1))
        words += more
        numbered = any(NUMBER.fullmatch(word.text) for word in more)
    return Line(start, tuple(words), numbered), at


def _words(text: str, at: int) -> tuple[list[Word], int]:
    """The words from `at` to the end of the line or a comment, and where that is."""
    words: list[Word] = []
    while at < len(text) and text[at] not in "\n{":
        found = _WORD.match(text, at)
        if found is not None:
            words.append(Word(at, found[0]))
            at = found.end()
        at = _past_gap(text, at)
    return words, at
