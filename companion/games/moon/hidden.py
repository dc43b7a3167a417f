"""What a seat may know: views without the cards it may not see, and states that fit them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.games.api import Json
from companion.games.moon.cards import UNKNOWN, Card, all_words, is_goal
from companion.games.moon.exchange import position_to_json
from companion.games.moon.rules import SEATS
from companion.games.moon.state import State, goal_value


def view(state: State, seat: str | None) -> Json:
    """The position with null for every card that a seat (None: a bystander) may not see.

    "shown" lists the goals that bug cards showed this seat in this turn (MN-30).
    """
    position = position_to_json(state)
    position.pop("unknown", None)
    position["deck"] = [None] * len(state.deck)
    if state.rules.competitive:
        for name, player in position["players"].items():
            if name != seat:
                player["goal"] = [None] * len(player["goal"])
    else:
        position["slots"] = [_seen(state, cards) for cards in state.slots]
    return {
        "rules": state.rules.changed(),
        "phase": state.phase.value,
        "position": position,
        "looks": [SEATS[place] for place in state.looks],
        "shown": shown_to(state, seat),
    }


def _seen(state: State, cards: tuple[Card, ...]) -> list[str | None]:
    """Of the waiting cards, only the face-up ones (MN-03)."""
    return all_words(card if card in state.current else UNKNOWN for card in cards)


def shown_to(state: State, seat: str | None) -> list[Json]:
    """What bug cards showed a seat in this turn; nothing for anybody else (MN-30)."""
    if seat is None or not state.players or seat != state.seat:
        return []
    return [
        {"to": seat, "of": SEATS[place], "goal": all_words(state.players[place].goal)}
        for place in state.looks
    ]


def redetermine(state: State, seat: str | None, rng: Random) -> State:
    """A state that could as well be, for all that a seat may know: hidden cards shuffled.

    The game would not be where it is if the mover's goal lay solved in A; such states are left
    out as far as a few tries find another.
    """
    for _ in range(20):
        other = _shuffled(state, seat, rng)
        if not state.players or other.players[state.to_move] == state.players[state.to_move]:
            return other
        if goal_value(other) != state.registers[0]:
            return other
    return state


def _shuffled(state: State, seat: str | None, rng: Random) -> State:
    if not state.players:
        return _shuffled_queue(state, rng)
    known = {state.to_move, *state.looks} if seat == state.seat else set()
    if seat in state.rules.seats:
        known.add(SEATS.index(seat))
    others = [place for place in range(len(state.players)) if place not in known]
    held = [card for place in others for card in state.players[place].goal]
    goals = held + [card for card in state.deck if is_goal(card)]
    rng.shuffle(goals)
    players = list(state.players)
    for place in others:
        count = len(players[place].goal)
        players[place] = replace(players[place], goal=tuple(goals[:count]))
        goals = goals[count:]
    deck = goals + [card for card in state.deck if card != UNKNOWN and not is_goal(card)]
    rng.shuffle(deck)
    return replace(state, players=tuple(players), deck=_filled(state.deck, deck))


def _shuffled_queue(state: State, rng: Random) -> State:
    """The face-down cards of a cooperative game, in the places and in the deck."""
    waiting = [card for cards in state.slots for card in cards if card not in state.current]
    cards = [card for card in (*waiting, *state.deck) if card != UNKNOWN]
    rng.shuffle(cards)
    slots = tuple(_filled(place, cards, keep=state.current) for place in state.slots)
    return replace(state, slots=slots, deck=_filled(state.deck, cards))


def _filled(
    places: tuple[Card, ...], cards: list[Card], keep: tuple[Card, ...] = ()
) -> tuple[Card, ...]:
    """Other cards in the places of those that are known to the referee, taken from `cards`."""
    return tuple(card if card == UNKNOWN or card in keep else cards.pop() for card in places)
