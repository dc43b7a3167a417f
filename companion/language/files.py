"""The data files of the languages: ``<tag>/common.toml``, and one for each subject beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
COMMON = "common"

WORDING = ("sites", "terms", "phrases", "frames", "lists", "grammar")
"""Sections that say how a language works; all others hold texts."""


def languages(folder: Path = HERE) -> tuple[str, ...]:
    """The tags of the languages that there are data for."""
    return tuple(sorted(path.parent.name for path in folder.glob(f"*/{COMMON}.toml")))


def nearest_language(tag: str, folder: Path = HERE) -> str | None:
    """The language to use for a tag such as "de-AT"; None if there is none for it.

    >>> nearest_language("en_GB")
    'en'
    """
    parts = tag.replace("_", "-").split("-")
    tags = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    known = {name.lower(): name for name in languages(folder)}
    return next((known[name.lower()] for name in tags if name.lower() in known), None)


@cache
def tables(folder: Path, language: str, subjects: tuple[str, ...]) -> Mapping[str, Any]:
    """What the common file and those of the subjects say together; a later one wins."""
    merged: dict[str, Any] = {}
    for subject in (COMMON, *subjects):
        file = folder / language / f"{subject}.toml"
        if file.is_file():
            _merge(merged, tomllib.loads(file.read_text(encoding="utf-8")))
    return merged


def _merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        known = into.get(key)
        if isinstance(known, dict) and isinstance(value, Mapping):
            _merge(known, value)
        else:
            into[key] = value


def texts(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its full key ("sentences.off-board"), wording left out."""
    for key, value in data.items():
        if not prefix and key in WORDING:
            continue
        if isinstance(value, Mapping):
            yield from texts(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)
