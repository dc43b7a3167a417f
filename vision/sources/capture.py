"""Cameras that OpenCV reads: at USB, in the network, and videos.

OpenCV tells little of what went wrong, so what can be known is looked at first: is there such a
device, may we use it, does the address look like one.
"""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np

from companion.language.notices import notice
from vision.sources import usbcontrols
from vision.sources.api import LockReport, Pixels, Values, unlockable
from vision.sources.errors import CameraMissing
from vision.sources.reading import ReadingSource

_NOT_CAMERAS = re.compile(r"bcm2835|rpi|pisp|rp1|unicam|codec|isp", re.IGNORECASE)
"""A Pi has a dozen devices of these names in /dev/video*: decoders, scalers, the ribbon's ends."""
_STREAMS = ("rtsp", "rtsps", "http", "https", "tcp", "udp", "rtmp")


class Captured:
    """A `Reader` around cv2.VideoCapture."""

    def __init__(self, capture: cv2.VideoCapture, *, has_controls: bool = False) -> None:
        self._capture = capture
        self._has_controls = has_controls

    def grab(self) -> float | None:
        """Take the next frame."""
        begun_s = time.monotonic()
        return begun_s if self._capture.grab() else None

    def pixels(self) -> Pixels | None:
        """Decode it."""
        there, pixels = self._capture.retrieve()
        return np.asarray(pixels, dtype=np.uint8) if there else None

    def preview(self) -> Pixels | None:
        """Decode it: it comes in one size only."""
        return self.pixels()

    def release(self) -> None:
        """Close it."""
        self._capture.release()

    def lock(self, values: Values | None) -> LockReport:
        """Turn the automatics off, one after the other, and say which could not be."""
        if not self._has_controls:
            return unlockable(notice("cameras.lock.stream"))
        return usbcontrols.lock(self._capture, values)


def open_usb(address: str, size_px: tuple[int, int], *, timeout_s: float) -> ReadingSource:
    """Open a camera at /dev/video…: a path, a number, or "" for the first. CameraMissing."""
    device = find_usb(address)
    if not os.access(device, os.R_OK | os.W_OK):
        raise CameraMissing(
            notice("cameras.usb-trouble.forbidden", device=device),
            notice("cameras.usb-trouble.group"),
        )
    capture = cv2.VideoCapture(os.path.realpath(device), cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        raise CameraMissing(
            notice("cameras.usb-trouble.no-camera", device=device),
            notice("cameras.usb-trouble.held"),
        )
    # MJPG: over USB 2 uncompressed pictures of this size come five a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    model = _model(device)
    name = (
        notice("cameras.usb-model.name", device=device, model=model)
        if model
        else notice("cameras.usb-device.name", device=device)
    )
    again = notice("cameras.usb-trouble.again")
    reader = Captured(capture, has_controls=True)
    return ReadingSource(name, reader, timeout_s=timeout_s, advice=again, stale=1)


def find_usb(address: str) -> str:
    """Return the path of the device that is meant. CameraMissing if there is none."""
    if address:
        device = f"/dev/video{address}" if address.isdecimal() else address
        if not os.path.exists(device):
            there = usb_cameras()
            raise CameraMissing(
                notice("cameras.usb-trouble.no-device", device=device),
                notice("cameras.usb-trouble.found", devices=there)
                if there
                else notice("cameras.usb-trouble.found-none"),
            )
        return device
    found = usb_cameras()
    if not found:
        raise CameraMissing(
            notice("cameras.usb-trouble.none"), notice("cameras.usb-trouble.plug-in")
        )
    return found[0]


def usb_cameras(root: Path = Path("/")) -> tuple[str, ...]:
    """Return the devices that look like cameras, by names that stay when they are plugged anew.

    root: where the folders dev and sys are.
    """
    by_name = sorted(root.glob("dev/v4l/by-id/*-video-index0"))
    if by_name:
        return tuple(map(str, by_name))
    numbered = sorted(root.glob("dev/video*"), key=lambda path: (len(path.name), path.name))
    return tuple(str(path) for path in numbered if not _NOT_CAMERAS.search(_model(path, root)))


def _model(device: Path | str, root: Path = Path("/")) -> str:
    """Return its model, or "" if nobody tells."""
    name = Path(os.path.realpath(device)).name
    try:
        told = (root / "sys/class/video4linux" / name / "name").read_text(errors="replace")
    except OSError:
        return ""
    return told.strip()


def open_stream(address: str, *, timeout_s: float) -> ReadingSource:
    """Open a camera in the network: RTSP, or MJPEG by HTTP. CameraMissing.

    It may take up to ``timeout_s`` to answer.
    """
    shown = without_password(address)
    name = notice("cameras.network-at.name", address=shown)
    if urlsplit(address).scheme.lower() not in _STREAMS:
        raise CameraMissing(
            notice("cameras.network-trouble.no-address", address=shown)
            if shown
            else notice("cameras.network-trouble.nowhere"),
            notice("cameras.network-trouble.set-address"),
        )
    wait_ms = max(1, round(timeout_s * 1000))
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, wait_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, wait_ms]
    capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    advice = notice("cameras.network-trouble.again")
    if not capture.isOpened():
        capture.release()
        raise CameraMissing(notice("cameras.away.unwilling", camera=name), advice)
    # Frames are on their way while one asks: two may be older than the question.
    return ReadingSource(name, Captured(capture), timeout_s=timeout_s, advice=advice, stale=2)


def without_password(address: str) -> str:
    """Return an address that may be shown.

    >>> without_password("rtsp://ada:secret@10.0.0.7:554/live?token=abc")
    'rtsp://10.0.0.7:554/live'
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}" if parts.scheme else ""
