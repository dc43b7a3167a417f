"""The set-up of a camera through its API, on the virtual table: every step, and again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.profile import load_profile
from tests.webui.eyed import EyedPanel, eyed_panel
from vision.desk.playing import PlayTable
from vision.desk.setting import desk_setup
from vision.eyes import TableEyes
from vision.sources.virtual import Desk, VirtualSource
from vision.unrest import AlwaysQuiet

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def panel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EyedPanel]:
    """A panel whose camera nobody has set up yet."""
    folder: Path = tmp_path_factory.mktemp("wizard")
    desk = Desk(PlayTable.begun(desk_setup()))
    path = folder / "table.profile"
    eyes = TableEyes(VirtualSource(desk), AlwaysQuiet(), desk=desk, profile_path=path)
    with eyed_panel(folder, eyes) as made:
        yield made


def step(panel: EyedPanel, name: str, /, **body: Any) -> dict[str, Any]:
    answer = panel.own_screen().post(f"/api/wizard/{name}", body or None)
    assert answer.status_code == 200, answer.get_json()
    told: dict[str, Any] = answer.get_json()
    return told


def test_only_admins_set_the_camera_up(panel: EyedPanel) -> None:
    for browser in (panel.spectator(), panel.joined("player"), panel.joined("referee")):
        assert browser.get("/api/wizard").status_code == 403
        assert browser.get("/api/wizard/preview.jpg").status_code == 403
        assert browser.post("/api/wizard/empty").status_code == 403
        assert browser.get("/wizard").status_code == 403


def test_from_the_first_picture_to_a_table_that_is_read(panel: EyedPanel) -> None:
    screen = panel.own_screen()
    assert screen.get("/api/wizard").get_json()["camera"]["set_up"] is False
    assert screen.get("/api/wizard").get_json()["due"] == "light"
    preview = screen.get("/api/wizard/preview.jpg")
    assert preview.mimetype == "image/jpeg"
    meters = screen.get("/api/wizard/meters").get_json()
    assert min(meters["sharp"], meters["bright"], meters["clear"]) > 0.6
    assert meters["hints"] == []

    for what in ("lesson", "learn", "trial", "save"):
        body = {"number": 1} if what == "lesson" else None
        early = screen.post(f"/api/wizard/{what}", body)
        assert early.status_code == 409
        assert early.get_json()["error"]["advice"]

    step(panel, "lay", what="empty")
    told = step(panel, "empty")
    assert told["board"]["residual_mm"] < 0.5
    assert told["due"] == "teach"
    assert screen.get("/api/wizard/photos/empty.jpg").mimetype == "image/jpeg"

    found = {site: np.array(at) for site, at in told["board"]["corners"].items()}
    dragged = {site: (at + 5).tolist() for site, at in found.items()}
    told = step(panel, "corners", corners=dragged)
    for site, at in told["board"]["corners"].items():
        assert np.hypot(*(found[site] - at)) < 1.5, "dragged corners are drawn to the lines"

    for number in (1, 2):
        step(panel, "lay", what=f"lesson-{number}")
        told = step(panel, "lesson", number=number)
    assert [lesson["taken"] for lesson in told["lessons"]] == [True, True]
    told = step(panel, "learn")
    assert told["learned"]["astray"] == []
    assert len(told["learned"]["faces"]) == 12
    for face in told["learned"]["faces"]:
        assert face["verdict"] in ("good", "fair")
        assert face["picture"].startswith("data:image/jpeg;base64,")

    step(panel, "lay", what="trial")
    told = step(panel, "trial")
    assert told["trial"]["status"] == "ok"
    assert len(told["trial"]["sites"]) == 26
    told = step(panel, "save")
    assert told["saved"]
    assert panel.eyes.profile is not None
    assert panel.eyes.profile_path is not None
    assert load_profile(panel.eyes.profile_path).layout == panel.eyes.profile.layout
    assert panel.eyes.look().evidence.best("g9").piece == told["trial"]["sites"]["g9"]["piece"]


def test_a_step_can_be_repeated_alone(panel: EyedPanel) -> None:
    """A new empty photo keeps the lessons, which are learned again."""
    step(panel, "lay", what="empty")
    told = step(panel, "empty")
    assert told["learned"] is None
    assert [lesson["taken"] for lesson in told["lessons"]] == [True, True]
    assert step(panel, "learn")["learned"]["astray"] == []


def test_a_board_that_is_not_there_is_told_and_corners_can_be_dragged(panel: EyedPanel) -> None:
    assert panel.eyes.desk is not None
    panel.eyes.desk.change(lambda table: table.dimmed(0.02))
    told = step(panel, "empty")
    panel.eyes.desk.change(lambda table: table.dimmed(1.0))
    if told["board"] is None:
        assert told["troubles"]["board"]
    assert "dark" in told["hints"]
    crossed = {"a1": [900, 800], "i1": [300, 800], "i9": [900, 100], "a9": [300, 100]}
    told = step(panel, "corners", corners=crossed)
    assert told["board"] is None
    assert "crossed" in told["troubles"]["board"]


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("facts", {"columns": 9, "notches": 5, "pitch_mm": 16, "piece_mm": 20}, 409),
        ("facts", {"columns": 2, "notches": 5, "pitch_mm": 32, "piece_mm": 16}, 422),
        ("corners", {"corners": {"a1": [0, 0]}}, 409),
        ("corners", {"corners": {"a1": [0]}}, 422),
        ("lesson", {"number": 3}, 422),
        ("lay", {"what": "everything"}, 422),
    ],
)
def test_what_makes_no_sense_is_refused(
    panel: EyedPanel, what: str, body: dict[str, Any], status: int
) -> None:
    assert panel.own_screen().post(f"/api/wizard/{what}", body).status_code == status


def test_photos_that_were_not_taken_are_not_found(panel: EyedPanel) -> None:
    for name in ("lesson-3", "secret", "..%2f..%2fetc%2fpasswd"):
        assert panel.own_screen().get(f"/api/wizard/photos/{name}.jpg").status_code == 404
