"""`moontable replay-session`: photographs of a made game, judged through the real eyes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from calibration.profile import save_profile
from companion.commands.session import replay_session_command
from companion.errors import BadExchangeFile, FileProblem, UsageError
from companion.games.api import Placement
from companion.games.registry import game_by_id
from companion.sessions.form import LINES, write_session
from tests.vision.made import SEED, made_table
from vision.render.rig import Turn, write_game
from vision.render.tables import Difficulty, random_table

LINE = "8o/9/2m2s3/9/3s5/3S3M1/2M2Te3/9/O8 brown cadbeth:1,lamban:1 -,-"


@dataclass
class Evening:
    """A game that is played on a made table, photograph by photograph."""

    game: Any
    state: Any
    turns: list[Turn]
    lines: list[dict[str, Any]]

    def photograph(self, placement: Placement, seat: str, **said: Any) -> None:
        points = {
            site: [str(piece) for piece in pile]
            for site, pile in placement.piles.items()
            if " notch " not in site
        }
        seats = [site.split(" notch ") for site in placement.piles if " notch " in site]
        self.lines += [
            {"do": {"type": "done", "seat": seat}},
            {"look": "press", "photo": f"game-{len(self.turns):02d}.jpg"},
            said,
        ]
        self.turns.append(Turn(points, {seat: int(notch) for seat, notch in seats}, said))

    def play(self, notation: str) -> None:
        action = self.game.complete(self.state, self.game.parse(self.state, notation))
        seat = self.game.actor(self.state, action)
        self.state = self.game.apply(self.state, action).state
        self.photograph(self.game.placement(self.state), seat, said="legal", notation=notation)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded session: a start, two moves, an illegal one that is put back, and its profile."""
    folder = tmp_path_factory.mktemp("evening")
    game = game_by_id("moons-and-stars")
    start = game.position_from_line(LINE)
    position = game.position_to_json(start)
    new = {"do": {"type": "new-game", "game": game.spec.id, "position": position}}
    played = Evening(game, start, [], [new])
    played.photograph(game.placement(start), "brown", said="start")
    played.play("Mh4-h6")
    lying = game.placement(played.state)
    piles = dict(lying.piles)
    piles["e6"] = piles.pop("f7")  # a star, diagonally
    played.photograph(Placement(piles), "blue", said="illegal", notation="Sf7-e6")
    played.photograph(lying, "blue", said="put-back")
    played.play("Sf7-f6")
    made = made_table()
    setup = random_table(SEED, Difficulty.EASY, columns=9)
    write_game(folder, setup, SEED, played.turns)
    save_profile(made.learned.profile, folder / "table.profile")
    write_session(folder, played.lines, game=game.spec.id, profile="table.profile")
    return folder


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(replay_session_command, [str(word) for word in arguments])


@pytest.mark.slow
def test_a_recorded_game_is_judged_again_as_it_was(evening: Path) -> None:
    result = run(evening)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == "5 things were said, all as recorded."


@pytest.mark.slow
def test_what_is_said_otherwise_now_is_told_and_ends_with_code_1(evening: Path) -> None:
    path = evening / LINES
    text = path.read_text("utf-8")
    path.write_text(text.replace('"said":"put-back"', '"said":"legal"'), "utf-8")
    try:
        result = run(evening, "--json")
    finally:
        path.write_text(text, "utf-8")
    assert result.exit_code == 1
    told = [json.loads(line) for line in result.output.splitlines()]
    assert [line["wrong"] for line in told if line["wrong"]] == [["said"]]


def test_a_folder_without_a_session_is_refused(tmp_path: Path) -> None:
    assert isinstance(run(tmp_path).exception, FileProblem)


def test_a_session_without_a_profile_asks_for_one(tmp_path: Path) -> None:
    write_session(tmp_path, [])
    assert isinstance(run(tmp_path).exception, UsageError)


def test_a_damaged_profile_is_refused(tmp_path: Path) -> None:
    write_session(tmp_path, [])
    (tmp_path / "p").write_text("no profile")
    assert isinstance(run(tmp_path, "--profile", tmp_path / "p").exception, UsageError)


def test_a_damaged_session_is_refused(tmp_path: Path) -> None:
    (tmp_path / LINES).write_text("{")
    assert isinstance(run(tmp_path).exception, BadExchangeFile)
