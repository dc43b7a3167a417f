"""Is the outermost line the outermost?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.vision.test_lattice import LATTICE, seen
from vision.gridsize import best_extent, confirmed_extent
from vision.outline import outline_lead

MIDDLES = LATTICE.points.mean(axis=1)
INSIDE = np.zeros(len(LATTICE.line), dtype=np.bool_)
BOARD = seen(LATTICE, (0, 0))


def lead_of(sure: NDArray[np.bool_], outside: NDArray[np.bool_] = INSIDE) -> float:
    return outline_lead(LATTICE, sure.astype(float), outside, 9, 9)[1]


def test_a_perfect_board_leads_by_more_than_a_line() -> None:
    assert outline_lead(LATTICE, BOARD.astype(float), INSIDE, 9, 9)[0] == (0, 0)
    assert lead_of(BOARD) > 2


def test_lines_washed_out_on_one_side_leave_the_clear_side_to_tell() -> None:
    assert lead_of(BOARD & (MIDDLES[:, 1] > 2.0)) > 1.5


def test_a_dark_rim_beside_the_board_is_no_line_since_no_lines_end_on_it() -> None:
    rim = (LATTICE.axis == 0) & (LATTICE.line == 9) & (LATTICE.cell >= 0) & (LATTICE.cell < 8)
    assert lead_of(BOARD | rim) > 1.5


def test_a_board_cut_off_by_the_picture_lies_where_its_other_side_is() -> None:
    assert lead_of(BOARD & (MIDDLES[:, 0] > 1.0), MIDDLES[:, 0] < 1.0) > 1.5


def test_the_size_of_a_grid_is_told_by_its_lines() -> None:
    for count in (6, 9, 11):
        sure = seen(LATTICE, (0, 0), count).astype(float)
        extent = best_extent(LATTICE, sure)
        assert extent is not None
        assert (extent.first, extent.columns, extent.rows) == ((0, 0), count, count)


def test_a_size_is_not_told_where_the_grid_leaves_the_picture() -> None:
    outside = MIDDLES[:, 0] > 7.0
    extent = confirmed_extent(LATTICE, (BOARD & ~outside).astype(float), outside, (8, 9))
    assert extent is not None
    assert extent.lead < 0.5
