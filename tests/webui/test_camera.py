"""What the camera sees, through the API: marks, corrections as examples, a phone's pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.referee.commands import NewGame
from tests.vision.desk.made import desk_eyes, desk_profile, play_table
from tests.webui.eyed import EyedPanel, eyed_panel
from tests.webui.making import OURS
from vision.eyes import TableEyes
from vision.sources.browser import BrowserSource
from vision.unrest import AlwaysQuiet

pytestmark = pytest.mark.slow

LAID = {"a1": ["brown moon"], "e4": ["brown trap west"], "e8": ["blue safe", "blue star"]}


@pytest.fixture(scope="module")
def panel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EyedPanel]:
    folder: Path = tmp_path_factory.mktemp("camera")
    with eyed_panel(folder, desk_eyes(play_table().laid(LAID, seed=1))) as made:
        made.eyes.profile_path = folder / "table.profile"
        yield made


def looked(panel: EyedPanel) -> int:
    number = panel.eyes.look().photo
    assert number is not None
    return number


def test_a_photo_has_marks_for_everybody(panel: EyedPanel) -> None:
    answer = panel.joined("referee").post("/api/camera/look")
    number = answer.get_json()["photo"]
    spectator = panel.spectator()
    assert spectator.get(f"/api/photos/{number}.jpg").mimetype == "image/jpeg"
    marks = spectator.get(f"/api/photos/{number}/overlay").get_json()
    assert marks["photo"] == number
    assert {site: mark["piece"] for site, mark in marks["sites"].items()} == {
        "a1": "brown moon",
        "e4": "brown trap west",
        "e8": "blue star",
    }
    told = spectator.get("/api/camera").get_json()
    assert told["latest"] == number
    assert told["watch"] == "live"
    assert told["profile"]["residual_mm"] < 0.5
    assert "brown trap west" in told["profile"]["pieces"]


def test_photos_that_are_not_kept_are_not_found(panel: EyedPanel) -> None:
    assert panel.spectator().get("/api/photos/1/overlay").status_code == 404


def test_the_running_picture_is_small(panel: EyedPanel) -> None:
    answer = panel.spectator().get("/api/camera/glimpse.jpg")
    if answer.status_code == 503:
        assert answer.get_json()["error"]["code"] == "no-picture"
    else:
        data = np.frombuffer(answer.data, np.uint8)
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
        assert picture.shape[1] == 320


def test_only_referees_look_and_teach(panel: EyedPanel) -> None:
    body = {"photo": 1, "sites": {"e4": ["brown star"]}}
    for browser in (panel.spectator(), panel.joined("player")):
        assert browser.post("/api/camera/look").status_code == 403
        assert browser.post("/api/camera/teach", body).status_code == 403


def test_a_correction_becomes_an_example_that_is_kept(panel: EyedPanel) -> None:
    number = looked(panel)
    before = len(desk_profile().kit.faces.names)
    body = {"photo": number, "sites": {"a1": ["brown moon"], "e8": ["blue safe", "blue star"]}}
    answer = panel.joined("referee").post("/api/camera/teach", body)
    assert answer.get_json() == {"learned": ["a1", "e8"], "kept": True}
    profile = panel.eyes.profile
    assert profile is not None
    assert before + 2 <= len(profile.kit.faces.names) <= before + 4, "twice where it is unlike all"
    assert profile.revision == 1
    assert panel.eyes.profile_path is not None
    assert panel.eyes.profile_path.stat().st_size > 1000
    assert panel.eyes.look().evidence.best("a1").piece == "brown moon"


@pytest.mark.parametrize(
    ("sites", "status"),
    [
        ({"c3": ["brown star"]}, 409),
        ({"e8": ["blue star"]}, 409),
        ({"a1": ["brown sun"]}, 409),
        ({"a1": ["brown stone"]}, 409),
        ({"a1": []}, 409),
        ({"a1": "brown star"}, 422),
        ({"a1": ["x"] * 9}, 422),
    ],
)
def test_what_teaches_nothing_is_refused(
    panel: EyedPanel, sites: dict[str, object], status: int
) -> None:
    """Nothing was seen there, at another level, or no such face was taught."""
    number = panel.eyes.gallery.numbers[-1] if panel.eyes.gallery.numbers else looked(panel)
    profile = panel.eyes.profile
    answer = panel.own_screen().post("/api/camera/teach", {"photo": number, "sites": sites})
    assert answer.status_code == status
    assert panel.eyes.profile is profile


def test_the_referee_judges_again_with_a_correction(panel: EyedPanel) -> None:
    panel.table.do(NewGame("moons-and-stars"), timeout_s=60)
    panel.play_on(25)
    answer = panel.joined("referee").order("correct-sites", sites={"e4": ["brown star"]})
    assert answer.status_code in (200, 409)


def jpeg(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> bytes:
    return cv2.imencode(".jpg", pixels)[1].tobytes()


@pytest.fixture
def phoned(tmp_path: Path) -> Iterator[EyedPanel]:
    eyes = TableEyes(BrowserSource(), AlwaysQuiet())
    eyes.use(desk_profile())
    with eyed_panel(tmp_path, eyes) as made:
        yield made


def test_a_phones_photo_is_the_next_look(phoned: EyedPanel) -> None:
    picture = jpeg(play_table().laid(LAID, seed=1).photograph(seed=1).image)
    referee = phoned.joined("referee")
    headers = {**OURS, "Content-Type": "image/jpeg"}
    answer = referee.post("/api/camera/picture", data=picture, headers=headers)
    assert answer.get_json() == {"size_px": [1280, 960], "wanted": 0}
    assert phoned.eyes.look().evidence.best("e4").piece == "brown trap west"
    assert referee.get("/api/camera/wanted").get_json() == {"wanted": 0}
    assert phoned.spectator().get("/api/camera").get_json()["phone"] is True


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"no photo", "image/jpeg", 422),
        (b"", "image/jpeg", 422),
        (b"\xff\xd8" + b"\xff\xda" * 100, "image/jpeg", 422),
        (b"<svg/>", "image/svg+xml", 415),
        (b"{}", "application/json", 415),
    ],
)
def test_what_is_no_photo_is_refused(
    phoned: EyedPanel, data: bytes, kind: str, status: int
) -> None:
    headers = {**OURS, "Content-Type": kind}
    answer = phoned.joined("referee").post("/api/camera/picture", data=data, headers=headers)
    assert answer.status_code == status
    assert answer.get_json()["error"]["message"]


def test_a_table_with_its_own_camera_takes_no_phones_pictures(panel: EyedPanel) -> None:
    headers = {**OURS, "Content-Type": "image/jpeg"}
    referee = panel.joined("referee")
    answer = referee.post("/api/camera/picture", data=b"x", headers=headers)
    assert answer.status_code == 409
    assert referee.get("/api/camera/wanted").status_code == 409
