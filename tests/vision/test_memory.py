"""What reading a photograph needs beside the photograph: not many times its size.

Counted are numpy's and OpenCV's arrays by `tracemalloc`, so neither the machine nor what ran before
matters. A board took 13 times its photograph once and a roll 20 times.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from calibration.learning import Teaching, learn
from calibration.shot import Shot
from calibration.wizard.layouts import lesson_notches, lesson_points
from tests.vision.desk.made import desk_profile, play_table
from vision.desk.grounds import kept_ground
from vision.desk.playing import PlayTable
from vision.desk.setting import desk_setup
from vision.desk.textures import KeptTexture
from vision.light import Image
from vision.photo import LONGEST_PX, decode_photo
from vision.read import Table, read_board
from vision.render.ground import table_flat
from vision.render.pieces import cube_skin
from vision.roll import read_roll

pytestmark = pytest.mark.slow

LAID = {"a1": ["brown moon"], "e4": ["brown trap west"], "e8": ["blue safe", "blue star"]}
MOST_BOARD, MOST_ROLL, MOST_LEARNING = 6.5, 7.5, 10.0
"""In sizes of the photo."""


@pytest.fixture(scope="module")
def table() -> Table:
    return desk_profile().table()


def sizes(work: Callable[[], object], photo: Image) -> float:
    """How many photos large the work's arrays are at most, but what is kept from then on."""
    work()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        work()
        return (tracemalloc.get_traced_memory()[1] - before) / photo.nbytes
    finally:
        tracemalloc.stop()


def test_reading_a_board_takes_a_few_photos_of_memory(table: Table) -> None:
    photo = play_table().laid(LAID, seed=1).photograph(seed=1).image
    assert sizes(lambda: read_board(photo, table), photo) < MOST_BOARD


def test_reading_a_pushed_board_takes_hardly_more(table: Table) -> None:
    photo = play_table().laid(LAID, seed=1).bumped(4).photograph(seed=1).image
    assert sizes(lambda: read_board(photo, table), photo) < MOST_BOARD + 3.0


def test_reading_a_roll_takes_a_few_photos_of_memory(table: Table) -> None:
    photo = play_table().rolled("brown", seed=3).photograph(seed=1).image
    assert sizes(lambda: read_roll(photo, table.view, table.kit), photo) < MOST_ROLL


def test_learning_a_table_takes_hardly_more_than_reading_it() -> None:
    """The photographs are decoded one at a time, whatever their number."""
    setup = desk_setup()
    layout = setup.look.layout
    empty = Shot.of(PlayTable(setup, off=PlayTable.begun(setup).off).photograph(seed=1).image)
    taught = []
    for number in (1, 2):
        points = lesson_points(layout, number)
        table = PlayTable.begun(setup).laid(points, seed=number)
        shot = Shot.of(table.photograph(seed=1).image)
        taught.append(Teaching(shot, points, lesson_notches(layout)))
    fit = desk_profile().fit

    def learned() -> None:
        learn(layout, fit, empty, empty.jpeg, taught)

    assert sizes(learned, empty.pixels) < MOST_LEARNING


def test_what_the_virtual_table_is_drawn_from_is_not_held_in_memory() -> None:
    """Its textures, the bare table and the cubes' surfaces would be 25 MB."""
    setup = desk_setup()
    look, camera = setup.look, setup.camera
    ground = kept_ground(look, setup.light, camera, full=setup.light, home=camera)
    skin = cube_skin(look, "brown", 0)
    texture = KeptTexture.of(table_flat(look), (0.0, 0.0, 50.0, 50.0))
    laid = (ground.roots, skin.roots, skin.slopes, texture.shares)
    assert [one.held for one in laid] == [None] * len(laid)


def test_a_table_keeps_less_than_two_photos_of_its_board(table: Table) -> None:
    """Its bytes at working size, one map of its lines, its light by rows."""
    view = table.view
    maps = (view.grey, view.light_rows, view.on_board, view.some_board)
    width, height = view.camera.size_px
    assert view.empty.nbytes + sum(part.nbytes for part in maps) < 2 * 3 * width * height


def test_a_large_photo_is_decoded_small() -> None:
    """A phone's twelve megapixels are 37 MB; the reader looks at 1600 pixels across."""
    rng = np.random.default_rng(1)
    small = rng.integers(0, 255, (378, 504, 3), dtype=np.uint8)
    done, data = cv2.imencode(".jpg", cv2.resize(small, (4032, 3024)))
    assert done
    jpeg = data.tobytes()
    photo = decode_photo(jpeg, longest_px=LONGEST_PX).pixels
    assert photo.shape == (1200, 1600, 3)
    assert sizes(lambda: decode_photo(jpeg, longest_px=LONGEST_PX), photo) < 3.0
