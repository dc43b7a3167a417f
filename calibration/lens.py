"""The lens of a camera: from photos of the ChArUco sheet, from its model, or from the board.

CalibrationProblem   the photos don't give a lens; says why and what to do
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheet import charuco_board
from vision.boardvalue import BoardFit
from vision.lens import Lens, lens_from_field

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

_LEAST_CORNERS = 8  # of the sheet's 40 in one photo
_LEAST_PHOTOS = 3
_ODD_PHOTO = 3.0  # a photo whose error is this many times the median is left out
_MOST_ERROR = 0.002  # reprojection error as a part of the picture's width
# Photos all from one side fit any focal length well, so the fit's own spread says nothing of it.
_LEAST_TURN_DEG = 12.0  # between the two most different tilts of the sheet
_MOST_SPREAD = 0.03  # of the focal length
_FILE_FORMAT, _FILE_VERSION = "moontable lens", 1


class CalibrationProblem(ValueError):
    """Photos that give no lens; a plain `reason` and `advice`."""

    def __init__(self, reason: str, advice: str) -> None:
        """Keep both sentences."""
        super().__init__(f"{reason} {advice}")
        self.reason = reason
        self.advice = advice


@dataclass(frozen=True, slots=True)
class CameraModel:
    """A camera as its maker describes it.

    field_deg: horizontal field of view over the sensor's whole width. aspect: width / height of
    the sensor. source: where the figure is published.
    """

    name: str
    field_deg: float
    aspect: float
    source: str


def _field(sensor_mm: float, focal_mm: float) -> float:
    """Return the horizontal field of view in degrees of a lens before a sensor."""
    return math.degrees(2 * math.atan(sensor_mm / 2 / focal_mm))


_TABLE = "Raspberry Pi documentation, camera hardware, table of specifications"
CAMERA_MODELS = {
    "v1": CameraModel("Camera Module 1 (OV5647)", 53.5, 4 / 3, _TABLE),
    "v2": CameraModel("Camera Module 2 (IMX219)", 62.2, 4 / 3, _TABLE),
    "v3": CameraModel("Camera Module 3 (IMX708)", 66.0, 16 / 9, _TABLE),
    "v3-wide": CameraModel("Camera Module 3 Wide (IMX708)", 102.0, 16 / 9, _TABLE),
    "hq-6mm": CameraModel(
        "HQ Camera (IMX477) with the 6 mm lens",
        _field(6.287, 6.0),
        4 / 3,
        _TABLE + ": sensor 6.287 mm wide; the angle follows from the focal length",
    ),
    "hq-16mm": CameraModel(
        "HQ Camera (IMX477) with the 16 mm lens",
        _field(6.287, 16.0),
        4 / 3,
        _TABLE + ": sensor 6.287 mm wide; the angle follows from the focal length",
    ),
    "gs-6mm": CameraModel(
        "Global Shutter Camera (IMX296) with the 6 mm lens",
        _field(1456 * 0.00345, 6.0),
        1456 / 1088,
        _TABLE + ": 1456 pixels of 3.45 um; the angle follows from the focal length",
    ),
}


def lens_of_model(model: str, size_px: tuple[int, int]) -> Lens:
    """Return the lens of a camera in CAMERA_MODELS for pictures of (width, height).

    A picture narrower in shape than the sensor is a crop of its width (4:3 pictures of a 16:9
    sensor), so its field of view is smaller. ValueError when the model isn't known.
    """
    known = CAMERA_MODELS.get(model)
    if known is None:
        raise ValueError(f"no camera model {model!r}: one of {', '.join(CAMERA_MODELS)}")
    part = min(1.0, size_px[0] / size_px[1] / known.aspect)
    field = 2 * math.atan(math.tan(math.radians(known.field_deg) / 2) * part)
    return lens_from_field(size_px, math.degrees(field), source=f"{known.name}; {known.source}")


def lens_from_board(fit: BoardFit) -> Lens:
    """Return the lens that a board's fit estimated, for other pictures of the same camera."""
    return Lens(
        fit.camera.size_px,
        fit.camera.matrix,
        fit.camera.distortion,
        focal_spread=0.01,
        distortion_spread=0.02,
        source="estimated from the board",
    )


@dataclass(frozen=True, slots=True)
class SheetPhoto:
    """What one photo of the sheet gave.

    corners: how many were found. error_px: RMS reprojection error, None when it wasn't used.
    reason: why it wasn't used, or empty.
    """

    name: str
    corners: int
    error_px: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LensCalibration:
    """A calibrated lens, what each photo gave, and the part of the picture with corners (0-1)."""

    lens: Lens
    photos: tuple[SheetPhoto, ...]
    coverage: float


@dataclass(frozen=True, slots=True, eq=False)
class _Sheet:
    """The sheet seen in one photo: points on it (N, 3) in mm and in the picture (N, 2)."""

    name: str
    world: NDArray[np.float32]
    pixels: NDArray[np.float32]


def calibrate_lens(photos: Sequence[tuple[str, Pixels]]) -> LensCalibration:
    """Return the lens from named photos (BGR or grey) of the ChArUco sheet.

    Photos that show too little of it, or fit badly, are left out and named in the result.
    Raises CalibrationProblem.
    """
    sizes = {(image.shape[1], image.shape[0]) for _, image in photos}
    if len(sizes) > 1:
        raise CalibrationProblem(
            "The photos differ in size: " + ", ".join(f"{w} x {h}" for w, h in sorted(sizes)) + ".",
            "Take all of them with the same camera and settings.",
        )
    seen: list[_Sheet] = []
    told: dict[str, SheetPhoto] = {}
    for name, image in photos:
        sheet = _find_sheet(name, image)
        count = len(sheet.pixels)
        if count >= _LEAST_CORNERS:
            seen.append(sheet)
        else:
            told[name] = SheetPhoto(name, count, None, "the sheet is hardly seen")
    _check_count(seen)
    size = sizes.pop()
    result = _solve(seen, size)
    odd = _odd_ones(result)
    if odd.any() and (~odd).sum() >= _LEAST_PHOTOS:
        for sheet, bad in zip(seen, odd, strict=True):
            if bad:
                told[sheet.name] = SheetPhoto(
                    sheet.name, len(sheet.pixels), None, "it fits much worse than the others"
                )
        seen = [sheet for sheet, bad in zip(seen, odd, strict=True) if not bad]
        result = _solve(seen, size)
    for sheet, error in zip(seen, result.errors, strict=True):
        told[sheet.name] = SheetPhoto(sheet.name, len(sheet.pixels), float(error))
    if not result.rms <= _MOST_ERROR * size[0]:
        raise CalibrationProblem(
            f"The photos don't fit one lens (off by {result.rms:.1f} pixels).",
            "Print the sheet on flat paper, hold it still and sharp, and take them again.",
        )
    if result.turn_deg < _LEAST_TURN_DEG or result.focal_spread > _MOST_SPREAD:
        raise CalibrationProblem(
            f"All photos show the sheet from nearly the same side ({result.turn_deg:.0f} degrees "
            "between them), which doesn't tell the focal length.",
            "Tilt the sheet by 20 to 40 degrees, another way in each photo.",
        )
    lens = Lens(
        size,
        result.matrix,
        result.distortion,
        focal_spread=result.focal_spread,
        distortion_spread=0.0,
        residual_px=result.rms,
        source=f"calibrated from {len(seen)} photos",
    )
    return LensCalibration(lens, tuple(told[name] for name, _ in photos), _coverage(seen, size))


def _check_count(seen: list[_Sheet]) -> None:
    """Raise CalibrationProblem when too few photos show the sheet."""
    if len(seen) < _LEAST_PHOTOS:
        raise CalibrationProblem(
            f"The calibration sheet was found in {len(seen)} photos; {_LEAST_PHOTOS} are needed.",
            "Take about ten sharp photos of the whole sheet, tilted in different ways.",
        )


def _find_sheet(name: str, image: Pixels) -> _Sheet:
    """Return the sheet's corners in a photo; none when it isn't seen."""
    gray = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    board = charuco_board()
    found: tuple[Any, ...] = cv2.aruco.CharucoDetector(board).detectBoard(gray)
    corners, ids = found[:2]  # None where there are none, whatever their stubs say
    if ids is None or corners is None or len(ids) < 4:
        return _Sheet(name, np.zeros((0, 3), np.float32), np.zeros((0, 2), np.float32))
    # Not matchImagePoints: its shapes differ between OpenCV 4 and 5.
    world = np.asarray(board.getChessboardCorners(), dtype=np.float32).reshape(-1, 3)
    pixels = np.asarray(corners, dtype=np.float32).reshape(-1, 2)
    return _Sheet(name, world[np.ravel(ids)], pixels)


@dataclass(frozen=True, slots=True, eq=False)
class _Solution:
    """Result of the bundle adjustment; errors (N,) per photo in pixels.

    turn_deg: the widest angle between the sheet's tilts in two photos.
    """

    rms: float
    matrix: Floats
    distortion: Floats
    focal_spread: float
    errors: Floats
    turn_deg: float


def _solve(seen: list[_Sheet], size: tuple[int, int]) -> _Solution:
    """Calibrate by Zhang's method (2000); with few photos k3 stays zero."""
    flags = cv2.CALIB_FIX_K3 if len(seen) < 8 else 0
    try:
        rms, matrix, distortion, turns, _, spreads, _, errors = cv2.calibrateCameraExtended(
            [sheet.world for sheet in seen],
            [sheet.pixels for sheet in seen],
            size,
            np.eye(3),
            np.zeros(5),
            flags=flags,
        )
    except cv2.error as error:
        raise CalibrationProblem(
            "The photos don't give a lens.",
            "Tilt the sheet differently in each photo; all from one side tell nothing.",
        ) from error
    k = np.asarray(matrix, dtype=np.float64)
    if not (np.isfinite(k).all() and 0.2 < k[0, 0] / size[0] < 10):
        raise CalibrationProblem(
            "The photos don't give a believable focal length.",
            "Tilt the sheet by 20 to 40 degrees in different ways and come closer.",
        )
    return _Solution(
        float(rms),
        k,
        np.ravel(np.asarray(distortion, dtype=np.float64))[:5],
        float(np.ravel(spreads)[0]) / float(k[0, 0]),
        np.ravel(np.asarray(errors, dtype=np.float64)),
        _widest_turn_deg([np.asarray(turn, dtype=np.float64) for turn in turns]),
    )


def _widest_turn_deg(turns: list[Floats]) -> float:
    """Return the widest angle between two sheets' normals, whatever way round they lie."""
    normals = np.array([np.asarray(cv2.Rodrigues(turn)[0])[:, 2] for turn in turns])
    return math.degrees(math.acos(min(max(float((normals @ normals.T).min()), -1.0), 1.0)))


def _odd_ones(solution: _Solution) -> NDArray[np.bool_]:
    """Tell which photos fit much worse than the others."""
    typical = max(float(np.median(solution.errors)), 0.1)
    return np.asarray(solution.errors > _ODD_PHOTO * typical, dtype=np.bool_)


def _coverage(seen: list[_Sheet], size: tuple[int, int]) -> float:
    """Return the part of an 8 x 6 division of the picture in which corners were seen."""
    places = np.concatenate([sheet.pixels for sheet in seen])
    cells = np.floor(places / np.array(size) * (8, 6)).astype(int)
    inside = ((cells >= 0) & (cells < (8, 6))).all(axis=1)
    return len({(int(x), int(y)) for x, y in cells[inside]}) / 48


def save_lens(lens: Lens, path: Path) -> None:
    """Write a lens file."""
    data = {"format": _FILE_FORMAT, "version": _FILE_VERSION, **lens.to_json()}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def load_lens(path: Path) -> Lens:
    """Return the lens in a file; CalibrationProblem when it isn't one."""
    advice = "Make it again with `moontable lens calibrate`."
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CalibrationProblem(
            f"The lens file can't be read ({error.strerror}).", advice
        ) from error
    except ValueError as error:
        raise CalibrationProblem("The lens file is damaged.", advice) from error
    if not isinstance(data, dict) or data.get("format") != _FILE_FORMAT:
        raise CalibrationProblem("This is not a lens file.", advice)
    if data.get("version") != _FILE_VERSION:
        raise CalibrationProblem(f"The lens file has version {data.get('version')!r}.", advice)
    try:
        return Lens.from_json(data)
    except ValueError as error:
        raise CalibrationProblem(f"The lens file is damaged ({error}).", advice) from error
