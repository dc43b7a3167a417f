"""Whole games in the browser: by mouse and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.games.api import Json
from tests.webui.browser.browsing import (
    Live,
    Visit,
    point,
    press_button,
    ready,
    tab_to,
    touch,
    walk_to,
)

NEAR_THE_END: Json = {
    "columns": 9,
    "to_move": "brown",
    "points": {
        "e5": ["brown star"],
        "b2": ["brown moon"],
        "a1": ["brown stone"],
        "e7": ["blue stone"],
        "i9": ["blue star"],
        "h3": ["blue trap west"],
    },
    "deities": {"brown": None, "blue": None},
    "lost": {"brown": {}, "blue": {}},
}
"""Brown's star is two steps away from blue's stone."""
WAY_TO_THE_END = (("e5", "e6"), ("i9", "i8"), ("e6", "e7"))


def near_the_end(live: Live) -> None:
    live.begin(position=NEAR_THE_END, players={"brown": "Ada", "blue": "Ben"})


def over(page: Page) -> None:
    expect(page.locator("#now h2")).to_have_text("Ada wins")
    expect(page.locator("#now")).to_contain_text("landing on the other side's stone")
    expect(page.get_by_role("link", name="Download the record")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_game_is_played_to_its_end_by_touching(live: Live, visit: Visit, size: str) -> None:
    near_the_end(live)
    page = visit(size=size)
    for start, end in WAY_TO_THE_END:
        touch(page, start)
        expect(point(page, end)).to_have_class(re.compile(r"\blit\b"))
        touch(page, end)
        expect(point(page, start)).to_have_accessible_name(re.compile("empty"))
    over(page)


def test_a_piece_can_be_dragged(live: Live, visit: Visit) -> None:
    near_the_end(live)
    page = visit()
    page.drag_and_drop('[role=gridcell][data-site="e5"]', '[role=gridcell][data-site="e6"]')
    expect(point(page, "e6")).to_have_accessible_name(re.compile("brown star"))
    page.drag_and_drop('[role=gridcell][data-site="i9"]', '[role=gridcell][data-site="e1"]')
    expect(page.locator("#asked")).to_contain_text("No, that is not allowed.")


def test_a_game_is_played_to_its_end_by_keyboard_alone(live: Live, visit: Visit) -> None:
    near_the_end(live)
    page = visit()
    for start, end in WAY_TO_THE_END:
        walk_to(page, start)
        page.keyboard.press("Enter")
        expect(point(page, start)).to_have_attribute("aria-selected", "true")
        walk_to(page, end)
        page.keyboard.press("Enter")
        expect(point(page, start)).to_have_accessible_name(re.compile("empty"))
    over(page)


def any_move(page: Page) -> tuple[str, str]:
    """A legal move that its two points name without a doubt, from what the page was told."""
    actions = page.request.get(page.url + "api/table").json()["actions"]
    pairs = [(one["from"], one["to"]) for one in actions if one["from"] and one["to"]]
    start, end = next(pair for pair in pairs if pairs.count(pair) == 1 and " " not in pair[0])
    return str(start), str(end)


def played_moves(live: Live) -> int:
    timeline = live.table.snapshot.timeline
    assert timeline is not None
    return sum(step.notation[:1] in "MS" and step.seat != "chance" for step in timeline.steps)


def rolls(page: Page, press: Callable[[str], None]) -> None:
    """Roll for both sides and keep both rolls, each as soon as the page shows the one before."""
    faces = page.locator("#ways .faces")
    keep = page.get_by_role("button", name="Keep this roll")
    for number in range(2):
        press("Roll for us")
        expect(faces).to_have_count(number + 1)
    for number in range(2):
        press("Keep this roll")
        expect(keep).to_have_count(1 - number)


def deities(page: Page, press: Callable[[str], None]) -> None:
    """Choose a deity for either side."""
    for name in ("Yinnok", "Lamban"):
        press(name)
        expect(page.locator(f"[data-focus={name.lower()}]:enabled")).to_have_count(0)


def test_a_game_goes_from_the_roll_to_its_turns_by_mouse(live: Live, visit: Visit) -> None:
    page = visit("/new")
    page.get_by_label("Brown").fill("Ada")
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url(live.url + "/")
    ready(page)
    rolls(page, lambda name: page.get_by_role("button", name=name).first.click())
    if live.table.snapshot.state.phase.value == "lot":
        page.get_by_role("button", name="Draw the lot").click()
    deities(page, lambda name: page.get_by_role("button", name=name).click())
    for _ in range(2):
        page.get_by_role("button", name="Place them by chance").click()
        page.get_by_role("button", name="I am ready").click()
        expect(page.locator("[data-focus=ready]:enabled")).to_have_count(0)
    expect(page.locator("#ways")).to_be_empty()
    before = played_moves(live)
    start, end = any_move(page)
    touch(page, start, end)
    expect(page.locator("#answer .good")).to_contain_text(f"{start}")
    assert played_moves(live) == before + 1


def test_the_same_by_keyboard_alone(live: Live, visit: Visit) -> None:
    page = visit("/new")
    press_button(page, "Begin the game")
    page.wait_for_url(live.url + "/")
    ready(page)
    rolls(page, lambda name: press_button(page, name))
    if live.table.snapshot.state.phase.value == "lot":
        press_button(page, "Draw the lot")
    deities(page, lambda name: press_button(page, name))
    tab_to(page, "e.dataset.focus?.startsWith('tray-')")
    page.keyboard.press("Enter")
    expect(page.locator('[data-focus^="tray-"][aria-pressed="true"]')).to_have_count(1)
    for _ in range(2):
        press_button(page, "Place them by chance")
        expect(page.get_by_role("button", name="I am ready")).to_be_enabled()
        press_button(page, "I am ready")
        expect(page.locator("[data-focus=ready]:enabled")).to_have_count(0)
    start, end = any_move(page)
    walk_to(page, start)
    page.keyboard.press("Enter")
    walk_to(page, end)
    page.keyboard.press("Enter")
    expect(page.locator("#answer .good")).to_contain_text(start)
    assert played_moves(live) == 1
