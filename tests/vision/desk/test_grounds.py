"""The bare table that is kept as bytes looks as it was drawn, and a picture takes little memory."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from vision.desk.playing import PlayTable
from vision.desk.setting import desk_setup
from vision.render.render import render

LAID = {
    "a1": ["brown star"],
    "e4": ["brown trap north", "blue moon"],
    "f5": ["blue safe"],
    "d8": ["brown stone"],
}
HARDLY_A_LEVEL = 0.35


def table() -> PlayTable:
    return PlayTable.begun(desk_setup(size_px=(640, 480))).laid(LAID, seed=7)


@pytest.mark.parametrize(
    "seen",
    [table(), table().dimmed(0.4), table().dimmed(1.4), table().bumped(2), table().reached(3)],
    ids=["as it was set up", "dimmed", "bright", "pushed", "under a hand"],
)
def test_a_picture_on_the_kept_ground_is_what_the_renderer_draws(seen: PlayTable) -> None:
    scene = seen.scene()
    quiet = replace(scene, sensor=replace(scene.sensor, noise=0.0))
    full = render(quiet, rng=np.random.default_rng(0)).image.astype(int)
    off = np.abs(np.moveaxis(seen.levels(), 0, 2) - full).max(axis=2)
    assert off.mean() < HARDLY_A_LEVEL
    assert np.mean(off > 2) < 0.005
    assert off.max() <= 12


def test_the_same_push_is_seen_by_the_same_camera() -> None:
    here = table()
    assert here.bumped(2).camera is here.bumped(2).camera
    assert here.bumped(2).camera is not here.bumped(3).camera


def test_a_whole_picture_is_drawn_with_little_memory_and_kept_in_a_byte_a_value() -> None:
    bare = PlayTable.begun(desk_setup())
    bare.levels()
    laid = bare.laid(LAID, seed=7)
    width, height = laid.camera.size_px
    tracemalloc.start()
    try:
        laid.put_away().photograph(seed=1)
        _, most = tracemalloc.get_traced_memory()
        levels = laid.put_away().levels()
    finally:
        tracemalloc.stop()
    assert levels.nbytes == 3 * width * height
    assert most < 24e6
