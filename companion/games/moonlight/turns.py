"""What an allowed action leads to, with the steps that hands have to do."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Effect, Placed, Removed, Transition
from companion.games.moonlight.actions import Deal, Lay, Lot, Power, Score, Use
from companion.games.moonlight.cards import SIDES, Hand, piece_of
from companion.games.moonlight.hidden import as_printed, dealt, without
from companion.games.moonlight.rectangle import CELLS
from companion.games.moonlight.scoring import count_round
from companion.games.moonlight.state import (
    TO_WIN,
    Grid,
    Phase,
    State,
    put,
    put_names,
    put_number,
    site_of,
)


def apply_lot(state: State, action: Lot) -> Transition[State]:
    """The lot says who starts the first round (ML-09)."""
    return Transition(replace(state, starter=SIDES.index(action.first)))


def apply_deal(state: State, action: Deal) -> Transition[State]:
    """The table is cleared, boxes are unticked, and the starter moves (ML-16, ML-17)."""
    effects: tuple[Effect, ...] = tuple(
        Removed("ML-16", tuple(map(piece_of, stack)), site_of(cell), 0, "gathered")
        for cell, stack in state.grid
    )
    green, blue = (dealt(_as_printed(state, deck)) for deck in (action.green, action.blue))
    after = replace(
        state,
        phase=Phase.PLAY,
        grid=(),
        hands=(green[0], blue[0]),
        decks=(green[1], blue[1]),
        turns=(0, 0),
        to_move=state.starter,
        used=((), ()),
        last_round=None,
    )
    return Transition(after, effects)


def _as_printed(state: State, deck: Hand) -> Hand:
    return tuple(None if one is None else as_printed(state.rules, one) for one in deck)


def apply_lay(state: State, action: Lay) -> Transition[State]:
    """The card is laid, a new one is drawn, and the turn or the round is over (ML-07, ML-08)."""
    side = SIDES.index(action.card.owner)
    hand = without(state.hands[side], action.card)
    deck = state.decks[side]
    covering = bool(state.stack(action.cell))
    after = replace(
        state,
        grid=with_card(state.grid, action),
        hands=put(state.hands, side, hand + deck[:1]),
        decks=put(state.decks, side, deck[1:]),
        turns=put_number(state.turns, side, state.turns[side] + 1),
        to_move=1 - side,
    )
    ruling, manner = ("ML-05", "covered") if covering else ("ML-04", "laid")
    step = Placed(ruling, piece_of(action.card), site_of(action.cell), manner)
    return Transition(at_round_end(after, side), (step,))


def with_card(grid: Grid, action: Lay) -> Grid:
    """The grid with one more card."""
    cells = dict(grid)
    cells[action.cell] = (*cells.get(action.cell, ()), action.card)
    return tuple(sorted(cells.items()))


def at_round_end(state: State, side: int) -> State:
    """The state after `side`'s turn, the round ended where it has to (ML-08, ML-10)."""
    out = [not hand for hand in state.hands]
    other = 1 - side
    last_turn = out[side] and not out[other] and state.turns[other] < state.turns[side]
    if len(state.grid) < CELLS and (last_turn or not any(out)):
        return state
    return replace(state, phase=Phase.SCORE, to_move=None)


def apply_score(state: State, action: Score) -> Transition[State]:
    """The round is counted; its winner and its loser get their rewards (ML-09, ML-15, ML-16)."""
    result = count_round(state.rules, state.grid, action.moons, action.corrections)
    winner, phase = result.winner, Phase.DEAL
    if winner is None:  # played again: no rewards, the same starter
        return Transition(replace(state, phase=phase, last_round=result))
    loser = 1 - winner
    won = put_number(state.rounds_won, winner, state.rounds_won[winner] + 1)
    counted = replace(state, rounds_won=won, last_round=result)
    if won[winner] >= TO_WIN:
        return Transition(replace(counted, phase=Phase.OVER))
    wolves = (winner == 0 or state.lone_wolf[0], winner == 1 or state.lone_wolf[1])
    choosing = powers_left(state)
    after = replace(
        counted,
        phase=Phase.POWER if choosing else phase,
        to_move=loser if choosing else None,
        starter=loser,
        lone_wolf=wolves,
    )
    return Transition(after)


def powers_left(state: State) -> bool:
    """Whether there is a power that nobody has taken (ML-16)."""
    if state.rules.powers is None:
        return True
    return any(name not in (*state.powers[0], *state.powers[1]) for name, _ in state.rules.powers)


def apply_power(state: State, action: Power) -> Transition[State]:
    """The loser has chosen; next comes the deal (ML-16)."""
    side, powers = state.to_move, state.powers
    assert side is not None  # somebody chooses in this phase
    if action.name is not None:
        powers = put_names(powers, side, (*powers[side], action.name))
    return Transition(replace(state, phase=Phase.DEAL, to_move=None, powers=powers))


def holder_of(state: State, power: str) -> int | None:
    """The side that has a power; None if nobody has."""
    return next((side for side in range(2) if power in state.powers[side]), None)


def apply_use(state: State, action: Use) -> Transition[State]:
    """A box is ticked (ML-17)."""
    side = holder_of(state, action.name)
    assert side is not None  # only a held power is used
    names = tuple(sorted((*state.used[side], action.name)))
    return Transition(replace(state, used=put_names(state.used, side, names)))
