"""The table drawn in text: the tiles with their beads, scores, pile and discards."""

from __future__ import annotations

from companion.games.stargazers.cards import LETTERS, NAMES, UNKNOWN
from companion.games.stargazers.rules import SEATS
from companion.games.stargazers.sky import CELLS, SIDE
from companion.games.stargazers.state import Phase, State

_WIDTH = 15


def board_text(state: State) -> str:
    """The tiles, "*" before one with a bead, then the players; the mover's hand is shown, too."""
    if not state.layout:
        return "Nothing is laid out yet."
    lines = ["   " + "".join(str(column).center(_WIDTH) for column in range(1, SIDE + 1))]
    for start in range(0, CELLS, SIDE):
        tiles = "".join(
            (f"{'*' if state.beads >> cell & 1 else ' '} {NAMES[state.layout[cell]]}").ljust(_WIDTH)
            for cell in range(start, start + SIDE)
        )
        lines.append(f"{start // SIDE + 1}  {tiles}")
    lines.append("")
    lines += [_player_text(state, seat) for seat in range(len(state.scores))]
    lines.append(_cards_text(state))
    return "\n".join(line.rstrip() for line in lines)


def _player_text(state: State, seat: int) -> str:
    parts = [SEATS[seat], _count(state.scores[seat], "bead")]
    if not state.rules.youngest_child:
        parts.append(_count(len(state.hands[seat]), "card"))
    if state.rules.match > 1:
        parts.append(_count(state.games[seat], "game"))
    if seat == state.to_move and state.phase is Phase.TURNS:
        hand = " ".join("?" if card == UNKNOWN else LETTERS[card] for card in state.hands[seat])
        parts.append(f"to move, holding {hand}" if hand else "to move")
    return "  ".join(parts)


def _cards_text(state: State) -> str:
    shown = f", on top {NAMES[state.discard[-1]]}" if state.discard else ""
    return (
        f"pile {len(state.deck)}, discards {len(state.discard)}{shown}, "
        f"beads left {state.pool}; * has a bead"
    )


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
