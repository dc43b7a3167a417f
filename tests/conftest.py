"""What all tests share: made-up examples are the same on every run and on every machine."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

BROWSER = Path(__file__).parent / "webui" / "browser"


class ByFile(LoadScopeScheduling):  # type: ignore[misc] # untyped
    """Share the tests out among processes file by file.

    The browser is driven by one of them only: two browsers on two cores would have people's clicks
    wait for seconds.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return "browser" if file.startswith("tests/webui/browser/") else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    """How `make test` shares them out."""
    return ByFile(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the browser, since that takes longest."""
    items.sort(key=lambda item: BROWSER not in item.path.parents)
