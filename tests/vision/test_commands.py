"""Commands: what they print, and how they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.profile import save_profile
from tests.vision.made import Made, tops_of
from vision.commands import main


def run(*arguments: str | Path) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def profile(made: Made, tmp_path: Path) -> Path:
    """Return the made table's profile."""
    path = tmp_path / "table.profile"
    save_profile(made.learned.profile, path)
    return path


def test_read_prints_one_json_line_a_photo(made: Made, profile: Path) -> None:
    """The line names the photo, the status, the sites and the notches."""
    photos = [made.folder / "board-01.jpg", made.folder / "board-05.jpg"]
    result = run("read", "--profile", profile, "--json", *photos)
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    truth = made.truth("board-01")
    seen = {site: (pile["piece"], pile["level"]) for site, pile in first["sites"].items()}
    assert result.exit_code == 0
    assert (first["status"], seen) == ("ok", tops_of(truth["points"]))
    assert first["notches"] == truth["notches"]
    assert (second["status"], second["sites"]) == ("hand", {})
    assert first["image"] == str(photos[0])


def test_read_tells_a_person(made: Made, profile: Path) -> None:
    """Without --json there are sentences."""
    result = run("read", "--profile", profile, made.folder / "board-01.jpg")
    assert "figure stands on notch" in result.stdout


def test_roll_prints_the_faces(made: Made, profile: Path) -> None:
    """The roll's colour, faces and cubes are told."""
    result = run("roll", "--profile", profile, "--json", made.folder / "roll-01.jpg")
    told = json.loads(result.stdout)
    truth = made.truth("roll-01")["roll"]
    assert told["colour"] == truth["colour"]
    assert told["faces"] == {face: n for face, n in sorted(truth["faces"].items()) if n}
    assert len(told["cubes"]) == 16


def test_an_overlay_is_written(made: Made, profile: Path, tmp_path: Path) -> None:
    """The picture has the photo's size."""
    out = tmp_path / "over.png"
    run("read", "--profile", profile, "--overlay", out, made.folder / "board-01.jpg")
    drawn = cv2.imread(str(out))
    assert drawn is not None
    assert drawn.shape == made.photo("board-01").shape


@pytest.mark.parametrize("command", ["read", "roll"])
@pytest.mark.parametrize("kind", ["missing", "empty", "text", "tiny", "truncated"])
def test_what_is_no_photo_is_told(
    made: Made, profile: Path, tmp_path: Path, command: str, kind: str
) -> None:
    """Files that are no photos give status unreadable, a reason and code 2."""
    path = tmp_path / f"{kind}.jpg"
    if kind == "empty":
        path.write_bytes(b"")
    elif kind == "text":
        path.write_text("moon")
    elif kind == "tiny":
        cv2.imwrite(str(path), np.zeros((2, 2, 3), dtype=np.uint8))
    elif kind == "truncated":
        path.write_bytes((made.folder / "board-01.jpg").read_bytes()[:20000])
    result = run(command, "--profile", profile, "--json", path)
    told = json.loads(result.stdout)
    assert (result.exit_code, told["status"]) == (2, "unreadable")
    assert told["reason"]


def test_a_photo_of_something_else_is_not_read(made: Made, profile: Path, tmp_path: Path) -> None:
    """Noise of the right size gives no pieces."""
    path = tmp_path / "noise.png"
    shape = made.photo("empty").shape
    noise = np.random.default_rng(1).integers(0, 255, shape, dtype=np.uint8)
    cv2.imwrite(str(path), cv2.GaussianBlur(noise, (0, 0), 3))
    told = json.loads(run("read", "--profile", profile, "--json", path).stdout)
    assert told["status"] != "ok"
    assert told["sites"] == {}
    assert told["reason"]


def test_a_wrong_profile_is_refused(made: Made) -> None:
    """A photo is not a profile."""
    photo = made.folder / "board-01.jpg"
    result = run("read", "--profile", photo, photo)
    assert result.exit_code == 2
    assert "not a profile" in result.output


def test_profile_build_and_show(made: Made, tmp_path: Path) -> None:
    """A folder becomes a profile that tells what it holds."""
    path = tmp_path / "built.profile"
    assert run("profile", "build", made.folder, "--out", path).exit_code == 0
    told = json.loads(run("profile", "show", path, "--json").stdout)
    assert told["layout"]["columns"] == 9
    assert "blue moon" in told["pieces"]
    assert "9 x 9" in run("profile", "show", path).stdout


def test_profile_build_says_what_is_missing(tmp_path: Path) -> None:
    """An empty folder is refused in one sentence."""
    result = run("profile", "build", tmp_path, "--out", tmp_path / "p")
    assert result.exit_code == 2
    assert "rig.json" in result.output
