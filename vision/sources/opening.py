"""Which source the settings mean, and how it is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.config import Camera, CameraSource
from companion.language.notices import notice
from vision.sources.api import Source, SourceState
from vision.sources.browser import BrowserSource
from vision.sources.capture import open_stream, open_usb, without_password
from vision.sources.errors import CameraMissing
from vision.sources.folder import open_folder
from vision.sources.picamera import open_picamera2
from vision.sources.virtual import Desk, VirtualSource
from vision.sources.watchful import Patience, Watchful, ignore


def open_source(
    camera: Camera,
    *,
    desk: Desk[Any] | None = None,
    tell: Callable[[SourceState], None] = ignore,
    patience: Patience | None = None,
) -> Source:
    """Return the source that the settings name, at once.

    Real cameras are opened, and opened again when they go away, in a thread; ``tell`` is called
    with each change. desk: the table before a virtual camera. Raises CameraMissing for settings
    with which no camera can ever come: a virtual table without a desk, no folder.
    """
    size_px = (camera.width_px, camera.height_px)
    address, timeout_s = camera.address, camera.timeout_s
    if camera.source is CameraSource.VIRTUAL:
        if desk is None:
            raise CameraMissing(notice("desk.none"), notice("desk.start"))
        return VirtualSource(desk)
    if camera.source is CameraSource.BROWSER:
        return BrowserSource()
    if camera.source is CameraSource.FOLDER:
        return open_folder(address)
    if camera.source is CameraSource.PICAMERA2:
        number = int(address) if address.isdecimal() else 0
        name = notice("cameras.pi.name")

        def opened() -> Source:
            return open_picamera2(size_px, timeout_s=timeout_s, number=number)

    elif camera.source is CameraSource.USB:
        name = notice("cameras.usb.name")

        def opened() -> Source:
            return open_usb(address, size_px, timeout_s=timeout_s)

    else:
        name = (
            notice("cameras.network-at.name", address=without_password(address))
            if address
            else notice("cameras.network.name")
        )

        def opened() -> Source:
            return open_stream(address, timeout_s=timeout_s)

    return Watchful(name, opened, patience=patience, tell=tell)
