"""What the panel knows of each game beyond its protocol: where an action points on the board.

A game's module here is named as its package in `companion.games` and has two functions, which are
pure and know no language:

    target(state, action, effects) -> Target      # where to touch for it, and what to call it
    facts(view) -> dict                           # what a board is drawn by, from `Game.view` only

``facts`` are given the viewer's `Game.view`, so that they can't hold what that viewer may not know.
A module may also name the pieces that hands choose among (`PIECES`), so that a page can call each
by its name. A game without a module is shown without targets: its actions are a list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.games.api import Effect, Json, Piece


@dataclass(frozen=True, slots=True)
class Target:
    """Where an action begins, lands and comes to rest (sites; None: nowhere), and its kind.

    ``kind`` is a word that the board tells actions apart by: "move", "capture", "pull", "ride",
    "lost", "place", "choice", "pass", "play", …
    """

    kind: str
    origin: str | None = None
    landing: str | None = None
    rest: str | None = None


@dataclass(frozen=True, slots=True)
class BoardKnowledge:
    """The two functions of a game."""

    target: Callable[[Any, Any, tuple[Effect, ...]], Target]
    facts: Callable[[Json], dict[str, Json]]
    pieces: tuple[Piece, ...] = ()


def _plain_target(state: Any, action: Any, effects: tuple[Effect, ...]) -> Target:
    del state, effects
    return Target(type(action).__name__.lower())


def _no_facts(view: Json) -> dict[str, Json]:
    del view
    return {}


@cache
def board_of(game_id: str) -> BoardKnowledge:
    """What is known of a game's board."""
    name = f"webui.games.{game_id.replace('-', '_')}"
    if find_spec(name) is None:
        return BoardKnowledge(_plain_target, _no_facts)
    module = import_module(name)
    return BoardKnowledge(module.target, module.facts, getattr(module, "PIECES", ()))
