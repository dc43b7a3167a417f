# mypy: ignore-errors
# (torch and onnx, for training alone, are not installed with the project)
"""Train the network of `vision.levels` on what `vision.train.lessons` measured.

    python -m vision.train.levels --out vision/models --data MEASURES [--data MORE] --steps 6000

First a hidden layer learns to weigh the measures alone, which is quick. Then convolutions look at
the patch and add to the hidden layer what they see; at the start that is nothing. (PyTorch, AdamW,
cosine rate; onnx to write it down.) Every patch counts mirrored too; gains, noise,
missing channels and whole missing witnesses keep the network from trusting a single one, and piles
are pushed off their points by more than the tables have them. The seed is fixed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from vision.levels import FAR, KINDS, beside_usual
from vision.patches import CHANNELS, SIZE
from vision.sites import FEATURES
from vision.train.lessons import GRAIN, Part, load_parts

Floats = NDArray[np.float64]

HIDDEN = 24
PLAN = ((CHANNELS, 12, 4, 2), (12, 24, 3, 2), (24, 40, 3, 2), (40, 40, 5, 1), (40, HIDDEN, 1, 1))
"""(channels in, out, kernel, stride) of each convolution; the fourth sees the whole patch."""
BATCH = 128
RATE = 2e-3
QUICK, QUICK_RATE = 3000, 5e-3
"""Steps and rate for the measures alone."""
DECAY = 1e-2
TELL = 500
SEED = 7
STACKS = 0.1
"""The share of stacks among cubes that a reading expects; the tables to learn from have more."""
_SHY = 0.3
"""Noise on the measures, in their spreads."""
_MISSING = 0.08
"""How often a channel, the patch or the measures are missing."""
_SHADES = 6
"""So many channels are seen; the others are drawn and certain."""


class Net(nn.Module):
    """Patches and measures to the logarithms of KINDS."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.convs = nn.ModuleList(nn.Conv2d(i, o, k, s) for i, o, k, s in PLAN)
        self.first = nn.Linear(inputs, HIDDEN)
        self.last = nn.Linear(HIDDEN, len(KINDS))
        with torch.no_grad():
            self.convs[-1].weight.zero_()
            self.convs[-1].bias.zero_()

    def weigh(self, inputs: Tensor) -> Tensor:
        """Return logits (N, 4) from the measures alone."""
        out: Tensor = self.last(torch.tanh(self.first(inputs)))
        return out

    def forward(self, patches: Tensor, inputs: Tensor, keep: Tensor) -> Tensor:
        """Return logits (N, 4); keep (N, 2): whether the patch and the measures count."""
        x = patches
        for k, conv in enumerate(self.convs):
            x = conv(x)
            if k + 1 < len(self.convs):
                x = functional.relu(x)
        hidden = torch.tanh(self.first(inputs * keep[:, 1:]) + x.flatten(1) * keep[:, :1])
        out: Tensor = self.last(hidden)
        return out


def weights_of(kinds: NDArray[np.int64]) -> Floats:
    """Return how much each site counts (N,), so that stacks come to their expected share."""
    cubes, stacks = (kinds == KINDS.index("cube")).sum(), (kinds == KINDS.index("stack")).sum()
    fair = STACKS / (1 - STACKS) * cubes / max(stacks, 1)
    return np.where(kinds == KINDS.index("stack"), fair, 1.0)


def pushed(features: Floats, rng: np.random.Generator) -> Floats:
    """Return features (N, F) as if the piles stood further off their points, half of them."""
    at = [FEATURES.index(name) for name in ("out1", "out2", "across")]
    push = rng.normal(0, 0.6, (2, len(features))) * (rng.random(len(features)) < 0.5)
    changed = features.copy()
    changed[:, at[:2]] += push[0][:, None]
    changed[:, at[2]] = np.abs(changed[:, at[2]] + push[1])
    return changed


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """The sites of all tables together, and how their measures become inputs.

    owner: (N,) the table of each site; usual: (T, 2, F). scale: (F,), mean and spread: (2 F,).
    """

    features: Floats
    patches: NDArray[np.int8]
    kinds: NDArray[np.int64]
    owner: NDArray[np.int64]
    usual: Floats
    scale: Floats
    mean: Floats
    spread: Floats

    def inputs(self, features: Floats, usual: Floats) -> Floats:
        """Return what the network is given for features (N, F), usual (N, 2, F) at each."""
        away = np.clip((features - usual[:, 0]) / (usual[:, 1] + self.scale), -12, 12)
        return np.clip((np.hstack([features, away]) - self.mean) / self.spread, -FAR, FAR)

    def drawn(self, rows: NDArray[np.int64], rng: np.random.Generator) -> Tensor:
        """Return the inputs of some sites, pushed about and noisy."""
        moved = pushed(self.features[rows], rng)
        inputs = self.inputs(moved, self.usual[self.owner[rows]])
        return torch.from_numpy(inputs + rng.normal(0, _SHY, inputs.shape)).float()


def gathered(parts: Sequence[Part]) -> Material:
    """Return the sites of some tables together."""
    cubes = np.concatenate([part.features[part.kinds == KINDS.index("cube")] for part in parts])
    scale = 0.25 * cubes.std(axis=0)
    plain = np.concatenate([beside_usual(part.features, part.usual, scale) for part in parts])
    return Material(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.patches for part in parts]),
        np.concatenate([part.kinds for part in parts]),
        np.repeat(np.arange(len(parts)), [len(part.kinds) for part in parts]),
        np.stack([part.usual for part in parts]),
        scale,
        plain.mean(axis=0),
        plain.std(axis=0) + 1e-6,
    )


def train(material: Material, *, steps: int, tests: Sequence[Part] = ()) -> Net:
    """Return the network learned from some tables; tests only tell how it gets on."""
    rng = np.random.default_rng(SEED)
    torch.manual_seed(SEED)
    kinds = torch.from_numpy(material.kinds)
    weight = torch.from_numpy(weights_of(material.kinds)).float()
    net = Net(len(material.mean))
    quick = [*net.first.parameters(), *net.last.parameters()]
    adam = torch.optim.AdamW(quick, lr=QUICK_RATE, weight_decay=DECAY)
    for step in range(QUICK):
        _set_rate(adam, (QUICK_RATE,), step / QUICK)
        rows = rng.integers(0, len(kinds), 1024)
        _learn(adam, net.weigh(material.drawn(rows, rng)), kinds[rows], weight[rows])
    if tests:
        click.echo("measures alone: " + judged(net, tests, material))
    groups = [{"params": net.convs.parameters()}, {"params": quick}]
    adam = torch.optim.AdamW(groups, weight_decay=DECAY)
    losses: list[float] = []
    for step in range(steps):
        _set_rate(adam, (RATE * min(1.0, (step + 1) / 100), RATE / 4), step / steps)
        rows = rng.integers(0, len(kinds), BATCH)
        views, keep = _spoilt(material.patches[rows], rng)
        out = net(views, material.drawn(rows, rng), keep)
        losses.append(_learn(adam, out, kinds[rows], weight[rows]))
        if (step + 1) % TELL == 0:
            line = f"step {step + 1}: {np.mean(losses[-200:]):.4f} "
            click.echo(line + (judged(net, tests, material) if tests else ""))
    return net.eval()


def _set_rate(adam: torch.optim.Optimizer, rates: Sequence[float], done: float) -> None:
    """Set the rates of an optimizer's groups along a cosine."""
    for group, rate in zip(adam.param_groups, rates, strict=True):
        group["lr"] = rate * 0.5 * (1 + np.cos(np.pi * done))


def _learn(adam: torch.optim.Optimizer, out: Tensor, kinds: Tensor, weight: Tensor) -> float:
    """Take one step; return the loss."""
    loss = (functional.cross_entropy(out, kinds, reduction="none") * weight).mean()
    adam.zero_grad()
    loss.backward()
    adam.step()
    return float(loss.detach())


def _spoilt(patches: NDArray[np.int8], rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Return patches as other tables might have shown them, and what is kept (N, 2)."""
    count = len(patches)
    views = torch.from_numpy(patches.astype(np.float32) / GRAIN)
    flip = torch.from_numpy(rng.random(count) < 0.5)
    views[flip] = views[flip].flip(3)
    gain = rng.uniform(0.6, 1.15, (count, _SHADES)) * (rng.random((count, _SHADES)) > _MISSING)
    views[:, :_SHADES] *= torch.from_numpy(gain).float()[:, :, None, None]
    views[:, :_SHADES] += 0.05 * torch.randn(count, _SHADES, SIZE, SIZE)
    keep = rng.random((count, 2)) > _MISSING
    keep[keep.sum(axis=1) == 0] = True
    return views, torch.from_numpy(keep).float()


def judged(net: Net, parts: Sequence[Part], material: Material) -> str:
    """Return in words how well the network reads some tables."""
    wrong = levels = 0
    doubt: list[float] = []
    for part in parts:
        usual = np.broadcast_to(part.usual, (len(part.kinds), *part.usual.shape))
        inputs = torch.from_numpy(material.inputs(part.features, usual)).float()
        views = torch.from_numpy(part.patches.astype(np.float32) / GRAIN)
        with torch.no_grad():
            out = net(views, inputs, torch.ones(len(views), 2)).log_softmax(1).numpy()
        best, kinds = out.argmax(axis=1), part.kinds
        wrong += int((best != kinds).sum())
        levels += int(((best != kinds) & (best >= 2) & (kinds >= 2)).sum())
        doubt += list(-out[np.arange(len(kinds)), kinds])
    return f"{wrong} of {len(doubt)} wrong, {levels} levels; loss {np.mean(doubt):.4f}"


def write(net: Net, material: Material, folder: Path) -> None:
    """Write levels.json and levels.onnx."""
    numbers = {
        **{name: getattr(material, name) for name in ("scale", "mean", "spread")},
        "first": net.first.weight.detach().numpy().T,
        "bias": net.first.bias.detach().numpy(),
        "second": net.last.weight.detach().numpy().T,
        "last": net.last.bias.detach().numpy(),
    }
    lines = []
    for name, value in numbers.items():
        short = np.array([float(f"{number:.5g}") for number in value.ravel()])
        lines.append(f'"{name}": {json.dumps(short.reshape(value.shape).tolist())}')
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (folder / "levels.json").write_text(text, encoding="utf-8")
    weights, nodes, last = [], [], "patches"
    for k, (conv, plan) in enumerate(zip(net.convs, PLAN, strict=True)):
        assert isinstance(conv, nn.Conv2d)
        assert conv.bias is not None
        weights += [
            numpy_helper.from_array(conv.weight.detach().numpy(), f"w{k}"),
            numpy_helper.from_array(conv.bias.detach().numpy(), f"b{k}"),
        ]
        name = f"conv{k}" if k + 1 < len(PLAN) else "seen"
        nodes.append(
            helper.make_node(
                *("Conv", [last, f"w{k}", f"b{k}"], [name]),
                kernel_shape=[plan[2]] * 2,
                strides=[plan[3]] * 2,
                pads=[0] * 4,
            )
        )
        last = name
        if k + 1 < len(PLAN):
            nodes.append(helper.make_node("Relu", [last], [f"relu{k}"]))
            last = f"relu{k}"
    shape = ["n", CHANNELS, SIZE, SIZE]
    graph = helper.make_graph(
        *(nodes, "levels"),
        [helper.make_tensor_value_info("patches", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("seen", TensorProto.FLOAT, ["n", HIDDEN, 1, 1])],
        weights,
    )
    onnx_model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(onnx_model)
    onnx.save(onnx_model, str(folder / "levels.onnx"))


@click.command()
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--data", type=click.Path(path_type=Path), multiple=True, required=True)
@click.option("--test", type=click.Path(path_type=Path), help="measures to tell progress by")
@click.option("--steps", type=int, default=6000)
def main(out: Path, data: tuple[Path, ...], test: Path | None, steps: int) -> None:
    """Train on some measures and write the network into a folder."""
    torch.set_num_threads(1)
    parts = [part for folder in data for part in load_parts(folder)]
    count = sum(len(part.kinds) for part in parts)
    click.echo(f"{len(parts)} tables, {count} sites, {len(FEATURES)} measures")
    material = gathered(parts)
    tests = load_parts(test) if test else []
    write(train(material, steps=steps, tests=tests), material, out)


if __name__ == "__main__":
    main()
