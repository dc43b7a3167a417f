"""Actions in words that people can read, type and say.

A move names what moves, from where, to where: "Se4-e5". M is a moon, S a star, MM and MS a whole
stack (the moon below first); "^" after the point takes the rider alone: "Se4^-e5". The sign
between the points is "-" for a plain move, "x" where the landing captures, "+" where it mounts an
own moon. What comes to rest elsewhere says so: "Me2-e4>e6" is pulled on to e6 (">xe6" captures
there, ">+e6" mounts there), "Se3-e4>lost" leaves the board. "#" ends a move that ends the game.

Reading is generous: letters and signs may be left out ("e4 e5", "e4 to e5"), or the origin, where
only one piece can go there ("Se5"). Signs that are written must be true of a legal move.
"""

from __future__ import annotations

from companion.games.moons_and_stars.actions import (
    Action,
    Agbert,
    AgreeDraw,
    Bonus,
    Cadbeth,
    Choose,
    ClaimDraw,
    Decide,
    Dirlydwurg,
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
from companion.games.moons_and_stars.piles import (
    KIND,
    KINDS,
    LANDING,
    Landing,
)
from companion.games.moons_and_stars.state import State
from companion.games.moons_and_stars.steps import Step, step_of

UNIT_LETTERS = ("S", "M", "MM", "MS")
"""Unit -> what moves, in notation."""


def format_action(state: State, action: Action) -> str:  # noqa: PLR0912 - one line a kind
    """An action of this state in notation."""
    match action:
        case Move():
            return format_move(state, action)
        case Pass():
            return "pass"
        case Roll(side, faces, unreadable):
            counts = [f"{kind} {count}" for kind, count in zip(KINDS, faces, strict=True)]
            if unreadable:
                counts.append(f"unreadable {unreadable}")
            return f"roll {side}: {', '.join(counts)}"
        case Decide(side, reroll):
            return f"{'reroll' if reroll else 'keep'} {side}"
        case Lot(first):
            return f"lot {first}"
        case Choose(side, deity):
            return f"deity {side}: {deity.capitalize()}"
        case SetUp(side, pieces):
            return f"set up {side}: {_pairs(pieces)}"
        case Resign(side):
            return f"resign {side}"
        case OfferDraw(side):
            return f"offer draw {side}"
        case AgreeDraw(side):
            return f"agree draw {side}"
        case ClaimDraw(side):
            return f"claim draw {side}"
        case _:
            return _format_bonus(action)


def _pairs(pairs: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{site} {words}" for site, words in pairs)


def _format_bonus(action: Bonus) -> str:
    name = action.deity.capitalize()
    match action:
        case Cadbeth(remove):
            return f"{name}: {', '.join(r.replace(' top', '^') for r in remove)}"
        case Lamban(turn):
            return f"{name}: {_pairs(turn) or 'nothing'}"
        case Yinnok(face, order):
            parts = [_pairs(face)] if face else []
            parts += [f"order {', '.join(order)}"] if order else []
            return f"{name}: {'; '.join(parts)}" if parts else name
        case Agbert(place):
            return f"{name}: {_pairs(place)}"
        case Keddep(into):
            return f"{name}: {into}s"
        case Dirlydwurg(stone, target):
            return f"{name}: {stone} stone to {target}"
        case _:
            return name


def format_move(state: State, action: Move) -> str:
    """A move in notation; as it was said, if the board does not allow it."""
    step = step_or_none(state, action)
    if step is None:
        return _plain(action)
    top = "^" if action.part == "top" else ""
    landing = landing_sign(state, step)
    text = f"{UNIT_LETTERS[step.unit]}{action.origin}{top}{landing}{action.target}"
    trail, names = step.trail, state.geometry.names
    rest = "lost" if trail.rest < 0 else names[trail.rest]
    if rest != action.target:
        text += f">{rest_sign(step)}{rest}"
    reached = trail.rest >= 0 and KIND[state.board[trail.rest]] == "stone"
    return text + ("#" if reached else "")


def step_or_none(state: State, action: Move) -> Step | None:
    """The move taken apart, if it is one that the board allows."""
    numbers = state.geometry.numbers
    if action.origin not in numbers or action.target not in numbers:
        return None
    return step_of(state, action)


def _plain(action: Move) -> str:
    """A move that cannot be done, as it was said."""
    top = "^" if action.part == "top" else ""
    rest = "" if action.rest in (None, action.target) else f">{action.rest}"
    return f"{action.origin}{top}-{action.target}{rest}"


def landing_sign(state: State, step: Step) -> str:
    """What the sign between the points says: "-", "x" or "+"."""
    if step.target in step.trail.captured and step.trail.stops[0][0] == step.target:
        code = step.below if step.target == step.origin else state.board[step.target]
        if LANDING[step.side][step.unit][code] is Landing.CAPTURE:
            return "x"
    return "+" if step.target in step.trail.mounts else "-"


def rest_sign(step: Step) -> str:
    """The sign before the rest of a pulled unit: "x", "+" or nothing."""
    trail = step.trail
    if trail.rest in trail.captured:
        return "x"
    return "+" if trail.rest in trail.mounts else ""
