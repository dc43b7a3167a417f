"""Counting sequences of legal actions (perft), and dividing the count by the first action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.errors import UsageError
from companion.games.api import CHANCE, Counts
from companion.games.registry import AnyGame

DEEPEST = 20
"""The deepest perft that is begun; none so deep was ever finished."""


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """The number of distinct sequences of `depth` legal actions. Raises `UsageError`."""
    check_depth(depth)
    return counted(game, state, depth)


def divide(game: AnyGame, state: Any, depth: int) -> Iterator[tuple[str, int]]:
    """Each legal action in notation, with the number of sequences that begin with it.

    Raises `UsageError` if `depth` is not from 1 to `DEEPEST`.
    """
    check_depth(depth, least=1)
    for action in game.legal(state):
        rest = counted(game, game.apply(state, action).state, depth - 1) if depth > 1 else 1
        yield game.format(state, action), rest


def check_depth(depth: int, least: int = 0) -> None:
    """Refuse a depth that nobody would live to see. Raises `UsageError`."""
    if not least <= depth <= DEEPEST:
        raise UsageError(f"Can't count to depth {depth}.", f"Ask for {least} to {DEEPEST}.")


def counted(
    game: AnyGame,
    state: Any,
    depth: int,
    *,
    chance: bool = True,
    listed: Callable[[Any], Iterable[Any]] | None = None,
) -> int:
    """`listed` gives the actions of a state that are counted; None: all legal ones."""
    if depth == 0:
        return 1
    if not chance and is_chance(game, state):
        return 0
    actions = (listed or game.legal)(state)
    if not chance and listed is None and isinstance(game, Counts):
        actions = game.counted(state)
    if depth == 1:
        return len(actions) if isinstance(actions, list | tuple) else sum(1 for _ in actions)
    return sum(
        counted(game, game.apply(state, action).state, depth - 1, chance=chance, listed=listed)
        for action in actions
    )


def is_chance(game: AnyGame, state: Any) -> bool:
    """Whether nobody but the referee acts, who enters what dice and cards show."""
    return bool(game.to_act(state) == frozenset((CHANCE,)))
