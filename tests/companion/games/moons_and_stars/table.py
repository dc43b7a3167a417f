"""Tables for the tests of Moons and Stars, written small: "e4:MS d5:fm c3:Tn g4:H|".

A point, a colon, and what stands there from the bottom up: Moon, Star, Pit, Trap, saFe, patH,
stOne; capitals are brown's. A trap or path is followed by its way: n, e, s, w, | or -.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.games.api import Carried, Changed, Effect, Piece, Pile, Placed, Removed, Transition
from companion.games.moons_and_stars import MoonsAndStars, State
from companion.games.moons_and_stars.actions import Action, Move

GAME = MoonsAndStars()

_KINDS = {
    "m": "moon",
    "s": "star",
    "p": "pit",
    "t": "trap",
    "f": "safe",
    "h": "path",
    "o": "stone",
}
_WAYS = {
    "n": "north",
    "e": "east",
    "s": "south",
    "w": "west",
    "|": "north-south",
    "-": "east-west",
}
_LETTER = {kind: letter for letter, kind in _KINDS.items()}
_SIGN = {way: sign for sign, way in _WAYS.items()}
_PIECE = re.compile(r"([THth])([nesw|\-])|([MSPFOmspfo])")


def pieces(text: str) -> Pile:
    """The pieces of "fM": a blue safe, on it a brown moon."""
    found = []
    for trap_or_path, way, plain in _PIECE.findall(text):
        letter = trap_or_path or plain
        owner = "brown" if letter.isupper() else "blue"
        found.append(Piece(owner, _KINDS[letter.lower()], _WAYS.get(way, "")))
    assert letters(tuple(found)) == text, f"{text!r} is no pile"
    return tuple(found)


def letters(pile: Pile) -> str:
    """A pile in letters, the inverse of `pieces`."""
    text = ""
    for piece in pile:
        letter = _LETTER.get(piece.kind, piece.kind)
        text += letter.upper() if piece.owner == "brown" else letter
        text += _SIGN[piece.facing] if piece.facing else ""
    return text


def other_side(text: str) -> str:
    """The same pile or piles, brown and blue changed over; points and ways stay as they are."""
    if ":" in text:
        return " ".join(f"{site}:{other_side(pile)}" for site, pile in points(text).items())
    return _PIECE.sub(lambda piece: piece[0][0].swapcase() + piece[0][1:], text)


def points(text: str) -> dict[str, str]:
    """Point -> letters, of "e4:M d5:p"."""
    return dict(word.split(":") for word in text.split())


def table(
    text: str,
    *,
    to_move: str = "brown",
    brown: tuple[str, int] | None = None,
    blue: tuple[str, int] | None = None,
    lost: Mapping[str, Mapping[str, int]] | None = None,
    owed: str | None = None,
    passed: bool = False,
    spare: bool = True,
    **rules: Any,
) -> State:
    """A state at the beginning of a turn; ``brown`` and ``blue`` are deities with their notch.

    `spare` puts a star and a stone for each side into the corners that are free (brown's star
    on i1, its stone on a1; blue's on a9 and i9), so that no game is over before it began.
    """
    piles = points(text)
    if spare:
        last = chr(96 + int(rules.get("columns", 9)))
        everything = "".join(piles.values())
        for site, letter in ((f"{last}1", "S"), ("a9", "s")):
            piles.setdefault(site, letter)
        for site, letter in (("a1", "O"), (f"{last}9", "o")):
            if letter not in re.sub(r"[THth][nesw|\-]", "", everything):
                piles.setdefault(site, letter)
    data: dict[str, Any] = {
        "to_move": to_move,
        "points": {site: [str(p) for p in pieces(pile)] for site, pile in piles.items()},
        "deities": {
            "brown": None if brown is None else list(brown),
            "blue": None if blue is None else list(blue),
        },
        "lost": lost or {},
        "passed": passed,
    }
    if owed is not None:
        data["owed"] = owed
    return GAME.position_from_json(data, rules)


def action_of(state: State, action: Action | str) -> Action:
    """The action that a text says; an action stays what it is."""
    return GAME.parse(state, action) if isinstance(action, str) else action


def done(state: State, action: Action | str) -> Transition[State]:
    """A legal action done; its reasons are shown where it is refused."""
    tried = action_of(state, action)
    ruling = GAME.rule_on(state, tried)
    assert ruling.legal, f"{action}: {ruling.reasons}"
    assert GAME.is_legal(state, tried)
    return GAME.apply(state, tried)


def play(state: State, *actions: Action | str) -> State:
    """The state after legal actions."""
    for action in actions:
        state = done(state, action).state
    return state


def refused(state: State, action: Action | str) -> list[str]:
    """The ruling IDs of every reason against an action, the first one first; [] if legal."""
    tried = action_of(state, action)
    ruling = GAME.rule_on(state, tried)
    assert ruling.legal is GAME.is_legal(state, tried)
    assert ruling.legal is not bool(ruling.reasons)
    return list(dict.fromkeys(why.ruling for why in ruling.reasons))


def keys(state: State, action: Action | str) -> list[str]:
    """The keys of every reason against an action, the first one first; [] if legal."""
    ruling = GAME.rule_on(state, action_of(state, action))
    return [why.key for why in ruling.reasons]


def at(state: State, *sites: str) -> str:
    """What stands on some points in letters, "." for nothing: "MS . p"."""
    placement = GAME.placement(state)
    return " ".join(letters(placement.at(site)) or "." for site in sites)


def moves(state: State, origin: str, part: str = "all") -> set[str]:
    """The legal moves from a point: "e5" where the piece rests there, "e5>e7", "e5>lost"."""
    return {
        move.target if move.rest == move.target else f"{move.target}>{move.rest}"
        for move in GAME.legal(state)
        if isinstance(move, Move) and move.origin == origin and move.part == part
    }


def notches(state: State) -> tuple[int, int]:
    """Where brown's and blue's deities stand, counted as the exchange format counts."""
    return state.notches


def lost(state: State, side: str) -> dict[str, int]:
    """What a side has lost, by kind."""
    counted: dict[str, int] = GAME.position_to_json(state)["lost"][side]
    return counted


def ended(state: State) -> tuple[str | None, str] | None:
    """(winner, ruling) of a game that is over; None while it goes on."""
    outcome = GAME.outcome(state)
    return None if outcome is None else (outcome.winner, outcome.ruling)


def step_text(effect: Effect) -> str:
    """One physical step in a line, the ruling that asks for it in front."""
    match effect:
        case Carried(ruling, pile, origin, target, manner, via):
            what = f"{letters(pile)} {origin}-{target} {manner}"
            return f"{ruling} {what}{' by ' + ','.join(via) if via else ''}"
        case Removed(ruling, pile, site, index, manner, via):
            what = f"{letters(pile)} off {site}/{index} {manner}"
            return f"{ruling} {what}{' by ' + ','.join(via) if via else ''}"
        case Placed(ruling, piece, site, manner):
            return f"{ruling} {letters((piece,))} on {site} {manner}"
        case Changed(ruling, before, after, site, index, manner):
            what = f"{letters((before,))} to {letters((after,))} {site}/{index} {manner}"
            return f"{ruling} {what}"
        case _:
            raise AssertionError(effect)


def steps(state: State, action: Action | str) -> list[str]:
    """The physical steps of a legal action, checked: done by hand they give the new table."""
    change = done(state, action)
    placement = GAME.placement(state)
    for effect in change.effects:
        placement = placement.after(effect)
    assert placement == GAME.placement(change.state)
    return [step_text(effect) for effect in change.effects]
