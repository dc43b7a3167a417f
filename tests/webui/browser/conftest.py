"""Chromium for all browser tests, and a served panel for each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.webui.browser.browsing import (
    ADVICE,
    FLAGS,
    GUEST,
    NO_BROWSER,
    Live,
    Watch,
    chromium,
    context_of,
    live_panel,
    ready,
)

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    if os.environ.get(NO_BROWSER):
        pytest.skip(f"{NO_BROWSER} is set")
    path = chromium()
    if path is None:
        pytest.fail(ADVICE, pytrace=False)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """A panel that is really served; its own screen is this machine, so it may do everything."""
    with live_panel(tmp_path) as served:
        yield served


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Every page that `visit` opened has stayed without an error."""
    watching = Watch()
    yield watching
    assert not watching.faults


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, live: Live, watch: Watch) -> Iterator[Visit]:
    """Open a page: ``visit("/rules/moons-and-stars", size="phone", theme="dark")``.

    ``guest``: as a device elsewhere in the room does, which has to join before it may play.
    """
    contexts: list[BrowserContext] = []

    def open_page(
        path: str = "/", *, size: str = "desktop", theme: str = "light", guest: bool = False
    ) -> Page:
        more: dict[str, Any] = {"extra_http_headers": GUEST} if guest else {}
        context = context_of(browser, size, theme, **more)
        contexts.append(context)
        page = context.new_page()
        watch.over(page)
        page.goto(live.url + path)
        return ready(page)

    yield open_page
    for context in contexts:
        context.close()
