"""Commands `profile build`, `profile show`, `read` and `roll`.

They are click commands to hang into a larger program; `python -m vision.commands` runs them alone.
Photos that can't be decoded are told as unreadable one by one and the command ends with code 2.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click
import cv2

from calibration.build import BuildProblem, build_profile
from calibration.profile import Profile, ProfileProblem, load_profile, save_profile
from companion.language.catalogue import load
from vision.evidence import Reading, Status
from vision.light import Image
from vision.overlay import draw_reading, draw_roll
from vision.photo import LONGEST_PX, Photo, PhotoProblem, load_photo
from vision.read import Table, read_board, view_now
from vision.roll import Roll
from vision.testimony import unread_of
from vision.throws import read_throw
from vision.view import as_taken

_PHOTOS = click.argument(
    "photos", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False)
)
_PROFILE = click.option(
    "--profile",
    "profile_path",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The table's profile.",
)
_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON line a photo.")
_OVERLAY = click.option(
    "--overlay",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw the (last) reading over its photo into this file.",
)
_BAD_PHOTO = 2


class _Refusal(click.ClickException):
    """An error that is told in one sentence; exit code 2."""

    exit_code = 2


@click.group()
def main() -> None:
    """Read a table from photographs."""


@main.group()
def profile() -> None:
    """Make and show a table's profile."""


@profile.command("build")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False))
def profile_build(folder: Path, out: Path) -> None:
    """Learn a table from FOLDER (rig.json, empty.jpg, teach-N.jpg and teach-N.json)."""
    try:
        made = build_profile(folder)
        save_profile(made, out)
    except BuildProblem as problem:
        raise _Refusal(str(problem)) from problem
    except OSError as error:
        raise _Refusal(f"{out} can't be written ({error.strerror or error}).") from error
    for warning in made.warnings:
        click.echo(f"Warning: {warning}", err=True)
    click.echo(f"{out}: {_summary(made)}", err=True)


@profile.command("show")
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False))
@_JSON
def profile_show(path: Path, *, as_json: bool) -> None:
    """Tell what a profile holds."""
    loaded = _loaded(path)
    if as_json:
        click.echo(json.dumps(_facts(loaded)))
        return
    click.echo(f"{path}: {_summary(loaded)}")
    for warning in loaded.warnings:
        click.echo(f"Warning: {warning}")


@main.command("read")
@_PROFILE
@_JSON
@_OVERLAY
@_PHOTOS
def read(
    profile_path: Path, photos: tuple[Path, ...], overlay: Path | None, *, as_json: bool
) -> None:
    """Tell which piece lies where on PHOTOS of the board."""
    table = load_table(profile_path)
    code = 0
    for path in photos:
        try:
            photo = load_photo(path, longest_px=LONGEST_PX)
        except PhotoProblem as problem:
            code = _BAD_PHOTO
            _tell(_unreadable(path, problem), as_json=as_json)
            continue
        start = time.perf_counter()
        reading = read_board(photo.pixels, table)
        told = told_reading(path, reading, (time.perf_counter() - start) * 1000)
        _tell(told, as_json=as_json)
        if overlay is not None:
            picture = _picture(photo, table)
            _write(overlay, draw_reading(picture, view_now(picture, table), reading))
    raise SystemExit(code)


@main.command("roll")
@_PROFILE
@_JSON
@_OVERLAY
@_PHOTOS
def roll(
    profile_path: Path, photos: tuple[Path, ...], overlay: Path | None, *, as_json: bool
) -> None:
    """Tell which faces sixteen cubes thrown on the board show on PHOTOS."""
    table = load_table(profile_path)
    code = 0
    for path in photos:
        try:
            photo = load_photo(path, longest_px=LONGEST_PX)
        except PhotoProblem as problem:
            code = _BAD_PHOTO
            _tell({**_unreadable(path, problem), "colour": "", "faces": {}}, as_json=as_json)
            continue
        rolled = read_throw(photo.pixels, table).roll
        scale = table.view.camera.size_px[0] / photo.size_px[0]
        _tell(told_roll(path, rolled, scale), as_json=as_json)
        if overlay is not None:
            _write(overlay, draw_roll(_picture(photo, table), rolled))
    raise SystemExit(code)


def told_reading(path: Path, reading: Reading, took_ms: float) -> dict[str, Any]:
    """Return what `read` prints of one photo as JSON."""
    sites = {
        site: {"piece": pile.piece, "level": pile.level, "p": round(pile.p, 4)}
        for site, pile in (reading.seen() if reading.status is Status.OK else {}).items()
    }
    return {
        "image": str(path),
        "status": reading.status.value,
        "reason": reading.reason,
        "sites": sites,
        "notches": dict(reading.notches),
        "ms": round(took_ms),
    }


def told_roll(path: Path, rolled: Roll, scale: float) -> dict[str, Any]:
    """Return what `roll` prints of one photo as JSON.

    scale: pixels of the reading for each of the file, so that the file's are told.
    """
    reason = rolled.reason
    if not reason:
        reason = unread_of(rolled)
    return {
        "image": str(path),
        "status": "ok" if rolled.cubes else "unreadable",
        "reason": reason,
        "colour": rolled.colour,
        "faces": dict(sorted(rolled.faces.items())),
        "cubes": [
            {
                "face": cube.face,
                "px": [round(value / scale, 1) for value in cube.px],
                "p": round(cube.p, 4),
            }
            for cube in rolled.cubes
        ],
        "unread": [
            {
                "px": [round(value / scale, 1) for value in cube.px],
                "reason": cube.why.value,
                "near": cube.near,
            }
            for cube in rolled.unread
        ],
    }


def _picture(photo: Photo, table: Table) -> Image:
    """Return the photo as it was read, for drawing over it."""
    taken = as_taken(photo.pixels, table.view.camera)
    return photo.pixels if taken is None else taken


def _unreadable(path: Path, problem: PhotoProblem) -> dict[str, Any]:
    """Return what is told of a file that is no photo."""
    return {"image": str(path), "status": "unreadable", "reason": str(problem), "sites": {}}


def _tell(told: dict[str, Any], *, as_json: bool) -> None:
    """Print one photo's reading as JSON or for a person."""
    click.echo(json.dumps(told) if as_json else _sentences(told))


def _sentences(told: dict[str, Any]) -> str:
    """Return what a person reads."""
    head = f"{told['image']}: {told['status']}"
    if told.get("reason"):
        head += f". {told['reason']}"
    lines = [head]
    for site, seen in sorted(told.get("sites", {}).items()):
        stack = " on a stack" if seen["level"] == 2 else ""
        doubt = f" (only {seen['p']:.0%} sure)" if seen["p"] < 0.9 else ""
        lines.append(f"  {site}  {seen['piece']}{stack}{doubt}")
    for colour, notch in told.get("notches", {}).items():
        lines.append(f"  {colour}'s figure stands on notch {notch}")
    if told.get("faces"):
        faces = ", ".join(_counted(face, count) for face, count in told["faces"].items())
        lines.append(f"  {told['colour']}: {faces}")
    places = Counter((cube["reason"], *cube["px"], cube["near"]) for cube in told.get("unread", ()))
    for (why, _, _, near), count in places.items():
        cubes = f"{count} cubes" if count > 1 else "a cube"
        lines.append(f"  {cubes} {f'near {near}' if near else 'outside the grid'}: {why}")
    return "\n".join(lines)


def _counted(face: str, count: int) -> str:
    """Return so many of a face, in words ("4 moons")."""
    say = load("en", "moons-and-stars")
    return f"{count} {say.name(face, say.grammar.agreement(count))}"


def _facts(loaded: Profile) -> dict[str, Any]:
    """Return a profile's facts for JSON."""
    return {
        "layout": loaded.layout.to_json(),
        "camera": loaded.fit.camera.to_json(),
        "residual_mm": loaded.fit.residual_mm,
        "tilt_deg": loaded.fit.camera.tilt_deg,
        "pieces": list(loaded.kit.labels),
        "warnings": list(loaded.warnings),
    }


def _summary(loaded: Profile) -> str:
    """Return one sentence on a profile."""
    layout, fit = loaded.layout, loaded.fit
    examples = len(loaded.kit.faces.names)
    return (
        f"{layout.columns} x {layout.rows} points, {layout.pitch_mm:g} mm apart, camera "
        f"{fit.camera.position_mm[2] / 10:.0f} cm above, tilted {fit.camera.tilt_deg:.0f} degrees, "
        f"lines met within {fit.residual_mm:.2f} mm; {examples} faces taught"
    )


def _loaded(path: Path) -> Profile:
    """Return a profile or refuse."""
    try:
        return load_profile(path)
    except ProfileProblem as problem:
        raise _Refusal(str(problem)) from problem


def load_table(path: Path) -> Table:
    """Return the table of a profile, ready for reading, or refuse."""
    try:
        return load_profile(path).table()
    except ProfileProblem as problem:
        raise _Refusal(str(problem)) from problem


def _write(path: Path, picture: Any) -> None:
    """Write a picture or refuse."""
    try:
        written = cv2.imwrite(str(path), picture)
    except cv2.error:
        written = False
    if not written:
        raise _Refusal(f"{path} can't be written. Give a name ending in .png or .jpg.")


if __name__ == "__main__":
    main()
