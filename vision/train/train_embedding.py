# mypy: ignore-errors
# (torch and onnx, for training alone, are not installed with the project)
# ruff: noqa: T201 (a command of its own, which tells how it gets on)
"""Train the face embedding and write it as ONNX.

    python -m vision.train.train_embedding --data DIR [--more DIR] --out face_embedding.onnx
        [--minutes 22] [--start WEIGHTS.pt] [--keep WEIGHTS.pt]

Prototypical episodes (Snell 2017): of each face some crops are examples, turned upright and then
embedded in all four quarter turns; their means are prototypes (face, turn). Each other crop must
find its own face and turn among the 24 prototypes of its set; turns that leave a symbol as it is
count as right, turns that hardly change it are left out. Whole episodes are mirrored at random,
which doubles the art. One thread, one seed; needs torch and onnx.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional

SAME, DOUBTFUL = 0.2, 0.35
LENGTH = 64


class Net(nn.Module):
    """40 x 40 grey -> LENGTH: six convolutions with batch norm, the last sees the whole face."""

    PLAN = (
        *((1, 24, 5, 2, 2), (24, 32, 3, 2, 1), (32, 48, 3, 1, 1), (48, 64, 3, 1, 1)),
        *((64, 96, 3, 2, 1), (96, LENGTH, 5, 1, 0)),
    )
    """(channels in, out, kernel, stride, padding) of each convolution."""

    def __init__(self) -> None:
        super().__init__()
        self.convs = nn.ModuleList(
            nn.Conv2d(i, o, k, s, p, bias=False) for i, o, k, s, p in self.PLAN
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(plan[1]) for plan in self.PLAN)
        self.warmth = nn.Parameter(torch.tensor(2.3))

    def forward(self, crops: Tensor) -> Tensor:
        """Return unit vectors (N, LENGTH) of normalised crops (N, 1, 40, 40)."""
        x = crops
        for k, (conv, norm) in enumerate(zip(self.convs, self.norms, strict=True)):
            x = norm(conv(x))
            if k + 1 < len(self.convs):
                x = functional.relu(x)
        return functional.normalize(x.flatten(1), dim=1)


def normalise(crops: Tensor) -> Tensor:
    """Do what `vision.embedding.normalised` does, on (..., 40, 40)."""
    middle = crops[..., 5:-5, 5:-5]
    mean = middle.mean((-2, -1), keepdim=True)
    spread = middle.std((-2, -1), keepdim=True, unbiased=False)
    return ((crops - mean) / spread.clamp(min=1e-6)).clamp(-3, 3)


class Store:
    """All episodes found in some folders; looks for new files when asked."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders, self.seen = folders, set[Path]()
        self.parts: list[tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.float32]]] = []

    def refresh(self) -> int:
        """Load new files; return the number of episodes."""
        for folder in self.folders:
            for path in sorted(folder.glob("[0-9]*-[0-9]*.npz")):
                if path not in self.seen and ".part" not in path.name:
                    with np.load(path) as data:
                        self.parts.append((data["crops"], data["quarters"], data["alike"]))
                    self.seen.add(path)
        return sum(len(part[0]) for part in self.parts)

    def draw(self, count: int, rng: Generator) -> tuple[Tensor, Tensor, Tensor]:
        """Return crops (B, 6, C, 40, 40), quarters (B, 6, C) and unlikeness (B, 6, 4)."""
        picks = []
        for _ in range(count):
            part = self.parts[int(rng.integers(len(self.parts)))]
            k = int(rng.integers(len(part[0])))
            crops, quarters, alike = part[0][k], part[1][k].astype(np.int64), part[2][k]
            if rng.random() < 0.5:
                crops, quarters = crops[..., ::-1], -quarters % 4
                alike = alike[:, [0, 3, 2, 1]]
            order = rng.permutation(crops.shape[1])
            picks.append((crops[:, order], quarters[:, order], alike))
        return (
            torch.from_numpy(np.stack([p[0] for p in picks]).astype(np.float32)),
            torch.from_numpy(np.stack([p[1] for p in picks])),
            torch.from_numpy(np.stack([p[2] for p in picks]).astype(np.float32)),
        )


def disturbed(crops: Tensor, rng: Generator) -> Tensor:
    """Return crops (M, 40, 40) with further noise, ramps of brightness and gamma."""
    count = len(crops)

    def some(low: float, high: float) -> Tensor:
        return torch.from_numpy(rng.uniform(low, high, (count, 1, 1)).astype(np.float32))

    ramp = torch.linspace(-1, 1, crops.shape[-1])
    shade = 1 + some(-0.25, 0.25) * ramp[None, None, :] + some(-0.25, 0.25) * ramp[None, :, None]
    crops = (crops / 255).clamp(0, 1) ** some(0.75, 1.33) * shade
    noise = torch.from_numpy(rng.standard_normal(crops.shape, dtype=np.float32))
    return crops + noise * some(0, 0.012)


def turned(crops: Tensor, quarters: Tensor) -> Tensor:
    """Return each crop (M, 40, 40) turned counter-clockwise by its quarters (M,)."""
    out = torch.empty_like(crops)
    for k in range(4):
        pick = quarters == k
        if bool(pick.any()):
            out[pick] = torch.rot90(crops[pick], k, (1, 2))
    return out


def loss_of(
    net: Net, batch: tuple[Tensor, Tensor, Tensor], examples: int, rng: Generator
) -> Tensor:
    """Return the mean loss and leave the share of right answers in `net.right`."""
    crops, quarters, alike = batch
    sets, faces, copies = crops.shape[:3]
    upright = turned(
        disturbed(crops[:, :, :examples].reshape(-1, *crops.shape[3:]), rng),
        (-quarters[:, :, :examples]).reshape(-1) % 4,
    )
    four = torch.stack([torch.rot90(upright, k, (1, 2)) for k in range(4)], dim=1)
    asked = disturbed(crops[:, :, examples:].reshape(-1, *crops.shape[3:]), rng)
    both = normalise(torch.cat([four.flatten(0, 1), asked]))[:, None]
    vectors = net(both)
    shown = vectors[: len(four) * 4].view(sets, faces, examples, 4, LENGTH).mean(2)
    shown = functional.normalize(shown, dim=-1).view(sets, faces * 4, LENGTH)
    queries = vectors[len(four) * 4 :].view(sets, faces * (copies - examples), LENGTH)
    logits = torch.bmm(queries, shown.transpose(1, 2)) * net.warmth.exp().clamp(max=60)
    logits = logits.view(sets, faces, copies - examples, faces, 4)
    turn = (torch.arange(4)[None, None, None] - quarters[:, :, examples:, None]) % 4
    unlike = torch.gather(alike[:, :, None].expand(-1, -1, copies - examples, -1), 3, turn)
    own = torch.eye(faces, dtype=torch.bool)[None, :, None, :, None]
    good = own & (unlike < SAME)[:, :, :, None, :]
    doubt = own & ((unlike >= SAME) & (unlike < DOUBTFUL))[:, :, :, None, :]
    logits = logits.masked_fill(doubt, -1e4)
    flat, good = logits.flatten(3), good.expand_as(logits).flatten(3)
    loss = torch.logsumexp(flat, -1) - torch.logsumexp(flat.masked_fill(~good, -1e4), -1)
    best = flat.argmax(-1, keepdim=True)
    net.right = float(torch.gather(good, 3, best).float().mean())
    return loss.mean()


def train(net: Net, store: Store, *, minutes: float, seed: int, sets: int, rate: float) -> None:
    """Train for some minutes with a one-cycle learning rate; prints progress."""
    rng = np.random.default_rng(seed)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    start, step, shown, lost = time.time(), 0, 0.0, 0.0
    net.train()
    while (share := (time.time() - start) / (60 * minutes)) < 1:
        if step % 100 == 0:
            known = store.refresh()
        warm = min(1.0, step / 100)
        for group in optimiser.param_groups:
            group["lr"] = rate * warm * 0.5 * (1 + np.cos(np.pi * share))
        examples = int(rng.integers(1, 4))
        loss = loss_of(net, store.draw(sets, rng), examples, rng)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        step += 1
        shown, lost = 0.98 * shown + 0.02 * net.right, 0.98 * lost + 0.02 * float(loss)
        if step % 100 == 0:
            fade = 1 - 0.98**step
            print(
                f"{time.time() - start:6.0f} s step {step} sets {known} loss {lost / fade:.3f} "
                f"right {shown / fade:.4f} warmth {float(net.warmth.exp()):.1f}",
                flush=True,
            )


def write_onnx(net: Net, path: Path) -> None:
    """Write convolutions with the batch norms folded in; the vectors are not yet of length 1."""
    nodes, weights, last = [], [], "crops"
    for k, (conv, norm) in enumerate(zip(net.convs, net.norms, strict=True)):
        factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        weight = (conv.weight * factor[:, None, None, None]).detach().numpy()
        bias = (norm.bias - norm.running_mean * factor).detach().numpy()
        weights += [
            numpy_helper.from_array(weight, f"w{k}"),
            numpy_helper.from_array(bias, f"b{k}"),
        ]
        _, _, kernel, stride, pad = net.PLAN[k]
        name = f"conv{k}" if k + 1 < len(net.convs) else "vectors"
        nodes.append(
            helper.make_node(
                *("Conv", [last, f"w{k}", f"b{k}"], [name]),
                kernel_shape=[kernel, kernel],
                strides=[stride, stride],
                pads=[pad] * 4,
            )
        )
        last = name
        if k + 1 < len(net.convs):
            nodes.append(helper.make_node("Relu", [last], [f"relu{k}"]))
            last = f"relu{k}"
    graph = helper.make_graph(
        *(nodes, "face_embedding"),
        [helper.make_tensor_value_info("crops", TensorProto.FLOAT, ["n", 1, 40, 40])],
        [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["n", LENGTH, 1, 1])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, as the module's docstring says."""
    parser = argparse.ArgumentParser(description="Train the face embedding.")
    parser.add_argument("--data", type=Path, action="append", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=22)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", type=int, default=8)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args(arguments)
    torch.set_num_threads(1)
    torch.manual_seed(asked.seed)
    net = Net()
    if asked.start:
        net.load_state_dict(torch.load(asked.start, weights_only=True))
    print(sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    store = Store(asked.data)
    train(net, store, minutes=asked.minutes, seed=asked.seed, sets=asked.sets, rate=asked.rate)
    net.eval()
    write_onnx(net, asked.out)
    if asked.keep:
        torch.save(net.state_dict(), asked.keep)


if __name__ == "__main__":
    main()
