# ruff: noqa: T201 (a command of its own, which prints its tables)
"""Measure ways of telling faces from few examples, all on the very same crops.

    python -m vision.train.measure [--episodes DIR] [--photos DIR ...] [--model FILE.onnx]

episodes: files of `vision.train.episodes`; four crops of each face are examples. photos: folders of
tables with truth files; the examples are cut from the two teaching photos, all other boards' and
rolls' cubes are asked, cut at their true place but for a reader's errors (`Slip`). A face counts as
right with its facing: a trap's quarter, a path's way; the other faces have none.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision import embedding
from vision.embedding import CROP_PX, CROP_SPAN, Crops, normalised, quarter_turns
from vision.render.crops import Slip
from vision.render.symbols import FACES

Vectors = NDArray[np.float32]
Method = Callable[[Crops], Vectors]
"""Crops (N, 40, 40) -> unit vectors (N, D); their dot products are likeness."""

_MANY = 64


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """One colour of one set: examples and questions with faces and quarter turns."""

    name: str
    shown: Crops
    shown_face: NDArray[np.int64]
    shown_quarter: NDArray[np.int64]
    asked: Crops
    asked_face: NDArray[np.int64]
    asked_quarter: NDArray[np.int64]


def correlation(crops: Crops) -> Vectors:
    """Plain normalised correlation of the middle of the lightly blurred crops."""
    middle = np.stack([cv2.GaussianBlur(crop, (0, 0), 1.0) for crop in crops])[:, 5:-5, 5:-5]
    flat = middle.reshape(len(crops), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    return _unit(flat)


def gradients(crops: Crops) -> Vectors:
    """Histograms of 8 unsigned directions of edges in 6 x 6 soft cells (Dalal, Triggs 2005)."""
    out = []
    for crop in crops:
        soft = cv2.GaussianBlur(crop, (0, 0), 0.8)
        gx, gy = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        size = np.hypot(gx, gy)
        bins = (np.arctan2(gy, gx) % np.pi) / np.pi * 8
        layers = []
        for k in range(8):
            near = np.abs((bins - k + 4) % 8 - 4)
            layer = size * np.clip(1 - near, 0, 1)
            layers.append(cv2.resize(layer[5:-5, 5:-5], (6, 6), interpolation=cv2.INTER_AREA))
        out.append(np.sqrt(np.stack(layers) + 1e-6).ravel())
    return _unit(np.stack(out) - np.mean(out, axis=1, keepdims=True))


def both(crops: Crops) -> Vectors:
    """Correlation and gradients together, equally weighted."""
    return np.hstack([correlation(crops), gradients(crops)]) / np.float32(np.sqrt(2))


def _unit(vectors: NDArray[np.floating]) -> Vectors:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-9), np.float32)


def nudged(crops: Crops) -> Crops:
    """Return 27 variants (N, 27, 40, 40): shifted by -2, 0, 2 px in x, y, turned by -9, 0, 9."""
    middle = ((CROP_PX - 1) / 2,) * 2
    variants = []
    for turn in (-9, 0, 9):
        for dx in (-2, 0, 2):
            for dy in (-2, 0, 2):
                move = cv2.getRotationMatrix2D(middle, turn, 1.0)
                move[:, 2] += (dx, dy)
                size = (CROP_PX, CROP_PX)
                variants.append(
                    [cv2.warpAffine(c, move, size, borderMode=cv2.BORDER_REPLICATE) for c in crops]
                )
    return np.stack([np.stack(v) for v in variants], axis=1)


def right_answers(task: Task, method: Method, *, search: bool = False) -> NDArray[np.bool_]:
    """Return which questions are answered rightly by a method.

    search: try 27 nudged variants of each question and take the likest.
    """
    turns = quarter_turns(task.shown)
    shown = method(turns.reshape(-1, CROP_PX, CROP_PX)).reshape(4, len(task.shown), -1)
    asked = nudged(task.asked) if search else task.asked[:, None]
    flat = asked.reshape(-1, CROP_PX, CROP_PX)
    vectors = method(flat).reshape(*asked.shape[:2], -1)
    alike = np.einsum("qvd,ked->qvek", vectors, shown).max(axis=1)  # asked, example, turn
    scores: list[NDArray[np.float64]] = []
    answers: list[tuple[int, int]] = []
    for face, name in enumerate(FACES):
        mine = [int(k) for k in np.flatnonzero(task.shown_face == face)]
        if name in ("trap", "path"):
            step = 1 if name == "trap" else 2
            for facing in range(4 // step):
                score = np.zeros(len(vectors))
                for k in mine:
                    need = int(facing - task.shown_quarter[k]) % 4
                    options = [need] if name == "trap" else [need, (need + 2) % 4]
                    score += alike[:, k, options].max(axis=1)
                scores.append(score / len(mine))
                answers.append((face, facing))
        else:
            scores.append(alike[:, mine].max(axis=2).mean(axis=1))
            answers.append((face, 0))
    best = np.asarray(answers)[np.stack(scores).argmax(axis=0)]
    trap, path = FACES.index("trap"), FACES.index("path")
    meant = np.where(task.asked_face == trap, task.asked_quarter % 4, 0)
    meant = np.where(task.asked_face == path, task.asked_quarter % 2, meant)
    return np.asarray((best[:, 0] == task.asked_face) & (best[:, 1] == meant))


def episode_tasks(folder: Path, *, examples: int = 4) -> Iterator[Task]:
    """Yield the tasks of a folder of episodes."""
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as data:
            crops, quarters = data["crops"].astype(np.float32), data["quarters"].astype(np.int64)
        faces = np.broadcast_to(np.arange(6)[:, None], quarters.shape[1:])
        for k in range(len(crops)):
            part = (slice(None), slice(None, examples)), (slice(None), slice(examples, None))
            shown, asked = (
                (
                    crops[k][p].reshape(-1, CROP_PX, CROP_PX),
                    faces[p].ravel(),
                    quarters[k][p].ravel(),
                )
                for p in part
            )
            yield Task(f"{('easy', 'usual', 'usual', 'hard', 'hard')[k // 2 % 5]}", *shown, *asked)


def photo_tasks(folder: Path, slip: Slip, rng: Generator) -> Iterator[Task]:
    """Yield the two tasks (brown, blue) of a folder of photos with truth files.

    They are named as the folder without its number.
    """
    shown = [_cut(folder / f"teach-{n}.jpg", slip, rng) for n in (1, 2)]
    others = sorted([*folder.glob("board-*.jpg"), *folder.glob("roll-*.jpg")])
    asked = [_cut(path, slip, rng) for path in others]
    group = folder.name.rstrip("0123456789").rstrip("-")
    for colour in ("brown", "blue"):
        parts = []
        for photos in (shown, asked):
            picked = [item for cut in photos for item in cut if item[0] == colour]
            parts += [
                np.stack([crop for _, _, _, crop in picked]),
                np.array([face for _, face, _, _ in picked]),
                np.array([quarter for _, _, quarter, _ in picked]),
            ]
        yield Task(group, *parts)


def _cut(path: Path, slip: Slip, rng: Generator) -> list[tuple[str, int, int, NDArray[np.float32]]]:
    """Return (colour, face, quarter, crop) of the cubes of a photo that nothing hides."""
    truth = json.loads(path.with_suffix("").with_suffix(".truth.json").read_text())
    image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if image is None or truth["hand"]:
        return []
    highest = {site: len(pile) - 1 for site, pile in truth["points"].items()}
    found = []
    for cube in truth["cubes"]:
        if cube["point"] is not None and cube["level"] < highest[cube["point"]]:
            continue
        quarter = round(cube["turn"] / 90) % 4
        corners = np.roll(np.array(cube["top_px"]), -quarter, axis=0)
        crop = _rectified(np.asarray(image, np.uint8), corners, slip, rng)
        found.append((cube["colour"], FACES.index(cube["face"]), quarter, crop))
    return found


def _rectified(
    image: NDArray[np.uint8], corners: NDArray[np.float64], slip: Slip, rng: Generator
) -> NDArray[np.float32]:
    """Return the crop of a top face given by four corners, cut with a reader's errors."""
    half = CROP_PX / CROP_SPAN / 2
    turn = np.radians(rng.uniform(-1, 1) * slip.turn_deg)
    size = 1 + rng.uniform(-1, 1) * slip.scale
    shift = rng.uniform(-1, 1, 2) * slip.shift_mm * 2 * half / 16
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half * size
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    target = square @ spin.T + (CROP_PX - 1) / 2 + shift
    move = cv2.getPerspectiveTransform(corners.astype(np.float32), target.astype(np.float32))
    crop = cv2.warpPerspective(image, move, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR)
    return np.asarray(crop, np.float32)


def table(tasks: Sequence[Task], methods: dict[str, tuple[Method, bool]]) -> list[str]:
    """Return lines: for each group of tasks and each method the share of right answers."""
    groups = sorted({task.name for task in tasks})
    lines = ["| crops | " + " | ".join(methods) + " | n |", "|---" * (len(methods) + 2) + "|"]
    total: dict[str, list[NDArray[np.bool_]]] = {name: [] for name in methods}
    for group in groups:
        cells = []
        count = 0
        for name, (method, search) in methods.items():
            own = [right_answers(t, method, search=search) for t in tasks if t.name == group]
            joined = np.concatenate(own)
            total[name].append(joined)
            cells.append(f"{100 * joined.mean():.2f}")
            count = len(joined)
        lines.append(f"| {group} | " + " | ".join(cells) + f" | {count} |")
    sums = [f"{100 * np.concatenate(total[name]).mean():.2f}" for name in methods]
    count = sum(len(part) for part in total[next(iter(methods))])
    lines.append("| all | " + " | ".join(sums) + f" | {count} |")
    return lines


def network(path: Path) -> Method:
    """Return the embedding of a model file."""
    net = cv2.dnn.readNetFromONNX(str(path))

    def embed(crops: Crops) -> Vectors:
        out = []
        for start in range(0, len(crops), _MANY):
            net.setInput(normalised(crops[start : start + _MANY])[:, None])
            out.append(net.forward().reshape(-1, embedding.LENGTH))
        return _unit(np.concatenate(out))

    return embed


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, as the module's docstring says, and print tables of percentages."""
    parser = argparse.ArgumentParser(description="Measure ways of telling faces.")
    parser.add_argument("--episodes", type=Path)
    parser.add_argument("--photos", type=Path, nargs="*", default=[])
    parser.add_argument("--model", type=Path)
    parser.add_argument("--tight", action="store_true", help="errors of a good reader only")
    parser.add_argument("--search", action="store_true", help="also the baselines with search")
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    methods: dict[str, tuple[Method, bool]] = {
        "correlation": (correlation, False),
        "gradients": (gradients, False),
        "both": (both, False),
    }
    if asked.search:
        methods["both, 27 nudges"] = (both, True)
    methods["embedding"] = (network(asked.model) if asked.model else embedding.embed, False)
    if asked.episodes:
        print("\n".join(table(list(episode_tasks(asked.episodes)), methods)), flush=True)
    slip = Slip(0.7, 6.0, 0.04) if asked.tight else Slip()
    tasks = [task for folder in asked.photos for task in photo_tasks(folder, slip, _seeded(folder))]
    if tasks:
        print("\n".join(table(tasks, methods)), flush=True)


def _seeded(folder: Path) -> Generator:
    return np.random.default_rng(sum(folder.name.encode()))


if __name__ == "__main__":
    main()
