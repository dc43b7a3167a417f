"""Long lists of legal actions, made as far as they are read: deals, counts, names of powers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from companion.games.moonlight.actions import Action, Correction, Deal, Power, Score
from companion.games.moonlight.cards import SIDES, Card, Hand
from companion.games.moonlight.hidden import own_deck
from companion.games.moonlight.scoring import Moons, moons_known
from companion.games.moonlight.state import State


@dataclass(frozen=True, slots=True)
class Endless:
    """A list without a length, made anew each time it is iterated, always in the same order."""

    make: Callable[[], Iterator[Action]]

    def __iter__(self) -> Iterator[Action]:
        return self.make()


def deals(state: State) -> Iterable[Action]:
    """Every deal: unknown cards first, then each order of the known ones (ML-16, ML-18).

    Where nothing tells the moons of cards, a deal may name any; the list names none.
    """
    decks = [own_deck(state, side) for side in range(2)]

    def make() -> Iterator[Action]:
        for green in _orders(decks[0]):
            for blue in _orders(decks[1]):
                yield Deal(green, blue)

    return Endless(make)


def _orders(deck: tuple[Card, ...]) -> Iterator[Hand]:
    """The distinct orders of a deck in which any card may be unknown."""
    left = Counter(deck)

    def rest(taken: Hand) -> Iterator[Hand]:
        if len(taken) == len(deck):
            yield taken
            return
        yield from rest((*taken, None))
        for one in left:
            if left[one]:
                left[one] -= 1
                yield from rest((*taken, one))
                left[one] += 1

    return rest(())


def scores(state: State) -> Iterable[Action]:
    """Every way to count: as the table lies first, then with ever more entered by hand (ML-01)."""
    asks = not moons_known(state.rules, state.grid)
    held = [(SIDES[side], power) for side in range(2) for power in state.powers[side]]
    if not asks and not held:
        return [Score()]

    def make() -> Iterator[Action]:
        for size in count():
            for moons, used in _entries(size) if asks else [(None, 0)]:
                for corrections in _corrections(held, size - used):
                    yield Score(moons, corrections)

    return Endless(make)


def _entries(most: int) -> Iterator[tuple[Moons | None, int]]:
    """Totals of moons with their size: none, or both sides' numbers and one."""
    yield None, 0
    for size in range(1, most + 1):
        for green in range(size):
            yield (green, size - 1 - green), size


def _corrections(held: list[tuple[str, str]], size: int) -> Iterator[tuple[Correction, ...]]:
    """Lists of corrections of a size: each is as large as its points and one."""
    if size == 0:
        yield ()
        return
    for first in range(1, size + 1):
        for seat, power in held:
            for points in dict.fromkeys((first - 1, 1 - first)):
                for rest in _corrections(held, size - first):
                    yield Correction(seat, power, points), *rest


def free_powers(state: State) -> Iterable[Action]:
    """The powers that may be chosen: those that nobody has, or any text (ML-01, ML-16).

    Where any text may be chosen, the list gives the choice not to record one, then numbered ones.
    """
    taken = {*state.powers[0], *state.powers[1]}
    if state.rules.powers is not None:
        return [Power(name) for name, _kind in state.rules.powers if name not in taken]

    def make() -> Iterator[Action]:
        yield Power(None)
        for number in count(1):
            if (name := f"Power {number}") not in taken:
                yield Power(name)

    return Endless(make)
