"""Ways to make a photograph of a board worse, the place of the board being known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Shot:
    """A photograph (H, W, 3) and its board: grid (column, row) -> pixels by points (N, M, 2).

    others: corners (4, 2) of other boards that may be found as well.
    """

    pixels: Pixels
    points: Floats
    others: tuple[Floats, ...] = ()

    @property
    def corners_px(self) -> Floats:
        """The outermost points (4, 2), round from the first."""
        return corners_of(self.points)

    @property
    def pitch_px(self) -> float:
        """The usual distance of neighbouring points."""
        return float(np.median(np.linalg.norm(np.diff(self.points, axis=0), axis=2)))


def corners_of(points: Floats) -> Floats:
    """Return the outermost (4, 2) of points (N, M, 2), round from the first."""
    return points[[0, -1, -1, 0], [0, 0, -1, -1]]


def warped(shot: Shot, matrix: Floats, size_px: tuple[int, int]) -> Shot:
    """Return the shot seen through a homography (3, 3)."""
    pixels = cv2.warpPerspective(
        shot.pixels, matrix, size_px, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
    )
    flat = shot.points.reshape(-1, 1, 2)
    points = cv2.perspectiveTransform(flat, matrix).reshape(shot.points.shape)
    return Shot(np.asarray(pixels, np.uint8), np.asarray(points, np.float64))


def size_of(shot: Shot) -> tuple[int, int]:
    """Return width and height in pixels."""
    return shot.pixels.shape[1], shot.pixels.shape[0]


def tilted(shot: Shot, rng: Rng) -> Shot:
    """Lean the picture back by 15 to 40 degrees more, to any side."""
    width, height = size_of(shot)
    focal, turn = 0.9 * max(width, height), rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(turn), np.sin(turn), 0]) * np.radians(rng.uniform(15, 40))
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    matrix = lens @ cv2.Rodrigues(axis)[0] @ np.linalg.inv(lens)
    seen = cv2.perspectiveTransform(shot.corners_px.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    low, high = seen.min(axis=0), seen.max(axis=0)
    margin = 0.06 * (high - low)
    scale = float((np.array([width, height]) / (high - low + 2 * margin)).min())
    scale = min(scale, 1.2)
    shift = np.array([width, height]) / 2 - scale * (low + high) / 2
    place = np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]])
    return warped(shot, place @ matrix, (width, height))


def turned(shot: Shot, rng: Rng) -> Shot:
    """Turn the picture by any angle."""
    width, height = size_of(shot)
    side = int(np.hypot(width, height) * 0.85)
    spin = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(0, 360)), 0.85)
    spin[:, 2] += (side - np.array([width, height])) / 2
    return warped(shot, np.vstack([spin, [0, 0, 1]]), (side, side))


def small(shot: Shot, rng: Rng) -> Shot:
    """Shrink the picture so that the pitch is 9 to 13 pixels."""
    scale = float(rng.uniform(9, 13)) / shot.pitch_px
    size = max(1, round(size_of(shot)[0] * scale)), max(1, round(size_of(shot)[1] * scale))
    return warped(shot, np.diag([scale, scale, 1.0]), size)


def cropped(shot: Shot, rng: Rng) -> Shot:
    """Crop the picture close around the board."""
    margin = shot.pitch_px * rng.uniform(0.4, 1.2, 4)
    low = np.maximum(shot.corners_px.min(axis=0) - margin[:2], 0).astype(int)
    high = np.minimum(shot.corners_px.max(axis=0) + margin[2:], size_of(shot)).astype(int)
    return Shot(
        np.ascontiguousarray(shot.pixels[low[1] : high[1], low[0] : high[0]]), shot.points - low
    )


def cut_off(shot: Shot, rng: Rng) -> Shot:
    """Crop one to three lines of the board away on one side."""
    side, lines = int(rng.integers(4)), rng.uniform(1, 3.5) * shot.pitch_px
    low, high = np.zeros(2, int), np.array(size_of(shot))
    if side < 2:
        low[side] = int(shot.corners_px[:, side].min() + lines)
    else:
        high[side - 2] = int(shot.corners_px[:, side - 2].max() - lines)
    return Shot(
        np.ascontiguousarray(shot.pixels[low[1] : high[1], low[0] : high[0]]), shot.points - low
    )


def _levels(shot: Shot, levels: Floats | NDArray[np.float32]) -> Shot:
    return Shot(np.clip(levels, 0, 255).astype(np.uint8), shot.points, shot.others)


def flat(shot: Shot, rng: Rng) -> Shot:
    """Leave a quarter to a half of the contrast, with some noise."""
    levels = shot.pixels.astype(np.float32)
    part = rng.uniform(0.25, 0.5)
    return _levels(shot, 110 + part * (levels - 110) + rng.normal(0, 2, levels.shape))


def dark(shot: Shot, rng: Rng) -> Shot:
    """Take an evening photo: a fifth of the light, noise."""
    levels = shot.pixels.astype(np.float32) * rng.uniform(0.15, 0.35)
    return _levels(shot, levels + rng.normal(0, 3, levels.shape))


def blurred(shot: Shot, rng: Rng) -> Shot:
    """Blur by a twentieth of the pitch."""
    spread = float(rng.uniform(0.03, 0.07)) * shot.pitch_px
    return _levels(shot, cv2.GaussianBlur(shot.pixels, (0, 0), spread))


def squeezed(shot: Shot, rng: Rng) -> Shot:
    """Save as a JPEG of quality 8 to 20."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(8, 21))]
    code = cv2.imencode(".jpg", shot.pixels, quality)[1]
    return Shot(np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8), shot.points)


def _with_stones(shot: Shot, rng: Rng, covered: float) -> Shot:
    picture = shot.pixels.copy()
    columns, rows = shot.points.shape[:2]
    steps = [np.gradient(shot.points, axis=axis) * 0.47 for axis in (0, 1)]
    order = [(c, r) for c in range(columns) for r in range(rows)]
    order.sort(key=lambda site: shot.points[site][1])
    dense = cv2.resize(rng.normal(0, 1, (4, 4)), (rows, columns), interpolation=cv2.INTER_CUBIC)
    drawn = rng.normal(0, 1, (columns, rows)) + 1.5 * dense
    limit = np.quantile(drawn, 1 - covered)
    ring = np.linspace(0, 2 * np.pi, 25)[:-1]
    for site in order:
        if drawn[site] < limit:
            continue
        u, v = steps[0][site], steps[1][site]
        middle = shot.points[site] + rng.normal(0, 0.07, 2) @ np.array([u, v]) * 2
        outline = middle + np.cos(ring)[:, None] * u + np.sin(ring)[:, None] * v
        size = float(np.sqrt(abs(u[0] * v[1] - u[1] * v[0])))
        shade = outline + 0.2 * size
        lift = np.array([0.0, -0.25 * size])
        white = rng.random() < 0.5
        body = (218, 226, 228) if white else (34, 30, 28)
        spot = (250, 250, 250) if white else (120, 118, 116)
        part = cv2.fillPoly(
            np.zeros(picture.shape[:2], np.uint8), [_px(shade)], 255, cv2.LINE_AA, 4
        )
        box = cv2.boundingRect(np.rint(np.vstack([shade, outline])).astype(np.int32))
        x, y, w, h = (max(v, 0) for v in box)
        soft = part[y : y + h, x : x + w, None] / 255 * 0.4
        view = picture[y : y + h, x : x + w]
        view[:] = (view * (1 - soft)).astype(np.uint8)
        cv2.fillPoly(picture, [_px(outline)], tuple(int(0.7 * c) for c in body), cv2.LINE_AA, 4)
        cv2.fillPoly(picture, [_px(outline + lift)], body, cv2.LINE_AA, 4)
        cv2.fillPoly(
            picture, [_px(middle + lift * 1.6 + 0.3 * (outline - middle))], spot, cv2.LINE_AA, 4
        )
    return Shot(picture, shot.points)


def _px(points: Floats) -> NDArray[np.int32]:
    return np.rint(points * 16).astype(np.int32)


def opening(shot: Shot, rng: Rng) -> Shot:
    """Put stones on 5 to 20 % of the points."""
    return _with_stones(shot, rng, float(rng.uniform(0.05, 0.2)))


def midgame(shot: Shot, rng: Rng) -> Shot:
    """Put stones on 25 to 45 % of the points."""
    return _with_stones(shot, rng, float(rng.uniform(0.25, 0.45)))


def endgame(shot: Shot, rng: Rng) -> Shot:
    """Put stones on 50 to 70 % of the points."""
    return _with_stones(shot, rng, float(rng.uniform(0.5, 0.7)))


def handed(shot: Shot, rng: Rng) -> Shot:
    """Hold an arm and a hand over the board, from any side."""
    picture = shot.pixels.copy()
    middle = shot.points[tuple(int(rng.integers(3, n - 3)) for n in shot.points.shape[:2])]
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    wide = shot.pitch_px * rng.uniform(1.8, 2.8)
    sleeve = tuple(int(v) for v in rng.integers(30, 200, 3))
    far = _px(np.array([middle + way * 4 * wide, middle + way * 40 * wide]))
    cv2.line(picture, far[0], far[1], sleeve, round(1.7 * wide), cv2.LINE_AA, 4)
    skin = (130, 165, 215)
    near = _px(np.array([middle + way * 4.5 * wide, middle + way * 1.5 * wide]))
    cv2.line(picture, near[0], near[1], skin, round(1.2 * wide), cv2.LINE_AA, 4)
    for spread in (-0.5, -0.17, 0.17, 0.5):
        tip = middle + np.array([-way[1], way[0]]) * spread * 1.6 * wide
        finger = _px(np.array([middle + way * 1.5 * wide, tip]))
        cv2.line(picture, finger[0], finger[1], skin, round(0.35 * wide), cv2.LINE_AA, 4)
    return Shot(picture, shot.points)


def shaded(shot: Shot, rng: Rng) -> Shot:
    """Throw the light of window blinds over the board."""
    y, x = np.mgrid[0 : shot.pixels.shape[0], 0 : shot.pixels.shape[1]].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    across = x * np.cos(angle) + y * np.sin(angle)
    wave = np.sin(across * 2 * np.pi / (shot.pitch_px * rng.uniform(0.7, 3)))
    light = 1 - rng.uniform(0.2, 0.5) / (1 + np.exp(-wave * rng.uniform(3, 12)))
    return _levels(shot, shot.pixels * light[..., None])


def glaring(shot: Shot, rng: Rng) -> Shot:
    """Mirror a window on a part of the board."""
    y, x = np.mgrid[0 : shot.pixels.shape[0], 0 : shot.pixels.shape[1]].astype(np.float32)
    middle = shot.points[tuple(int(rng.integers(0, n)) for n in shot.points.shape[:2])]
    reach = shot.pitch_px * rng.uniform(2, 5)
    far = np.hypot(x - middle[0], y - middle[1]) / reach
    return _levels(shot, shot.pixels + (260 / (1 + np.exp((far - 1) * 5)))[..., None])


def _cloth(rng: Rng, size: tuple[int, int], step: float) -> NDArray[np.float32]:
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    angle = rng.normal(0, 0.05) if rng.random() < 0.6 else rng.uniform(0, np.pi)
    u = (x * np.cos(angle) + y * np.sin(angle)) / step
    v = (y * np.cos(angle) - x * np.sin(angle)) / step
    kind = int(rng.integers(4))
    if kind == 0:
        weave = np.floor(u * 2) % 2
    elif kind == 1:
        weave = (np.floor(u * 2) + np.floor(v * 2)) % 2
    elif kind == 2:
        weave = ((u % 1 < 0.12) | (v % 1 < 0.12)).astype(np.float32)
    else:
        weave = ((u % 1 < 0.3).astype(np.float32) + (v % 1 < 0.3) + (u % 1 < 0.06)) / 2
    one, other = rng.uniform(30, 230, (2, 3))
    return np.asarray(one + (other - one) * weave[..., None], np.float32)


def on_cloth(shot: Shot, rng: Rng) -> Shot:
    """Lay the board on striped or checked cloth, graph paper or tartan."""
    columns, rows = shot.points.shape[:2]
    rim = 0.9 if rng.random() < 0.7 else 0.6
    ends = np.array(
        [
            [-rim, -rim],
            [columns - 1 + rim, -rim],
            [columns - 1 + rim, rows - 1 + rim],
            [-rim, rows - 1 + rim],
        ]
    )
    grid = np.array([[0, 0], [columns - 1, 0], [columns - 1, rows - 1], [0, rows - 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(grid, shot.corners_px.astype(np.float32))
    outline = cv2.perspectiveTransform(ends.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    mask = cv2.fillPoly(
        np.zeros(shot.pixels.shape[:2], np.uint8), [_px(outline)], 255, cv2.LINE_AA, 4
    )
    part = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None] / 255
    cloth = _cloth(rng, size_of(shot), shot.pitch_px * float(rng.uniform(0.4, 3)))
    cloth += rng.normal(0, 3, cloth.shape)
    return _levels(shot, shot.pixels * part + cloth * (1 - part))


def second_board(shot: Shot, rng: Rng) -> Shot:
    """Show the photograph twice, side by side, the second one smaller and turned."""
    width, height = size_of(shot)
    other = turned(shot, rng)
    scale = min(height, width) / max(size_of(other)) * float(rng.uniform(0.55, 0.95))
    size = round(size_of(other)[0] * scale), round(size_of(other)[1] * scale)
    other = warped(other, np.diag([scale, scale, 1.0]), size)
    beside = width < height
    room = (width + size[0], height) if beside else (width, height + size[1])
    sheet = np.full((room[1], room[0], 3), 120, np.uint8)
    sheet[:height, :width] = shot.pixels
    start = (width, 0) if beside else (0, height)
    sheet[start[1] : start[1] + size[1], start[0] : start[0] + size[0]] = other.pixels
    return Shot(sheet, shot.points, (corners_of(other.points + start),))


KINDS: dict[str, Callable[[Shot, Rng], Shot]] = {
    one.__name__.strip("_"): one
    for one in (
        tilted,
        turned,
        small,
        cropped,
        cut_off,
        flat,
        dark,
        blurred,
        squeezed,
        opening,
        midgame,
        endgame,
        handed,
        shaded,
        glaring,
        on_cloth,
        second_board,
    )
}
