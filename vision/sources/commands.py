"""Command `camera`: see what the camera sees, before there is a calibration or a panel."""

from __future__ import annotations

import time
from pathlib import Path

import click
import cv2

from companion.config import CameraSource, load_config
from companion.errors import FileProblem, UsageError
from companion.language.notices import notice
from vision.sources.api import Frame, Presence, Source
from vision.sources.errors import CameraAway
from vision.sources.opening import open_source
from vision.sources.watchful import Patience

_OPENING = 4
"""Opening takes longer than a picture may: so many times as long."""
_SETTLING_S = 1.0
"""Automatic exposure needs some pictures before the first is worth looking at."""


@click.command()
@click.option("--lock", is_flag=True, help="Lock exposure, colours and focus, and say what could.")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
def camera(file: Path | None, *, lock: bool) -> None:
    """Take a photograph with the camera of the settings, into FILE if one is named (.jpg or .png).

    Says which camera it is, how large its photographs are and how bright.
    """
    settings = load_config().camera
    if settings.source in (CameraSource.VIRTUAL, CameraSource.BROWSER):
        raise UsageError(
            f"The camera is set to {settings.source.value}, which lives in the panel.",
            "Set source in [camera] to a camera of this machine (moontable config path).",
        )
    source = open_source(settings, patience=Patience(first_s=settings.timeout_s))
    try:
        frame = _settled(source, settings.timeout_s)
        click.echo(source.name)
        width, height = frame.size_px
        mean = float(frame.pixels.mean()) / 255
        burnt = float((frame.pixels.min(axis=2) > 250).mean())
        click.echo(f"{width} x {height} pixels, brightness {mean:.0%}, burnt out {burnt:.0%}")
        if lock:
            click.echo(str(source.lock()))
        if file is not None:
            _write(file, frame)
            click.echo(f"The photograph is in {file}.")
    finally:
        source.close()


def _settled(source: Source, timeout_s: float) -> Frame:
    """Return a photograph from when the automatics have settled."""
    end_s = time.monotonic() + _OPENING * timeout_s
    while (state := source.state()).presence is Presence.OPENING:
        if time.monotonic() > end_s:
            raise CameraAway(
                notice("cameras.away.opening", camera=source.name), notice("cameras.away.doctor")
            )
        time.sleep(0.05)
    if state.presence is Presence.AWAY:
        raise CameraAway(state.reason, state.advice)
    settled_s = time.monotonic() + _SETTLING_S
    while True:
        frame = source.still(timeout_s)
        if time.monotonic() >= settled_s or source.name.startswith(("folder", "photo", "video")):
            return frame


def _write(file: Path, frame: Frame) -> None:
    advice = "Name a .jpg or .png in a folder that you may write."
    try:
        done, data = cv2.imencode(file.suffix or ".jpg", frame.pixels)
    except cv2.error:
        done, data = False, None
    if not done or data is None:
        raise FileProblem(f"{file} can't be written as a picture.", advice, file)
    try:
        file.write_bytes(data.tobytes())
    except OSError as error:
        raise FileProblem(f"{file} can't be written ({error.strerror}).", advice, file) from error
