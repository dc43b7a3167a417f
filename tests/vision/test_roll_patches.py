"""Patches around rolled cubes: square to the cube, whatever its place and turn."""

from __future__ import annotations

import numpy as np

from tests.vision.made import Made
from vision.cubes import Tops
from vision.light import PhotoLog
from vision.look import look
from vision.roll_patches import CHANNELS, SIZE, cut_surroundings


def test_a_flat_cube_fills_the_drawing_of_its_top(made: Made) -> None:
    """Where a taught cube's top is drawn, the picture looks like a top."""
    view, kit = made.table.view, made.table.kit
    photo = made.photo("teach-1")
    truth = [c for c in made.truth("teach-1")["cubes"] if c["colour"] == "blue"]
    corners = np.array([cube["top_px"] for cube in truth])
    edge = view.layout.piece_mm
    flat = view.camera.unproject(corners.reshape(-1, 2), height_mm=edge).reshape(-1, 4, 2)
    turn = np.degrees(np.arctan2(*(flat[:, 1] - flat[:, 0]).T[::-1]))
    ones = np.ones(len(truth))
    tops = Tops(flat.mean(axis=1), turn, ones, ones)
    patches = cut_surroundings(view, look(photo, view, kit.pixels), PhotoLog(photo), tops, 1)
    assert patches.shape == (len(truth), CHANNELS, SIZE, SIZE)
    top = patches[:, 6] > 0.9
    assert patches[:, 0][top].mean() > 0.3
    beside = (patches[:, 6] == 0) & (patches[:, 7] == 0)
    assert patches[:, 3][top].mean() > 2 * patches[:, 3][beside].mean()


def test_no_cubes_no_patches(made: Made) -> None:
    """Nothing found gives no patches."""
    view = made.table.view
    photo = made.photo("empty")
    none = Tops(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros(0))
    seen = look(photo, view, made.table.kit.pixels)
    assert len(cut_surroundings(view, seen, PhotoLog(photo), none, 0)) == 0
