"""The table as a stream: the whole first, then what has changed; bounded, and never waited for."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.webui.making import PHONE, Panel
from webui.refusals import Refusal
from webui.roles import Role, Viewer
from webui.streams import Pulse, Streams, delta, stream
from webui.telling import Teller

ADMIN = Viewer(Role.ADMIN, own_screen=True)


@pytest.fixture
def pulse(panel: Panel) -> Pulse:
    found: Pulse = panel.app.extensions["moontable"].pulse
    settle(found, panel)
    return found


def data_of(text: str) -> dict[str, Any]:
    line = next(line for line in text.splitlines() if line.startswith("data: "))
    found: dict[str, Any] = json.loads(line.removeprefix("data: "))
    return found


def patched(known: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """What a browser makes of a delta."""
    assert change["from"] == known["version"]
    merged = {**known, **change["set"], "version": change["version"]}
    return {**merged, "log": [*merged["log"][: change["log_keep"]], *change["log_add"]]}


def without_clock(told: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in told.items() if key != "clock"}


def test_the_whole_comes_first_and_deltas_lead_to_the_newest(panel: Panel, pulse: Pulse) -> None:
    heard = stream(pulse, Teller(), lambda: ADMIN)
    first = next(heard)
    assert "event: snapshot" in first
    assert first.startswith("retry: ")
    known = data_of(first)
    for seed in range(6):
        panel.play_on(1, seed=seed)
        if seed == 3:
            panel.own_screen().order("take-back")
        while known["version"] < panel.table.snapshot.version:
            text = next(heard)
            assert "event: delta" in text
            known = patched(known, data_of(text))
            assert f"id: {known['version']}\n" in text
    whole = json.loads(json.dumps(Teller().tell(panel.table.snapshot, ADMIN)))
    assert without_clock(known) == without_clock(whole)
    heard.close()


def test_a_delta_of_an_action_is_small(panel: Panel, pulse: Pulse) -> None:
    panel.play_on(30)
    settle(pulse, panel)
    heard = stream(pulse, Teller(), Viewer)
    whole = next(heard)
    panel.own_screen().order("remark", text="x")
    change = next(heard)
    assert len(change) < len(whole) / 20
    assert data_of(change)["log_add"][0]["text"].endswith("x")
    heard.close()


def test_a_slow_listener_misses_what_came_between_and_gets_the_newest(
    panel: Panel, pulse: Pulse
) -> None:
    heard = stream(pulse, Teller(), lambda: ADMIN)
    known = data_of(next(heard))
    panel.play_on(8)
    settle(pulse, panel)
    change = data_of(next(heard))
    assert change["from"] == known["version"]
    assert change["version"] == panel.table.snapshot.version
    assert len(change["log_add"]) == 8
    heard.close()


def settle(pulse: Pulse, panel: Panel) -> None:
    """Wait until the pulse has heard of the newest snapshot."""
    end_s = time.monotonic() + 5
    while pulse.newest.version != panel.table.snapshot.version and time.monotonic() < end_s:
        time.sleep(0.005)


def test_a_quiet_table_sends_a_heartbeat(pulse: Pulse) -> None:
    heard = stream(pulse, Teller(), lambda: ADMIN, heartbeat_s=0.02)
    next(heard)
    assert next(heard) == ": still here\n\n"
    heard.close()


def test_a_stream_ends_when_its_browser_has_gone(pulse: Pulse) -> None:
    gone = iter([False, True])
    heard = stream(pulse, Teller(), lambda: ADMIN, is_gone=lambda: next(gone), heartbeat_s=0.01)
    next(heard)
    assert list(heard) in ([], [": still here\n\n"])


def test_a_stream_ends_after_a_while(pulse: Pulse) -> None:
    times: Iterator[float] = itertools.chain([0.0], itertools.repeat(100.0))
    heard = stream(pulse, Teller(), lambda: ADMIN, clock_s=lambda: next(times), longest_s=50)
    next(heard)
    assert list(heard) == []


def test_streams_end_when_the_panel_closes(pulse: Pulse) -> None:
    heard = stream(pulse, Teller(), lambda: ADMIN)
    next(heard)
    pulse.close()
    assert list(heard) == []


def test_streams_are_bounded() -> None:
    streams = Streams(most=3, most_of_one=2)
    leave = streams.enter("a", own_screen=False)
    streams.enter("a", own_screen=False)
    with pytest.raises(Refusal) as refused:
        streams.enter("a", own_screen=False)
    assert refused.value.status == 503
    streams.enter("b", own_screen=True)
    with pytest.raises(Refusal):
        streams.enter("c", own_screen=True)
    leave()
    leave()
    assert streams.count == 2
    streams.enter("c", own_screen=False)


def test_a_stream_over_http_is_counted_and_let_go(panel: Panel) -> None:
    streams = panel.app.extensions["moontable"].streams
    answer = panel.spectator().get("/api/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert streams.count == 1
    answer.close()
    assert streams.count == 0


def test_one_more_than_there_is_room_for_is_told_so(panel: Panel) -> None:
    house = panel.app.extensions["moontable"]
    panel.app.extensions["moontable"] = replace(house, streams=Streams(most=1))
    first = panel.spectator().get("/api/events", buffered=False)
    second = panel.spectator().get("/api/events")
    assert second.status_code == 503
    assert second.get_json()["error"]["code"] == "streams-full"
    assert second.headers["Retry-After"]
    first.close()


def test_a_spectators_stream_holds_no_actions(panel: Panel) -> None:
    answer = panel.spectator(PHONE).get("/api/events", buffered=False)
    text: Any = next(iter(answer.response))
    told = data_of(text.decode() if isinstance(text, bytes) else str(text))
    assert told["actions"] == []
    assert told["troubles"] == []
    answer.close()


def test_a_stream_goes_on_as_whoever_its_browser_is_now(panel: Panel) -> None:
    panel.begin("stargazers", steps=1)
    settle(panel.app.extensions["moontable"].pulse, panel)
    browser = panel.joined(seat="p1")
    answer = browser.get("/api/events", buffered=False)
    heard = (bytes(one).decode() for one in answer.iter_encoded())
    first = data_of(next(heard))
    assert first["you"]["seat"] == "p1"
    panel.own_screen().post("/api/seat/free", {"seat": "p1"})
    text = next(heard)
    assert text.startswith("event: snapshot")
    assert data_of(text)["you"]["seat"] is None
    assert data_of(text)["board"]["view"] != first["board"]["view"]
    panel.own_screen().post("/api/invite", {"send_all_away": True})
    assert data_of(next(heard))["you"]["role"] == "spectator"
    answer.close()


def test_a_delta_holds_what_changed_and_nothing_else() -> None:
    before = {"version": 3, "log": [1, 2], "todo": [], "phase": "turns"}
    assert delta(before, {**before, "version": 4, "todo": [5]}) == {
        "version": 4,
        "from": 3,
        "set": {"todo": [5]},
        "log_keep": 2,
        "log_add": [],
    }


@pytest.mark.parametrize(
    ("new", "kept", "added"),
    [
        ([1, 2, 3], 2, [3]),
        ([1, 9], 1, [9]),
        ([1], 1, []),
        ([7, 8, 9], 0, [7, 8, 9]),
        ([], 0, []),
    ],
)
def test_of_a_log_only_what_changed_is_sent(new: list[int], kept: int, added: list[int]) -> None:
    before = {"version": 3, "log": [1, 2]}
    change = delta(before, {"version": 4, "log": new})
    assert (change["set"], change["log_keep"], change["log_add"]) == ({}, kept, added)


def test_a_take_back_in_a_long_game_is_small(panel: Panel, pulse: Pulse) -> None:
    panel.play_on(60)
    settle(pulse, panel)
    heard = stream(pulse, Teller(), lambda: ADMIN)
    known = data_of(next(heard))
    panel.own_screen().order("take-back")
    change = data_of(next(heard))
    assert len(change["log_add"]) <= 3
    assert "log" not in change["set"]
    whole = Teller().tell(panel.table.snapshot, ADMIN)
    assert patched(known, change)["log"] == json.loads(json.dumps(whole["log"]))
    heard.close()
