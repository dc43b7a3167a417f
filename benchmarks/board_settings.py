"""Real boards in other surroundings: what other people's photographs might show.

    python -m benchmarks.board_settings PHOTOS [--floors FOLDER] [--from SEED] [--count N]

The boards of real photographs (PHOTOS holds `truth.json`, as `board_bench` reads it) are taken off
flat, and photographed anew: as they are or as boards of 9 or 13 lines (joined from their corners,
cut between the lines), their lines fainter or lighter than the wood, the grain stronger, with a
frame around; tilted as a seated player sees them, at any turn, small or large, on pictures of the
other folder or on drawn floors, with stones, bowls, arms, glare, blinds, a bent lens, a colour
cast, the hand's shaking. The board found in a photograph as it is stands for the truth. Right =
every corner within a quarter of a cell, in any turn. Times are seconds of this process's own work.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.board_damage import Shot, handed
from benchmarks.board_finding import RIGHT_CELL
from benchmarks.board_photos import Pixels, draw_photo
from benchmarks.board_scenes import Scene, camera_over
from benchmarks.board_textures import BOARD_PX_PER_MM, FLOORS, BoardLook, Image, Rng, soft_noise
from benchmarks.board_variants import error_cell
from vision.board import BoardFit, BoardNotFound, find_board
from vision.photo import PhotoProblem, load_photo

FLAT_PX = 64  # of a pitch, where a board is taken off flat
RIM = 0.58  # of a board beyond its outermost lines, in pitches
_LEAST_PITCH_PX = 20.0  # photographs with less say too little of wood and lines
Maker = Callable[[int, list["FlatBoard"], list[Pixels]], tuple[Scene, Pixels]]

_SIZES = ((640, 480), (1280, 960), (960, 1280), (1600, 900), (1512, 2016))
_SIZE_CHANCE = (0.25, 0.25, 0.2, 0.15, 0.15)


@dataclass(frozen=True, slots=True)
class FlatBoard:
    """A board's top (H, W, 3) seen from straight above, FLAT_PX to a pitch both ways.

    rim: of the board beyond its outermost lines, in pitches.
    """

    top: Image
    lines: int
    ratio: float
    rim: float = RIM


def flat_boards(folder: Path) -> list[FlatBoard]:
    """Return the boards of the photographs in a folder that are large enough."""
    boards = []
    for name, truth in json.loads((folder / "truth.json").read_text()).items():
        pixels = load_photo(folder / name).pixels
        lines = int(truth["columns"])
        fit = find_board(pixels, lines, lines)
        if (
            np.sqrt(abs(cv2.contourArea(fit.corners_px.astype(np.float32)))) / lines
            < _LEAST_PITCH_PX
        ):
            continue
        side = round((lines - 1 + 2 * RIM) * FLAT_PX)
        at = (np.arange(side) + 0.5) / FLAT_PX - RIM
        grid = np.stack(np.meshgrid(at, at), axis=-1).reshape(-1, 2)
        seen = fit.view.to_px(grid).reshape(side, side, 2).astype(np.float32)
        top = cv2.remap(pixels, seen[..., 0], seen[..., 1], cv2.INTER_CUBIC)
        boards.append(FlatBoard(top.astype(np.float32), lines, fit.ratio))
    return boards


def joined(board: FlatBoard, lines: int) -> FlatBoard:
    """Return a board of fewer lines, from the four corners of one, cut between the lines."""
    if lines == board.lines:
        return board
    first, last = (lines + 1) // 2, lines // 2
    low = round((first - 0.5 + RIM) * FLAT_PX)
    high = len(board.top) - round((last - 0.5 + RIM) * FLAT_PX)
    seam, top = FLAT_PX // 4, board.top
    part = np.linspace(0, 1, 2 * seam, dtype=np.float32)[:, None, None]
    for _ in range(2):
        mixed = top[low - seam : low + seam] * (1 - part) + top[high - seam : high + seam] * part
        top = np.concatenate([top[: low - seam], mixed, top[high + seam :]]).transpose(1, 0, 2)
    return FlatBoard(np.ascontiguousarray(top), lines, board.ratio)


def repainted(
    board: FlatBoard, rng: Rng, *, contrast: float, dark: bool, grain: float
) -> FlatBoard:
    """Return a board with other wood: its lines of so much contrast (below 0: light), its grain."""
    soft = cv2.medianBlur(np.clip(board.top, 0, 255).astype(np.uint8), 2 * (FLAT_PX // 3) + 1)
    wood = cv2.GaussianBlur(soft, (0, 0), FLAT_PX / 6).astype(np.float32)
    drawn = (board.top - wood) * contrast
    if dark:
        wood = wood * rng.uniform(0.25, 0.5)
    streaks = soft_noise(rng, board.top.shape[:2], (float(rng.uniform(2, 9)), 40.0 * FLAT_PX))
    if rng.random() < 0.5:
        streaks = np.ascontiguousarray(streaks.T)
    top = wood * (1 + grain * streaks[..., None]) + drawn
    return replace(board, top=np.clip(top, 0, 255).astype(np.float32))


def framed(board: FlatBoard, rng: Rng, *, most: int = 4) -> FlatBoard:
    """Return a board with one more rectangle between the outermost line and the edge.

    most: how wide its line may be.
    """
    top = board.top.copy()
    apart = float(rng.uniform(0.12, 0.45))
    low, high = round((RIM - apart) * FLAT_PX), round((board.lines - 1 + RIM + apart) * FLAT_PX)
    shade = np.quantile(top.mean(axis=2), 0.02)
    cv2.rectangle(
        top, (low, low), (high, high), (float(shade),) * 3, int(rng.integers(2, most + 1))
    )
    return replace(board, top=top)


def make_setting(seed: int, boards: list[FlatBoard], floors: list[Pixels]) -> tuple[Scene, Pixels]:
    """Return the scene of a seed, with its tags, and the photograph."""
    rng = np.random.default_rng([seed, 91])
    lines = int(rng.choice([9, 13, 19, 19, 19]))
    number = int(rng.integers(len(boards)))
    board, tags = joined(boards[number], lines), [f"lines {lines}"]
    if rng.random() < 0.5:
        pale, grain = rng.random() < 0.25, float(rng.choice([0.0, rng.uniform(0.02, 0.12)]))
        contrast = float(rng.uniform(0.5, 1.1)) * (-1 if pale else 1)
        board = repainted(
            board, rng, contrast=contrast, dark=pale or rng.random() < 0.2, grain=grain
        )
        tags += ["light lines"] if pale else ["faint lines"] if contrast < 0.6 else ["repainted"]
        tags += ["grain"] if grain > 0.05 else []
    if rng.random() < 0.15:
        board = framed(board, rng)
        tags.append("frame")
    look = look_of(board, 22.0)
    tilt = float(rng.choice([rng.uniform(5, 35), rng.uniform(35, 50), rng.uniform(50, 64)]))
    size = _SIZES[int(rng.choice(len(_SIZES), p=_SIZE_CHANCE))]
    spin = float(rng.uniform(0, 360))
    if rng.random() < 0.5:
        spin = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 6))
    elif rng.random() < 0.3:
        spin = float(rng.choice([45, 135, 225, 315]) + rng.normal(0, 2))
    camera = camera_over(
        rng,
        look,
        size,
        tilt_deg=tilt,
        spin_deg=spin,
        roll_deg=float(rng.normal(0, 6)),
        focal=float(rng.uniform(0.6, 1.05)) * max(size),
        bend=float(rng.choice([rng.uniform(-0.05, 0.05), rng.uniform(-0.28, -0.1)], p=[0.7, 0.3])),
        wanted=float(rng.uniform(0.4, 0.97)),
    )
    covered = float(
        rng.choice(
            [0.0, rng.uniform(0.02, 0.3), rng.uniform(0.3, 0.5), rng.uniform(0.5, 0.68)],
            p=[0.25, 0.35, 0.2, 0.2],
        )
    )
    dim = rng.random() < 0.2
    light = float(rng.uniform(0.35, 0.6) if dim else rng.uniform(0.7, 1.15))
    noise = float(rng.uniform(2, 4) if dim else rng.uniform(0.5, 2.5))
    tags += ["dim"] if dim else []
    scene = Scene(
        seed,
        look,
        camera,
        float(rng.choice([3.0, rng.uniform(10, 40), rng.uniform(60, 140)])),
        str(rng.choice(list(FLOORS))),
        int(rng.integers(0, 6)),
        covered,
        False,
        rng.random() < 0.25,
        rng.random() < 0.08,
        rng.random() < 0.25,
        noise,
        float(rng.uniform(0.3, 0.9)),
        light,
        int(rng.choice([40, 70, 88, 93])),
        cut_off=False,
    )
    floor = floors[int(rng.integers(len(floors)))] if floors and rng.random() < 0.6 else None
    photo, more = photographed(rng, scene, board, floor)
    tags += tags_of(scene, tilt, (0, 30, 50, 68)) + more
    return replace(scene, tags=tuple(tags)), photo


def look_of(board: FlatBoard, pitch_mm: float) -> BoardLook:
    """Return the measures of a board whose texture is its own."""
    lines, rim = board.lines, board.rim * pitch_mm
    return BoardLook(
        lines, lines, pitch_mm, board.ratio, rim, 1.0, 0.7, False, 0.0, True, False, 0.0, False
    )


def photographed(
    rng: Rng, scene: Scene, board: FlatBoard, floor: Pixels | None
) -> tuple[Pixels, list[str]]:
    """Return the photograph of a scene with a flat board, and the names of what worsens it."""
    across = scene.look.pitch_mm * BOARD_PX_PER_MM / FLAT_PX
    texture = cv2.resize(
        board.top, None, fx=across, fy=across * board.ratio, interpolation=cv2.INTER_CUBIC
    )
    photo = draw_photo(scene, texture=np.asarray(texture, np.float32), floor=floor)
    photo, names = _worsened(rng, scene, photo)
    return photo, [f"on {scene.floor}" if floor is None else "on a picture", *names]


def tags_of(scene: Scene, tilt_deg: float, parts: tuple[int, ...]) -> list[str]:
    """Return the names of a scene's conditions; parts: bounds of what is covered, in per cent."""
    sides = np.linalg.norm(np.diff(scene.corners_px, axis=0), axis=1)
    pitch_px = float(sides.min()) / (scene.look.columns - 1)
    upto = next(most for most in parts if scene.covered <= most / 100)
    conditions = {
        "bent lens": scene.camera.distortion[0] < -0.1,
        "shadow": scene.shadow,
        "blinds": scene.blinds,
        "glare": scene.glare,
    }
    return [
        f"tilt {'<35' if tilt_deg < 35 else '35-50' if tilt_deg < 50 else '50-64'}",
        f"covered to {upto} %" if upto else "empty",
        f"pitch {'<9' if pitch_px < 9 else '9-14' if pitch_px < 14 else '>14'} px",
        *(name for name, true in conditions.items() if true),
    ]


def _worsened(rng: Rng, scene: Scene, photo: Pixels) -> tuple[Pixels, list[str]]:
    """Return a photograph with bowls, an arm, a cast or the hand's shaking, and their names."""
    tags = []
    grid = np.stack(
        np.meshgrid(range(scene.look.columns), range(scene.look.rows), indexing="ij"), -1
    )
    world = np.concatenate(
        [
            grid * [scene.look.pitch_mm, scene.look.pitch_mm * scene.look.ratio],
            np.zeros((*grid.shape[:2], 1)),
        ],
        axis=2,
    )
    points = scene.camera.project(world.reshape(-1, 3)).reshape(grid.shape)
    shot = Shot(photo, np.asarray(points, np.float64))
    if rng.random() < 0.3:
        photo = _with_bowls(rng, shot, scene)
        tags.append("bowls")
    if rng.random() < 0.15:
        photo = handed(replace(shot, pixels=photo), rng).pixels
        tags.append("arm")
    levels = photo.astype(np.float32)
    if rng.random() < 0.3:
        levels = levels * rng.uniform(0.55, 1.1, 3).astype(np.float32)
        tags.append("colour cast")
    if rng.random() < 0.2:
        reach = float(rng.uniform(0.04, 0.16)) * shot.pitch_px
        half = max(1, round(reach))
        angle, streak = rng.uniform(0, np.pi), np.zeros((2 * half + 1, 2 * half + 1), np.float32)
        ends = [
            round(half + s * reach / 2 * f) for s in (-1, 1) for f in (np.cos(angle), np.sin(angle))
        ]
        cv2.line(streak, (ends[0], ends[1]), (ends[2], ends[3]), 1.0, 1, cv2.LINE_AA)
        levels = cv2.filter2D(levels, -1, streak / streak.sum())
        tags.append("shaken")
    return np.clip(levels, 0, 255).astype(np.uint8), tags


def _with_bowls(rng: Rng, shot: Shot, scene: Scene) -> Pixels:
    """Return the photograph with one or two bowls of stones beside the board, or partly on it."""
    picture = shot.pixels.copy()
    middle = shot.points.mean(axis=(0, 1))
    for _ in range(int(rng.integers(1, 3))):
        corner = shot.corners_px[int(rng.integers(4))]
        side = shot.corners_px[int(rng.integers(4))]
        place = corner + rng.uniform(0.1, 0.9) * (side - corner)
        place = middle + (place - middle) * rng.uniform(0.9, 1.5)
        wide = shot.pitch_px * rng.uniform(1.8, 3.2)
        flat = float(np.clip(np.cos(np.radians(scene.camera.tilt_deg)), 0.4, 1))
        shade = rng.uniform(20, 110, 3)
        at = (round(place[0]), round(place[1]))
        for grow, lift, colour in (
            (1.0, 0.0, shade * 0.7),
            (1.0, 0.35, shade),
            (0.8, 0.35, shade * 0.4),
        ):
            axes = (max(1, round(wide * grow)), max(1, round(wide * grow * flat)))
            spot = (at[0], round(at[1] - lift * wide))
            cv2.ellipse(
                picture, spot, axes, 0, 0, 360, tuple(float(c) for c in colour), -1, cv2.LINE_AA
            )
        stones = 225.0 if rng.random() < 0.5 else 30.0
        for _ in range(30):
            away = rng.uniform(-0.6, 0.6, 2) * [wide, wide * flat]
            spot = (round(at[0] + away[0]), round(at[1] - 0.35 * wide + away[1]))
            axes = (max(1, round(0.5 * shot.pitch_px)), max(1, round(0.4 * shot.pitch_px * flat)))
            shade_of = stones * rng.uniform(0.8, 1.1)
            cv2.ellipse(
                picture, spot, axes, 0, 0, 360, (min(shade_of, 255.0),) * 3, -1, cv2.LINE_AA
            )
    return picture


def floors_in(folder: Path | None) -> list[Pixels]:
    """Return the pictures of a folder."""
    floors = []
    for path in sorted(folder.iterdir()) if folder else ():
        try:
            floors.append(load_photo(path, longest_px=1600).pixels)
        except PhotoProblem:
            continue
    return floors


def judged(scene: Scene, fit: BoardFit | None) -> str:
    """Return whether an answer is right, WRONG, or a refusal, rightly or not."""
    corners, size = scene.corners_px, np.array(scene.camera.size_px)
    whole = bool(((corners > -0.5) & (corners < size - 0.5)).all())
    if fit is None:
        return "refused" if whole else "rightly refused"
    if {fit.columns, fit.rows} != {scene.look.columns, scene.look.rows}:
        return "WRONG"
    error = error_cell(corners, fit.corners_px, fit.columns, fit.rows)
    return "right" if error < RIGHT_CELL else "WRONG"


def measured(make: Maker, purpose: str, *, first: int, count: int) -> None:
    """Measure the seeds that the command line asks for, and print the counts."""
    parser = argparse.ArgumentParser(description=purpose)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--floors", type=Path, help="pictures that boards are laid on")
    parser.add_argument("--from", dest="first", type=int, default=first)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--unknown", action="store_true", help="don't tell the number of lines")
    parser.add_argument("--keep", type=Path, help="write the photographs there, too")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    boards, floors = flat_boards(options.photos), floors_in(options.floors)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    seconds: dict[str, list[float]] = defaultdict(list)
    for seed in range(options.first, options.first + options.count):
        scene, photo = make(seed, boards, floors)
        if options.keep:
            cv2.imwrite(str(options.keep / f"{seed}.png"), photo)
        size = (None, None) if options.unknown else (scene.look.columns, scene.look.rows)
        start, reason = time.process_time(), ""
        try:
            told: BoardFit | None = find_board(photo, *size)
        except BoardNotFound as problem:
            told, reason = None, str(problem.reason)
        verdict = judged(scene, told)
        seconds[verdict].append(time.process_time() - start)
        for tag in ("all", *scene.tags):
            counts[tag][verdict] += 1
        if verdict in ("WRONG", "refused"):
            print(f"{verdict:8} seed {seed}: {', '.join(scene.tags)} {reason}", flush=True)
    for tag, verdicts in sorted(counts.items()):
        print(f"{tag:22} {', '.join(f'{name} {n}' for name, n in verdicts.most_common())}")
    for verdict, took in seconds.items():
        print(f"{verdict}: median {np.median(took):.2f} s, slowest {max(took):.2f} s")


if __name__ == "__main__":
    measured(make_setting, "Find real boards in other surroundings.", first=64501, count=60)
