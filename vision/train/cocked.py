# mypy: ignore-errors
# (torch, for training alone, is not installed with the project)
"""Train the numbers of `vision.lying` on what `vision.train.cocked_lessons` measured.

    python -m vision.train.cocked --out vision/models --data MEASURES [--fold K/N] [--seed 0 ...]

The coarse copies of the patches are taken apart into their main components (so that few numbers are
learned), then a small layer that is the same for all copies learns with the measures which cubes
lean and which lie on another one (PyTorch, AdamW, cosine rate). Whole rolls are drawn, and what is
usual in a roll is heard beside each of its cubes; rolls that are judged badly are drawn more often.
A few layers with different seeds are averaged. Noise and missing measures keep them from trusting a
single one. A cube that leans by 4 degrees counts as flat, one by 12 as leaning, those between in
part. The steps are fixed. With --fold every Nth table is left out, so that it can be judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.lying import FAR, MODEL, NUMBERS, copies
from vision.train.cocked_lessons import GRAIN, Part, load_parts

Floats = NDArray[np.float64]

COMPONENTS, HIDDEN, ALONE = 160, 24, 12
SEEDS = (0, 1, 2, 3)
STEPS, ROLLS, RATE, DECAY = 900, 12, 3e-3, 0.05
FLAT_DEG, LEANING_DEG = 4.0, 12.0
_RARE = 3.0
"""Cubes that don't lie flat count so many times more."""
_FEWEST = 6
"""Rolls of which fewer squares were found are not learned from."""
_KEPT, _PLAIN, _EASIEST, _HARDEST = 0.6, 0.12, 0.3, 2.0
"""A roll is drawn by its loss over `_PLAIN`, between the last two; so much of what it was is kept
each time that it is drawn."""
_SHY, _BLURRED = 0.3, 0.25
"""Noise on the measures and on the components, in their spreads."""
_MISSING, _DROPPED = 0.15, 0.3


class Layer(nn.Module):
    """Components of copies (N, 8, K) and measures (N, F) to log odds (N, 2)."""

    def __init__(self, measures: int) -> None:
        super().__init__()
        self.see, self.feel = nn.Linear(COMPONENTS, HIDDEN), nn.Linear(measures, HIDDEN, bias=False)
        self.say = nn.Linear(HIDDEN, 2, bias=False)
        self.heed, self.tell = nn.Linear(measures, ALONE), nn.Linear(ALONE, 2)
        self.beside = nn.Linear(HIDDEN, HIDDEN, bias=False)
        self.beside_alone = nn.Linear(ALONE, ALONE, bias=False)
        with torch.no_grad():
            self.beside.weight.zero_()
            self.beside_alone.weight.zero_()

    def forward(self, seen: Tensor, measures: Tensor, roll: Tensor) -> Tensor:
        """Return log odds (N, 2); roll: (N,) whose each square is, numbered from 0."""
        hidden = self.see(seen) + self.feel(measures)[:, None]
        heard = self.heed(measures)
        hidden = hidden + self.beside(usual(hidden.mean(1), roll))[roll][:, None]
        heard = heard + self.beside_alone(usual(heard, roll))[roll]
        said = self.say(functional.dropout(torch.relu(hidden), _DROPPED, self.training))
        turns = said.view(len(said), 4, 2, 2).mean(2)
        return torch.logsumexp(turns, 1) - float(np.log(4)) + self.tell(torch.tanh(heard))


def usual(values: Tensor, roll: Tensor) -> Tensor:
    """Return the medians (R, H) of values (N, H) in each roll."""
    rolls = range(int(roll.max()) + 1)
    return torch.stack([values[roll == k].quantile(0.5, dim=0) for k in rolls])


def seen_of(parts: Sequence[Part]) -> NDArray[np.float32]:
    """Return the coarse copies (N, 8, D) of all squares."""
    return np.concatenate([copies(part.patches.astype(np.float32) / GRAIN) for part in parts])


def components(seen: NDArray[np.float32], rare: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return mean (D,) and scaled main components (D, K) of copies, of rare cubes and as many."""
    often = np.random.default_rng(0).permutation(np.flatnonzero(~rare))[: rare.sum()]
    some = seen[np.concatenate([np.flatnonzero(rare), often])].reshape(-1, seen.shape[2])
    mean = some.mean(axis=0)
    strength, axes = np.linalg.eigh(np.cov((some - mean).T))
    strength, axes = strength[::-1][:COMPONENTS], axes[:, ::-1][:, :COMPONENTS]
    return mean, axes / np.sqrt(strength + 0.02 * strength.mean())


def rolls_of(parts: Sequence[Part]) -> list[NDArray[np.int64]]:
    """Return the rows of all squares roll by roll."""
    sizes = [len(part.photo) for part in parts]
    table = np.repeat(np.arange(len(parts)), sizes)
    photo = np.concatenate([part.photo for part in parts])
    each = np.unique(np.column_stack([table, photo]), axis=0, return_inverse=True)[1].ravel()
    rows = [np.flatnonzero(each == k) for k in range(each.max() + 1)]
    return [row for row in rows if len(row) >= _FEWEST]


def train(parts: Sequence[Part], seeds: Sequence[int]) -> dict[str, Floats]:
    """Return the numbers learned from some tables."""
    measures = np.concatenate([part.measures for part in parts])
    lean = np.concatenate([part.lean_deg for part in parts])
    level = np.concatenate([part.level for part in parts])
    mean, spread = measures.mean(axis=0), measures.std(axis=0) + 1e-6
    scaled = torch.from_numpy(np.clip((measures - mean) / spread, -FAR, FAR)).float()
    seen = seen_of(parts)
    rare = (lean > 0) | (level > 0)
    middle, axes = components(seen, rare)
    split = torch.from_numpy((seen - middle) @ axes).float()
    leaning = np.clip((lean - FLAT_DEG) / (LEANING_DEG - FLAT_DEG), 0, 1)
    targets = torch.from_numpy(np.column_stack([leaning, level > 0])).float()
    counts = np.column_stack([level == 0, level >= 0]) * np.where(rare, _RARE, 1.0)[:, None]
    lessons = Lessons(split, scaled, targets, torch.from_numpy(counts).float(), rolls_of(parts))
    learned = [numbers(lessons.learned(seed), middle, axes) for seed in seeds]
    return {"mean": mean, "spread": spread} | {
        name: np.stack([part[name] for part in learned]).astype(np.float32) for name in MODEL
    }


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """All squares to learn from: components, measures, what they are, how much each counts."""

    split: Tensor
    scaled: Tensor
    targets: Tensor
    counts: Tensor
    rolls: list[NDArray[np.int64]]

    def learned(self, seed: int) -> Layer:
        """Return a layer that learned from them."""
        torch.manual_seed(seed)
        rng = np.random.default_rng(seed)
        layer = Layer(self.scaled.shape[1])
        adam = torch.optim.AdamW(layer.parameters(), weight_decay=DECAY)
        hard = np.ones(len(self.rolls))
        for step in range(STEPS):
            adam.param_groups[0]["lr"] = RATE * 0.5 * (1 + np.cos(np.pi * step / STEPS))
            drawn = rng.choice(len(self.rolls), ROLLS, replace=False, p=hard / hard.sum())
            rows = np.concatenate([self.rolls[k] for k in drawn])
            whose = np.repeat(np.arange(ROLLS), [len(self.rolls[k]) for k in drawn])
            views = self.split[rows]
            views = views + _BLURRED * torch.randn(views.shape)
            felt = self.scaled[rows]
            felt = felt + _SHY * torch.randn(felt.shape)
            felt = felt * (torch.rand(len(rows), 1) > _MISSING)
            out = layer(views, felt, torch.from_numpy(whose))
            loss = functional.binary_cross_entropy_with_logits(
                out, self.targets[rows], reduction="none"
            )
            loss = loss * self.counts[rows]
            adam.zero_grad()
            loss.mean().backward()
            adam.step()
            lost = np.bincount(whose, loss.detach().sum(1).numpy()) / np.bincount(whose)
            worse = np.clip(lost / _PLAIN, _EASIEST, _HARDEST)
            hard[drawn] = _KEPT * hard[drawn] + (1 - _KEPT) * worse
        return layer


def numbers(layer: Layer, middle: Floats, axes: Floats) -> dict[str, Floats]:
    """Return a layer's numbers in the order of `MODEL`, the components folded in."""
    see = axes @ layer.see.weight.detach().numpy().T
    found = {
        "see": see,
        "bias": layer.see.bias.detach().numpy() - middle @ see,
        "feel": layer.feel.weight.detach().numpy().T,
        "say": layer.say.weight.detach().numpy().T,
        "heed": layer.heed.weight.detach().numpy().T,
        "heed_bias": layer.heed.bias.detach().numpy(),
        "tell": layer.tell.weight.detach().numpy().T,
        "tell_bias": layer.tell.bias.detach().numpy(),
        "beside": layer.beside.weight.detach().numpy().T,
        "beside_alone": layer.beside_alone.weight.detach().numpy().T,
    }
    return {name: found[name] for name in MODEL}


@click.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True)
@click.option("--data", type=click.Path(path_type=Path, exists=True), multiple=True, required=True)
@click.option("--fold", help="K/N: leave every Nth table out, from the Kth on")
@click.option("--seed", "seeds", type=int, multiple=True, default=SEEDS, help="of each layer")
def main(out: Path, data: tuple[Path, ...], fold: str | None, seeds: tuple[int, ...]) -> None:
    """Train and write the numbers; with --fold they are for judging the tables left out."""
    torch.set_num_threads(1)
    parts = [part for folder in data for part in load_parts(folder)]
    if fold:
        first, step = (int(word) for word in fold.split("/"))
        parts = [part for k, part in enumerate(parts) if k % step != first]
    out.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(out / NUMBERS, **train(parts, seeds))
    click.echo(f"{len(parts)} tables, {sum(len(part.photo) for part in parts)} squares")


if __name__ == "__main__":
    main()
