"""A complete search through what registers can be made to hold, round by round.

Nodes are contents of the registers with the energy and free uses that are left. Within a round
they are met in the order of the number of operations; of two nodes with the same contents the one
met later counts only if it has more energy left. Nothing else is left out but what is the same:
B, C and D are interchangeable as long as they work, so their contents are kept sorted, and an
operation that changes nothing leads nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from companion.games.moon.actions import Operate
from companion.games.moon.operations import FREE, NAMES, OPERATIONS, RAM, REGISTERS, full_cost
from companion.games.moon.state import State

Words = tuple[int, ...]
"""What A, B, C, D and, in a competitive game, the own RAM hold."""
Node = tuple[int, Words, int, int]
"""(round, contents, energy, free uses)."""
Doing = tuple[str, int, int]
"""(operation, place of the target, place of the source) in the contents before it."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What may be done: the places that work, and the operations with their costs."""

    bits: int
    places: tuple[int, ...]
    """Working registers, A first."""
    swappable: tuple[int, ...]
    """Those of them that are as good as each other."""
    ram: bool
    costs: tuple[tuple[str, int, bool], ...]
    """(operation, cost, whether a free use covers it)."""
    refill: int


def workshop_of(state: State) -> Workshop:
    """What the one who acts now can do."""
    places = tuple(at for at, name in enumerate(REGISTERS) if name not in state.disabled)
    mover = state.mover
    hacker = None if mover is None else mover.hacker
    names = [n for n in NAMES if state.rules.enabled(n) and n not in state.disabled]
    costs = tuple(
        (
            name,
            full_cost(name, competitive=mover is not None, hacker=hacker),
            name in FREE.get(hacker or "", ()),
        )
        for name in names
    )
    return Workshop(
        bits=state.rules.bits,
        places=places,
        swappable=tuple(at for at in places if at > 0),
        ram=mover is not None,
        costs=costs,
        refill=state.refill,
    )


def words_of(state: State) -> Words:
    """The contents at hand."""
    mover = state.mover
    return state.registers if mover is None else (*state.registers, mover.ram)


def arranged(words: list[int], swappable: tuple[int, ...]) -> Words:
    """The contents with the interchangeable registers sorted."""
    for place, value in zip(swappable, sorted([words[at] for at in swappable]), strict=True):
        words[place] = value
    return tuple(words)


@lru_cache(maxsize=64)
def _table(name: str, bits: int) -> tuple[tuple[int, ...], ...]:
    """[source][target] -> result; one row where there is no source."""
    size, operation = 1 << bits, OPERATIONS[name]
    sources = range(size) if operation.registers == 2 else range(1)
    return tuple(
        tuple(operation.of(here, there, bits) for here in range(size)) for there in sources
    )


@dataclass(slots=True)
class Search:
    """One search; `parents` remembers how each node was met first."""

    shop: Workshop
    target: int | None
    """The value that A has to be changed to; None: everything is looked at."""
    most: int | None = None
    """How many nodes are looked at before the search is given up; None: never."""
    parents: dict[Node, tuple[Node, Doing | None] | None] = field(default_factory=dict)
    values: set[int] = field(default_factory=set)
    """What A held in any node."""
    looked: int = 0
    exhausted: bool = False
    """Whether `most` was reached."""

    def round(
        self, number: int, sources: dict[Words, tuple[int, Node | None]], energy: int, free: int
    ) -> tuple[Node | None, dict[Words, tuple[int, Node | None]]]:
        """The node that solves with the fewest operations, and what the next round begins with.

        `sources`: contents -> (operations so far, the node of the round before).
        """
        best: dict[tuple[Words, int], int] = {}
        ends: dict[Words, tuple[int, Node | None]] = {}
        buckets: dict[int, list[tuple[Node, tuple[Node, Doing | None] | None]]] = {}
        for words, (count, before) in sources.items():
            node = (number, words, energy, free)
            buckets.setdefault(count, []).append((node, None if before is None else (before, None)))
        level = 0
        while buckets:
            entries = buckets.pop(level, [])
            solved: list[tuple[Node, tuple[Node, Doing | None]]] = []
            for node, parent in entries:
                _number, words, left, uses = node
                if best.get((words, uses), -1) >= left:
                    continue
                best[words, uses] = left
                self.parents.setdefault(node, parent)
                self.values.add(words[0])
                ends.setdefault(words, (level, node))
                self.looked += 1
                if self.most is not None and self.looked > self.most:
                    self.exhausted = True
                    return None, ends
                for after, halves, still, doing in self._after(words, left, uses):
                    reached = (number, after, halves, still)
                    if after[0] == self.target and words[0] != self.target:
                        solved.append((reached, (node, doing)))
                    elif best.get((after, still), -1) < halves:
                        buckets.setdefault(level + 1, []).append((reached, (node, doing)))
            if solved:
                node, parent = max(solved, key=lambda found: found[0][2:])
                self.parents[node] = parent
                return node, ends
            level += 1
        return None, ends

    def _after(
        self, words: Words, energy: int, free: int
    ) -> Iterator[tuple[Words, int, int, Doing]]:
        """Every change that one operation can make: contents, energy, free uses, what was done."""
        shop = self.shop
        for name, cost, covered in shop.costs:
            if covered and free:
                left, uses = energy, free - 1
            elif cost <= energy:
                left, uses = energy - cost, free
            else:
                continue
            table = _table(name, shop.bits)
            for source, target in self._pairs(name):
                after = table[words[source] if len(table) > 1 else 0][words[target]]
                if after != words[target]:
                    changed = list(words)
                    changed[target] = after
                    yield arranged(changed, shop.swappable), left, uses, (name, target, source)

    def _pairs(self, name: str) -> tuple[tuple[int, int], ...]:
        return _pairs(name, self.shop.places, self.shop.ram)

    def path(self, node: Node) -> list[tuple[Node, Node, Doing]]:
        """(before, after, what was done) from the beginning to a node, ends of rounds left out."""
        steps: list[tuple[Node, Node, Doing]] = []
        while (parent := self.parents[node]) is not None:
            before, doing = parent
            if doing is not None:
                steps.append((before, node, doing))
            node = before
        return steps[::-1]


@lru_cache(maxsize=512)
def _pairs(name: str, places: tuple[int, ...], ram: bool) -> tuple[tuple[int, int], ...]:
    """(source, target) for an operation; the source of a one-register operation says nothing."""
    if OPERATIONS[name].registers == 1:
        return tuple((at, at) for at in places)
    pairs = [(source, target) for target in places for source in places if source != target]
    if name == "MOV" and ram:
        module = len(REGISTERS)
        pairs += [(module, at) for at in places] + [(at, module) for at in places]
    return tuple(pairs)


def named(words: Words, swappable: tuple[int, ...]) -> tuple[Words, list[str]]:
    """The contents arranged, and the register that each place of them stands for."""
    names = [*REGISTERS, RAM][: len(words)]
    return rearranged(list(words), names, swappable)


def rearranged(
    words: list[int], names: list[str], swappable: tuple[int, ...]
) -> tuple[Words, list[str]]:
    """As `arranged`, with the names going along."""
    pairs = sorted((words[at], names[at]) for at in swappable)
    for place, (value, name) in zip(swappable, pairs, strict=True):
        words[place], names[place] = value, name
    return tuple(words), names


def operate_of(doing: Doing, names: list[str]) -> Operate:
    """What was done, with the registers' own names."""
    name, target, source = doing
    two = OPERATIONS[name].registers == 2
    return Operate(name, names[target], names[source] if two else None)
