"""Is the table quiet: hands and pieces are motion; noise, light and exposure are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from vision.render.tables import Difficulty, random_hand, random_table
from vision.render.virtual import VirtualTable
from vision.sources.api import Pixels
from vision.sources.motion import MotionWatch, Seen, Stir

PLACEMENT = {"e4": ["brown star"], "c3": ["blue trap north"], "g7": ["brown trap east"]}
STEP_S = 0.1


def shot(table: VirtualTable, seed: int) -> Pixels:
    return np.asarray(table.photograph(seed=seed).image, dtype=np.uint8)


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    setup = random_table(11, Difficulty.USUAL, size_px=(320, 240))
    return VirtualTable(setup).laid(PLACEMENT, seed=1)


@pytest.fixture(scope="module")
def quiet(table: VirtualTable) -> Pixels:
    return shot(table, 0)


class Played:
    """A watch that is shown frames a tenth of a second apart."""

    def __init__(self, **options: object) -> None:
        self.watch = MotionWatch(**options)  # type: ignore[arg-type]
        self.now_s = 100.0

    def see(self, *frames: Pixels) -> Seen:
        seen = None
        for frame in frames:
            self.now_s += STEP_S
            seen = self.watch.see(frame, self.now_s)
        assert seen is not None
        return seen

    def judged(self, frame: Pixels) -> Played:
        self.see(frame, frame, frame)
        self.watch.judged()
        assert self.see(frame).stir is Stir.QUIET
        return self


def noisy(pixels: Pixels, count: int, *, deviation: float = 4.0) -> Iterator[Pixels]:
    rng = np.random.default_rng(5)
    for _ in range(count):
        noise = rng.normal(0, deviation, pixels.shape)
        yield np.clip(pixels + noise, 0, 255).astype(np.uint8)


def lit(pixels: Pixels, factor: float) -> Pixels:
    return np.asarray(np.clip(pixels * factor, 0, 255), dtype=np.uint8)


def test_the_first_frame_knows_of_no_quiet_and_the_second_does(quiet: Pixels) -> None:
    played = Played()
    assert played.see(quiet).stir is Stir.MOVING
    second = played.see(quiet)
    assert second.stir is Stir.CHANGED
    assert second.since_s == played.now_s
    assert played.see(quiet, quiet).since_s == second.since_s


def test_once_it_was_judged_a_quiet_table_is_quiet(quiet: Pixels) -> None:
    played = Played().judged(quiet)
    assert all(played.see(frame).stir is Stir.QUIET for frame in noisy(quiet, 40))


@pytest.mark.parametrize("factor", [0.75, 1.15], ids=["darker", "brighter"])
def test_a_jump_of_exposure_is_no_motion(quiet: Pixels, factor: float) -> None:
    played = Played().judged(quiet)
    for frame in noisy(lit(quiet, factor), 5):
        assert played.see(frame).stir is Stir.QUIET


def test_a_cloud_that_passes_slowly_is_no_motion(quiet: Pixels) -> None:
    played = Played().judged(quiet)
    across = np.linspace(0, 1, quiet.shape[1])[None, :, None]
    for step in range(60):
        shade = 1 - 0.5 * np.clip(step / 30 - across, 0, 1)
        assert played.see((quiet * shade).astype(np.uint8)).stir is Stir.QUIET


def test_the_stripes_of_mains_light_are_no_motion(quiet: Pixels) -> None:
    played = Played().judged(quiet)
    rows = np.arange(quiet.shape[0])[:, None, None]
    for step in range(10):
        stripes = 1 + 0.12 * np.sin(rows / 12 + step)
        assert played.see(np.clip(quiet * stripes, 0, 255).astype(np.uint8)).stir is Stir.QUIET


def test_a_hand_is_motion_and_makes_a_judged_table_one_to_judge_again(
    table: VirtualTable, quiet: Pixels
) -> None:
    played = Played().judged(quiet)
    hand = random_hand(np.random.default_rng(1), table.setup.look.layout)
    seen = played.see(shot(replace(table, hand=hand), 3))
    assert seen.stir is Stir.MOVING
    assert seen.where_px is not None
    after = played.see(quiet, quiet)
    assert after.stir is Stir.CHANGED
    assert not after.differs
    played.watch.judged()
    assert played.see(quiet).stir is Stir.QUIET


def test_a_hand_that_rests_is_quiet_but_not_as_judged(table: VirtualTable, quiet: Pixels) -> None:
    played = Played().judged(quiet)
    hand = random_hand(np.random.default_rng(1), table.setup.look.layout)
    resting = shot(replace(table, hand=hand), 3)
    seen = played.see(resting, resting, resting)
    assert seen.stir is Stir.CHANGED
    assert seen.differs


@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_piece_that_is_moved_is_seen_where_it_was_or_is(
    table: VirtualTable, quiet: Pixels, index: int
) -> None:
    played = Played().judged(quiet)
    piece = table.pieces[index]
    moved = table.dragged(index, piece.x_mm + table.setup.look.layout.pitch_mm, piece.y_mm, 10)
    after = shot(moved, 4)
    assert played.see(after).stir is Stir.MOVING
    seen = played.see(after, after)
    assert (seen.stir, seen.differs) == (Stir.CHANGED, True)
    assert seen.where_px is not None
    places = [(p.x_mm, p.y_mm, 8.0) for p in (piece, moved.pieces[-1])]
    apart = table.setup.camera.project(np.array(places)) - np.array(seen.where_px)
    assert np.linalg.norm(apart, axis=1).min() < 20


def test_what_creeps_too_slowly_to_be_motion_is_still_seen_as_a_change(quiet: Pixels) -> None:
    played = Played().judged(quiet)
    board = quiet.copy()
    grown = board.copy()
    for step in range(500):
        grown = board.copy()
        grown[100:120, 100:120] = board[100:120, 100:120] * (1 - step / 1500)
        assert played.see(grown).stir is not Stir.MOVING
    assert played.see(grown).differs


def test_motion_outside_the_mask_does_not_count(table: VirtualTable, quiet: Pixels) -> None:
    mask = np.zeros(quiet.shape[:2], dtype=bool)
    mask[:, 160:] = True
    played = Played(mask=mask).judged(quiet)
    left = quiet.copy()
    left[50:120, 20:100] = 255
    assert played.see(left).stir is Stir.QUIET
    right = quiet.copy()
    right[50:120, 200:280] = 255
    assert played.see(right).stir is Stir.MOVING


def test_a_mask_of_another_shape_is_an_error(quiet: Pixels) -> None:
    played = Played(mask=np.ones((10, 10), dtype=bool))
    played.see(quiet)
    with pytest.raises(ValueError, match="mask"):
        played.see(quiet)


def test_another_size_begins_anew(quiet: Pixels) -> None:
    played = Played().judged(quiet)
    assert played.see(quiet[:200]).stir is Stir.MOVING
    assert played.see(quiet[:200]).stir is Stir.CHANGED


def test_grey_and_large_frames_will_do_too(quiet: Pixels) -> None:
    gray = np.ascontiguousarray(quiet[:, :, 1])
    assert Played().judged(gray).see(gray).stir is Stir.QUIET
    large = np.repeat(np.repeat(quiet, 2, axis=0), 2, axis=1)
    played = Played().judged(large)
    spoilt = large.copy()
    spoilt[100:180, 400:480] = 0
    seen = played.see(spoilt)
    assert seen.where_px is not None
    assert np.abs(np.array(seen.where_px) - (440, 140)).max() < 60


def test_judging_while_something_moves_does_not_call_it_judged(
    table: VirtualTable, quiet: Pixels
) -> None:
    played = Played().judged(quiet)
    played.see(lit(quiet[::-1], 1.0))
    played.watch.judged()
    assert played.see(quiet).stir is Stir.MOVING
    assert played.see(quiet).stir is Stir.CHANGED


def test_what_moves_while_a_photograph_is_read_is_judged_next(
    table: VirtualTable, quiet: Pixels
) -> None:
    played = Played().judged(quiet)
    still_s = played.now_s
    after = shot(table.lifted(0), 5)
    played.see(after, after, after)
    played.watch.judged(still_s)
    assert played.see(after).stir is Stir.CHANGED
    played.watch.judged(played.now_s)
    assert played.see(after).stir is Stir.QUIET


def test_a_pitch_dark_room_is_quiet() -> None:
    dark = np.zeros((240, 320, 3), dtype=np.uint8)
    played = Played().judged(dark)
    for frame in noisy(dark, 20, deviation=3.0):
        assert played.see(frame).stir is Stir.QUIET
