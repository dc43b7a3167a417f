"""Single faces as a reader cuts them out: fast made-up crops for training and measuring.

The same art, materials and light as the renderer's, but only the top face and what is close to it:
the cube's own sides where the camera sees them, the board, a neighbour's shadow. Everything is
grey from the start, since the crops are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.embedding import CROP_PX, CROP_SPAN
from vision.render.look import SetLook
from vision.render.looks import Difficulty, grey_of
from vision.render.materials import Colour, noise
from vision.render.pieces import TILE_PX, face_tile
from vision.render.symbols import FACES

Image = NDArray[np.float32]

_CANVAS_PX = 96
_CANVAS_MM = 32.0
_FACE_MM = 16.0
_HALF_PX = _FACE_MM / 2 * _CANVAS_PX / _CANVAS_MM
_SQUARE = (np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * _HALF_PX + _CANVAS_PX / 2).astype(
    np.float32
)
"""The top face on the canvas: north-west, north-east, south-east, south-west."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The light and the camera that all crops of one episode share.

    toward: unit vector to the lamp. lamp, ambient: grey light. exposure: so that white is about 1.
    board: grey of the board. px_per_mm: the picture's resolution on the face. blur_px, noise
    (of 1.0), sharpen: of the camera. lean: the way (x, y) in which sides show, in mm of
    displacement per mm of height, at most about 0.5. gamma: tone curve.
    """

    toward: tuple[float, float, float]
    lamp: float
    ambient: float
    lamp_colour: Colour
    exposure: float
    board: float
    line: float
    px_per_mm: float
    blur_px: float
    noise: float
    sharpen: float
    lean: tuple[float, float]
    soft_mm: float
    gamma: float


@dataclass(frozen=True, slots=True)
class Slip:
    """Errors of a reader when it cuts a face out: largest shift, turn and relative size."""

    shift_mm: float = 1.5
    turn_deg: float = 20.0
    scale: float = 0.08


def random_setting(rng: Generator, difficulty: Difficulty, pieces: SetLook) -> Setting:
    """Return a random light and camera for an episode with a set of pieces."""
    hard = {Difficulty.EASY: 0.2, Difficulty.USUAL: 0.5, Difficulty.HARD: 1.0}[difficulty]
    angle, high = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(35, 75))
    share = rng.uniform(0.35, 0.65 + 0.22 * hard)
    warm = rng.uniform(-0.1, 0.15 + 0.35 * hard)
    lean_at, lean = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.5)
    bodies = float(np.mean([grey_of(c) for c in pieces.body]))
    level = rng.uniform(0.12, 0.45) if rng.random() > 0.25 * hard else rng.uniform(0.03, 0.1)
    return Setting(
        toward=(
            float(np.cos(angle) * np.cos(high)),
            float(np.sin(angle) * np.cos(high)),
            float(np.sin(high)),
        ),
        lamp=float(share / np.sin(high)),
        ambient=float(1 - share),
        lamp_colour=(1 - float(warm), 1 - 0.25 * float(warm), 1 + 0.4 * float(warm)),
        exposure=float(min(level / max(bodies, 0.01), 4.0)),
        board=float(rng.uniform(0.03, 0.6)),
        line=float(rng.choice([0.02, 0.02, 0.7])),
        px_per_mm=float(rng.uniform(1.7, 3.0)),
        blur_px=float(rng.uniform(0.5, 0.8 + 0.7 * hard)),
        noise=float(rng.uniform(0.002, 0.008 + 0.02 * hard)),
        sharpen=float(rng.choice([0.0, rng.uniform(0.1, 0.8)])),
        lean=(float(lean * np.cos(lean_at)), float(lean * np.sin(lean_at))),
        soft_mm=float(rng.choice([0.3, rng.uniform(0.3, 4.0)])),
        gamma=float(rng.uniform(0.4, 0.5)),
    )


def episode(
    pieces: SetLook,
    colour: str,
    setting: Setting,
    *,
    copies: int,
    slip: Slip,
    rng: Generator,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return crops (6, copies, CROP_PX, CROP_PX) of all faces and their quarter turns (6, copies).

    Each crop shows another copy of its face, lying turned by a random number of quarters.
    """
    sides = [_side_tile(pieces, colour, face, setting, rng) for face in FACES]
    crops = np.empty((len(FACES), copies, CROP_PX, CROP_PX), np.uint8)
    quarters = rng.integers(0, 4, (len(FACES), copies)).astype(np.uint8)
    for k, face in enumerate(FACES):
        for n in range(copies):
            crops[k, n] = face_crop(
                *(pieces, colour, face, setting),
                quarters=int(quarters[k, n]),
                sides=sides,
                slip=slip,
                rng=rng,
            )
    return crops, quarters


def face_crop(
    pieces: SetLook,
    colour: str,
    face: str,
    setting: Setting,
    *,
    quarters: int,
    sides: Sequence[Image],
    slip: Slip,
    rng: Generator,
) -> NDArray[np.uint8]:
    """Return one crop (CROP_PX, CROP_PX) of another copy of a face, turned by quarters.

    sides: grey albedos (T, T) of which two show on the cube's sides.
    """
    tone = 1.0 + 0.06 * float(rng.normal())
    top = _lit_top(pieces, colour, face, setting, quarters, tone, rng)
    canvas = _ground(setting, rng)
    lean = np.asarray(setting.lean) + rng.normal(0, 0.06, 2)
    _draw_sides(canvas, sides, setting, lean, tone, rng)
    _lay(canvas, top, _SQUARE)
    if rng.random() < 0.35:
        _neighbour(canvas, setting, rng)
    return _taken(canvas, setting, slip, rng)


def _grey(albedo: Image, colour: Colour) -> Image:
    weights = np.array([0.0722, 0.7152, 0.2126], np.float32) * np.asarray(colour, np.float32)
    return np.asarray(albedo @ weights, np.float32)


def _side_tile(pieces: SetLook, colour: str, face: str, setting: Setting, rng: Generator) -> Image:
    tile = face_tile(pieces, colour, face, rng, px_per_mm=TILE_PX / _FACE_MM, tone=1.0)
    return _grey(tile[0], setting.lamp_colour)


def _lit_top(
    pieces: SetLook,
    colour: str,
    face: str,
    setting: Setting,
    quarters: int,
    tone: float,
    rng: Generator,
) -> Image:
    """Return a top face (T, T) in grey light, its art turned by quarters before it is lit."""
    px_per_mm = TILE_PX / _FACE_MM
    albedo, slope = face_tile(pieces, colour, face, rng, px_per_mm=px_per_mm, tone=tone)
    grey = np.rot90(_grey(albedo, setting.lamp_colour), quarters)
    slope = np.rot90(slope, quarters)
    for _ in range(quarters % 4):
        slope = np.dstack([-slope[..., 1], slope[..., 0]])
    toward = np.asarray(setting.toward, np.float32)
    bent = toward[2] - slope[..., 0] * toward[0] - slope[..., 1] * toward[1]
    length = np.sqrt(1 + slope[..., 0] ** 2 + slope[..., 1] ** 2)
    facing_lamp = np.clip(bent / length, 0, None)
    light = setting.lamp * facing_lamp + setting.ambient / length
    lit = grey * light
    if pieces.gloss > 0 and rng.random() < 0.3:
        glare = _spot(rng) * np.float32(pieces.gloss * rng.uniform(0.0, 0.25))
        lit = lit + glare
    rim = max(1, round(pieces.round_mm * px_per_mm * 0.7))
    return _rounded(lit.astype(np.float32), rim, toward)


def _spot(rng: Generator) -> Image:
    y, x = np.mgrid[0:TILE_PX, 0:TILE_PX].astype(np.float32)
    cx, cy = rng.uniform(-0.2, 1.2, 2) * TILE_PX
    size = rng.uniform(0.25, 0.8) * TILE_PX
    return np.asarray(np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * size**2)), np.float32)


def _rounded(lit: Image, rim: int, toward: Image) -> Image:
    """Shade the rounded edges: brighter towards the lamp, darker away from it."""
    fade = np.linspace(1, 0, rim, dtype=np.float32)
    lift = 0.9 * np.array([toward[0], toward[1]], np.float32)
    lit[:, -rim:] *= 1 + lift[0] * fade[::-1] - 0.15 * fade[::-1]
    lit[:, :rim] *= 1 - lift[0] * fade - 0.15 * fade
    lit[:rim] *= (1 + lift[1] * fade - 0.15 * fade)[:, None]
    lit[-rim:] *= (1 - lift[1] * fade[::-1] - 0.15 * fade[::-1])[:, None]
    return lit


def _ground(setting: Setting, rng: Generator) -> Image:
    """Return the board around the cube in light and shadow, perhaps with a line across."""
    size = (_CANVAS_PX, _CANVAS_PX)
    board = setting.board * (1 + 0.1 * noise(rng, size, (30, 4)))
    light = np.full(size, setting.lamp * setting.toward[2] + setting.ambient, np.float32)
    reach = np.array([-setting.toward[0], setting.toward[1]]) / max(setting.toward[2], 0.2)
    shadow = np.zeros(size, np.uint8)
    far = _SQUARE + reach * _FACE_MM * _CANVAS_PX / _CANVAS_MM
    hull = cv2.convexHull(np.concatenate([_SQUARE, far]).astype(np.float32).reshape(-1, 1, 2))
    cv2.fillConvexPoly(shadow, np.round(hull).astype(np.int32), 255)
    soft = cv2.GaussianBlur(shadow, (0, 0), 0.4 + setting.soft_mm).astype(np.float32) / 255
    light -= soft * np.float32(setting.lamp * setting.toward[2])
    if rng.random() < 0.8:
        width = max(1, round(rng.uniform(0.6, 1.8) * _CANVAS_PX / _CANVAS_MM))
        at = int(_CANVAS_PX / 2 + rng.uniform(-12, 12))
        board[:, at : at + width] = setting.line
        at = int(_CANVAS_PX / 2 + rng.uniform(-12, 12))
        board[at : at + width] = setting.line
    return np.asarray(board * light, np.float32)


def _draw_sides(
    canvas: Image,
    sides: Sequence[Image],
    setting: Setting,
    lean: NDArray[np.float64],
    tone: float,
    rng: Generator,
) -> None:
    """Draw the two sides that the camera sees: they hang from the top towards `lean`."""
    drop = (np.array([lean[0], -lean[1]]) * _FACE_MM * _CANVAS_PX / _CANVAS_MM).astype(np.float32)
    outward = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)]
    for k, facing in enumerate(outward):
        if facing[0] * lean[0] + facing[1] * lean[1] < 0.03:
            continue
        flat = max(facing[0] * setting.toward[0] + facing[1] * setting.toward[1], 0.0)
        light = tone * (setting.lamp * flat + 0.6 * setting.ambient)
        tile = sides[int(rng.integers(len(sides)))] * np.float32(light)
        a, b = _SQUARE[k], _SQUARE[(k + 1) % 4]
        _lay(canvas, tile, np.array([b, a, a + drop, b + drop], np.float32))


def _lay(canvas: Image, tile: Image, corners: Image) -> None:
    """Warp a tile onto four corners (NW, NE, SE, SW) of the canvas."""
    size = tile.shape[0]
    source = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32) - 0.5
    move = cv2.getPerspectiveTransform(source, corners - np.float32(0.5))
    shape = (_CANVAS_PX, _CANVAS_PX)
    laid = cv2.warpPerspective(
        tile, move, shape, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    cover = np.zeros(shape, np.uint8)
    pixels = np.round((corners - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(cover, pixels, 255, cv2.LINE_AA, 4)
    share = cover.astype(np.float32) / 255
    canvas += (laid - canvas) * share


def _neighbour(canvas: Image, setting: Setting, rng: Generator) -> None:
    """Put another cube close by, or only its shadow across the face."""
    angle = rng.uniform(0, 2 * np.pi)
    reach = rng.uniform(13, 24)
    scale = _CANVAS_PX / _CANVAS_MM
    turn = rng.uniform(0, np.pi / 2)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * _HALF_PX @ spin
    square = square + _CANVAS_PX / 2 + reach * scale * np.array([np.cos(angle), np.sin(angle)])
    cover = np.zeros(canvas.shape, np.uint8)
    cv2.fillConvexPoly(cover, np.round(square * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(cover, (0, 0), 0.5 + setting.soft_mm).astype(np.float32) / 255
        dark = setting.ambient / (setting.ambient + setting.lamp * setting.toward[2])
        canvas *= 1 - soft * np.float32(1 - dark)
    elif reach > 17:
        share = cover.astype(np.float32) / 255
        canvas += (np.float32(rng.uniform(0.02, 0.5)) - canvas) * share


def _taken(canvas: Image, setting: Setting, slip: Slip, rng: Generator) -> NDArray[np.uint8]:
    """Take the picture of the canvas at the camera's resolution and cut the crop out of it."""
    scale = setting.px_per_mm * _CANVAS_MM / _CANVAS_PX
    size = round(_CANVAS_PX * scale)
    shot = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
    shot = cv2.GaussianBlur(shot, (0, 0), setting.blur_px) * np.float32(setting.exposure)
    shot = np.clip(shot, 0, 1) ** np.float32(setting.gamma)
    if setting.sharpen > 0:
        soft = cv2.GaussianBlur(shot, (0, 0), 1.2)
        shot = cv2.addWeighted(shot, 1 + setting.sharpen, soft, -setting.sharpen, 0)
    shot = shot + rng.normal(0, setting.noise, shot.shape).astype(np.float32)
    shot = np.clip(shot * 255, 0, 255).astype(np.uint8)
    turn = np.radians(rng.uniform(-1, 1) * slip.turn_deg)
    size_error = 1 + rng.uniform(-1, 1) * slip.scale
    shift = rng.uniform(-1, 1, 2) * slip.shift_mm / _CANVAS_MM * size
    step = CROP_SPAN * _FACE_MM / CROP_PX / _CANVAS_MM * size * size_error
    c, s = np.cos(turn) * step, np.sin(turn) * step
    middle = (CROP_PX - 1) / 2
    centre = (size - 1) / 2 + shift
    move = np.array(
        [
            [c, -s, centre[0] - c * middle + s * middle],
            [s, c, centre[1] - s * middle - c * middle],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(
            shot, move, (CROP_PX, CROP_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE
        ),
        np.uint8,
    )


def quarters_alike(unlike: tuple[float, float, float, float]) -> list[int]:
    """Return the quarter turns that leave a symbol as it is, from its unlikeness to itself."""
    return [k for k in range(4) if unlike[k] < 0.2]
