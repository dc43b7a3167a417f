"""What may be told to whom in a game with hidden cards.

Whatever is hidden in a state is told through `Game.view` only. The rest of what a snapshot holds
was seen by all at the table, with these exceptions, for which each game says what is hidden
(`companion.games.api.Conceals`):

* actions that name cards which nobody has seen (a deal, a shuffled pile), or their owner alone (a
  goal that is told): they are told with those cards left out, and entered by their owner only;
* what an action would lead to may depend on a card that nobody has seen: it is worked out on the
  state as its player knows it (`known_state`);
* legal actions, and the nearest ones to a refused try, name cards of a hand: they are told to the
  one whose hand it is.
"""

from __future__ import annotations

from typing import Any

from companion.games.api import CHANCE, Conceals, Seat
from companion.games.registry import AnyGame
from companion.record import GameStatus
from webui.roles import Role, Viewer


def hides(game: AnyGame) -> bool:
    """Whether anybody at the table may not know something of this game."""
    return not game.spec.perfect_information


def conceals(game: AnyGame, state: Any, seat: Seat) -> bool:
    """Whether a seat knows something now that a bystander does not: a hand, a goal."""
    return hides(game) and bool(game.view(state, seat) != game.view(state, None))


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
    if plays_together(game, state):
        return frozenset((*playing, CHANCE))
    if viewer.role < Role.REFEREE:
        return frozenset((CHANCE,))
    return frozenset((*(seat for seat in playing if not conceals(game, state, seat)), CHANCE))


def view_seat(viewer: Viewer, game: AnyGame, state: Any) -> Seat | None:
    """The seat whose view a viewer gets; None for a bystander's."""
    return viewer.seat if viewer.seat in game.seats(state) and viewer.role else None


def known_state(game: AnyGame, state: Any, seat: Seat | None) -> Any:
    """The state as a player (None: a bystander) knows it: equal where hidden cards alone differ.

    What nobody may look at is an unknown card in it, as for a referee who never saw the pile.
    """
    return game.known(state, seat) if isinstance(game, Conceals) else state


def shown_action(game: AnyGame, state: Any, action: Any, seat: Seat | None) -> Any:
    """An action as a seat (None: a bystander) may see it that was done on `state`."""
    return game.shown(state, action, seat) if isinstance(game, Conceals) else action


def shown_notation(game: AnyGame, state: Any, action: Any, seat: Seat | None) -> str:
    """The notation of an action that was done on `state`, as a seat may see it."""
    return game.format(state, shown_action(game, state, action, seat))


def may_enter(game: AnyGame, state: Any, action: Any, seat: Seat | None) -> bool:
    """Whether a seat (None: whoever has none) may enter an action: not where it may not see it.

    Whoever enters a deal would know all hands, and a hidden card is told by its owner alone; what
    lies face up, or is named by nobody, is free.
    """
    return bool(shown_action(game, state, action, seat) == action)


def may_export(game: AnyGame, status: GameStatus) -> bool:
    """Whether the whole record of a game may be given out: not while cards are hidden in it."""
    return not hides(game) or status is not GameStatus.OPEN
