"""What a deity's rules answer, and what a bonus does to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from companion.games.api import Effect, Reason
from companion.games.moons_and_stars.actions import Bonus
from companion.games.moons_and_stars.piles import KIND, OWNER
from companion.games.moons_and_stars.state import Lost, State

BonusT = TypeVar("BonusT", bound=Bonus)


@dataclass(frozen=True, slots=True)
class Deed:
    """The table after a bonus; ``reached`` is the side that came to stand on the enemy stone."""

    board: bytes
    lost: Lost
    effects: tuple[Effect, ...]
    reached: int | None = None


@dataclass(frozen=True, slots=True)
class BonusRules(Generic[BonusT]):
    """One deity. Every function is given the state and the side that owns the deity.

    ``has_task`` tells whether there is anything to do (MS-60); ``actions`` lists the legal
    bonuses in a fixed order, lazily; ``reasons`` says why one is refused (none: it is legal);
    ``perform`` does a legal one; ``sample`` draws a random one.
    """

    has_task: Callable[[State, int], bool]
    actions: Callable[[State, int], Iterable[BonusT]]
    reasons: Callable[[State, int, BonusT], Iterator[Reason]]
    perform: Callable[[State, int, BonusT], Deed]
    sample: Callable[[State, int, Random], BonusT]


def lost_tuple(lost: list[int]) -> Lost:
    """The loss counts as a state holds them."""
    return (lost[0], lost[1], lost[2], lost[3], lost[4], lost[5])


def points_of(state: State, side: int, kind: str) -> list[int]:
    """The points where a side's fixture of one kind lies (movers may stand on it)."""
    return [p for p, code in enumerate(state.board) if KIND[code] == kind and OWNER[code] == side]
