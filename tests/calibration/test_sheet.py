"""The calibration sheet."""

from __future__ import annotations

import re

import cv2
import numpy as np

from calibration.sheet import (
    SQUARE_MM,
    SQUARES,
    black_boxes,
    board_picture,
    charuco_board,
    sheet_pdf,
)

MM = 72 / 25.4


def test_boxes_cover_the_black_exactly_once() -> None:
    picture = board_picture()
    covered = np.zeros(picture.shape, dtype=int)
    for x, y, width, height in black_boxes(picture):
        covered[y : y + height, x : x + width] += 1
    assert np.array_equal(covered, (picture < 128).astype(int))


def test_the_page_is_a4_and_the_ruler_100_mm() -> None:
    pdf = sheet_pdf()
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert box is not None
    assert np.allclose([float(box[1]) / MM, float(box[2]) / MM], [210, 297], atol=0.01)
    scale = re.search(rb"([\d.]+) 0 0 ([\d.]+) 0 0 cm", pdf)
    assert scale is not None
    assert np.allclose([float(scale[1]), float(scale[2])], MM, atol=1e-5)
    line = re.search(rb"([\d.]+) ([\d.]+) m ([\d.]+) \2 l S", pdf)
    assert line is not None
    assert float(line[3]) - float(line[1]) == 100


def test_the_drawing_is_the_board_in_true_scale() -> None:
    boxes = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", sheet_pdf())
    x, y, width, height = (np.array([float(box[i]) for box in boxes]) for i in range(4))
    assert np.isclose((x + width).max() - x.min(), SQUARES[0] * SQUARE_MM)
    assert np.isclose((y + height).max() - y.min(), SQUARES[1] * SQUARE_MM)
    page = np.full((297 * 4, 210 * 4), 255, np.uint8)
    for a, b, w, h in zip(x * 4, y * 4, width * 4, height * 4, strict=True):
        page[round(1188 - b - h) : round(1188 - b), round(a) : round(a + w)] = 0
    corners, ids, _, _ = cv2.aruco.CharucoDetector(charuco_board()).detectBoard(page)
    assert len(ids) == (SQUARES[0] - 1) * (SQUARES[1] - 1)
    span = np.ptp(np.asarray(corners).reshape(-1, 2), axis=0) / 4
    assert np.allclose(span, [(n - 2) * SQUARE_MM for n in SQUARES], atol=0.3)


def test_the_cross_reference_points_at_the_objects() -> None:
    pdf = sheet_pdf()
    start = int(pdf.rsplit(b"startxref\n", 1)[1].split()[0])
    assert pdf[start:].startswith(b"xref")
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", pdf), start=1):
        assert pdf[int(place) :].startswith(b"%d 0 obj" % number)


def test_the_same_sheet_comes_out_every_time() -> None:
    assert sheet_pdf() == sheet_pdf()
