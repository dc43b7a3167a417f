"""Open the eyes of a table: its camera as it is set, with the profile that was learned of it.

    eyes = open_eyes(settings.camera, state_folder())

The virtual table's profile is learned in the background at its first start, which takes some
seconds; of any other camera it is what the set-up wizard has saved, if it has.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from calibration.profile import ProfileProblem, load_profile
from companion.config.sections import Camera as CameraSettings
from companion.config.sections import CameraSource
from companion.errors import MoontableError
from companion.files import write_whole
from vision.desk.learned import desk_profile
from vision.desk.playing import PlayTable
from vision.desk.setting import desk_setup
from vision.eyes import TableEyes
from vision.sources.api import Control, LockReport, Presence, Source, Values
from vision.sources.opening import open_source
from vision.sources.virtual import Desk, VirtualSource
from vision.unrest import TableUnrest

PROFILE = "table.profile"
"""The file of a real table's profile in the state folder; the virtual table names its own."""
LOCKS = "camera.json"
"""The file of what the camera was locked to when the table was learned."""

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "empty": "The virtual table is photographed, empty at first.",
        "teach-1": "The virtual table's pieces are photographed, once …",
        "teach-2": "The virtual table's pieces are photographed, and once more, turned.",
        "learn": "The virtual table's pieces are being learned.",
    }
)
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
    source = opened(camera)
    eyes = TableEyes(source, TableUnrest(source), profile_path=folder / PROFILE)
    path = folder / PROFILE
    if path.exists():
        try:
            eyes.use(load_profile(path))
        except ProfileProblem as problem:
            eyes.opening(f"{problem}")
        _lock_again(source, folder / LOCKS)
    return eyes


def open_virtual(folder: Path, *, size_px: tuple[int, int] = (1280, 960)) -> TableEyes:
    """Open a virtual table; it is learned in the background where that was not done before."""
    setup = desk_setup(size_px=size_px)
    desk = Desk(PlayTable.begun(setup))
    source = VirtualSource(desk)
    eyes = TableEyes(source, TableUnrest(source), desk=desk)
    eyes.opening("The virtual table is being made ready.")

    def learn() -> None:
        try:
            eyes.use(desk_profile(setup, folder, tell=lambda word: eyes.opening(WORDS[word])))
        except Exception as error:  # a thread's end must be told to the people at the table
            eyes.opening(f"The virtual table can't be read ({type(error).__name__}: {error}).")

    threading.Thread(target=learn, name="virtual table learns", daemon=True).start()
    return eyes


def save_locks(report: LockReport, path: Path) -> None:
    """Keep what a camera was locked to. Raises FileProblem."""
    values = {control.name.lower(): list(value) for control, value in report.values.items()}
    write_whole(path, json.dumps(values, indent=1).encode())


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
