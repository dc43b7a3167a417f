"""`moontable config`: what it prints is a file that can be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.options import _language
from companion.config import Settings, settings_from


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOONTABLE_HOME", str(tmp_path))
    return tmp_path


def test_the_defaults_are_printed_as_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "default"]) == 0
    assert settings_from(capsys.readouterr().out) == Settings()


def test_what_holds_is_printed_with_its_place(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "show"]) == 0
    assert "not there" in capsys.readouterr().out
    (home / "moontable.toml").write_text("[pins]\nbuzzer = 4\n")
    monkeypatch.setenv("MOONTABLE_PINS_REFEREE", "7")
    assert main(["config", "show"]) == 0
    printed = capsys.readouterr().out
    pins = settings_from(printed).pins
    assert (pins.buzzer, pins.referee) == (4, 7)
    assert "not there" not in printed
    assert main(["config", "path"]) == 0
    assert capsys.readouterr().out == f"{home / 'moontable.toml'}\n"


def test_a_mistake_is_one_line_and_exit_code_2(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "moontable.toml").write_text("[pins]\ndone_braun = 4\n")
    assert main(["config", "show"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "done_brown" in line


def test_other_commands_go_by_the_settings(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    record = home / "elsewhere" / "games.sqlite"
    record.parent.mkdir()
    (home / "moontable.toml").write_text(f'[table]\nrecord = "{record}"\nlanguage = "xx"\n')
    assert main(["play", "--seed", "3", "--language", "en"]) == 0
    assert record.exists()
    assert main(["games"]) == 0
    assert "moons-and-stars" in capsys.readouterr().out.lower().replace(" ", "-")
    assert _language() == "xx"


def test_wrong_settings_stop_other_commands_with_one_line(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "moontable.toml").write_text("[table]\nlanguage = 5\n")
    assert main(["games"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "table.language is 5" in line
    assert main(["rules", "--help"]) == 0
