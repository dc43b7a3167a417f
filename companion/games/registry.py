"""The games that can be refereed, by name; a game's module is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from companion.games.api import Game
from companion.games.errors import UnknownGame

AnyGame = Game[Any, Any]
"""A game whose state and action types are not known to the one who plays it."""

_GAMES: dict[str, tuple[str, str]] = {
    "moons-and-stars": ("companion.games.moons_and_stars", "MoonsAndStars"),
    "cirondo": ("companion.games.cirondo", "Cirondo"),
    "stargazers": ("companion.games.stargazers", "Stargazers"),
    "moon": ("companion.games.moon", "Moon"),
    "moonlight": ("companion.games.moonlight", "Moonlight"),
}


def game_ids() -> tuple[str, ...]:
    """The games that are there, the main one first."""
    return tuple(_GAMES)


def game_by_id(name: str) -> AnyGame:
    """The game of that name. Raises `UnknownGame`, naming the nearest one.

    >>> game_by_id("moons-and-stars").spec.title
    'Moons and Stars'
    """
    found = _GAMES.get(name)
    if found is None:
        near = get_close_matches(name.lower(), _GAMES, n=1)
        meant = f"Did you mean {near[0]}? " if near else ""
        raise UnknownGame(
            f"There is no game '{name[:40]}'.", f"{meant}The games are: {', '.join(_GAMES)}."
        )
    module, attribute = found
    make: Callable[[], AnyGame] = getattr(import_module(module), attribute)
    return make()
