"""What the browser says aloud: words for people, and only where that is wished for."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.webui.browser.browsing import Live, Visit, steps, touch
from tests.webui.browser.test_games import near_the_end

HEAR = """() => {
  window.heard = [];
  speechSynthesis.speak = ({ text }) => window.heard.push(text);
}"""


def heard(page: Page) -> Any:
    """What was said on the page since it is listened to."""
    return page.evaluate("window.heard")


@pytest.fixture
def listening(live: Live, visit: Visit) -> Page:
    """A page whose speech is switched on, and kept instead of sounding."""
    page = visit("/settings")
    page.get_by_label("Say rulings aloud").check()
    page.goto(live.url)
    page.evaluate(HEAR)
    return page


def test_a_roll_is_said_in_words(live: Live, listening: Page) -> None:
    live.begin(players={"brown": "Ada"})
    listening.get_by_role("button", name="Roll for us").click()
    steps(live, 1, listening)
    (words,) = heard(listening)[-1:]
    assert words.startswith("Ada rolled: ")
    assert "roll brown" not in words


def test_a_move_is_said(live: Live, listening: Page) -> None:
    near_the_end(live)
    touch(listening, "e5", "e6")
    expect(listening.locator("#answer .good")).to_be_visible()
    assert "e6" in heard(listening)[-1]


def test_nothing_is_said_where_nobody_wished_it(live: Live, visit: Visit) -> None:
    live.begin()
    page = visit()
    page.evaluate(HEAR)
    page.get_by_role("button", name="Roll for us").click()
    steps(live, 1, page)
    assert heard(page) == []
