"""What is pressed on the panel: it stays where it is meanwhile, and a finger finds it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.referee.commands import Play
from tests.webui.browser.browsing import Live, Visit, caught_up, ready, steps

LEAST_PX = 44
"""What a finger finds (WCAG 2.5.5)."""
TOO_SMALL = """least => [...document.querySelectorAll('button, a, input, select, summary')]
    .filter((e) => !(e.matches('a') && getComputedStyle(e).display === 'inline')
        && !e.closest('label') && !e.matches('.skip'))
    .map((e) => [e.innerText || e.ariaLabel || e.name, e.getBoundingClientRect()])
    .filter(([, box]) => box.width && Math.min(box.width, box.height) < least - 0.5)
    .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""
PAGES = ("/new", "/games", "/games/1", "/rules/moon", "/join", "/settings")


def test_a_button_that_is_being_pressed_outlasts_what_comes_meanwhile(
    live: Live, visit: Visit
) -> None:
    live.begin(steps=2)
    page = visit()
    box = page.get_by_role("button", name="Keep this roll").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    live.table.do(Play(text="keep blue"))
    caught_up(page, live)
    expect(page.get_by_role("button", name="Keep this roll")).to_have_count(2)
    page.mouse.up()
    steps(live, 4, page)
    expect(page.get_by_role("heading", name="choose a deity")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "touch"])
def test_a_finger_finds_everything(live: Live, visit: Visit, size: str) -> None:
    page = visit(size=size)
    for number in (0, 1, 3, 7, 9, 24):
        live.begin(steps=number)
        caught_up(page, live)
        assert page.evaluate(TOO_SMALL, LEAST_PX) == [], f"after {number} steps"
    for path in PAGES:
        page.goto(live.url + path)
        assert ready(page).evaluate(TOO_SMALL, LEAST_PX) == [], path
