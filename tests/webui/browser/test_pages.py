"""Every page, in both themes: no error, nothing serious that axe would find, light and quick."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from companion.language.files import languages
from tests.webui.browser.browsing import (
    SIZES,
    THEMES,
    Live,
    Visit,
    Watch,
    context_of,
    in_theme,
    ready,
    serious,
)
from tests.webui.browser.test_games import near_the_end

PAGES = ("/", "/new", "/games", "/games/1", "/rules/moons-and-stars", "/join", "/settings")
MOST_BYTES = 150_000
"""The table page in all, as it comes over the wire."""
FETCHED = """() => Object.fromEntries(
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(({ name }) => !name.endsWith("/api/events"))
        .map(({ name, decodedBodySize }) => [name, decodedBodySize]))"""
INTERACTIVE_MS = 1000
MOST_SETTINGS = 3
"""What it may take where a machine is too busy for that, in visits to the page of settings."""


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_every_screen_and_has_no_serious_finding(
    live: Live, visit: Visit, path: str
) -> None:
    live.begin(steps=24)
    page = visit(path, size="phone")
    for theme in THEMES:
        in_theme(page, theme)
        assert serious(page) == [], theme
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


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


LONG_NAMES = {
    "brown": "Donaudampfschifffahrtsgesellschaftskapit",
    "blue": "Maximilian-Alexander von und zu Hohenst",
}
SCREENS = {**SIZES, "small phone": (320, 568), "phone held sideways": (640, 360)}


@pytest.mark.parametrize("letters", ["100%", "200%"])
@pytest.mark.parametrize("steps", [3, 7, 9, 24], ids=lambda steps: f"after-{steps}-steps")
def test_long_names_and_large_letters_fit_every_screen(
    live: Live, visit: Visit, steps: int, letters: str
) -> None:
    live.begin(steps=steps, players=LONG_NAMES)
    page = visit(size="phone")
    for path in ("/", *(("/games", "/games/1") if steps > 9 else ())):
        page.goto(live.url + path)
        ready(page).evaluate("size => document.documentElement.style.fontSize = size", letters)
        for name, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, name)


def test_the_menu_folds_away_on_a_phone_held_sideways(visit: Visit) -> None:
    page = visit("/rules/moons-and-stars", size="phone")
    page.set_viewport_size({"width": 640, "height": 360})
    expect(page.get_by_role("link", name="Join")).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="Join")).to_be_in_viewport()


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
    page.goto(live.url)
    sizes: dict[str, int] = ready(page).evaluate(FETCHED)
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


def test_a_theme_stays(visit: Visit) -> None:
    page = visit("/settings")
    page.get_by_label("Dark").check()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    ready(page)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
