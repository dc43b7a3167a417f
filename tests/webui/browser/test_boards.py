"""The boards of Cirondo, Stargazers, MOON and Moonlight: games to their end by touching."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.api import Json
from companion.games.moon.actions import End, Operate
from companion.games.moon.game import Moon
from companion.referee.commands import Play
from tests.webui.browser.browsing import (
    SIZES,
    THEMES,
    Live,
    Watch,
    point,
    ready,
    serious,
    tab_to,
    touch,
)
from tests.webui.browser.playing import (
    Device,
    ended_with_its_record,
    found,
    one_more,
    played,
    state_of,
)

Visit = Callable[..., Page]

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


# --- Cirondo --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_cirondo_is_played_to_its_end_by_touching(live: Live, visit: Visit, size: str) -> None:
    live.begin("cirondo", position=FEW_STELLARS, players={"gold": "Ada", "silver": "Ben"})
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


# --- Stargazers -----------------------------------------------------------------------------------


def test_stargazers_is_played_on_two_phones_that_hide_their_hands(
    live: Live, browser: Browser, watch: Watch
) -> None:
    live.begin("stargazers", rules={"target": 6})
    phones = [Device(browser, live, watch, seat, "phone") for seat in ("p1", "p2")]
    first = phones[0].page
    first.get_by_role("button", name="2 players").click()
    first.locator('[data-focus="first-p2"]').click()
    first.get_by_role("button", name="Mix and deal").click()
    expect(phones[1].page.locator(".hand .card-button")).to_have_count(3)
    _, state = state_of(live)
    while state.phase.value != "over":
        before = played(live)
        if state.phase.value == "reshuffle":
            first.get_by_role("button", name="Shuffle", exact=True).click()
            one_more(first, live, before)
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
            one_more(page, live, before)
        _, state = state_of(live)
    ended_with_its_record(first, live, "players p1=? p2=? lot=p2")
    for phone, other in zip(phones, ("p2", "p1"), strict=True):
        hands = [hands for told in phone.heard() for hands in found(told, "hands")]
        assert hands
        assert all(card is None for one in hands for card in one.get(other, ()))
        decks = [deck for told in phone.heard() for deck in found(told, "deck")]
        assert all(card is None for deck in decks if isinstance(deck, list) for card in deck)
        phone.context.close()


def test_a_tile_whose_card_is_not_held_is_told_why(
    live: Live, browser: Browser, watch: Watch
) -> None:
    live.begin("stargazers", rules={"players": 2}, steps=1)
    game, state = state_of(live)
    (seat,) = game.to_act(state)
    phone = Device(browser, live, watch, seat, "phone")
    lit = {action.card for action in game.legal(state)}
    tiles = phone.page.request.get(f"{live.url}/api/table").json()["board"]["facts"]["tiles"]
    other = next(tile["site"] for tile in tiles if tile["card"] not in lit)
    touch(phone.page, other)
    expect(phone.page.locator("#asked")).to_contain_text("doesn't hold")
    assert played(live) == 1
    phone.context.close()


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


# --- MOON -----------------------------------------------------------------------------------------


def operate(page: Page, action: Operate) -> None:
    """Choose an operation and its registers, by the buttons or on the board."""
    page.locator(f'[data-focus="op-{action.name}"]').click()
    if action.source is not None:
        page.locator(f'[data-focus="reg-from-{action.source}"]').click()
    if action.target in "ABCD":
        touch(page, action.target)
    else:
        page.locator(f'[data-focus="reg-to-{action.target}"]').click()


def test_a_whole_cooperative_game_of_moon_by_touching(live: Live, visit: Visit) -> None:
    live.begin("moon")
    page = visit()
    page.get_by_role("button", name="Shuffle and deal").click()
    expect(page.locator(".ops")).to_be_visible()
    moon, (_, state) = Moon(), state_of(live)
    while state.phase.value != "over":
        before = played(live)
        steps = [moon.parse(state, text) for text in moon.advise(state).actions]
        step = steps[0] if steps and moon.is_legal(state, steps[0]) else End()
        if isinstance(step, Operate):
            operate(page, step)
        else:
            page.locator('[data-focus="end"]').click()
        one_more(page, live, before)
        _, state = state_of(live)
    ended_with_its_record(page, live, "set-up cooperative")


def test_the_ruling_explains_the_sum_and_the_coach_can_be_followed(
    live: Live, visit: Visit
) -> None:
    live.begin("moon", steps=1)
    page = visit(size="phone")
    page.get_by_role("button", name="Ask the coach").click()
    first = page.locator(".coach-steps button").first
    expect(first).to_be_visible()
    text = first.inner_text()
    before = played(live)
    first.click()
    one_more(page, live, before)
    assert live.table.snapshot.timeline is not None
    assert live.table.snapshot.timeline.steps[before].notation == text
    expect(page.locator("#answer")).to_contain_text("That is what")


def test_an_operation_without_energy_is_told_why(live: Live, visit: Visit) -> None:
    live.begin("moon", steps=1)
    live.table.do(Play(text="INC A"))
    page = visit()
    page.locator('[data-focus="op-INC"]').click(force=True)
    expect(page.locator("#asked")).to_contain_text("No, that is not allowed.")
    expect(page.locator("#asked .reasons li").first).to_contain_text("energy")
    assert played(live) == 2


def test_real_cards_of_moon_are_told_as_they_are_turned_over(live: Live, visit: Visit) -> None:
    live.begin("moon", rules={"events": True, "difficulty": "normal"})
    page = visit(size="phone")
    page.get_by_role("button", name="Play with real cards").click()
    page.get_by_role("button", name="Goal 0110").click()
    page.get_by_role("button", name="Goal 0011").click()
    page.get_by_role("button", name="Begin with these cards").click()
    expect(page.get_by_role("heading", name="Which card was turned over?")).to_be_visible()
    page.get_by_role("button", name="Bug").click()
    page.get_by_role("button", name="Goal 1001").click()
    expect(page.locator("#board .goal-value")).to_have_text("= 9")
    expect(point(page, "B")).to_have_accessible_name("Register B: 0110, that is 6")
    expect(page.locator("#board .slot.broken")).to_have_count(1)


def test_players_of_moon_see_their_own_goal_only(
    live: Live, browser: Browser, watch: Watch
) -> None:
    live.begin("moon", rules={"mode": "competitive", "players": 2}, steps=1)
    phones = [Device(browser, live, watch, seat, "phone") for seat in ("p1", "p2")]
    moon, (_, state) = Moon(), state_of(live)
    goals = [f"goal {player.goal[0]:04b}" for player in state.players]
    for _ in range(6):
        before = played(live)
        page = phones[state.to_move].page
        aims = [one for one in moon.legal(state) if isinstance(one, Operate)]
        quiet = [one for one in aims if moon.apply(state, one).state.deck == state.deck]
        if quiet:
            operate(page, quiet[before % len(quiet)])
        else:
            page.get_by_role("button", name="End the turn").click()
        one_more(page, live, before)
        _, state = state_of(live)
    for place, phone in enumerate(phones):
        told = str(phone.heard())
        assert goals[place] in told
        assert goals[1 - place] not in told
        expect(phone.page.locator(".module-goal .is-goal")).to_have_count(1)
        assert goals[1 - place][5:] not in phone.page.locator(".duel").inner_text()
        phone.context.close()


ODD_LAST_CARD: Json = {
    "mode": "cooperative",
    "bits": 6,
    "refill": 6,
    "energy": 6,
    "registers": {"A": 5, "B": 0, "C": 15, "D": 33},
    "disabled": [],
    "deck": ["bug"],
    "owed": None,
    "over": False,
    "slots": [[], ["goal 0110"], [], [], []],
    "broken": [],
    "current": ["goal 0110"],
    "solved": 7,
}
"""Six bits, and the last goal card has no partner."""


def test_an_odd_last_card_is_shown_as_a_whole_goal(live: Live, visit: Visit) -> None:
    live.begin("moon", position=ODD_LAST_CARD)
    page = visit(size="phone")
    expect(page.locator("#board .goal-value")).to_have_text("= 6")
    expect(page.locator("#board .wanted")).to_have_count(6)
    expect(page.locator("#board")).not_to_contain_text("Half of a goal")
    page.get_by_role("button", name="Ask the coach").click()
    expect(page.locator(".said")).to_contain_text("000110")
    operate(page, Operate("INC", "A"))
    ended_with_its_record(page, live)


def goals_heard(device: Device) -> str:
    """All that came to a device but the cards that it may tell: of these there is every one."""

    def kept(data: Json) -> Json:
        if isinstance(data, dict):
            return {name: kept(part) for name, part in data.items() if name != "claims"}
        return [kept(part) for part in data] if isinstance(data, list) else data

    return str(kept(device.heard()))


def test_real_goals_are_told_on_their_owners_phone_and_seen_nowhere_else(
    live: Live, visit: Visit, browser: Browser, watch: Watch
) -> None:
    players = {"p1": "Ada", "p2": "Ben"}
    live.begin("moon", rules={"mode": "competitive", "unseen": True}, players=players)
    screen = visit(size="touch")
    screen.get_by_role("button", name="Play with real cards").click()
    expect(screen.locator("#ways")).to_contain_text("Deal each player 1 goal card")
    screen.locator('[data-focus="starts-p1"]').click()
    phones = [Device(browser, live, watch, seat, "phone") for seat in players]
    ada, ben = (phone.page for phone in phones)
    ben.get_by_role("button", name="Tell my goal").click()
    ben.get_by_role("button", name="Goal 1001").click()
    expect(ben.locator("#board .goal-value")).to_have_text("= 9")
    expect(ada.locator("#log")).to_contain_text("tell p2 goal")
    assert "1001" not in goals_heard(phones[0])
    assert "1001" not in screen.locator("#main").inner_text()
    operate(ada, Operate("NOT", "A"))
    expect(ada.locator("#board .row-value").last).to_have_text("= 15")
    expect(screen.locator('[data-focus="show-p1"]')).to_be_visible()
    ada.get_by_role("button", name="Show the goal 1111: it is solved").click()
    expect(screen.locator("#log")).to_contain_text("tell p1 1111")
    _, state = state_of(live)
    assert [player.solved for player in state.players] == [1, 0]
    ada.get_by_role("button", name="Tell my goal").click()
    ada.get_by_role("button", name="Goal 0011").click()
    ada.get_by_role("button", name="Tell it anew").click()
    ada.get_by_role("button", name="Goal 0110").click()
    expect(ada.locator("#board .goal-value")).to_have_text("= 6")
    heard = goals_heard(phones[1])
    assert "0011" not in heard
    assert "0110" not in heard
    for phone in phones:
        phone.context.close()


def test_a_real_card_that_is_drawn_is_named_by_its_owner_only(
    live: Live, visit: Visit, browser: Browser, watch: Watch
) -> None:
    rules = {"mode": "competitive", "unseen": True, "difficulty": "normal"}
    live.begin("moon", rules=rules, players={"p1": "Ada", "p2": "Ben"})
    live.play("set-up competitive start=p1", "NOT A", "tell p1 1111")
    phones = [Device(browser, live, watch, seat, "phone") for seat in ("p1", "p2")]
    ada, ben = (phone.page for phone in phones)
    expect(ben.get_by_role("heading", name="Ada has drawn a card")).to_be_visible()
    expect(ben.get_by_role("button", name="Goal 0011")).to_have_count(0)
    expect(ada.get_by_role("heading", name="You have drawn a card")).to_be_visible()
    ada.get_by_role("button", name="Bug").click()
    expect(ben.locator("#log")).to_contain_text("card bug")
    expect(ada.locator("#board .goal-value")).to_have_count(0)
    ada.get_by_role("button", name="Tell my goal").click()
    ada.get_by_role("button", name="Goal 0011").click()
    expect(ada.locator("#board .goal-value")).to_have_text("= 3")
    assert "0011" not in goals_heard(phones[1])
    for phone in phones:
        phone.context.close()


def test_a_real_goal_of_two_cards_is_told_card_by_card(
    live: Live, browser: Browser, watch: Watch
) -> None:
    live.begin("moon", rules={"mode": "competitive", "unseen": True, "bits": 6})
    live.play("set-up competitive start=p2")
    phone = Device(browser, live, watch, "p1", "phone")
    page = phone.page
    page.get_by_role("button", name="Tell the left card").click()
    page.get_by_role("button", name="Goal 1101").click()
    page.get_by_role("button", name="Tell the right card").click()
    expect(page.get_by_role("button", name="Goal 1101")).to_be_disabled()
    page.get_by_role("button", name="Goal 0001").click()
    expect(page.locator("#board .goal-value")).to_have_text("= 17")
    expect(page.locator(".duel")).to_contain_text("= 010001")
    phone.context.close()


A_BUG_TO_USE: Json = {
    "mode": "competitive",
    "bits": 4,
    "refill": 6,
    "energy": 6,
    "registers": {"A": 5, "B": 0, "C": 15, "D": 1},
    "disabled": ["XOR"],
    "deck": ["goal 0111", "goal 1110", "goal 1101"],
    "owed": None,
    "over": False,
    "to_move": "p1",
    "players": {
        "p1": {
            "ram": 9,
            "goal": ["goal 0001"],
            "solved": 1,
            "bugs": 1,
            "hacker": "purple",
            "free_left": 2,
        },
        "p2": {
            "ram": 0,
            "goal": ["goal 1010"],
            "solved": 0,
            "bugs": 0,
            "hacker": "red",
            "free_left": 0,
        },
    },
}
"""Player 1 has a bug card, the hacker that copies for nothing, and 9 in the RAM."""


def test_a_bug_shows_a_goal_to_its_user_only(live: Live, browser: Browser, watch: Watch) -> None:
    live.begin("moon", position=A_BUG_TO_USE)
    phones = [Device(browser, live, watch, seat, "phone") for seat in ("p1", "p2")]
    page = phones[0].page
    expect(page.locator('[data-focus="op-MOV"] .cost')).to_have_text("free")
    expect(page.locator('[data-focus="op-XOR"] .cost')).to_have_text("✕")
    page.get_by_role("button", name="Use a bug: see the goal of Player 2").click()
    expect(page.get_by_role("img", name="Goal 1010")).to_be_visible()
    expect(page.locator(".duel")).to_contain_text("shown to you")
    page.locator('[data-focus="op-MOV"]').click()
    page.locator('[data-focus="reg-from-RAM"]').click()
    page.locator('[data-focus="reg-to-A"]').click()
    expect(point(page, "A")).to_have_accessible_name("Register A: 1001, that is 9")
    expect(point(phones[1].page, "A")).to_have_accessible_name("Register A: 1001, that is 9")
    told = phones[1].heard()
    assert "goal 0001" not in str(told)
    assert not any(shown for each in told for shown in found(each, "shown"))
    page.locator('[data-focus="op-AND"]').click()
    page.locator('[data-focus="reg-from-D"]').click()
    touch(page, "A")
    expect(page.locator(".seat").filter(has_text="Player 1")).to_contain_text("solved: 2")
    for phone in phones:
        phone.context.close()


# --- Moonlight ------------------------------------------------------------------------------------


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


def test_a_whole_match_of_moonlight_on_two_phones(
    live: Live, browser: Browser, watch: Watch
) -> None:
    live.begin("moonlight", players={"green": "Ada", "blue": "Ben"})
    phones = {seat: Device(browser, live, watch, seat, "phone") for seat in ("green", "blue")}
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
        if played(live) == before:
            one_more(green, live, before)
        game, state = state_of(live)
    text = ended_with_its_record(green, live, "score")
    assert re.search(r"score; moons 1 0; (green|blue) \+1 Howl of", text)
    for seat, other in (("green", "blue"), ("blue", "green")):
        told = phones[seat].heard()
        hands = [one for each in told for one in found(each, "hands")]
        assert hands
        assert all(card is None for one in hands for card in one.get(other, ()))
        own = [card for each in told for card in found(each, "from") if isinstance(card, str)]
        assert all(card.startswith(seat) for card in own)
        assert not phones[seat].page.locator(f'[data-card^="{other}"]').count()
        phones[seat].context.close()


def test_a_card_that_may_not_lie_there_is_told_why(
    live: Live, browser: Browser, watch: Watch
) -> None:
    live.begin("moonlight", rules={"first": "green"}, steps=3)
    phone = Device(browser, live, watch, "green", "phone")
    phone.page.locator(".hand .card-button").first.click()
    occupied = phone.page.request.get(f"{live.url}/api/table").json()["board"]["view"]["grid"]
    own = next(site for site, pile in occupied.items() if pile[-1].startswith("green"))
    touch(phone.page, own)
    expect(phone.page.locator("#asked")).to_contain_text("No, that is not allowed.")
    expect(phone.page.locator("#asked")).to_contain_text("own side")
    assert played(live) == 3
    phone.context.close()


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


def test_a_deck_file_fills_in_what_is_printed_on_the_cards(live: Live, visit: Visit) -> None:
    page = visit("/new?game=moonlight")
    page.locator("summary").first.click()
    printed = {
        "moons": {"1": 2, "3": [0, 1, 1, 2]},
        "lone_wolf": {"value": 4},
        "powers": {"Howl": "once"},
    }
    deck = json.dumps(printed).encode()
    page.set_input_files(
        "input[type=file]", {"name": "deck.json", "mimeType": "application/json", "buffer": deck}
    )
    expect(page.get_by_label("Its value")).to_have_value("4")
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url(live.url + "/")
    _, state = state_of(live)
    assert state.rules.moons_on(3) == (0, 1, 1, 2)
    assert (state.rules.wolf_value, state.rules.wolf_moons) == (4, None)
    assert state.rules.powers == (("Howl", "once"),)


# --- By keyboard alone ----------------------------------------------------------------------------


def walk(page: Page, site: str) -> None:
    """Go to a cell of the board with Tab and the arrow keys, over whatever lies between."""
    tab_to(page, "e.getAttribute('role') === 'gridcell'")
    for _ in range(12):
        here, there = (
            page.evaluate(
                """(site) => {
                    const cells = document.querySelectorAll('#board [role=gridcell]');
                    const cell = [...cells].find((one) => one.dataset.site === site);
                    const box = (cell ?? document.activeElement).getBoundingClientRect();
                    return [box.x + box.width / 2, box.y + box.height / 2];
                }""",
                to,
            )
            for to in (page.evaluate("document.activeElement.dataset.site"), site)
        )
        right, down = there[0] - here[0], there[1] - here[1]
        if abs(right) < 8 and abs(down) < 8:
            return
        if abs(right) > abs(down):
            page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    raise AssertionError(f"The arrow keys never led to {site}")


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
        walk(page, cell)
        page.keyboard.press("Enter")
        one_more(page, live, before)
        assert page.evaluate("document.activeElement?.dataset?.site") == cell
    expect(point(page, "0,0")).to_have_accessible_name(re.compile("blue 4, covering 1 card"))


def test_moon_is_played_by_keyboard_alone(live: Live, visit: Visit) -> None:
    live.begin("moon", steps=1)
    page = visit()
    tab_to(page, "e.dataset?.focus === 'op-OR'")
    page.keyboard.press("Enter")
    tab_to(page, "e.dataset?.focus === 'reg-from-B'")
    page.keyboard.press("Enter")
    walk(page, "A")
    page.keyboard.press("Enter")
    one_more(page, live, 1)
    _, state = state_of(live)
    assert state.registers[0] == state.registers[1] or state.solved
    tab_to(page, "e.dataset?.focus === 'end'")
    page.keyboard.press("Enter")
    one_more(page, live, 2)


# --- All of them ----------------------------------------------------------------------------------

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


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("scene", SCENES)
def test_a_board_has_no_serious_finding(live: Live, visit: Visit, scene: str, theme: str) -> None:
    game, rules, steps = SCENES[scene]
    live.begin(game, rules=rules, steps=steps)
    assert serious(visit(size="desktop" if theme == "dark" else "phone", theme=theme)) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", SCENES)
def test_no_board_is_wider_than_its_screen(live: Live, visit: Visit, scene: str, size: str) -> None:
    game, rules, steps = SCENES[scene]
    live.begin(game, rules=rules, steps=steps)
    page = visit(size=size)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


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
