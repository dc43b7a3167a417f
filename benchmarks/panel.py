"""How fast the panel is: from a command to twelve browsers, and with a long game on the table.

    python -m benchmarks panel

A table played by hand, served as `moontable serve` does, in this process; the browsers are sockets
in a process of their own on the same machine, one of which gives the commands. A time is from just
before the command is sent until its delta has arrived whole, at each of the twelve and at the last;
the yardstick is the smallest request there is, on the connection of the commands.
"""

from __future__ import annotations

import http.client
import itertools
import json
import selectors
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.config import Settings
from companion.record import RecordLog
from companion.referee.commands import NewGame
from companion.referee.table import Table
from webui.app import close_app, create_app
from webui.demo import play_on
from webui.parts import Parts
from webui.serving import Server

VIEWERS = 12
COMMANDS = 60
LONG_GAME = 300
HEADERS = {"X-Moontable": "1", "Content-Type": "application/json"}


def main() -> None:
    """Measure, and print a table."""
    with (
        TemporaryDirectory() as name,
        RecordLog.open(Path(name) / "games.sqlite") as log,
        Table(log) as table,
    ):
        app = create_app(Parts(table=table, log=log, settings=Settings(), folder=Path(name)))
        server = Server(app, host="127.0.0.1", port=0)
        server.start()
        print(f"\nThe panel, {VIEWERS} browsers listening; milliseconds: median, 95 %, longest\n")
        for steps in (20, LONG_GAME):
            lay(table, steps)
            told = subprocess.run(
                [sys.executable, "-m", "benchmarks.panel", str(server.port)],
                check=True,
                capture_output=True,
                text=True,
            )
            for line in told.stdout.splitlines():
                print(f"game of {steps:3} actions: {line}")
        print(f"memory of the server after this: {rss_mb():.0f} MB")
        server.close(before=lambda: close_app(app))


def lay(table: Table, steps: int) -> None:
    """Put a game of so many actions on the table; one that ended before is not taken."""
    for seed in itertools.count():
        table.do(NewGame("moons-and-stars"))
        play_on(table, steps, seed=seed)
        timeline = table.snapshot.timeline
        if timeline is not None and len(timeline.steps) >= steps and table.snapshot.to_act:
            return


def rss_mb() -> float:
    """The resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


class Ear:
    """One browser's stream, read without waiting."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self._waiting = b""
        self.bytes = 0

    def versions(self) -> Iterator[int]:
        """The versions of the events that have arrived whole."""
        data = self.socket.recv(1 << 20)
        self.bytes += len(data)
        self._waiting += data
        while b"\n\n" in self._waiting:
            event, self._waiting = self._waiting.split(b"\n\n", 1)
            for line in event.split(b"\n"):
                if line.startswith(b"id: "):
                    yield int(line[4:])


def client(port: int) -> None:
    """Be twelve browsers, and print what they saw."""
    ears = [Ear(port) for _ in range(VIEWERS)]
    selector = selectors.DefaultSelector()
    for ear in ears:
        selector.register(ear.socket, selectors.EVENT_READ, ear)
    orders = http.client.HTTPConnection("127.0.0.1", port)
    heard(selector, ears, wanted(orders)["version"])
    before = sum(ear.bytes for ear in ears)
    yardstick, last, each = [], [], []
    taken_back: list[int] = []
    for number in range(COMMANDS):
        yardstick.append(timed(orders, "GET", "/api/session")[0])
        action = wanted(orders)["actions"]
        body = {"type": "play", "action": action[number % len(action)]["action"]}
        if number % 2:
            body = {"type": "take-back"}
        start_s, heard_bytes = time.monotonic(), ears[0].bytes
        answer = timed(orders, "POST", "/api/commands", body)[1]
        arrivals = heard(selector, ears, answer["version"])
        last.append(max(arrivals) - start_s)
        each += [arrival - start_s for arrival in arrivals]
        if number % 2:
            taken_back.append(ears[0].bytes - heard_bytes)
        time.sleep(0.12)  # the pace that one address may keep
    size = (sum(ear.bytes for ear in ears) - before) / VIEWERS / COMMANDS
    whole_s = [timed(orders, "GET", "/api/table")[0] for _ in range(9)]
    whole = len(json.dumps(wanted(orders)))
    number = wanted(orders)["game"]["number"]
    record_s = [timed(orders, "GET", f"/api/games/{number}")[0] for _ in range(5)]
    print(f"command to a browser  {spread(each)}")
    print(f"command to the last   {spread(last)}")
    print(f"smallest request      {spread(yardstick)}")
    back = statistics.median(taken_back) / 1e3
    sizes = f"{whole / 1e3:.0f} kB; a delta {size / 1e3:.1f} kB, of a take-back {back:.1f} kB"
    print(f"whole table           {spread(whole_s)}  {sizes}")
    print(f"game with its log     {spread(record_s)}")


def heard(selector: selectors.BaseSelector, ears: list[Ear], version: int) -> list[float]:
    """When each of the ears had heard of a version."""
    arrivals: dict[int, float] = {}
    while len(arrivals) < len(ears):
        for key, _ in selector.select(10):
            for found in key.data.versions():
                if found >= version:
                    arrivals.setdefault(id(key.data), time.monotonic())
    return list(arrivals.values())


def wanted(orders: http.client.HTTPConnection) -> Any:
    """The table now."""
    return timed(orders, "GET", "/api/table")[1]


def timed(
    orders: http.client.HTTPConnection, method: str, path: str, body: Any = None
) -> tuple[float, Any]:
    """The seconds of a request, and its JSON."""
    start_s = time.monotonic()
    orders.request(method, path, None if body is None else json.dumps(body), HEADERS)
    data = orders.getresponse().read()
    return time.monotonic() - start_s, json.loads(data)


def spread(times_s: list[float]) -> str:
    """Median, 95 % and longest, in milliseconds."""
    ordered = sorted(times_s)
    high = ordered[int(len(ordered) * 0.95)]
    middle = statistics.median(ordered)
    return f"{middle * 1e3:6.1f} {high * 1e3:6.1f} {ordered[-1] * 1e3:6.1f}"


if __name__ == "__main__":
    client(int(sys.argv[1]))
