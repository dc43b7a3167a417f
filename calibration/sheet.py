"""The calibration sheet: a ChArUco board as PDF in true scale.

The PDF is written by hand: a page of black rectangles in vector form, a ruler of 100 mm to check
the printer's scale, and one line of text. It fits A4 and Letter.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

SQUARES = (6, 9)  # columns and rows of squares
SQUARE_MM = 28.0
MARKER_MM = 21.0  # seven cells of 3 mm
DICTIONARY = cv2.aruco.DICT_5X5_50  # not that of the board's corner markers

_PAGE_MM = (210.0, 297.0)
_POINTS_PER_MM = 72.0 / 25.4
_RULER_MM = 100.0
_PER_MM = 2  # the finest detail, the margin around a marker, is 3.5 mm


def charuco_board() -> cv2.aruco.CharucoBoard:
    """Return the board that the sheet shows; lengths in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)


def board_picture(px_per_mm: int = _PER_MM) -> NDArray[np.uint8]:
    """Return the board as a picture (H, W), `px_per_mm` (even) pixels for a millimetre."""
    size = tuple(round(count * SQUARE_MM * px_per_mm) for count in SQUARES)
    return np.asarray(charuco_board().generateImage((size[0], size[1])), dtype=np.uint8)


def black_boxes(picture: NDArray[np.uint8]) -> list[tuple[int, int, int, int]]:
    """Return (x, y, width, height) rectangles that cover the black pixels exactly once."""
    open_boxes: dict[tuple[int, int], int] = {}
    boxes: list[tuple[int, int, int, int]] = []
    rows = [*picture, np.full(picture.shape[1], 255, dtype=np.uint8)]
    for y, row in enumerate(rows):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], (row < 128).astype(np.int8), [0]])))
        runs = {(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)}
        for run in [run for run in open_boxes if run not in runs]:
            top = open_boxes.pop(run)
            boxes.append((run[0], top, run[1] - run[0], y - top))
        for run in runs:
            open_boxes.setdefault(run, y)
    return boxes


def sheet_pdf() -> bytes:
    """Return the sheet as a PDF of one A4 page.

    >>> sheet_pdf()[:8]
    b'%PDF-1.4'
    """
    picture = board_picture()
    width, height = picture.shape[1] / _PER_MM, picture.shape[0] / _PER_MM
    left, bottom = (_PAGE_MM[0] - width) / 2, (_PAGE_MM[1] - height) / 2 + 4.0
    drawing = [f"{_POINTS_PER_MM:.6f} 0 0 {_POINTS_PER_MM:.6f} 0 0 cm", "0 g"]
    for x, y, w, h in black_boxes(picture):
        # PDF's y runs upwards.
        place = (left + x / _PER_MM, bottom + height - (y + h) / _PER_MM)
        drawing.append(f"{place[0]:g} {place[1]:g} {w / _PER_MM:g} {h / _PER_MM:g} re")
    drawing.append("f")
    ruler = bottom - 7.0
    ends = (left, left + _RULER_MM)
    drawing += ["0.3 w", f"{ends[0]:g} {ruler:g} m {ends[1]:g} {ruler:g} l S"]
    drawing += [f"{x:g} {ruler - 1.5:g} m {x:g} {ruler + 1.5:g} l S" for x in ends]
    note = "This line must be 100 mm long: print at actual size (100 %), glue onto something flat."
    drawing.append(f"BT /F1 3 Tf {left:g} {ruler - 5:g} Td ({_escaped(note)}) Tj ET")
    return _pdf("\n".join(drawing).encode("ascii"))


def _escaped(text: str) -> str:
    """Return text for a PDF string."""
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _pdf(content: bytes) -> bytes:
    """Return a PDF (ISO 32000-1, section 7.5) of one page with the content stream."""
    page = " ".join(f"{side * _POINTS_PER_MM:.4f}" for side in _PAGE_MM)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page}] /Contents 4 0 R "
            "/Resources << /Font << /F1 5 0 R >> >> >>"
        ).encode("ascii"),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    data = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    return data + b"startxref\n%d\n%%%%EOF\n" % start
