"""Profiles: kept whole, or refused with a reason."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from calibration.build import BuildProblem, build_profile
from calibration.profile import VERSION, ProfileProblem, load_profile, save_profile
from tests.vision.made import Made, tops_of
from vision.read import read_board
from vision.sites import FEATURES


@pytest.fixture
def saved(made: Made, tmp_path: Path) -> Path:
    """Return a saved profile."""
    path = tmp_path / "table.profile"
    save_profile(made.learned.profile, path)
    return path


def test_a_loaded_profile_reads_like_the_saved_one(made: Made, saved: Path) -> None:
    """Nothing that matters is lost in the file."""
    photo = made.photo("board-01")
    again = read_board(photo, load_profile(saved).table())
    before = read_board(photo, made.table)
    assert again.seen().keys() == before.seen().keys()
    assert np.abs(np.exp(again.piles) - np.exp(before.piles)).max() < 0.05


def test_nothing_but_the_profile_is_left_behind(saved: Path) -> None:
    """Writing leaves no half files."""
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


@pytest.mark.parametrize("keep", [0, 100, 5000])
def test_a_cut_profile_is_refused(saved: Path, keep: int) -> None:
    """A profile that was not copied to its end is refused."""
    saved.write_bytes(saved.read_bytes()[:keep])
    with pytest.raises(ProfileProblem, match="damaged"):
        load_profile(saved)


def test_a_changed_byte_is_noticed(saved: Path) -> None:
    """The checksum of each part is kept."""
    data = bytearray(saved.read_bytes())
    data[len(data) // 2] ^= 0xFF
    saved.write_bytes(bytes(data))
    with pytest.raises(ProfileProblem, match="damaged"):
        load_profile(saved)


def rewritten(path: Path, **changes: object) -> None:
    """Change fields of a profile's header."""
    with zipfile.ZipFile(path) as bundle:
        members = {name: bundle.read(name) for name in bundle.namelist()}
    header = json.loads(members["profile.json"]) | changes
    members["profile.json"] = json.dumps(header).encode()
    with zipfile.ZipFile(path, "w") as bundle:
        for name, data in members.items():
            bundle.writestr(name, data)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"version": VERSION + 1}, "newer"),
        ({"version": "x"}, "version"),
        ({"format": "a cake"}, "not a moontable profile"),
        ({"layout": {}}, "incomplete"),
        ({"faces": None}, "incomplete"),
    ],
)
def test_a_foreign_header_is_refused(saved: Path, changes: dict[str, object], word: str) -> None:
    """Other versions and other files are refused with what to do."""
    rewritten(saved, **changes)
    with pytest.raises(ProfileProblem, match=word):
        load_profile(saved)


def test_a_profile_of_the_first_version_is_still_read(made: Made, saved: Path) -> None:
    """It did not learn the light; it is read without, and says that teaching again is better."""
    with zipfile.ZipFile(saved) as bundle:
        members = {name: bundle.read(name) for name in bundle.namelist()}
    header = json.loads(members["profile.json"])
    del header["lamps"]
    with np.load(io.BytesIO(members["arrays.npz"])) as file:
        arrays = dict(file)
    usual = arrays["usual"]
    first = FEATURES.index("shadow")
    assert FEATURES[first : first + 6] == ("shadow", "shade", "any", "dark1", "dark2", "dark21")
    arrays["usual"] = np.delete(usual, first + 1, axis=1)
    arrays["shadow"] = np.zeros((33, 33), np.float16)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    members["arrays.npz"] = buffer.getvalue()
    digest = hashlib.sha256(members["arrays.npz"]).hexdigest()
    header |= {"version": 1, "sha256": {**header["sha256"], "arrays.npz": digest}}
    members["profile.json"] = json.dumps(header).encode()
    with zipfile.ZipFile(saved, "w") as bundle:
        for name, data in members.items():
            bundle.writestr(name, data)
    old = load_profile(saved)
    assert any("taught again" in warning for warning in old.warnings)
    again = read_board(made.photo("board-01"), old.table()).seen()
    truth = tops_of(made.truth("board-01")["points"])
    right = sum(pile.piece == truth.get(site, ("", 0))[0] for site, pile in again.items())
    assert right >= len(truth) - 1


@pytest.mark.parametrize("version", [2, 3])
def test_a_profile_of_another_network_is_read_without_the_second_witness(
    saved: Path, version: int
) -> None:
    """Its vectors can't be compared; they are left out, and teaching again is advised once."""
    rewritten(saved, version=version)
    old = load_profile(saved)
    assert old.kit.witness == (None, None)
    advised = ["Faces are told more surely" in warning for warning in old.warnings]
    assert sum(advised) == 1


def test_a_missing_profile_is_told(tmp_path: Path) -> None:
    """A wrong name is said to be one."""
    with pytest.raises(ProfileProblem, match="can't be read"):
        load_profile(tmp_path / "nothing.profile")


@pytest.mark.parametrize(
    ("files", "word"),
    [
        ({}, "rig.json"),
        ({"rig.json": "{"}, "not valid JSON"),
        ({"rig.json": "{}"}, "lacks"),
        ({"rig.json": '{"columns": 9, "pitch_mm": 32, "cube_mm": 16}'}, "empty.jpg"),
        ({"rig.json": '{"columns": 9, "pitch_mm": 16, "cube_mm": 32}'}, "wrong figure"),
    ],
)
def test_a_wrong_folder_is_refused(tmp_path: Path, files: dict[str, str], word: str) -> None:
    """What is missing in a folder is named."""
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(BuildProblem, match=word):
        build_profile(tmp_path)
