"""What `moontable serve` holds in memory while people play on the virtual table.

    python -m benchmarks memory

It is started as people start it, with a folder of its own, and used through its panel: a game is
begun, the table laid again and again, looked at and pressed; then the virtual table is set up anew
with the wizard. A second one has a phone for its camera: it is set up with photographs of twelve
megapixels, and reads some. Told are

* the resident memory when it has been left alone for some seconds, and how much of it are files of
  the system and of libraries, which other programs share and the kernel may drop,
* the most that it was in the meantime (the kernel's own high-water mark, set back before),

of the process itself; and the most of the processes that it starts, if any, by their proportional
share, so that nothing is counted twice.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROUNDS = 6
TURNS = 24
PAUSE_S = 0.4
"""Between a turn and the next; more commands a second are refused."""
BY_HAND = ("keep", "deity")
"""How it is written what is chosen at the panel, not on the table."""
REST_S = 8.0
"""Freed memory is given back every five seconds."""
LEARN_S = 240.0
PHONE_PX = (4032, 3024)
HEADERS = {"X-Moontable": "1", "Content-Type": "application/json"}
_START = "import sys; from companion.cli import main; sys.argv[0] = 'moontable'; main()"


def main() -> None:
    """Measure, and print a table."""
    print(
        f"{'Memory of `moontable serve`, MB':34} {'at rest':>8} {'files':>6} {'most':>6} children"
    )
    with serving() as (pid, panel):
        play(panel, Watch(pid))
    photos = phone_photos()
    with serving(MOONTABLE_CAMERA_SOURCE="browser") as (pid, panel):
        send_photos(panel, Watch(pid), photos)


@contextmanager
def serving(**settings: str) -> Iterator[tuple[int, Panel]]:
    """A table with a folder of its own, from its start to its end: its process and its panel."""
    with TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        homes = {"MOONTABLE_HOME": folder, "XDG_CONFIG_HOME": folder}
        child = subprocess.Popen(
            [sys.executable, "-c", _START, "serve", "--port", str(port)],
            env={**os.environ, **homes, **settings},
            stdout=subprocess.DEVNULL,
        )
        try:
            panel = Panel(port)
            panel.until_open()
            yield child.pid, panel
        finally:
            child.terminate()
            child.wait(20)


def play(panel: Panel, watch: Watch) -> None:
    """Use the virtual table, and print what is held after each kind of use."""
    panel.until_seen()
    watch.line("the virtual table is open")
    panel.post("/api/commands", {"type": "new-game", "game": "moons-and-stars"})
    for _ in range(ROUNDS):
        panel.post("/api/desk/lay", {"what": "next"})
        panel.picture()
    watch.line(f"it was laid and drawn {ROUNDS} times")
    for _ in range(ROUNDS):
        panel.post("/api/desk/roll", {"colour": "brown"})
        panel.post("/api/camera/look", {})
        panel.picture()
    watch.line(f"it was rolled on and read {ROUNDS} times")
    play_on(panel)
    watch.line(f"{TURNS} turns of a game were played on it")

    def laid(what: str) -> None:
        panel.post("/api/wizard/lay", {"what": what})

    set_up(panel, laid)
    watch.line("it was set up with the wizard")


def play_on(panel: Panel) -> None:
    """Begin a game, and lay and press its turns, each answered before the next is laid."""
    panel.post("/api/commands", {"type": "new-game", "game": "moons-and-stars"})
    turns, thrower = 0, "brown"
    for _ in range(4 * TURNS):
        time.sleep(PAUSE_S)
        table = panel.table()
        if table["phase"] == "over":  # a short one; the next goes on
            panel.post("/api/commands", {"type": "new-game", "game": "moons-and-stars"})
            continue
        by_hand = [one["action"] for one in table["actions"] if one["text"].startswith(BY_HAND)]
        if by_hand and table["phase"] == "prepare":
            panel.post("/api/commands", {"type": "play", "action": by_hand[0]})
            continue
        panel.post("/api/desk/lay", {"what": "next"})
        seat = next((one for one in table["to_act"] if one != "chance"), thrower)
        thrower = "blue"
        panel.post("/api/commands", {"type": "done", "seat": seat})
        panel.until_answered(table["version"])
        turns += table["phase"] == "turns"
        if turns == TURNS:
            return
    print(f"only {turns} turns were played")


def send_photos(panel: Panel, watch: Watch, photos: Mapping[str, bytes]) -> None:
    """Use a table whose camera is a phone, and print what is held after each kind of use."""

    def sent(what: str) -> None:
        panel.send("/api/camera/picture", photos[what])

    watch.line("a table with a phone is open")
    facts = {"columns": 9, "notches": 5, "pitch_mm": 32, "piece_mm": 16}
    panel.post("/api/wizard/facts", facts)
    set_up(panel, sent)
    watch.line("it was set up with 12-MP photos")
    for _ in range(ROUNDS):
        sent("trial")
        panel.post("/api/camera/look", {})
    watch.line(f"it read {ROUNDS} 12-MP photos")


def set_up(panel: Panel, show: Callable[[str], None]) -> None:
    """Go through the wizard; ``show`` brings before the camera what a step asks for."""
    show("empty")
    panel.post("/api/wizard/empty", {})
    for number in (1, 2):
        show(f"lesson-{number}")
        panel.post("/api/wizard/lesson", {"number": number})
    panel.post("/api/wizard/learn", {})
    show("trial")
    panel.post("/api/wizard/trial", {})
    told = json.loads(panel.get("/api/wizard"))
    if told["trial"] is None or told["trial"]["status"] != "ok":
        print(f"the set-up did not succeed: {told['troubles']}")
    panel.post("/api/wizard/save", {})


def phone_photos() -> dict[str, bytes]:
    """What the wizard asks for, drawn and made as large as a phone's photographs."""
    import cv2  # noqa: PLC0415 - only this part needs it

    from calibration.wizard.layouts import lesson_notches, lesson_points  # noqa: PLC0415
    from vision.desk.playing import PlayTable  # noqa: PLC0415
    from vision.desk.setting import desk_setup  # noqa: PLC0415

    setup = desk_setup()
    layout = setup.look.layout
    bare = PlayTable(setup, off=PlayTable.begun(setup).off)
    tables = {"empty": bare}
    for number in (1, 2):
        table = PlayTable.begun(setup).laid(lesson_points(layout, number), seed=number)
        for colour, notch in lesson_notches(layout).items():
            table = table.with_notch(colour, notch)
        tables[f"lesson-{number}"] = table
    tables["trial"] = tables["lesson-2"]
    photos = {}
    for name, table in tables.items():
        large = cv2.resize(table.photograph(seed=1).image, PHONE_PX, interpolation=cv2.INTER_CUBIC)
        photos[name] = cv2.imencode(".jpg", large)[1].tobytes()
    return photos


class Panel:
    """The panel over HTTP, as the table's own screen uses it."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}"

    def get(self, path: str) -> bytes:
        """The body of an answer."""
        with urllib.request.urlopen(self._url + path, timeout=240) as answer:
            return bytes(answer.read())

    def post(self, path: str, body: dict[str, Any]) -> None:
        """Ask something; what is refused is no matter here."""
        self._post(path, json.dumps(body).encode(), HEADERS)

    def send(self, path: str, jpeg: bytes) -> None:
        """Send a photograph."""
        self._post(path, jpeg, {**HEADERS, "Content-Type": "image/jpeg"})

    def _post(self, path: str, body: bytes, headers: Mapping[str, str]) -> None:
        asked = urllib.request.Request(self._url + path, body, dict(headers), method="POST")
        try:
            urllib.request.urlopen(asked, timeout=240).read()
        except urllib.error.HTTPError as refused:
            print(f"{path}: {refused.code} {refused.read()[:200]!r}")

    def table(self) -> dict[str, Any]:
        """The table as it is told."""
        return dict(json.loads(self.get("/api/table")))

    def until_answered(self, version: int) -> None:
        """Wait until a press is answered that was made after a table was told."""
        for _ in range(200):
            table = self.table()
            if not table["looking"] and table["version"] > version:
                return
            time.sleep(0.05)
        raise TimeoutError("the press was not answered")

    def picture(self) -> None:
        """The table's photograph, as every browser on the page asks for it."""
        self.get("/api/desk/picture.jpg")

    def until_open(self) -> None:
        """Wait until there is somebody to ask."""
        for _ in range(600):
            try:
                self.get("/api/session")
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise TimeoutError("the panel did not open")

    def until_seen(self) -> None:
        """Wait until the virtual table is learned and photographed."""
        ended_s = time.monotonic() + LEARN_S
        while time.monotonic() < ended_s:
            if json.loads(self.get("/api/table"))["camera"]["watch"] == "live":
                return
            time.sleep(0.3)
        raise TimeoutError("the virtual table was not learned")


class Watch:
    """Reads what a process and its children hold."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._children_mb = 0.0
        threading.Thread(target=self._watch_children, daemon=True).start()

    def line(self, what: str) -> None:
        """Print what was held since the last line, and after a rest; begin anew."""
        most = _status_mb(self._pid, "VmHWM")
        time.sleep(REST_S)
        rest = _status_mb(self._pid, "VmRSS")
        files = rest - _status_mb(self._pid, "RssAnon")
        print(f"{what:34} {rest:8.0f} {files:6.0f} {most:6.0f} {self._children_mb:9.0f}")
        Path(f"/proc/{self._pid}/clear_refs").write_text("5", "ascii")
        self._children_mb = 0.0

    def _watch_children(self) -> None:
        while Path(f"/proc/{self._pid}").exists():
            self._children_mb = max(self._children_mb, sum(map(_shared_mb, children(self._pid))))
            time.sleep(0.05)


def children(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    try:
        found = [
            int(child)
            for tasks in Path(f"/proc/{pid}/task").iterdir()
            for child in (tasks / "children").read_text("ascii").split()
        ]
    except OSError:
        return []
    return [*found, *(deeper for child in found for deeper in children(child))]


def _status_mb(pid: int, name: str) -> float:
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024 / 1e6
    return 0.0


def _shared_mb(pid: int) -> float:
    """The proportional share; 0 where the process has just ended."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024 / 1e6
    except OSError:
        pass
    return 0.0


if __name__ == "__main__":
    main()
