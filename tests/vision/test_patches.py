"""Patches: piles are seen the same way round wherever they stand."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.made import Made
from vision.cubes import Tops
from vision.look import look
from vision.patches import CHANNELS, SIZE, axes, cut_patches

CUBE, STACK = 6, 7
"""The channels with the drawings."""


def patches_at(made: Made, photo: str, sites: list[str]) -> np.ndarray:
    """Return the patches of sites as if pieces stood right on them."""
    view = made.table.view
    points = np.array([view.layout.site_mm(site) for site in sites])
    rest = (np.zeros(len(sites)), np.ones(len(sites)), np.zeros(len(sites)))
    tops = [Tops(points, *rest), Tops(points, *rest)]
    seen = look(made.photo(photo), view, made.table.kit.pixels)
    return cut_patches(view, seen, np.zeros(len(sites), dtype=np.int64), tops, points)


def test_axes_lead_away_from_the_foot_and_across(made: Made) -> None:
    """Both are unit vectors at right angles, and the first leads away from the camera's foot."""
    view = made.table.view
    out, across = axes(view, view.layout.points_mm)
    away = view.layout.points_mm - view.work.position_mm[:2]
    assert np.hypot(*out.T) == pytest.approx(np.ones(len(out)))
    assert (out * across).sum(axis=1) == pytest.approx(np.zeros(len(out)))
    assert ((out * away).sum(axis=1) > 0).all()


def test_the_foot_itself_has_axes_too(made: Made) -> None:
    """Right under the camera any direction will do, but there is one."""
    out, _ = axes(made.table.view, made.table.view.work.position_mm[None, :2])
    assert np.hypot(*out[0]) == pytest.approx(1.0)


@pytest.mark.parametrize("site", ["a1", "i1", "a9", "i9", "e5"])
def test_a_cube_is_drawn_in_the_middle_with_its_sides_below(made: Made, site: str) -> None:
    """Whatever the corner of the board, sides are drawn on the lower half, towards the camera."""
    patch = patches_at(made, "empty", [site])[0]
    assert patch.shape == (CHANNELS, SIZE, SIZE)
    top = patch[CUBE] > 0.9
    rows, columns = np.nonzero(top)
    assert rows.mean() == pytest.approx((SIZE - 1) / 2, abs=0.6)
    assert columns.mean() == pytest.approx((SIZE - 1) / 2, abs=0.6)
    sides = (patch[CUBE] > 0.3) & ~top
    if site != "e5":
        assert np.nonzero(sides)[0].mean() > rows.mean() + 2
        assert (patch[STACK] > 0.3).sum() > (patch[CUBE] > 0.3).sum()


def test_the_empty_board_shows_nothing_strange(made: Made) -> None:
    """Darkness and strangeness of an empty board are about zero."""
    patch = patches_at(made, "empty", ["c3", "g7"])
    assert np.abs(patch[:, 3:5]).mean() < 0.05


def test_no_piles_have_no_patches(made: Made) -> None:
    """An empty board is no special case."""
    assert patches_at(made, "empty", []).shape == (0, CHANNELS, SIZE, SIZE)
