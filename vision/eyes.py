"""The eyes of a table: a camera, and a profile to read its photographs with.

    eyes = TableEyes(source, gallery=Gallery())
    eyes.use(profile)              # calibrated: from now on it can look
    sighting = eyes.look()         # companion.referee.eyes.Sighting

A board that was pushed is found again with its pieces on, and looked for there from then on.
Nothing but `EyesAway` is raised by a look: a photograph that nobody can read is evidence, too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

import numpy as np

from calibration.corrections import save_revision
from calibration.profile import Profile
from companion.errors import FileProblem, MoontableError
from companion.language.notices import SILENCE, Notice, fault, notice, together
from companion.memory import give_memory_back
from companion.referee.eyes import (
    EyesAway,
    EyesState,
    GivenUp,
    RollSighting,
    Sighting,
    Wanted,
    Watch,
    always,
)
from vision.board import BoardFit, BoardNotFound, refind
from vision.camera import Camera
from vision.desk.playing import PlayTable
from vision.evidence import Reading, Status, nothing_said
from vision.gallery import Gallery
from vision.layout import Layout
from vision.light import Image
from vision.moved import Motion, board_motion
from vision.read import Table, read_board
from vision.roll import Roll
from vision.sources.api import Frame, Presence, Source
from vision.sources.virtual import Desk
from vision.testimony import Testimony, seen_roll
from vision.throws import read_throw, reposed
from vision.view import as_taken

STILL_S = 4.0
"""A camera that gives no photograph for so long is away."""
GAMES = frozenset({"moons-and-stars"})
"""The games whose boards and pieces `vision.layout` and `vision.kit` can describe."""
_MOST_DOUBT = 0.6
"""A board found elsewhere is believed when its sites are read with less doubt than this."""


class Unrest(Protocol):
    """Tells whether anything moves before a camera; see `vision.unrest`."""

    def wait_quiet(self, timeout_s: float) -> bool:
        """Wait until nothing moves; False if it still moves at the end."""
        ...

    def wait_changed(self, timeout_s: float) -> bool:
        """Wait until something has moved and come to rest since the last `looked`."""
        ...

    def looked(self) -> None:
        """A look was taken now: what has moved before is known."""
        ...

    def watch_board(self, camera: Camera, layout: Layout) -> None:
        """Let motion count on the board and beside it only."""
        ...

    def close(self) -> None:
        """Watch no more."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Set:
    """What a table is read with: the profile as it was learned, and the table as it lies now."""

    profile: Profile
    learned: Table
    now: Table


class TableEyes:
    """A source, an unrest and a profile, as `companion.referee.eyes.Eyes` asks for them.

    ``desk`` is what the source looks at where that is virtual; ``profile_path`` is where a profile
    that people make or better is kept, if it is.
    """

    def __init__(
        self,
        source: Source,
        unrest: Unrest,
        *,
        gallery: Gallery | None = None,
        desk: Desk[PlayTable] | None = None,
        profile_path: Path | None = None,
        still_s: float = STILL_S,
    ) -> None:
        self.source = source
        self.desk = desk
        self.profile_path = profile_path
        self.gallery = gallery if gallery is not None else Gallery(first=_number_now())
        self._unrest = unrest
        self._still_s = still_s
        self._lock = threading.Lock()
        self._set: Set | None = None
        self._waiting = SILENCE
        self._pushed = SILENCE
        self._ends: list[Callable[[], None]] = []

    def use(self, profile: Profile, table: Table | None = None) -> None:
        """Read with this profile from now on; ``table``: the profile's, where it is at hand.

        Raises `calibration.profile.ProfileProblem`.
        """
        table = table or profile.table()
        self._unrest.watch_board(table.fit.camera, table.layout)
        with self._lock:
            self._set = Set(profile, table, table)
            self._waiting = self._pushed = SILENCE

    def improve(self, profile: Profile) -> None:
        """Read with a bettered profile of the same board, and keep it where profiles are kept.

        Raises FileProblem when it can't be kept; it is read with all the same.
        """
        with self._lock:
            held = self._set
            if held is not None:
                learned = replace(held.learned, kit=profile.kit)
                self._set = Set(profile, learned, replace(held.now, kit=profile.kit))
        if self.profile_path is not None:
            try:
                save_revision(profile, self.profile_path)
            except OSError as error:
                raise cant_keep(error, self.profile_path) from error

    def opening(self, reason: Notice) -> None:
        """Say why it can't look yet; `use` ends that."""
        with self._lock:
            self._waiting = reason

    @property
    def profile(self) -> Profile | None:
        """What it reads with, if it was set up."""
        with self._lock:
            return None if self._set is None else self._set.profile

    @property
    def table(self) -> Table | None:
        """The table as it lies now, if it was set up."""
        with self._lock:
            return None if self._set is None else self._set.now

    def state(self) -> EyesState:
        """How the camera is; never waits."""
        source = self.source.state()
        with self._lock:
            ready, waiting, pushed = self._set is not None, self._waiting, self._pushed
        name = self.source.name
        if source.presence is Presence.AWAY:
            return EyesState(Watch.AWAY, name, together(source.reason, source.advice))
        if not ready:
            watch = Watch.OPENING if waiting else Watch.NONE
            return EyesState(watch, name, waiting or notice("eyes.not-set-up"))
        if source.presence is Presence.OPENING:
            reason = together(source.reason, source.advice) or notice("eyes.first-picture")
            return EyesState(Watch.OPENING, name, reason)
        return EyesState(Watch.LIVE, name, pushed)

    def reads(self, game: str) -> bool:
        """Whether it can read the tables of a game, by the game's ID."""
        return game in GAMES

    def wait_quiet(self, timeout_s: float) -> bool:
        """Wait until nothing moves over the table; False if it still moves at the end."""
        return self._unrest.wait_quiet(timeout_s)

    def wait_changed(self, timeout_s: float) -> bool:
        """Wait until something has moved and come to rest since the last look."""
        return self._unrest.wait_changed(timeout_s)

    def look(self, wanted: Wanted = always) -> Sighting:
        """Take a photo now and read the board. Raises `EyesAway`, and `GivenUp` if not ``wanted``.

        That is asked for now and then: reading takes a quarter of a second.
        """
        frame = self._photograph()
        table, reading = self._read(frame.pixels, partial(_go_on, wanted))
        give_memory_back()
        number = self.gallery.add(
            frame.pixels, view=table.view, reading=reading, notches=table.notches
        )
        return Sighting(Testimony(reading), number, frame.taken_s)

    def look_at_roll(self, wanted: Wanted = always) -> RollSighting:
        """Take a photo now and read the cubes that were rolled. Raises as `look` does."""
        frame = self._photograph()
        _go_on(wanted)
        try:
            table, roll, reason = self._rolled(frame.pixels)
        except Exception as error:  # as in `_read`
            number = self.gallery.add(frame.pixels, reason=_unread(error))
            return RollSighting(None, number, _unread(error))
        finally:
            give_memory_back()
        if roll is None:
            return RollSighting(None, self.gallery.add(frame.pixels, reason=reason), reason)
        number = self.gallery.add(frame.pixels, view=table.view, roll=roll)
        return RollSighting(seen_roll(roll), number)

    def at_the_end(self, end: Callable[[], None]) -> None:
        """Let something of the source's end with these eyes."""
        self._ends.append(end)

    def close(self) -> None:
        """Let go of the camera; may be called twice."""
        for end in self._ends:
            end()
        self._unrest.close()
        self.source.close()

    def _photograph(self) -> Frame:
        """Return a photograph taken now, as large as it is read. Raises `EyesAway`."""
        with self._lock:
            held, waiting = self._set, self._waiting
        if held is None:
            raise EyesAway(
                waiting or notice("eyes.not-set-up"),
                notice("eyes.wait") if waiting else notice("eyes.set-up"),
            )
        self._unrest.looked()
        try:
            frame = self.source.still(self._still_s)
        except MoontableError as problem:
            raise EyesAway(problem.message, problem.advice) from problem
        except Exception as error:  # a driver may raise anything
            why = notice("eyes.camera-failed", fault=fault(error))
            raise EyesAway(why, notice("eyes.look-at-cable")) from error
        taken = as_taken(frame.pixels, held.now.view.camera)
        return frame if taken is None else replace(frame, pixels=taken)

    def _read(self, photo: Image, go_on: Callable[[], None]) -> tuple[Table, Reading]:
        """Return the table as it lies and what the photo says. Raises what ``go_on`` does."""
        with self._lock:
            held = self._set
        assert held is not None, "looks begin after `use` only"
        try:
            return self._followed(photo, held, go_on)
        except GivenUp:
            raise
        except Exception as error:  # whatever a reader stumbles over must not end a game
            sites, labels = held.now.layout.sites, held.now.kit.labels
            return held.now, nothing_said(Status.UNREADABLE, _unread(error), sites, labels)

    def _followed(
        self, photo: Image, held: Set, go_on: Callable[[], None]
    ) -> tuple[Table, Reading]:
        """Read a photo, following the board if it was pushed."""
        go_on()
        found = pose_of(photo, held.now)
        if found is None:
            return held.now, read_board(photo, held.now, go_on=go_on)
        if isinstance(found, Notice):
            sites, labels = held.now.layout.sites, held.now.kit.labels
            return held.now, nothing_said(Status.BOARD_MOVED, found, sites, labels)
        moved = reposed(held.learned, found)
        reading = read_board(photo, moved, go_on=go_on)
        if reading.status is Status.OK and _doubt(reading) <= _MOST_DOUBT:
            self._keep(held, moved)
        return moved, reading

    def _rolled(self, photo: Image) -> tuple[Table, Roll | None, Notice]:
        """Return the table as it lies, the roll, and why there is none."""
        with self._lock:
            held = self._set
        assert held is not None, "looks begin after `use` only"
        throw = read_throw(photo, held.now, learned=held.learned)
        if not throw.roll.cubes:
            return throw.table, None, throw.roll.reason or notice("eyes.roll.none")
        if throw.pushed:
            self._keep(held, throw.table)
        return throw.table, throw.roll, SILENCE

    def _keep(self, held: Set, moved: Table) -> None:
        """Look for the board where it lies now from here on, and say so."""
        away_mm = np.linalg.norm(moved.fit.camera.position_mm - held.learned.fit.camera.position_mm)
        with self._lock:
            if self._set is held:
                self._set = replace(held, now=moved)
                self._pushed = notice("eyes.pushed", away_mm=float(away_mm))


def _go_on(wanted: Wanted) -> None:
    """Raise `GivenUp` if a look is not wanted any more."""
    if not wanted():
        raise GivenUp


def pose_of(photo: Image, table: Table) -> BoardFit | Notice | None:
    """Return where the board lies if it was pushed, None if not, a sentence if it is lost."""
    taken = as_taken(photo, table.view.camera)
    if taken is None or board_motion(taken, table.fit).motion is not Motion.MOVED:
        return None
    try:
        return refind(taken, table.fit)
    except BoardNotFound as problem:
        return problem.said


def _doubt(reading: Reading) -> float:
    """Return the mean doubt of the sites that are not empty, 0 when all are."""
    doubts = [reading.at(site).doubt for site in reading.seen()]
    return float(np.mean(doubts)) if doubts else 0.0


def _number_now() -> int:
    """Return a number that grows by one each second, for a while."""
    return int(time.time()) % 1_000_000


def _unread(error: Exception) -> Notice:
    return notice("eyes.unread", fault=fault(error))


def cant_keep(error: OSError, path: Path) -> FileProblem:
    """Return the problem of a profile that the system doesn't let us write."""
    why = notice("teaching.cant-keep", fault=str(error.strerror or error))
    return FileProblem(why, notice("teaching.room"), path)
