"""What may be told to whom in a game with hidden cards.

Whatever is hidden in a state is told through `Game.view` only. The rest of what a snapshot holds
was seen by all at the table, with these exceptions, which are decided here:

* actions of chance that name cards nobody has seen (a deal, a shuffled pile): they are told with
  those cards left out;
* legal actions, and the nearest ones to a refused try, name cards of a hand: they are told to the
  one whose hand it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.api import CHANCE, Seat
from companion.games.moon import actions as moon
from companion.games.moonlight import actions as moonlight
from companion.games.registry import AnyGame
from companion.games.stargazers import actions as stargazers
from companion.record.log import GameStatus
from webui.roles import Role, Viewer


def hides(game: AnyGame) -> bool:
    """Whether anybody at the table may not know something of this game."""
    return not game.spec.perfect_information


def seats_of(viewer: Viewer, game: AnyGame, state: Any) -> frozenset[Seat]:
    """The seats that a viewer acts for: one's own, or every one for a referee without a seat.

    In a game with hidden cards nobody acts for a seat that isn't one's own.
    """
    playing = game.seats(state) or game.spec.seats
    if viewer.role < Role.PLAYER:
        return frozenset()
    if viewer.seat in playing:
        assert viewer.seat is not None
        return frozenset((viewer.seat, CHANCE))
    if viewer.role >= Role.REFEREE:
        return frozenset((CHANCE,)) if hides(game) else frozenset((*playing, CHANCE))
    return frozenset((CHANCE,))


def view_seat(viewer: Viewer, game: AnyGame, state: Any) -> Seat | None:
    """The seat whose view a viewer gets; None for a bystander's."""
    return viewer.seat if viewer.seat in game.seats(state) and viewer.role else None


def shown_action(game: AnyGame, state: Any, action: Any, seat: Seat | None) -> Any:
    """An action as a seat (None: a bystander) may see it that was done on `state`."""
    if not hides(game):
        return action
    match action:
        case stargazers.SetUp() | stargazers.NewGame():
            return replace(action, deck=(None,) * len(action.deck))
        case stargazers.Reshuffle():
            return replace(action, order=(None,) * len(action.order))
        case moon.SetUp():
            return replace(
                action,
                deck=(None,) * len(action.deck),
                goals=(None,) * len(action.goals),
                initial=action.initial,
            )
        case moon.Reveal(card) if state.players and seat != state.seat:
            return replace(action, card=None) if card.startswith("goal ") else action
        case moonlight.Deal():
            return moonlight.Deal((None,) * len(action.green), (None,) * len(action.blue))
    return action


def shown_notation(game: AnyGame, state: Any, action: Any, seat: Seat | None) -> str:
    """The notation of an action that was done on `state`, as a seat may see it."""
    return game.format(state, shown_action(game, state, action, seat))


def may_export(game: AnyGame, status: GameStatus) -> bool:
    """Whether the whole record of a game may be given out: not while cards are hidden in it."""
    return not hides(game) or status is not GameStatus.OPEN
