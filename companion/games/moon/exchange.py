"""The exchange format: positions as JSON, read strictly and said plainly when wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.api import Json, Outcome
from companion.games.errors import BadPosition
from companion.games.moon.cards import (
    BREAKABLE,
    CODES,
    TEXTS,
    UNKNOWN,
    Card,
    all_words,
    is_goal,
)
from companion.games.moon.duel import decided
from companion.games.moon.operations import FREE_USES, HACKERS, REGISTERS
from companion.games.moon.rules import COMPETITIVE, COOPERATIVE, SEATS, TOGETHER, Rules, rules_from
from companion.games.moon.state import Phase, Player, State

AGAIN = "Compare it with a position that moontable exports."
_OWED = {Phase.REPAIR: "repair", Phase.CARD: "card"}
_COMMON = ("mode", "bits", "refill", "energy", "registers", "disabled", "deck", "owed", "over")
_TOGETHER = ("slots", "broken", "current", "solved")
_DUEL = ("to_move", "players")
_PLAYER = ("ram", "goal", "solved", "bugs", "hacker", "free_left")
MOST_ENERGY = 99


# --- Writing --------------------------------------------------------------------------------------


def position_to_json(state: State) -> dict[str, Json]:
    """The table, what is in the hands and the order of the deck, as the exchange format has it.

    Cards that nobody has told the referee are null; "unknown" then lists, sorted, what they are,
    and in a competitive game also what the goals are, which one told from another may be wrong.
    """
    data: dict[str, Json] = {
        "mode": state.rules.mode,
        "bits": state.rules.bits,
        "refill": state.refill,
        "energy": state.energy,
        "registers": dict(zip(REGISTERS, state.registers, strict=True)),
        "disabled": list(state.disabled),
        "deck": all_words(state.deck),
        "owed": _OWED.get(state.phase),
        "over": state.phase is Phase.OVER,
    }
    if state.rules.competitive:
        data["to_move"] = state.seat
        data["players"] = {
            seat: _player_to_json(player)
            for seat, player in zip(state.rules.seats, state.players, strict=True)
        }
    else:
        data["slots"] = [all_words(cards) for cards in state.slots]
        data["broken"] = list(state.broken)
        data["current"] = all_words(state.current)
        data["solved"] = state.solved
    if state.unknown:
        data["unknown"] = all_words(state.unknown)
    return data


def _player_to_json(player: Player) -> dict[str, Json]:
    return {
        "ram": player.ram,
        "goal": all_words(player.goal),
        "solved": player.solved,
        "bugs": player.bugs,
        "hacker": player.hacker,
        "free_left": player.free_left,
    }


# --- Reading --------------------------------------------------------------------------------------


def position_from_json(data: Json, rules: Mapping[str, Json] | None = None) -> State:
    """A state with no history. Raises `BadPosition` for anything that cannot be.

    Mode, word length, number of players and usable places are those of the position.
    """
    fields = named(data, "position")
    mode = one_of(fields, "mode", (COOPERATIVE, COMPETITIVE))
    own = _DUEL if mode == COMPETITIVE else _TOGETHER
    for name in fields:
        if name not in (*_COMMON, *own, "unknown"):
            raise BadPosition(f"A position of this kind has no field '{name}'.", AGAIN)
    parsed = _rules(fields, mode, rules)
    bits = parsed.bits
    registers = named(fields.get("registers"), "list of registers")
    if set(registers) != set(REGISTERS):
        raise BadPosition("The registers are A, B, C and D.", AGAIN)
    over = fields.get("over", False)
    if not isinstance(over, bool):
        raise BadPosition("'over' has to be true or false.", AGAIN)
    state = State(
        rules=parsed,
        refill=number(fields, "refill", MOST_ENERGY),
        energy=number(fields, "energy", MOST_ENERGY),
        registers=tuple(number(registers, name, (1 << bits) - 1) for name in REGISTERS),
        disabled=_disabled(fields.get("disabled")),
        deck=cards_from(fields.get("deck"), "deck", unknown=True),
        phase=_phase(fields, over=over),
        unknown=tuple(sorted(cards_from(fields.get("unknown", []), "unknown"))),
    )
    state = _duel(state, fields) if mode == COMPETITIVE else _together(state, fields)
    check(state)
    return replace(state, outcome=_outcome(state)) if over else state


def _rules(fields: dict[str, Json], mode: str, rules: Mapping[str, Json] | None) -> Rules:
    given: dict[str, Json] = {**(rules or {}), "mode": mode, "bits": fields.get("bits", 4)}
    if given["bits"] not in (4, 5, 6) or isinstance(given["bits"], bool):
        raise BadPosition(f"Words can't have {given['bits']!r} bits.", "They have 4, 5 or 6.")
    if mode == COMPETITIVE:
        players = named(fields.get("players"), "list of players")
        if tuple(sorted(players)) not in (SEATS[:2], SEATS[:3], SEATS[:4]):
            raise BadPosition("Players are p1, p2 and so on, two to four of them.", AGAIN)
        given["players"] = len(players)
    else:
        slots = fields.get("slots")
        if not isinstance(slots, list) or len(slots) not in (5, 6):
            raise BadPosition("'slots' has a list for each place, and one more (MN-01).", AGAIN)
        given["slots_usable"] = len(slots) - 1
    return rules_from(given)


def _phase(fields: dict[str, Json], *, over: bool) -> Phase:
    owed = fields.get("owed")
    phases: dict[Json, Phase] = {None: Phase.TURNS, "repair": Phase.REPAIR, "card": Phase.CARD}
    if owed not in (None, "repair", "card"):
        raise BadPosition(f"'owed' can't be {owed!r}.", "It is null, 'repair' or 'card'.")
    return Phase.OVER if over else phases[owed]


def _together(state: State, fields: dict[str, Json]) -> State:
    slots = tuple(cards_from(cards, "slots", unknown=True) for cards in fields["slots"])
    broken = fields.get("broken", [])
    usable = state.rules.slots_usable
    if not isinstance(broken, list) or not all(
        isinstance(place, int) and not isinstance(place, bool) and 1 <= place <= usable
        for place in broken
    ):
        raise BadPosition(f"'broken' has to be a list of places from 1 to {usable}.", AGAIN)
    if len(set(broken)) >= usable:
        raise BadPosition("Every place is broken.", "There are two bugs in the box.")
    return replace(
        state,
        slots=slots,
        broken=tuple(sorted(set(broken))),
        current=cards_from(fields.get("current", []), "current"),
        solved=number(fields, "solved", 16),
    )


def _duel(state: State, fields: dict[str, Json]) -> State:
    seats = state.rules.seats
    players = tuple(_player(fields["players"][seat], seat, state.rules) for seat in seats)
    unknown = state.unknown
    held = [card for player in players for card in player.goal]
    if unknown and len(unknown) == state.deck.count(UNKNOWN) and UNKNOWN not in held:
        unknown = tuple(sorted((*unknown, *held)))  # the goals may be left out where all are told
    to_move = seats.index(one_of(fields, "to_move", seats))
    return replace(state, players=players, to_move=to_move, unknown=unknown)


def _player(data: Json, seat: str, rules: Rules) -> Player:
    fields = named(data, f"entry of {seat}")
    for name in fields:
        if name not in _PLAYER:
            raise BadPosition(f"A player has no field '{name}'.", AGAIN)
    goal = cards_from(fields.get("goal", []), "goal", unknown=True)
    if len(goal) > rules.cards_in_goal or not all(map(is_goal, set(goal) - {UNKNOWN})):
        raise BadPosition(f"{seat} can't have this goal.", "A goal is one card, or two (MN-37).")
    hacker = fields.get("hacker")
    if hacker is not None and hacker not in HACKERS:
        raise BadPosition(f"There is no hacker {hacker!r}.", f"They are {', '.join(HACKERS)}.")
    return Player(
        ram=number(fields, "ram", (1 << rules.bits) - 1),
        goal=goal,
        solved=number(fields, "solved", 16),
        bugs=number(fields, "bugs", 16),
        hacker=hacker,
        free_left=number(fields, "free_left", FREE_USES),
    )


def check(state: State) -> None:
    """No goal lies twice in the places, and what is asked for is there.

    How often a card is in the rest is not counted, so that a position may show just what matters.
    """
    slots = [card for cards in state.slots for card in cards]
    hidden = (*state.deck, *slots).count(UNKNOWN)
    for card, count in Counter(slots).items():
        if is_goal(card) and count > 1:
            raise BadPosition(f"'{TEXTS[card]}' lies in {count} places.", "The box has one.")
    if state.players:
        hidden = _check_goals(state, hidden)
    if hidden != len(state.unknown):
        raise BadPosition(f"{hidden} cards are hidden.", "'unknown' has to list what they are.")
    if not all(is_goal(card) and card in slots for card in state.current):
        raise BadPosition("What is face-up has to lie in a place.", AGAIN)
    if len(set(state.current)) != len(state.current) or (
        len(state.current) > state.rules.cards_in_goal
    ):
        raise BadPosition("Too many goal cards are face-up.", "A goal is one card, or two (MN-37).")
    if state.phase is Phase.REPAIR and not state.disabled:
        raise BadPosition("Nothing is in error, so no repair is owed.", "See MN-25.")
    if state.phase is Phase.CARD and not state.unknown:
        raise BadPosition("Every card is known, so none is owed.", AGAIN)
    if state.phase is not Phase.OVER and state.slots and state.slots[-1]:
        raise BadPosition("A card lies in the losing place.", "Then the game is over (MN-01).")


def _check_goals(state: State, hidden: int) -> int:
    """How many cards "unknown" has to list: none, or those of the deck and of all goals."""
    held = [card for player in state.players for card in player.goal]
    if not (state.unknown or hidden or UNKNOWN in held):
        return 0
    if sum(map(is_goal, state.unknown)) < len(held):
        raise BadPosition(f"{len(held)} goals are held.", "'unknown' has to list as many.")
    for player in state.players:
        told = [card for card in player.goal if card != UNKNOWN]
        if len(set(told)) < len(told) or not set(told) <= set(state.unknown):
            raise BadPosition("This goal was told wrong.", "What lies open can't be held.")
    if state.phase is Phase.CARD and state.deck[:1] != (UNKNOWN,):
        raise BadPosition("The top card is known, so none is owed.", AGAIN)
    return hidden + len(held)


def _outcome(state: State) -> Outcome:
    """How a game ended that is said to be over."""
    if state.rules.competitive:
        return decided(list(state.players), state.rules.seats)
    if state.slots[-1]:
        return Outcome(None, "MN-01", "too-slow")
    return Outcome(TOGETHER, "MN-12", "landed")


def _disabled(data: Json) -> tuple[str, ...]:
    if not isinstance(data, list) or not all(part in BREAKABLE for part in data):
        raise BadPosition(f"{data!r} can't be disabled.", f"These can: {sorted(BREAKABLE)}.")
    return tuple(sorted(set(data)))


def cards_from(data: Json, where: str, *, unknown: bool = False) -> tuple[Card, ...]:
    """Cards from their words; null is an unknown one, where there may be any."""
    if not isinstance(data, list | tuple):
        raise BadPosition(f"'{where}' has to be a list of cards.", AGAIN)
    found = []
    for text in data:
        if text is None and unknown:
            found.append(UNKNOWN)
        elif isinstance(text, str) and text in CODES:
            found.append(CODES[text])
        else:
            raise BadPosition(f"There is no card {text!r}.", "A card is like 'goal 0110'.")
    return tuple(found)


def named(data: Json, what: str) -> dict[str, Json]:
    """An object with named fields. Raises `BadPosition`."""
    if not isinstance(data, dict) or not all(isinstance(name, str) for name in data):
        raise BadPosition(f"The {what} is not an object with named fields.", AGAIN)
    return data


def number(fields: Mapping[str, Json], name: str, most: int) -> int:
    """A whole number from 0. Raises `BadPosition`."""
    value = fields.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
        return value
    raise BadPosition(f"{name} is {value!r}; it has to be from 0 to {most}.", AGAIN)


def one_of(fields: Mapping[str, Json], name: str, choices: Sequence[str]) -> str:
    """One of some words. Raises `BadPosition`."""
    value = fields.get(name)
    if isinstance(value, str) and value in choices:
        return value
    raise BadPosition(f"{name} is {value!r}; it has to be {' or '.join(choices)}.", AGAIN)
