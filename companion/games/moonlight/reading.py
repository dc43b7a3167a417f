"""What a person typed, as an action: generous in form, strict in what is said.

"3 1,0", "g3 at 1 0", "green 3 to (1, 0)" all lay a green 3 on 1,0. The colour may be left out; a
card's moons, too, where its hand tells them. "over" has to be true: something must lie there.
"""

from __future__ import annotations

import json
import re

from companion.games.errors import AmbiguousNotation, BadNotation, unread
from companion.games.moonlight.actions import (
    Action,
    Correction,
    Deal,
    Lay,
    Lot,
    Pass,
    Power,
    Score,
    Use,
)
from companion.games.moonlight.cards import SIDES, Card, Hand, card
from companion.games.moonlight.hidden import as_printed, size_of, unseen
from companion.games.moonlight.notation import HIDDEN, format_action
from companion.games.moonlight.state import State, site_of

_LAY = re.compile(
    r"(?:(?P<owner>green|blue|g|b)\s*)?"
    r"(?:(?P<value>\d{1,3})|(?P<lone>lone\s+wolf|lone|wolf|l))"
    r"(?:\s*m\s*(?P<moons>\d{1,3}))?"
    r"(?:\s*(?P<sign>@|\bat\b|\bto\b|\bon\b|\bover\b|\bcovers\b|x)\s*|\s+)"
    r"\(?\s*(?P<x>[-\u2212]?\d{1,2})\s*(?:,\s*|\s+)(?P<y>[-\u2212]?\d{1,2})\s*\)?",
    re.IGNORECASE,
)
_RANK = re.compile(
    r"(?P<owner>[gb])?(?:(?P<value>\d{1,3})|(?P<lone>l))(?:m(?P<moons>\d{1,3}))?", re.I
)
_COVERS = ("over", "covers", "x")
_LONGEST = 4000
ADVICE = "Write a card and a cell, like 3 at 1,0."


def parse_action(state: State, text: str) -> Action:
    """What a person typed, legal or not. Raises `BadNotation`, `AmbiguousNotation`."""
    words = text.strip()
    if not words:
        raise BadNotation("Nothing is written.", ADVICE, unread("nothing"))
    if len(words) > _LONGEST:
        raise BadNotation("This is too long for an action.", ADVICE, unread("too-long"))
    found = re.match(r"[a-z]+", words, re.IGNORECASE)
    first = found[0].lower() if found else ""
    rest = words[len(first) :].strip()
    match first:
        case "pass" if not rest:
            return Pass()
        case "lot":
            return Lot(_side(rest))
        case "deal":
            return _deal(state, rest)
        case "score":
            return _score(state, rest)
        case "power":
            return Power(None if rest == "?" else _name(state, rest))
        case "use":
            return Use(_name(state, rest))
        case _:
            return _lay(state, " ".join(words.split()))


def _side(text: str) -> str:
    found = [seat for seat in SIDES if text and seat.startswith(text.lower())]
    if len(found) == 1:
        return found[0]
    why = (
        unread("no-side", text=text[:40], sides=SIDES)
        if text
        else unread("side-missing", sides=SIDES)
    )
    raise BadNotation(
        f"'{text[:40]}' is no side." if text else "A side is missing.",
        f"Say {' or '.join(SIDES)}.",
        why,
    )


def _name(state: State, text: str) -> str:
    """A power's name, with or without quotes; one that is known, however it is capitalised."""
    name = _unquoted(text)
    known = {*state.powers[0], *state.powers[1], *dict(state.rules.powers or ())}
    alike = [one for one in known if one.casefold() == name.casefold()]
    return alike[0] if len(alike) == 1 and name not in known else name


def _unquoted(text: str) -> str:
    if text.startswith('"'):
        try:
            name = json.loads(text)
        except ValueError:
            raise BadNotation(
                f"{text[:60]} is no name in quotes.",
                "Close the quotes.",
                unread("open-quotes", text=text[:60]),
            ) from None
        if isinstance(name, str):
            return name
    if not text:
        raise BadNotation(
            "The name of the power is missing.", "Write it after the word.", unread("power-missing")
        )
    return text


# --- Cards ----------------------------------------------------------------------------------------


def _lay(state: State, words: str) -> Lay:
    found = _LAY.fullmatch(words)
    if found is None:
        raise BadNotation(
            f"'{words[:60]}' is no action.", ADVICE, unread("no-action", text=words[:60])
        )
    mover = state.to_move or 0
    said = found["owner"]
    side = mover if said is None else next(n for n in range(2) if SIDES[n][0] == said[0].lower())
    cell = _cell(found["x"]), _cell(found["y"])
    if (found["sign"] or "").lower() in _COVERS and not state.stack(cell):
        raise BadNotation(
            f"Nothing lies on {site_of(cell)}.",
            f"Write at {site_of(cell)}.",
            unread("nothing-lies", site=site_of(cell)),
        )
    value = None if found["lone"] else int(found["value"])
    moons = None if found["moons"] is None else int(found["moons"])
    action = Lay(card(SIDES[side], value, moons), cell)
    return completed(state, action)


def _cell(text: str) -> int:
    return int(text.replace("\u2212", "-"))


def completed(state: State, action: Lay) -> Lay:
    """The action with the moons of its card, where the hand tells them and they were not said.

    What was said stands: so the moons of a card whose hand does not tell them are told (ML-01).
    Raises `AmbiguousNotation` where equal values with other moons are held.
    """
    tried = as_printed(state.rules, action.card)
    if tried is not action.card:
        return Lay(tried, action.cell)
    if tried.owner not in SIDES or tried.moons is not None:
        return action
    choices = _alike(state, SIDES.index(tried.owner), tried)
    if tried in choices or not choices:
        return action
    if len(choices) == 1:
        return Lay(choices[0], action.cell)
    written = tuple(format_action(state, Lay(one, action.cell)) for one in choices)
    raise AmbiguousNotation(
        f"Several such cards are there: {', '.join(written)}.",
        "Write one of them.",
        written,
        unread("several-cards", choices=written),
    )


def _alike(state: State, side: int, tried: Card) -> tuple[Card, ...]:
    """The cards of that value in a hand; else those that may be there unknown (ML-18)."""
    hand = state.hands[side]
    held = [one for one in hand if one is not None and one.plain == tried]
    if not held and None in hand:
        held = [one for one in unseen(state, side) if one.plain == tried]
    return tuple(dict.fromkeys(held))


# --- Between the turns ----------------------------------------------------------------------------


def _deal(state: State, text: str) -> Deal:
    """Two decks, top first; with nothing said, both are hidden."""
    if not text or text.lower() == HIDDEN:
        sizes = (size_of(state, side) for side in range(2))
        green, blue = ((None,) * size for size in sizes)
        return Deal(green, blue)
    decks = text.split("/")
    if len(decks) != len(SIDES):
        raise BadNotation(
            "A deal has two decks.", "Write green's, then / and blue's.", unread("two-decks")
        )
    return Deal(_deck(decks[0].strip(), SIDES[0]), _deck(decks[1].strip(), SIDES[1]))


def _deck(text: str, owner: str) -> Hand:
    words = text.replace(",", " ").split()
    if words[:1] == [HIDDEN] and len(words) == 2 and words[1].isdecimal() and len(words[1]) < 3:
        return (None,) * int(words[1])
    return () if words == ["-"] else tuple(_rank(word, owner) for word in words)


def _rank(word: str, owner: str) -> Card | None:
    if word == "?":
        return None
    found = _RANK.fullmatch(word)
    if found is None:
        raise BadNotation(
            f"'{word[:20]}' is no card.", "Write 3, 3m1, L or ?.", unread("no-card", text=word[:20])
        )
    value = None if found["lone"] else int(found["value"])
    return card(owner, value, int(found["moons"]) if found["moons"] else None)


def _score(state: State, text: str) -> Score:
    """What was entered by hand: "moons 4 2; green +2 Howl"."""
    moons, corrections = None, []
    for part in _parts(text):
        first, _, rest = part.partition(" ")
        if first.lower() == "moons":
            numbers = re.fullmatch(r"(-?\d{1,3})\s*[\s:/]\s*(-?\d{1,3})", rest.strip())
            if numbers is None:
                raise BadNotation(
                    f"'{part[:40]}' gives no moons.",
                    "Write moons 4 2.",
                    unread("no-moons", text=part[:40]),
                )
            moons = int(numbers[1]), int(numbers[2])
            continue
        found = re.fullmatch(r"([+-]?\d{1,3})\s+(.+)", rest.strip())
        if found is None:
            raise BadNotation(
                f"'{part[:40]}' corrects nothing.",
                "Write green +2 Howl.",
                unread("corrects-nothing", text=part[:40]),
            )
        corrections.append(Correction(_side(first), _name(state, found[2]), int(found[1])))
    return Score(moons, tuple(corrections))


def _parts(text: str) -> list[str]:
    """The parts between semicolons, none inside quotes."""
    parts = re.findall(r'(?:[^;"]|"(?:[^"\\]|\\.)*"?)+', text)
    return [part.strip() for part in parts if part.strip()]
