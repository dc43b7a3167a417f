"""Line segments, found band by band."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.segments import find_segments


def test_a_long_line_is_found_through_all_bands() -> None:
    picture = np.full((900, 300), 200, np.uint8)
    cv2.line(picture, (150, 20), (150, 880), (40,), 3)
    found = find_segments(picture)
    assert len(found.length_px)
    assert np.abs(found.ends_px[:, :, 0] - 150).max() < 4
    for side in (found.ends_px[:, :, 0].mean(axis=1) < 150, found.ends_px[:, 0, 0] > 150):
        covered = np.zeros(900, bool)
        for low, high in np.sort(found.ends_px[side, :, 1], axis=1):
            covered[int(low) : int(high)] = True
        assert covered[30:870].mean() > 0.95
    assert found.length_px.sum() < 2 * 860 * 1.1


@pytest.mark.parametrize("row", [238, 240, 242, 480])
def test_a_line_between_two_bands_is_found_once(row: int) -> None:
    picture = np.full((600, 400), 200, np.uint8)
    cv2.line(picture, (40, row), (360, row), (40,), 3)
    found = find_segments(picture)
    assert len(found.length_px) == 2  # its two sides


@pytest.mark.parametrize("size", [(1, 1), (4, 4), (240, 10), (241, 500)])
def test_pictures_of_any_size_without_a_line_have_no_segments(size: tuple[int, int]) -> None:
    assert len(find_segments(np.full(size, 90, np.uint8)).length_px) == 0
