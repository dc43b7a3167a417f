"""Owners: brown's and blue's cubes are told apart by their tops."""

from __future__ import annotations

import numpy as np

from tests.vision.made import Made
from vision.look import look
from vision.owner import blue_lead


def test_the_lead_has_the_colour_of_each_taught_cube(made: Made) -> None:
    """Every cube of a teaching photo leads for its own colour, by a nat a pixel and more."""
    truth = made.truth("teach-1")
    view, kit = made.learned.view, made.learned.kit
    seen = look(made.photo("teach-1"), view, kit.pixels)
    edge = view.layout.piece_mm
    corners = np.array([cube["top_px"] for cube in truth["cubes"]])
    places = view.camera.unproject(corners.reshape(-1, 2), height_mm=edge).reshape(-1, 4, 2)
    lead = blue_lead(
        seen.colours,
        kit.pixels,
        view.work,
        places.mean(axis=1),
        np.array([cube["turn"] for cube in truth["cubes"]], dtype=float),
        edge_mm=edge,
        height_mm=np.full(len(places), edge),
    )
    blue = np.array([cube["colour"] == "blue" for cube in truth["cubes"]])
    assert lead[blue].min() > 1.0
    assert lead[~blue].max() < -1.0


def test_no_tops_have_no_lead(made: Made) -> None:
    """Nothing asked, nothing told."""
    view, kit = made.learned.view, made.learned.kit
    seen = look(made.photo("empty"), view, kit.pixels)
    none = np.zeros(0)
    lead = blue_lead(
        seen.colours,
        kit.pixels,
        view.work,
        np.zeros((0, 2)),
        none,
        edge_mm=16.0,
        height_mm=none,
    )
    assert lead.shape == (0,)
