"""Every page, in both themes: no error, nothing serious that axe would find, light and quick."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.language.files import languages
from tests.webui.browser.browsing import SIZES, THEMES, Live, Watch, context_of, ready, serious
from tests.webui.browser.test_games import near_the_end

Visit = Callable[..., Page]

PAGES = ("/", "/new", "/games", "/games/1", "/rules/moons-and-stars", "/join", "/settings")
MOST_BYTES = 150_000
"""The table page in all, as it comes over the wire."""
INTERACTIVE_MS = 1000
MOST_SETTINGS = 3
"""What it may take where a machine is too busy for that, in visits to the page of settings."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_serious_finding(live: Live, visit: Visit, path: str, theme: str) -> None:
    live.begin(steps=24)
    assert serious(visit(path, size="phone", theme=theme)) == []


@pytest.mark.parametrize("steps", [0, 3, 6, 8, 10], ids=lambda steps: f"after-{steps}-steps")
def test_the_table_before_its_turns_has_no_serious_finding(
    live: Live, visit: Visit, steps: int
) -> None:
    live.begin(steps=steps)
    assert serious(visit(size="desktop", theme="dark")) == []


def test_the_empty_table_invites_to_play(visit: Visit) -> None:
    page = visit(size="phone")
    expect(page.get_by_role("heading", name="The table is free")).to_be_visible()
    assert serious(page) == []


@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_wider_than_its_screen(live: Live, visit: Visit, path: str) -> None:
    live.begin(steps=24)
    page = visit(path, size="phone")
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


@pytest.mark.parametrize("language", [tag for tag in languages() if tag != "en"])
def test_pages_hold_the_words_of_other_languages(live: Live, visit: Visit, language: str) -> None:
    live.begin(steps=24)
    page = visit(size="phone")
    page.context.add_cookies([{"name": "moontable_language", "value": language, "url": live.url}])
    for path in PAGES:
        page.goto(live.url + path)
        ready(page)
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_the_table_page_is_light(live: Live, browser: Browser, watch: Watch) -> None:
    near_the_end(live)
    context = context_of(browser, "phone")
    page = context.new_page()
    watch.over(page)
    sizes: dict[str, int] = {}
    page.on(
        "response",
        lambda answer: (
            None
            if answer.url.endswith("/api/events")
            else sizes.__setitem__(answer.url, len(answer.body()))
        ),
    )
    page.goto(live.url)
    ready(page)
    page.wait_for_timeout(300)
    context.close()
    assert len(sizes) > 10
    assert sum(sizes.values()) < MOST_BYTES, sorted(sizes.items(), key=lambda one: -one[1])[:8]


@pytest.mark.slow
def test_the_table_page_is_soon_there(live: Live, visit: Visit) -> None:
    """The best of several visits, each beside the settings', which a busy machine holds up, too."""
    near_the_end(live)
    took = []
    for _ in range(4):
        page = visit("/settings", size="phone")
        settings_ms = page.evaluate("performance.now()")
        page.context.close()
        page = visit(size="phone")
        took.append((page.evaluate("performance.now()"), settings_ms))
        page.context.close()
    most = [max(INTERACTIVE_MS, MOST_SETTINGS * settings_ms) for _, settings_ms in took]
    assert any(ms < limit for (ms, _), limit in zip(took, most, strict=True)), took


def test_the_log_leads_back_to_an_earlier_position(live: Live, visit: Visit) -> None:
    live.begin(steps=20)
    page = visit()
    page.locator("#log button").nth(12).click()
    expect(page.locator("#past")).to_contain_text("Position")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#past")).to_be_hidden()


def test_a_reason_leads_to_its_rule(live: Live, visit: Visit) -> None:
    near_the_end(live)
    page = visit()
    page.get_by_role("tab", name="May I …?").click()
    page.get_by_label("A move in words").fill("e5-f6")
    page.get_by_role("button", name="May I …?").click()
    expect(page.locator("#asked")).to_contain_text("No, that is not allowed.")
    page.locator("#asked").get_by_role("link").first.click()
    page.wait_for_url("**/rules/moons-and-stars#MS-*")
    ready(page)
    expect(page.locator(".rule.sought")).to_be_in_viewport()


def test_rules_can_be_searched(visit: Visit) -> None:
    page = visit("/rules/moons-and-stars")
    page.get_by_role("searchbox").fill("piggyback OR nonsense")
    expect(page.get_by_text("No rule has these words.")).to_be_visible()
    page.get_by_role("searchbox").fill("mouth")
    expect(page.locator("#MS-36")).to_be_visible()
    expect(page.locator("#MS-73")).to_be_hidden()


def test_a_theme_stays(visit: Visit) -> None:
    page = visit("/settings")
    page.get_by_label("Dark").check()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    ready(page)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
