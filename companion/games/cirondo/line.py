"""A position in one line, for logs, messages and search.

Rings from A to H, divided by "/"; a number stands for so many empty spaces. M moon, P planet,
S solar system: gold's are capitals, silver's small letters, red's and blue's capitals after "r"
and "b". Then: the side to move, who has made a first move, who is owed a last one ("-": nobody),
and where needed the passes in a row and the switches that differ from their defaults.
"""

from __future__ import annotations

import re

from companion.games.api import Json
from companion.games.cirondo.exchange import position_from_json
from companion.games.cirondo.geometry import RING_LETTERS, SECTORS
from companion.games.cirondo.picture import LETTERS, code_text
from companion.games.cirondo.state import State, members
from companion.games.cirondo.stellars import KINDS, SIDES
from companion.games.errors import BadPosition

_TOKEN = re.compile(r"(\d+)|([rb]?)([MPS])|([mps])")
_LONGEST = 2000
ADVICE = "See docs/games/cirondo.md for how a position line is written."


def position_line(state: State) -> str:
    """The position as one line."""
    rings = "/".join(
        _ring_text(state.board[start : start + SECTORS])
        for start in range(0, len(state.board), SECTORS)
    )
    rest = [f"passed={state.passes}"] if state.passes else []
    rest += [f"{name}={_value_text(value)}" for name, value in state.rules.changed().items()]
    fields = [rings, SIDES[state.to_move], _sides_text(state.opened), _sides_text(state.owed)]
    return " ".join([*fields, *rest])


def _ring_text(codes: bytes) -> str:
    text, gap = "", 0
    for code in codes:
        if code:
            text += (str(gap) if gap else "") + code_text(code)
            gap = 0
        else:
            gap += 1
    return text + (str(gap) if gap else "")


def _sides_text(sides: int) -> str:
    return ",".join(SIDES[side] for side in members(sides)) or "-"


def _value_text(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def position_from_line(text: str) -> State:
    """The inverse of `position_line`. Raises `BadPosition`."""
    if len(text) > _LONGEST:
        raise BadPosition("This is too long for a position line.", ADVICE)
    fields = text.split()
    if len(fields) < 4:
        raise BadPosition(
            "A position line has a board, a side, who has opened and who is owed a last move.",
            ADVICE,
        )
    rings, to_move, opened, owed, *rest = fields
    data: dict[str, Json] = {"to_move": to_move, "spaces": _spaces(rings)}
    rules: dict[str, Json] = {}
    for word in rest:
        name, _, value = word.partition("=")
        if name == "passed":
            data["passed"] = int(value) if value.isdecimal() and len(value) < 4 else value
        else:
            rules[name] = value
    playing = SIDES[:2] if rules.get("players", "two") == "two" else SIDES
    names = _sides(opened)
    data["opened"] = {seat: seat in names for seat in (*playing, *names)}
    data["last_move_owed"] = list(_sides(owed))
    return position_from_json(data, rules)


def _sides(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split(","))


def _spaces(text: str) -> dict[str, str]:
    rings = text.split("/")
    if len(rings) != len(RING_LETTERS):
        raise BadPosition(f"There are {len(rings)} rings, not 8.", ADVICE)
    spaces: dict[str, str] = {}
    for letter, ring in zip(RING_LETTERS, rings, strict=True):
        sector = place = 0
        while place < len(ring):
            found = _TOKEN.match(ring, place)
            if found is None:
                raise BadPosition(f"'{ring[place:][:10]}' can't be read in ring {letter}.", ADVICE)
            place = found.end()
            if found[1]:
                sector += min(int(found[1][:4]), SECTORS + 1)
                continue
            sector += 1
            spaces[f"{letter}{sector}"] = _words(found)
        if sector != SECTORS:
            raise BadPosition(f"Ring {letter} has {sector} spaces, not {SECTORS}.", ADVICE)
    return spaces


def _words(found: re.Match[str]) -> str:
    """A stellar in the words of the exchange format."""
    if found[4]:
        return f"{SIDES[1]} {KINDS[LETTERS.index(found[4].upper())]}"
    owner = {"": SIDES[0], "r": SIDES[2], "b": SIDES[3]}[found[2]]
    return f"{owner} {KINDS[LETTERS.index(found[3])]}"
