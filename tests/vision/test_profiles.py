"""Brightness profiles across lines: faint, far away, small, and where a line ends."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.flatmap import homography
from vision.profiles import Profiles, Stretches, make_stretches, take_profiles

F32 = NDArray[np.float32]
Floats = NDArray[np.float64]

COUNT = 9
AROUND = make_stretches((-2, -2), (COUNT + 1, COUNT + 1))


def on_board(stretches: Stretches) -> NDArray[np.bool_]:
    """Tell which stretches are a board's own."""
    line, cell = stretches.line, stretches.cell
    inside = (line >= 0) & (line < COUNT) & (cell >= 0) & (cell < COUNT - 1)
    return np.asarray(inside, dtype=np.bool_)


def placed(pitch_px: float) -> Floats:
    """Return the homography of a board seen from straight above, three cells from the corner."""
    return np.array([[pitch_px, 0, 3 * pitch_px], [0, pitch_px, 3 * pitch_px], [0, 0, 1.0]])


def drawn(to_px: Floats, size_px: tuple[int, int], *, depth: float, noise: float) -> F32:
    """Return a grey picture of a board's lines: `depth` grey levels darker, with noise."""
    fine = 4
    sheet = np.full((size_px[1] * fine, size_px[0] * fine), 150.0, np.float32)
    far = COUNT - 1.0
    for k in range(COUNT):
        for ends in (((k, 0), (k, far)), ((0, k), (far, k))):
            seen = homography(to_px)(np.array(ends, dtype=np.float64)) * fine
            one, other = (tuple(int(v) for v in np.rint(end * 16)) for end in seen)
            cv2.line(sheet, one, other, (150.0 - depth,), 5, cv2.LINE_8, 4)
    small = cv2.resize(sheet, size_px, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), 0.6)
    rng = np.random.default_rng(5)
    return np.asarray(soft + rng.normal(0, noise, soft.shape), dtype=np.float32)


def profiles_of(picture: F32, to_px: Floats, pitch_px: float, enlarged: float = 1.0) -> Profiles:
    return take_profiles(
        picture, homography(to_px), AROUND, reach=0.3, pitch_px=pitch_px, enlarged=enlarged
    ).within(0.1)


@pytest.mark.parametrize(("depth", "noise"), [(40.0, 1.0), (14.0, 4.0), (20.0, 6.0)])
def test_lines_are_seen_in_noise_and_nothing_beside_them(depth: float, noise: float) -> None:
    to_px = placed(30.0)
    sure = profiles_of(drawn(to_px, (460, 460), depth=depth, noise=noise), to_px, 30.0)
    seen = sure.sureness(light=False).max(axis=1)
    assert seen[on_board(AROUND)].mean() > 0.5
    assert seen[~on_board(AROUND)].mean() < 0.1


def test_a_line_that_its_neighbours_show_ends_where_it_ends() -> None:
    to_px = placed(30.0)
    picture = drawn(to_px, (460, 460), depth=20.0, noise=5.0)
    seen = profiles_of(picture, to_px, 30.0).sureness(light=False).max(axis=1)
    own_line = (AROUND.line >= 0) & (AROUND.line < COUNT)
    for cell, is_line in ((-1, False), (0, True), (COUNT - 2, True), (COUNT - 1, False)):
        ends = seen[own_line & (AROUND.cell == cell)]
        assert bool(ends.mean() > 0.4) is is_line


def test_a_small_blurred_photo_shows_its_lines_when_enlarged() -> None:
    to_px = placed(12.0)
    small = drawn(to_px, (184, 184), depth=60.0, noise=0.5)
    soft = cv2.GaussianBlur(small, (0, 0), 0.9)
    large = np.asarray(
        cv2.resize(soft, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.float32
    )
    twice = np.array([[2.0, 0, 0.5], [0, 2.0, 0.5], [0, 0, 1]]) @ to_px
    inside = on_board(AROUND)
    seen = profiles_of(large, twice, 24.0, enlarged=2.0).sureness(light=False).max(axis=1)
    assert seen[inside].mean() > 0.8
    assert seen[~inside].mean() < 0.1


def test_far_lines_of_a_flat_view_are_seen_as_surely_as_near_ones() -> None:
    grid = np.array([[0, 0], [8, 0], [8, 8], [0, 8]], np.float32)
    seen_at = np.array([[230, 60], [410, 60], [600, 300], [40, 300]], np.float32)
    to_px = np.asarray(cv2.getPerspectiveTransform(grid, seen_at), dtype=np.float64)
    picture = cv2.GaussianBlur(drawn(to_px, (640, 340), depth=60.0, noise=1.0), (0, 0), 1.0)
    seen = profiles_of(np.asarray(picture, np.float32), to_px, 30.0).sureness(light=False)
    across = on_board(AROUND) & (AROUND.axis == 1)
    far = seen.max(axis=1)[across & (AROUND.line < 3)]
    assert far.mean() > 0.8


def test_a_few_stretches_are_judged_with_their_neighbours_as_all_are() -> None:
    to_px = placed(30.0)
    picture = drawn(to_px, (460, 460), depth=14.0, noise=4.0)
    some = np.flatnonzero(on_board(AROUND))[::40]
    few = AROUND.around(some)
    assert np.array_equal(few.points[2::5], AROUND.points[some])
    profiles = take_profiles(picture, homography(to_px), few, reach=0.3, pitch_px=30.0)
    seen = profiles.within(0.1).sureness(light=False).max(axis=1)
    assert seen.mean() > 0.4
