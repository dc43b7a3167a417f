"""Telling systemd how the service is, over a real socket, and nobody where there is none."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from companion.notify import notify, watchdog_s


def test_a_state_arrives_as_one_datagram(tmp_path: Path) -> None:
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)
        assert notify("READY=1\nSTATUS=The table is set.", environment={"NOTIFY_SOCKET": path})
        assert systemd.recv(100) == b"READY=1\nSTATUS=The table is set."


def test_an_abstract_address_is_reached() -> None:
    name = f"moontable-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0{name}")
        assert notify("WATCHDOG=1", environment={"NOTIFY_SOCKET": f"@{name}"})
        assert systemd.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param({}, id="no systemd"),
        pytest.param({"NOTIFY_SOCKET": ""}, id="an empty address"),
        pytest.param({"NOTIFY_SOCKET": "vsock:2:1"}, id="an address of another kind"),
        pytest.param({"NOTIFY_SOCKET": "/nowhere/at/all"}, id="a socket that is gone"),
        pytest.param({"NOTIFY_SOCKET": f"/{'x' * 300}"}, id="an address that is too long"),
    ],
)
def test_where_nobody_listens_nothing_happens(environment: dict[str, str]) -> None:
    assert notify("READY=1", environment=environment) is False


def test_a_full_socket_keeps_nobody_waiting(tmp_path: Path) -> None:
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)
        told = [notify("WATCHDOG=1", environment={"NOTIFY_SOCKET": path}) for _ in range(2000)]
    assert told[0]
    assert not told[-1]


@pytest.mark.parametrize(
    ("environment", "every_s"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "30000000"}, 10.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 10.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
    ],
)
def test_signs_of_life_come_three_times_as_often_as_they_must(
    environment: dict[str, str], every_s: float | None
) -> None:
    assert watchdog_s(environment=environment) == every_s
