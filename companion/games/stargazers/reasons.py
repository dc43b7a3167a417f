"""Why something is refused: every reason, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.api import Reason, Seat, reason
from companion.games.stargazers.actions import (
    Action,
    Flip,
    NewGame,
    Pass,
    Play,
    Players,
    Reshuffle,
    SetUp,
)
from companion.games.stargazers.cards import CARDS, CODES, COPIES, UNKNOWN
from companion.games.stargazers.deal_reasons import (
    new_game_reasons,
    player_reasons,
    reshuffle_reasons,
    set_up_reasons,
)
from companion.games.stargazers.plays import can_hold
from companion.games.stargazers.rules import SEATS
from companion.games.stargazers.sky import DISCARD
from companion.games.stargazers.state import Phase, State, seen


def reasons_against(state: State, action: Action, seat: Seat | None = None) -> list[Reason]:
    """Every reason against an action, done by `seat` if that is told; empty for a legal one."""
    return list(dict.fromkeys(_reasons(state, action, seat)))


def _reasons(state: State, action: Action, seat: Seat | None) -> Iterator[Reason]:
    if state.phase is Phase.OVER:
        yield reason("SG-07", "game-over", side=SEATS[state.to_move])
        return
    match action:
        case Players() | SetUp() if state.phase is not Phase.SET_UP:
            if state.layout and isinstance(action, SetUp):
                yield reason("SG-13", "already-laid-out")
            yield reason("SG-10", "players-known")
        case Players():
            yield from player_reasons(state, action)
        case SetUp():
            yield from set_up_reasons(state, action)
        case NewGame():
            if state.phase is Phase.SET_UP:
                yield reason("SG-10", "players-first")
            elif state.phase is not Phase.NEW_GAME:
                yield reason("SG-11", "game-goes-on")
            else:
                yield from new_game_reasons(action)
        case Reshuffle():
            yield from _against_reshuffle(state, action)
        case _:
            yield from _against_turn(state, action, seat)


def _against_reshuffle(state: State, action: Reshuffle) -> Iterator[Reason]:
    """Only an empty pile is made again, and only when a card is due (SG-08)."""
    if state.phase is Phase.RESHUFFLE:
        yield from reshuffle_reasons(state, action)
        return
    if state.phase is Phase.NEW_GAME:
        if state.layout:
            yield reason("SG-07", "game-won", side=SEATS[state.to_move])
        yield reason("SG-08", "no-card-due")
    elif state.deck:
        yield reason("SG-08", "pile-lasts", count=len(state.deck))
    else:
        yield reason("SG-08", "no-card-due")


def _against_turn(state: State, action: Play | Flip | Pass, seat: Seat | None) -> Iterator[Reason]:
    if not state.layout:
        yield reason("SG-13", "not-laid-out")
        if isinstance(action, Pass):
            yield reason("SG-05", "no-pass")
        return
    if state.phase is Phase.NEW_GAME:
        yield reason("SG-07", "game-won", side=SEATS[state.to_move])
        yield reason("SG-11", "new-game-first")
        return
    if state.phase is Phase.RESHUFFLE:
        yield reason("SG-08", "reshuffle-first", DISCARD)
    due = SEATS[state.to_move]
    if seat is not None and seat != due:
        yield reason("SG-10", "not-your-turn", side=due)
    match action:
        case Pass():
            yield from _against_pass(state)
        case Play():
            yield from _against_play(state, action, due if seat is None else seat)
        case Flip():
            yield from _against_flip(state, action)


def _against_pass(state: State) -> Iterator[Reason]:
    """Even a card whose tile has its bead can be played (SG-05)."""
    if state.rules.youngest_child:
        yield reason("SG-05", "no-pass-flip")
    else:
        yield reason("SG-05", "no-pass")


def _against_play(state: State, action: Play, seat: Seat) -> Iterator[Reason]:
    """The hand must hold the card, for all that is known of it (SG-14)."""
    if state.rules.youngest_child:
        yield reason("SG-12", "no-hands")
    card = CODES.get(action.card)
    if card is None:
        yield reason("SG-14", "no-such-card", name=action.card)
    elif not state.rules.youngest_child and seat in SEATS[: len(state.hands)]:
        holder = SEATS.index(seat)
        if can_hold(state, holder, card):
            return
        if UNKNOWN in state.hands[holder]:
            yield reason("SG-14", "all-copies-seen", card=CARDS[card], count=COPIES)
        else:
            yield reason("SG-14", "not-in-hand", card=CARDS[card], side=seat)


def _against_flip(state: State, action: Flip) -> Iterator[Reason]:
    """Only the game of the youngest has flips; the card is what the pile shows (SG-12)."""
    if not state.rules.youngest_child:
        yield reason("SG-12", "hands-are-played")
        return
    if action.card is not None and action.card not in CODES:
        yield reason("SG-14", "no-such-card", name=action.card)
    elif not state.deck:
        return
    elif state.deck[0] != UNKNOWN:
        if action.card is not None:  # never told whether that is the card: nobody may know yet
            yield reason("SG-12", "pile-tells")
    elif action.card is None:
        yield reason("SG-14", "say-the-card")
    elif seen(state, CODES[action.card]) >= COPIES:
        yield reason("SG-14", "all-copies-seen", card=CARDS[CODES[action.card]], count=COPIES)


def flip_notes(before: State, after: State) -> tuple[Reason, ...]:
    """What a flip of the pile has shown and done: nobody could know before (SG-12)."""
    card, mover = after.discard[-1], before.to_move
    gained = after.scores[mover] - before.scores[mover]
    if gained:
        return (reason("SG-12", "flipped-taken", card=CARDS[card], count=gained),)
    wasted = before.beads >> before.layout.index(card) & 1
    return (reason("SG-12", "flipped-wasted" if wasted else "flipped", card=CARDS[card]),)
