"""This machine, really looked at, and the command that does it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from hardware.doctor import Imported, ThisMachine


def test_this_machine_answers(tmp_path: Path) -> None:
    machine = ThisMachine()
    file = tmp_path / "file"
    file.write_bytes(b"Raspberry\0\n")
    assert machine.text(str(file)) == "Raspberry"
    assert machine.text(str(tmp_path)) is None
    assert machine.matches(f"{tmp_path}/f*") == (str(file),)
    assert machine.may_use(str(tmp_path))
    assert machine.owner(str(file)) == machine.user()
    assert machine.owner(str(tmp_path / "gone")) is None
    assert (machine.free_bytes(str(tmp_path)) or 0) > 0
    assert machine.free_bytes(str(tmp_path / "gone")) is None
    assert machine.said("echo", "hello") == "hello"
    assert machine.said("no-such-command-here") is None
    assert machine.installed("click")
    assert machine.installed("no-such-package-here") is None
    assert machine.python() >= (3, 11)
    assert machine.architecture()
    assert machine.groups() is not None
    assert machine.environment()


def test_this_machine_imports_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "well.py").write_text("print('noise'); __version__ = '1.2'")
    (tmp_path / "fails.py").write_text("raise ValueError('numpy.dtype size changed')")
    (tmp_path / "lacks.py").write_text("import no_such_part")
    (tmp_path / "dies.py").write_text("import os; os._exit(7)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    machine = ThisMachine()
    assert machine.imported("well") == Imported("1.2")
    assert "dtype size changed" in machine.imported("fails").error
    lacks = machine.imported("lacks")
    assert "no_such_part" in lacks.error
    assert not lacks.missing
    assert machine.imported("no_such_module").missing
    assert machine.imported("dies").error == "it ended with 7"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOONTABLE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.slow
def test_the_command_looks_at_this_machine(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor"])
    printed = capsys.readouterr().out
    assert code == (1 if "\nbad" in printed else 0)
    assert f"{home}" in printed
    assert "numpy" in printed


@pytest.mark.slow
def test_wrong_settings_are_a_finding_and_the_rest_is_looked_at(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "moontable.toml").write_text("[pins]\ndone_braun = 4\n")
    assert main(["doctor"]) == 1
    printed = capsys.readouterr().out
    assert "Did you mean done_brown?" in printed
    assert "disk" in printed
