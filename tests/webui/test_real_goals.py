"""Real goal cards of MOON: each is told on its owner's device, and no other device hears of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.moon.cards import UNKNOWN
from companion.games.moon.state import State
from companion.referee.snapshot import Said
from tests.webui.making import Panel

GOALS = {"p1": "goal 0110", "p2": "goal 1001"}
"""What the players hold in these tests."""


def begun(panel: Panel, **rules: Any) -> int | None:
    """A game with real cards after its set-up, player 1 to move."""
    panel.begin("moon", mode="competitive", players=2, **rules)
    answer = panel.joined().order("play", text="set-up competitive start=p1")
    assert answer.status_code == 200
    return panel.table.snapshot.game_id


def state_of(panel: Panel) -> State:
    timeline = panel.table.snapshot.timeline
    assert timeline is not None
    state: State = timeline.state
    return state


def tell(panel: Panel, seat: str, card: str = "", *, device: Any = None) -> Any:
    """A device, usually that of the seat, tells its goal; the answer of the server."""
    data = {"tell": card or GOALS[seat], "seat": seat}
    return (device or panel.joined(seat=seat)).order("play", action=data)


def everything(browser: Any, number: int | None) -> str:
    """All that a device can ask for: the table, the record, each of its steps, who sits where."""
    record = browser.get(f"/api/games/{number}").get_json()
    steps = [
        browser.get(f"/api/games/{number}/steps/{step}").get_json()
        for step in range(record["steps"] + 1)
    ]
    session = browser.get("/api/session").get_json()
    return json.dumps([without_choices(browser.table()), record, steps, session])


def without_choices(table: dict[str, Any]) -> dict[str, Any]:
    """A table without what its viewer may tell: of that there is a card for every goal."""
    return {name: part for name, part in table.items() if name != "claims"}


def test_a_goal_is_seen_on_its_owners_device_and_nowhere_else(panel: Panel) -> None:
    number = begun(panel)
    phones = {seat: panel.joined(seat=seat) for seat in GOALS}
    for seat, phone in phones.items():
        assert tell(panel, seat, device=phone).status_code == 200
    told = {seat: everything(phone, number) for seat, phone in phones.items()}
    for seat, phone in phones.items():
        board = phone.table()["board"]["facts"]["players"]
        assert board[seat]["goal"] == [GOALS[seat]]
        assert board[seat]["value"] == int(GOALS[seat][5:], 2)
        other = "p2" if seat == "p1" else "p1"
        assert board[other]["goal"] == [None]
        assert GOALS[seat] not in told[other]
        assert GOALS[seat][5:] not in _of_log(phones[other])
    for browser in (panel.spectator(), panel.own_screen(), panel.joined("referee")):
        heard = everything(browser, number)
        assert not any(goal in heard for goal in GOALS.values())
        assert not any(goal[5:] in _of_log(browser) for goal in GOALS.values())
    for kind in ("txt", "json"):
        assert phones["p1"].get(f"/api/games/{number}/export.{kind}").status_code == 403


def _of_log(browser: Any) -> str:
    """The words of log and answers, where goals are written without "goal"."""
    table = browser.table()
    return json.dumps([table["log"], table["last"], table["answer"]])


def test_the_log_says_that_a_goal_was_told_but_not_which(panel: Panel) -> None:
    begun(panel)
    phone = panel.joined(seat="p2")
    tell(panel, "p2", device=phone)
    assert panel.spectator().table()["log"][-1]["notation"] == "tell p2 goal"
    assert panel.joined(seat="p1").table()["answer"]["notation"] == "tell p2 goal"
    assert phone.table()["log"][-1]["notation"] == "tell p2 1001"


def test_nobody_tells_somebody_elses_goal(panel: Panel) -> None:
    begun(panel)
    strangers = [panel.joined("referee", seat="p1"), panel.joined(), panel.joined("referee")]
    for device in [*strangers, panel.own_screen()]:
        answer = tell(panel, "p2", device=device)
        assert answer.status_code == 403, answer.get_json()
        assert answer.get_json()["error"]["code"] in ("not-your-seat", "take-a-seat")
    assert tell(panel, "p2", device=panel.spectator()).status_code == 403
    assert state_of(panel).players[1].goal == (UNKNOWN,)


def test_nobody_tells_somebody_elses_goal_while_a_card_is_drawn(panel: Panel) -> None:
    begun(panel, difficulty="normal")
    phone = panel.joined(seat="p1")
    assert phone.order("play", text="NOT A").status_code == 200
    assert tell(panel, "p1", "goal 1111", device=phone).status_code == 200
    assert state_of(panel).phase.value == "reveal"
    assert tell(panel, "p2", device=phone).status_code == 403
    other = panel.joined(seat="p2")
    assert other.order("play", action={"reveal": "goal 0001"}).status_code == 403
    assert tell(panel, "p2", device=other).status_code == 200
    assert phone.order("play", action={"reveal": "goal 0001"}).status_code == 200
    assert state_of(panel).players[0].goal == (1,)
    assert "0001" not in _of_log(other)
    assert "card goal" in _of_log(other)


def test_what_may_be_told_is_listed_for_its_owner_only(panel: Panel) -> None:
    begun(panel)
    claims = panel.joined(seat="p2").table()["claims"]
    assert {claim["seat"] for claim in claims} == {"p2"}
    assert {claim["kind"] for claim in claims} == {"tell"}
    assert len(claims) == 16
    assert panel.joined("referee").table()["claims"] == []
    assert panel.own_screen().table()["claims"] == []


def test_a_table_without_seats_plays_with_goals_that_nobody_has_told(panel: Panel) -> None:
    """One screen for all: a goal is shown when it is solved, as at any table."""
    begun(panel)
    screen = panel.own_screen()
    assert screen.order("play", text="NOT A").status_code == 200
    assert [claim["text"] for claim in screen.table()["claims"]] == ["tell p1 1111"]
    assert tell(panel, "p1", "goal 0001", device=screen).status_code == 403
    assert tell(panel, "p1", "goal 1111", device=screen).status_code == 200
    assert state_of(panel).players[0].solved == 1
    assert panel.spectator().table()["log"][-1]["notation"] == "tell p1 1111"


def test_a_screen_acts_for_whoever_has_told_nothing(panel: Panel) -> None:
    begun(panel)
    tell(panel, "p2")
    screen = panel.own_screen()
    assert screen.order("play", text="NOT A").status_code == 200
    assert screen.order("play", text="end").status_code == 200
    assert screen.order("play", text="NOT A").status_code == 403


@pytest.mark.parametrize("tried", ["goal 1001", "goal 0110", "goal 0001"])
def test_a_try_does_not_find_out_what_another_holds(panel: Panel, tried: str) -> None:
    begun(panel)
    tell(panel, "p2")
    device = panel.joined(seat="p1")
    asked = device.post("/api/ask", {"action": {"tell": tried, "seat": "p1"}}).get_json()
    assert asked["legal"]
    assert len(device.table()["claims"]) == 16
    assert tell(panel, "p1", tried, device=device).status_code == 200


def test_a_refused_telling_names_no_card(panel: Panel) -> None:
    begun(panel)
    device = panel.joined(seat="p1")
    tell(panel, "p1", device=device)
    tell(panel, "p1", device=device)
    answer = panel.table.snapshot.answer
    assert answer is not None
    assert answer.said is Said.ILLEGAL
    other = panel.joined(seat="p2")
    assert "0110" not in _of_log(other)
    assert "0110" not in json.dumps(without_choices(other.table()))


def test_a_correction_names_no_card_either(panel: Panel) -> None:
    begun(panel)
    tell(panel, "p1")
    referee = panel.joined("referee")
    assert referee.order("correct-action", text="tell p1 0011").status_code == 200
    assert state_of(panel).players[0].goal == (3,)
    for browser in (referee, panel.joined(seat="p2"), panel.spectator()):
        assert "0011" not in _of_log(browser)
