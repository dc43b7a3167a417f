"""Command `lens print | calibrate | models`: bodies and a small click group."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from calibration.lens import (
    CAMERA_MODELS,
    CalibrationProblem,
    LensCalibration,
    calibrate_lens,
    save_lens,
)
from calibration.sheet import sheet_pdf
from vision.photo import PhotoProblem, load_photo


@click.group()
def lens() -> None:
    """Measure the camera's lens."""


@lens.command("print")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True)
def lens_print(out: Path) -> None:
    """Write the calibration sheet as PDF in true scale."""
    _write(out, sheet_pdf())
    click.echo(f"{out}: print it at actual size (100 %), check its ruler, glue it onto a board.")


@lens.command("models")
def lens_models() -> None:
    """List the cameras whose field of view is known."""
    for name, model in CAMERA_MODELS.items():
        click.echo(f"{name:9} {model.field_deg:5.1f} degrees  {model.name}")


@lens.command("calibrate")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True)
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.pass_context
def lens_calibrate(context: click.Context, out: Path, photos: tuple[Path, ...]) -> None:
    """Measure the lens from about ten PHOTOS of the printed sheet."""
    images: list[tuple[str, NDArray[np.uint8]]] = []
    for path in photos:
        try:
            images.append((str(path), load_photo(path).pixels))
        except PhotoProblem as problem:
            click.echo(f"{path}: left out. {problem}", err=True)
    try:
        if not images:
            raise CalibrationProblem(
                "None of the files is a photo.", "Give photos of the calibration sheet."
            )
        result = calibrate_lens(images)
        save_lens(result.lens, out)
    except CalibrationProblem as problem:
        click.echo(str(problem), err=True)
        context.exit(2)
    except OSError as error:
        click.echo(f"{out} can't be written ({error.strerror}).", err=True)
        context.exit(2)
    else:
        click.echo(_report(result))
        click.echo(
            f"Name {out.name} as camera.lens in rig.json, give it to `board find --lens`, or say "
            "its field of view when the table is set up."
        )


def _write(path: Path, data: bytes) -> None:
    """Write a file; a plain message and exit code 2 when that fails."""
    try:
        path.write_bytes(data)
    except OSError as error:
        click.echo(f"{path} can't be written ({error.strerror}).", err=True)
        raise click.exceptions.Exit(2) from error


def _report(result: LensCalibration) -> str:
    """Return what a person wants to know of a calibration."""
    lines = []
    for photo in result.photos:
        error = f"off by {photo.error_px:.2f} px" if photo.error_px is not None else photo.reason
        lines.append(f"{photo.name}: {photo.corners} corners, {error}")
    size = result.lens.size_px
    lines.append(
        f"focal length {result.lens.focal_px:.1f} px (+- {result.lens.focal_spread:.2%}), "
        f"horizontal field of view {result.lens.hfov_deg:.1f} degrees at {size[0]} x {size[1]}, "
        f"reprojection error {result.lens.residual_px:.2f} px"
    )
    if result.coverage < 0.4:
        lines.append(
            f"Corners cover only {result.coverage:.0%} of the picture: add photos with the sheet "
            "near its edges."
        )
    return "\n".join(lines)
