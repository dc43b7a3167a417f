"""The project as a whole: its packages, its dependencies, its version."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SHIPPED = ("companion", "vision", "hardware", "webui", "calibration")
OWN_WITH_TESTS = (*SHIPPED, "tests")

# Run in a process of its own: what an import leaves behind is compared with what was there before.
IMPORT_AND_TELL = """
import importlib, os, random, signal, sys, threading
def world():
    return (dict(os.environ), os.getcwd(), threading.active_count(), random.getstate(),
            sys.path[:], [signal.getsignal(n) for n in sorted(signal.valid_signals())])
before = world()
importlib.import_module(sys.argv[1])
assert world() == before, "the import changed the process"
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def declared() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project: dict[str, Any] = tomllib.load(file)["project"]
    return project


def name_of(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found.group()).lower()


def packages() -> list[str]:
    files = (file for top in OWN_WITH_TESTS for file in (ROOT / top).rglob("__init__.py"))
    return sorted(".".join(file.parent.relative_to(ROOT).parts) for file in files)


def imported_by(file: Path) -> Iterator[str]:
    """Full names of the modules that ``file`` imports; relative ones made absolute."""
    inside = file.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = inside[: len(inside) - level + 1] if level else ()
                origin = ".".join([*base, *([module] if module else [])])
                # `from companion import games` imports companion.games, not just companion.
                yield from (
                    f"{origin}.{alias.name}" if origin in OWN_WITH_TESTS else origin
                    for alias in names
                )


@pytest.mark.parametrize("package", SHIPPED)
def test_package_imports_without_side_effects(package: str, tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", IMPORT_AND_TELL, package],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert set(told.stdout.split()).isdisjoint({"cv2", "numpy", "click"})
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("package", packages())
def test_every_package_says_its_subject(package: str) -> None:
    init = ROOT.joinpath(*package.split("."), "__init__.py")
    assert ast.get_docstring(ast.parse(init.read_text("utf-8")))


@pytest.mark.parametrize("package", SHIPPED)
def test_every_shipped_package_ships_its_types(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()


def test_games_import_nothing_but_games_and_the_standard_library() -> None:
    strays = [
        f"{file.relative_to(ROOT)} imports {module}"
        for file in sorted((ROOT / "companion" / "games").rglob("*.py"))
        for module in imported_by(file)
        if module.partition(".")[0] not in sys.stdlib_module_names
        and module != "companion.games"
        and not module.startswith("companion.games.")
    ]
    assert strays == []


def test_the_gpl_yardstick_is_for_development_only() -> None:
    project = declared()
    extras = project["optional-dependencies"]
    asking = [extra for extra, needs in extras.items() if "chess" in map(name_of, needs)]
    assert asking == ["dev"]
    assert "chess" not in map(name_of, project["dependencies"])


@pytest.mark.parametrize("requirement", declared()["dependencies"])
def test_no_runtime_dependency_is_under_the_gpl(requirement: str) -> None:
    about = metadata.metadata(name_of(requirement))
    licences = [
        *about.get_all("License-Expression", []),
        *about.get_all("License", []),
        *(kind for kind in about.get_all("Classifier", []) if kind.startswith("License")),
    ]
    assert licences
    # Some put the whole text of their licence here: the first line names it.
    assert not [line for line in licences if re.search(r"\bA?GPL|\bGNU", line.splitlines()[0])]


def test_the_version_is_one() -> None:
    assert metadata.version("moontable") == declared()["version"]
    elsewhere = [
        file
        for top in SHIPPED
        for file in (ROOT / top).rglob("*.py")
        if re.search(r"^__version__\b", file.read_text("utf-8"), re.MULTILINE)
    ]
    assert elsewhere == []


def test_the_command_is_declared_once() -> None:
    (command,) = metadata.entry_points(group="console_scripts", name="moontable")
    assert command.value == "companion.cli:main"
