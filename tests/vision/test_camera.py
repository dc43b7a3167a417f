"""The camera model."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.drawn import camera
from vision.camera import NOWHERE_PX, Camera

POINTS = np.array([[0.0, 0, 0], [256, 0, 16], [128, 128, 32], [256, 256, 0]])


def test_a_point_on_the_optical_axis_is_seen_at_the_principal_point() -> None:
    seen_by = camera()
    ahead = seen_by.position_mm + seen_by.rotation[2] * 300
    assert np.allclose(seen_by.project(ahead), seen_by.matrix[:2, 2])


def test_projection_agrees_with_opencv() -> None:
    seen_by = camera(k1=-0.2)
    theirs = cv2.projectPoints(
        POINTS,
        cv2.Rodrigues(np.array(seen_by.rotation))[0],
        np.array(seen_by.translation_mm),
        np.array(seen_by.matrix),
        np.array(seen_by.distortion),
    )[0]
    assert np.allclose(seen_by.project(POINTS), theirs.reshape(-1, 2), atol=1e-6)


@pytest.mark.parametrize("height", [0.0, 16.0, 32.0])
def test_unproject_inverts_project_at_any_height(height: float) -> None:
    seen_by = camera(k1=-0.15)
    flat = np.column_stack([POINTS[:, :2], np.full(4, height)])
    back = seen_by.unproject(seen_by.project(flat), height_mm=height)
    assert np.allclose(back, flat[:, :2], atol=1e-6)


def test_heights_may_differ_from_point_to_point() -> None:
    seen_by = camera()
    back = seen_by.unproject(seen_by.project(POINTS), height_mm=POINTS[:, 2])
    assert np.allclose(back, POINTS[:, :2], atol=1e-6)


def test_no_points_give_no_points() -> None:
    seen_by = camera()
    assert seen_by.project(np.zeros((0, 3))).shape == (0, 2)
    assert seen_by.unproject(np.zeros((0, 2))).shape == (0, 2)


def test_a_point_behind_the_camera_is_nowhere() -> None:
    assert np.isnan(camera().project([[128, 128, 5000.0]])).all()


@pytest.mark.parametrize(
    "distortion",
    [(0, 0, 0, 0, 0), (-0.2, 0.05, 0, 0, 0), (0.1, -0.02, 0.003, -0.002, 0.01)],
    ids=["none", "radial", "all"],
)
def test_grids_appear_where_their_points_do(distortion: tuple[float, ...]) -> None:
    seen_by = replace(camera(), distortion=np.array(distortion))
    rng = np.random.default_rng(1)
    centre, height, turn = rng.uniform(0, 256, (7, 2)), rng.uniform(0, 32, 7), rng.uniform(0, 6, 7)
    axes = np.stack(
        [np.stack([np.cos(turn), np.sin(turn)], 1), np.stack([-np.sin(turn), np.cos(turn)], 1)], 1
    )
    grid = rng.uniform(-20, 20, (2000, 2))
    flat = centre[:, None] + grid @ axes
    world = np.dstack([flat, np.broadcast_to(height[:, None], flat.shape[:2])])
    columns, rows = seen_by.project_grids(centre, height, axes, grid)
    seen = seen_by.project(world.reshape(-1, 3))
    assert np.allclose(np.stack([columns, rows], axis=-1).reshape(-1, 2), seen, atol=1e-3)


def test_grids_have_points_outside_the_picture_where_the_camera_can_not_see() -> None:
    columns, rows = camera().project_grids([[128, 128]], 5000.0, np.eye(2), [[0, 0], [1, 2]])
    assert (columns == NOWHERE_PX).all()
    assert (rows == NOWHERE_PX).all()
    assert camera().project_grids(np.zeros((0, 2)), 0.0, np.eye(2), [[0, 0]])[0].shape == (0, 1)


def test_the_camera_stands_where_it_was_put() -> None:
    seen_by = camera(tilt_deg=20, turn_deg=0, height_mm=400)
    assert seen_by.tilt_deg == pytest.approx(20)
    assert seen_by.position_mm[2] == pytest.approx(400 * np.cos(np.radians(20)))
    assert seen_by.position_mm[1] < 128  # looks from the south


def test_json_keeps_everything() -> None:
    seen_by = camera()
    again = Camera.from_json(seen_by.to_json())
    assert np.array_equal(again.project(POINTS), seen_by.project(POINTS))
    assert again.size_px == seen_by.size_px


def test_a_picture_of_half_size_shows_points_at_half_the_place() -> None:
    seen_by = camera(size_px=(840, 640))
    half = seen_by.scaled((420, 320))
    assert np.allclose(half.project(POINTS) + 0.5, (seen_by.project(POINTS) + 0.5) / 2)


@pytest.mark.parametrize(
    "change",
    [
        {"matrix": np.zeros((2, 3))},
        {"rotation": np.full((3, 3), np.nan)},
        {"size_px": (0, 5)},
        {"distortion": [0, 0]},
    ],
)
def test_wrong_figures_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="must"):
        Camera.from_json(camera().to_json() | change)


def test_an_incomplete_description_is_refused() -> None:
    with pytest.raises(ValueError, match="not a camera"):
        Camera.from_json({"size_px": [3, 4]})


def test_arrays_can_not_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        camera().matrix[0, 0] = 1.0
