"""What the eyes say reaches each viewer in their own language, and programs in English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.language.notices import worded
from tests.vision.desk.made import desk_eyes, play_table
from tests.webui.eyed import EyedPanel, eyed_panel
from vision.eyes import TableEyes
from vision.sources.browser import BrowserSource
from vision.unrest import AlwaysQuiet

pytestmark = pytest.mark.slow

TAGS = ("ca", "de", "en", "es", "fr")


@pytest.fixture(scope="module")
def panel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EyedPanel]:
    folder: Path = tmp_path_factory.mktemp("tongues")
    with eyed_panel(folder, desk_eyes(play_table())) as made:
        yield made


def said_in(panel: EyedPanel, path: str, tag: str) -> Any:
    return panel.spectator().get(f"{path}?language={tag}").get_json()


def test_why_a_photo_cant_be_read_is_told_in_the_viewers_language(panel: EyedPanel) -> None:
    assert panel.eyes.desk is not None
    panel.eyes.desk.change(lambda table: table.dimmed(0.02))
    sighting = panel.eyes.look()
    panel.eyes.desk.change(lambda table: table.dimmed(1.0))
    reason = sighting.evidence.reason
    assert "dark" in reason
    for tag in TAGS:
        marks = said_in(panel, f"/api/photos/{sighting.photo}/overlay", tag)
        assert marks["reason"] == worded(reason, tag)
    assert "dunkler" in worded(reason, "de")


def test_the_cameras_name_and_state_are_told_in_the_viewers_language(panel: EyedPanel) -> None:
    assert said_in(panel, "/api/camera", "fr")["name"] == "table virtuelle"
    assert said_in(panel, "/api/table", "es")["camera"]["name"] == "mesa virtual"
    german = panel.joined("admin").get("/api/wizard?language=de").get_json()
    assert german["camera"]["name"] == "virtueller Tisch"


@pytest.mark.parametrize(
    ("expected", "path", "body"),
    [
        ("Kein Spiel ist auf dem Tisch.", "/api/desk/lay", {}),
        ("Die Figuren sind noch nicht gelernt.", "/api/wizard/trial", {}),
        ("Der Schiedsrichter hat noch nichts gesagt.", "/api/commands", {"type": "why"}),
    ],
)
def test_what_is_not_done_is_told_in_the_viewers_language(
    panel: EyedPanel, expected: str, path: str, body: dict[str, Any]
) -> None:
    answer = panel.joined("admin").post(f"{path}?language=de", json=body)
    assert answer.status_code >= 400
    assert answer.get_json()["error"]["message"] == expected


def test_before_it_is_set_up_a_phone_is_asked_for_in_the_viewers_language(tmp_path: Path) -> None:
    eyes = TableEyes(BrowserSource(), AlwaysQuiet())
    with eyed_panel(tmp_path, eyes) as panel:
        told = said_in(panel, "/api/camera", "ca")
    assert told["name"] == "càmera del mòbil"
    assert told["reason"] == "La càmera encara no està preparada per a aquesta taula."
