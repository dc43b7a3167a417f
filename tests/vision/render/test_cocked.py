"""Rolls with cocked cubes: they lean, stand on something, and are in nobody's way."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.render.bodies import cube_box
from vision.render.cocked import footprint, throw_cocked, throw_piled, wedged
from vision.render.look import TableLook
from vision.render.looks import Difficulty
from vision.render.rig import write_rig
from vision.render.scene import Placed
from vision.render.symbols import FACES
from vision.render.tables import random_table

LOOK = random_table(12).look


def thrown(seed: int, cocked: int = 6) -> tuple[Placed, ...]:
    rng = np.random.default_rng(seed)
    return throw_cocked(LOOK, "blue", [FACES[k % 6] for k in range(16)], rng, cocked=cocked)


def leaning(pieces: tuple[Placed, ...]) -> list[Placed]:
    return [piece for piece in pieces if piece.lean_deg[0]]


@pytest.mark.parametrize("seed", range(4))
def test_as_many_lean_as_were_asked_for(seed: int) -> None:
    found = leaning(thrown(seed))
    assert len(found) == 6
    assert all(12 <= piece.lean_deg[0] <= 45 for piece in found)
    assert len({piece.copy for piece in thrown(seed)}) == 16


@pytest.mark.parametrize("seed", range(4))
def test_no_cube_stands_in_another(seed: int) -> None:
    pieces = thrown(seed)
    for one, other in combinations(pieces, 2):
        if one.lean_deg[0] or other.lean_deg[0]:
            first, second = (footprint(LOOK, p).astype(np.float32) for p in (one, other))
            assert cv2.intersectConvexConvex(first, second)[0] < 1.0


def gap_mm(look: TableLook, piece: Placed, pieces: tuple[Placed, ...]) -> float:
    """Return how far a leaning cube is from what could hold it: a neighbour or the rim."""
    if piece.base_mm < 0:
        return 0.0
    mine = footprint(look, piece).astype(np.float32).reshape(-1, 1, 2)
    gaps = []
    for other in pieces:
        if not other.lean_deg[0]:
            theirs = footprint(look, other)
            away = [cv2.pointPolygonTest(mine, (float(x), float(y)), True) for x, y in theirs]
            line = np.linspace(theirs, np.roll(theirs, -1, axis=0), 30).reshape(-1, 2)
            away += [cv2.pointPolygonTest(mine, (float(x), float(y)), True) for x, y in line]
            gaps.append(-max(away))
    return min(gaps)


@pytest.mark.parametrize("seed", range(4))
def test_every_leaning_cube_touches_what_holds_it(seed: int) -> None:
    pieces = thrown(seed)
    assert all(gap_mm(LOOK, piece, pieces) < 1.5 for piece in leaning(pieces))


def test_a_leaning_cube_stands_on_its_lowest_corner() -> None:
    for piece in leaning(thrown(1)):
        lowest = cube_box(LOOK, piece).corners()[:, 2].min()
        assert lowest == pytest.approx(piece.base_mm, abs=1e-6)


def test_on_a_thin_board_some_lie_over_the_rim() -> None:
    seeds = (s for s in range(40) if random_table(s).look.board.thick_mm < 7)
    look = random_table(next(seeds)).look
    rng = np.random.default_rng(3)
    pieces = throw_cocked(look, "brown", ["moon"] * 16, rng, cocked=8)
    over = [piece for piece in leaning(pieces) if piece.base_mm < 0]
    assert over
    for piece in over:
        corners = cube_box(look, piece).corners()
        assert corners[:, 2].min() == pytest.approx(-look.board.thick_mm, abs=1e-6)
        assert corners[:, 2].max() > 0


def test_a_rig_tells_which_cubes_lean_and_counts_the_flat_ones(tmp_path: Path) -> None:
    options = {"boards": 0, "rolls": 0, "bumps": 0, "size_px": (320, 240)}
    write_rig(tmp_path, 5, difficulty=Difficulty.EASY, cocked=1, **options)  # type: ignore[arg-type]
    truth = json.loads((tmp_path / "cocked-01.truth.json").read_text())
    tilted = [cube for cube in truth["cubes"] if cube.get("lean", 0.0) >= 12]
    assert truth["roll"]["cocked"] == len(tilted)
    assert sum(truth["roll"]["faces"].values()) + len(tilted) == len(truth["cubes"])


@pytest.mark.parametrize(
    ("lean_deg", "friction", "holds"),
    [(30, 0.3, True), (20, 0.4, False), (20, 0.5, True), (12, 0.5, False), (12, 0.7, True)],
)
def test_small_leans_need_rough_cubes(lean_deg: float, friction: float, holds: bool) -> None:
    assert wedged(lean_deg, friction) is holds


@pytest.mark.parametrize("seed", range(3))
def test_a_cube_on_another_one_stands_on_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pieces = throw_piled(LOOK, "blue", [FACES[k % 6] for k in range(16)], rng, piled=2)
    upper = [piece for piece in pieces if piece.level]
    assert len(pieces) == 16
    assert len({piece.copy for piece in pieces}) == 16
    assert len(upper) == 2
    for piece in upper:
        lower = min(
            (p for p in pieces if not p.level),
            key=lambda p: np.hypot(p.x_mm - piece.x_mm, p.y_mm - piece.y_mm),
        )
        assert cube_box(LOOK, lower).corners()[:, 2].max() == pytest.approx(piece.base_mm, abs=1e-6)
        overhang = cube_box(LOOK, lower).half[0]
        assert abs(piece.x_mm - lower.x_mm) < overhang


def test_a_rig_counts_only_cubes_that_nothing_lies_on(tmp_path: Path) -> None:
    options = {"boards": 0, "rolls": 0, "bumps": 0, "size_px": (320, 240)}
    write_rig(tmp_path, 5, difficulty=Difficulty.EASY, piled=1, **options)  # type: ignore[arg-type]
    roll = json.loads((tmp_path / "piled-01.truth.json").read_text())["roll"]
    assert sum(roll["faces"].values()) == 16 - 2 * roll["piles"]
