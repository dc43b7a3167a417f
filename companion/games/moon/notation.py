"""Actions in words that people can read, type and say.

An operation names itself and what it changes: "ROL A". Where bits come from another register the
arrow points the way they go: "XOR C>A" changes A. "RAM" is the own module. "ROL A = 1010" says
that the table shows something else than the operation gives.
"""

from __future__ import annotations

from companion.games.moon.actions import Action, End, Look, Operate, Repair, Reveal, SetUp, Tell
from companion.games.moon.operations import binary
from companion.games.moon.rules import COMPETITIVE
from companion.games.moon.state import State

UNSEEN = "?"
NONE = "-"


def format_action(state: State, action: Action) -> str:
    """An action of this state in notation."""
    match action:
        case Operate(name, target, source, result):
            registers = target if source is None else f"{source}>{target}"
            shown = "" if result is None else f" = {binary(result, state.rules.bits)}"
            return f"{name} {registers}{shown}"
        case End():
            return "end"
        case Repair(part):
            return f"repair {part}"
        case Look(seat):
            return f"bug {seat}"
        case Reveal(card):
            return f"card {short(card)}"
        case Tell(seat, card, place):
            half = "right " if place else "left " if state.rules.cards_in_goal > 1 else ""
            return f"tell {seat} {half}{short(card)}"
        case SetUp():
            return _format_set_up(action)


def short(card: str | None) -> str:
    """A card in one word: "0110", "bug", "resetA", "error-ROL"; "?" for an unknown one.

    >>> short("goal 0110"), short("reset A"), short(None)
    ('0110', 'reset-A', '?')
    """
    if card is None:
        return UNSEEN
    return card.removeprefix("goal ").replace(" ", "-")


def long(word: str) -> str | None:
    """The inverse of `short`, whatever the case; None for "?".

    >>> long("0110"), long("RESET-a"), long("bug")
    ('goal 0110', 'reset A', 'bug')
    """
    if word == UNSEEN:
        return None
    if word and set(word) <= set("01"):
        return f"goal {word}"
    kind, dash, part = word.replace("_", "-").partition("-")
    return f"{kind.lower()} {part.upper()}" if dash else kind.lower()


def shorts(cards: tuple[str | None, ...]) -> str:
    """Several cards, "-" for none."""
    return ",".join(map(short, cards)) or NONE


def longs(text: str) -> tuple[str | None, ...]:
    """The inverse of `shorts`; "12?" are twelve cards that nobody has seen.

    >>> longs("0110,2?")
    ('goal 0110', None, None)
    """
    cards: list[str | None] = []
    for word in () if text == NONE else text.split(","):
        count = word.removesuffix(UNSEEN)
        many = count != word and count.isdecimal() and len(count) <= 2
        cards += [None] * int(count) if many else [long(word)]
    return tuple(cards)


def _format_set_up(action: SetUp) -> str:
    words = ["set-up", action.mode or NONE]
    if action.mode == COMPETITIVE:
        words += [f"players={action.players}", f"start={action.start or NONE}"]
    if action.goals or action.mode == COMPETITIVE:
        words.append(f"goals={shorts(action.goals)}")
    if action.hackers:
        words.append("hackers=" + ",".join(f"{seat}:{colour}" for seat, colour in action.hackers))
    words += [f"initial={shorts(action.initial)}", f"deck={shorts(action.deck)}"]
    return " ".join(words)
