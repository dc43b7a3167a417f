"""Command `board find`: its body and a small click group."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from calibration.lens import CalibrationProblem, load_lens
from vision.board import BoardFit, BoardNotFound, find_board
from vision.boardvalue import picture_size
from vision.lens import Lens, lens_from_field
from vision.photo import Photo, PhotoProblem, load_photo

_LONGEST_PX = 2560  # larger photos are decoded smaller; lines are looked for at half of this
_CORNERS = ("bottom_left", "bottom_right", "top_right", "top_left")


def find_in_photo(
    path: Path, columns: int | None, rows: int | None, *, lens: Lens | float | None = None
) -> dict[str, Any]:
    """Return what `board find` tells of one photo, as a JSON line holds it.

    columns, rows: None where the number of lines is to be guessed. lens: as measured, or the
    horizontal field of view in degrees.
    status: `ok` or `unreadable`; then `problem` is `no-photo` or `no-board`. Corners
    are in pixels of the file after its EXIF turn, named by where they lie in the picture.
    """
    told: dict[str, Any] = {"image": str(path)}
    try:
        photo = load_photo(path, longest_px=_LONGEST_PX)
        if isinstance(lens, float):
            lens = lens_from_field(picture_size(photo.pixels), lens)
        fit = find_board(photo.pixels, columns, rows, lens=lens)
    except PhotoProblem as problem:
        return told | {"status": "unreadable", "problem": "no-photo", "reason": str(problem)}
    except BoardNotFound as problem:
        return told | {"status": "unreadable", "problem": "no-board", "reason": str(problem)}
    return told | _told_fit(fit, photo)


def _told_fit(fit: BoardFit, photo: Photo) -> dict[str, Any]:
    """Return the fields of a board that was found."""
    corners = photo.to_file_px(fit.corners_px)
    return {
        "status": "ok",
        "columns": fit.columns,
        "rows": fit.rows,
        "corners_px": {
            name: [round(float(x), 1), round(float(y), 1)]
            for name, (x, y) in zip(_CORNERS, corners, strict=True)
        },
        "residual_mm": round(fit.residual_mm, 2),
        "residual_cell": round(fit.residual_mm / fit.pitch_mm, 4),
        "seen": round(fit.seen, 2),
        "lines": "light" if fit.light_lines else "dark",
        "tilt_deg": round(fit.camera.tilt_deg, 1),
        "reason": "",
    }


def _sentence(told: dict[str, Any]) -> str:
    """Return the line that a person reads."""
    if told["status"] != "ok":
        return f"{told['image']}: {told['reason']}"
    corners = ", ".join(
        f"{name.replace('_', ' ')} {x:.0f},{y:.0f}" for name, (x, y) in told["corners_px"].items()
    )
    return (
        f"{told['image']}: found, {told['columns']} x {told['rows']} lines, "
        f"{told['seen']:.0%} of them seen, "
        f"off by {told['residual_cell']:.1%} of a cell; {corners}"
    )


@click.group()
def board() -> None:
    """Look for the board in photographs."""


@board.command("find")
@click.option(
    "--columns", type=click.IntRange(3, 26), default=None, help="Guessed where not given."
)
@click.option("--rows", type=click.IntRange(3, 26), default=None, help="As many as columns.")
@click.option("--hfov", type=float, default=None, help="Horizontal field of view in degrees.")
@click.option(
    "--lens",
    "lens_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file that `lens calibrate` wrote.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON line a photo.")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.pass_context
def board_find(
    context: click.Context,
    columns: int | None,
    rows: int | None,
    hfov: float | None,
    lens_path: Path | None,
    as_json: bool,
    photos: tuple[Path, ...],
) -> None:
    """Find the grid of an empty or occupied board in PHOTOS."""
    if hfov is not None and not 5 <= hfov <= 150:
        raise click.BadParameter("5 to 150 degrees", param_hint="--hfov")
    lens: Lens | float | None = hfov
    if lens_path is not None:
        try:
            lens = load_lens(lens_path)
        except CalibrationProblem as problem:
            raise click.BadParameter(str(problem), param_hint="--lens") from problem
    found = 0
    for path in photos:
        told = find_in_photo(path, columns, rows or columns, lens=lens)
        found += told["status"] == "ok"
        click.echo(json.dumps(told) if as_json else _sentence(told))
    if not found:
        context.exit(2)
