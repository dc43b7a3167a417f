"""Open the eyes of a table: its camera as it is set, with the profile that was learned of it.

    eyes = open_eyes(settings.camera, state_folder())

The virtual table learns its own profile; of any other camera it is what the set-up wizard has
saved, if it has.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path

from calibration.profile import ProfileProblem, load_profile
from companion.config.sections import Camera as CameraSettings
from companion.config.sections import CameraSource
from companion.errors import MoontableError
from companion.files import write_text
from companion.language.notices import Notice, notice, together
from vision.desk.opening import open_virtual
from vision.eyes import TableEyes
from vision.sources.api import (
    Control,
    Frame,
    LockReport,
    Presence,
    Source,
    SourceState,
    Values,
    state_now,
)
from vision.sources.errors import CameraAway, CameraProblem
from vision.sources.opening import open_source
from vision.unrest import TableUnrest

PROFILE = "table.profile"
"""The file of a real table's profile in the state folder; the virtual table names its own."""
LOCKS = "camera.json"
"""The file of what the camera was locked to when the table was learned."""

_LOCK_WAIT_S = 60.0


def open_eyes(
    camera: CameraSettings,
    folder: Path,
    *,
    opened: Callable[[CameraSettings], Source] = open_source,
) -> TableEyes:
    """Open the camera that is set. Never fails for want of one: the eyes then say they are away."""
    if camera.source is CameraSource.VIRTUAL:
        return open_virtual(folder, size_px=(camera.width_px, camera.height_px))
    try:
        source = opened(camera)
    except CameraProblem as problem:
        source = AbsentSource(_called(camera.source), problem)
    eyes = TableEyes(source, TableUnrest(source), profile_path=folder / PROFILE)
    path = folder / PROFILE
    if path.exists():
        try:
            eyes.use(load_profile(path))
        except ProfileProblem as problem:
            why = notice("teaching.damaged", fault=str(problem).rstrip("."))
            eyes.opening(together(why, notice("teaching.set-up-again")))
        _lock_again(source, folder / LOCKS)
    return eyes


def _called(source: CameraSource) -> Notice:
    """Return the name of a camera of which nothing but its kind is known."""
    names = {
        CameraSource.PICAMERA2: notice("cameras.pi.name"),
        CameraSource.USB: notice("cameras.usb.name"),
        CameraSource.BROWSER: notice("cameras.browser.name"),
        CameraSource.VIRTUAL: notice("cameras.virtual.name"),
        CameraSource.FOLDER: notice("cameras.pictures.name"),
    }
    return names.get(source) or notice("cameras.network.name")


class AbsentSource:
    """A camera that can't come with the settings as they are: away, and says why."""

    def __init__(self, name: Notice, problem: CameraProblem) -> None:
        self._name = name
        self._problem = problem
        self._state = state_now(Presence.AWAY, problem.message, problem.advice)

    @property
    def name(self) -> Notice:
        """What is set."""
        return self._name

    def latest(self) -> Frame | None:
        """Return nothing."""
        return None

    def still(self, timeout_s: float) -> Frame:
        """Raise CameraAway."""
        del timeout_s
        raise CameraAway(self._problem.message, self._problem.advice)

    def state(self) -> SourceState:
        """Return that it is away, and why."""
        return self._state

    def lock(self, values: Values | None = None) -> LockReport:
        """Raise CameraAway."""
        del values
        raise CameraAway(self._problem.message, self._problem.advice)

    def close(self) -> None:
        """Nothing to let go of."""


def save_locks(report: LockReport, path: Path) -> None:
    """Keep what a camera was locked to. Raises FileProblem."""
    values = {control.name.lower(): list(value) for control, value in report.values.items()}
    write_text(path, json.dumps(values, indent=1))


def read_locks(path: Path) -> Values:
    """Return what a camera was locked to; nothing where no file says so or it is damaged."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return {Control[name.upper()]: tuple(map(float, value)) for name, value in told.items()}
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return {}


def _lock_again(source: Source, path: Path) -> None:
    """Lock the camera as it was locked, once it is there."""
    values = read_locks(path)
    if not values:
        return

    def wait() -> None:
        end_s = time.monotonic() + _LOCK_WAIT_S
        while source.state().presence is not Presence.LIVE:
            if time.monotonic() > end_s:
                return
            time.sleep(0.5)
        try:
            source.lock(values)
        except MoontableError:
            return  # it is told as away by then

    threading.Thread(target=wait, name="camera lock", daemon=True).start()
