"""What made photographs of boards show: nasty ones, as real ones are, each from its seed alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.board_textures import FLOORS, BoardLook, Rng
from vision.camera import Camera

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a photo shows; `tags` name its conditions for the count.

    warp: how far lines lie off their places, in pitches (hand-made or warped boards, cloth).
    bare: there is no board. loose: how far pieces stand off their points (spread, in pitches).
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
    loose: float = 0.05
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
    size = sizes[int(rng.choice(5, p=[0.25, 0.3, 0.15, 0.15, 0.15]))]
    focal = float(rng.uniform(0.62, 1.15)) * max(size)
    spin, roll = rng.uniform(0, 360), rng.normal(0, 6)
    if rng.random() < 0.6:
        spin = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8))
    bend, wanted = rng.uniform(-0.12, 0.06), float(rng.uniform(0.45, 0.93))
    return camera_over(
        rng,
        look,
        size,
        tilt_deg=tilt,
        spin_deg=spin,
        roll_deg=roll,
        focal=focal,
        bend=bend,
        wanted=wanted,
        cut_off=cut_off,
    )


def camera_over(  # noqa: PLR0913 - a view has as many sides
    rng: Rng,
    look: BoardLook,
    size_px: tuple[int, int],
    *,
    tilt_deg: float,
    spin_deg: float,
    roll_deg: float,
    focal: float,
    bend: float,
    wanted: float,
    cut_off: bool = False,
) -> Camera:
    """Return a camera in whose picture the board takes the part `wanted` of its width or height.

    focal: in pixels. bend: k1 of the lens. cut_off: aimed so that not all of the board is seen.
    """
    width, height = size_px
    matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
    distortion = np.array([bend, 0, 0, 0, 0])
    z = cv2.Rodrigues(np.array([0, 0, np.radians(spin_deg)]))[0]
    x = cv2.Rodrigues(np.array([np.radians(180 - tilt_deg), 0, 0]))[0]
    rotation = cv2.Rodrigues(np.array([0, 0, np.radians(roll_deg)]))[0] @ x @ z
    far = np.array([*look.far_mm, 0.0])
    points = np.array([[0, 0, 0], [far[0], 0, 0], [far[0], far[1], 0], [0, far[1], 0.0]])
    size = np.array([width, height])
    aim = size / 2 * (1 + rng.uniform(-0.25, 0.25, 2) * (1 - wanted)) - size / 2

    def at(reach: float, toward: Floats) -> Camera:
        shift = np.array([toward[0] / focal * reach, toward[1] / focal * reach, reach])
        return Camera((width, height), matrix, distortion, rotation, shift - rotation @ (far / 2))

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
