"""Recorded games: listed, replayed step by step, counted, and given out as files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.record import read_json, read_text
from companion.referee.commands import Play
from tests.webui.making import Panel
from webui.pace import REPLAYS
from webui.shelf import MOST_KEPT


def test_the_newest_game_comes_first(panel: Panel) -> None:
    panel.begin("cirondo", steps=3)
    listed = panel.spectator().get("/api/games").get_json()["games"]
    assert [one["game"] for one in listed] == ["cirondo", "moons-and-stars"]
    assert [one["on_table"] for one in listed] == [True, False]
    assert listed[1]["status"] == "open"


def test_every_step_of_a_game_can_be_seen(panel: Panel) -> None:
    number = panel.table.snapshot.game_id
    browser = panel.spectator()
    timeline = panel.table.snapshot.timeline
    assert timeline is not None
    for step in range(len(timeline.steps) + 1):
        told = browser.get(f"/api/games/{number}/steps/{step}").get_json()
        placement = timeline.game.placement(timeline.state_at(step))
        assert set(told["board"]["sites"]) == set(placement.piles)
        assert (told["action"] is None) == (step == 0)


def test_a_game_that_is_over_on_the_table_is_seen_the_same_from_the_record(panel: Panel) -> None:
    number = panel.table.snapshot.game_id
    on_table = panel.spectator().get(f"/api/games/{number}").get_json()
    panel.own_screen().order("leave")
    left = panel.spectator().get(f"/api/games/{number}").get_json()
    assert left.pop("on_table") is False
    assert on_table.pop("on_table") is True
    assert left["log"] == on_table["log"]
    assert left["statistics"] == on_table["statistics"]


def test_what_is_exported_can_be_read_again(panel: Panel) -> None:
    number = panel.table.snapshot.game_id
    browser = panel.spectator()
    as_text = browser.get(f"/api/games/{number}/export.txt")
    as_json = browser.get(f"/api/games/{number}/export.json")
    assert "attachment" in as_text.headers["Content-Disposition"]
    timeline = panel.table.snapshot.timeline
    for reading in (read_text(as_text.text), read_json(as_json.text)):
        assert reading.problem is None
        assert reading.timeline is not None
        assert timeline is not None
        assert reading.timeline.state == timeline.state


def test_captures_bonuses_and_tries_are_counted(panel: Panel) -> None:
    """A whole game by chance: the counts are those of its own steps."""
    panel.play_on(160, seed=3)
    timeline = panel.table.snapshot.timeline
    assert timeline is not None
    panel.table.do(Play(text="a1-i9"))
    told = panel.spectator().get(f"/api/games/{panel.table.snapshot.game_id}").get_json()
    counted: dict[str, Any] = told["statistics"]
    assert counted["actions"] == len(timeline.steps)
    placement = timeline.game.placement(timeline.state)
    left = sum(
        piece.kind not in ("stone", *_DEITIES)
        for pile in placement.piles.values()
        for piece in pile
    )
    gone = sum(side["captures"] + side["lost"] for side in counted["seats"].values())
    brought_back = sum(step.notation.startswith("Agbert") for step in timeline.steps)
    if not brought_back:
        assert left + gone == 32
    assert sum(side["refused"] for side in counted["seats"].values()) == 1
    assert all(side["used_s"] >= 0 for side in counted["seats"].values())


_DEITIES = ("cadbeth", "lamban", "yinnok", "agbert", "jothi", "keddep", "dirlydwurg")


def test_the_shelf_keeps_a_few_games(panel: Panel) -> None:
    shelf = panel.app.extensions["moontable"].shelf
    for _ in range(MOST_KEPT + 3):
        panel.begin("cirondo", steps=1)
    for entry in shelf.games():
        shelf.timeline(entry.id, panel.table.snapshot)
    assert len(shelf._kept) == MOST_KEPT


@pytest.mark.parametrize("path", ["/api/games/99", "/api/games/1/steps/99", "/api/games/0"])
def test_what_was_never_recorded_is_not_there(panel: Panel, path: str) -> None:
    answer = panel.spectator().get(path)
    assert answer.status_code == 404
    assert str(panel.folder) not in answer.text, "no path of this machine is told"


def test_the_catalogue_explains_every_switch(panel: Panel) -> None:
    told = panel.spectator().get("/api/catalogue").get_json()["games"]
    assert told[0]["id"] == "moons-and-stars"
    for game in told:
        for switch in game["switches"]:
            assert switch["title"] != switch["name"], "it has a name for people"
            assert switch["about"].endswith("."), (game["id"], switch["name"])
            assert (switch["kind"] == "choice") == bool(switch["values"]) or switch[
                "kind"
            ] == "flag"


@pytest.mark.parametrize("game", ["moons-and-stars", "cirondo", "stargazers", "moon", "moonlight"])
def test_the_rules_can_be_read_and_searched(panel: Panel, game: str) -> None:
    told = panel.spectator().get(f"/api/rules/{game}").get_json()
    assert told["sections"], "the page of the game is there in a checkout"
    assert len(told["rulings"]) >= 15
    for ruling in told["rulings"]:
        assert ruling["title"] != ruling["id"]
        assert "{" not in "".join(ruling["sentences"])
    explained = [one for one in told["rulings"] if one["sentences"] or one["mentions"]]
    assert len(explained) > len(told["rulings"]) * 0.6
    json.dumps(told)


def test_one_game_after_another_is_judged_anew_at_a_pace(panel: Panel) -> None:
    """Those that are kept, and the one on the table, may be looked through as fast as one likes."""
    for _ in range(REPLAYS.at_once + MOST_KEPT):
        panel.begin("cirondo", steps=1)
    browser, newest = panel.spectator(), panel.table.snapshot.game_id
    assert newest is not None
    asked = {number: browser.get(f"/api/games/{number}/steps/1") for number in range(2, newest)}
    late = [one for one in asked.values() if one.status_code == 429]
    assert len(asked) - len(late) >= REPLAYS.at_once
    assert late
    assert all(int(one.headers["Retry-After"]) >= 1 for one in late)
    kept = max(number for number, one in asked.items() if one.status_code == 200)
    for step in (0, 1) * 30:
        assert browser.get(f"/api/games/{kept}/steps/{step}").status_code == 200
        assert browser.get(f"/api/games/{newest}/steps/{step}").status_code == 200
    other = panel.spectator("192.0.2.8")
    assert other.get(f"/api/games/{newest - 1}/steps/1").status_code == 200
