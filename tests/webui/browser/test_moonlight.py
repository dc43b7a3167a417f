"""Moonlight in the browser: a match on two phones, real cards, and the keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from companion.games.api import Json
from tests.webui.browser.browsing import Live, Visit, point, ready, steps, tab_to, touch
from tests.webui.browser.playing import (
    Join,
    ended_with_its_record,
    found,
    hides_hand,
    one_more,
    played,
    state_of,
    walk,
)


def lay_something(page: Page, live: Live, number: int) -> None:
    """Lay one of the cards of the hand somewhere."""
    before = played(live)
    for place in (number % 3, 0, 1, 2):
        card = page.locator(".hand .card-button").nth(place)
        if card.count() and card.get_attribute("aria-disabled") is None:
            card.click()
            break
    cells = page.locator("#board .cell.lit")
    expect(cells.first).to_be_visible()
    cells.nth(number % cells.count()).click()
    one_more(page, live, before)


def test_a_whole_match_of_moonlight_on_two_phones(live: Live, join: Join) -> None:
    live.begin("moonlight", players={"green": "Ada", "blue": "Ben"})
    phones = {seat: join(seat) for seat in ("green", "blue")}
    pages = [phone.page for phone in phones.values()]
    green = phones["green"].page
    green.get_by_role("button", name="Draw lots").click()
    game, state = state_of(live)
    while game.to_act(state):
        before = played(live)
        phase = game.phase(state)
        if phase == "deal":
            green.get_by_role("button", name="Shuffle and deal").click()
        elif phase == "score":
            green.locator('[data-focus="moons-green-more"]').click()
            powers = green.locator('[data-focus^="power-"][data-focus$="-more"]')
            if powers.count():
                powers.first.click()
            green.get_by_role("button", name="Count the round").click()
        elif phase == "power":
            (loser,) = game.to_act(state)
            page = phones[loser].page
            page.get_by_label("Name of the power").fill(f"Howl of {loser} {before}")
            page.get_by_role("button", name="Take it").click()
        elif phase == "turns":
            (seat,) = game.to_act(state)
            lay_something(phones[seat].page, live, before)
            steps(live, before + 1, *pages)
        if played(live) == before:
            one_more(green, live, before, *pages)
        game, state = state_of(live)
    text = ended_with_its_record(green, live, "score")
    assert re.search(r"score; moons 1 0; (green|blue) \+1 Howl of", text)
    for seat, other in (("green", "blue"), ("blue", "green")):
        told = phones[seat].heard()
        hides_hand(phones[seat], other)
        own = [card for each in told for card in found(each, "from") if isinstance(card, str)]
        assert all(card.startswith(seat) for card in own)
        assert not phones[seat].page.locator(f'[data-card^="{other}"]').count()


def test_a_card_that_may_not_lie_there_is_told_why(live: Live, join: Join) -> None:
    live.begin("moonlight", rules={"first": "green"}, steps=3)
    phone = join("green")
    phone.page.locator(".hand .card-button").first.click()
    occupied = phone.page.request.get(f"{live.url}/api/table").json()["board"]["view"]["grid"]
    own = next(site for site, pile in occupied.items() if pile[-1].startswith("green"))
    touch(phone.page, own)
    expect(phone.page.locator("#asked")).to_contain_text("No, that is not allowed.")
    expect(phone.page.locator("#asked")).to_contain_text("own side")
    assert played(live) == 3


def test_real_cards_of_moonlight_are_told_as_they_are_laid(live: Live, visit: Visit) -> None:
    live.begin("moonlight", rules={"first": "blue"})
    page = visit(size="touch")
    page.get_by_role("button", name="We hold real cards").click()
    for card, cell in (
        ("blue 3", "0,0"),
        ("green 1", "1,0"),
        ("blue 2", "0,1"),
        ("green 4", "0,0"),
    ):
        before = played(live)
        page.locator(f'.hand [data-card="{card}"]').click()
        touch(page, cell)
        one_more(page, live, before)
    expect(point(page, "0,0")).to_have_accessible_name(re.compile("green 4, covering 1 card"))
    expect(page.locator("#board .total.wins")).to_have_count(2)


def test_one_device_is_passed_on_and_shows_the_cards_of_its_holder(
    live: Live, visit: Visit
) -> None:
    live.begin("moonlight", rules={"first": "green"}, steps=1)
    page = visit(size="phone")
    for seat in ("Green", "Blue", "Green"):
        before = played(live)
        assert page.locator(".hand .card-button:not([aria-disabled])").count() == 0
        page.get_by_role("button", name=f"I am {seat}: show my cards").click()
        cards = page.locator(f'.hand [data-card^="{seat.lower()}"]:not([aria-disabled])')
        expect(cards).to_have_count(3)
        ready(page)
        lay_something(page, live, before)


POWER_DUE: Json = {
    "phase": "power",
    "grid": {"0,0": ["green 3"], "1,0": ["green 3"], "2,0": ["blue 5"]},
    "hands": {"green": ["green 2"], "blue": ["blue 2"]},
    "decks": {"green": [], "blue": []},
    "turns": {"green": 6, "blue": 6},
    "starter": "blue",
    "to_move": "blue",
    "rounds_won": {"green": 1, "blue": 0},
    "lone_wolf": {"green": True, "blue": False},
    "powers": {"green": [], "blue": []},
    "used": {"green": [], "blue": []},
    "last_round": None,
}


def test_one_device_is_passed_on_to_whoever_takes_a_power(live: Live, visit: Visit) -> None:
    live.begin("moonlight", position=POWER_DUE, players={"green": "Ada", "blue": "Ben"})
    page = visit(size="phone")
    expect(page.locator(".pass-on")).to_contain_text("It is for Ben to choose.")
    with page.expect_navigation():
        page.get_by_role("button", name="I am Ben", exact=True).click()
    ready(page)
    page.get_by_label("Name of the power").fill("Howl")
    page.get_by_role("button", name="Take it").click()
    one_more(page, live, 0)
    game, state = state_of(live)
    assert game.position_to_json(state)["powers"] == {"green": [], "blue": ["Howl"]}


def lay_told(page: Page, live: Live, card: str, cell: str, moons: int | None) -> None:
    """Lay a card and tell its moons under the hand first; None: say nothing of them."""
    before = played(live)
    page.locator(f'.hand [data-card="{card}"]').click()
    if moons is not None:
        page.locator(f'[data-focus="moons-on-{moons}"]').click()
    touch(page, cell)
    one_more(page, live, before)


def test_moons_are_told_card_by_card_and_the_running_score_has_them(
    live: Live, visit: Visit
) -> None:
    live.begin("moonlight", rules={"first": "blue"})
    page = visit(size="phone")
    page.get_by_role("button", name="We hold real cards").click()
    lay_told(page, live, "blue 3", "0,0", 4)
    lay_told(page, live, "green 1", "1,0", 2)
    blue, green = (page.locator(f'.seat[data-seat="{seat}"]') for seat in ("blue", "green"))
    expect(blue.locator(".moons-told")).to_contain_text("4")
    expect(blue).to_contain_text("4 points")  # two for its row, two for the most moons
    expect(green.locator(".moons-told")).to_contain_text("2")
    page.locator('.hand [data-card="blue 2"]').click()
    page.locator('[data-focus="moons-on-4"]').click()
    expect(page.locator('[data-focus="moons-on-5"]')).to_be_visible()
    page.locator('[data-focus="moons-on-5"]').click()
    touch(page, "0,1")
    expect(blue.locator(".moons-told")).to_contain_text("9")
    _, state = state_of(live)
    assert [str(stack[-1]) for _cell, stack in state.grid] == [
        "blue 3 m4",
        "blue 2 m5",
        "green 1 m2",
    ]


def test_a_card_that_is_laid_without_its_moons_is_asked_for_them(live: Live, visit: Visit) -> None:
    live.begin("moonlight", rules={"first": "blue"})
    live.play("deal hidden", "blue 3 m1 at 0,0")
    page = visit(size="phone")
    for answer, written in (("3 moons", "green 1 m3"), ("not told", "blue 2")):
        before = played(live)
        value = written.split(" m")[0]
        page.locator(f'.hand [data-card="{value}"]').click()
        page.locator("#board .cell.lit").first.click()
        dialog = page.locator("dialog[open]")
        expect(dialog).to_contain_text("How many moons")
        dialog.get_by_role("button", name=answer).click()
        one_more(page, live, before)
        timeline = live.table.snapshot.timeline
        assert timeline is not None
        assert timeline.steps[-1].notation.startswith(f"{written} at")
    page.locator('.hand [data-card="green 4"]').click()
    page.locator("#board .cell.lit").first.click()
    page.locator("dialog[open]").get_by_role("button", name="Cancel").click()
    assert played(live) == 4, "nothing is laid"
    expect(page.locator('[data-focus="moons-on-0"]')).to_be_visible()


def test_nobody_is_asked_for_moons_who_counts_them_at_the_end(live: Live, visit: Visit) -> None:
    live.begin("moonlight", rules={"first": "blue"})
    live.play("deal hidden", "blue 3 at 0,0")
    page = visit()
    lay_told(page, live, "green 1", "1,0", None)
    expect(page.locator(".moons-told")).to_have_count(0)


A_ROUND = (
    *("deal hidden", "blue 3 m2 at 0,0", "green 1 m1 at 1,0", "blue 1 m1 at 0,1"),
    *("green 2 m0 at 1,1", "blue 2 at 2,0", "green 3 m1 at 2,1", "blue 4 m0 at 0,2"),
    *("green 3 m2 at 1,2", "blue 3 m0 at 2,2", "green 4 m0 at 3,0", "blue 3 m1 at 3,1"),
    "green 5 m3 at 3,2",
)
"""A round in which blue's 2 was not told."""


def test_the_count_starts_from_what_was_told_and_names_what_is_missing(
    live: Live, visit: Visit
) -> None:
    live.begin("moonlight", rules={"first": "blue"})
    live.play(*A_ROUND)
    page = visit(size="phone")
    expect(page.locator("#ways")).to_contain_text("Moons of Blue (1 card not told)")
    page.locator('[data-focus="moons-blue-more"]').click()
    page.get_by_role("button", name="Count the round").click()
    one_more(page, live, len(A_ROUND))
    timeline = live.table.snapshot.timeline
    assert timeline is not None
    assert timeline.steps[-1].notation == "score; moons 7 5"


def test_nothing_is_asked_where_every_card_was_told(live: Live, visit: Visit) -> None:
    live.begin("moonlight", rules={"first": "blue"})
    live.play(*(words.replace("blue 2 at", "blue 2 m3 at") for words in A_ROUND))
    page = visit(size="phone")
    expect(page.get_by_role("button", name="Count the round")).to_be_visible()
    expect(page.locator('[data-focus="moons-blue-more"]')).to_have_count(0)


def test_moonlight_is_played_by_keyboard_alone(live: Live, visit: Visit) -> None:
    live.begin("moonlight", rules={"first": "green"})
    page = visit()
    tab_to(page, "e.dataset?.focus === 'real'")
    page.keyboard.press("Enter")
    expect(page.locator(".hand .card-button").first).to_be_visible()
    for card, cell in (
        ("green 3", "0,0"),
        ("blue 1", "1,0"),
        ("green 2", "1,-1"),
        ("blue 4", "0,0"),
    ):
        before = played(live)
        tab_to(page, f"e.dataset?.card === '{card}'")
        page.keyboard.press("Enter")
        tab_to(page, "e.dataset?.focus === 'moons-on-2'")
        page.keyboard.press("Enter")
        walk(page, cell)
        page.keyboard.press("Enter")
        one_more(page, live, before)
        assert page.evaluate("document.activeElement?.dataset?.site") == cell
    expect(point(page, "0,0")).to_have_accessible_name(re.compile("blue 4, covering 1 card"))
