"""MOON in the browser: missions and duels, goals hidden on phones, and the keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from companion.games.api import Json
from companion.games.moon.actions import End, Operate
from companion.games.moon.game import Moon
from companion.referee.commands import Play
from tests.webui.browser.browsing import Live, Visit, point, tab_to, touch
from tests.webui.browser.playing import (
    Device,
    Join,
    ended_with_its_record,
    found,
    one_more,
    played,
    state_of,
    walk,
)


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
    expect(page.locator("#board .slot.broken")).to_have_count(1)  # what is pressed sooner is stale
    page.get_by_role("button", name="Goal 1001").click()
    expect(page.locator("#board .goal-value")).to_have_text("= 9")
    expect(point(page, "B")).to_have_accessible_name("Register B: 0110, that is 6")
    expect(page.locator("#board .slot.broken")).to_have_count(1)


def test_players_of_moon_see_their_own_goal_only(live: Live, join: Join) -> None:
    live.begin("moon", rules={"mode": "competitive", "players": 2}, steps=1)
    phones = [join(seat) for seat in ("p1", "p2")]
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
        one_more(page, live, before, *(phone.page for phone in phones))
        _, state = state_of(live)
    for place, phone in enumerate(phones):
        told = str(phone.heard())
        assert goals[place] in told
        assert goals[1 - place] not in told
        expect(phone.page.locator(".module-goal .is-goal")).to_have_count(1)
        assert goals[1 - place][5:] not in phone.page.locator(".duel").inner_text()


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
    live: Live, visit: Visit, join: Join
) -> None:
    players = {"p1": "Ada", "p2": "Ben"}
    live.begin("moon", rules={"mode": "competitive", "unseen": True}, players=players)
    screen = visit(size="touch")
    screen.get_by_role("button", name="Play with real cards").click()
    expect(screen.locator("#ways")).to_contain_text("Deal each player 1 goal card")
    screen.locator('[data-focus="starts-p1"]').click()
    phones = [join(seat) for seat in players]
    ada, ben = (phone.page for phone in phones)
    ben.get_by_role("button", name="Tell my goal").click()
    ben.get_by_role("button", name="Goal 1001").click()
    expect(ben.locator("#board .goal-value")).to_have_text("= 9")
    expect(ada.locator("#log")).to_contain_text("Ben: a goal is told to the referee")
    assert "1001" not in goals_heard(phones[0])
    assert "1001" not in screen.locator("#main").inner_text()
    operate(ada, Operate("NOT", "A"))
    expect(ada.locator("#board .row-value").last).to_have_text("= 15")
    expect(screen.locator('[data-focus="show-p1"]')).to_be_visible()
    ada.get_by_role("button", name="Show the goal 1111: it is solved").click()
    expect(screen.locator("#log")).to_contain_text("Ada: the goal 1111 is told")
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


def test_a_real_card_that_is_drawn_is_named_by_its_owner_only(
    live: Live, visit: Visit, join: Join
) -> None:
    rules = {"mode": "competitive", "unseen": True, "difficulty": "normal"}
    live.begin("moon", rules=rules, players={"p1": "Ada", "p2": "Ben"})
    live.play("set-up competitive start=p1", "NOT A", "tell p1 1111")
    phones = [join(seat) for seat in ("p1", "p2")]
    ada, ben = (phone.page for phone in phones)
    expect(ben.get_by_role("heading", name="Ada has drawn a card")).to_be_visible()
    expect(ben.get_by_role("button", name="Goal 0011")).to_have_count(0)
    expect(ada.get_by_role("heading", name="You have drawn a card")).to_be_visible()
    ada.get_by_role("button", name="Bug").click()
    expect(ben.locator("#log")).to_contain_text("Turned over: Bug")
    expect(ada.locator("#board .goal-value")).to_have_count(0)
    ada.get_by_role("button", name="Tell my goal").click()
    ada.get_by_role("button", name="Goal 0011").click()
    expect(ada.locator("#board .goal-value")).to_have_text("= 3")
    assert "0011" not in goals_heard(phones[1])


def test_a_real_goal_of_two_cards_is_told_card_by_card(live: Live, join: Join) -> None:
    live.begin("moon", rules={"mode": "competitive", "unseen": True, "bits": 6})
    live.play("set-up competitive start=p2")
    phone = join("p1")
    page = phone.page
    page.get_by_role("button", name="Tell the left card").click()
    page.get_by_role("button", name="Goal 1101").click()
    page.get_by_role("button", name="Tell the right card").click()
    expect(page.get_by_role("button", name="Goal 1101", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Goal 0001").click()
    expect(page.locator("#board .goal-value")).to_have_text("= 17")
    expect(page.locator(".duel")).to_contain_text("= 010001")


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


def test_a_bug_shows_a_goal_to_its_user_only(live: Live, join: Join) -> None:
    live.begin("moon", position=A_BUG_TO_USE)
    phones = [join(seat) for seat in ("p1", "p2")]
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


def test_the_log_says_operations_in_words_with_their_sums(live: Live, visit: Visit) -> None:
    live.begin("moon")
    live.play("set-up cooperative initial=0110,1010,1100 deck=0001,12?", "ROL B", "XOR C>A", "end")
    page = visit()
    log = page.locator("#log")
    expect(log).to_contain_text("ROL on B")
    expect(log).to_contain_text("ROL 0110 is 1100.")
    expect(log).to_contain_text("XOR from C into A")
    expect(log).to_contain_text("The round ends.")
    page.get_by_role("tab", name="May I").click()
    expect(page.locator("#ask input")).to_have_attribute("placeholder", "ROL A")
    expect(page.locator("#ask-help")).to_contain_text("XOR C>A")
