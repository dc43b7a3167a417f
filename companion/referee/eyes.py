"""What the table needs of a camera: a look when it asks for one, and word of what moves.

`vision` offers it for photographs; `ScriptedEyes` shows what it is told, for tests and for playing
a recorded session without photographs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.errors import MoontableError
from companion.language.notices import notice
from companion.referee.evidence import Evidence


class EyesAway(MoontableError):
    """The camera can't be used now; the game goes on by hand."""


class GivenUp(EyesAway):
    """A look was given up, since nobody waits for it any more. It is told to nobody."""

    def __init__(self) -> None:
        super().__init__("", "")


Wanted = Callable[[], bool]
"""Whether anybody still waits for a look."""


def always() -> bool:
    """Somebody waits, however long it takes."""
    return True


class Watch(Enum):
    """How a camera is."""

    NONE = "none"
    """There is none, or it isn't set up for this table yet."""
    OPENING = "opening"
    LIVE = "live"
    AWAY = "away"
    """It was there and is gone; it is tried again and again."""


@dataclass(frozen=True, slots=True)
class EyesState:
    """How the camera is, for people: what it is called, and why it can't see if it can't."""

    watch: Watch
    name: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RolledCube:
    """One cube of a roll: its face, where its middle is in the photo, how likely that is."""

    face: str
    px: tuple[float, float]
    p: float


@dataclass(frozen=True, slots=True)
class RollSeen:
    """Cubes that lie on the board; ``unread`` are places of those that can't be read, with why."""

    colour: str
    cubes: tuple[RolledCube, ...]
    unread: tuple[tuple[float, float], ...] = ()
    sure: bool = True
    reason: str = ""

    @property
    def faces(self) -> Mapping[str, int]:
        """Face -> how many show it."""
        counts: dict[str, int] = {}
        for cube in self.cubes:
            counts[cube.face] = counts.get(cube.face, 0) + 1
        return counts


@dataclass(frozen=True, slots=True)
class Sighting:
    """One look at the table: the evidence, the number of its photo, when it was taken.

    ``photo`` is what the eyes keep the picture under; None where there is no picture.
    """

    evidence: Evidence
    photo: int | None = None
    taken_s: float = 0.0


@dataclass(frozen=True, slots=True)
class RollSighting:
    """One look at a roll; ``reason`` says why the photo can't be used where ``roll`` is None."""

    roll: RollSeen | None
    photo: int | None = None
    reason: str = ""


class Eyes(Protocol):
    """A camera that reads. One thread of the table calls `look`; all others may call the rest."""

    def state(self) -> EyesState:
        """How the camera is; never waits."""
        ...

    def reads(self, game: str) -> bool:
        """Whether it can read the tables of a game, by the game's ID."""
        ...

    def wait_quiet(self, timeout_s: float) -> bool:
        """Wait until nothing moves over the table; False if it still moves at the end."""
        ...

    def wait_changed(self, timeout_s: float) -> bool:
        """Wait until something has moved and come to rest since the last look."""
        ...

    def look(self, wanted: Wanted = always) -> Sighting:
        """Take a photo now and read the board. Raises `EyesAway`.

        It may raise `GivenUp` when it is not ``wanted`` any more: what comes next needn't wait.
        """
        ...

    def look_at_roll(self, wanted: Wanted = always) -> RollSighting:
        """Take a photo now and read the cubes that were rolled. Raises `EyesAway`; see `look`."""
        ...

    def close(self) -> None:
        """Let go of the camera; may be called twice."""
        ...


@dataclass(slots=True)
class ScriptedEyes:
    """Eyes that see what they are told; a part of the product for whoever has no camera.

    ``sees`` and ``roll`` can be set at any time; the next look tells of them.
    """

    sees: Evidence | None = None
    roll: RollSeen | None = None
    quiet: bool = True
    changed: bool = False
    watch: Watch = Watch.LIVE
    looks: int = 0

    def state(self) -> EyesState:
        """As it was set."""
        live = self.watch is Watch.LIVE
        return EyesState(self.watch, "scripted", "" if live else notice("eyes.nothing-shown"))

    def reads(self, game: str) -> bool:
        """Any game's: evidence is told in its words."""
        return bool(game)

    def wait_quiet(self, timeout_s: float) -> bool:
        """As it was set, at once."""
        del timeout_s
        return self.quiet

    def wait_changed(self, timeout_s: float) -> bool:
        """As it was set, at once; a change is told once."""
        del timeout_s
        changed, self.changed = self.changed, False
        return changed

    def look(self, wanted: Wanted = always) -> Sighting:
        """What it was told, wanted or not. Raises `EyesAway` where it sees nothing."""
        del wanted
        if self.watch is not Watch.LIVE or self.sees is None:
            raise EyesAway(notice("eyes.nothing-shown"), notice("eyes.look-at-cable"))
        self.looks += 1
        return Sighting(self.sees, self.looks)

    def look_at_roll(self, wanted: Wanted = always) -> RollSighting:
        """What it was told, wanted or not. Raises `EyesAway` where it sees nothing."""
        del wanted
        if self.watch is not Watch.LIVE:
            raise EyesAway(notice("eyes.nothing-shown"), notice("eyes.look-at-cable"))
        self.looks += 1
        return RollSighting(self.roll, self.looks, "" if self.roll else notice("eyes.roll.none"))

    def close(self) -> None:
        """Nothing to let go of."""
