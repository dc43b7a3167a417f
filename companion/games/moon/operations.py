"""The operations: what they make of the bits, and what they cost (MN-16, MN-19, MN-21).

Energy is counted in halves of a unit throughout.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Sum = Callable[[int, int, int], int]
"""(destination, source, word length) -> the new destination. One register: no source."""


def _rol(here: int, _there: int, bits: int) -> int:
    return (here << 1 | here >> (bits - 1)) & ((1 << bits) - 1)


def _ror(here: int, _there: int, bits: int) -> int:
    return here >> 1 | (here & 1) << (bits - 1)


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation card: its name, registers, cost in halves, sum, and the ruling of the sum."""

    name: str
    registers: int
    cost: int
    work: Sum
    ruling: str
    advanced: bool = False

    def of(self, here: int, there: int, bits: int) -> int:
        """What the destination holds afterwards.

        >>> f"{OPERATIONS['ROL'].of(0b1100, 0, 4):04b}"
        '1001'
        """
        return self.work(here, there, bits) & ((1 << bits) - 1)


_ALL = (
    Operation("INC", 1, 4, lambda here, _, bits: here + 1, "MN-19"),
    Operation("DEC", 1, 4, lambda here, _, bits: here - 1, "MN-19"),
    Operation("NOT", 1, 2, lambda here, _, bits: ~here, "MN-21"),
    Operation("ROL", 1, 2, _rol, "MN-19"),
    Operation("ROR", 1, 2, _ror, "MN-19"),
    Operation("MOV", 2, 2, lambda here, there, bits: there, "MN-16"),
    Operation("OR", 2, 1, lambda here, there, bits: here | there, "MN-16"),
    Operation("AND", 2, 1, lambda here, there, bits: here & there, "MN-16"),
    Operation("XOR", 2, 1, lambda here, there, bits: here ^ there, "MN-16"),
    Operation("ADD", 2, 3, lambda here, there, bits: here + there, "MN-16", advanced=True),
    Operation("SUB", 2, 3, lambda here, there, bits: here - there, "MN-16", advanced=True),
    Operation("NOR", 2, 2, lambda here, there, bits: ~(here | there), "MN-16", advanced=True),
    Operation("NAND", 2, 2, lambda here, there, bits: ~(here & there), "MN-16", advanced=True),
    Operation("XNOR", 2, 2, lambda here, there, bits: ~(here ^ there), "MN-16", advanced=True),
)

OPERATIONS = {operation.name: operation for operation in _ALL}
"""name -> operation, in the order of the cards; the advanced ones last."""

NAMES = tuple(OPERATIONS)
REGISTERS = ("A", "B", "C", "D")
RAM = "RAM"

MOV_IN_COMPETITION = 1
"""What MOV costs in the competitive game (MN-34)."""

HACKERS = ("green", "yellow", "purple", "red")
REBATES: dict[str, dict[str, int]] = {
    "green": {"INC": 2, "DEC": 2},
    "yellow": {"ROL": 1, "ROR": 1},
}
"""hacker -> operation -> its cost for them (MN-35)."""
FREE: dict[str, frozenset[str]] = {
    "purple": frozenset(("MOV",)),
    "red": frozenset(("OR", "AND", "XOR")),
}
"""hacker -> the operations that cost them nothing, twice a turn (MN-35)."""
FREE_USES = 2


def full_cost(name: str, *, competitive: bool, hacker: str | None = None) -> int:
    """What an operation costs in halves, when it is not free.

    >>> full_cost("MOV", competitive=True), full_cost("INC", competitive=True, hacker="green")
    (1, 2)
    """
    if hacker is not None and name in REBATES.get(hacker, {}):
        return REBATES[hacker][name]
    if competitive and name == "MOV":
        return MOV_IN_COMPETITION
    return OPERATIONS[name].cost


def binary(value: int, bits: int) -> str:
    """A value as its bits, the highest on the left.

    >>> binary(6, 4)
    '0110'
    """
    return f"{value:0{bits}b}"


def units(halves: int) -> str:
    """Halves of energy as people say them.

    >>> units(4), units(3), units(1)
    ('2', '1½', '½')
    """
    whole, half = divmod(halves, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"
