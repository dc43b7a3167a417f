"""The operations once more, slowly and on texts of bits, to check the fast ones against."""

from __future__ import annotations

from collections.abc import Iterator

REGISTERS = "ABCD"
COSTS = {
    **dict.fromkeys(("INC", "DEC"), 4),
    **dict.fromkeys(("ADD", "SUB"), 3),
    **dict.fromkeys(("NOT", "ROL", "ROR", "MOV", "NOR", "NAND", "XNOR"), 2),
    **dict.fromkeys(("OR", "AND", "XOR"), 1),
}
PLAIN = ("INC", "DEC", "NOT", "ROL", "ROR", "MOV", "OR", "AND", "XOR")
ADVANCED = ("ADD", "SUB", "NOR", "NAND", "XNOR")
ONE = ("INC", "DEC", "NOT", "ROL", "ROR")
_PAIRS = {
    "OR": ("01", "10", "11"),
    "AND": ("11",),
    "XOR": ("01", "10"),
    "NOR": ("00",),
    "NAND": ("00", "01", "10"),
    "XNOR": ("00", "11"),
}
"""Operation -> the pairs of bits that give a 1."""


def worked(name: str, here: str, there: str = "") -> str:
    """What the target holds after an operation."""
    match name:
        case "INC":
            return _counted(here, 1)
        case "DEC":
            return _counted(here, -1)
        case "NOT":
            return here.translate(str.maketrans("01", "10"))
        case "ROL":
            return here[1:] + here[0]
        case "ROR":
            return here[-1] + here[:-1]
        case "MOV":
            return there
        case "ADD":
            return _counted(here, int(there, 2))
        case "SUB":
            return _counted(here, -int(there, 2))
    pairs = zip(here, there, strict=True)
    return "".join("1" if a + b in _PAIRS[name] else "0" for a, b in pairs)


def _counted(here: str, more: int) -> str:
    """Steps of one, round the end."""
    values = [f"{value:0{len(here)}b}" for value in range(2 ** len(here))]
    return values[(values.index(here) + more) % len(values)]


State = tuple[str, str, str, str]


def doings(
    state: State, energy: int, names: tuple[str, ...] = PLAIN, broken: str = ""
) -> Iterator[tuple[str, State, int]]:
    """Every operation that can be paid: how it is written, the registers after it, energy left."""
    working = [at for at, register in enumerate(REGISTERS) if register not in broken.split()]
    for name in names:
        if name in broken.split() or COSTS[name] > energy:
            continue
        for target in working:
            for source in working if name not in ONE else [target]:
                if name not in ONE and source == target:
                    continue
                after = list(state)
                after[target] = worked(name, state[target], state[source])
                arrow = "" if name in ONE else f"{REGISTERS[source]}>"
                said = f"{name} {arrow}{REGISTERS[target]}"
                yield said, (after[0], after[1], after[2], after[3]), energy - COSTS[name]


def counted(state: State, energy: int, names: tuple[str, ...] = PLAIN) -> list[int]:
    """How many sequences of each length there are within a round, till none is longer."""
    layer, counts = [(state, energy)], []
    while layer:
        layer = [(s, e) for old in layer for _said, s, e in doings(*old, names)]
        counts.append(len(layer))
    return counts[:-1]


def reached(state: State, energy: int, names: tuple[str, ...] = PLAIN) -> set[str]:
    """Every value that A can have in the round."""
    known = {(state, energy)}
    fresh = known
    while fresh:
        fresh = {(s, e) for old in fresh for _said, s, e in doings(*old, names)} - known
        known |= fresh
    return {registers[0] for registers, _energy in known}


def shortest(
    start: State,
    target: str,
    *,
    energy: int,
    refill: int,
    rounds: int,
    names: tuple[str, ...] = PLAIN,
    broken: str = "",
) -> tuple[int, int] | None:
    """(rounds, operations) of a shortest way, fewest rounds first; None: there is none."""
    begun = {start: 0}
    for number in range(1, rounds + 1):
        least: dict[tuple[State, int], int] = {}
        full = energy if number == 1 else refill
        by_length: dict[int, set[tuple[State, int]]] = {}
        for registers, length in begun.items():
            by_length.setdefault(length, set()).add((registers, full))
        length = 0
        while any(key >= length for key in by_length):
            for node in by_length.pop(length, set()):
                if node in least:
                    continue
                least[node] = length
                for _said, after, left in doings(*node, names, broken):
                    if (after, left) not in least:
                        by_length.setdefault(length + 1, set()).add((after, left))
            length += 1
        found = [length for (registers, _left), length in least.items() if registers[0] == target]
        if found:
            return number, min(found)
        begun = {}
        for (registers, _left), length in sorted(least.items(), key=lambda item: item[1]):
            begun.setdefault(registers, length)
    return None
