"""What can stand on one point, as small numbers: a board is a `bytes` of pile codes.

A code stands for the whole pile (a safe with a blue star on it is one code), so a board of 81
points is 81 bytes, hashes fast, and what happens on a point is a look-up in a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from companion.games.api import Piece, Pile

SIDES = ("brown", "blue")
"""The seats by number: 0 plays from the south, 1 from the north."""

DIRECTIONS = ("north", "east", "south", "west")
"""Facings by number; the opposite of d is (d + 2) % 4."""

AXES = ("north-south", "east-west")
"""Axes of a two-way path by number; direction d lies on axis d % 2."""

KINDS = ("moon", "star", "pit", "trap", "safe", "path")
"""The six faces of a ballit, in the order of the rulebook's set-up count."""

LOSABLE = ("moon", "star", "pit")
"""The kinds that can leave the board."""


class Unit(IntEnum):
    """What moves as one: a lone mover or a stack (the moon below named first)."""

    STAR = 0
    MOON = 1
    MOON_MOON = 2
    MOON_STAR = 3

    @property
    def is_stack(self) -> bool:
        """Whether two movers move as one."""
        return self >= Unit.MOON_MOON

    @property
    def kinds(self) -> tuple[str, ...]:
        """The movers in it, bottom first."""
        return _UNIT_KINDS[self]


_UNIT_KINDS = (("star",), ("moon",), ("moon", "moon"), ("moon", "star"))


class Landing(IntEnum):
    """What happens to a unit whose last movement ends on a point (the landing table)."""

    ILLEGAL = 0
    STAND = 1
    CAPTURE = 2
    MOUNT = 3
    PIT = 4
    REST = 5
    WIN = 6


def _piles() -> Iterator[Pile]:  # noqa: PLR0912 - one loop a kind of pile
    """Every pile that can be, in the order of the codes. EMPTY comes first."""
    yield ()
    for side in SIDES:
        yield (Piece(side, "pit"),)
    for side in SIDES:
        yield (Piece(side, "safe"),)
    for side in SIDES:
        yield (Piece(side, "stone"),)
    for side in SIDES:
        for facing in DIRECTIONS:
            yield (Piece(side, "trap", facing),)
    for side in SIDES:
        for facing in (*AXES, *DIRECTIONS):
            yield (Piece(side, "path", facing),)
    units = [tuple(Piece(side, kind) for kind in kinds) for side in SIDES for kinds in _UNIT_KINDS]
    yield from units
    for side in SIDES:
        for unit in units:
            if len(unit) == 1:
                yield (Piece(side, "safe"), *unit)
    for side in SIDES:
        for unit in units:
            if unit[0].owner != side:
                yield (Piece(side, "stone"), *unit)


PILES: tuple[Pile, ...] = tuple(_piles())
"""Code -> pile, bottom first."""

CODES: dict[Pile, int] = {pile: code for code, pile in enumerate(PILES)}
"""Pile -> code; what is not in it cannot stand on a point."""

EMPTY = 0


def _is_mover(piece: Piece) -> bool:
    return piece.kind in ("moon", "star")


def _unit(pile: Pile) -> tuple[int, Unit] | None:
    movers = tuple(piece for piece in pile if _is_mover(piece))
    if not movers:
        return None
    kinds = tuple(piece.kind for piece in movers)
    return SIDES.index(movers[0].owner), Unit(_UNIT_KINDS.index(kinds))


UNIT: tuple[tuple[int, Unit] | None, ...] = tuple(_unit(pile) for pile in PILES)
"""Code -> (side, unit) of the movers on the point, None where there are none."""

SIDE_OF_UNIT = bytes(255 if unit is None else unit[0] for unit in UNIT).ljust(256, b"\xff")
"""Code -> side of the movers on it, 255 where there are none."""

FIXTURE = bytes(
    CODES[tuple(piece for piece in pile if not _is_mover(piece))] for pile in PILES
).ljust(256, b"\0")
"""Code -> code of what stays when the movers leave; made for `bytes.translate`."""

SHELTERED = bytes(len(pile) == 2 and pile[0].kind == "safe" for pile in PILES)
"""Code -> 1 where a mover rests on a safe."""

UNIT_CODE: tuple[tuple[int, ...], ...] = tuple(
    tuple(CODES[tuple(Piece(side, kind) for kind in kinds)] for kinds in _UNIT_KINDS)
    for side in SIDES
)
"""side, unit -> code of the unit alone on a point."""

NO_MOVERS: tuple[bytes, ...] = tuple(
    bytes(c for c in range(256) if c >= len(PILES) or SIDE_OF_UNIT[c] != side) for side in (0, 1)
)
"""side -> the codes to delete with `bytes.translate` to leave just that side's movers."""

KIND = tuple("" if not pile else pile[0].kind for pile in PILES)
"""Code -> kind of the lowest piece."""

OWNER = bytes(255 if not pile else SIDES.index(pile[0].owner) for pile in PILES)
"""Code -> side of the lowest piece, 255 for none."""

TRAP_FACING = bytes(
    DIRECTIONS.index(pile[0].facing) if pile and pile[0].kind == "trap" else 255 for pile in PILES
)
"""Code -> direction of a trap, 255 for anything else."""


def _path_directions(pile: Pile) -> tuple[int, ...]:
    if not pile or pile[0].kind != "path":
        return ()
    facing = pile[0].facing
    if facing in AXES:
        axis = AXES.index(facing)
        return axis, axis + 2
    return (DIRECTIONS.index(facing),)


PATH_DIRECTIONS: tuple[tuple[int, ...], ...] = tuple(_path_directions(pile) for pile in PILES)
"""Code -> directions in which a path may be ridden; empty for anything else."""


def _landing(side: int, unit: Unit, code: int) -> Landing:
    """The landing table: what `unit` of `side` does where `code` stands."""
    pile = PILES[code]
    if not pile:
        return Landing.STAND
    lowest = pile[0]
    if lowest.kind == "pit":
        return Landing.PIT  # MS-33, MS-34
    if lowest.kind == "stone":
        free = len(pile) == 1 and lowest.owner != SIDES[side]
        return Landing.WIN if free else Landing.ILLEGAL  # MS-31, MS-32
    if lowest.kind == "safe":
        free = len(pile) == 1 and not unit.is_stack
        return Landing.REST if free else Landing.ILLEGAL  # MS-48, MS-50
    if lowest.kind in ("trap", "path"):
        return Landing.ILLEGAL  # MS-38, MS-55
    if lowest.owner != SIDES[side]:
        return Landing.CAPTURE  # MS-26, MS-29
    mounts = len(pile) == 1 and lowest.kind == "moon" and not unit.is_stack
    return Landing.MOUNT if mounts else Landing.ILLEGAL  # MS-45


LANDING: tuple[tuple[tuple[Landing, ...], ...], ...] = tuple(
    tuple(tuple(_landing(side, unit, code) for code in range(len(PILES))) for unit in Unit)
    for side in (0, 1)
)
"""side, unit, code -> what a landing there does."""


LANDING_BYTES: tuple[tuple[bytes, ...], ...] = tuple(
    tuple(bytes(row).ljust(256, b"\0") for row in rows) for rows in LANDING
)
"""`LANDING` as tables for `bytes.translate`: a whole board at once."""


def mounted(unit: Unit) -> Unit:
    """The stack that a lone `unit` makes on an own lone moon (MS-45)."""
    return Unit.MOON_MOON if unit is Unit.MOON else Unit.MOON_STAR


def movers_in(code: int) -> int:
    """How many movers stand on a point with this code."""
    unit = UNIT[code]
    return 0 if unit is None else 1 + unit[1].is_stack
