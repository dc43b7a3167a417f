"""What a seat may know: views without the cards it may not see, and states that fit them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.games.api import Json
from companion.games.moon.actions import SOME_GOAL, Action, Reveal, SetUp, Tell
from companion.games.moon.cards import CODES, UNKNOWN, Card, all_words, is_goal
from companion.games.moon.exchange import position_to_json
from companion.games.moon.legal import can_tell
from companion.games.moon.rules import SEATS
from companion.games.moon.state import Phase, State, goal_value, value_of


def view(state: State, seat: str | None) -> Json:
    """The position with null for every card that a seat (None: a bystander) may not see.

    "shown" lists the goals that bug cards showed this seat in this turn (MN-30). "goal", or by
    seat "goals", is the value that face-up cards, or those that the seat sees, ask for: null while
    a part is missing. "untold": there are goals that the referee has not dealt; "made": A holds
    what an operation of this turn has put there, so that a goal told now may be solved by it.
    """
    position = position_to_json(state)
    position.pop("unknown", None)
    position["deck"] = [None] * len(state.deck)
    told: dict[str, Json] = {
        "rules": state.rules.changed(),
        "phase": state.phase.value,
        "position": position,
        "looks": [SEATS[place] for place in state.looks],
        "shown": shown_to(state, seat),
    }
    if not state.rules.competitive:
        position["slots"] = [_seen(state, cards) for cards in state.slots]
        return told | {"goal": value_of(state, state.current)}
    goals: dict[str, int | None] = dict.fromkeys(position["players"])
    unseen = _unseen_places(state, seat)
    for place, (name, player) in enumerate(position["players"].items()):
        if place not in unseen:
            goals[name] = value_of(state, state.players[place].goal)
        if name != seat:
            player["goal"] = [None] * len(player["goal"])
    return told | {"goals": goals, "untold": bool(state.unknown), "made": state.made}


def _seen(state: State, cards: tuple[Card, ...]) -> list[str | None]:
    """Of the waiting cards, only the face-up ones (MN-03)."""
    return all_words(card if card in state.current else UNKNOWN for card in cards)


def shown_to(state: State, seat: str | None) -> list[Json]:
    """What bug cards showed a seat in this turn; nothing for anybody else (MN-30)."""
    if seat is None or not state.players or seat != state.seat:
        return []
    return [
        {
            "to": seat,
            "of": SEATS[place],
            "goal": all_words(state.players[place].goal),
        }
        for place in state.looks
    ]


def known(state: State, seat: str | None) -> State:
    """The state as a seat (None: a bystander) knows it.

    Cards in the pile, face-down in the queue and in the goals of others are unknown.
    """
    if not state.players:
        waiting = [card for cards in state.slots for card in cards if card not in state.current]
        return replace(
            state,
            slots=tuple(
                tuple(card if card in state.current else UNKNOWN for card in cards)
                for cards in state.slots
            ),
            deck=(UNKNOWN,) * len(state.deck),
            unknown=_all_unknown(state, (*waiting, *state.deck)),
        )
    held = () if state.unknown else tuple(card for one in state.players for card in one.goal)
    players = list(state.players)
    for place in _unseen_places(state, seat):
        players[place] = replace(players[place], goal=(UNKNOWN,) * len(players[place].goal))
    return replace(
        state,
        players=tuple(players),
        deck=(UNKNOWN,) * len(state.deck),
        unknown=_all_unknown(state, (*held, *state.deck)),
    )


def _all_unknown(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted((*state.unknown, *(card for card in cards if card != UNKNOWN))))


def _unseen_places(state: State, seat: str | None) -> list[int]:
    """The players whose goals a seat does not see."""
    seen = {place for place, name in enumerate(state.rules.seats) if name == seat}
    if seat == state.seat:
        seen |= set(state.looks)
    return [place for place in range(len(state.players)) if place not in seen]


def shown(state: State, action: Action, seat: str | None) -> Action:
    """An action as a seat may see it: no order of the deck, no goal but one's own (MN-33).

    A goal that is told when A holds it is shown to all (MN-31).
    """
    nobody: str | None = None
    match action:
        case SetUp():
            deck, goals = (nobody,) * len(action.deck), (nobody,) * len(action.goals)
            return replace(action, deck=deck, goals=goals)
        case Reveal(card) if state.players and seat != state.seat and card.startswith("goal "):
            return Reveal(SOME_GOAL)
        case Tell(owner, _card, place) if seat != owner and not _solves(state, action):
            return Tell(owner, SOME_GOAL, place)
    return action


def _solves(state: State, action: Tell) -> bool:
    """Whether a goal is solved by being told: then everybody sees it."""
    mover, card = state.mover, CODES.get(action.card, UNKNOWN)
    if mover is None or action.seat != state.seat or state.phase is not Phase.TURNS:
        return False
    if not can_tell(state, state.to_move, action.place, card):
        return False
    goal = (*mover.goal[: action.place], card, *mover.goal[action.place + 1 :])
    counts = state.made or state.rules.solve_by == "state"
    return counts and value_of(state, goal) == state.registers[0]


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
    others = _unseen_places(state, seat)
    if state.unknown:
        return _told_otherwise(state, others, rng)
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


def _told_otherwise(state: State, others: list[int], rng: Random) -> State:
    """Goals that the referee has not dealt: who has told one may have told another."""
    goals = sorted(card for card in set(state.unknown) if is_goal(card))
    players = list(state.players)
    for place in others:
        goal = players[place].goal
        told = rng.sample(goals, len(goal))
        players[place] = replace(players[place], goal=_filled(goal, told))
    deck = [card for card in state.deck if card != UNKNOWN]
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
