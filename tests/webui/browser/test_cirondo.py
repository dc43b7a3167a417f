"""Cirondo in the browser: games to their end, by touching, by dragging and by keyboard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.games.api import Json
from companion.games.cirondo.actions import Lot, Move
from tests.tools.playthrough import actions_in
from tests.webui.browser.browsing import Live, Visit, point, tab_to, touch
from tests.webui.browser.playing import ended_with_its_record, one_more, played, state_of

FEW_STELLARS: Json = {
    "to_move": "gold",
    "spaces": {
        "A1": "gold planet",
        "B8": "gold moon",
        "G3": "gold moon",
        "C3": "silver planet",
        "E20": "silver planet",
    },
    "opened": {"gold": True, "silver": True},
    "last_move_owed": None,
}
"""Gold's planet can take one of silver's last two stellars."""


PLAYERS = {"gold": "Ada", "silver": "Ben"}
RECORDED = Path(__file__).parents[2] / "companion/games/cirondo/playthroughs/head_on.txt"
"""A whole game, short because both sides take whenever they can."""


OPENING, END = 14, 10
"""So many actions are touched at its beginning and at its end; hands elsewhere do the others."""


def test_a_whole_game_of_cirondo_is_touched_in_its_opening_and_at_its_end(
    live: Live, visit: Visit
) -> None:
    live.begin("cirondo", players=PLAYERS)
    page = visit()
    game, state = state_of(live)
    actions = list(actions_in(RECORDED.read_text("utf-8")))
    for before, words in enumerate(actions):
        match game.parse(state, words):
            case _ if OPENING <= before < len(actions) - END:
                live.play(words)
            case Lot(first):
                page.get_by_role("button", name=f"{PLAYERS[first]} begins").click()
            case Move(origin, landing):
                touch(page, origin, landing)
            case other:
                raise AssertionError(other)
        one_more(page, live, before)
        _, state = state_of(live)
    expect(page.locator("#now h2")).to_have_text("Ben wins")
    assert game.position_line(state) in RECORDED.read_text("utf-8")
    ended_with_its_record(page, live, "lot ")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_cirondo_is_played_to_its_end_by_touching(live: Live, visit: Visit, size: str) -> None:
    live.begin("cirondo", position=FEW_STELLARS, players=PLAYERS)
    page = visit(size=size)
    touch(page, "G3")
    expect(point(page, "H3")).to_have_accessible_name(re.compile("solar system"))
    touch(page, "G3")
    touch(page, "A1")
    expect(point(page, "C3")).to_have_class(re.compile(r"\blit\b"))
    touch(page, "C3")
    one_more(page, live, 0)
    expect(page.locator("#ways")).to_contain_text("Ben has one stellar left")
    touch(page, "E20")
    page.locator('#ways [data-focus="to-F21"]').click()
    expect(page.locator("#now h2")).to_have_text("Ada wins")
    ended_with_its_record(page, live, "PA1xC3", "PE20-F21")


def test_a_stellar_that_cannot_go_there_is_told_why(live: Live, visit: Visit) -> None:
    live.begin("cirondo", position=FEW_STELLARS)
    page = visit()
    touch(page, "B8", "D8")
    expect(page.locator("#asked")).to_contain_text("No, that is not allowed.")
    expect(page.locator("#asked .reasons li").first).to_contain_text("one space straight ahead")
    assert played(live) == 0


def test_a_stellar_can_be_dragged_and_walked_to_with_the_keyboard(live: Live, visit: Visit) -> None:
    live.begin("cirondo", position=FEW_STELLARS)
    page = visit()
    cell = '#board [role=gridcell][data-site="{}"]'
    page.drag_and_drop(cell.format("G3"), cell.format("H3"))
    one_more(page, live, 0)
    expect(point(page, "H3")).to_have_accessible_name(re.compile("gold solar system"))
    point(page, "E20").focus()
    page.keyboard.press("Enter")
    expect(point(page, "E20")).to_have_attribute("aria-selected", "true")
    for key in ("ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    site = page.evaluate("document.activeElement.dataset.site")
    assert site[1:] in ("19", "21")
    assert site[0] in "DF"
    page.keyboard.press("Enter")
    expect(point(page, site)).to_have_accessible_name(re.compile("silver planet"))


def test_four_play_cirondo_round_the_board(live: Live, visit: Visit) -> None:
    live.begin("cirondo", rules={"players": "teams", "first": "red"})
    page = visit()
    expect(page.locator(".home-band")).to_have_count(4)
    for start, end in (("B9", "C9"), ("B17", "C17"), ("B25", "C25"), ("B1", "C1")):
        before = played(live)
        touch(page, start, end)
        one_more(page, live, before)
        expect(point(page, end)).to_have_accessible_name(re.compile("moon"))


def test_the_lot_of_cirondo_is_drawn_by_a_button(live: Live, visit: Visit) -> None:
    live.begin("cirondo")
    page = visit(size="phone")
    page.get_by_role("button", name="Draw lots").click()
    expect(page.locator(".seat.to-move")).to_have_count(1)


# --- By keyboard alone ----------------------------------------------------------------------------

AT = """() => {
    const cell = document.activeElement, box = cell.getBoundingClientRect();
    const board = document.querySelector('#board svg').getBoundingClientRect();
    return [cell.dataset.site, box.y + box.height / 2 > board.y + board.height / 2];
}"""


def walk_round(page: Page, site: str) -> None:
    """Go to a space with Tab and the arrow keys: up and down the radius, then round the ring."""
    tab_to(page, "e.getAttribute('role') === 'gridcell'")
    for _ in range(40):
        here, below = page.evaluate(AT)
        if here == site:
            return
        inwards = ord(site[0]) - ord(here[0])
        if inwards:
            page.keyboard.press("ArrowUp" if (inwards > 0) == below else "ArrowDown")
            continue
        clockwise = (int(site[1:]) - int(here[1:])) % 32 <= 16
        page.keyboard.press("ArrowRight" if clockwise != below else "ArrowLeft")
    raise AssertionError(f"The arrow keys never led to {site}")


def test_cirondo_is_played_to_its_end_by_keyboard_alone(live: Live, visit: Visit) -> None:
    live.begin("cirondo", position=FEW_STELLARS, players=PLAYERS)
    page = visit()
    for sites in (("A1", "C3"), ("E20",)):
        before = played(live)
        for site in sites:
            walk_round(page, site)
            page.keyboard.press("Enter")
        if len(sites) == 1:  # the ways of a stellar are buttons, too
            tab_to(page, "e.dataset?.focus === 'to-F21'")
            page.keyboard.press("Enter")
        one_more(page, live, before)
    expect(page.locator("#now h2")).to_have_text("Ada wins")


def test_the_first_moves_are_made_by_keyboard_alone(live: Live, visit: Visit) -> None:
    live.begin("cirondo")
    page = visit(size="touch")
    tab_to(page, "e.dataset?.focus === 'lot'")
    page.keyboard.press("Enter")
    one_more(page, live, 0)
    for _ in range(2):
        before = played(live)
        game, state = state_of(live)
        move = list(game.legal(state))[5]
        walk_round(page, move.origin)
        page.keyboard.press("Enter")
        walk_round(page, move.target)
        page.keyboard.press("Enter")
        one_more(page, live, before)


# --- With a finger on a phone ---------------------------------------------------------------------

CLOSE_TOGETHER: Json = {
    "to_move": "gold",
    "spaces": {
        "H1": "gold solar system",
        "G2": "gold planet",
        "B9": "gold moon",
        "E20": "silver planet",
        "D22": "silver planet",
    },
    "opened": {"gold": True, "silver": True},
    "last_move_owed": None,
}
"""Two of gold's stellars lie side by side where spaces are some ten pixels wide on a phone."""


def tap(page: Page, site: str, *, right_px: float = 0) -> None:
    """Touch a space with a finger, which may come down beside it."""
    box = point(page, site).bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2 + right_px, box["y"] + box["height"] / 2)


def tap_choice(page: Page, site: str) -> None:
    """Touch a space in the loupe."""
    box = page.locator(f'.loupe [data-choice="{site}"]').bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 40, "a finger finds it"
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_finger_between_small_spaces_is_asked_what_it_means(live: Live, visit: Visit) -> None:
    live.begin("cirondo", position=CLOSE_TOGETHER)
    page = visit(size="phone")
    tap(page, "H2")
    expect(page.locator(".loupe [data-choice]")).to_have_count(2)
    tap_choice(page, "G2")
    expect(page.locator(".loupe")).to_have_count(0)
    expect(page.locator("#ways h2")).to_contain_text("From G2")
    tap(page, "H2")
    tap_choice(page, "H3")
    one_more(page, live, 0)
    expect(point(page, "H3")).to_have_accessible_name(re.compile("gold planet"))


def test_a_finger_that_can_mean_one_thing_only_is_understood(live: Live, visit: Visit) -> None:
    live.begin("cirondo", position=CLOSE_TOGETHER)
    page = visit(size="phone")
    tap(page, "B9", right_px=14)
    expect(page.locator("#ways h2")).to_contain_text("From B9")
    tap(page, "C9", right_px=12)
    one_more(page, live, 0)
    expect(point(page, "C9")).to_have_accessible_name(re.compile("gold moon"))


def test_the_loupe_goes_away_by_touching_elsewhere(live: Live, visit: Visit) -> None:
    live.begin("cirondo", position=CLOSE_TOGETHER)
    page = visit(size="phone")
    tap(page, "H2")
    expect(page.locator(".loupe")).to_be_visible()
    page.locator(".seat").first.tap()
    expect(page.locator(".loupe")).to_have_count(0)
    assert played(live) == 0


def test_a_mouse_points_exactly(live: Live, visit: Visit) -> None:
    live.begin("cirondo", position=CLOSE_TOGETHER)
    page = visit(size="desktop")
    touch(page, "G2", "H3")
    one_more(page, live, 0)
    expect(point(page, "H3")).to_have_accessible_name(re.compile("gold planet"))
