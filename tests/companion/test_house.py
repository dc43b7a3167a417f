"""The whole table as it is served: opened, played, killed, resumed, shut."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app import House, open_house, spoken
from companion.commands.serve import greeting
from companion.config import Panel, Settings
from companion.errors import RecordLocked, UsageError
from companion.games.registry import game_by_id
from companion.record.on_table import OnTable
from companion.referee.commands import Draw, Leave, NewGame, Play
from companion.referee.eyes import Watch
from tests.companion.referee.sitting_at import CAPTURE

ROOT = Path(__file__).parent.parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def settings(port: int) -> Settings:
    """A panel on a port, with nothing wired."""
    quiet = Settings()
    return replace(
        quiet,
        panel=Panel(port=port),
        buttons=replace(quiet.buttons, enabled=False),
        outputs=replace(quiet.outputs, enabled=False),
    )


def asked(port: int, method: str, path: str, body: Any = None) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"X-Moontable": "1", "Content-Type": "application/json"}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    try:
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


def until(true: Callable[[], Any], timeout_s: float = 30.0) -> Any:
    end_s = time.monotonic() + timeout_s
    while time.monotonic() < end_s:
        try:
            found = true()
        except (OSError, ValueError):
            found = None
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("it never came true")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    record = tmp_path / "games.sqlite"
    made = open_house(settings(free_port()), record=record, folder=tmp_path, by_hand=True)
    yield made
    made.close()


def port_of(house: House) -> int:
    return int(house.urls[0].rpartition(":")[2])


def test_a_game_is_played_over_the_panel(house: House) -> None:
    port = port_of(house)
    assert asked(port, "POST", "/api/commands", {"type": "new-game", "game": "cirondo"})["accepted"]
    assert asked(port, "GET", "/api/table")["game"]["id"] == "cirondo"
    assert house.is_well()
    assert house.troubles == ()


def test_a_house_that_is_shut_is_not_well(house: House) -> None:
    house.close()
    house.close()
    assert house.table.do(Draw()).refusal is not None


def test_the_game_on_the_table_is_there_again(tmp_path: Path) -> None:
    record = tmp_path / "games.sqlite"
    for number in range(2):
        house = open_house(settings(free_port()), record=record, folder=tmp_path, by_hand=True)
        if number == 0:
            house.table.do(NewGame("moons-and-stars"))
            house.table.do(Draw())
            until(lambda: OnTable(record).game() == 1)
        assert house.table.snapshot.game_id == 1
        timeline = house.table.snapshot.timeline
        assert timeline is not None
        assert len(timeline.steps) == 1
        house.close()


def test_a_game_that_was_put_away_stays_away(tmp_path: Path) -> None:
    record = tmp_path / "games.sqlite"
    with open_house_by_hand(tmp_path, record) as house:
        house.table.do(NewGame("moons-and-stars"))
        until(lambda: OnTable(record).game() == 1)
        house.table.do(Leave())
        until(lambda: OnTable(record).game() is None)
    with open_house_by_hand(tmp_path, record) as house:
        assert house.table.snapshot.game_id is None


def until_live(house: House) -> None:
    """Wait until the virtual camera has learned its table."""
    until(lambda: house.table.snapshot.camera.watch is Watch.LIVE, timeout_s=120)


@pytest.mark.slow
def test_what_hands_owed_is_owed_on_the_virtual_table_after_a_restart(tmp_path: Path) -> None:
    record, told = tmp_path / "games.sqlite", []
    game = game_by_id("moons-and-stars")
    position = game.position_to_json(game.position_from_line(CAPTURE))
    for number in range(2):
        house = open_house(settings(free_port()), record=record, folder=tmp_path)
        try:
            until_live(house)
            if number == 0:
                house.table.do(NewGame("moons-and-stars", position=position))
                house.table.do(Play(text="d4-d5", seat="brown"))
            house.table.rest(60)
            told.append(house.table.snapshot)
        finally:
            house.close()
    assert [(one.todo, one.lying, one.to_act) for one in told] == [
        (told[0].todo, told[0].lying, frozenset({"blue"}))
    ] * 2
    assert len(told[0].todo) == 3


class open_house_by_hand:  # noqa: N801 - it reads as a function
    """A house for a `with`."""

    def __init__(self, folder: Path, record: Path) -> None:
        self._house = open_house(settings(free_port()), record=record, folder=folder, by_hand=True)

    def __enter__(self) -> House:
        return self._house

    def __exit__(self, *_: object) -> None:
        self._house.close()


def test_a_second_program_is_kept_from_the_game_that_is_played(tmp_path: Path) -> None:
    record = tmp_path / "games.sqlite"
    with open_house_by_hand(tmp_path, record) as house:
        house.table.do(NewGame("moons-and-stars"))
        with pytest.raises(RecordLocked, match="Another moontable"):
            open_house_by_hand(tmp_path, record)
        assert house.table.do(Draw()).accepted, "it goes on undisturbed"
    with open_house_by_hand(tmp_path, record) as house:
        assert house.table.snapshot.game_id == 1


@pytest.mark.slow
def test_a_second_serve_says_so_and_a_killed_one_keeps_nobody_out(tmp_path: Path) -> None:
    port = free_port()
    first = started(tmp_path, port)
    until(lambda: asked(port, "GET", "/api/session"), timeout_s=120)
    second = started(tmp_path, free_port())
    out, error = second.communicate(timeout=120)
    assert second.returncode not in (0, None)
    assert "Another moontable" in error + out
    assert "Traceback" not in error
    first.kill()
    first.communicate()
    third = started(tmp_path, port)
    until(lambda: asked(port, "GET", "/api/session"), timeout_s=120)
    third.kill()
    third.communicate()


def test_a_game_that_can_not_be_resumed_is_a_trouble(tmp_path: Path) -> None:
    OnTable(tmp_path / "games.sqlite").keep_game(77)
    with open_house_by_hand(tmp_path, tmp_path / "games.sqlite") as house:
        assert "77" in house.troubles[0]
        assert house.table.do(NewGame("cirondo")).accepted


@pytest.mark.parametrize("text", ["", "x", "-1", "9" * 40, "\x00", "\uff11"])
def test_a_spoiled_note_of_the_game_on_the_table_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "on-table").write_text(text, encoding="utf-8")
    assert OnTable(tmp_path / "games.sqlite").game() is None


def test_a_taken_port_is_said_and_nothing_stays_open(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(UsageError, match="can't listen"):
            open_house(
                settings(int(other.getsockname()[1])),
                record=tmp_path / "games.sqlite",
                folder=tmp_path,
                by_hand=True,
            )
    with open_house_by_hand(tmp_path, tmp_path / "games.sqlite") as house:
        assert house.is_well(), "the record was let go of"


def test_what_is_said_aloud_is_what_everybody_may_hear(house: House) -> None:
    house.table.do(NewGame("moonlight"))
    house.table.do(Draw())
    house.table.do(Draw())
    text = spoken(house.table.snapshot, "en")
    assert text
    assert "deal" not in text or "hidden" in text


@pytest.mark.parametrize(
    ("urls", "part"),
    [
        (("http://127.0.0.1:8080",), "0.0.0.0"),
        (("http://192.0.2.1:8080", "http://127.0.0.1:8080"), "QR code"),
    ],
)
def test_the_greeting_says_where_to_look(urls: tuple[str, ...], part: str) -> None:
    text = "\n".join(greeting(urls, Settings()))
    assert all(url in text for url in urls)
    assert part in text


def started(folder: Path, port: int, **environment: str) -> subprocess.Popen[str]:
    """`moontable serve` in a process of its own."""
    code = "import sys; from companion.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code, "serve", "--by-hand", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "MOONTABLE_HOME": str(folder), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_a_killed_table_goes_on_where_it_was(tmp_path: Path) -> None:
    """Kill -9 in the middle of a game: the next start has it on the table again."""
    port = free_port()
    process = started(tmp_path, port)
    until(lambda: asked(port, "GET", "/api/session"))
    asked(port, "POST", "/api/commands", {"type": "new-game", "game": "moons-and-stars"})
    for _ in range(2):
        asked(port, "POST", "/api/commands", {"type": "draw"})
    before = asked(port, "GET", "/api/table")
    until(lambda: OnTable(tmp_path / "games.sqlite").game() == 1)
    process.kill()
    process.communicate()
    again = started(tmp_path, port)
    after = until(lambda: asked(port, "GET", "/api/table"))
    assert after["game"]["number"] == before["game"]["number"]
    assert after["board"] == before["board"]
    assert [one["n"] for one in after["log"]] == [one["n"] for one in before["log"]]
    again.send_signal(signal.SIGTERM)
    out, error = again.communicate(timeout=20)
    assert again.returncode == 0, error
    assert "The game is saved." in out
    assert "Traceback" not in error


@pytest.mark.slow
def test_systemd_is_told_when_the_table_is_ready_and_that_it_lives(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(30)
        process = started(
            tmp_path,
            free_port(),
            NOTIFY_SOCKET=str(tmp_path / "notify"),
            WATCHDOG_USEC="600000",
        )
        told = [systemd.recv(100).decode() for _ in range(2)]
        process.send_signal(signal.SIGINT)
        while told[-1] != "STOPPING=1":
            told.append(systemd.recv(100).decode())
        process.communicate(timeout=20)
    assert told[:2] == ["READY=1", "WATCHDOG=1"]
    assert process.returncode == 0
