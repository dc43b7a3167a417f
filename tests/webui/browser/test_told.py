"""Every game's log says in words what was played, in any language, and never in its notation."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.webui.browser.browsing import Live, Visit, ready
from tests.webui.browser.positions import middle

SAID: dict[str, tuple[tuple[str, ...], str]] = {
    "moons-and-stars": (("h4-h3", "d3-e3", "resign brown"), "Marrón: estrella de h4 a h3"),
    "cirondo": (("lot gold", "MB1-C1"), "Dorado: luna de B1 a C1"),
    "moonlight": (("deal hidden", "blue 3 m1 at 0,0"), "3 azul con 1 luna en columna 0, fila 0"),
}
NOTATION = re.compile(r"[a-zA-Z]\d+[-x+][a-zA-Z]\d|resign|lot |deal| at ")


@pytest.mark.parametrize("game", SAID)
def test_what_was_played_is_told_in_the_language_of_the_page(
    live: Live, visit: Visit, game: str
) -> None:
    played, words = SAID[game]
    live.begin(game, position=middle() if game == "moons-and-stars" else None)
    live.play(*played)
    page = visit(size="phone")
    page.context.add_cookies([{"name": "moontable_language", "value": "es", "url": live.url}])
    for path, log in (("/", "#log"), ("/games/1", ".replay .log")):
        page.goto(live.url + path)
        ready(page)
        expect(page.locator(log)).to_contain_text(words)
        assert not NOTATION.search(page.locator(log).inner_text())


BONUSES = {
    "cadbeth": ("Cadbeth: c6, d6", "Cadbeth takes away what is on c6, d6"),
    "lamban": ("Lamban: e6 east-west", "Lamban turns the paths on e6"),
    "keddep": ("Keddep: stars", "Keddep makes stars of all safes"),
    "agbert": ("Agbert: a1 moon, c1 pit", "Agbert brings back: moon a1, pit c1"),
    "jothi": ("Jothi", "Jothi takes all pits away"),
    "dirlydwurg": ("Dirlydwurg: brown stone to c1", "Dirlydwurg walks the brown stone to c1"),
}


@pytest.mark.parametrize("deity", BONUSES)
def test_what_a_deity_did_is_told(live: Live, visit: Visit, deity: str) -> None:
    written, words = BONUSES[deity]
    live.begin(position=middle(deity, owed=True), players={"brown": "Ada"})
    live.play(written)
    expect(visit().locator("#log")).to_contain_text(f"Ada: {words}")
