"""Made photographs of boards that are as nasty as real ones, with the truth of where they lie.

A photo is drawn from its seed alone: the camera's rays meet the board's top, its sides, the floor
below, and stones or cubes; then light, shadows, glare, blur, noise and JPEG follow. Nothing here
comes from `vision.render`, so what is learned from one is not tested on the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.board_textures import (
    BOARD_PX_PER_MM,
    FLOOR_PX_PER_MM,
    FLOORS,
    BoardLook,
    Image,
    Rng,
    board_texture,
    floor_texture,
    soft_noise,
)
from vision.camera import Camera

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a photo shows; `tags` name its conditions for the count.

    warp: how far lines lie off their places, in pitches (hand-made or warped boards, cloth).
    bare: there is no board.
    """

    seed: int
    look: BoardLook
    camera: Camera
    thick_mm: float
    floor: str
    clutter: int
    covered: float
    cubes: bool
    shadow: bool
    blinds: bool
    glare: bool
    noise: float
    blur_px: float
    brightness: float
    jpeg: int
    cut_off: bool
    warp: float = 0.0
    bare: bool = False
    tags: tuple[str, ...] = field(default=())

    @property
    def corners_px(self) -> Floats:
        """The outermost points (4, 2): south-west, south-east, north-east, north-west."""
        x, y = self.look.far_mm
        return self.camera.project([[0, 0, 0], [x, 0, 0], [x, y, 0], [0, y, 0]])


def make_scene(seed: int) -> Scene:
    """Return the scene of a seed."""
    rng = np.random.default_rng([seed, 71])
    cubes = rng.random() < 0.25
    look = _look(rng, cubes=cubes)
    tilt = float(rng.choice([rng.uniform(0, 20), rng.uniform(20, 42), rng.uniform(42, 60)]))
    cut_off = rng.random() < 0.08
    covered = float(
        rng.choice([0.0, rng.uniform(0.02, 0.2), rng.uniform(0.2, 0.45), rng.uniform(0.5, 0.75)])
    )
    if cubes:
        covered = min(covered, 0.45)
    scene = Scene(
        seed,
        look,
        _camera(rng, look, tilt, cut_off=cut_off),
        float(rng.choice([0.5, rng.uniform(8, 30), rng.uniform(30, 140)])),
        str(rng.choice(list(FLOORS))),
        int(rng.integers(0, 9)),
        covered,
        cubes,
        rng.random() < 0.25,
        rng.random() < 0.08,
        rng.random() < 0.25,
        float(rng.uniform(0.5, 7)),
        float(rng.uniform(0.3, 1.3)),
        float(rng.uniform(0.5, 1.25)),
        int(rng.choice([35, 60, 80, 92])),
        cut_off,
        float(rng.choice([0.0, rng.uniform(0.0, 0.025)])),
    )
    return replace(scene, tags=_tags(scene, tilt))


def _look(rng: Rng, *, cubes: bool) -> BoardLook:
    columns = int(rng.choice([9, 13, 19, 19, 19]))
    rows = columns
    if cubes:
        columns, rows = int(rng.choice([6, 7, 8, 9, 9, 9, 10, 11])), 9
    pitch = 32.0 if cubes else float(rng.uniform(18, 25))
    ratio = 1.0 if cubes else float(rng.choice([1.0, rng.uniform(1.04, 1.09)]))
    letters = rng.random() < 0.2
    return BoardLook(
        columns,
        rows,
        pitch,
        ratio,
        pitch * float(rng.uniform(0.75 if letters else 0.45, 1.3)),
        float(rng.uniform(0.6, 1.6)),
        float(rng.uniform(0.25, 0.9)),
        rng.random() < 0.25,
        float(rng.uniform(0.01, 0.09)),
        rng.random() < 0.8,
        letters,
        pitch * float(rng.uniform(0.1, 0.25)) if rng.random() < 0.15 else 0.0,
        rng.random() < 0.1,
    )


def _camera(rng: Rng, look: BoardLook, tilt: float, *, cut_off: bool) -> Camera:
    """Return a camera that sees the whole board (or not, when `cut_off`)."""
    sizes = ((640, 480), (1280, 960), (1280, 720), (1440, 1080), (960, 1280))
    width, height = sizes[int(rng.choice(5, p=[0.25, 0.3, 0.15, 0.15, 0.15]))]
    focal = float(rng.uniform(0.62, 1.15)) * max(width, height)
    spin, roll = rng.uniform(0, 360), rng.normal(0, 6)
    if rng.random() < 0.6:
        spin = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8))
    matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
    bend = np.array([rng.uniform(-0.12, 0.06), 0, 0, 0, 0])
    z = cv2.Rodrigues(np.array([0, 0, np.radians(spin)]))[0]
    x = cv2.Rodrigues(np.array([np.radians(180 - tilt), 0, 0]))[0]
    rotation = cv2.Rodrigues(np.array([0, 0, np.radians(roll)]))[0] @ x @ z
    far = np.array([*look.far_mm, 0.0])
    points = np.array([[0, 0, 0], [far[0], 0, 0], [far[0], far[1], 0], [0, far[1], 0.0]])
    wanted = float(rng.uniform(0.45, 0.93))
    size = np.array([width, height])
    aim = size / 2 * (1 + rng.uniform(-0.25, 0.25, 2) * (1 - wanted)) - size / 2

    def at(reach: float, toward: Floats) -> Camera:
        shift = np.array([toward[0] / focal * reach, toward[1] / focal * reach, reach])
        return Camera((width, height), matrix, bend, rotation, shift - rotation @ (far / 2))

    low, high = 100.0, 9000.0
    for _ in range(40):
        reach = (low * high) ** 0.5
        seen = at(reach, aim).project(points)
        spread = np.abs(seen - np.array([width - 1, height - 1]) / 2).max(axis=0) / (size / 2)
        fits = np.isfinite(seen).all() and spread.max() < wanted
        low, high = (low, reach) if fits else (reach, high)
    if cut_off:
        way = rng.normal(0, 1, 2)
        aim = aim + way / np.abs(way).max() * size * rng.uniform(0.25, 0.4)
    return at(high, aim)


def _tags(scene: Scene, tilt: float) -> tuple[str, ...]:
    """Return the names under which a scene is counted."""
    corners = scene.corners_px
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    pitch = float(sides.min()) / (max(scene.look.columns, scene.look.rows) - 1)
    names = ["cut off"] if scene.cut_off else []
    names.append("cubes" if scene.cubes else f"go {scene.look.columns}")
    names.append("tilt <20" if tilt < 20 else "tilt 20-42" if tilt < 42 else "tilt 42-60")
    part = scene.covered
    upto = next(most for most in (0, 20, 45, 60, 75) if part <= most / 100)
    names.append(f"covered to {upto} %" if upto else "empty")
    upto = next((most for most in (10, 18) if pitch < most), 0)
    names.append(f"pitch <{upto} px" if upto else "pitch 18 px and more")
    names.append(f"on {scene.floor}")
    look = scene.look
    for name, true in (
        ("light lines", look.light_lines),
        ("faint lines", look.contrast < 0.4),
        ("warped", scene.warp > 0.01),
        ("letters", look.letters),
        ("double frame", look.frame_mm > 0),
        ("fold", look.seam),
        ("shadow", scene.shadow),
        ("blinds", scene.blinds),
        ("glare", scene.glare),
        ("noise >4", scene.noise > 4),
        ("dark", scene.brightness < 0.6),
        ("jpeg 35", scene.jpeg == 35),
    ):
        if true:
            names.append(name)
    return tuple(names)


def draw_photo(scene: Scene) -> Pixels:
    """Return the photo (H, W, 3) BGR."""
    rng = np.random.default_rng([scene.seed, 72])
    width, height = scene.camera.size_px
    top, ground = _planes(scene)
    picture = _floor(rng, scene, ground)
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
    texture = cv2.GaussianBlur(board_texture(rng, look), (0, 0), max(0.4, 0.4 * shrink))
    picture[on] = _looked_up(texture, x, y)
    lit = picture * _light(rng, scene, top)[:, None]
    if scene.glare:
        lit += _glare(rng, scene, top)[:, None] * on[:, None]
    shaped = lit.reshape(height, width, 3).astype(np.float32)
    _pieces(rng, scene, shaped, top.reshape(height, width, 2))
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


def _floor(rng: Rng, scene: Scene, ground: Floats) -> Image:
    """Return the floor's colours (N, 3); above the horizon a wall."""
    texture = floor_texture(rng, scene.floor, clutter=scene.clutter)
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


def _pieces(rng: Rng, scene: Scene, picture: Image, top: Floats) -> None:
    """Put stones (or cubes) onto the points, the furthest first, with a soft shadow each."""
    look = scene.look
    sites = [(c, r) for c in range(look.columns) for r in range(look.rows)]
    count = round(scene.covered * len(sites))
    if not count:
        return
    weight = np.exp(0.8 * soft_noise(rng, (look.columns, look.rows), (3, 3)).ravel())
    chosen = rng.choice(len(sites), count, replace=False, p=weight / weight.sum())
    points = np.array([sites[i] for i in chosen]) * [look.pitch_mm, look.pitch_mm * look.ratio]
    points = points + rng.normal(0, 0.05 * look.pitch_mm, points.shape)
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
