"""The table drawn in text: what lies face-down stays hidden, but for the mover's own goal."""

from __future__ import annotations

from companion.games.moon.cards import BUG, TEXTS, UNKNOWN, words
from companion.games.moon.layout import columns
from companion.games.moon.notation import short
from companion.games.moon.operations import REGISTERS, binary, units
from companion.games.moon.rules import SEATS
from companion.games.moon.state import Phase, Player, State, goal_value, value_of

_BACK = "▒▒▒▒"


def board_text(state: State) -> str:
    """Registers, energy, what is in error, then the places of the goals or the players."""
    if state.phase is Phase.SET_UP:
        return "The cards are not dealt yet."
    bits = state.rules.bits
    heads = " ".join(f"{column:>2}" for column in columns(bits))
    lines = [f"    {heads}"]
    for name, value in reversed(tuple(zip(REGISTERS, state.registers, strict=True))):
        cells = " ".join(" ●" if value & column else " ·" for column in columns(bits))
        error = "  ERROR" if name in state.disabled else ""
        lines.append(f"  {name} {cells}  = {value}{error}")
    lines += ["", f"Energy {units(state.energy)} of {units(state.refill)}"]
    broken = [part for part in state.disabled if part not in REGISTERS]
    if broken:
        lines.append(f"ERROR  {', '.join(broken)}")
    lines.append(f"Deck   {len(state.deck)} cards")
    lines += _players(state) if state.rules.competitive else _places(state)
    if state.phase is Phase.REPAIR:
        lines.append("An OK card waits: say what it repairs.")
    if state.phase is Phase.CARD:
        lines.append("A card waits: say what it is.")
    return "\n".join(lines)


def _places(state: State) -> list[str]:
    """The places of the goal cards, the losing one last."""
    shown = []
    for place, cards in enumerate(state.slots):
        told = ["bug!"] if place + 1 in state.broken else []
        told += [
            TEXTS[card].removeprefix("goal ")
            if card != UNKNOWN and card in state.current
            else _BACK
            for card in cards
        ]
        lost = " (lost)" if place == len(state.slots) - 1 else ""
        shown.append(f"  {place + 1}{lost}: {' '.join(told) or '-'}")
    value = goal_value(state)
    goal = "no goal yet" if value is None else f"goal {binary(value, state.rules.bits)}"
    return [f"Goals  {goal}, {state.solved} solved", *shown]


def _players(state: State) -> list[str]:
    return [_player(state, place, player) for place, player in enumerate(state.players)]


def _player(state: State, place: int, player: Player) -> str:
    to_move = state.phase is not Phase.OVER and place == state.to_move
    parts = [
        "▶" if to_move else " ",
        f"{SEATS[place]}  RAM {binary(player.ram, state.rules.bits)}",
        f"goal {_goal(state, player, shown=to_move)}",
        f"{player.solved} solved",
    ]
    if player.bugs:
        parts.append(f"{player.bugs} {short(TEXTS[BUG])}")
    if player.hacker is not None:
        free = f", {player.free_left} free" if player.free_left else ""
        parts.append(f"{player.hacker} hacker{free}")
    return "  ".join(parts)


def _goal(state: State, player: Player, *, shown: bool) -> str:
    """A player's goal: who is to move sits at the terminal and has to see it (MN-33)."""
    cards = [short(words(card)) if shown else _BACK for card in player.goal]
    value = value_of(state, player.goal)
    if shown and value is not None and state.rules.cards_in_goal > 1:
        cards.append(f"= {binary(value, state.rules.bits)}")
    return " ".join(cards) or "-"
