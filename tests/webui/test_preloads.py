"""Pages that are played on name all their modules: none is found by reading another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import webui

ROOT = Path(webui.__file__).parent
MODULES = ROOT / "static" / "js"
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?"(\.[^"]+\.js)";', re.MULTILINE)
PRELOADS = re.compile(r"for module in \(([^)]*)\)")


def reached(entry: str) -> set[str]:
    """Every module that a page's own comes to import, without those that it loads later."""
    found: set[Path] = set()
    waiting = [(MODULES / entry).resolve()]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            names = IMPORT.findall(module.read_text("utf-8"))
            waiting += [(module.parent / name).resolve() for name in names]
    return {str(module.relative_to(MODULES.resolve()).with_suffix("")) for module in found}


@pytest.mark.parametrize("page", ["table", "desk"])
def test_every_module_of_a_page_is_loaded_beforehand(page: str) -> None:
    listed = PRELOADS.search((ROOT / "templates" / f"{page}.html").read_text("utf-8"))
    assert listed is not None
    preloaded = set(re.findall(r'"([a-z/-]+)"', listed[1]))
    assert reached(f"{page}.js") - {page} <= preloaded
    assert all((MODULES / f"{name}.js").exists() for name in preloaded)
