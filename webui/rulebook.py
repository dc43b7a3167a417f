"""The rules of a game to be read and searched: the rulings, and the page that explains the game.

A ruling has its title in the viewer's language, the sentences that the referee says by it (which
sentence belongs to which ruling is read off the rules' own code), and the paragraphs of the page
that name it. The page is English; the rest is in every language there is.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.games.api import Json, Piece, Value
from companion.games.registry import AnyGame
from companion.language.catalogue import Catalogue
from companion.language.grammar import UnfilledText, placeholders

PAGES = Path(__file__).resolve().parent.parent / "docs" / "games"
"""Where the pages of the games lie in a checkout; without one there are none."""

_ID = re.compile(r"\b(?:MS|CI|SG|MN|ML)-\d+[a-z]?\b")
_EXAMPLE: Mapping[str, Value] = {
    "0": "e4",
    "1": "e5",
    "2": "e6",
    "sites": ("e4", "e5"),
    "guest": Piece("brown", "star"),
    "pieces": (Piece("brown", "moon"),),
    "side": "brown",
    "rest": "e6",
    "rests": ("e6", "g4"),
    "heading": "north",
    "deity": "jothi",
    "tried": "agbert",
    "kind": "moon",
    "count": 2,
    "due": 3,
    "phase": "turns",
}
"""What stands in a sentence of the main game when it is shown as an example."""


_PIECES: tuple[tuple[str, Piece], ...] = (
    ("stone", Piece("brown", "stone")),
    ("trap", Piece("brown", "trap", "north")),
    ("path", Piece("blue", "path", "east-west")),
    ("ride", Piece("blue", "path", "east-west")),
    ("pit", Piece("blue", "pit")),
    ("", Piece("brown", "moon")),
)
"""The piece of an example: the first whose word is in the sentence's key."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the page and the blocks below it: ("text" | "item" | "table" | "code", text)."""

    title: str
    level: int
    blocks: tuple[tuple[str, str], ...]


def rulebook(game: AnyGame, say: Catalogue) -> dict[str, Json]:
    """The rules of a game as JSON."""
    sections = page_of(game.spec.id)
    return {
        "game": game.spec.id,
        "title": game.spec.title,
        "language": say.language,
        "rulings": [
            {
                "id": ruling,
                "title": say.ruling_title(ruling),
                "sentences": _examples(game, ruling, say),
                "mentions": _mentions(sections, ruling),
            }
            for ruling in _rulings(say)
        ],
        "page_language": "en",
        "sections": [
            {
                "title": one.title,
                "level": one.level,
                "blocks": [{"kind": kind, "text": text} for kind, text in one.blocks],
                "rulings": sorted({*_ID.findall(" ".join(text for _, text in one.blocks))}),
            }
            for one in sections
        ],
    }


def _rulings(say: Catalogue) -> list[str]:
    """The IDs that there are titles for, in English or in the language, in order."""
    found = {} if say.fallback is None else dict.fromkeys(_rulings(say.fallback))
    return list({**found, **dict.fromkeys(say.tables.get("rulings", {}))})


def _examples(game: AnyGame, ruling: str, say: Catalogue) -> list[str]:
    """The sentences of a ruling, as far as they can be said without a game at hand."""
    said = []
    for key in sentences_of(game.spec.id).get(ruling, ()):
        template = _template(say, key)
        if template is None:
            continue
        own = game.spec.id == "moons-and-stars"
        if not own and placeholders(template):
            continue
        try:
            piece = next(piece for word, piece in _PIECES if word in key)
            said.append(say.grammar.fill(template, {**_EXAMPLE, "piece": piece}))
        except (UnfilledText, KeyError, ValueError, TypeError):
            continue
    return said


def _template(say: Catalogue, key: str) -> str | None:
    found = say.tables.get("sentences", {}).get(key)
    if found is None and say.fallback is not None:
        return _template(say.fallback, key)
    return found if isinstance(found, str) else None


@cache
def sentences_of(game_id: str) -> Mapping[str, tuple[str, ...]]:
    """Ruling -> keys of its sentences, from the calls ``reason("MS-18", "moon-one-step", …)``."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    package = import_module(f"companion.games.{game_id.replace('-', '_')}")
    for source in _sources(package.__name__):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "reason":
                words = [one.value for one in node.args[:2] if isinstance(one, ast.Constant)]
                if len(words) == 2:
                    found[str(words[0])][str(words[1])] = None
    return {ruling: tuple(keys) for ruling, keys in found.items()}


def _sources(package: str) -> Iterator[str]:
    waiting: list[Any] = [files(package)]
    while waiting:
        folder = waiting.pop()
        for each in folder.iterdir():
            if each.is_dir() and each.name != "__pycache__":
                waiting.append(each)
            elif each.name.endswith(".py"):
                yield each.read_text(encoding="utf-8")


def _mentions(sections: tuple[Section, ...], ruling: str) -> list[Json]:
    """The blocks that name a ruling, each with the heading above it."""
    return [
        {"section": one.title, "kind": kind, "text": part}
        for one in sections
        for kind, text in one.blocks
        for part in (text.split("\n") if kind in ("table", "code") else (text,))
        if ruling in _ID.findall(part)
    ]


@cache
def page_of(game_id: str) -> tuple[Section, ...]:
    """The page of a game; empty where it isn't there."""
    file = PAGES / f"{game_id}.md"
    return tuple(sections_of(file.read_text(encoding="utf-8"))) if file.is_file() else ()


def sections_of(text: str) -> Iterator[Section]:
    r"""A page of plain Markdown taken apart: headings, paragraphs, items, tables, code.

    >>> [section.title for section in sections_of("# A\none\ntwo\n## B")]
    ['A', 'B']
    """
    title, level, blocks = "", 1, _Blocks()
    for line in text.split("\n"):
        heading = None if blocks.in_code else re.fullmatch(r"(#+) +(.*)", line)
        if heading is None:
            blocks.take(line)
            continue
        if title:
            yield Section(title, level, blocks.ended())
        title, level, blocks = heading[2].strip(), len(heading[1]), _Blocks()
    if title:
        yield Section(title, level, blocks.ended())


class _Blocks:
    """Gathers the lines of a section into blocks."""

    def __init__(self) -> None:
        self.in_code = False
        self._done: list[tuple[str, str]] = []
        self._kind, self._lines = "text", list[str]()

    def take(self, line: str) -> None:
        """One more line."""
        if line.startswith("```"):
            self._close()
            self.in_code = not self.in_code
            self._kind = "code" if self.in_code else "text"
        elif self.in_code:
            self._lines.append(line)
        elif not line.strip():
            self._close()
        elif re.match(r"(?:[*-]|\d+\.) ", line):
            self._close()
            self._kind, self._lines = "item", [re.sub(r"^(?:[*-]|\d+\.) +", "", line)]
        elif line.startswith("|"):
            if self._kind != "table":
                self._close()
            self._kind = "table"
            self._lines.append(line)
        else:
            self._lines.append(line.strip())

    def ended(self) -> tuple[tuple[str, str], ...]:
        """All blocks."""
        self._close()
        return tuple(self._done)

    def _close(self) -> None:
        if self._lines:
            between = "\n" if self._kind in ("table", "code") else " "
            self._done.append((self._kind, between.join(self._lines)))
        self._kind, self._lines = "code" if self.in_code else "text", []
