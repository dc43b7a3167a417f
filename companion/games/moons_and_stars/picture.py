"""The table drawn in text, brown's seat at the bottom.

Each point is three signs wide: the piece's letter (capital: brown, small: blue), the way it
faces, and what stands below it.
"""

from __future__ import annotations

from companion.games.api import Pile
from companion.games.moons_and_stars.geometry import ROWS
from companion.games.moons_and_stars.piles import AXES, DIRECTIONS, LOSABLE, PILES, SIDES
from companion.games.moons_and_stars.state import State, standing_notch

_LETTERS = {
    "moon": "M",
    "star": "S",
    "pit": "P",
    "trap": "T",
    "safe": "F",
    "path": "H",
    "stone": "O",
}
_WAYS = {**dict(zip(DIRECTIONS, "^>v<", strict=True)), AXES[0]: "|", AXES[1]: "-"}
LEGEND = (
    "M moon  S star  P pit  T trap  F safe  H path  O stone",
    "CAPITALS are brown's, small letters blue's",
)


def _letter(owner: str, kind: str) -> str:
    letter = _LETTERS[kind]
    return letter if owner == "brown" else letter.lower()


def point_text(pile: Pile) -> str:
    """One point in three signs: what is on top, its facing or what carries it.

    >>> from companion.games.api import Piece
    >>> point_text((Piece("brown", "trap", "north"),)), point_text(())
    ('T^ ', '.  ')
    """
    if not pile:
        return ".  "
    top = pile[-1]
    text = _letter(top.owner, top.kind)
    if len(pile) > 1:
        return (text + "/" + _letter(pile[0].owner, pile[0].kind)).ljust(3)
    return (text + _WAYS.get(top.facing, "")).ljust(3)


def _side_line(state: State, side: int) -> str:
    """A side's deity and losses in one line."""
    parts = [SIDES[side].ljust(6)]
    deity = state.deities[side]
    if deity is not None:
        at, last = standing_notch(state, side), state.rules.notches
        track = "".join("o" if notch == at else "." for notch in range(1, last + 1))
        parts.append(f"{deity.capitalize()} [{track}] notch {at} of {last}")
    counts = zip(LOSABLE, state.lost[side * 3 : side * 3 + 3], strict=True)
    lost = ", ".join(f"{count} {kind}" for kind, count in counts if count)
    if lost:
        parts.append(f"lost: {lost}")
    return "  ".join(parts)


def board_text(state: State) -> str:
    """The board with its names, both sides' deities and losses, and whose turn it is."""
    columns = state.rules.columns
    files = "    " + "  ".join(f"{chr(97 + file)} " for file in range(columns))
    lines = [_side_line(state, 1), "", files.rstrip()]
    for row in range(ROWS - 1, -1, -1):
        codes = state.board[row * columns : (row + 1) * columns]
        points = " ".join(point_text(PILES[code]) for code in codes)
        lines.append(f"{row + 1}   {points} {row + 1}")
    lines += [files.rstrip(), "", _side_line(state, 0), "", *LEGEND]
    return "\n".join(line.rstrip() for line in lines)
