"""What a person typed, as an action: generous in form, strict in what is said."""

from __future__ import annotations

import re
from dataclasses import replace

from companion.games.errors import AmbiguousNotation, BadNotation, unread
from companion.games.moon.actions import Action, End, Look, Operate, Repair, Reveal, SetUp, Tell
from companion.games.moon.deal import unseen_cards
from companion.games.moon.notation import NONE, format_action, long, longs
from companion.games.moon.operations import NAMES, OPERATIONS, RAM
from companion.games.moon.rules import COMPETITIVE, COOPERATIVE, SEATS
from companion.games.moon.state import State
from companion.games.moon.wording import tidied

_LONGEST = 1000
ADVICE = "Write an operation like 'ROL A' or 'XOR C>A', or 'end'."
_PLACE = r"RAM(?:\s*p\d)?|p\d\s*RAM|[A-Z]"
_ONE = re.compile(rf"(?P<to>{_PLACE})", re.IGNORECASE)
_TWO = re.compile(
    rf"(?P<from>{_PLACE})\s*(?P<sign>->|>|→|<-|<|←|,|\binto\b|\bto\b|\bfrom\b|\bwith\b|\s)\s*"
    rf"(?P<to>{_PLACE})",
    re.IGNORECASE,
)
_FORWARD = ("->", ">", "→", "into", "to")
_BACKWARD = ("<-", "<", "←", "from", "with")


def parse_action(state: State, text: str) -> Action:
    """What a person typed, legal or not. Raises `BadNotation`, `AmbiguousNotation`."""
    words = " ".join(text.split())
    if not words:
        raise BadNotation("Nothing is written.", ADVICE, unread("nothing"))
    if len(words) > _LONGEST:
        raise BadNotation("This is too long for an action.", ADVICE, unread("too-long"))
    first, _, rest = words.partition(" ")
    match first.lower():
        case "end" if rest.lower() in ("", "turn", "round"):
            return End()
        case "repair" if rest:
            return Repair(rest.upper())
        case "bug" | "look" if rest:
            return Look(rest.lower())
        case "card" | "reveal" if rest:
            return Reveal(_card(rest))
        case "tell" if rest:
            return _tell(state, rest.lower())
        case "set-up" | "setup":
            return _set_up(state, rest)
    return _operation(state, first.upper(), rest)


def _card(words: str) -> str:
    card = long(words.removeprefix("goal ").replace(" ", "-"))
    if card is None:
        raise BadNotation(
            "A card that is turned over is known.",
            "Say it like '0110' or 'bug'.",
            unread("card-not-known"),
        )
    return card


def _tell(state: State, words: str) -> Tell:
    """A card of a goal: "0110" of whose turn it is, "p2 right 0110" of somebody else."""
    seat, half, card = "", "", ""
    for word in words.removeprefix("goal ").split():
        if word in SEATS and not seat:
            seat = word
        elif word in ("left", "right") and not half:
            half = word
        else:
            card = f"{card} {word}".strip()
    if not card:
        raise BadNotation("Which card?", "Write it like 'tell 0110'.", unread("which-card"))
    return Tell(seat or state.seat, _card(card), int(half == "right"))


# --- Operations -----------------------------------------------------------------------------------


def _operation(state: State, name: str, rest: str) -> Operate:
    if name not in NAMES:
        raise BadNotation(
            f"'{name[:20]}' is no operation.",
            f"They are: {', '.join(NAMES)}.",
            unread("no-operation", text=name[:20], names=tuple(NAMES)),
        )
    registers, sign, shown = rest.partition("=")
    result = _result(state, shown) if sign else None
    registers = registers.strip()
    if not registers:
        raise BadNotation(f"{name} of what?", ADVICE, unread("of-what", op=name))
    one = _ONE.fullmatch(registers)
    if one is not None:
        if OPERATIONS[name].registers == 2:
            raise BadNotation(
                f"{name} works on two registers.",
                f"Write it like '{name} C>A'.",
                unread("needs-two", op=name),
            )
        return tidied(state, Operate(name, _place(one["to"]), None, result))
    two = _TWO.fullmatch(registers)
    if two is None:
        raise BadNotation(
            f"'{registers[:30]}' are no registers.",
            ADVICE,
            unread("no-registers", text=registers[:30]),
        )
    return _of_two(state, name, two, result)


def _of_two(state: State, name: str, two: re.Match[str], result: int | None) -> Operate:
    sign = two["sign"].lower().strip()
    left, right = _place(two["from"]), _place(two["to"])
    if sign in _FORWARD:
        return tidied(state, Operate(name, right, left, result))
    if sign in _BACKWARD:
        return tidied(state, Operate(name, left, right, result))
    if left == right:
        return tidied(state, Operate(name, right, left, result))
    choices = tuple(
        format_action(state, Operate(name, *pair, result))
        for pair in ((right, left), (left, right))
    )
    raise AmbiguousNotation(
        f"Which register is changed: {choices[0]} or {choices[1]}?",
        "Write one of them.",
        choices,
        unread("which-register", choices=choices),
    )


def _place(text: str) -> str:
    """A register or RAM module by its name: "a" is A, "p2 ram" and "ramp2" are "RAM p2"."""
    word = text.upper()
    if RAM not in word:
        return word
    seat = word.replace(RAM, "").strip().lower()
    return f"{RAM} {seat}" if seat else RAM


def _result(state: State, text: str) -> int:
    bits = text.strip()
    if not bits or not set(bits) <= set("01") or len(bits) != state.rules.bits:
        raise BadNotation(
            f"'{bits[:20]}' is no value.",
            f"Write {state.rules.bits} bits of 0 and 1 after '='.",
            unread("no-value", text=bits[:20], count=state.rules.bits),
        )
    return int(bits, 2)


# --- Set-ups --------------------------------------------------------------------------------------


def _set_up(state: State, text: str) -> SetUp:
    """A set-up; who does not name goals or deck leaves all of them unseen."""
    mode, _, rest = text.partition(" ")
    fields: dict[str, str] = {}
    for word in rest.split():
        name, sign, value = word.partition("=")
        if not sign or name not in ("players", "start", "goals", "hackers", "initial", "deck"):
            raise BadNotation(
                f"'{word[:30]}' is no part of a set-up.",
                "See the description.",
                unread("no-set-up-part", text=word[:30]),
            )
        fields[name] = value
    players = fields.get("players", str(state.rules.players))
    if not players.isdecimal() or len(players) > 2:
        raise BadNotation(
            f"'{players[:10]}' is no number of players.",
            "Write players=3.",
            unread("no-players", text=players[:10]),
        )
    start = fields.get("start", NONE)
    duel = mode == COMPETITIVE
    rules = replace(state.rules, mode=mode, players=int(players))
    unseen = unseen_cards(rules) if mode in (COOPERATIVE, COMPETITIVE) else (0, 0)
    goals, deck = (longs(fields[name]) if name in fields else None for name in ("goals", "deck"))
    return SetUp(
        mode=mode,
        initial=_known(fields.get("initial", NONE)),
        deck=(None,) * unseen[1] if deck is None else deck,
        players=int(players) if duel else 0,
        start=start if duel and start != NONE else "",
        goals=(None,) * unseen[0] if goals is None else goals,
        hackers=_hackers(fields.get("hackers", "")),
    )


def _known(text: str) -> tuple[str, ...]:
    cards = longs(text)
    found = tuple(card for card in cards if card is not None)
    if len(found) < len(cards):
        raise BadNotation(
            "What sets a register lies face-up.", "Say which cards these are.", unread("face-up")
        )
    return found


def _hackers(text: str) -> tuple[tuple[str, str], ...]:
    pairs = [word.partition(":") for word in text.split(",") if word]
    if any(seat not in SEATS or not colour for seat, _, colour in pairs):
        raise BadNotation(
            f"'{text[:40]}' are no hackers.",
            "Write hackers=p1:red,p2:green.",
            unread("no-hackers", text=text[:40]),
        )
    return tuple(sorted((seat, colour) for seat, _, colour in pairs))
