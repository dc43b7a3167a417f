"""Stones and cubes on made photographs of boards, cast ray by ray, with their shadows."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.board_scenes import Floats, Scene
from benchmarks.board_textures import Image, Rng, soft_noise


def put_pieces(rng: Rng, scene: Scene, picture: Image, top: Floats) -> None:
    """Put stones (or cubes) onto the points, the furthest first, with a soft shadow each."""
    look = scene.look
    sites = [(c, r) for c in range(look.columns) for r in range(look.rows)]
    count = round(scene.covered * len(sites))
    if not count:
        return
    weight = np.exp(0.8 * soft_noise(rng, (look.columns, look.rows), (3, 3)).ravel())
    chosen = rng.choice(len(sites), count, replace=False, p=weight / weight.sum())
    points = np.array([sites[i] for i in chosen]) * [look.pitch_mm, look.pitch_mm * look.ratio]
    points = points + rng.normal(0, scene.loose * look.pitch_mm, points.shape)
    eye = scene.camera.position_mm
    order = np.argsort(-np.linalg.norm(points - eye[:2], axis=1))
    lamp = np.array([*rng.normal(0, 0.5, 2), 1.0])
    lamp /= np.linalg.norm(lamp)
    half = np.array([8.0, 8.0, 8.0]) if scene.cubes else np.array([11.0, 11.0, 4.6])
    if not scene.cubes:
        half *= look.pitch_mm / 22.5
    _shadows(scene, picture, points, lamp, half)
    colours = rng.uniform(20, 200, (2, 3)) if scene.cubes else np.array([[38.0] * 3, [215.0] * 3])
    for index in order:
        middle = np.array([*points[index], half[2]])
        spin = rng.normal(0, 0.15) if scene.cubes else 0.0
        colour = colours[index % 2] * scene.brightness
        _solid(scene, picture, top, middle, half, spin, colour, lamp, round_=not scene.cubes)


def _shadows(scene: Scene, picture: Image, points: Floats, lamp: Floats, half: Floats) -> None:
    """Darken the board beside the pieces."""
    mask = np.zeros(picture.shape[:2], np.float32)
    ring = np.linspace(0, 2 * np.pi, 20)[:-1]
    edge = np.column_stack([np.cos(ring), np.sin(ring)]) * half[:2]
    for point in points:
        shift = -lamp[:2] / lamp[2] * half[2]
        outline = scene.camera.project(np.column_stack([edge + point + shift, np.zeros(19)]))
        if np.isfinite(outline).all():
            cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 1.0, cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.5)
    picture *= 1 - 0.5 * soft[..., None]


def _solid(  # noqa: PLR0913 - a piece is all of this
    scene: Scene,
    picture: Image,
    top: Floats,
    middle: Floats,
    half: Floats,
    spin: float,
    colour: Floats,
    lamp: Floats,
    *,
    round_: bool,
) -> None:
    """Draw one ellipsoid or box by casting the rays around it."""
    corner = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    seen = scene.camera.project(corner * half * 1.45 + middle)
    if not np.isfinite(seen).all():
        return
    low = np.maximum(np.floor(seen.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 1, scene.camera.size_px)
    if (high <= low).any():
        return
    around = top[low[1] : high[1], low[0] : high[0]].reshape(-1, 2)
    ground = np.column_stack([around, np.zeros(len(around))])
    eye = scene.camera.position_mm
    c, s = np.cos(spin), np.sin(spin)
    turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
    start = turn @ (eye - middle) / half
    way = (ground - eye) @ turn.T / half
    if round_:
        a, b = (way**2).sum(axis=1), way @ start
        under = b**2 - a * (start @ start - 1)
        hit = under > 0
        reach = (-b - np.sqrt(np.maximum(under, 0))) / a
        normal = (start + way * reach[:, None]) / half
    else:
        with np.errstate(divide="ignore"):
            one, other = (-1 - start) / way, (1 - start) / way
        enter = np.minimum(one, other)
        hit = (enter.max(axis=1) < np.maximum(one, other).min(axis=1)) & (enter.max(axis=1) > 0)
        axis = enter.argmax(axis=1)
        normal = np.zeros_like(way)
        rows = np.arange(len(way))
        normal[rows, axis] = -np.sign(way[rows, axis])
    normal = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9) @ turn
    shine = np.clip(normal @ lamp, 0, 1)
    shade = colour * (0.45 + 0.6 * shine)[:, None]
    if round_:
        shade = shade + (90 * shine**60)[:, None]
    elif (normal[:, 2] > 0.5).any():  # a sign on the cube's top
        place = (start + way * enter.max(axis=1)[:, None])[:, :2]
        sign = (np.abs(np.linalg.norm(place, axis=1) - 0.5) < 0.15) & (normal[:, 2] > 0.5)
        shade[sign] = 255 - shade[sign]
    patch = picture[low[1] : high[1], low[0] : high[0]].reshape(-1, 3).copy()
    patch[hit] = shade[hit]
    picture[low[1] : high[1], low[0] : high[0]] = patch.reshape(
        high[1] - low[1], high[0] - low[0], 3
    )
