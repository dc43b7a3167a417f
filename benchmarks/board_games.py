"""Late games on real boards: what spectators' photographs show.

    python -m benchmarks.board_games PHOTOS [--floors FOLDER] [--from SEED] [--count N]

As `benchmarks.board_settings`, but nearly every board bears a game of 100 to 280 stones, which
touch and stand off their points, with coordinates at the rim of some, a bold frame around others,
the view from straight above or tilted up to 55 degrees, small and large pictures, squared paper, a
clock or another board on the table, lamps and people's shadows.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from benchmarks.board_photos import Pixels
from benchmarks.board_scenes import Scene, camera_over
from benchmarks.board_settings import (
    FLAT_PX,
    RIM,
    FlatBoard,
    framed,
    joined,
    look_of,
    measured,
    photographed,
    repainted,
    tags_of,
)
from benchmarks.board_textures import FLOOR_MM, FLOORS, Rng

_PITCH_MM = 22.0
_WIDE_RIM = 1.05  # of a board with coordinates, in pitches
_SIZES = ((320, 240), (480, 360), (640, 480), (1280, 960), (960, 1280), (2016, 1512))
_SIZE_CHANCE = (0.08, 0.12, 0.2, 0.3, 0.15, 0.15)


def lettered(board: FlatBoard, rng: Rng) -> FlatBoard:
    """Return a board with a wider rim and coordinates in it."""
    more = round((_WIDE_RIM - RIM) * FLAT_PX)
    top = cv2.copyMakeBorder(board.top, more, more, more, more, cv2.BORDER_REFLECT)
    shade, ink = np.quantile(top.mean(axis=2), 0.02), np.zeros(top.shape[:2], np.uint8)
    scale, thick = float(rng.uniform(0.5, 0.9)), int(rng.integers(1, 4))
    side = len(top)
    for line in range(board.lines):
        place = (_WIDE_RIM + line) * FLAT_PX
        for text, across in ((chr(65 + line + (line > 7)), True), (str(board.lines - line), False)):
            (wide, high), _ = cv2.getTextSize(text, 0, scale, thick)
            for rim in (0.4 * _WIDE_RIM * FLAT_PX, side - 0.4 * _WIDE_RIM * FLAT_PX):
                x, y = (place, rim) if across else (rim, place)
                at = (round(x - wide / 2), round(y + high / 2))
                cv2.putText(ink, text, at, 0, scale, (255,), thick, cv2.LINE_AA)
    part = ink[..., None].astype(np.float32) / 255
    return replace(board, top=np.asarray(top + part * (shade - top), np.float32), rim=_WIDE_RIM)


def littered(floor: Pixels | None, rng: Rng, board_mm: float) -> tuple[Pixels, str]:
    """Return a floor with squared paper, a smaller board or a clock beside the place of a board."""
    side = round(FLOOR_MM)
    if floor is None:
        colour = rng.uniform(50, 190) + rng.normal(0, 25, 3)
        sheet = np.full((side, side, 3), np.clip(colour, 5, 250), np.uint8)
    else:
        sheet = np.asarray(cv2.resize(floor, (side, side), interpolation=cv2.INTER_AREA))
    kind = str(rng.choice(["squared paper", "another board", "clock"]))
    angle, far = rng.uniform(0, 2 * np.pi), board_mm / 2 + rng.uniform(90, 260)
    middle = side / 2 + far * np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(1, 1.3)
    if kind == "clock":
        thing = np.full((110, 220, 3), rng.uniform(20, 120, 3), np.uint8)
        for x in (60, 160):
            cv2.circle(thing, (x, 55), 40, (235, 240, 240), -1, cv2.LINE_AA)
            hand = rng.uniform(0, 2 * np.pi)
            tip = (round(x + 33 * np.cos(hand)), round(55 + 33 * np.sin(hand)))
            cv2.line(thing, (x, 55), tip, (20, 20, 20), 3, cv2.LINE_AA)
    else:
        step, lines = (5, 42) if kind == "squared paper" else (22, int(rng.choice([9, 11])))
        wide = (lines - 1) * step + 24
        paper = (225, 235, 238) if step == 5 else tuple(rng.uniform(70, 200, 3))
        thing = np.full((wide, wide, 3), paper, np.uint8)
        ink = (200, 170, 150) if step == 5 else (30, 40, 50)
        for k in range(lines):
            at = 12 + k * step
            cv2.line(thing, (at, 12), (at, wide - 13), ink, 1)
            cv2.line(thing, (12, at), (wide - 13, at), ink, 1)
    size = np.array(thing.shape[1::-1])
    turn = cv2.getRotationMatrix2D((0, 0), float(rng.choice([0.0, rng.uniform(0, 360)])), 1.0)
    turn[:, 2] = middle - turn[:, :2] @ (size / 2)
    laid = cv2.warpAffine(thing, turn, (side, side))
    mask = cv2.warpAffine(np.full(thing.shape[:2], 255, np.uint8), turn, (side, side))
    sheet = sheet.copy()
    sheet[mask > 127] = laid[mask > 127]
    return sheet, kind


def make_game(seed: int, boards: list[FlatBoard], floors: list[Pixels]) -> tuple[Scene, Pixels]:
    """Return the scene of a seed, with its tags, and the photograph."""
    rng = np.random.default_rng([seed, 97])
    lines = int(rng.choice([9, 13, 19], p=[0.08, 0.12, 0.8]))
    board, tags = joined(boards[int(rng.integers(len(boards)))], lines), [f"lines {lines}"]
    if rng.random() < 0.4:
        grain = float(rng.choice([0.0, rng.uniform(0.02, 0.1)]))
        board = repainted(
            board, rng, contrast=float(rng.uniform(0.6, 1.2)), dark=rng.random() < 0.15, grain=grain
        )
        tags += ["repainted"]
        tags += ["grain"] if grain > 0.05 else []
    if rng.random() < 0.2:
        board = framed(board, rng, most=7)
        tags.append("frame")
    elif rng.random() < 0.3:
        board = lettered(board, rng)
        tags.append("coordinates")
    look = look_of(board, _PITCH_MM)
    tilt = float(rng.choice([rng.uniform(0, 20), rng.uniform(20, 40), rng.uniform(40, 55)]))
    size = _SIZES[int(rng.choice(len(_SIZES), p=_SIZE_CHANCE))]
    spin = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8))
    if rng.random() < 0.3:
        spin = float(rng.uniform(0, 360))
    camera = camera_over(
        rng,
        look,
        size,
        tilt_deg=tilt,
        spin_deg=spin,
        roll_deg=float(rng.normal(0, 5)),
        focal=float(rng.uniform(0.65, 1.05)) * max(size),
        bend=float(rng.uniform(-0.06, 0.04)),
        wanted=float(rng.uniform(0.6, 0.95)),
    )
    covered = float(
        rng.choice(
            [0.0, rng.uniform(0.2, 0.42), rng.uniform(0.42, 0.6), rng.uniform(0.6, 0.78)],
            p=[0.1, 0.2, 0.3, 0.4],
        )
    )
    dim = rng.random() < 0.15
    scene = Scene(
        seed,
        look,
        camera,
        float(rng.choice([3.0, rng.uniform(10, 40), rng.uniform(60, 140)])),
        str(rng.choice(list(FLOORS))),
        int(rng.integers(0, 6)),
        covered,
        False,
        rng.random() < 0.3,
        rng.random() < 0.05,
        rng.random() < 0.3,
        float(rng.uniform(2, 4) if dim else rng.uniform(0.5, 2.5)),
        float(rng.uniform(0.3, 0.9)),
        float(rng.uniform(0.35, 0.6) if dim else rng.uniform(0.7, 1.15)),
        int(rng.choice([40, 70, 88, 93])),
        cut_off=False,
        loose=float(rng.uniform(0.03, 0.09)),
    )
    tags += ["dim"] if dim else []
    floor = floors[int(rng.integers(len(floors)))] if floors and rng.random() < 0.5 else None
    if rng.random() < 0.4:
        floor, thing = littered(floor, rng, _PITCH_MM * lines)
        tags.append(thing)
    photo, more = photographed(rng, scene, board, floor)
    tags += tags_of(scene, tilt, (0, 42, 60, 78)) + more
    tags.append("small" if max(size) <= 640 else "large" if max(size) > 1280 else "usual")
    return replace(scene, tags=tuple(tags)), photo


if __name__ == "__main__":
    measured(make_game, "Find real boards with late games on them.", first=67101, count=40)
