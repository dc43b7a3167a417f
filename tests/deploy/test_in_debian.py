"""The installer and the service in a Debian 13 folder, the service with a real systemd.

    sudo apt install debootstrap
    sudo tests/vision/sources/pi/make_root.sh /var/tmp/pi-root
    sudo MOONTABLE_PICAMERA2_ROOT=/var/tmp/pi-root .venv/bin/python -m pytest tests/deploy

Each of the three takes some minutes, most of them waiting for a watchdog. They run with precedence
over other work, so that systemd's time limits are those of a machine that has nothing else to do.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = os.environ.get("MOONTABLE_PICAMERA2_ROOT", "")
LONGEST_S = 1800.0
"""A script that takes longer is ended, and has failed."""
SLOWEST = 8.0
"""On a machine so many times slower than alone, systemd's own time limits run out."""
LOOKS, PAUSE_S = 6, 20.0
"""So often it is looked whether the machine has become quieter."""
AHEAD = -15
"""The niceness of what has precedence."""


def missing(script: str) -> str:
    """Why a script can't run here; empty if it can."""
    if os.geteuid() != 0:
        return "this is not root"
    if not ROOT:
        return "MOONTABLE_PICAMERA2_ROOT names no Debian folder"
    if not (Path(ROOT) / "made").exists():
        return f"{ROOT} was not made by tests/vision/sources/pi/make_root.sh, or not to its end"
    if script == "in_root.sh":
        return ""
    if not os.access(Path(ROOT) / "lib/systemd/systemd", os.X_OK):
        return f"there is no systemd in {ROOT}: make it anew"
    alone = ["unshare", "--pid", "--fork", "--mount", "--uts", "--ipc", "--cgroup", "true"]
    tried = None if shutil.which("unshare") is None else subprocess.run(alone, check=False)
    if tried is None or tried.returncode:
        return "this machine makes no namespaces of processes and mounts"
    slow = 0.0
    for _ in range(LOOKS):
        slow = slowness()
        if slow <= SLOWEST:
            return ""
        time.sleep(PAUSE_S)
    return f"this machine is {slow:.0f} times slower than alone"


def slowness() -> float:
    """How many times longer than alone work takes now that has precedence."""
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_PROCESS, 0, AHEAD)
    try:
        spent_s, begun_s = time.process_time(), time.perf_counter()
        while time.process_time() - spent_s < 0.3:
            sum(range(20_000))
        return (time.perf_counter() - begun_s) / 0.3
    finally:
        os.setpriority(os.PRIO_PROCESS, 0, usual)


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended: its exit code, None if it had to be ended, and what it said."""

    code: int | None
    said: str


def run_to_the_end(command: list[str], log: Path, *, longest_s: float) -> Done:
    """Run a command with what it says in a file; it and all that it has started end with it.

    What it starts may outlive it and keep a pipe open: whoever read from a pipe would wait on.
    """
    with log.open("wb") as file:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code: int | None = process.wait(longest_s)
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(process.pid, signal.SIGTERM)  # its trap takes its mounts away
            with suppress(subprocess.TimeoutExpired):
                process.wait(30)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return Done(code, log.read_text("utf-8", errors="replace"))


@pytest.mark.hardware
@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["in_root.sh"], id="scripts"),
        pytest.param(["with_systemd.sh"], id="service"),
        pytest.param(["with_systemd.sh", "itself"], id="program"),
    ],
)
def test_the_whole_in_a_debian_13(command: list[str], tmp_path: Path) -> None:
    script, *who = command
    why = missing(script)
    if why:
        pytest.skip(why)
    ahead = ["nice", "-n", str(AHEAD), str(HERE / script), ROOT, *who]
    done = run_to_the_end(ahead, tmp_path / "log", longest_s=LONGEST_S)
    assert done.code == 0, done.said[-3000:]
    assert done.said.endswith("all went well\n"), done.said[-3000:]


@pytest.mark.parametrize(
    ("script", "code", "said"),
    [
        pytest.param("sleep 60 & echo all went well", 0, "all went well\n", id="leaves another"),
        pytest.param("echo so far; exit 3", 3, "so far\n", id="fails"),
        pytest.param(
            "trap 'echo tidied; exit 1' TERM; echo begun; sleep 60 & wait",
            None,
            "begun\ntidied\n",
            id="hangs",
        ),
    ],
)
def test_a_script_ends_with_all_that_it_has_started(
    script: str, code: int | None, said: str, tmp_path: Path
) -> None:
    begun_s = time.perf_counter()
    done = run_to_the_end(["bash", "-c", script], tmp_path / "log", longest_s=3.0)
    assert (done.code, done.said) == (code, said)
    assert time.perf_counter() - begun_s < 50
