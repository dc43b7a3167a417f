"""Made photographs of boards that are as nasty as real ones, with the truth of where they lie.

A photo is drawn from its seed alone (`benchmarks.board_scenes`): the camera's rays meet the board's
top, its sides, the floor below, and stones or cubes (`benchmarks.board_pieces`); then light,
shadows, glare, blur, noise and JPEG follow. Nothing here comes from `vision.render`, so what is
learned from one is not tested on the same.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.board_pieces import put_pieces
from benchmarks.board_scenes import Floats, Scene
from benchmarks.board_textures import (
    BOARD_PX_PER_MM,
    FLOOR_MM,
    FLOOR_PX_PER_MM,
    Image,
    Rng,
    board_texture,
    floor_texture,
)

Pixels = NDArray[np.uint8]


def draw_photo(
    scene: Scene, *, texture: Image | None = None, floor: Pixels | None = None
) -> Pixels:
    """Return the photo (H, W, 3) BGR.

    texture: the board's top, BOARD_PX_PER_MM, instead of a drawn one; floor: a picture that lies
    below the board.
    """
    rng = np.random.default_rng([scene.seed, 72])
    width, height = scene.camera.size_px
    top, ground = _planes(scene)
    picture = _floor(rng, scene, ground, floor)
    if scene.bare:
        lit = picture * _light(rng, scene, top)[:, None]
        return _sensed(rng, scene, lit.reshape(height, width, 3).astype(np.float32))
    _sides(scene, top, ground, picture)
    look, far = scene.look, np.array(scene.look.far_mm)
    rim = look.margin_mm
    on = ((top > -rim) & (top < far + rim)).all(axis=1)
    x = ((top[on, 0] + rim) * BOARD_PX_PER_MM - 0.5).astype(np.float32)
    y = ((far[1] + rim - top[on, 1]) * BOARD_PX_PER_MM - 0.5).astype(np.float32)
    per_px = scene.corners_px
    if scene.warp:
        off = [_bend(rng, top[on], scene) for _ in range(2)]
        x, y = x + off[0], y + off[1]
    shrink = BOARD_PX_PER_MM * look.pitch_mm * (look.columns - 1)
    shrink /= float(np.linalg.norm(per_px[0] - per_px[1]))
    drawn = board_texture(rng, look) if texture is None else texture
    soft = cv2.GaussianBlur(drawn, (0, 0), max(0.4, 0.4 * shrink))
    picture[on] = _looked_up(soft, x, y)
    lit = picture * _light(rng, scene, top)[:, None]
    if scene.glare:
        lit += _glare(rng, scene, top)[:, None] * on[:, None]
    shaped = lit.reshape(height, width, 3).astype(np.float32)
    put_pieces(rng, scene, shaped, top.reshape(height, width, 2))
    return _sensed(rng, scene, shaped)


def _bend(rng: Rng, place: Floats, scene: Scene) -> NDArray[np.float32]:
    """Return by how much the texture is displaced at places (N, 2) mm, in its pixels (N,)."""
    waves = np.zeros(len(place))
    for _ in range(4):
        way = rng.normal(0, 1, 2) * 2 * np.pi / max(scene.look.far_mm)
        waves += np.sin(place @ way + rng.uniform(0, 2 * np.pi))
    far = scene.warp * scene.look.pitch_mm * BOARD_PX_PER_MM
    return np.asarray(waves * far / 2**0.5, dtype=np.float32)


def _planes(scene: Scene) -> tuple[Floats, Floats]:
    """Return where each pixel's ray meets the board's plane and the floor, (N, 2) mm each.

    The lens is taken off every eighth pixel and put between (good to 0.01 pixel).
    """
    width, height = scene.camera.size_px
    v, u = np.mgrid[0 : height + 16 : 8, 0 : width + 16 : 8]
    flat = replace(scene.camera, rotation=np.eye(3), translation_mm=np.zeros(3))
    rays = flat.unproject(np.column_stack([u.ravel(), v.ravel()]), height_mm=1.0)
    coarse = rays.reshape(*u.shape, 2).astype(np.float32)
    v, u = np.mgrid[0:height, 0:width].astype(np.float32) / 8
    fine = cv2.remap(coarse, u, v, cv2.INTER_LINEAR).reshape(-1, 2).astype(np.float64)
    way = np.column_stack([fine, np.ones(len(fine))]) @ scene.camera.rotation
    eye = scene.camera.position_mm
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(way[:, 2] < 0, -1 / way[:, 2], np.nan)[:, None]
    top = eye[:2] + way[:, :2] * reach * eye[2]
    return top, eye[:2] + way[:, :2] * reach * (eye[2] + scene.thick_mm)


def _looked_up(texture: Image, x: Image, y: Image) -> Image:
    """Sample a texture at places (N,); the sampled colours (N, 3)."""
    pad = -len(x) % 4096
    shape = (-1, 4096)
    xs, ys = (np.pad(value, (0, pad)).reshape(shape) for value in (x, y))
    found = cv2.remap(texture, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(found, np.float32).reshape(-1, 3)[: len(x)]


def _floor(rng: Rng, scene: Scene, ground: Floats, picture: Pixels | None) -> Image:
    """Return the floor's colours (N, 3); above the horizon a wall."""
    if picture is None:
        texture = floor_texture(rng, scene.floor, clutter=scene.clutter)
    else:
        side = round(FLOOR_MM * FLOOR_PX_PER_MM)
        texture = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
        texture = np.asarray(texture, np.float32)
    place = np.nan_to_num(ground, nan=1e5)
    middle = np.array(scene.look.far_mm) / 2
    shifted = np.clip((place - middle) * FLOOR_PX_PER_MM, -5e3, 5e3) + texture.shape[0] / 2
    return _looked_up(
        cv2.GaussianBlur(texture, (0, 0), 0.8),
        shifted[:, 0].astype(np.float32),
        shifted[:, 1].astype(np.float32),
    )


def _sides(scene: Scene, top: Floats, ground: Floats, picture: Image) -> None:
    """Paint the board's sides: rays that pass its top outside and then meet the box below."""
    far, rim = np.array(scene.look.far_mm), scene.look.margin_mm
    way = ground - top
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (-rim - top) / way, (far + rim - top) / way
    enter = np.minimum(one, other).max(axis=1)
    leave = np.maximum(one, other).min(axis=1)
    hit = (enter < leave) & (enter > 0) & (enter < 1)
    face = np.minimum(one, other).argmax(axis=1)
    picture[hit] = np.array([60, 95, 130], np.float32) * np.where(face[hit] == 0, 0.7, 0.5)[:, None]


def _light(rng: Rng, scene: Scene, top: Floats) -> Floats:
    """Return the light on each pixel (N,), by the place on the board's plane."""
    far = np.array(scene.look.far_mm)
    place = np.nan_to_num((top - far / 2) / far, nan=3.0).clip(-3, 3)
    way = rng.normal(0, 0.25, 2)
    light = np.clip(1 + place @ way, 0.35, 1.6) * scene.brightness
    if scene.shadow:  # an arm and a hand, or a lamp's post
        start, end = rng.uniform(-0.6, 0.6, 2), rng.normal(0, 1.5, 2)
        along = np.clip(((place - start) @ (end - start)) / ((end - start) @ (end - start)), 0, 1)
        apart = np.linalg.norm(place - start - along[:, None] * (end - start), axis=1)
        soft = rng.uniform(0.01, 0.15)
        light *= 1 - rng.uniform(0.3, 0.7) / (1 + np.exp((apart - 0.13) / soft * 3))
    if scene.blinds:
        wave = np.sin(place @ rng.normal(0, 1, 2) * rng.uniform(15, 60) + rng.uniform(0, 6))
        light *= 1 - rng.uniform(0.15, 0.45) * (wave > rng.uniform(-0.6, 0.6))
    return np.asarray(light, dtype=np.float64)


def _glare(rng: Rng, scene: Scene, top: Floats) -> Floats:
    """Return the window's mirror image on the board (N,): panes, soft at their edges, a haze."""
    far = np.array(scene.look.far_mm)
    place = np.nan_to_num(top / far, nan=9.0).clip(-9, 9) - rng.uniform(0.2, 0.8, 2)
    angle = rng.uniform(0, np.pi)
    turned = place @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half, soft = rng.uniform(0.06, 0.3, 2), rng.uniform(0.01, 0.1)
    inside = 1 / (1 + np.exp((np.abs(turned) - half) / soft * 3))
    bar = 1 - 0.8 * np.exp(-((turned[:, 0] / 0.01) ** 2))
    haze = np.exp(-(place**2).sum(axis=1) / 0.3)
    strong = rng.uniform(60, 230)
    return np.asarray(strong * (inside.prod(axis=1) * bar + 0.2 * haze), dtype=np.float64)


def _sensed(rng: Rng, scene: Scene, picture: Image) -> Pixels:
    """Blur, tint, vignette, noise and JPEG."""
    height, width = picture.shape[:2]
    picture = cv2.GaussianBlur(picture, (0, 0), scene.blur_px * max(width, height) / 1280)
    if rng.random() < 0.2:  # the hand shakes
        size = int(rng.integers(3, 6))
        streak = np.zeros((size, size), np.float32)
        cv2.line(streak, (0, int(rng.integers(size))), (size - 1, size // 2), 1.0, 1)
        picture = cv2.filter2D(picture, -1, streak / streak.sum())
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    picture = picture * (1 - 0.2 * (x**2 + y**2))[..., None] * rng.uniform(0.85, 1.1, 3)
    picture = picture + rng.normal(0, scene.noise, picture.shape)
    clean = np.clip(picture, 0, 255).astype(np.uint8)
    code = cv2.imencode(".jpg", clean, [cv2.IMWRITE_JPEG_QUALITY, scene.jpeg])[1]
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), dtype=np.uint8)
