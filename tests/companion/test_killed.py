"""The whole program, killed with -9 again and again: it goes on with all that it reported."""

from __future__ import annotations

import http.client
import subprocess
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.registry import game_by_id
from companion.record import RecordLog, load_game
from tests.companion.referee.sitting_at import ENDING
from tests.companion.test_house import asked, free_port, started, until

KILLS = 5
GONE = (OSError, ValueError, http.client.HTTPException)
"""What a request meets whose server is killed."""


def answered(port: int) -> dict[str, Any]:
    """The table, as soon as the panel answers."""
    table: dict[str, Any] = until(lambda: asked(port, "GET", "/api/table"), timeout_s=120)
    return table


def next_command(table: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Something that may be asked of the table now."""
    if table.get("game") is None:
        return {"type": "new-game", "game": "moons-and-stars"}
    if table["actions"]:
        kind = rng.choice(["play", "play", "play", "play", "remark", "take-back"])
        if kind == "play":
            return {"type": "play", "action": rng.choice(table["actions"])["action"]}
        return {"type": kind} if kind == "take-back" else {"type": kind, "text": "a word"}
    return {"type": "draw"}


def play_until_killed(
    process: subprocess.Popen[str], port: int, rng: Random, reported: dict[str, Any]
) -> None:
    """Ask for one thing after the other; in the middle of one of them the program is killed."""
    last = rng.randrange(2, 9)
    for number in range(100):
        try:
            reported.update(asked(port, "GET", "/api/table"))
            if number == last:
                threading.Timer(rng.uniform(0.0, 0.05), process.kill).start()
            asked(port, "POST", "/api/commands", next_command(reported, rng))
        except GONE:
            break
    process.communicate()


@pytest.mark.slow
def test_the_program_killed_at_random_moments_goes_on_with_all_that_it_reported(
    tmp_path: Path,
) -> None:
    rng = Random(12)
    reported: dict[str, Any] = {}
    for _ in range(KILLS):
        port = free_port()
        process = started(tmp_path, port)
        table = answered(port)
        if reported.get("game"):
            if table["game"] is None:
                process.kill()
                pytest.fail(f"the game is gone: {process.communicate()}")
            assert table["game"]["number"] == reported["game"]["number"]
            lines = [(line["n"], line["text"]) for line in reported["log"]]
            now = [(line["n"], line["text"]) for line in table["log"]]
            assert now[: len(lines)] == lines or len(now) < len(lines), "or one was taken back"
            if now == lines:
                assert table["board"] == reported["board"]
            with RecordLog.open(tmp_path / "games.sqlite", write=False) as log:
                kept = len(log.events(table["game"]["number"]))
            assert kept >= max((n for n, _ in lines), default=0)
        reported.clear()
        play_until_killed(process, port, rng, reported)
        assert reported["game"], "a game was begun before it was killed"
        with RecordLog.open(tmp_path / "games.sqlite", write=False) as log:
            found = load_game(log, reported["game"]["number"])
        assert found.problem is None


@pytest.mark.slow
def test_a_game_that_has_ended_is_on_the_table_again_as_it_ended(tmp_path: Path) -> None:
    game = game_by_id("moons-and-stars")
    position = game.position_to_json(game.position_from_line(ENDING))
    begin = {"type": "new-game", "game": "moons-and-stars", "position": position}
    told = []
    for number in range(3):
        port = free_port()
        process = started(tmp_path, port)
        if number == 0:
            answered(port)
            for command in (begin, {"type": "play", "text": "h8-i9"}):
                assert asked(port, "POST", "/api/commands", command)["accepted"]
        told.append(answered(port))
        process.kill()
        process.communicate()
    assert told[0]["phase"] == "over"
    for table in told[1:]:
        assert [table[key] for key in ("game", "phase", "board", "log")] == [
            told[0][key] for key in ("game", "phase", "board", "log")
        ]


@pytest.mark.slow
def test_a_game_is_on_the_table_again_from_the_moment_that_it_is_reported(tmp_path: Path) -> None:
    port = free_port()
    process = started(tmp_path, port)
    answered(port)
    assert asked(port, "POST", "/api/commands", {"type": "new-game", "game": "cirondo"})["accepted"]
    process.kill()
    process.communicate()
    process = started(tmp_path, port)
    table = answered(port)
    process.kill()
    process.communicate()
    assert table["game"]["id"] == "cirondo"
