"""The pages ask for no text that English lacks, and English has none that no page asks for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import companion.language
import webui
from companion.games.moons_and_stars.actions import AgreeDraw, ClaimDraw, OfferDraw, Resign
from companion.games.registry import game_ids
from companion.language.files import texts
from webui.telling.choices import word_of

STATIC = Path(webui.__file__).parent / "static" / "js"
TEMPLATES = Path(webui.__file__).parent / "templates"
ENGLISH = Path(companion.language.__file__).parent / "en" / "panel.toml"

DEITIES = ("cadbeth", "lamban", "yinnok", "agbert", "jothi", "keddep", "dirlydwurg")
KINDS = ("moon", "star", "pit", "trap", "safe", "path")
ROLES = ("spectator", "player", "referee", "admin")
MADE_UP = {
    "bar.": ("done", "take-back", "why", "pause", "go-on"),
    "board.target.": (
        *("move", "capture", "pull", "ride", "lost", "stack"),
        *("place", "choice", "bonus"),
    ),
    "bonus.": DEITIES,
    "bonus.into-": ("moon", "star"),
    "claim.": ("resign", "offer-draw", "agree-draw", "claim-draw"),
    "deity.": DEITIES,
    "game.export-": ("txt", "json"),
    "games.": ("open", "finished", "abandoned", "on-table"),
    "join.role-": ROLES,
    "legend.": (*KINDS, "last", "fault", "todo"),
    "log.kind.": (
        *("start", "refused", "overruled", "takeback", "misread", "referee-wrong"),
        *("remark", "result", "abandoned"),
    ),
    "nav.": ("table", "new", "games", "rules", "join", "settings"),
    "new.about-": game_ids(),
    "numbers.": (
        *("turns", "played_s", "takebacks", "captures", "lost", "bonuses", "refused", "used_s"),
    ),
    "past.": ("first", "previous", "next", "last"),
    "phase.": ("rolls", "reroll", "lot", "deities", "set-up", "bonus"),
    "role.": ROLES,
    "rules.about-": (*KINDS, "stack", "stone", "deity"),
    "rules.piece-": (*KINDS, "stack", "stone", "deity"),
    "settings.theme-": ("auto", "light", "dark"),
    "settings.view-": ("auto", "brown", "blue", "side"),
    "tabs.": ("log", "ask", "legend"),
    "told.": (
        *("move", "capture", "mount", "on-move", "on-capture", "on-mount"),
        *("two-moons", "moon-and-star", "keddep-moon", "keddep-star"),
        *(name for name in DEITIES if name != "keddep"),
    ),
    "title.": ("new", "games", "join", "settings"),
}
"""Beginnings of keys that pages put together, with the ends that they put."""
LITERAL = re.compile(r'"([a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)+)"')
"""What looks like a key: words with hyphens, joined by points."""


def english() -> set[str]:
    found = tomllib.loads(ENGLISH.read_text("utf-8"))
    return {key.removeprefix("panel.") for key, _text in texts(found)}


def asked() -> set[str]:
    """Every key that the pages ask for, as far as it is the panel's own."""
    sections = {key.split(".")[0] for key in english()}
    sources = [file.read_text("utf-8") for file in STATIC.rglob("*.js")]
    found = {key for text in sources for key in LITERAL.findall(text)}
    for file in TEMPLATES.glob("*.html"):
        found |= set(re.findall(r'"panel\.([a-z.-]+[a-z])"', file.read_text("utf-8")))
    found |= {start + end for start, ends in MADE_UP.items() for end in ends}
    return {key for key in found if key.split(".")[0] in sections}


def test_every_text_that_a_page_asks_for_is_there() -> None:
    assert asked() - english() == set()


def test_every_text_is_asked_for() -> None:
    assert english() - asked() == set()


def test_all_that_can_be_declared_has_a_text() -> None:
    """Under the word that the server sends ("offer-draw"), which bar.js reads without hyphens."""
    kinds = {word_of(claim("brown")) for claim in (Resign, OfferDraw, AgreeDraw, ClaimDraw)}
    assert kinds == set(MADE_UP["claim."])
