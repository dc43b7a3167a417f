# mypy: ignore-errors
# (torch and onnx, for training alone, are not installed with the project)
# ruff: noqa: T201 (a command of its own, which tells how it gets on)
"""Tune the trained embedding on the very question that the reader asks it, and average runs of it.

    python -m vision.train.tune_embedding tune --start WEIGHTS.pt --keep TUNED.pt
        --reliefs DIR... --others DIR... --engraved DIR... --tables DIR... [--minutes 45] [--seed 1]
    python -m vision.train.tune_embedding mean --out face_embedding.onnx TUNED.pt...

reliefs, others: episodes (`vision.train.episodes`); engraved, tables: tops of whole tables
(`vision.train.tops`). A step takes two sets of reliefs, one of engraved tables, and one of the
tables or, every third time, of the others: six crops of each of the six faces in one light. Each
crop is asked about, all others are examples, and the answer is a label as in `vision.likeness`: a
face, a trap's facing, a path's way, by the same soft maximum. Both ways of asking count, as it lies
and in four turns averaged, the first a half. The weights of runs with other seeds are averaged.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.embedding import CROP_PX, CROP_SPAN
from vision.likeness import SOFT
from vision.render.symbols import FACES
from vision.train.tops import WIDE_PX, WIDE_SPAN
from vision.train.train_embedding import LENGTH, Net, disturbed, normalise, write_onnx

COPIES = 6
ONCE = 0.5
"""How much a single look counts beside the mean of four."""
_TRAP, _PATH = FACES.index("trap"), FACES.index("path")
_WHOLE = [k for k in range(len(FACES)) if k not in (_TRAP, _PATH)]
"""Faces without a facing; the labels are these, the trap's four and the path's two."""
_SHIFT_MM, _TURN_DEG, _SIZE = 0.25, 2.0, 0.02
"""Deviations by which cuts of tables are shifted (on a cube of 16 mm), turned and enlarged."""
_EVERY = 100

Part = tuple[NDArray[np.float32], NDArray[np.int64]]
"""Crops (faces, COPIES, CROP_PX, CROP_PX) and their quarter turns (faces, COPIES)."""


class Episodes:
    """Made-up sets: the files of some folders."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.parts = []
        for path in sorted(p for folder in folders for p in folder.glob("[0-9]*-[0-9]*.npz")):
            with np.load(path) as data:
                self.parts.append((data["crops"], data["quarters"]))

    def draw(self, rng: Generator) -> Part:
        """Return one set."""
        crops, quarters = self.parts[int(rng.integers(len(self.parts)))]
        k = int(rng.integers(len(crops)))
        some = rng.permutation(crops.shape[2])[:COPIES]
        return crops[k][:, some].astype(np.float32), quarters[k][:, some].astype(np.int64)


class Tables:
    """Tops of whole tables; a colour with fewer than four of a face is left out."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.parts = []
        for path in sorted(p for folder in folders for p in folder.glob("*.npz")):
            with np.load(path) as data:
                crops, quarters = data["crops"], data["quarters"].astype(np.int64)
                faces, colours = data["faces"], data["colours"]
            for colour in (0, 1):
                rows = [
                    np.flatnonzero((faces == face) & (colours == colour))
                    for face in range(len(FACES))
                ]
                if min(len(mine) for mine in rows) >= 4:
                    self.parts.append((crops, quarters, rows))

    def draw(self, rng: Generator) -> Part:
        """Return one colour of a table, each top cut anew a little aside."""
        crops, quarters, rows = self.parts[int(rng.integers(len(self.parts)))]
        cut = np.zeros((len(FACES), COPIES, CROP_PX, CROP_PX), np.float32)
        turns = np.zeros((len(FACES), COPIES), np.int64)
        for face, mine in enumerate(rows):
            for n, k in enumerate(rng.choice(mine, COPIES, replace=len(mine) < COPIES)):
                cut[face, n], turns[face, n] = _nudged(crops[k], rng), quarters[k]
        return cut, turns


def _nudged(wide: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """Return a crop (CROP_PX, CROP_PX) out of a wide one, a little shifted, turned, enlarged."""
    shift = rng.normal(0, _SHIFT_MM, 2) / 16 * WIDE_PX / WIDE_SPAN
    turn = np.radians(rng.normal(0, _TURN_DEG))
    step = CROP_SPAN / CROP_PX * WIDE_PX / WIDE_SPAN * (1 + rng.normal(0, _SIZE))
    spin = step * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    begin = (WIDE_PX - 1) / 2 + shift - spin @ np.full(2, (CROP_PX - 1) / 2)
    return cv2.warpAffine(
        wide,
        np.column_stack([spin, begin]),
        (CROP_PX, CROP_PX),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )


def likely(alike: Tensor, quarters: Tensor) -> Tensor:
    """Return how like each crop is to each label by the other crops, (S, N, labels).

    alike: (S, N, N, 4) of each crop as it lies to each other one turned by 0 to 3 quarters.
    quarters: (S, faces, COPIES), N = faces * COPIES.
    """
    sets, faces, copies = quarters.shape
    count = faces * copies
    turn = (torch.arange(4) - quarters.view(sets, 1, count, 1)) % 4
    shown = torch.gather(alike, 3, turn.expand_as(alike))
    itself = torch.eye(count, dtype=torch.bool)[None, :, :, None]
    shown = torch.exp(SOFT * shown).masked_fill(itself, 0).view(sets, count, faces, copies, 4)
    examples = (~itself).float().view(1, count, faces, copies, 1)

    def mean(part: Tensor, face: int) -> Tensor:
        return part.sum(2) / examples[:, :, face].sum(2)

    labels = [mean(shown[:, :, face].amax(-1, keepdim=True), face) for face in _WHOLE]
    labels.append(mean(shown[:, :, _TRAP], _TRAP))
    path = shown[:, :, _PATH]
    labels.append(mean(torch.maximum(path[..., :2], path[..., 2:]), _PATH))
    return torch.log(torch.cat(labels, -1).clamp(min=1e-9)) / SOFT


def wanted(quarters: Tensor) -> Tensor:
    """Return the label (S, N) of each crop."""
    right = torch.zeros_like(quarters)
    for k, face in enumerate(_WHOLE):
        right[:, face] = k
    right[:, _TRAP] = len(_WHOLE) + quarters[:, _TRAP] % 4
    right[:, _PATH] = len(_WHOLE) + 4 + quarters[:, _PATH] % 2
    return right.flatten(1)


def loss_of(net: Net, crops: Tensor, quarters: Tensor, rng: Generator) -> tuple[Tensor, float]:
    """Return the loss of crops (S, faces, COPIES, H, W) and the share of right answers."""
    sets, faces, copies = quarters.shape
    even = normalise(disturbed(crops.flatten(0, 2), rng))
    four = torch.stack([torch.rot90(even, k, (1, 2)) for k in range(4)], 1).flatten(0, 1)[:, None]
    vectors = net(four.contiguous(memory_format=torch.channels_last))
    vectors = vectors.view(sets, faces * copies, 4, LENGTH)
    looks = [
        torch.einsum("sid,sjkd->sijk", vectors[:, :, k], torch.roll(vectors, -k, 2))
        for k in range(4)
    ]
    warmth, right = net.warmth.exp().clamp(max=60), wanted(quarters).flatten()
    often, once = (
        warmth * likely(alike, quarters).flatten(0, 1) for alike in (sum(looks) / 4, looks[0])
    )
    loss = functional.cross_entropy(often, right) + ONCE * functional.cross_entropy(once, right)
    return loss, float((often.argmax(-1) == right).float().mean())


def tune(net: Net, asked: argparse.Namespace) -> None:
    """Tune for some minutes with a rate that falls to nothing; prints progress."""
    rng = np.random.default_rng(asked.seed)
    reliefs, others = Episodes(asked.reliefs), Episodes(asked.others)
    engraved, tables = Tables(asked.engraved), Tables(asked.tables)
    optimiser = torch.optim.AdamW(net.parameters(), lr=asked.rate, weight_decay=1e-3)
    start, step, shown = time.time(), 0, 0.0
    while (share := (time.time() - start) / (60 * asked.minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = asked.rate * min(1, (step + 1) / 50) * 0.5 * (1 + np.cos(np.pi * share))
        crops, quarters = [], []
        for source in (reliefs, reliefs, engraved, (tables, tables, others)[step % 3]):
            some, turns = source.draw(rng)
            if rng.random() < 0.5:
                some, turns = some[..., ::-1], -turns % 4
            crops.append(some)
            quarters.append(turns)
        loss, right = loss_of(
            *(net, torch.from_numpy(np.stack(crops)), torch.from_numpy(np.stack(quarters)), rng)
        )
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        step += 1
        shown = 0.98 * shown + 0.02 * right
        if step % _EVERY == 0:
            print(f"step {step} right {shown / (1 - 0.98**step):.4f}", flush=True)


def mean_of(paths: Sequence[Path]) -> dict[str, Tensor]:
    """Return the mean of the weights of some runs."""
    runs = [torch.load(path, weights_only=True) for path in paths]
    first = runs[0]
    return {
        name: sum(run[name] for run in runs) / len(runs) if part.is_floating_point() else part
        for name, part in first.items()
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Tune or average, as the module's docstring says."""
    parser = argparse.ArgumentParser(description="Tune the face embedding.")
    either = parser.add_subparsers(dest="what", required=True)
    one = either.add_parser("tune")
    for name in ("reliefs", "others", "engraved", "tables"):
        one.add_argument(f"--{name}", type=Path, nargs="+", required=True)
    one.add_argument("--start", type=Path, required=True)
    one.add_argument("--keep", type=Path, required=True)
    one.add_argument("--minutes", type=float, default=45)
    one.add_argument("--rate", type=float, default=7e-4)
    one.add_argument("--seed", type=int, default=1)
    many = either.add_parser("mean")
    many.add_argument("--out", type=Path, required=True)
    many.add_argument("runs", type=Path, nargs="+")
    asked = parser.parse_args(arguments)
    torch.set_num_threads(1)
    net = Net()
    if asked.what == "mean":
        net.load_state_dict(mean_of(asked.runs))
        net.eval()
        write_onnx(net, asked.out)
        return
    torch.manual_seed(asked.seed)
    net.load_state_dict(torch.load(asked.start, weights_only=True))
    net.train()
    tune(net.to(memory_format=torch.channels_last), asked)
    torch.save(net.state_dict(), asked.keep)


if __name__ == "__main__":
    main()
