# mypy: ignore-errors
# (torch, for training alone, is not installed with the project)
"""Train the numbers of `vision.lying` on what `vision.train.cocked_lessons` measured.

    python -m vision.train.cocked --out vision/models --data MEASURES [--fold K/N] [--beside OLD]

The coarse copies of the patches are taken apart into their main components (so that few numbers are
learned), then a small layer that is the same for all copies learns with the measures which cubes
lean and which lie on another one (PyTorch, AdamW, cosine rate); three of them with different seeds.
Noise and missing measures keep them from trusting a single one. A cube that leans by 4 degrees
counts as flat, one by 12 as leaning, those between in part. The seeds and steps are fixed. With
--fold every Nth table is left out, so that it can be judged. With --beside the layers of an earlier
file are averaged with the new ones: they learned on other tables.
"""

from __future__ import annotations

from collections.abc import Sequence
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

COMPONENTS, HIDDEN, ALONE = 120, 24, 12
SEEDS = (0, 1, 2)
STEPS, BATCH, RATE, DECAY = 1200, 128, 3e-3, 0.05
FLAT_DEG, LEANING_DEG = 4.0, 12.0
_RARE = 3.0
"""Cubes that don't lie flat are drawn so many times more often."""
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

    def forward(self, seen: Tensor, measures: Tensor) -> Tensor:
        """Return log odds (N, 2)."""
        hidden = torch.relu(self.see(seen) + self.feel(measures)[:, None])
        said = self.say(functional.dropout(hidden, _DROPPED, self.training))
        turns = said.view(len(said), 4, 2, 2).mean(2)
        alone = self.tell(torch.tanh(self.heed(measures)))
        return torch.logsumexp(turns, 1) - float(np.log(4)) + alone


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


def train(parts: Sequence[Part]) -> dict[str, Floats]:
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
    counts = torch.from_numpy(np.column_stack([level == 0, level >= 0])).float()
    chance = np.where(rare, _RARE, 1.0) * (level >= 0)
    learned = []
    for seed in SEEDS:
        torch.manual_seed(seed)
        rng = np.random.default_rng(seed)
        layer = Layer(measures.shape[1])
        adam = torch.optim.AdamW(layer.parameters(), weight_decay=DECAY)
        for step in range(STEPS):
            adam.param_groups[0]["lr"] = RATE * 0.5 * (1 + np.cos(np.pi * step / STEPS))
            rows = rng.choice(len(split), BATCH, p=chance / chance.sum())
            views = split[rows] + _BLURRED * torch.randn(BATCH, 8, COMPONENTS)
            felt = scaled[rows] + _SHY * torch.randn(BATCH, scaled.shape[1])
            out = layer(views, felt * (torch.rand(BATCH, 1) > _MISSING))
            loss = functional.binary_cross_entropy_with_logits(out, targets[rows], counts[rows])
            adam.zero_grad()
            loss.backward()
            adam.step()
        learned.append(numbers(layer, middle, axes))
    return {"mean": mean, "spread": spread} | {
        name: np.stack([part[name] for part in learned]).astype(np.float32) for name in MODEL
    }


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
    }
    return {name: found[name] for name in MODEL}


def joined(new: dict[str, Floats], old: dict[str, Floats]) -> dict[str, Floats]:
    """Return the layers of both; the old ones may know only the first of the measures."""
    known = len(old["mean"])
    mean, spread = new["mean"][:known], new["spread"][:known]
    stretch, shift = spread / old["spread"], (mean - old["mean"]) / old["spread"]
    more = dict(old)
    for weights, bias in (("feel", "bias"), ("heed", "heed_bias")):
        told = old[weights].astype(np.float64)
        unknown = np.zeros((len(told), len(new["mean"]) - known, told.shape[2]))
        more[weights] = np.concatenate([told * stretch[:, None], unknown], axis=1)
        more[bias] = old[bias] + np.einsum("f,kfh->kh", shift, told)
    return {"mean": new["mean"], "spread": new["spread"]} | {
        name: np.concatenate([new[name], more[name]]).astype(np.float32) for name in MODEL
    }


@click.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True)
@click.option("--data", type=click.Path(path_type=Path, exists=True), multiple=True, required=True)
@click.option("--fold", help="K/N: leave every Nth table out, from the Kth on")
@click.option("--beside", type=click.Path(path_type=Path, exists=True), help="earlier numbers")
def main(out: Path, data: tuple[Path, ...], fold: str | None, beside: Path | None) -> None:
    """Train and write the numbers; with --fold they are for judging the tables left out."""
    torch.set_num_threads(1)
    parts = [part for folder in data for part in load_parts(folder)]
    if fold:
        first, step = (int(word) for word in fold.split("/"))
        parts = [part for k, part in enumerate(parts) if k % step != first]
    out.mkdir(parents=True, exist_ok=True)
    found = train(parts)
    if beside is not None:
        with np.load(beside) as kept:
            found = joined(found, {name: kept[name] for name in ("mean", "spread", *MODEL)})
    np.savez_compressed(out / NUMBERS, **found)
    click.echo(f"{len(parts)} tables, {sum(len(part.photo) for part in parts)} squares")


if __name__ == "__main__":
    main()
