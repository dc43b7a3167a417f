"""Where movers can get to: it depends on the fixtures and stones alone, so it is worked out once.

Movers never stand in each other's way while passing (MS-20), hence the points that one or two
movements can end on are a property of the fixtures. A `Terrain` fills in what it is asked for
and is shared by all positions with the same fixtures.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.moons_and_stars.geometry import Geometry, geometry
from companion.games.moons_and_stars.piles import FIXTURE, KIND, PATH_DIRECTIONS, TRAP_FACING

_OPEN, _HOLE, _STONE, _TRAP, _PATH = range(5)
_PASSABLE = (_OPEN, _PATH)
_KINDS = {"pit": _HOLE, "stone": _STONE, "trap": _TRAP, "path": _PATH}
_GROUND = bytes(_KINDS.get(kind, _OPEN) for kind in KIND).ljust(256, b"\0")
"""Code -> what a fixture means to movers: open, a pit, a stone; trap and path are no landing."""


class Terrain:
    """The fixtures of a board, and what follows from them; never changes, fills in on demand."""

    __slots__ = ("_ground", "_one", "_two", "fixtures", "geometry", "mouths")

    def __init__(self, board_geometry: Geometry, fixtures: bytes) -> None:
        self.geometry = board_geometry
        self.fixtures = fixtures
        points = len(fixtures)
        self._ground = fixtures.translate(_GROUND)
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

    def _movement_ends(self, point: int) -> tuple[int, ...]:
        """Where one movement from `point` can get to, whatever stands there, in order."""
        around, ground = self.geometry.around[point], self._ground
        for beside in around:
            if ground[beside] == _PATH:
                break
        else:
            return around  # no ride begins here
        ends = set(around)
        for direction, beyond in enumerate(self.geometry.neighbours[point]):
            if beyond >= 0 and ground[beyond] == _PATH:
                ends.update(self.ride_ends(beyond, direction))
        return tuple(sorted(ends))

    def one(self, point: int) -> tuple[int, ...]:
        """Where one movement can land (MS-16); not a trap's or a path's point (MS-38, MS-55)."""
        known = self._one[point]
        if known is None:
            ground = self._ground
            known = self._one[point] = tuple(
                [p for p in self._movement_ends(point) if ground[p] < _TRAP]
            )
        return known

    def first(self, point: int) -> tuple[int, ...]:
        """Where a moon's first movement can pass (MS-20, MS-21)."""
        ground = self._ground
        return tuple([p for p in self._movement_ends(point) if ground[p] in _PASSABLE])

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
