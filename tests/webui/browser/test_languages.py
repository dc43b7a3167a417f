"""The pages in other languages than English: what the eyes say, numbers, and counted pieces."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.referee.commands import Play
from tests.webui.browser.browsing import Live, Visit, ready
from vision.eyes import TableEyes

ROLLED = {"moon": 4, "star": 1, "pit": 3, "trap": 2, "safe": 2, "path": 4}
DARK = (
    "Dieses Foto ist nicht zu lesen. Das Foto ist viel dunkler als beim Einrichten des Tischs. "
    "Mach Licht an, oder richte die Kamera in diesem Licht neu ein."
)


@pytest.fixture(scope="module")
def live(at_desk: Live) -> Live:
    """A panel on a virtual table where brown has rolled."""
    at_desk.begin(steps=0, rules={"deities": "off"})
    at_desk.table.do(Play({"roll": "brown", "faces": ROLLED, "unreadable": 0}))
    return at_desk


def test_a_roll_is_told_in_words(visit: Visit, live: Live) -> None:
    page = in_language(visit("/settings"), live, "de", "/")
    words = "Braun hat geworfen: 4 Monde, 1 Stern, 3 Gruben, 2 Fallen, 2 Burgen, 4 Pfade"
    expect(page.locator("#log")).to_contain_text(words)
    expect(page.locator("#answer h2")).to_have_text(words)


def in_language(page: Page, live: Live, tag: str, path: str) -> Page:
    """Choose a language, as the settings do, and open a page."""
    page.context.add_cookies([{"name": "moontable_language", "value": tag, "url": live.url}])
    page.goto(live.url + path)
    return ready(page)


def test_why_a_photo_is_too_dark_is_said_in_german(
    visit: Visit, live: Live, eyes: TableEyes
) -> None:
    assert eyes.desk is not None
    eyes.desk.change(lambda table: table.dimmed(0.08))
    number = eyes.look().photo
    eyes.desk.change(lambda table: table.dimmed(1.0))
    page = in_language(visit("/settings"), live, "de", f"/camera?photo={number}")
    expect(page.locator("#reading")).to_have_text(DARK)
    expect(page.locator("#camera-state h2")).to_have_text("Virtueller Tisch")
    lines = page.locator("#camera-state p.small")
    residual = eyes.profile.fit.residual_mm if eyes.profile is not None else 0.0
    expect(lines).to_contain_text(f"{residual:.2f}".replace(".", ","))


@pytest.mark.parametrize(
    ("four", "one", "tag"),
    [("llunes", "estrella", "ca"), ("Monde", "Stern", "de"), ("lunes", "étoile", "fr")],
)
def test_counted_faces_agree_with_their_number(
    visit: Visit, live: Live, four: str, one: str, tag: str
) -> None:
    page = in_language(visit("/settings"), live, tag, "/")
    faces = page.locator(".faces").first.locator("div")
    expect(faces.nth(0)).to_have_text(f"4{four}")
    expect(faces.nth(1)).to_have_text(f"1{one}")
