"""What the board finder takes for a board that is none.

    python -m benchmarks.board_lookalikes [--seeds N] [--from SEED] [FOLDER ...]

Drawn: chessboards, graph paper, tiled floors, window blinds, striped and checked cloth, keyboards,
bookshelves, brick walls and printed tables, each from the side, blurred and noisy; and all pictures
of the folders, none of which may show a board. Each is searched for 19 by 19 lines, for 9 by 9, and
for a board of any size. Whatever is found is wrong, but for one thing: paper or tiles with as many
lines as were asked for, all in view, are a grid as good as any, so none is drawn.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import BoardNotFound, find_board
from vision.photo import PhotoProblem, load_photo

Image = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Rng = np.random.Generator

_SIDE = 1400
_SIZES = {"19": (19, 19), "9": (9, 9), "any": (None, None)}


def _sheet(rng: Rng) -> Image:
    """Return a plain sheet (S, S, 3) of some colour."""
    return np.full((_SIDE, _SIDE, 3), rng.uniform(60, 230, 3), np.float32)


def _grid(sheet: Image, step: float, thick: int, colour: float, count: int | None = None) -> None:
    """Draw a square grid in the middle; of so many lines, or over all of the sheet."""
    lines = count or int(_SIDE / step) + 1
    low = (_SIDE - (lines - 1) * step) / 2
    high = low + (lines - 1) * step
    for k in range(lines):
        at = round(low + k * step)
        for ends in (((at, round(low)), (at, round(high))), ((round(low), at), (round(high), at))):
            cv2.line(sheet, *ends, (colour,) * 3, thick, cv2.LINE_AA)


def chessboard(rng: Rng) -> Image:
    """Draw eight by eight squares, some with men."""
    sheet, step = _sheet(rng), 130
    shades = rng.uniform(20, 110), rng.uniform(150, 240)
    for row in range(8):
        for column in range(8):
            x, y = 180 + column * step, 180 + row * step
            cv2.rectangle(
                sheet, (x, y), (x + step, y + step), (shades[(row + column) % 2],) * 3, -1
            )
            if row in (0, 1, 6, 7) and rng.random() < 0.8:
                shade = 240.0 if row > 4 else 25.0
                cv2.circle(sheet, (x + 65, y + 65), 40, (shade,) * 3, -1, cv2.LINE_AA)
    return sheet


def graph_paper(rng: Rng) -> Image:
    """Draw a sheet of graph paper with 30 to 60 lines."""
    sheet, count = np.full((_SIDE, _SIDE, 3), 235.0, np.float32), int(rng.integers(30, 60))
    _grid(sheet, 1300 / count, 1, rng.uniform(120, 190), count)
    return sheet


def tiles(rng: Rng) -> Image:
    """Draw a tiled floor that fills the picture."""
    sheet = _sheet(rng)
    _grid(sheet, rng.uniform(50, 160), int(rng.integers(2, 9)), rng.uniform(30, 240))
    return sheet


def blinds(rng: Rng) -> Image:
    """Draw window blinds: slats and two cords."""
    sheet, y = _sheet(rng), 0.0
    step = rng.uniform(18, 60)
    while y < _SIDE:
        cv2.rectangle(sheet, (0, round(y)), (_SIDE, round(y + 0.7 * step)), (225.0,) * 3, -1)
        cv2.line(sheet, (0, round(y)), (_SIDE, round(y)), (90.0,) * 3, 2, cv2.LINE_AA)
        y += step
    for x in rng.uniform(100, _SIDE - 100, 3):
        cv2.line(sheet, (round(x), 0), (round(x), _SIDE), (200.0,) * 3, 4, cv2.LINE_AA)
    return sheet


def stripes(rng: Rng) -> Image:
    """Draw striped cloth."""
    sheet, x = _sheet(rng), 0.0
    while x < _SIDE:
        wide = rng.uniform(8, 40)
        colour = tuple(float(v) for v in rng.uniform(20, 240, 3))
        cv2.rectangle(sheet, (round(x), 0), (round(x + wide), _SIDE), colour, -1)
        x += wide * 2
    return sheet


def tartan(rng: Rng) -> Image:
    """Draw checked cloth with thin lines both ways."""
    sheet, step = _sheet(rng), rng.uniform(60, 180)
    at = np.arange(_SIDE) % step / step
    for low, high, part in ((0.0, 0.3, 0.75), (0.45, 0.5, 0.6), (0.6, 0.64, 1.3)):
        band = 1 + (part - 1) * ((at > low) & (at < high))
        sheet *= band[:, None, None] * band[None, :, None]
    return sheet


def keyboard(rng: Rng) -> Image:
    """Draw keys in rows, some of them shifted."""
    sheet, step = np.full((_SIDE, _SIDE, 3), rng.integers(30, 220), np.uint8), 86
    shade = rng.uniform(30, 230)
    shifted = rng.random() < 0.6
    for row in range(rng.integers(6, 15)):
        off = rng.uniform(0, step) if shifted else 0
        for column in range(-1, 17):
            x, y = round(column * step + off), 60 + row * step
            cv2.rectangle(sheet, (x, y), (x + 70, y + 70), (shade,) * 3, -1)
            cv2.putText(sheet, chr(65 + column), (x + 12, y + 40), 0, 1, (240 - shade,) * 3, 2)
    return sheet.astype(np.float32)


def bookshelf(rng: Rng) -> Image:
    """Draw rows of books."""
    sheet = np.full((_SIDE, _SIDE, 3), (40.0, 60.0, 80.0), np.float32)
    for row in range(5):
        low, x = row * 280, 0.0
        while x < _SIDE:
            wide, high = rng.uniform(15, 60), rng.uniform(160, 250)
            colour = tuple(float(v) for v in rng.uniform(20, 230, 3))
            corner = (round(x), low + 260 - round(high))
            cv2.rectangle(sheet, corner, (round(x + wide), low + 260), colour, -1)
            cv2.line(sheet, corner, (round(x), low + 260), (20.0,) * 3, 2, cv2.LINE_AA)
            x += wide
    return sheet


def bricks(rng: Rng) -> Image:
    """Draw a brick wall."""
    sheet, high = _sheet(rng), round(rng.uniform(40, 80))
    for row, y in enumerate(range(0, _SIDE, high)):
        cv2.line(sheet, (0, y), (_SIDE, y), (200.0,) * 3, 5, cv2.LINE_AA)
        for x in range((row % 2) * high, _SIDE, 2 * high):
            cv2.line(sheet, (x, y), (x, y + high), (200.0,) * 3, 5, cv2.LINE_AA)
    return sheet


def printed_table(rng: Rng) -> Image:
    """Draw a printed table with words: rows lower than columns are wide, no square cells."""
    sheet = np.full((_SIDE, _SIDE, 3), 238, np.uint8)
    high, wide = rng.uniform(26, 40), rng.uniform(100, 260)
    for y in np.arange(100, _SIDE - 100, high):
        cv2.line(sheet, (80, round(y)), (_SIDE - 80, round(y)), (60.0,) * 3, 1, cv2.LINE_AA)
        for x in np.arange(90, _SIDE - 200, wide):
            word = str(rng.integers(100, 99999))
            cv2.putText(sheet, word, (round(x), round(y + 0.75 * high)), 0, 0.6, (40.0,) * 3, 1)
    for x in np.arange(80, _SIDE - 60, wide):
        cv2.line(sheet, (round(x), 100), (round(x), _SIDE - 100), (60.0,) * 3, 1, cv2.LINE_AA)
    return sheet.astype(np.float32)


KINDS: dict[str, Callable[[Rng], Image]] = {
    one.__name__: one
    for one in (
        chessboard,
        graph_paper,
        tiles,
        blinds,
        stripes,
        tartan,
        keyboard,
        bookshelf,
        bricks,
        printed_table,
    )
}


_ENDLESS = (tiles, bricks, stripes, tartan, blinds)  # they have no edge that could be seen


def photographed(rng: Rng, sheet: Image, *, endless: bool) -> Pixels:
    """Return a sheet as a photo: from the side, with clouded light, blur and noise.

    endless: its edges are outside the picture.
    """
    width, height = (1280, 960) if rng.random() < 0.7 else (960, 1280)
    source = np.array([[0, 0], [_SIDE, 0], [_SIDE, _SIDE], [0, _SIDE]], np.float32)
    seen = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen += rng.uniform(-0.12, 0.12, (4, 2)).astype(np.float32) * [width, height]
    if endless:
        seen = (seen - [width / 2, height / 2]) * 1.35 + [width / 2, height / 2]
    elif rng.random() < 0.5:  # with a table around
        seen = (seen - [width / 2, height / 2]) * 0.75 + [width / 2, height / 2]
    warp = cv2.getPerspectiveTransform(source, np.asarray(seen, np.float32))
    around = tuple(float(v) for v in rng.uniform(40, 200, 3))
    photo = cv2.warpPerspective(
        sheet, warp, (width, height), flags=cv2.INTER_AREA, borderValue=around
    )
    clouds = cv2.resize(rng.normal(1, 0.12, (4, 4)), (width, height), interpolation=cv2.INTER_CUBIC)
    photo = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.6, 1.3)) * clouds[..., None]
    return np.clip(photo + rng.normal(0, rng.uniform(1, 5), photo.shape), 0, 255).astype(np.uint8)


def main() -> None:
    """Search all pictures and print what was found."""
    parser = argparse.ArgumentParser(description="Search for boards where there are none.")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("folders", nargs="*", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    pictures: list[tuple[str, str, Callable[[], Pixels]]] = []
    for number, (kind, draw) in enumerate(KINDS.items()):
        for seed in range(options.first, options.first + options.seeds):
            rng = np.random.default_rng([seed, number])
            pictures.append(
                (
                    kind,
                    f"seed {seed}",
                    lambda r=rng, d=draw: photographed(r, d(r), endless=d in _ENDLESS),
                )
            )  # type: ignore[misc]
    for folder in options.folders:
        for path in sorted(folder.iterdir()):
            pictures.append((folder.name, path.name, lambda p=path: load_photo(p).pixels))  # type: ignore[misc]
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    seconds: dict[str, list[float]] = defaultdict(list)
    for kind, name, picture in pictures:
        try:
            pixels = picture()
        except PhotoProblem:
            continue
        for size, (columns, rows) in _SIZES.items():
            start = time.process_time()
            try:
                fit = find_board(pixels, columns, rows)
                counts[kind]["FOUND"] += 1
                print(
                    f"FOUND {fit.columns} x {fit.rows} in {kind}, {name}, asked {size}", flush=True
                )
            except BoardNotFound:
                counts[kind]["refused"] += 1
            seconds[size].append(time.process_time() - start)
    for kind, count in counts.items():
        print(f"{kind:16} {', '.join(f'{name} {n}' for name, n in count.most_common())}")
    for size, took in seconds.items():
        print(f"{size:4} lines: median {np.median(took):.2f} s, slowest {max(took):.2f} s")


if __name__ == "__main__":
    main()
