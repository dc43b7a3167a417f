"""What all tests share: made-up examples are the same on every run and on every machine."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

HERE = Path(__file__).parent
BROWSER = HERE / "webui" / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Share the tests out among processes file by file, as `make test` asks for.

    The browser is driven by one of them only, and first: that takes longest, and two browsers on
    two cores would have people's clicks wait for seconds.
    """
    items.sort(key=lambda item: BROWSER not in item.path.parents)
    for item in items:
        group = BROWSER if BROWSER in item.path.parents else item.path
        item.add_marker(pytest.mark.xdist_group(group.relative_to(HERE).as_posix()))
