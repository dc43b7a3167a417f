"""Build a profile from a folder: rig facts, the empty board, two teaching photos with layouts.

The folder holds `rig.json` (columns, pitch and cube in mm, field of view, dragged corners),
`empty.jpg`, and `teach-1.jpg`, `teach-1.json`, `teach-2.jpg`, ... as the wizard leaves them.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from calibration.kit import make_lesson
from calibration.learning import Learned, Teaching, learn
from calibration.lens import CalibrationProblem, load_lens
from calibration.profile import Profile
from vision.board import BoardFit, BoardNotFound, board_from_corners, find_board
from vision.layout import Layout
from vision.lens import Lens, guessed_lens, lens_from_field
from vision.photo import LONGEST_PX, Photo, PhotoProblem, decode_photo, load_photo

ROWS = 9
_FIELD_SPREADS = 2.0
"""A focal length so many standard errors away from the stated one is doubted."""
_CLEARLY_BETTER = 0.7
"""A lens of which nothing was said must leave this part of the residual to be believed instead."""


class BuildProblem(ValueError):
    """A folder from which no profile can be made, in words that say what to do."""


def build_profile(folder: Path) -> Profile:
    """Return the profile of the table in a folder. BuildProblem with the reason."""
    return learn_table(folder).profile


def learn_table(folder: Path) -> Learned:
    """Learn the table in a folder. BuildProblem with the reason."""
    rig = _json(folder / "rig.json")
    layout = _layout(rig)
    try:
        jpeg = (folder / "empty.jpg").read_bytes()
        empty = decode_photo(jpeg, longest_px=LONGEST_PX)
    except (OSError, PhotoProblem) as problem:
        raise BuildProblem(f"{folder / 'empty.jpg'} can't be used. {problem}") from problem
    fit = _board(rig, layout, empty, folder)
    taught, cubes = [], 0
    for path in sorted(folder.glob("teach-*.jpg")):
        photo = _teaching_photo(path, empty)
        try:
            layout_json = _json(path.with_suffix(".json"))
            points = layout_json["points"]
            cubes += len(make_lesson(photo, points, layout).cubes)  # names a faulty file
            taught.append(Teaching(photo, points, dict(layout_json.get("notches") or {})))
        except (KeyError, AttributeError, TypeError, ValueError) as problem:
            raise BuildProblem(f"{path.with_suffix('.json')} can't be used: {problem}") from problem
    if not taught:
        raise BuildProblem(f"There are no teaching photos (teach-1.jpg, ...) in {folder}.")
    if not cubes:
        raise BuildProblem(
            f"There are no cubes in the layouts of {folder} (teach-1.json, ...). "
            "Say in `points` which piece lies where."
        )
    try:
        return learn(layout, fit, empty, jpeg, taught)
    except ValueError as problem:
        raise BuildProblem(f"The table can't be learned from {folder}. {problem}") from problem


def _json(path: Path) -> dict[str, Any]:
    """Return the object in a JSON file."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BuildProblem(f"{path} can't be read ({error.strerror or error}).") from error
    except ValueError as error:
        raise BuildProblem(f"{path} is not valid JSON ({error}).") from error
    if not isinstance(data, dict):
        raise BuildProblem(f"{path} should hold an object in braces.")
    return data


def _layout(rig: dict[str, Any]) -> Layout:
    """Return the board's layout from the rig facts."""
    try:
        return Layout(
            int(rig["columns"]),
            int(rig.get("rows", ROWS)),
            float(rig["pitch_mm"]),
            float(rig["cube_mm"]),
            int(rig.get("notches", 0)),
        )
    except KeyError as error:
        raise BuildProblem(f"rig.json lacks {error}. Add it.") from error
    except (TypeError, ValueError) as error:
        raise BuildProblem(f"rig.json has a wrong figure: {error}.") from error


def _board(rig: dict[str, Any], layout: Layout, empty: Photo, folder: Path) -> BoardFit:
    """Return where the empty board lies."""
    size = (empty.pixels.shape[1], empty.pixels.shape[0])
    lens = _lens(rig, size, folder)
    fit = _located(rig, layout, empty, lens)
    astray = abs(np.log(fit.camera.matrix[0, 0] / lens.focal_px))
    if astray > _FIELD_SPREADS * lens.focal_spread > 0:
        free = _located(rig, layout, empty, guessed_lens(size))
        if free.residual_mm < _CLEARLY_BETTER * fit.residual_mm:
            told = "hfov_deg" if lens.residual_px is None else "lens"
            raise BuildProblem(
                f"The horizontal field of view in rig.json ({lens.hfov_deg:.3g} degrees) doesn't "
                f"fit the board on empty.jpg, which speaks for about {_field_deg(free):.0f}. Check "
                f"{told} and pitch_mm, or leave {told} out."
            )
    return fit


def _lens(rig: dict[str, Any], size_px: tuple[int, int], folder: Path) -> Lens:
    """Return what rig.json says of the lens: a lens file beside it, a field of view, or nothing."""
    camera = rig.get("camera")
    told = camera if isinstance(camera, dict) else {}
    if told.get("lens"):
        try:
            return load_lens(folder / str(told["lens"])).resized(size_px)
        except CalibrationProblem as problem:
            raise BuildProblem(f"{told['lens']} can't be used. {problem}") from problem
    field = told.get("hfov_deg")
    if isinstance(field, int | float) and 10 < field < 160:
        return lens_from_field(size_px, float(field))
    return guessed_lens(size_px)


def _located(rig: dict[str, Any], layout: Layout, empty: Photo, lens: Lens) -> BoardFit:
    """Return where the empty board lies, seen through a lens, at its marked corners if any."""
    corners = rig.get("corners_px")
    try:
        if not isinstance(corners, dict):
            return find_board(
                empty.pixels,
                layout.columns,
                layout.rows,
                pitch_mm=layout.pitch_mm,
                lens=lens,
                square=True,
            )
        dragged = np.array([corners[site] for site in layout.corner_sites], dtype=np.float64)
        return board_from_corners(
            empty.pixels,
            (dragged + 0.5) * empty.scale - 0.5,
            layout.columns,
            layout.rows,
            pitch_mm=layout.pitch_mm,
            lens=lens,
        )
    except KeyError as error:
        raise BuildProblem(f"rig.json lacks the corner {error} in corners_px. Add it.") from error
    except (TypeError, ValueError) as error:
        if isinstance(error, BoardNotFound):
            raise BuildProblem(f"The board is not found on empty.jpg. {error}") from error
        raise BuildProblem(f"corners_px in rig.json can't be used: {error}.") from error


def _field_deg(fit: BoardFit) -> float:
    """Return the horizontal field of view of the camera of a fit, without distortion."""
    camera = fit.camera
    return 2 * math.degrees(math.atan(camera.size_px[0] / 2 / float(camera.matrix[0, 0])))


def _teaching_photo(path: Path, empty: Photo) -> Photo:
    """Return a teaching photo of the same camera as the empty board's."""
    try:
        photo = load_photo(path, longest_px=LONGEST_PX)
    except PhotoProblem as problem:
        raise BuildProblem(f"{path} can't be used. {problem}") from problem
    if photo.pixels.shape != empty.pixels.shape:
        raise BuildProblem(
            f"{path} has another size than empty.jpg. "
            "Take all photos with the same camera settings."
        )
    return photo
