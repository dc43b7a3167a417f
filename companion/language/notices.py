"""Notices: sentences of those who know no reader, such as a camera, worded for each reader later.

    reason = notice("eyes.glare", site="e4")       # where it is found out
    worded(reason, "de")                           # where somebody reads it

A notice is text, in English: for logs, for programs that read JSON, and for whoever is asked in no
language. It keeps its key and its values besides, so that the panel, the terminal and the voice can
say the same in the language of whoever listens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Self

from companion.language.catalogue import ENGLISH, Catalogue, load
from companion.language.grammar import Filling

SUBJECTS = ("eyes", "cameras", "teaching", "desk", "keeping", "referee")
"""The catalogues that hold notices; a key begins with the name of its own."""
WORDS = "moons-and-stars"
"""The game whose pieces the eyes know, for the words of them."""
_NAME = ".name"

Given = Filling | tuple["Given", ...]
"""What fills a notice: text as it is, numbers, words of the games, and other notices."""


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence: its full key ("eyes.glare"), and what fills it."""

    key: str
    values: Mapping[str, Given]


class Notice(str):
    """Sentences in English that know what they say; see the module.

    ``told`` holds them in order; one that came from somewhere without a key is text in there, too.

    >>> reason = notice("eyes.glare", site="e4")
    >>> reason
    'Glare near e4. Move the lamp or the camera.'
    >>> worded(reason, "fr")
    'Il y a un reflet près de e4. Déplace la lampe ou la caméra.'
    """

    __slots__ = ("told",)

    told: tuple[Told | str, ...]

    def __new__(cls, text: str = "", told: tuple[Told | str, ...] = ()) -> Self:
        """Text and what it says; of plain text, the text itself."""
        made = super().__new__(cls, text)
        made.told = told or ((text,) if text else ())
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        """What a copy is made of."""
        return str(self), self.told


SILENCE = Notice()
"""Nothing to say."""


def notice(key: str, /, **values: Given) -> Notice:
    """The notice with a key, filled in; what a key is filled with is in the English catalogue.

    A fraction is a float and named for its unit; how many digits are said is up to the catalogue.
    """
    told = Told(key, values)
    return Notice(_said(told, ENGLISH), (told,))


def together(*parts: str) -> Notice:
    """Notices one after the other, the empty ones left out. Plain text is said as it is."""
    there = [part for part in parts if part]
    told = [one for part in there for one in (part.told if isinstance(part, Notice) else (part,))]
    return Notice(" ".join(there), tuple(told))


def worded(text: str, language: str) -> str:
    """A notice in a language; plain text as it is."""
    if not isinstance(text, Notice):
        return text
    parts = [one if isinstance(one, str) else _said(one, language) for one in text.told]
    return " ".join(parts)


def fault(error: Exception) -> str:
    """What a program or a driver says of its own error, to be quoted: in no language of ours.

    >>> fault(OSError("no such device"))
    'OSError: no such device'
    """
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


@cache
def _catalogue(language: str) -> Catalogue:
    return load(language, WORDS, *SUBJECTS)


def _said(told: Told, language: str) -> str:
    values = {name: _given(value, language) for name, value in told.values.items()}
    return _catalogue(language).say(told.key, **values)


def _given(value: Given, language: str) -> Filling:
    """What a template is filled with: a notice is asked for the form that the template wants."""
    if isinstance(value, Notice):
        return partial(_in_form, value, language)
    if isinstance(value, tuple):
        return tuple(_given(one, language) for one in value)
    return value


def _in_form(value: Notice, language: str, form: str) -> str:
    """A notice within another: as it is, or, of a name, in another form of it ("the")."""
    match value.told:
        case (Told(key, values),) if form and key.endswith(_NAME):
            return _said(Told(f"{key.removesuffix(_NAME)}.{form}", values), language)
        case _:
            return worded(value, language)


def notice_to_json(text: str) -> Any:
    """A notice as JSON that `notice_from_json` reads again."""
    if not isinstance(text, Notice):
        return text
    return [one if isinstance(one, str) else [one.key, _packed(one.values)] for one in text.told]


def notice_from_json(data: Any) -> Notice:
    """The notice in JSON; plain text where it is that. Raises ValueError for anything else."""
    if isinstance(data, str):
        return Notice(data)
    try:
        return together(
            *(
                one if isinstance(one, str) else notice(str(one[0]), **_unpacked(one[1]))
                for one in data
            )
        )
    except (TypeError, KeyError, IndexError, AttributeError) as error:
        raise ValueError("this is no notice") from error


def _packed(values: Mapping[str, Given]) -> dict[str, Any]:
    return {name: _pack(value) for name, value in values.items()}


def _pack(value: Given) -> Any:
    """A value for JSON; a notice among them is an object, to tell it from text."""
    if isinstance(value, Notice):
        return {"notice": notice_to_json(value)}
    return [_pack(one) for one in value] if isinstance(value, tuple) else value


def _unpacked(data: Mapping[str, Any]) -> dict[str, Given]:
    return {name: _unpack(value) for name, value in data.items()}


def _unpack(value: Any) -> Given:
    if isinstance(value, Mapping):
        return notice_from_json(value["notice"])
    return tuple(_unpack(one) for one in value) if isinstance(value, list) else value
