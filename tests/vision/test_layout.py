"""Layouts: names and places of the sites."""

from __future__ import annotations

import numpy as np
import pytest

from vision.layout import Layout

NINE = Layout(9, 9, 32.0, 16.0, 5)


def test_sites_run_rank_by_rank_from_the_south_west() -> None:
    assert NINE.sites[:3] == ("a1", "b1", "c1")
    assert NINE.sites[9] == "a2"
    assert NINE.sites[-1] == "i9"
    assert len(NINE.sites) == 81


@pytest.mark.parametrize(
    ("site", "place"), [("a1", (0, 0)), ("i1", (256, 0)), ("b3", (32, 64)), ("i9", (256, 256))]
)
def test_a_site_lies_a_pitch_from_its_neighbours(site: str, place: tuple[float, float]) -> None:
    assert NINE.site_mm(site) == place


def test_points_are_in_the_order_of_the_sites() -> None:
    assert NINE.points_mm.shape == (81, 2)
    for site, point in zip(NINE.sites, NINE.points_mm, strict=True):
        assert NINE.site_mm(site) == tuple(point)
        assert NINE.site_at(*point) == site


def test_corners_go_round_from_a1() -> None:
    places = [NINE.site_mm(site) for site in NINE.corner_sites]
    assert NINE.corner_sites == ("a1", "i1", "i9", "a9")
    assert np.array_equal(NINE.corners_mm, places)


@pytest.mark.parametrize("name", ["j1", "a10", "a0", "A1", "", "11", "a1 "])
def test_names_off_the_board_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not a point"):
        NINE.site_mm(name)


def test_a_place_off_the_board_has_no_site() -> None:
    assert NINE.site_at(-17, 0) is None
    assert NINE.site_at(-15, 0) == "a1"


@pytest.mark.parametrize(
    "figures", [(2, 9, 32, 16), (9, 27, 32, 16), (9, 9, 16, 32), (9, 9, 32, 0), (9, 9, 32, 16, -1)]
)
def test_impossible_boards_are_refused(figures: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"board|pieces|notches"):
        Layout(*figures)


def test_json_keeps_everything() -> None:
    assert Layout.from_json(NINE.to_json()) == NINE
    with pytest.raises(ValueError, match="not a layout"):
        Layout.from_json({"columns": 9})


def test_nineteen_lines_have_double_figures() -> None:
    go = Layout(19, 19, 22.0, 21.0)
    assert go.site_mm("s19") == (18 * 22.0, 18 * 22.0)
