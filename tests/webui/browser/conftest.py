"""Chromium for all browser tests, and a served panel for each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.vision.desk.made import desk_eyes
from tests.webui.browser.browsing import (
    ADVICE,
    FLAGS,
    GUEST,
    NO_BROWSER,
    Live,
    Visit,
    Watch,
    chromium,
    context_of,
    live_panel,
    ready,
)
from tests.webui.browser.eyed import desk_live
from tests.webui.browser.playing import Device, Join
from vision.eyes import TableEyes

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


@pytest.fixture(scope="module")
def eyes() -> Iterator[TableEyes]:
    """The eyes of a virtual table, for all tests of a file."""
    made = desk_eyes()
    yield made
    made.close()


@pytest.fixture(scope="module")
def at_desk(tmp_path_factory: pytest.TempPathFactory, eyes: TableEyes) -> Iterator[Live]:
    """A panel on a virtual table that is looked at, for all tests of a file; nobody plays yet."""
    with desk_live(tmp_path_factory.mktemp("desk"), eyes) as served:
        yield served


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Every page that `visit` opened has stayed without an error."""
    watching = Watch()
    yield watching
    assert not watching.faults


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


@pytest.fixture
def join(browser: Browser, live: Live, watch: Watch) -> Iterator[Join]:
    """Join with a device that has a seat: ``join("p1")``, ``join("p2", size="desktop")``."""
    joined: list[Device] = []

    def take(seat: str | None, *, size: str = "phone") -> Device:
        joined.append(Device(browser, live, watch, seat, size))
        return joined[-1]

    yield take
    for device in joined:
        device.context.close()
