"""The boards of Cirondo, Stargazers, MOON and Moonlight: what holds for all of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from companion.games.api import Json
from tests.webui.browser.browsing import SIZES, Live, Visit, in_theme, ready, serious
from tests.webui.browser.playing import (
    one_more,
    state_of,
)

SCENES: dict[str, tuple[str, dict[str, Json], int]] = {
    "cirondo": ("cirondo", {}, 9),
    "cirondo-for-four": ("cirondo", {"players": "four"}, 5),
    "stargazers-before": ("stargazers", {}, 0),
    "stargazers": ("stargazers", {"players": 2, "unseen": True}, 9),
    "moon-before": ("moon", {}, 0),
    "moon": ("moon", {}, 6),
    "stargazers-dealt": ("stargazers", {"players": 2}, 1),
    "moon-dealt": ("moon", {"events": True}, 1),
    "moon-six-bits": ("moon", {"bits": 6, "advanced": True, "events": True}, 14),
    "moon-against-each-other": (
        "moon",
        {"mode": "competitive", "players": 4, "hacker_cards": True},
        9,
    ),
    "moon-real-cards": (
        "moon",
        {"mode": "competitive", "unseen": True, "difficulty": "normal", "bits": 6},
        3,
    ),
    "moonlight-before": ("moonlight", {}, 0),
    "moonlight": ("moonlight", {"first": "green"}, 8),
    "moonlight-counted": ("moonlight", {"first": "green"}, 16),
}


PHONE: ViewportSize = {"width": SIZES["phone"][0], "height": SIZES["phone"][1]}


@pytest.mark.parametrize("game", ["cirondo", "stargazers", "moon", "moonlight"])
def test_each_game_is_chosen_and_begun(live: Live, visit: Visit, game: str) -> None:
    page = visit("/new", size="phone")
    page.locator(f'input[name="game"][value="{game}"]').check()
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url(live.url + "/")
    ready(page)
    assert state_of(live)[0].spec.id == game
    expect(page.locator("#ways .main").first).to_be_visible()
    page.locator("#ways .main").first.click()
    one_more(page, live, 0)


@pytest.mark.parametrize("scene", SCENES)
def test_a_board_fits_every_screen_and_has_no_serious_finding(
    live: Live, visit: Visit, scene: str
) -> None:
    game, rules, steps = SCENES[scene]
    live.begin(game, rules=rules, steps=steps)
    page = visit(size="desktop", theme="dark")
    assert serious(page) == []
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    page.set_viewport_size(PHONE)
    in_theme(page, "light")
    assert serious(page) == []


@pytest.mark.parametrize("scene", ["cirondo", "stargazers", "moon", "moonlight"])
def test_an_earlier_position_is_looked_at_and_a_game_replayed(
    live: Live, visit: Visit, scene: str
) -> None:
    game, rules, steps = SCENES[scene]
    live.begin(game, rules=rules, steps=steps)
    page = visit()
    page.locator("#log button:not(:disabled)").nth(2).click()
    expect(page.locator("#past")).to_contain_text("Position")
    page.get_by_role("button", name="Back to now").click()
    replay = visit("/games/1", size="phone")
    expect(replay.locator(".picture .board")).to_be_visible()
    replay.get_by_role("button", name="To the beginning").click()
    expect(replay.locator(".replay")).to_contain_text(f"0 / {steps}")


@pytest.mark.parametrize("scene", ["cirondo", "stargazers", "moon", "moonlight"])
def test_the_signs_of_a_board_are_explained(live: Live, visit: Visit, scene: str) -> None:
    game, rules, steps = SCENES[scene]
    live.begin(game, rules=rules, steps=steps)
    page = visit(size="phone")
    page.get_by_role("tab", name="Signs").click()
    expect(page.locator("#legend svg").first).to_be_visible()
    expect(page.locator("#legend")).not_to_contain_text("boards.")
    assert "boards." not in page.locator("#main").inner_text()
