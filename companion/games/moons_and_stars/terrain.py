"""Where movers can get to: it depends on the fixtures and stones alone, so it is worked out once.

Movers never stand in each other's way while passing (MS-20), hence the points that one or two
movements can end on are a property of the fixtures. A `Terrain` fills in what it is asked for
and is shared by all positions with the same fixtures.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.moons_and_stars.geometry import Geometry, geometry
from companion.games.moons_and_stars.piles import FIXTURE, KIND, PATH_DIRECTIONS, TRAP_FACING

_IMPASSABLE = frozenset({"pit", "trap", "stone"})
_UNSTANDABLE = frozenset({"trap", "path"})


class Terrain:
    """The fixtures of a board, and what follows from them; never changes, fills in on demand."""

    __slots__ = ("_one", "_two", "fixtures", "geometry", "mouths")

    def __init__(self, board_geometry: Geometry, fixtures: bytes) -> None:
        self.geometry = board_geometry
        self.fixtures = fixtures
        points = len(fixtures)
        self._one: list[tuple[int, ...] | None] = [None] * points
        self._two: list[tuple[int, ...] | None] = [None] * points
        self.mouths = self._find_mouths()

    def _find_mouths(self) -> dict[int, tuple[int, ...]]:
        """Mouth -> the traps that pull there, in order (MS-36)."""
        mouths: dict[int, tuple[int, ...]] = {}
        neighbours = self.geometry.neighbours
        for point, code in enumerate(self.fixtures):
            facing = TRAP_FACING[code]
            if facing != 255:
                mouth = neighbours[point][(facing + 2) % 4]
                if mouth >= 0:
                    mouths[mouth] = (*mouths.get(mouth, ()), point)
        return mouths

    def ride_ends(self, point: int, direction: int) -> tuple[int, ...]:
        """Where a ride can end that enters the path on `point` going `direction`, in order.

        Empty where the path is not ridden that way (MS-52, MS-53). A ride that comes back to one
        of its paths, or leaves the board, has no end (MS-55).
        """
        if direction not in PATH_DIRECTIONS[self.fixtures[point]]:
            return ()
        ends: set[int] = set()
        neighbours = self.geometry.neighbours
        trails = [(point, direction, frozenset((point,)))]
        while trails:
            path, heading, ridden = trails.pop()
            beyond = neighbours[path][heading]
            if beyond < 0 or beyond in ridden:
                continue
            ways = PATH_DIRECTIONS[self.fixtures[beyond]]
            if not ways:
                if KIND[self.fixtures[beyond]] != "path":
                    ends.add(beyond)
                continue
            if heading in ways:
                trails.append((beyond, heading, ridden | {beyond}))
            elif (heading + 2) % 4 not in ways:  # crosswise: either of its ends
                trails.extend((beyond, way, ridden | {beyond}) for way in ways)
        return tuple(sorted(ends))

    def _movement_ends(self, point: int) -> tuple[set[int], set[int]]:
        """(steps onto anything, ride ends) of one movement from `point`."""
        steps: set[int] = set()
        rides: set[int] = set()
        for direction, beyond in enumerate(self.geometry.neighbours[point]):
            if beyond >= 0:
                steps.add(beyond)
                rides.update(self.ride_ends(beyond, direction))
        return steps, rides

    def one(self, point: int) -> tuple[int, ...]:
        """Where one movement can land (MS-16); not a trap's or a path's point (MS-38, MS-55)."""
        known = self._one[point]
        if known is None:
            steps, rides = self._movement_ends(point)
            known = self._one[point] = tuple(
                sorted(p for p in steps | rides if KIND[self.fixtures[p]] not in _UNSTANDABLE)
            )
        return known

    def first(self, point: int) -> tuple[int, ...]:
        """Where a moon's first movement can pass (MS-20, MS-21)."""
        steps, rides = self._movement_ends(point)
        return tuple(sorted(p for p in steps | rides if KIND[self.fixtures[p]] not in _IMPASSABLE))

    def two(self, point: int) -> tuple[int, ...]:
        """Where a moon's two movements can land (MS-17), its own point included."""
        known = self._two[point]
        if known is None:
            ends: set[int] = set()
            for midway in self.first(point):
                ends.update(self.one(midway))
            known = self._two[point] = tuple(sorted(ends))
        return known


@lru_cache(maxsize=2048)
def _terrain(columns: int, fixtures: bytes) -> Terrain:
    return Terrain(geometry(columns), fixtures)


def terrain_of(columns: int, board: bytes) -> Terrain:
    """The terrain under a board of pile codes."""
    return _terrain(columns, board.translate(FIXTURE))
