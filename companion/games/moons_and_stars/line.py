"""A position in one line, for logs, messages and search.

Ranks from 9 down to 1, divided by "/"; a number stands for so many empty points. Brown's pieces
are capitals, blue's small letters, after the letter that tells the words apart: Moon, Star, Pit,
Trap, saFe, patH, stOne. A trap is followed by the direction it faces (n e s w), a path by its
axis (| or -, or a direction where paths are one-way). Piles stand in brackets, bottom first.
Then: the side to move, the deities with their notches, what is lost, and what else is to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.games.api import Json, Pile
from companion.games.errors import BadPosition
from companion.games.moons_and_stars.exchange import (
    lost_to_json,
    position_from_json,
)
from companion.games.moons_and_stars.geometry import ROWS
from companion.games.moons_and_stars.piles import AXES, DIRECTIONS, PILES, SIDES
from companion.games.moons_and_stars.state import State

LETTERS = {
    "moon": "M",
    "star": "S",
    "pit": "P",
    "trap": "T",
    "safe": "F",
    "path": "H",
    "stone": "O",
}
WAYS = {**{way: way[0] for way in DIRECTIONS}, AXES[0]: "|", AXES[1]: "-"}
_KIND_OF = {letter: kind for kind, letter in LETTERS.items()}
_WAY_OF = {sign: way for way, sign in WAYS.items()}
_TOKEN = re.compile(r"(\d+)|\[|\]|([MSPFOmspfo])|([THth])([nesw|\-])")
_LONGEST = 4000
ADVICE = "See docs/games/moons-and-stars.md for how a position line is written."


def pile_text(pile: Pile) -> str:
    """One point in a position line.

    >>> pile_text((piece_from_text("blue trap north"),))
    'tn'
    """
    words = []
    for piece in pile:
        letter = LETTERS[piece.kind]
        words.append(
            (letter if piece.owner == "brown" else letter.lower()) + WAYS.get(piece.facing, "")
        )
    text = "".join(words)
    return f"[{text}]" if len(pile) > 1 else text


def position_line(state: State) -> str:
    """The position as one line."""
    columns = state.rules.columns
    rows = []
    for row in range(ROWS - 1, -1, -1):
        text, gap = "", 0
        for code in state.board[row * columns : (row + 1) * columns]:
            if code:
                text += (str(gap) if gap else "") + pile_text(PILES[code])
                gap = 0
            else:
                gap += 1
        rows.append(text + (str(gap) if gap else ""))
    deities = ",".join(
        "-" if deity is None else f"{deity}:{notch}"
        for deity, notch in zip(state.deities, state.notches, strict=True)
    )
    lost = ",".join(
        "".join(f"{LETTERS[kind]}{count}" for kind, count in lost_to_json(state.lost, side).items())
        or "-"
        for side in (0, 1)
    )
    rest = [f"{name}={value}" for name, value in state.rules.changed().items() if name != "columns"]
    if state.owed is not None:
        rest.append(f"owed={SIDES[state.owed]}")
    if state.passed:
        rest.append("passed")
    return " ".join(["/".join(rows), SIDES[state.to_move], deities, lost, *rest])


def position_from_line(text: str) -> State:
    """The inverse of `position_line`. Raises `BadPosition`."""
    if len(text) > _LONGEST:
        raise BadPosition("This is too long for a position line.", ADVICE)
    fields = text.split()
    if len(fields) < 4:
        raise BadPosition("A position line has a board, a side, deities and losses.", ADVICE)
    rows, to_move, deities, lost, *rest = fields
    points, columns = _points(rows)
    data: dict[str, Json] = {"columns": columns, "to_move": to_move, "points": points}
    data["deities"] = dict(zip(SIDES, _two(deities, _deity), strict=True))
    data["lost"] = dict(zip(SIDES, _two(lost, _lost), strict=True))
    rules: dict[str, Json] = {}
    for word in rest:
        name, _, value = word.partition("=")
        if word == "passed":
            data["passed"] = True
        elif name == "owed":
            data["owed"] = value
        else:
            rules[name] = int(value) if value.isdecimal() and len(value) < 4 else value
    return position_from_json(data, rules)


def _points(rows: str) -> tuple[dict[str, list[str]], int]:
    lines = rows.split("/")
    if len(lines) != ROWS:
        raise BadPosition(f"The board has {len(lines)} ranks; there are {ROWS}.", ADVICE)
    points: dict[str, list[str]] = {}
    widths = set()
    for rank, line in zip(range(ROWS, 0, -1), lines, strict=True):
        piles = _row(line)
        widths.add(len(piles))
        points.update({f"{chr(97 + i)}{rank}": pile for i, pile in enumerate(piles) if pile})
    if len(widths) != 1:
        raise BadPosition("The ranks are not all of one length.", ADVICE)
    return points, widths.pop()


def _row(line: str) -> list[list[str]]:
    """The piles of one rank, in words."""
    piles: list[list[str]] = []
    open_pile: list[str] | None = None
    at = 0
    while at < len(line):
        token = _TOKEN.match(line, at)
        if token is None or len(piles) > 100:
            raise BadPosition(f"'{line[at : at + 8]}' is no piece of a position line.", ADVICE)
        at = token.end()
        if token[0] == "[":
            open_pile = []
        elif token[0] == "]":
            piles.append(open_pile or [])
            open_pile = None
        elif token[1]:
            piles.extend([] for _ in range(min(int(token[1][:4]), 100)))
        else:
            word = _word(token[2] or token[3], token[4])
            if open_pile is None:
                piles.append([word])
            else:
                open_pile.append(word)
    if open_pile is not None:
        raise BadPosition("A pile is opened with '[' and not closed.", ADVICE)
    return piles


def _word(letter: str, way: str | None) -> str:
    owner = SIDES[letter.islower()]
    kind = _KIND_OF[letter.upper()]
    return f"{owner} {kind} {_WAY_OF[way]}" if way else f"{owner} {kind}"


def _two(text: str, read: Callable[[str], Json]) -> list[Json]:
    parts = text.split(",")
    if len(parts) != 2:
        raise BadPosition(f"'{text}' has to say something of brown and of blue.", ADVICE)
    return [read(part) for part in parts]


def _deity(text: str) -> Json:
    name, _, notch = text.partition(":")
    if text == "-":
        return None
    if not notch.isdecimal() or len(notch) > 3:
        raise BadPosition(f"'{text}' is no deity with its notch.", ADVICE)
    return [name, int(notch)]


def _lost(text: str) -> Json:
    found = re.findall(r"([MSP])(\d{1,2})", text)
    if text != "-" and "".join(map("".join, found)) != text:
        raise BadPosition(f"'{text}' is no count of lost pieces.", ADVICE)
    return {_KIND_OF[letter]: int(count) for letter, count in found}
