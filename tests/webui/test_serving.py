"""The panel as waitress serves it: many browsers at once, ones that go away, a clean end."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.config import Panel as PanelSettings
from companion.errors import UsageError
from tests.webui.making import Panel
from webui.app import close_app
from webui.serving import THREADS, Server, open_server
from webui.streams import MOST_OF_ONE_ADDRESS, MOST_STREAMS

VIEWERS = 14


@pytest.fixture
def server(panel: Panel) -> Iterator[Server]:
    made = Server(panel.app, host="127.0.0.1", port=0)
    made.start()
    yield made
    made.close(before=lambda: close_app(panel.app))


class Ear:
    """A browser that listens to the stream."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self.connection.request("GET", "/api/events")
        self.answer = self.connection.getresponse()

    def event(self) -> tuple[str, dict[str, Any]]:
        """The next event: its name and its data."""
        name = ""
        while True:
            line = self.answer.readline().decode()
            assert line, "the stream ended"
            if line.startswith("event: "):
                name = line[7:].strip()
            if line.startswith("data: "):
                return name, json.loads(line[6:])

    def close(self) -> None:
        """Go away without a word."""
        self.answer.close()
        self.connection.close()


def asked(port: int, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


def until(true: Callable[[], bool], timeout_s: float = 10.0) -> bool:
    end_s = time.monotonic() + timeout_s
    while not true() and time.monotonic() < end_s:
        time.sleep(0.02)
    return true()


def test_many_viewers_hear_a_change_and_pages_are_still_served(
    panel: Panel, server: Server
) -> None:
    ears = [Ear(server.port) for _ in range(VIEWERS)]
    for ear in ears:
        assert ear.event()[0] == "snapshot"
    panel.own_screen().order("remark", text="hello")
    for ear in ears:
        name, data = ear.event()
        assert (name, data["log_add"][0]["text"]) == ("delta", "admin: hello")
    assert asked(server.port, "/api/table")[0] == 200
    for ear in ears:
        ear.close()


def test_browsers_that_go_away_leave_their_place(panel: Panel, server: Server) -> None:
    streams = panel.app.extensions["moontable"].streams
    for _ in range(3):
        ears = [Ear(server.port) for _ in range(MOST_STREAMS)]
        for ear in ears:
            ear.event()
        assert streams.count == MOST_STREAMS
        status, body = asked(server.port, "/api/events")
        assert status == 503
        assert json.loads(body)["error"]["code"] == "streams-full"
        assert asked(server.port, "/api/session")[0] == 200, "requests have threads of their own"
        for ear in ears:
            ear.close()
        assert until(lambda: streams.count == 0), "and all are free again within seconds"


def test_a_browser_that_reads_nothing_holds_nobody_up(panel: Panel, server: Server) -> None:
    deaf, ear = Ear(server.port), Ear(server.port)
    ear.event()
    for number in range(30):
        panel.own_screen().order("remark", text=f"{number} " + "x" * 400)
    heard = 0
    while heard < panel.table.snapshot.version:
        heard = ear.event()[1]["version"]
    deaf.close()
    ear.close()


def test_the_server_stops_while_browsers_listen(panel: Panel) -> None:
    server = Server(panel.app, host="127.0.0.1", port=0)
    server.start()
    ears = [Ear(server.port) for _ in range(4)]
    for ear in ears:
        ear.event()
    start_s = time.monotonic()
    server.close(before=lambda: close_app(panel.app))
    assert time.monotonic() - start_s < 6
    for ear in ears:
        ear.close()
    assert not [one for one in threading.enumerate() if one.name == "panel"]


def test_a_port_that_is_taken_is_said_in_a_line(panel: Panel, server: Server) -> None:
    with pytest.raises(UsageError, match="can't listen"):
        open_server(panel.app, PanelSettings(port=server.port))


def test_there_are_threads_for_streams_and_for_the_rest() -> None:
    assert THREADS >= MOST_STREAMS + 8
    assert MOST_STREAMS >= 12
    assert MOST_OF_ONE_ADDRESS < MOST_STREAMS
