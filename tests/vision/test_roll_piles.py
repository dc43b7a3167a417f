"""What stands out beside or beneath a cube, whatever its place and turn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.made import Made
from tests.vision.thrown import TABLE, flat_roll, photographed
from vision.cubes import Tops
from vision.look import look
from vision.lying import not_alone, upper_ones, weighed
from vision.render.cocked import throw_piled
from vision.render.scene import Placed
from vision.render.symbols import FACES
from vision.roll_piles import measure_gains

Floats = NDArray[np.float64]


def gains_of(made: Made, pieces: Sequence[Placed], shown: Sequence[Placed]) -> Floats:
    """Return the gains of the squares of some of the pieces on a photo of all."""
    view, kit = made.table.view, made.table.kit
    edge = view.layout.piece_mm
    tops = np.array([(piece.x_mm, piece.y_mm, piece.base_mm + edge) for piece in shown])
    centres = np.asarray(
        view.camera.unproject(view.camera.project(tops), height_mm=edge), dtype=float
    )
    ones = np.ones(len(shown))
    turns = np.array([piece.turn_deg for piece in shown], dtype=float)
    seen = look(photographed(pieces).image, view, kit.pixels)
    return measure_gains(view, seen, Tops(centres, turns, ones, ones), 1)


def test_a_cube_under_another_stands_out(made: Made) -> None:
    """The upper cubes of two piles gain much, no flat cube does."""
    rng = np.random.default_rng(3)
    faces = [str(face) for face in rng.choice(FACES, 16)]
    pieces = throw_piled(TABLE.look, "blue", faces, rng, piled=2)
    upper = [piece for piece in pieces if piece.level]
    reach = 0.75 * TABLE.look.layout.piece_mm
    alone = [
        piece
        for piece in pieces
        if all(np.hypot(piece.x_mm - up.x_mm, piece.y_mm - up.y_mm) > reach for up in upper)
    ]
    gains = gains_of(made, pieces, [*alone, *upper])
    assert gains[len(alone) :].min() > 1.0
    assert gains[: len(alone)].max() < 0.6
    assert sorted(upper_ones(gains, range(len(gains)))[:2]) == [len(alone), len(alone) + 1]


def test_no_squares_no_gains(made: Made) -> None:
    """Nothing found gains nothing."""
    view, kit = made.table.view, made.table.kit
    seen = look(photographed(flat_roll(2)).image, view, kit.pixels)
    none = Tops(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros(0))
    assert measure_gains(view, seen, none, 1).shape == (0,)


@pytest.mark.parametrize(
    ("gains", "upper", "doubted"),
    [
        ((0.1, 0.0, -0.2), [], []),
        ((0.7, 0.0, 0.9), [2, 0], []),
        ((0.5, 0.0, 1.9), [2], [2]),
    ],
)
def test_gains_are_weighed(gains: tuple[float, ...], upper: list[int], doubted: list[int]) -> None:
    """The likeliest upper cubes come first; what is plainly more is doubted in any roll."""
    assert upper_ones(np.array(gains), [0, 1, 2]) == upper
    assert not_alone(np.array(gains)) == doubted


@pytest.mark.parametrize(
    ("leaning", "piled", "told"),
    [
        (-1.0, -9.0, "flat"),
        (0.7, -9.0, "flat"),
        (0.9, -9.0, "doubtful"),
        (2.7, -9.0, "leans"),
        (2.7, 3.0, "doubtful"),
        (-9.0, 3.0, "doubtful"),
    ],
)
def test_a_cube_leans_or_is_doubted_by_its_odds(leaning: float, piled: float, told: str) -> None:
    """A cube is said to lean only where that is likelier than that it lies on another one."""
    odds = np.full((15, 2), -9.0)
    odds[0] = leaning, piled
    lying = weighed(odds, short=True)
    found = "leans" if lying.leans[0] else "doubtful" if lying.doubtful[0] else "flat"
    assert found == told
    assert not lying.leans[1:].any()
    assert not lying.doubtful[1:].any()
    assert (lying.flat_p[0] < 0.75) == (max(leaning, piled) >= 0)


def test_less_is_needed_in_a_roll_that_is_not_sure_anyway() -> None:
    """A second cube is doubted from odds that would not doubt the first one."""
    odds = np.full((16, 2), -9.0)
    odds[0, 0] = 0.6
    assert not weighed(odds, short=False).doubtful.any()
    odds[1, 0] = 2.9
    lying = weighed(odds, short=False)
    assert (lying.doubtful[0], lying.leans[1]) == (True, True)


def test_no_cube_lies_on_another_one_when_all_are_found() -> None:
    """One that does hides the other: then the roll has too few."""
    odds = np.full((16, 2), -9.0)
    odds[0, 1] = 4.0
    whole, short = (weighed(odds, short=short) for short in (False, True))
    assert (whole.doubtful[0], short.doubtful[0]) == (False, True)
    assert whole.flat_p[0] > 0.99 > short.flat_p[0]


def test_no_squares_lie_nohow() -> None:
    """Nothing found is neither flat nor doubted."""
    assert len(weighed(np.zeros((0, 2)), short=True).flat_p) == 0
