"""The installer and its parts: clean by shellcheck, sound by systemd, and tried where that can be.

`test_in_debian.py` beside this runs the whole.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parents[2]
DEPLOY = HERE / "deploy"
SCRIPTS = [
    *sorted(DEPLOY.glob("*.sh")),
    *sorted((HERE / "tests" / "deploy").glob("*.sh")),
    HERE / "tests" / "vision" / "sources" / "pi" / "make_root.sh",
]


def run(*command: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **options
    )


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_bash_and_shellcheck_have_nothing_to_say(script: Path) -> None:
    assert run("bash", "-n", script).stderr == ""
    if shutil.which("shellcheck") is None:
        pytest.skip("there is no shellcheck here")
    assert run("shellcheck", "--external-sources", script, cwd=HERE).stdout == ""


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh", "service.sh"])
def test_scripts_may_be_run(script: str) -> None:
    assert os.access(DEPLOY / script, os.X_OK)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = (DEPLOY / "moontable.service").read_text()
    here = re.sub(r"^ExecStart=\S+ serve", "ExecStart=/bin/true", unit, flags=re.MULTILINE)
    assert here != unit
    (tmp_path / "moontable.service").write_text(here)
    found = run("systemd-analyze", "verify", tmp_path / "moontable.service")
    assert found.stderr == ""
    assert found.returncode == 0


def test_the_unit_and_the_scripts_mean_the_same_places() -> None:
    unit = (DEPLOY / "moontable.service").read_text()
    names = dict(re.findall(r"^(\w+)=(\S+)$", (DEPLOY / "common.sh").read_text(), re.MULTILINE))
    assert f"ExecStart={names['prefix']}/current/venv/bin/moontable serve" in unit
    assert f"MOONTABLE_HOME={names['state']}" in unit
    assert f"User={names['user']}" in unit
    service = (DEPLOY / "service.sh").read_text()
    assert f"{names['prefix']}/current/venv/bin/moontable" in service
    assert f"--reuid={names['user']}" in service
    assert "Type=notify" in unit
    assert "WatchdogSec=" in unit


def bash(prefix: Path, commands: str) -> str:
    """Run commands after common.sh, with releases in a folder of the test's."""
    script = f'. "{DEPLOY}/common.sh"; prefix="{prefix}"; {commands}'
    done = run("bash", "-euo", "pipefail", "-c", script)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def release(prefix: Path, name: str, *, age_s: int, whole: bool = True) -> None:
    folder = prefix / "releases" / name
    folder.mkdir(parents=True)
    if whole:
        (folder / "whole").touch()
        os.utime(folder / "whole", (1_000_000 - age_s, 1_000_000 - age_s))


def test_other_releases_are_whole_ones_the_oldest_first(tmp_path: Path) -> None:
    release(tmp_path, "0.2.0-a", age_s=20)
    release(tmp_path, "0.1.0-b", age_s=30)
    release(tmp_path, "0.3.0-c", age_s=10)
    release(tmp_path, "0.4.0-d", age_s=0, whole=False)
    assert bash(tmp_path, "switch_to releases/0.3.0-c; current_release") == "0.3.0-c"
    assert bash(tmp_path, "other_releases").split() == ["0.1.0-b", "0.2.0-a"]
    assert bash(tmp_path, "switch_to releases/0.1.0-b; other_releases").split() == [
        "0.2.0-a",
        "0.3.0-c",
    ]


def test_at_first_there_is_no_release(tmp_path: Path) -> None:
    (tmp_path / "releases").mkdir()
    assert bash(tmp_path, "current_release; other_releases") == ""


def test_only_root_may_install() -> None:
    if os.geteuid() == 0:
        pytest.skip("these tests run as root")
    done = run(DEPLOY / "install.sh")
    assert done.returncode == 1
    assert "needs root" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [(["--help"], 0, "go back to the release before"), (["--prune"], 1, "no option --prune")],
)
def test_the_installer_explains_itself(arguments: list[str], code: int, words: str) -> None:
    done = run(DEPLOY / "install.sh", *arguments)
    assert done.returncode == code
    assert words in done.stdout + done.stderr


@pytest.fixture
def trouble() -> Callable[[str], str]:
    """The function that looks at one requirement."""
    spec = importlib.util.spec_from_file_location("check_release", DEPLOY / "check_release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[[str], str] = module.trouble
    return found


@pytest.mark.parametrize(
    ("line", "words"),
    [
        pytest.param("click>=8.1", "", id="there and new enough"),
        pytest.param("click>=99", "click .* is here; >=99 is needed", id="too old"),
        pytest.param("opencv-python-headless>=4.10", "", id="OpenCV tells its version itself"),
        pytest.param("opencv-python-headless>=99", "is here; >=99 is needed", id="an old OpenCV"),
        pytest.param("no-such-thing>=1", "sudo apt install python3-no-such-thing", id="missing"),
        pytest.param('no-such-thing>=1; extra == "pi"', "", id="of an extra"),
        pytest.param('no-such-thing; python_version < "3"', "", id="for another Python"),
    ],
)
def test_a_requirement_is_looked_at(trouble: Callable[[str], str], line: str, words: str) -> None:
    found = trouble(line)
    assert bool(found) is bool(words)
    assert re.search(words, found)
