"""The page of rules, and a rule over the page that rests on it; the small boards beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from playwright.sync_api import expect

from companion.games.api import Json
from companion.games.registry import game_by_id
from tests.webui.browser.browsing import Live, Visit, ready, serious, touch
from tests.webui.browser.positions import middle
from tests.webui.browser.test_games import near_the_end
from webui.games import board_of

GAME = game_by_id("moons-and-stars")
DIAGRAMS = "() => import('/static/js/rules/diagrams.js').then(({ DIAGRAMS }) => DIAGRAMS)"
FREE = {"brown": ("a1", "i1"), "blue": ("i9", "a9")}
"""Where a stone stands that a diagram leaves out."""


def test_a_rule_is_read_over_the_table_and_then_in_its_page(live: Live, visit: Visit) -> None:
    near_the_end(live)
    page = visit(size="phone")
    page.get_by_role("tab", name="May I …?").click()
    page.get_by_label("A move in words").fill("e5-f6")
    page.get_by_role("button", name="May I …?").click()
    page.locator("#ask").get_by_role("link").first.click()
    over = page.get_by_role("dialog")
    expect(over.get_by_role("heading", level=2)).to_contain_text("a star makes one")
    expect(over.get_by_role("img")).to_be_visible()
    assert serious(page) == []
    over.get_by_role("button", name="Close").click()
    expect(over).to_have_count(0)
    expect(page.locator("#ask")).to_contain_text("No, that is not allowed.")
    page.locator("#ask").get_by_role("link").first.click()
    over.get_by_role("link", name="In all the rules").click()
    page.wait_for_url("**/rules/moons-and-stars#MS-*")
    ready(page)
    expect(page.locator(".rule.sought")).to_be_in_viewport()


def test_why_a_bonus_is_refused_leads_to_its_rule(live: Live, visit: Visit) -> None:
    live.begin(position=middle("agbert", owed=True))
    page = visit()
    touch(page, "a1")
    page.get_by_role("button", name="Agbert does it").click()
    page.locator("#ways").get_by_role("link", name="The rule behind this").click()
    expect(page.get_by_role("dialog")).to_contain_text("Agbert brings lost pieces home")


def test_rules_can_be_searched(visit: Visit) -> None:
    page = visit("/rules/moons-and-stars")
    page.get_by_role("searchbox").fill("piggyback OR nonsense")
    expect(page.get_by_text("No rule has these words.")).to_be_visible()
    page.get_by_role("searchbox").fill("mouth")
    expect(page.locator("#MS-36")).to_be_visible()
    expect(page.locator("#MS-73")).to_be_hidden()


def test_small_boards_show_what_the_rules_say(visit: Visit) -> None:
    page = visit("/rules/moons-and-stars")
    drawn: dict[str, Any] = page.evaluate(DIAGRAMS)
    moved = {rule: one for rule, one in drawn.items() if "from" in one}
    assert len(moved) > 25
    faults = [fault for rule, one in moved.items() for fault in _untrue(rule, one)]
    assert faults == []


def _untrue(rule: str, drawn: Mapping[str, Any]) -> Iterator[str]:
    """What a small board shows otherwise than the referee says."""
    state = GAME.position_from_json(_position(drawn["sites"]))
    origin = drawn["from"]
    found: set[tuple[str | None, str, str | None]] = set()
    for action in GAME.legal(state):
        target = board_of(GAME.spec.id).target(state, action, GAME.rule_on(state, action).effects)
        if target.origin == origin:
            found.add((target.landing, target.kind, target.rest))
    for lit in drawn.get("targets", ()):
        here = [(kind, rest) for landing, kind, rest in found if landing == lit["site"]]
        if not any(kind == lit["kind"] and lit.get("to", rest) == rest for kind, rest in here):
            yield f"{rule}: {origin}-{lit['site']} is {here}"
    for site in drawn.get("no", ()):
        asked = GAME.complete(state, GAME.parse(state, f"{origin}-{site}"))
        reasons = {reason.ruling for reason in GAME.rule_on(state, asked).reasons}
        if rule not in reasons:
            yield f"{rule}: {origin}-{site} is refused by {sorted(reasons)}"


def _position(sites: Mapping[str, str]) -> dict[str, Json]:
    """A position with what a small board shows, and a stone and a moon of each side besides."""
    points: dict[str, Json] = {site: pile.split("+") for site, pile in sites.items()}
    for side, free in FREE.items():
        if f"{side} stone" not in sites.values():
            points[free[0]] = [f"{side} stone"]
        points[free[1]] = [f"{side} moon"]
    return {
        "columns": 9,
        "to_move": "brown",
        "points": points,
        "deities": {"brown": None, "blue": None},
        "lost": {"brown": {}, "blue": {}},
    }
