"""What the referee says of a photo, and what it holds for true of a table between photos."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.games.api import Effect, Placement, Ruling
from companion.games.registry import AnyGame
from companion.referee.evidence import Look


class Finding(Enum):
    """What the referee says of a photo."""

    START = "start"
    """The table is the one that the game begins from."""
    UNCHANGED = "unchanged"
    """Nothing has happened; what hands still owe, they still owe."""
    SETTLED = "settled"
    """What hands still owed has been done."""
    HAND = "hand"
    UNREADABLE = "unreadable"
    MOVED = "board-moved"
    LEGAL = "legal"
    """A legal action was played; ``todo`` says what hands still owe."""
    ILLEGAL = "illegal"
    """Something was done that the rules refuse; ``todo`` says how to put it back."""
    AMBIGUOUS = "ambiguous"
    """Several explanations fit; ``options`` names them."""
    OUT_OF_STEP = "out-of-step"
    """The table does not follow from the game; ``strange`` says where."""


@dataclass(frozen=True, slots=True)
class Following:
    """What the referee holds for true of a game and its table.

    ``state`` is after the last accepted action, ``lying`` the table as it lies: the state's, less
    the steps in ``todo`` that hands still owe (figures on notches are taken as moved).
    ``earlier`` are the states before, newest last; ``begun``: a table has been seen that fits.
    """

    game: AnyGame
    state: Any
    lying: Placement
    earlier: tuple[Any, ...] = ()
    todo: tuple[Effect, ...] = ()
    begun: bool = False


def follow(game: AnyGame, state: Any) -> Following:
    """Follow a game from a state whose table has not been seen yet."""
    return Following(game, state, game.placement(state))


@dataclass(frozen=True, slots=True)
class Option:
    """One explanation: actions in order, in notation; none: nothing was played.

    ``back`` is how many actions were taken back.
    """

    notations: tuple[str, ...]
    back: int = 0

    @property
    def taken_back(self) -> bool:
        """Whether it is that actions were taken back."""
        return self.back > 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """The referee's answer to a photo, and what it holds for true from now on.

    ``ruling`` is that of ``action``, which is None where no single action was found. ``strange``
    are the sites that do not fit, with what seems to lie there. ``sure``: the photo shows it so
    plainly that a second one of the same table would say the same.
    """

    finding: Finding
    following: Following
    action: Any = None
    ruling: Ruling | None = None
    todo: tuple[Effect, ...] = ()
    options: tuple[Option, ...] = ()
    strange: tuple[tuple[str, Look], ...] = ()
    reason: str = ""
    sure: bool = False
