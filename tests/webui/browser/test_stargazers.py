"""Stargazers in the browser: hands hidden on phones, real tiles, and the keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.webui.browser.browsing import Live, Visit, point, tab_to, touch
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


def test_stargazers_is_played_on_two_phones_that_hide_their_hands(live: Live, join: Join) -> None:
    live.begin("stargazers", rules={"target": 6})
    phones = [join(seat) for seat in ("p1", "p2")]
    first, second = (phone.page for phone in phones)
    first.get_by_role("button", name="2 players").click()
    first.locator('[data-focus="first-p2"]').click()
    first.get_by_role("button", name="Mix and deal").click()
    expect(phones[1].page.locator(".hand .card-button")).to_have_count(3)
    _, state = state_of(live)
    while state.phase.value != "over":
        before = played(live)
        if state.phase.value == "reshuffle":
            first.get_by_role("button", name="Shuffle", exact=True).click()
            one_more(first, live, before, second)
        else:
            page = phones[state.to_move].page
            card = page.locator(".hand .card-button").nth(before % 3)
            expect(card).to_be_enabled()
            card.click()
            expect(page.locator("#board .cell.lit")).to_have_count(1)
            if before % 2:
                page.locator("#board .cell.lit").click()
            else:
                card.click()
            one_more(first, live, before, second)
        _, state = state_of(live)
    ended_with_its_record(first, live, "players p1=? p2=? lot=p2")
    for phone, other in zip(phones, ("p2", "p1"), strict=True):
        hides_hand(phone, other)
        decks = [deck for told in phone.heard() for deck in found(told, "deck")]
        assert all(card is None for deck in decks if isinstance(deck, list) for card in deck)


def test_a_tile_whose_card_is_not_held_is_told_why(live: Live, join: Join) -> None:
    live.begin("stargazers", rules={"players": 2}, steps=1)
    game, state = state_of(live)
    (seat,) = game.to_act(state)
    phone = join(seat)
    lit = {action.card for action in game.legal(state)}
    tiles = phone.page.request.get(f"{live.url}/api/table").json()["board"]["facts"]["tiles"]
    other = next(tile["site"] for tile in tiles if tile["card"] not in lit)
    touch(phone.page, other)
    expect(phone.page.locator("#asked")).to_contain_text("doesn't hold")
    assert played(live) == 1


def test_real_tiles_are_entered_and_real_cards_told_by_their_tiles(
    live: Live, visit: Visit
) -> None:
    live.begin("stargazers", rules={"players": 3, "unseen": True})
    page = visit(size="phone")
    page.locator('[data-focus="first-p1"]').click()
    page.get_by_role("button", name="Enter real tiles").click()
    for tile in page.locator(".palette .card-button").all():
        tile.click()
    page.get_by_role("button", name="Begin with these tiles").click()
    expect(page.locator("#now")).to_contain_text("Touch the tile of the card that was played.")
    touch(page, "tile 2,3")
    expect(point(page, "tile 2,3")).to_have_accessible_name(re.compile("bead"))
    expect(page.locator(".seat.to-move")).to_contain_text("Player 2")


def test_the_youngest_turn_over_the_top_card(live: Live, visit: Visit) -> None:
    live.begin("stargazers", rules={"players": 2, "youngest_child": True}, steps=1)
    page = visit(size="touch")
    page.get_by_role("button", name="Turn over the top card").click()
    expect(page.locator("#board .bead").first).to_be_visible()


# --- By keyboard alone ----------------------------------------------------------------------------


def press(page: Page, key: str) -> None:
    """Find the thing with that mark with Tab, and press Enter."""
    tab_to(page, f"e.dataset?.focus === '{key}'")
    page.keyboard.press("Enter")


def play_a_card(page: Page, live: Live, number: int) -> None:
    """A whole turn by keyboard: lift a card, then play it, on the card itself or on its tile."""
    before = played(live)
    press(page, f"card-{number % 3}")
    lit = page.locator("#board .cell.lit")
    expect(lit).to_have_count(1)
    if number % 2:
        page.keyboard.press("Enter")
    else:
        walk(page, lit.get_attribute("data-site") or "")
        page.keyboard.press("Enter")
    one_more(page, live, before)


def test_a_whole_game_with_hidden_hands_by_keyboard_alone(live: Live, join: Join) -> None:
    live.begin("stargazers", rules={"players": 2, "target": 3})
    devices = [join(seat, size="desktop") for seat in ("p1", "p2")]
    first = devices[0].page
    press(first, "first-p2")
    one_more(first, live, 0)
    press(first, "draw")
    one_more(first, live, 1)
    _, state = state_of(live)
    while state.phase.value != "over":
        if state.phase.value == "reshuffle":
            before = played(live)
            press(first, "draw")
            one_more(first, live, before)
        else:
            page = devices[state.to_move].page
            expect(page.locator(".hand .card-button:not(:disabled)")).to_have_count(3)
            play_a_card(page, live, played(live))
        _, state = state_of(live)
    ended_with_its_record(first, live, "players p1=? p2=? lot=p2")
    for device, other in zip(devices, ("p2", "p1"), strict=True):
        hides_hand(device, other)


def test_after_a_turn_by_keyboard_one_is_still_where_one_was(live: Live, join: Join) -> None:
    live.begin("stargazers", rules={"players": 2}, steps=1)
    game, state = state_of(live)
    (seat,) = game.to_act(state)
    device = join(seat, size="touch")
    play_a_card(device.page, live, 2)
    assert device.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"


def test_the_log_says_in_words_what_was_played(live: Live, visit: Visit) -> None:
    live.begin("stargazers", rules={"unseen": True}, players={"p1": "Ada", "p2": "Ben"})
    tiles = "GCOPGMGS/RMOMBPRP/OCBMRSRC/BSBCOSGP"
    live.play(f"set up p1=5 p2=7 {tiles} 48?", "GC", "OP", "GS", "GC", "GM+4", "GM")
    page = visit()
    for words in (
        "Tiles and cards are laid out.",
        "Ben: green comet, which has its bead already",
        "Ada: green moon, taking 4 beads",
    ):
        expect(page.locator("#log")).to_contain_text(words)
    expect(page.locator("#answer .good")).to_contain_text("Ada: green moon")
    page.get_by_role("tab", name="May I").click()
    expect(page.locator("#ask input")).to_have_attribute("placeholder", "green moon")
    page.goto(f"{live.url}/games/1")
    expect(page.locator(".log")).to_contain_text("Ada: green moon, taking 4 beads")
