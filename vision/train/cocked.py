# mypy: ignore-errors
# (torch and onnx, for training alone, are not installed with the project)
"""Train the networks of `vision.lying` on what `vision.train.cocked_lessons` measured.

    python -m vision.train.cocked --out FOLDER --data MEASURES [--only K] [--fold K/N]

Convolutions look at the whole patches and a hidden layer hears the measures with them (PyTorch,
AdamW, cosine rate; onnx to write it down). Whole rolls are drawn, those that are judged badly more
often, each of their squares turned and mirrored anyhow; gains, light, noise, missing channels and
whole missing witnesses keep a network from trusting a single one. A cube that leans by 4 degrees
counts as flat, one by 12 as leaning, those between in part. One network is learned for each plan,
and they are averaged. The steps are fixed. Networks that are in FOLDER (K.pt) are not learned anew;
with --only a single one is, so that several can be at once. With --fold every Nth table is left
out, so that it can be judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from vision.lying import EYES, FAR, MODEL, NUMBERS
from vision.roll_patches import CHANNELS, DRAWN, SIZE
from vision.train.cocked_lessons import GRAIN, Part, load_parts

Floats = NDArray[np.float64]

HIDDEN = 32
PLANS = (
    ((CHANNELS, 16, 4, 2), (16, 24, 3, 2), (24, 32, 3, 2), (32, 40, 3, 1), (40, HIDDEN, 3, 1)),
    ((CHANNELS, 12, 4, 2), (12, 20, 3, 2), (20, 32, 3, 2), (32, HIDDEN, 5, 1)),
)
"""(channels in, out, kernel, stride) of each network's convolutions; the last sees the whole patch.
The seed of each is its place."""
STEPS, ROLLS, RATE, DECAY = 3000, 8, 2.5e-3, 0.05
FLAT_DEG, LEANING_DEG = 4.0, 12.0
_SLOW = 100
"""So many steps the rate grows."""
_RARE = 3.0
"""Cubes that don't lie flat count so many times more."""
_FEWEST = 6
"""Rolls of which fewer squares were found are not learned from."""
_KEPT, _PLAIN, _EASIEST, _HARDEST = 0.6, 0.12, 0.3, 2.0
"""A roll is drawn by its loss over `_PLAIN`, between the last two; so much of what it was is kept
each time that it is drawn."""
_SEEN = CHANNELS - DRAWN
_MISSING, _NOISE, _LIGHT = 0.05, 0.06, 0.08
"""How often a channel is missing, noise on what is seen, and how much brighter a roll may be."""
_SHY = 0.3
"""Noise on the measures, in their spreads."""
_BLIND, _DEAF, _DROPPED = 0.08, 0.25, 0.2
"""How often a patch, the measures, and what is heard of both, are missing."""


class Eyes(nn.Module):
    """Patches (N, C, H, W) and measures (N, F) to log odds (N, 2)."""

    def __init__(self, plan: int, measures: int) -> None:
        super().__init__()
        self.convs = nn.ModuleList(nn.Conv2d(i, o, k, s) for i, o, k, s in PLANS[plan])
        self.feel = nn.Linear(measures, HIDDEN)
        self.beside = nn.Linear(HIDDEN, HIDDEN, bias=False)
        self.say = nn.Linear(HIDDEN, 2)
        nn.init.zeros_(self.beside.weight)

    def forward(self, patches: Tensor, measures: Tensor, roll: Tensor, keep: Tensor) -> Tensor:
        """Return log odds; roll: (N,) whose each is; keep: (N, 2) whether each witness counts."""
        seen = patches
        for k, conv in enumerate(self.convs):
            seen = conv(seen if k == 0 else functional.relu(seen))
        hidden = seen.flatten(1) * keep[:, :1] + self.feel(measures) * keep[:, 1:]
        hidden = torch.tanh(hidden + self.beside(usual(hidden, roll))[roll])
        return self.say(functional.dropout(hidden, _DROPPED, self.training))


def usual(values: Tensor, roll: Tensor) -> Tensor:
    """Return the medians (R, H) of values (N, H) in each roll."""
    rolls = range(int(roll.max()) + 1)
    return torch.stack([values[roll == k].quantile(0.5, dim=0) for k in rolls])


def scales(parts: Sequence[Part]) -> tuple[Floats, Floats]:
    """Return mean and spread (F,) of the measures."""
    measures = np.concatenate([part.measures for part in parts])
    return measures.mean(axis=0), measures.std(axis=0) + 1e-6


def rolls_of(parts: Sequence[Part]) -> list[NDArray[np.int64]]:
    """Return the rows of all squares roll by roll."""
    sizes = [len(part.photo) for part in parts]
    table = np.repeat(np.arange(len(parts)), sizes)
    photo = np.concatenate([part.photo for part in parts])
    each = np.unique(np.column_stack([table, photo]), axis=0, return_inverse=True)[1].ravel()
    rows = [np.flatnonzero(each == k) for k in range(each.max() + 1)]
    return [row for row in rows if len(row) >= _FEWEST]


def learned(parts: Sequence[Part], plan: int) -> Eyes:
    """Return a network of a plan that learned from some tables."""
    mean, spread = scales(parts)
    measures = np.concatenate([part.measures for part in parts])
    felt = torch.from_numpy(np.clip((measures - mean) / spread, -FAR, FAR)).float()
    patches = torch.from_numpy(np.concatenate([part.patches for part in parts]))
    lean = np.concatenate([part.lean_deg for part in parts])
    level = np.concatenate([part.level for part in parts])
    leaning = np.clip((lean - FLAT_DEG) / (LEANING_DEG - FLAT_DEG), 0, 1)
    targets = torch.from_numpy(np.column_stack([leaning, level > 0])).float()
    counts = np.where((lean > 0) | (level > 0), _RARE, 1.0)[:, None]
    counts = torch.from_numpy(np.column_stack([level == 0, level >= 0]) * counts).float()
    rolls = rolls_of(parts)
    torch.manual_seed(plan)
    rng = np.random.default_rng(plan)
    net = Eyes(plan, measures.shape[1])
    adam = torch.optim.AdamW(net.parameters(), weight_decay=DECAY)
    hard = np.ones(len(rolls))
    for step in range(STEPS):
        rate = RATE * min(1.0, (step + 1) / _SLOW) * 0.5 * (1 + np.cos(np.pi * step / STEPS))
        adam.param_groups[0]["lr"] = rate
        drawn = rng.choice(len(rolls), ROLLS, replace=False, p=hard / hard.sum())
        rows = np.concatenate([rolls[k] for k in drawn])
        whose = np.repeat(np.arange(ROLLS), [len(rolls[k]) for k in drawn])
        views = spoilt(patches[rows].float() / GRAIN, whose, rng)
        keep = rng.random((len(rows), 2)) > (_BLIND, _DEAF)
        keep[keep.sum(axis=1) == 0] = True
        shy = felt[rows] + _SHY * torch.randn(len(rows), felt.shape[1])
        out = net(views, shy, torch.from_numpy(whose), torch.from_numpy(keep).float())
        loss = functional.binary_cross_entropy_with_logits(out, targets[rows], reduction="none")
        loss = loss * counts[rows]
        adam.zero_grad()
        loss.mean().backward()
        adam.step()
        lost = np.bincount(whose, loss.detach().sum(1).numpy()) / np.bincount(whose)
        worse = np.clip(lost / _PLAIN, _EASIEST, _HARDEST)
        hard[drawn] = _KEPT * hard[drawn] + (1 - _KEPT) * worse
    return net.eval()


def spoilt(views: Tensor, whose: NDArray[np.int64], rng: np.random.Generator) -> Tensor:
    """Return patches turned, mirrored, and as other tables and lights might have shown them."""
    count, rolls = len(views), int(whose.max()) + 1
    way = rng.integers(0, 8, count)
    turned = torch.empty_like(views)
    for k in range(8):
        some = np.flatnonzero(way == k)
        if len(some):
            turn = torch.rot90(views[some], k % 4, (2, 3))
            turned[some] = turn.flip(3) if k >= 4 else turn
    gain = rng.uniform(0.7, 1.2, (rolls, _SEEN))[whose] * rng.uniform(0.9, 1.1, (count, _SEEN))
    gain = gain * (rng.random((count, _SEEN)) > _MISSING)
    turned[:, :_SEEN] *= torch.from_numpy(gain).float()[:, :, None, None]
    light = rng.normal(0, _LIGHT, (rolls, _SEEN - 3))[whose]
    turned[:, 3:_SEEN] += torch.from_numpy(light).float()[:, :, None, None]
    down, right = (int(step) for step in rng.integers(-1, 2, 2))
    turned = torch.roll(turned, (down, right), (2, 3))
    turned[:, :_SEEN] += _NOISE * torch.randn(count, _SEEN, SIZE, SIZE)
    return turned


def write(nets: Sequence[Eyes], parts: Sequence[Part], folder: Path) -> None:
    """Write the convolutions, side by side, and the numbers beside them."""
    mean, spread = scales(parts)
    numbers: dict[str, list[Floats]] = {name: [] for name in MODEL}
    weights, nodes = [], []
    for n, net in enumerate(nets):
        # What is felt and its bias are one sum: the bias is told to the last convolution.
        found = {
            "feel": net.feel.weight.T,
            "beside": net.beside.weight.T,
            "say": net.say.weight.T,
            "say_bias": net.say.bias,
        }
        for name in MODEL:
            numbers[name].append(found[name].detach().numpy())
        last = "patches"
        for k, conv in enumerate(net.convs):
            bias = conv.bias if k + 1 < len(net.convs) else conv.bias + net.feel.bias
            weights += [
                numpy_helper.from_array(conv.weight.detach().numpy(), f"w{n}{k}"),
                numpy_helper.from_array(bias.detach().numpy(), f"b{n}{k}"),
            ]
            nodes.append(
                helper.make_node(
                    *("Conv", [last, f"w{n}{k}", f"b{n}{k}"], [f"conv{n}{k}"]),
                    kernel_shape=conv.kernel_size,
                    strides=conv.stride,
                    pads=[0] * 4,
                )
            )
            last = f"conv{n}{k}"
            if k + 1 < len(net.convs):
                nodes.append(helper.make_node("Relu", [last], [f"relu{n}{k}"]))
                last = f"relu{n}{k}"
    ends = [f"conv{n}{len(net.convs) - 1}" for n, net in enumerate(nets)]
    nodes.append(helper.make_node("Concat", ends, ["seen"], axis=1))
    shapes = ["n", CHANNELS, SIZE, SIZE], ["n", HIDDEN * len(nets), 1, 1]
    graph = helper.make_graph(
        *(nodes, "lying"),
        [helper.make_tensor_value_info("patches", TensorProto.FLOAT, shapes[0])],
        [helper.make_tensor_value_info("seen", TensorProto.FLOAT, shapes[1])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, str(folder / EYES))
    stacked = {name: np.stack(found).astype(np.float32) for name, found in numbers.items()}
    np.savez_compressed(folder / NUMBERS, mean=mean, spread=spread, **stacked)


def _tables(data: Sequence[Path], fold: str | None) -> list[Part]:
    """Return the tables to learn from."""
    parts = [part for folder in data for part in load_parts(folder)]
    if fold:
        first, step = (int(word) for word in fold.split("/"))
        parts = [part for k, part in enumerate(parts) if k % step != first]
    return parts


@click.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True)
@click.option("--data", type=click.Path(path_type=Path, exists=True), multiple=True, required=True)
@click.option("--only", type=click.IntRange(0, len(PLANS) - 1), help="learn this network alone")
@click.option("--fold", help="K/N: leave every Nth table out, from the Kth on")
def main(out: Path, data: tuple[Path, ...], only: int | None, fold: str | None) -> None:
    """Learn the networks that are not in OUT; with all there write what `vision.lying` reads."""
    torch.set_num_threads(1)
    out.mkdir(parents=True, exist_ok=True)
    parts = _tables(data, fold)
    click.echo(f"{len(parts)} tables, {sum(len(part.photo) for part in parts)} squares")
    nets = []
    for plan in range(len(PLANS)) if only is None else [only]:
        kept = out / f"{plan}.pt"
        if not kept.exists():
            torch.save(learned(parts, plan).state_dict(), kept)
        net = Eyes(plan, parts[0].measures.shape[1])
        net.load_state_dict(torch.load(kept))
        nets.append(net.eval())
    if only is None:
        write(nets, parts, out)


if __name__ == "__main__":
    main()
