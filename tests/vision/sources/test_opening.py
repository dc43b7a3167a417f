"""The settings name a source, and it is there at once, whatever is wrong with it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.config import Camera, CameraSource
from tests.vision.sources.played import StreamServer
from tests.vision.sources.waiting import until
from vision.render.tables import random_table
from vision.render.virtual import VirtualTable
from vision.sources.api import Presence
from vision.sources.capture import find_usb, usb_cameras
from vision.sources.errors import CameraAway, CameraMissing
from vision.sources.opening import open_source
from vision.sources.virtual import Desk
from vision.sources.watchful import Patience

QUICK = Patience(first_s=0.05, most_s=0.1)


def test_a_virtual_table_needs_its_desk() -> None:
    with pytest.raises(CameraMissing, match="no virtual table"):
        open_source(Camera())
    desk = Desk(VirtualTable(random_table(7, size_px=(320, 240))))
    source = open_source(Camera(), desk=desk)
    assert source.still(1.0).size_px == (320, 240)
    source.close()


def test_a_folder_and_a_browser_are_there_at_once(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((240, 320, 3), 9, np.uint8))
    folder = open_source(Camera(source=CameraSource.FOLDER, address=str(tmp_path)))
    assert folder.still(1.0).size_px == (320, 240)
    assert open_source(Camera(source=CameraSource.BROWSER)).state().presence is Presence.OPENING


def test_a_stream_is_opened_in_its_own_time() -> None:
    server = StreamServer()
    camera = Camera(source=CameraSource.STREAM, address=server.url)
    source = open_source(camera, patience=QUICK)
    assert source.still(10.0).size_px == (640, 480)
    source.close()
    server.close()


@pytest.mark.parametrize(
    ("camera", "reason"),
    [
        pytest.param(
            Camera(source=CameraSource.USB, address="/dev/video77"),
            "There is no /dev/video77.",
            id="no such device",
        ),
        pytest.param(
            Camera(source=CameraSource.USB, address="78"),
            "There is no /dev/video78.",
            id="no such number",
        ),
        pytest.param(Camera(source=CameraSource.STREAM), "There is no address", id="no address"),
    ],
)
def test_a_camera_that_is_not_there_is_away_with_its_reason_and_closes(
    camera: Camera, reason: str
) -> None:
    source = open_source(camera, patience=QUICK)
    until(lambda: source.state().presence is Presence.AWAY)
    assert reason in source.state().reason
    assert source.state().advice
    with pytest.raises(CameraAway):
        source.still(0.1)
    source.close()


def test_a_device_that_is_no_camera_is_said_to_be_none(tmp_path: Path) -> None:
    nothing = tmp_path / "video0"
    nothing.write_bytes(b"")
    camera = Camera(source=CameraSource.USB, address=str(nothing))
    source = open_source(camera, patience=QUICK)
    until(lambda: source.state().presence is Presence.AWAY)
    assert "can't be opened as a camera" in source.state().reason
    source.close()


@pytest.mark.skipif(bool(usb_cameras()), reason="this machine has a USB camera")
def test_without_any_usb_camera_it_says_so() -> None:
    with pytest.raises(CameraMissing, match="There is no USB camera"):
        find_usb("")
