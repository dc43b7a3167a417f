"""Every ruling has a test that carries its ID in its name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

RULINGS = {f"MN-{number:02}" for number in range(1, 42)}
_ID = re.compile(r"mn[-_]?(\d\d)(?![0-9])", re.IGNORECASE)


def test_every_ruling_has_a_test_that_carries_its_id() -> None:
    carried = {
        f"MN-{number}"
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for number in _ID.findall(node.name)
    }
    assert sorted(RULINGS - carried) == []
    assert sorted(carried - RULINGS) == []
