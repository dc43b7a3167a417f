"""Other light than on the empty photo is taken off, and hands and pieces' own shadows are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.made import Made
from vision.crossings import look_at_arms
from vision.evidence import Reading, Status
from vision.hand import look_at_lines
from vision.look import look
from vision.read import read_board
from vision.relight import Relit, other_light, relit
from vision.view import shrink

Image = NDArray[np.uint8]
F32 = NDArray[np.float32]
BOARDS = ("board-01", "board-02", "board-03", "board-04")


def dimmed(photo: Image, share: F32, left: float, soft_px: float) -> Image:
    """A photo that keeps a part of its light where share is 1."""
    soft = cv2.GaussianBlur(share, (0, 0), soft_px)[..., None]
    light = (photo / 255.0) ** 2.2 * (1 - (1 - left) * soft)
    return np.asarray(np.rint(255 * light ** (1 / 2.2)), dtype=np.uint8)


def window_bars(photo: Image) -> Image:
    height, width = photo.shape[:2]
    share = np.zeros((height, width), np.float32)
    share[:, width * 4 // 10 : width * 4 // 10 + width // 20] = 1
    share[height * 6 // 10 : height * 6 // 10 + width // 20] = 1
    return dimmed(photo, share, 0.3, 2.0)


def half_in_the_shade(photo: Image) -> Image:
    height, width = photo.shape[:2]
    share = np.zeros((height, width), np.float32)
    corners = [[0, 0], [width // 2, 0], [width * 6 // 10, height], [0, height]]
    cv2.fillPoly(share, [np.array(corners, np.int32)], 1.0)
    return dimmed(photo, share, 0.35, 3.0)


def a_person(photo: Image) -> Image:
    height, width = photo.shape[:2]
    share = np.zeros((height, width), np.float32)
    cv2.circle(share, (width // 3, height), height * 6 // 10, 1.0, -1)
    return dimmed(photo, share, 0.4, 12.0)


def light_again(made: Made, photo: Image) -> Relit | None:
    """The photo as the reader sees it in the usual light; None where it is in it."""
    view, kit = made.table.view, made.table.kit
    seen = look(photo, view, kit.pixels)
    known = look_at_arms(view, seen), look_at_lines(view, seen)
    light = other_light(shrink(photo, view.crop_px, view.work), view, kit.lamps, *known)
    return None if light is None else relit(photo, light, view, kit.pixels, *known)


def piles(told: Reading) -> dict[str, tuple[str, int]]:
    return {site: (pile.piece, pile.level) for site, pile in told.seen().items()}


def wanted(truth: dict[str, Any]) -> dict[str, tuple[str, int]]:
    return {site: (pile[-1], len(pile)) for site, pile in truth["points"].items() if pile}


@pytest.mark.parametrize("name", [*BOARDS, "empty"])
def test_usual_light_leaves_the_photo(made: Made, name: str) -> None:
    """Neither pieces nor the shadows that they cast themselves are taken for another light."""
    assert light_again(made, made.photo(name)) is None


@pytest.mark.parametrize("shade", [window_bars, half_in_the_shade, a_person])
@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_read_in_deep_shadows(
    made: Made, name: str, shade: Callable[[Image], Image]
) -> None:
    """Hardly a site is wrong, and then it's doubted."""
    told = read_board(shade(made.photo(name)), made.table)
    assert told.status is Status.OK
    seen, want = piles(told), wanted(made.truth(name))
    wrong = [site for site in seen.keys() | want.keys() if seen.get(site) != want.get(site)]
    assert len(wrong) <= 1
    assert not any(site in seen and told.seen()[site].p > 0.8 for site in wrong)


def test_the_light_comes_back(made: Made) -> None:
    """Beside the shadow's edge, at most, the board is as light as it was."""
    photo = made.photo("empty")
    shaded = half_in_the_shade(photo)
    again = light_again(made, shaded)
    assert again is not None
    board = made.table.view.layout.points_mm
    world = np.column_stack([board, np.zeros(len(board))])
    x, y = np.rint(made.table.view.camera.project(world)).astype(int).T
    before, dark, after = (
        cv2.GaussianBlur(picture, (0, 0), 3).astype(int)[y, x].mean(axis=1)
        for picture in (photo, shaded, again.photo)
    )
    lost = dark < 0.8 * before
    assert lost.sum() > 20
    share = after / before
    assert np.median(np.abs(share[lost] / np.median(share[~lost]) - 1)) < 0.05
    assert (again.unsteady > 0.3).any()
    assert np.median(again.unsteady) < 0.1


def test_a_hand_stays_one_in_the_shade(made: Made) -> None:
    assert read_board(half_in_the_shade(made.photo("board-05")), made.table).status is Status.HAND
