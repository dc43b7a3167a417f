"""The page for a new game: who plays, in which colours, and every switch in a form for people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.moonlight.deck import load_deck
from companion.games.registry import game_by_id, game_ids
from tests.webui.browser.browsing import THEMES, Live, Visit, Watch, in_theme, serious
from tests.webui.browser.playing import state_of


def unfold(page: Page) -> None:
    """Open all that is folded away."""
    for summary in page.locator("summary").all():
        summary.click()


def begin(page: Page, live: Live) -> Any:
    """Press the button, and give the state that the game begins with."""
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url(live.url + "/")
    return state_of(live)[1]


@pytest.mark.parametrize("game", game_ids())
def test_every_switch_can_be_set(visit: Visit, game: str) -> None:
    page = visit(f"/new?game={game}", size="phone")
    unfold(page)
    for switch in game_by_id(game).spec.switches:
        fields = page.locator(f'[name="switch-{switch.name}"]')
        assert fields.count(), switch.name
        if fields.first.get_attribute("type") == "hidden":  # then others are there to be touched
            expect(
                page.locator("fieldset", has=fields).locator("input:visible, textarea").first
            ).to_be_visible()
    assert "null" not in page.locator("#place").inner_text().split(), "no word of programs"


@pytest.mark.parametrize("game", game_ids())
def test_unfolded_it_has_no_serious_finding(visit: Visit, game: str) -> None:
    page = visit(f"/new?game={game}", size="phone")
    unfold(page)
    for theme in THEMES:
        in_theme(page, theme)
        assert serious(page) == [], theme
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- Colours --------------------------------------------------------------------------------------

SEATS: dict[str, dict[str, str | None]] = {
    "cirondo": {"gold": "#d99a1c", "silver": "#c3cbd4", "red": "#c23b30", "blue": "#2f66a8"},
    "moonlight": {"green": "#2f7d4f", "blue": "#2f66a8"},
    "stargazers": dict.fromkeys(("p1", "p2", "p3", "p4")),
    "moon": dict.fromkeys(("p1", "p2", "p3", "p4")),
}
RULES: dict[str, dict[str, Any]] = {
    "cirondo": {"players": "four"},
    "moon": {"mode": "competitive", "players": 4},
}
COLOURS = """seat => {
    const disc = document.querySelector(`.seat-${seat} .seat-disc`);
    const letter = document.querySelector(`.seat-${seat} .seat-letter`);
    const paper = disc.closest('.card, .seat');
    const of = (element, name) => getComputedStyle(element)[name];
    return [of(disc, 'fill'), of(letter, 'fill'), of(disc, 'stroke'), of(paper, 'backgroundColor')];
}"""


def light(colour: Iterable[int]) -> float:
    """The relative luminance of a colour (WCAG 2.2)."""
    parts = [part / 255 for part in colour]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Iterable[int], other: Iterable[int]) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def rgb(text: str) -> tuple[int, ...]:
    """A colour as the browser tells it."""
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", SEATS)
def test_every_seat_has_its_colour_and_can_be_read(
    live: Live, visit: Visit, game: str, theme: str
) -> None:
    page = visit(f"/new?game={game}", theme=theme)
    unfold(page)
    for name, value in RULES.get(game, {}).items():
        if isinstance(value, str):
            page.locator(f'[name="switch-{name}"][value=\'"{value}"\']').check()
        else:
            page.locator(f'[name="switch-{name}"]').fill(str(value))
            page.locator(f'[name="switch-{name}"]').blur()
    for seat, wanted in SEATS[game].items():
        page.locator(f".seat-{seat}").first.wait_for()
        disc, letter, edge, paper = map(rgb, page.evaluate(COLOURS, seat))
        if wanted:
            assert disc == tuple(bytes.fromhex(wanted[1:])), seat
        assert contrast(disc, letter) >= 4.5, seat
        assert contrast(edge, paper) >= 3, seat
    live.begin(game, rules=RULES.get(game, {}))
    table = visit(theme=theme)
    for seat in SEATS[game]:
        told = table.evaluate(COLOURS, seat) if table.locator(f".seat-{seat}").count() else None
        assert told is None or contrast(rgb(told[0]), rgb(told[1])) >= 4.5, seat


# --- Who plays ------------------------------------------------------------------------------------


def test_only_those_who_play_are_asked_for_their_names(live: Live, visit: Visit) -> None:
    page = visit("/new?game=cirondo", size="touch")
    expect(page.locator('[name^="player-"]')).to_have_count(2)
    page.locator("[name=player-gold]").fill("Ada")
    unfold(page)
    page.locator('[name="switch-players"][value=\'"teams"\']').check()
    expect(page.locator('[name^="player-"]')).to_have_count(4)
    expect(page.locator("[name=player-gold]")).to_have_value("Ada")
    page.locator("[name=player-red]").fill("Ben")
    begin(page, live)
    timeline = live.table.snapshot.timeline
    assert timeline is not None
    assert timeline.started.players == {"gold": "Ada", "red": "Ben"}


AGAIN: dict[str, dict[str, Any]] = {
    "cirondo": {"players": "teams", "first": "red", "fifty_moves": True},
    "moonlight": {
        "moons": {"1": [3, 3], "2": None, "3": [0, 1, 1, 2], "4": None, "5": [0]},
        "lone_wolf": {"value": 4, "moons": None},
        "powers": {"Howl": "once", "Den": "ongoing"},
        "corners": "bounding_box",
        "first": "blue",
    },
    "stargazers": {"hand_size": {"p1": 3, "p2": 5, "p3": 3, "p4": 4}, "players": 4, "target": 7},
    "moon": {"advanced": True, "operations": ["INC", "MOV", "ADD", "NOR"], "bits": 5},
    "moons-and-stars": {"columns": 5},
}


NEXT = {"cirondo": "silver", "moonlight": "green"}
"""Who begins the next game where it was said who begins; red's neighbour is silver."""


@pytest.mark.parametrize("game", AGAIN)
def test_to_play_again_is_to_play_by_the_same_switches(live: Live, visit: Visit, game: str) -> None:
    live.begin(game, rules=AGAIN[game])
    before = state_of(live)
    page = visit(f"/new?game={game}&again=1")
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url(live.url + "/")
    after = state_of(live)
    kept = {"first": NEXT[game]} if game in NEXT else {}
    assert after[1].rules.changed() == before[1].rules.changed() | kept != {}
    other = visit(f"/new?game={game}")
    other.get_by_role("button", name="Begin the game").click()
    other.wait_for_url(live.url + "/")
    assert state_of(live)[1].rules.changed() == {}


def test_what_cannot_be_is_said_before_the_game_begins(
    live: Live, visit: Visit, watch: Watch
) -> None:
    watch.expected = ("400",)
    page = visit("/new?game=cirondo")
    unfold(page)
    page.locator('[name="switch-first"][value=\'"red"\']').check()
    expect(page.locator("#problem")).to_contain_text("red can't be first in a game of two")
    page.locator('[name="switch-players"][value=\'"four"\']').check()
    expect(page.locator("#problem")).to_be_hidden()
    assert begin(page, live).rules.first == "red"


# --- Tables and lists -----------------------------------------------------------------------------


def test_each_player_may_hold_another_number_of_cards(live: Live, visit: Visit) -> None:
    page = visit("/new?game=stargazers")
    unfold(page)
    page.locator('[data-size="p3"]').fill("4")
    rules = begin(page, live).rules
    assert rules.hand_size == (("p1", 3), ("p2", 3), ("p3", 4), ("p4", 3))
    page = visit("/new?game=stargazers")
    unfold(page)
    for field in page.locator("[data-size]").all():
        field.fill("4")
    assert begin(page, live).rules.hand_size == 4


def test_operations_are_taken_out_by_their_boxes(live: Live, visit: Visit) -> None:
    page = visit("/new?game=moon")
    unfold(page)
    expect(page.locator('[data-operation="ADD"]')).to_be_hidden()
    page.locator('[name="switch-advanced"]').check()
    expect(page.locator('[data-operation="ADD"]')).to_be_visible()
    for name in ("INC", "XNOR"):
        page.locator(f'[data-operation="{name}"]').uncheck()
    operations = begin(page, live).rules.operations
    assert "INC" not in operations
    assert "XNOR" not in operations
    assert {"DEC", "ADD"} <= set(operations)


# --- What is printed on the cards of Moonlight ----------------------------------------------------

PRINTED = {
    "moons": {"1": 2, "3": [0, 1, 1, 2]},
    "lone_wolf": {"value": 4},
    "powers": {"Howl": "once", "Den": "ongoing"},
}


def give_file(page: Page, content: str) -> None:
    """Choose a deck file."""
    page.set_input_files(
        "input[type=file]",
        {"name": "deck.json", "mimeType": "application/json", "buffer": content.encode()},
    )


def test_a_deck_file_fills_in_what_is_printed_on_the_cards(live: Live, visit: Visit) -> None:
    page = visit("/new?game=moonlight")
    unfold(page)
    give_file(page, json.dumps(PRINTED))
    expect(page.get_by_text("Filled in from deck.json.")).to_be_visible()
    expect(page.get_by_label("Its value")).to_have_value("4")
    expect(page.get_by_label("On a 3 (4 cards)")).to_have_value("0 1 1 2")
    rules = begin(page, live).rules
    assert rules.moons_on(3) == (0, 1, 1, 2)
    assert (rules.wolf_value, rules.wolf_moons) == (4, None)
    assert rules.powers == (("Den", "ongoing"), ("Howl", "once"))


def test_what_was_typed_in_can_be_kept_as_a_deck_file(
    live: Live, visit: Visit, tmp_path: Path
) -> None:
    page = visit("/new?game=moonlight")
    unfold(page)
    page.get_by_label("On a 3 (4 cards)").fill("2, 1 1 0")
    page.get_by_label("On a 5 (1 card)").fill("3")
    page.get_by_label("Its moons").fill("2")
    with page.expect_download() as download:
        page.get_by_role("button", name="Keep it as a deck file").click()
    download.value.save_as(tmp_path / "deck.json")
    kept = load_deck(tmp_path / "deck.json")
    assert kept["lone_wolf"] == {"value": None, "moons": 2}
    assert kept["moons"]["3"] == [0, 1, 1, 2]
    assert begin(page, live).rules.moons_on(5) == (3,)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "It is no JSON"),
        ("[1]", "It is no deck file"),
        ('{"moon": {}}', "It has “moon”, and a deck has moons"),
        ('{"moons": 3}', "no table from the values 1 to 5"),
        ('{"moons": {"6": 1}}', "There is no wolf with the value 6"),
        ('{"moons": {"3": [1, 2]}}', "There are 4 cards of value 3: give one number"),
        ('{"moons": {"1": -1}}', "There are 2 cards of value 1"),
        ('{"lone_wolf": {"value": "x"}}', "Its lone_wolf has a value and moons"),
        ('{"powers": ["Howl"]}', "Its powers are no table"),
        ('{"powers": {"Howl": "often"}}', "The power “Howl” needs"),
        ("x" * 70_000, "It is no deck file"),
    ],
)
def test_what_is_wrong_with_a_deck_file_is_said_in_words(
    visit: Visit, content: str, told: str
) -> None:
    page = visit("/new?game=moonlight", size="phone")
    unfold(page)
    give_file(page, content)
    expect(page.locator(".notice.bad:visible")).to_contain_text("deck.json can't be used.")
    expect(page.locator(".notice.bad:visible")).to_contain_text(told)
    expect(page.get_by_label("Its value")).to_have_value("")


def test_moons_that_do_not_fit_the_cards_keep_the_game_from_beginning(
    live: Live, visit: Visit
) -> None:
    page = visit("/new?game=moonlight")
    unfold(page)
    field = page.get_by_label("On a 3 (4 cards)")
    field.fill("1 2")
    page.locator("summary").first.click()
    page.get_by_role("button", name="Begin the game").click()
    expect(field).to_be_visible()  # it was folded away
    assert "4 cards of value 3" in field.evaluate("e => e.validationMessage")
    assert live.table.snapshot.timeline is None
