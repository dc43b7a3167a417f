"""The virtual table through its API: what may be done, by whom, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.referee.commands import NewGame
from tests.webui.eyed import EyedPanel, eyed_panel

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def panel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EyedPanel]:
    folder: Path = tmp_path_factory.mktemp("desk")
    with eyed_panel(folder) as made:
        yield made


@pytest.fixture(autouse=True)
def cleared(panel: EyedPanel) -> None:
    """Each test begins with a bare table."""
    assert panel.eyes.desk is not None
    panel.eyes.desk.change(lambda table: table.lifted_all().reached(None).bumped(None).dimmed(1))


def done(panel: EyedPanel, name: str, /, **body: Any) -> dict[str, Any]:
    answer = panel.own_screen().post(f"/api/desk/{name}", body or None)
    assert answer.status_code == 200, answer.get_json()
    found: dict[str, Any] = answer.get_json()
    return found


def lying(told: dict[str, Any]) -> dict[str, list[str]]:
    sites: dict[str, list[str]] = {}
    for piece in sorted(told["pieces"], key=lambda one: one["level"]):
        sites.setdefault(piece["site"], []).append(piece["name"])
    return sites


def test_pieces_are_put_turned_and_taken_off(panel: EyedPanel) -> None:
    told = done(panel, "move", piece="brown-3", site="e4")
    assert lying(told) == {"e4": ["brown trap north"]}
    assert lying(done(panel, "turn", piece="brown-3")) == {"e4": ["brown trap east"]}
    told = done(panel, "face", piece="brown-3", face="safe")
    assert lying(told) == {"e4": ["brown safe"]}
    told = done(panel, "move", piece="blue-1", site="e4")
    assert lying(told) == {"e4": ["brown safe", "blue star"]}
    told = done(panel, "lift", piece="brown-3")
    assert lying(told) == {"e4": ["blue star"]}
    assert lying(done(panel, "undo")) == {"e4": ["brown safe", "blue star"]}


def test_a_place_of_the_picture_is_a_place_of_the_table(panel: EyedPanel) -> None:
    told = panel.own_screen().get("/api/desk").get_json()
    x, y = told["tops"]["c7"]
    assert lying(done(panel, "move", piece="blue-0", px=[x + 9, y - 9])) == {"c7": ["blue moon"]}
    assert lying(done(panel, "move", piece="blue-0", px=[-400, 20])) == {}


def test_the_picture_is_what_the_camera_sees(panel: EyedPanel) -> None:
    screen = panel.own_screen()
    first = screen.get("/api/desk/picture.jpg")
    told = done(panel, "move", piece="blue-4", site="e5")
    second = screen.get("/api/desk/picture.jpg")
    assert second.mimetype == "image/jpeg"
    assert second.headers["X-Desk-Version"] == str(told["version"])
    before, after = (
        np.asarray(cv2.imdecode(np.frombuffer(one.data, np.uint8), cv2.IMREAD_COLOR))
        for one in (first, second)
    )
    assert after.shape == (960, 1280, 3)
    (piece,) = told["pieces"]
    x, y = (round(v) for v in piece["px"])
    apart = np.abs(after.astype(int) - before).max(axis=2)
    assert np.median(apart[y - 12 : y + 12, x - 12 : x + 12]) > 40
    assert np.median(apart[:200, :200]) < 5


def test_figures_hand_bump_and_lamp(panel: EyedPanel) -> None:
    assert done(panel, "figure", colour="blue", notch=4)["figures"]["blue"]["notch"] == 4
    assert done(panel, "hand", on=True)["hand"] is True
    assert done(panel, "hand", on=False)["hand"] is False
    still = done(panel, "bump", on=False)["points"]["a1"]
    pushed = done(panel, "bump", on=True)
    assert pushed["pushed"] is True
    assert np.hypot(*(np.array(pushed["points"]["a1"]) - still)) > 2
    assert done(panel, "bump", on=False)["points"]["a1"] == still
    assert done(panel, "light", share=0.4)["light"] == pytest.approx(0.4)


def test_a_roll_is_seeded_or_chosen(panel: EyedPanel) -> None:
    first = done(panel, "roll", colour="brown", seed=5)
    assert len(first["pieces"]) == 16
    assert done(panel, "roll", colour="brown", seed=5)["pieces"] == first["pieces"]
    chosen = done(panel, "roll", colour="blue", faces=["star"] * 16)
    assert {piece["name"] for piece in chosen["pieces"]} == {"blue star"}


def test_what_the_game_says_is_laid(panel: EyedPanel) -> None:
    refused = panel.own_screen().post("/api/desk/lay", {"what": "shown"})
    if panel.table.snapshot.timeline is None:
        assert refused.status_code == 409
        assert "No game" in refused.get_json()["error"]["message"]
    panel.table.do(NewGame("moons-and-stars"), timeout_s=60)
    told = done(panel, "lay", what="shown")
    assert len(told["pieces"]) == 16, "the first thing that a game asks for is a roll"
    panel.play_on(20)
    told = done(panel, "lay", what="shown")
    timeline = panel.table.snapshot.timeline
    assert timeline is not None
    placement = timeline.game.placement(timeline.state)
    said = {s: [str(p) for p in pile] for s, pile in placement.piles.items() if "notch" not in s}
    assert lying(told) == said


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("move", {"piece": "green-1", "site": "e4"}, 400),
        ("move", {"piece": "brown-1", "site": "z9"}, 400),
        ("move", {"piece": "brown-1"}, 422),
        ("move", {"piece": "brown-1", "px": [1]}, 422),
        ("move", {"piece": "brown-1", "px": [1, "2"]}, 422),
        ("move", {"piece": "brown-1", "px": [1e9, 2]}, 422),
        ("turn", {"piece": "brown-1", "quarters": 9}, 422),
        ("face", {"piece": "brown-1", "face": "sun"}, 422),
        ("figure", {"colour": "blue", "notch": 9}, 400),
        ("roll", {"colour": "brown", "faces": ["star"]}, 400),
        ("roll", {"colour": "green"}, 422),
        ("light", {"share": -1}, 422),
        ("hand", {"on": "yes"}, 422),
        ("lay", {"what": "everything"}, 422),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    panel: EyedPanel, what: str, body: dict[str, Any], status: int
) -> None:
    assert panel.eyes.desk is not None
    before = panel.eyes.desk.table
    answer = panel.own_screen().post(f"/api/desk/{what}", body)
    assert answer.status_code == status, answer.get_json()
    assert answer.get_json()["error"]["message"]
    assert panel.eyes.desk.table is before


def test_spectators_watch_and_players_move(panel: EyedPanel) -> None:
    body = {"piece": "brown-1", "site": "e4"}
    assert panel.spectator().get("/api/desk").status_code == 200
    assert panel.spectator().get("/api/desk/picture.jpg").status_code == 200
    assert panel.spectator().post("/api/desk/move", body).status_code == 403
    assert panel.joined("player").post("/api/desk/move", body).status_code == 200
