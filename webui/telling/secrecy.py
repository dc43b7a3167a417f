"""What may be told to whom in a game with hidden cards.

Whatever is hidden in a state is told through `Game.view` only. The rest of what a snapshot holds
was seen by all at the table, with these exceptions, which are decided here:

* actions of chance that name cards nobody has seen (a deal, a shuffled pile): they are told with
  those cards left out;
* what an action would lead to may depend on a card that nobody has seen: it is worked out on the
  state as its player knows it (`known_state`);
* legal actions, and the nearest ones to a refused try, name cards of a hand: they are told to the
  one whose hand it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.api import CHANCE, Seat
from companion.games.moon import actions as moon
from companion.games.moon.cards import UNKNOWN, is_goal
from companion.games.moonlight import actions as moonlight
from companion.games.moonlight.hidden import masked
from companion.games.registry import AnyGame
from companion.games.stargazers import actions as stargazers
from companion.games.stargazers.hidden import hidden_from
from companion.record import GameStatus
from webui.roles import Role, Viewer


def hides(game: AnyGame) -> bool:
    """Whether anybody at the table may not know something of this game."""
    return not game.spec.perfect_information


def conceals(game: AnyGame, state: Any) -> bool:
    """Whether a seat knows something now that a bystander does not: a hand, a goal."""
    if not hides(game):
        return False
    open_to_all = game.view(state, None)
    return any(game.view(state, seat) != open_to_all for seat in game.seats(state))


def plays_together(game: AnyGame, state: Any) -> bool:
    """Whether all players share the one seat that there is, as in a cooperative game."""
    return len(game.seats(state)) == 1


def seats_of(viewer: Viewer, game: AnyGame, state: Any) -> frozenset[Seat]:
    """The seats that a viewer acts for: one's own, or every one for a referee without a seat.

    While a seat holds hidden cards nobody acts for it whose own it isn't; the one seat of a
    cooperative game is every player's.
    """
    playing = game.seats(state) or game.spec.seats
    if viewer.role < Role.PLAYER:
        return frozenset()
    if viewer.seat in playing:
        assert viewer.seat is not None
        return frozenset((viewer.seat, CHANCE))
    if viewer.role >= Role.REFEREE and not conceals(game, state):
        return frozenset((*playing, CHANCE))
    return frozenset((*playing, CHANCE)) if plays_together(game, state) else frozenset((CHANCE,))


def view_seat(viewer: Viewer, game: AnyGame, state: Any) -> Seat | None:
    """The seat whose view a viewer gets; None for a bystander's."""
    return viewer.seat if viewer.seat in game.seats(state) and viewer.role else None


def known_state(game: AnyGame, state: Any, seat: Seat | None) -> Any:
    """The state as a player (None: a bystander) knows it: equal where hidden cards alone differ.

    What nobody may look at is an unknown card in it, as for a referee who never saw the pile.
    """
    if not hides(game):
        return state
    match game.spec.id:
        case "stargazers":
            return hidden_from(state, seat)
        case "moonlight":
            return masked(state, seat)
        case "moon":
            return _moon_known(state, seat)
    raise ValueError(f"nobody said what is hidden in {game.spec.id}")


def _moon_known(state: Any, seat: Seat | None) -> Any:
    """Unknown cards in the pile and face-down in the queue; goals of others in a fixed order."""
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
    known = {place for place, name in enumerate(state.rules.seats) if name == seat}
    if seat == state.seat:
        known |= set(state.looks)
    hidden = [place for place in range(len(state.players)) if place not in known]
    held = [card for place in hidden for card in state.players[place].goal]
    pool = sorted((*held, *(card for card in state.deck if card != UNKNOWN)))
    goals = [card for card in pool if is_goal(card)]
    players = list(state.players)
    for place in hidden:
        count = len(players[place].goal)
        dealt, goals = goals[:count], goals[count:]
        players[place] = replace(players[place], goal=tuple(dealt))
        for card in dealt:
            pool.remove(card)
    return replace(
        state,
        players=tuple(players),
        deck=(UNKNOWN,) * len(state.deck),
        unknown=_all_unknown(state, tuple(pool)),
    )


def _all_unknown(state: Any, cards: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(sorted((*state.unknown, *(card for card in cards if card != UNKNOWN))))


def shown_action(game: AnyGame, state: Any, action: Any, seat: Seat | None) -> Any:
    """An action as a seat (None: a bystander) may see it that was done on `state`."""
    if not hides(game):
        return action
    unseen: Any = None
    match action:
        case stargazers.SetUp() | stargazers.NewGame():
            return replace(action, deck=(unseen,) * len(action.deck))
        case stargazers.Reshuffle():
            return replace(action, order=(unseen,) * len(action.order))
        case moon.SetUp():
            deck, goals = (unseen,) * len(action.deck), (unseen,) * len(action.goals)
            return replace(action, deck=deck, goals=goals)
        case moon.Reveal(card) if state.players and seat != state.seat:
            return moon.Reveal(unseen) if str(card).startswith("goal ") else action
        case moonlight.Deal():
            return moonlight.Deal((None,) * len(action.green), (None,) * len(action.blue))
    return action


def shown_notation(game: AnyGame, state: Any, action: Any, seat: Seat | None) -> str:
    """The notation of an action that was done on `state`, as a seat may see it."""
    return game.format(state, shown_action(game, state, action, seat))


def may_enter(game: AnyGame, state: Any, action: Any, seat: Seat | None) -> bool:
    """Whether an action of chance may be entered by hand: not where it names hidden cards.

    Whoever enters a deal would know all hands; what lies face up, or is named by nobody, is free.
    """
    return bool(shown_action(game, state, action, seat) == action)


def may_export(game: AnyGame, status: GameStatus) -> bool:
    """Whether the whole record of a game may be given out: not while cards are hidden in it."""
    return not hides(game) or status is not GameStatus.OPEN
