"""`moontable serve` is gone within two seconds of SIGTERM, whatever it is busy with."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from calibration.profile import save_profile
from companion.ending import Ending
from tests.companion.test_house import ROOT, asked, free_port, until
from tests.vision.desk.made import desk_profile
from vision.desk.learned import desk_profile_path
from vision.desk.setting import desk_setup

STOP_S = 2.0
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
STREAMS = 6


def slowness() -> float:
    """How much slower than alone on a quiet machine this one is now; at least 1."""
    spent_s, begun_s = time.process_time(), time.perf_counter()
    while time.process_time() - spent_s < 0.2:
        sum(range(20_000))
    return max(1.0, (time.perf_counter() - begun_s) / 0.2)


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The command in a process of its own, and its port."""
    port = free_port()
    code = "import sys; from companion.cli import main; sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code, "serve", "--port", str(port), *arguments],
        cwd=ROOT,
        env={**os.environ, **ONE_THREAD, "MOONTABLE_HOME": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process, port
    finally:
        process.kill()
        process.communicate()


def listening(port: int, ended: list[int]) -> threading.Thread:
    """A browser on the table's stream, until the stream ends."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/api/events")
    stream = connection.getresponse()
    assert stream.status == 200

    def run() -> None:
        with suppress(OSError, http.client.HTTPException):
            while stream.read1(65536):
                pass
        ended.append(1)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def stopped(process: subprocess.Popen[str]) -> tuple[float, str]:
    """Stop it; how long that took, and what it said of errors."""
    begun_s = time.perf_counter()
    process.send_signal(signal.SIGTERM)
    out, error = process.communicate(timeout=60)
    took_s = time.perf_counter() - begun_s
    assert process.returncode == 0, error
    assert "The game is saved." in out
    return took_s, error


def begun(port: int) -> None:
    """The panel answers."""
    until(lambda: asked(port, "GET", "/api/session"), timeout_s=120)


@pytest.mark.slow
def test_it_stops_while_browsers_listen_and_the_virtual_table_is_drawn_and_looked_at(
    tmp_path: Path,
) -> None:
    setup = desk_setup()
    save_profile(desk_profile(), desk_profile_path(setup, tmp_path))
    ended: list[int] = []
    with served(tmp_path) as (process, port):
        begun(port)
        until(lambda: asked(port, "GET", "/api/camera")["watch"] == "live", timeout_s=120)
        browsers = [listening(port, ended) for _ in range(STREAMS)]
        work = threading.Event()

        def disturb(path: str, body: dict[str, Any]) -> None:
            with suppress(OSError, ValueError, http.client.HTTPException):
                while not work.is_set():
                    asked(port, "POST", path, body)

        for path, body in (
            ("/api/camera/look", {}),
            ("/api/desk/roll", {"colour": "brown"}),
            ("/api/desk/roll", {"colour": "blue"}),
        ):
            threading.Thread(target=disturb, args=(path, body), daemon=True).start()
        until(lambda: asked(port, "GET", "/api/camera")["latest"], timeout_s=120)
        slow = slowness()
        took_s, error = stopped(process)
        work.set()
        for browser in browsers:
            browser.join(10)
    assert "Traceback" not in error
    assert len(ended) == STREAMS
    assert took_s < STOP_S * slow, f"{took_s:.1f} s on a machine {slow:.1f} times slower"


@pytest.mark.slow
def test_it_stops_while_it_learns_its_table_and_leaves_nobody_learning(tmp_path: Path) -> None:
    with served(tmp_path) as (process, port):
        begun(port)
        learner = until(lambda: children(process.pid), timeout_s=60)
        slow = slowness()
        took_s, error = stopped(process)
    assert "Traceback" not in error
    assert took_s < STOP_S * slow
    until(lambda: not any(Path(f"/proc/{child}").exists() for child in learner), timeout_s=5)


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended in the meantime
            number, _, rest = status.read_text("utf-8").partition(" ")
            if int(rest.rpartition(")")[2].split()[1]) == process:
                found.append(int(number))
    return found


def test_what_hangs_is_left_behind_and_the_record_is_closed_last() -> None:
    ended: list[str] = []
    hanging = threading.Event()
    with Ending(wait_s=0.3) as ending:
        ending.last(lambda: ended.append("record"))
        ending.add(hanging.wait)
        ending.add(lambda: ended.append("lights"))
    begun_s = time.perf_counter()
    assert not ending.end()
    assert time.perf_counter() - begun_s < 5
    assert ended == ["lights", "record"]
    hanging.set()
    assert ending.end()


def test_one_that_fails_to_end_keeps_no_other_from_ending(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ended: list[str] = []
    with Ending(wait_s=2.0) as ending:
        ending.add([].pop)
        ending.add(lambda: ended.append("camera"))
    assert ending.end()
    assert ended == ["camera"]
    assert "could not be closed" in caplog.text


def test_what_has_begun_ends_when_the_rest_can_not_begin() -> None:
    ended: list[str] = []

    def open_all() -> None:
        with Ending(wait_s=2.0) as ending:
            ending.add(lambda: ended.append("camera"))
            raise OSError("no port")

    with pytest.raises(OSError, match="no port"):
        open_all()
    assert ended == ["camera"]
