"""Make the training material: episodes of crops, each from one made-up set of pieces.

    python -m vision.train.episodes --out DIR --seed 1 --count 4000 --families train [--relief]

An episode is one colour of one set in one light: six faces, some copies each. Files `NNNN.npz`
hold 100 episodes: crops (E, 6, C, 40, 40) uint8, quarters (E, 6, C) uint8 and alike (E, 6, 4)
float32 (how unlike each symbol is to itself after 0..3 quarter turns).
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from vision.render.crops import Slip, episode, random_setting
from vision.render.look import Finish, SetLook
from vision.render.looks import Difficulty, random_set
from vision.render.shapes import ANY, DIRECTED, TWO_WAY
from vision.render.symbols import FACES, unlikeness

HELD_OUT = frozenset(
    {
        *("crescent", "rays", "polygon", "spiral", "letter"),
        *("fork", "mushroom", "cup"),
        *("ladder", "hourglass", "wave"),
    }
)
"""Families of symbols that training never sees, so that measuring on them is honest."""

_EVERY = frozenset({*ANY, *DIRECTED, *TWO_WAY})
FAMILIES = {"all": _EVERY, "train": _EVERY - HELD_OUT, "held-out": HELD_OUT}
PER_FILE = 100
_EASY, _USUAL, _HARD = Difficulty
_DIFFICULTY = (_EASY, _USUAL, _USUAL, _HARD, _HARD)
_FAINT = (0.0, 0.0, 0.1, 0.2)
"""How much ink hides of the ground in sets of reliefs: mostly nothing."""


def relief_set(rng: Generator, difficulty: Difficulty, families: Collection[str]) -> SetLook:
    """Return a random engraved set that was not inked, or hardly."""
    if difficulty is _EASY:  # none of these is engraved
        difficulty = _USUAL
    while True:
        pieces = random_set(rng, difficulty, families=families)
        if pieces.finish is Finish.ENGRAVED:
            return replace(pieces, cover=float(rng.choice(_FAINT)))


def write_episodes(
    out: Path, seed: int, count: int, *, families: str, relief: bool = False, copies: int = 6
) -> None:
    """Write `count` episodes; two colours of each set, the same seed the same files.

    relief: engraved sets alone, without ink or nearly so (`relief_set`).
    """
    out.mkdir(parents=True, exist_ok=True)
    for number in range(-(-count // PER_FILE)):
        path = out / f"{seed:03d}-{number:04d}.npz"
        if path.exists():
            continue
        rng = np.random.default_rng([seed, number, 77])
        crops, quarters, alike = [], [], []
        for k in range(PER_FILE // 2):
            difficulty = _DIFFICULTY[k % len(_DIFFICULTY)]
            make = relief_set if relief else random_set
            pieces = make(rng, difficulty, families=FAMILIES[families])
            drawings = dict(pieces.symbols)
            unlike = [unlikeness(drawings[f], drawings[f], pen=pieces.hand.pen) for f in FACES]
            for colour in ("brown", "blue"):
                setting = random_setting(rng, difficulty, pieces)
                made = episode(pieces, colour, setting, copies=copies, slip=Slip(), rng=rng)
                crops.append(made[0])
                quarters.append(made[1])
                alike.append(unlike)
        part = path.with_suffix(".part.npz")
        np.savez(
            part,
            crops=np.stack(crops),
            quarters=np.stack(quarters),
            alike=np.asarray(alike, np.float32),
        )
        part.rename(path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write episodes, as the module's docstring says."""
    parser = argparse.ArgumentParser(description="Make training material for the face embedding.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--families", choices=sorted(FAMILIES), default="train")
    parser.add_argument("--relief", action="store_true", help="engraved sets without ink")
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    write_episodes(
        *(asked.out, asked.seed, asked.count), families=asked.families, relief=asked.relief
    )


if __name__ == "__main__":
    main()
