"""The command `moontable` as a person starts it: what it prints, its errors, its exit codes."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.play import _wrapped
from companion.games.registry import game_by_id
from companion.terminal.paint import painted

LINE = "9/9/2o6/4s4/9/9/2M1S4/9/O3M4 brown -,- -,-"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOONTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    waiting = list(lines)

    def typed(_prompt: str) -> str:
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    monkeypatch.setattr("builtins.input", typed)


def test_a_game_is_played_listed_exported_and_replayed(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, *[""] * 9, *["auto"] * 12, "quit")
    assert main(["play", "--seed", "3", "--player", "brown=Ada", "--player", "blue=Ben"]) == 0
    assert main(["games"]) == 0
    assert "Ada" in capsys.readouterr().out
    for form in ("text", "json"):
        out = home / f"game.{form}"
        assert main(["export", "1", "--format", form, "--out", str(out)]) == 0
        assert main(["replay", str(out)]) == 0
        assert "set up brown" in capsys.readouterr().out
    assert main(["replay", "--boards", str(home / "game.text")]) == 0


def test_a_killed_game_goes_on_where_it_was(home: Path) -> None:
    command = [sys.executable, "-c", "from companion.cli import main; main(['play', '--seed=3'])"]
    environment = {**os.environ, "MOONTABLE_HOME": str(home / "home")}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write("\n" * 8 + "auto\nposition\n")
        playing.stdin.flush()
        line = next(said for said in playing.stdout if said.count("/") >= 8)
        playing.send_signal(signal.SIGKILL)
    going_on = subprocess.run(
        [sys.executable, "-c", "from companion.cli import main; main(['play', '--resume'])"],
        input="position\n",
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    assert line.partition("> ")[2].strip() in going_on.stdout


def test_perft_divides_by_the_first_action(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = home / "position.txt"
    position.write_text(LINE)
    assert main(["perft", "moons-and-stars", "--position", str(position), "--depth", "1"]) == 0
    printed = capsys.readouterr().out.splitlines()
    game = game_by_id("moons-and-stars")
    count = len(list(game.legal(game.position_from_line(LINE))))
    assert printed[-1] == f"total {count}"
    assert "Se3-e4: 1" in printed
    assert len(printed) == count + 1


def test_conformance_names_what_fails_and_says_so_by_its_exit_code(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_by_id("moons-and-stars")
    position = game.position_to_json(game.position_from_line(LINE))
    right = {
        "name": "a star goes no two points",
        "rulings": ["MS-16"],
        "position": position,
        "seat": "brown",
        "action": {"from": "e3", "part": "all", "to": "e5"},
        "expect": {"legal": False, "reasons": ["MS-16"]},
    }
    wrong = {**right, "name": "wrongly expected", "expect": {"legal": False, "reasons": ["MS-50"]}}
    file = home / "cases.json"
    file.write_text(json.dumps({"game": "moons-and-stars", "rules": {}, "cases": [right]}))
    assert main(["conformance", str(file)]) == 0
    assert capsys.readouterr().out.endswith("1 passed, 0 failed\n")
    file.write_text(json.dumps({"game": "moons-and-stars", "rules": {}, "cases": [right, wrong]}))
    assert main(["conformance", str(file)]) == 1
    printed = capsys.readouterr().out
    assert "wrongly expected" in printed
    assert printed.endswith("1 passed, 1 failed\n")


def test_switches_may_stand_in_a_file(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = home / "rules.json"
    file.write_text(json.dumps({"about": "ours", "columns": 5, "notches": 2}), "utf-8")
    type_lines(monkeypatch, "position", "quit")
    assert main(["play", "--rule", f"@{file}", "--rule", "notches=3"]) == 0
    told = capsys.readouterr().out
    assert "columns=5" in told or "5/5" in told
    assert "notches=3" in told
    file.write_text("[]", "utf-8")
    assert main(["play", "--rule", f"@{file}"]) != 0


def test_rules_are_listed_and_looked_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    listed = capsys.readouterr().out
    assert "MS-01" in listed
    assert "MS-75" in listed
    assert "dirlydwurg" in listed
    assert main(["rules", "moons-and-stars", "ms-18"]) == 0
    assert "MS-18:" in capsys.readouterr().out


BAD_COMMANDS = {
    "no such command": ["fly"],
    "no such game": ["play", "chess"],
    "nearly a game": ["play", "moon-and-stars"],
    "no such switch": ["play", "--rule", "wind=3"],
    "a switch out of range": ["play", "--rule", "columns=4"],
    "a switch without a value": ["play", "--rule", "columns"],
    "a seat that is not there": ["play", "--player", "green=Ann"],
    "nothing to resume": ["play", "--resume"],
    "no such game to resume": ["play", "--resume", "99"],
    "resume what is no number": ["play", "--resume", "last"],
    "a position that is not there": ["play", "--position", "nowhere.txt"],
    "replay of nothing": ["replay", "nowhere.txt"],
    "replay of a folder": ["replay", "."],
    "export of nothing": ["export", "7"],
    "export of no number": ["export", "x"],
    "conformance of nothing": ["conformance", "nowhere.json"],
    "perft without a position": ["perft", "moons-and-stars", "--depth", "2"],
    "perft to no depth": ["perft", "moons-and-stars", "--position", "p", "--depth", "0"],
    "no such ruling": ["rules", "moons-and-stars", "MS-99"],
}


@pytest.mark.parametrize("arguments", BAD_COMMANDS.values(), ids=BAD_COMMANDS)
def test_a_mistake_gets_one_clear_line_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_lines(monkeypatch)
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert said.strip()
    assert "Traceback" not in said


@pytest.mark.parametrize(
    "text",
    ["", "9/9/9 brown", "{", '{"position": 5}', "x" * 5000, "\0", '{"columns": 99}', "[]" * 9],
)
def test_an_unreadable_position_gets_one_clear_line(
    home: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    position = home / "position"
    position.write_text(text)
    assert main(["perft", "moons-and-stars", "--position", str(position), "--depth", "1"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_damaged_record_keeps_its_good_part(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, *[""] * 9, *["auto"] * 6)
    main(["play", "--seed", "3"])
    record = home / "game.txt"
    main(["export", "1", "--out", str(record)])
    text = record.read_text()
    record.write_text(text.rstrip() + "\n9. Zz9-a1\n")
    capsys.readouterr()
    assert main(["replay", str(record)]) == 2
    caught = capsys.readouterr()
    assert "set up brown" in caught.out
    assert "Line " in caught.err
    assert len(caught.err.strip().splitlines()) == 1


def test_a_record_that_is_no_record_is_left_alone(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = home / "home" / "games.sqlite"
    record.parent.mkdir()
    record.write_bytes(b"this is no record of games" * 100)
    for arguments in (["games"], ["play"], ["export", "1"]):
        assert main(arguments) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert record.read_bytes() == b"this is no record of games" * 100


def test_a_locked_record_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, "quit")
    main(["play"])
    record = home / "home" / "games.sqlite"
    held = sqlite3.connect(record, isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    try:
        assert main(["play"]) == 2
    finally:
        held.rollback()
        held.close()
    assert "another" in capsys.readouterr().err.lower()


def test_long_lines_are_broken_under_their_second_column() -> None:
    broken = _wrapped("  typed   " + "word " * 40).splitlines()
    assert len(broken) > 1
    assert all(line.startswith(" " * 10) for line in broken[1:])


def test_colours_tell_the_sides_apart_and_leave_the_rest_alone() -> None:
    board = "a   b\n9   M   s/m 9\nbrown"
    assert painted(board, colour=False) == board
    first, row, last = painted(board, colour=True).split("\n")
    assert (first, last) == ("a   b", "brown")
    assert row.count("\x1b[33m") == 1
    assert row.count("\x1b[36m") == 2
