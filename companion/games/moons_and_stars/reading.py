"""What a person typed, as an action: generous in form, strict in what is said."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.games.errors import AmbiguousNotation, BadNotation, unread
from companion.games.moons_and_stars.actions import (
    DEITIES,
    Action,
    Agbert,
    AgreeDraw,
    Cadbeth,
    Choose,
    ClaimDraw,
    Decide,
    Dirlydwurg,
    Jothi,
    Keddep,
    Lamban,
    Lot,
    Move,
    OfferDraw,
    Pass,
    Resign,
    Roll,
    SetUp,
    Yinnok,
)
from companion.games.moons_and_stars.moves import legal_moves, parts_at
from companion.games.moons_and_stars.notation import (
    UNIT_LETTERS,
    format_move,
    landing_sign,
    rest_sign,
    step_or_none,
)
from companion.games.moons_and_stars.piles import (
    AXES,
    DIRECTIONS,
    KINDS,
    PILES,
    SIDES,
    UNIT,
)
from companion.games.moons_and_stars.state import Phase, State
from companion.games.moons_and_stars.steps import Step, legal_step, steps_of

_MOVE = re.compile(
    r"(?P<who>MM|MS|M|S)?\s*"
    r"(?:(?P<origin>[a-z]\d+)\s*(?P<top>\^|top\b)?\s*(?P<sign>-|x|\+|:|to\b|takes\b)?\s*)?"
    r"(?P<target>[a-z]\d+)\s*"
    r"(?:(?:>|pulled to|then)\s*(?P<restsign>[x+])?\s*(?P<rest>[a-z]\d+|lost))?\s*"
    r"(?P<end>#)?",
    re.IGNORECASE,
)
_LONGEST = 2000
ADVICE = "Write a move like e2-e4, or 'pass'."


def parse_action(state: State, text: str, complete: Callable[[State, Action], Action]) -> Action:
    """What a person typed, legal or not. Raises `BadNotation`, `AmbiguousNotation`."""
    words = " ".join(text.split())
    if not words:
        raise BadNotation("Nothing is written.", ADVICE, unread("nothing"))
    if len(words) > _LONGEST:
        raise BadNotation("This is too long for an action.", ADVICE, unread("too-long"))
    head, _, tail = words.partition(":")
    first, _, rest = head.lower().partition(" ")
    if first in DEITIES:
        return complete(state, _parse_bonus(first, tail.strip() or rest.strip()))
    found = _parse_word(state, first, rest, tail.strip().lower(), has_list=":" in words)
    return found if found is not None else _parse_move(state, words, complete)


def _parse_word(state: State, first: str, rest: str, tail: str, *, has_list: bool) -> Action | None:
    """Actions that begin with a word of their own; None if the words are a move."""
    if first == "pass" and not rest:
        return Pass()
    if first == "lot":
        return Lot(_side(rest, None))
    if first == "roll" and has_list:
        return _parse_roll(_side(rest, None), tail)
    if first in ("keep", "reroll"):
        return Decide(_side(rest, _lone_actor(state)), first == "reroll")
    if first == "deity":
        side, _, name = rest.partition(" ")
        return Choose(_side(side, _lone_actor(state)), tail or name)
    if first == "resign":
        return Resign(_side(rest, SIDES[state.to_move]))
    for verb, kind in (("offer", OfferDraw), ("agree", AgreeDraw), ("claim", ClaimDraw)):
        if first == verb:
            return kind(_side(rest.removeprefix("draw").strip(), SIDES[state.to_move]))
    if first == "set" and rest.startswith("up"):
        return SetUp(_side(rest[2:].strip(), _lone_actor(state)), _parse_pairs(tail))
    return None


def _lone_actor(state: State) -> str | None:
    """The side that must be meant, if only one is to act."""
    if state.phase is Phase.DEITIES and state.start.first is not None:
        second = 1 - state.start.first
        return SIDES[second if state.deities[second] is None else state.start.first]
    flags = state.start.kept if state.phase is Phase.REROLL else state.start.placed
    left = [seat for seat, done in zip(SIDES, flags, strict=True) if not done]
    return left[0] if len(left) == 1 else None


def _side(text: str, default: str | None) -> str:
    if text in SIDES:
        return text
    if not text and default is not None:
        return default
    why = unread("no-side", text=text, sides=SIDES) if text else unread("side-missing", sides=SIDES)
    raise BadNotation(
        f"'{text}' is no side." if text else "A side is missing.",
        "Say brown or blue.",
        why,
    )


def _parse_roll(side: str, tail: str) -> Roll:
    counts = dict.fromkeys((*KINDS, "unreadable"), 0)
    for item in filter(None, (part.strip() for part in tail.split(","))):
        found = re.fullmatch(r"([a-z]+?)s?\s+(\d{1,2})|(\d{1,2})\s+([a-z]+?)s?", item)
        kind = found and (found[1] or found[4])
        if not found or kind not in counts:
            raise BadNotation(
                f"'{item}' is no count of a face.",
                "Write: moon 3, star 2, …",
                unread("no-count", text=item),
            )
        counts[kind] += int(found[2] or found[3])
    six = [counts[kind] for kind in KINDS]
    faces = (six[0], six[1], six[2], six[3], six[4], six[5])
    return Roll(side, faces, counts["unreadable"])


_SHORT = {
    **{way[0]: way for way in DIRECTIONS},
    **{way: way for way in (*DIRECTIONS, *AXES)},
    "ns": AXES[0],
    "n-s": AXES[0],
    "ew": AXES[1],
    "e-w": AXES[1],
}


def _way(word: str) -> str:
    return _SHORT.get(word, word)


def _parse_pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Read "a1 moon, b2 trap n" as sorted pairs."""
    pairs = []
    for item in filter(None, (part.strip() for part in text.split(","))):
        site, *words = item.split()
        if not re.fullmatch(r"[a-z]\d+", site) or not words:
            raise BadNotation(
                f"'{item}' does not say what goes where.",
                "Write: a1 moon, b2 pit.",
                unread("not-where", text=item),
            )
        pairs.append((site, " ".join(_way(word) for word in words)))
    return tuple(sorted(pairs))


def _parse_bonus(deity: str, tail: str) -> Action:
    text = tail.lower()
    if deity == "cadbeth":
        named = [part.strip() for part in text.replace("^", " top").split(",")]
        return Cadbeth(tuple(sorted(" ".join(name.split()) for name in named if name)))
    if deity == "lamban":
        return Lamban(() if text == "nothing" else _parse_pairs(text))
    if deity == "yinnok":
        face, _, order = text.partition("order")
        labels = [" ".join(_way(word) for word in part.split()) for part in order.split(",")]
        return Yinnok(_parse_pairs(face.strip(" ;")), tuple(label for label in labels if label))
    if deity == "agbert":
        return Agbert(_parse_pairs(text))
    if deity == "keddep":
        return Keddep(text.removesuffix("s"))
    if deity == "dirlydwurg":
        found = re.fullmatch(r"(\w+)(?: stone)?(?: to)? ([a-z]\d+)", text)
        if not found:
            raise BadNotation(
                f"'{tail}' moves no stone.",
                "Write: Dirlydwurg: brown stone to e5",
                unread("moves-no-stone", text=tail),
            )
        return Dirlydwurg(found[1], found[2])
    if text:
        raise BadNotation(
            f"Jothi has nothing to choose, but '{tail}' is written.",
            "Write: Jothi",
            unread("nothing-to-choose", text=tail),
        )
    return Jothi()


def _parse_move(state: State, words: str, complete: Callable[[State, Action], Action]) -> Action:
    found = _MOVE.fullmatch(words)
    if found is None:
        raise BadNotation(
            f"'{words[:60]}' is no action.", ADVICE, unread("no-action", text=words[:60])
        )
    who = (found["who"] or "").upper()
    target = found["target"].lower()
    rest = found["rest"].lower() if found["rest"] else None
    if not found["origin"]:
        return _from_target(state, who, target, rest)
    origin = found["origin"].lower()
    _check_who(state, who, origin)
    if found["top"] and len(who) > 1:
        raise BadNotation(
            f"{who} is a whole stack, not its rider.", ADVICE, unread("whole-stack", who=who)
        )
    top = bool(found["top"]) or _means_rider(state, who, origin)
    action = Move(origin, "top" if top else "all", target, rest)
    if rest is None:
        _refuse_open_rest(state, action)
    full = complete(state, action)
    if isinstance(full, Move) and state.at_turn and legal_step(state, full) is not None:
        _check_signs(state, full, found)
    return full


def _check_who(state: State, who: str, origin: str) -> None:
    """The letters must be true of what stands there."""
    number = state.geometry.numbers.get(origin)
    unit = None if number is None else UNIT[state.board[number]]
    if who and number is not None and unit is not None:
        letters = {UNIT_LETTERS[part[1]] for part in parts_at(state.board[number])}
        if who not in letters:
            pile = PILES[state.board[number]]
            there = " and ".join(str(piece) for piece in pile)
            raise BadNotation(
                f"On {origin} is {there}, not {who}.",
                ADVICE,
                unread("other-pieces", site=origin, pieces=pile, who=who),
            )


def _means_rider(state: State, who: str, origin: str) -> bool:
    """Whether one letter stands for a rider: "Me4-e6"; a whole stack is MM or MS."""
    number = state.geometry.numbers.get(origin)
    unit = None if number is None else UNIT[state.board[number]]
    return len(who) == 1 and unit is not None and unit[1].is_stack


def _from_target(state: State, who: str, target: str, rest: str | None) -> Move:
    """A move said by its landing alone: the one legal move that fits."""
    fitting = [
        move
        for move in (legal_moves(state) if state.at_turn else [])
        if move.target == target
        and (rest is None or move.rest == rest)
        and (not who or format_move(state, move).startswith(who + move.origin))
    ]
    if not fitting:
        side = SIDES[state.to_move]
        raise BadNotation(
            f"No piece of {side} can go to {target}.",
            ADVICE,
            unread("nothing-goes-there", side=side, site=target),
        )
    return _only(state, fitting, target)


def _refuse_open_rest(state: State, action: Move) -> None:
    """Where a landing can end in several ways, the player has to say which (MS-44)."""
    numbers = state.geometry.numbers
    if not state.at_turn or action.origin not in numbers or action.target not in numbers:
        return
    moves = [
        Move(action.origin, action.part, action.target, _rest_name(state, step))
        for step in steps_of(state, action)
    ]
    legal = [move for move in moves if legal_step(state, move) is not None]
    if len(legal) > 1:
        _only(state, legal, action.target)


def _rest_name(state: State, step: Step) -> str:
    return "lost" if step.trail.rest < 0 else state.geometry.names[step.trail.rest]


def _only(state: State, moves: list[Move], target: str) -> Move:
    """The one move there is. Raises `AmbiguousNotation` if there are several."""
    if len(moves) == 1:
        return moves[0]
    choices = tuple(format_move(state, move) for move in moves)
    raise AmbiguousNotation(
        f"Several moves end there: {', '.join(choices)}.",
        "Write one of them.",
        choices,
        unread("several-moves", choices=choices),
    )


def _check_signs(state: State, action: Move, found: re.Match[str]) -> None:
    """Signs of a legal move that are written have to be true."""
    step = step_or_none(state, action)
    if step is None:
        return
    right = format_move(state, action)
    sign = {"takes": "x", ":": "x"}.get((found["sign"] or "").lower(), found["sign"])
    true = landing_sign(state, step)
    if sign in ("x", "+") and sign != true:
        what = "is captured" if sign == "x" else "is mounted"
        key = "not-taken" if sign == "x" else "not-mounted"
        raise BadNotation(
            f"Nothing {what} on {action.target}.",
            f"Write {right}.",
            unread(key, site=action.target, right=right),
        )
    written = found["restsign"]
    if written and written != rest_sign(step):
        said = f"{written}{found['rest']}"
        raise BadNotation(
            f"'{said}' is not so.", f"Write {right}.", unread("not-so", text=said, right=right)
        )
    if found["end"] and not right.endswith("#"):
        raise BadNotation(
            "This move does not reach a stone.", f"Write {right}.", unread("no-stone", right=right)
        )
