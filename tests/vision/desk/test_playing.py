"""What hands do on the virtual table: pieces are moved, turned, stacked, never made nor lost."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.vision.desk.made import play_table
from vision.desk.pieces import called, piece_id, turn_of, whole_set
from vision.desk.playing import NotOnTheDesk, PlayTable
from vision.desk.telling import desk_marks
from vision.render.symbols import FACES
from vision.sources.api import small


@pytest.fixture(scope="module")
def bare() -> PlayTable:
    return play_table()


def ids(table: PlayTable) -> list[str]:
    return sorted(piece_id(p) for p in (*table.on, *table.off))


def test_the_set_has_sixteen_cubes_and_a_stone_of_each_colour(bare: PlayTable) -> None:
    counts = Counter((p.colour, p.thing == "stone") for p in bare.off)
    assert counts == {
        ("brown", False): 16,
        ("blue", False): 16,
        ("brown", True): 1,
        ("blue", True): 1,
    }
    assert len(set(ids(bare))) == 34


@pytest.mark.parametrize(
    ("face", "turn", "name"),
    [
        ("trap", 0, "brown trap north"),
        ("trap", 88, "brown trap west"),
        ("trap", 184, "brown trap south"),
        ("trap", 271, "brown trap east"),
        ("trap", 358, "brown trap north"),
        ("path", 4, "brown path north-south"),
        ("path", 91, "brown path east-west"),
        ("path", 176, "brown path north-south"),
        ("moon", 90, "brown moon"),
        ("stone", 33, "brown stone"),
    ],
)
def test_a_piece_is_called_by_its_face_and_how_it_lies(face: str, turn: float, name: str) -> None:
    assert called("brown", face, turn) == name


@pytest.mark.parametrize("piece", [p.name for p in whole_set()])
def test_the_turn_that_a_name_asks_for_gives_that_name(piece: str) -> None:
    colour, face = piece.split()[:2]
    turn = turn_of(piece)
    assert turn is None or called(colour, face, turn) == piece


def test_what_is_let_go_near_a_point_lies_on_it_nearly(bare: PlayTable) -> None:
    x, y = bare.setup.look.layout.site_mm("c4")
    for seed in range(8):
        table = bare.put("brown-0", x + 9, y - 11, seed=seed)
        (piece,) = table.pile("c4")
        assert np.hypot(piece.x_mm - x, piece.y_mm - y) <= bare.setup.spread.offset_mm
        assert piece.name == "brown moon"
        assert ids(table) == ids(bare)


def test_what_is_let_go_on_a_pile_lies_on_top(bare: PlayTable) -> None:
    table = bare.put_on("brown-4", "e5", seed=1).put_on("brown-0", "e5", seed=2)
    lower, upper = table.pile("e5")
    assert table.placement() == {"e5": ["brown safe", "brown moon"]}
    assert upper.base_mm == pytest.approx(table.setup.look.layout.piece_mm)
    assert lower.level == 0
    assert upper.level == 1


def test_on_a_stone_a_cube_stands_as_high_as_the_stone(bare: PlayTable) -> None:
    table = bare.put_on("blue-stone", "e5", seed=1).put_on("brown-1", "e5", seed=2)
    assert table.pile("e5")[1].base_mm == pytest.approx(table.setup.look.pieces.stone_mm[1])


def test_when_the_lower_piece_goes_the_upper_comes_down(bare: PlayTable) -> None:
    table = bare.put_on("brown-4", "e5", seed=1).put_on("brown-0", "e5", seed=2)
    table = table.put_on("brown-4", "a1", seed=3)
    assert table.placement() == {"a1": ["brown safe"], "e5": ["brown moon"]}
    assert table.pile("e5")[0].base_mm == 0
    assert table.pile("e5")[0].level == 0


def test_a_pile_of_four_falls_over(bare: PlayTable) -> None:
    table = bare
    for k in range(3):
        table = table.put_on(f"blue-{k}", "e5", seed=k)
    with pytest.raises(NotOnTheDesk, match="fall over"):
        table.put_on("blue-3", "e5", seed=3)


def test_a_piece_put_where_it_is_stays_as_it_lies(bare: PlayTable) -> None:
    table = bare.put_on("blue-3", "d4", seed=1)
    assert table.put_on("blue-3", "d4", seed=2) is table


@pytest.mark.parametrize("place", [(-200.0, 100.0), (128.0, 400.0), (500.0, 500.0)])
def test_what_is_let_go_beside_the_board_leaves_the_table(
    bare: PlayTable, place: tuple[float, float]
) -> None:
    table = bare.put_on("blue-3", "d4", seed=1).put("blue-3", *place, seed=2)
    assert table.on == ()
    assert ids(table) == ids(bare)


def test_between_the_grid_and_the_rim_a_piece_lies_loose(bare: PlayTable) -> None:
    table = bare.put("blue-3", 128.0, -26.0, seed=2)
    assert [p.site for p in table.on] == [None]
    assert table.placement() == {}


def test_turning_goes_clockwise_by_quarters(bare: PlayTable) -> None:
    table = bare.put_on("brown-3", "e4", seed=1)
    names = []
    for _ in range(4):
        names.append(table.placement()["e4"][0])
        table = table.turned("brown-3")
    assert [name.rsplit(maxsplit=1)[-1] for name in names] == ["north", "east", "south", "west"]


def test_a_cube_turned_over_shows_another_face_where_it_lies(bare: PlayTable) -> None:
    table = bare.put_on("brown-3", "e4", seed=1).shown("brown-3", "star")
    assert table.placement() == {"e4": ["brown star"]}
    assert (table.on[0].x_mm, table.on[0].y_mm) != (0.0, 0.0)


@pytest.mark.parametrize(
    ("piece", "face"), [("brown-3", "sun"), ("brown-stone", "star"), ("green-1", "star")]
)
def test_faces_and_pieces_that_are_not_there_are_refused(
    bare: PlayTable, piece: str, face: str
) -> None:
    with pytest.raises(NotOnTheDesk):
        bare.shown(piece, face)


def test_a_roll_is_sixteen_cubes_of_one_colour_on_a_bare_board(bare: PlayTable) -> None:
    table = bare.put_on("blue-3", "d4", seed=1).rolled("brown", seed=4)
    assert len(table.on) == 16
    assert {p.colour for p in table.on} == {"brown"}
    assert ids(table) == ids(bare)
    again = bare.put_on("blue-3", "d4", seed=1).rolled("brown", seed=4)
    assert [p.name for p in again.on] == [p.name for p in table.on]


def test_a_roll_can_be_chosen(bare: PlayTable) -> None:
    faces = [FACES[k % 6] for k in range(16)]
    table = bare.rolled("blue", seed=1, faces=faces)
    assert Counter(p.thing for p in table.on) == Counter(faces)
    with pytest.raises(NotOnTheDesk):
        bare.rolled("blue", seed=1, faces=faces[:15])
    with pytest.raises(NotOnTheDesk):
        bare.rolled("green", seed=1)


def test_a_placement_is_laid_and_what_was_right_is_not_touched(bare: PlayTable) -> None:
    first = {"a1": ["brown moon"], "e4": ["brown safe", "blue star"], "i9": ["blue stone"]}
    table = bare.laid(first, seed=1)
    assert table.placement() == first
    second = {"a1": ["brown moon"], "e4": ["brown safe"], "e5": ["blue trap west"]}
    moved = table.laid(second, seed=2)
    assert moved.placement() == second
    assert moved.pile("a1") == table.pile("a1")
    assert moved.pile("e4")[0] == table.pile("e4")[0]
    assert ids(moved) == ids(bare)


def test_more_cubes_than_there_are_are_left_out(bare: PlayTable) -> None:
    sites = bare.setup.look.layout.sites[:20]
    table = bare.laid({site: ["brown moon"] for site in sites}, seed=1)
    assert len(table.on) == 16


@pytest.mark.parametrize("notch", [0, 6, -1])
def test_a_figure_stands_on_notches_that_there_are(bare: PlayTable, notch: int) -> None:
    assert bare.with_notch("blue", 5).notches == {"brown": 1, "blue": 5}
    with pytest.raises(NotOnTheDesk):
        bare.with_notch("blue", notch)


def test_the_page_is_told_where_everything_is(bare: PlayTable) -> None:
    table = bare.laid({"a1": ["brown moon"], "i9": ["blue stone"]}, seed=1)
    marks = desk_marks(table)
    width, height = marks["size_px"]
    assert len(marks["pieces"]) == 2
    assert len(marks["tray"]) == 32
    for piece in marks["pieces"]:
        near = np.hypot(*(np.array(piece["px"]) - marks["tops"][piece["site"]]))
        assert near < 25
        assert all(0 < x < width and 0 < y < height for x, y in piece["hull"])
    assert len(marks["points"]) == 81
    assert marks["figures"]["brown"]["notch"] == 1


def test_a_pushed_board_is_seen_elsewhere_and_can_be_put_back(bare: PlayTable) -> None:
    pushed = bare.bumped(3)
    apart = np.abs(pushed.camera.project([[0, 0, 0]]) - bare.camera.project([[0, 0, 0]]))
    assert apart.max() > 2
    assert pushed.bumped(None).camera == bare.camera or pushed.bumped(None).push is None


@pytest.mark.slow
def test_a_second_photo_of_a_table_has_its_own_noise_and_is_cheap() -> None:
    table = play_table().laid({"e4": ["brown star"]}, seed=1)
    first, second = table.photograph(seed=1).image, table.photograph(seed=2).image
    apart = first.astype(int) - second
    assert 0 < np.abs(apart).mean() < 3
    assert (table.photograph(seed=1).image == first).all()


def test_a_table_that_nobody_wants_is_not_drawn_to_the_end() -> None:
    table = play_table().laid({"e4": ["brown star"]}, seed=1)
    asked = iter([True, True, False])
    assert not table.prepare(lambda: next(asked))
    assert list(asked) == []
    assert table.prepare(lambda: True)
    assert table.prepare(lambda: False), "it is drawn by now"
    assert np.array_equal(table.levels(), table.put_away().levels())


def test_a_small_picture_is_that_of_a_photograph_made_small() -> None:
    table = play_table().laid({"e4": ["brown star"]}, seed=1)
    little = table.preview(320, seed=1)
    whole = small(table.photograph(seed=2).image)
    assert little.shape == whole.shape == (240, 320, 3)
    apart = np.abs(little.astype(int) - whole)
    assert apart.max() <= 8
    assert apart.mean() < 1
    assert table.preview(4000, seed=1).shape == (960, 1280, 3)
