"""The virtual table is read by the very eyes that read real ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from calibration.profile import save_profile
from tests.vision.desk.made import desk_profile, play_table
from vision.desk import learned
from vision.desk.setting import desk_setup
from vision.evidence import Status
from vision.read import read_board
from vision.render.rig import random_placement
from vision.roll import read_roll

pytestmark = pytest.mark.slow


def test_boards_of_the_virtual_table_are_read() -> None:
    """Perfect boards are counted, not points: one wrong point spoils a game."""
    table, reader = play_table(), desk_profile().table()
    perfect = 0
    for seed in range(4):
        placement = random_placement(table.setup, np.random.default_rng(700 + seed))
        laid = table.laid(placement, seed=seed).with_notch("brown", 1 + seed)
        reading = read_board(laid.photograph(seed=seed).image, reader)
        seen = {site: (pile.piece, pile.level) for site, pile in reading.seen().items()}
        said = {site: (pile[-1], len(pile)) for site, pile in laid.placement().items()}
        assert reading.notches == {"brown": 1 + seed, "blue": 1}
        perfect += seen == said
    assert perfect >= 3


def test_rolls_on_the_virtual_table_are_read_to_the_last_cube() -> None:
    table, reader = play_table(), desk_profile().table()
    for seed, colour in enumerate(("brown", "blue")):
        rolled = table.rolled(colour, seed=seed)
        roll = read_roll(rolled.photograph(seed=seed).image, reader.view, reader.kit)
        assert roll.sure
        assert roll.colour == colour
        assert roll.faces == Counter(p.thing for p in rolled.on)


@pytest.mark.parametrize(
    ("light", "status"),
    [(0.2, Status.OK), (0.06, Status.UNREADABLE), (0.02, Status.UNREADABLE)],
)
def test_a_dim_lamp_is_enough_and_a_dark_table_is_not_guessed_at(
    light: float, status: Status
) -> None:
    dim = play_table().laid({"e4": ["brown star"]}, seed=1).dimmed(light)
    reading = read_board(dim.photograph(seed=1).image, desk_profile().table())
    assert reading.status is status
    if status is Status.OK:
        assert {site: pile.piece for site, pile in reading.seen().items()} == {"e4": "brown star"}
    else:
        assert "dark" in reading.reason


def test_what_was_learned_is_kept_and_not_learned_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = desk_setup()
    path = learned.desk_profile_path(setup, tmp_path)
    older = tmp_path / path.name.replace(path.stem.rpartition("-")[2], "000000000000")
    save_profile(desk_profile(), path)
    save_profile(desk_profile(), older)
    monkeypatch.setattr(learned, "learned", lambda *_, **__: pytest.fail("it was learned again"))
    assert learned.desk_profile(setup, tmp_path).layout == desk_profile().layout


def test_a_damaged_profile_is_learned_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = desk_setup()
    path = learned.desk_profile_path(setup, tmp_path)
    older = tmp_path / f"{path.stem.rpartition('-')[0]}-000000000000.profile"
    path.write_bytes(b"half a profile")
    older.write_bytes(b"of an older renderer")
    monkeypatch.setattr(learned, "learned", lambda *_, **__: desk_profile())
    assert learned.desk_profile(setup, tmp_path).layout == desk_profile().layout
    assert path.stat().st_size > 1000
    assert not older.exists()


def test_a_full_disk_keeps_nobody_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a file"
    file.write_text("where a folder should be")
    monkeypatch.setattr(learned, "learned", lambda *_, **__: desk_profile())
    assert learned.desk_profile(desk_setup(), file).layout == desk_profile().layout
