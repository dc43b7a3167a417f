"""Whatever is sent to the API, it answers as its description says, and the game stands.

The requests are made from the description itself, in the process: good ones and bad ones, as the
table's own screen, which may do everything, and as a stranger, who may do next to nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from tests.webui.making import Panel, made_panel

STREAM = "/api/events"
"""It has no end; its tests are elsewhere."""
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
EXAMPLES = 12
"""For each operation, kind of data and viewer."""
VIEWERS = {"own screen": {}, "stranger": {"X-Forwarded-For": "192.0.2.66"}}


@pytest.fixture
def panel(tmp_path: Path) -> Iterator[Panel]:
    """A panel with a game, whose clock goes so fast that nobody asks too often."""
    seconds = itertools.count(0, 60)
    with made_panel(tmp_path, clock_s=lambda: float(next(seconds))) as made:
        made.begin("moons-and-stars", steps=12)
        yield made


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_api_answers_as_it_is_described(
    panel: Panel, viewer: str, mode: GenerationMode
) -> None:
    described = schemathesis.openapi.from_wsgi("/api/openapi.json", panel.app)
    asked = 0
    for found in described.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr] # the description holds
        if operation.path == STREAM:
            continue
        strategy = operation.as_strategy(generation_mode=mode)

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=strategy)
        def ask(case: Any) -> None:
            nonlocal asked
            asked += 1
            case.call_and_validate(checks=CHECKS, headers=VIEWERS[viewer])

        try:
            ask()
        except Unsatisfiable:  # there is nothing about a bare address that could be wrong
            assert mode is GenerationMode.NEGATIVE
            assert not operation.definition.raw.get("requestBody")
    assert asked > 100
    assert panel.own_screen().get("/api/table").status_code == 200
    if viewer == "stranger":
        assert panel.table.snapshot.game_id == 1
        assert panel.table.snapshot.answer is not None
