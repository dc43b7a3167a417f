"""What a card leads to: bead, rows, win test, draw, the extra turn."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.api import Effect, Placed, Removed, Transition
from companion.games.stargazers.cards import BEAD, CARDS, UNKNOWN
from companion.games.stargazers.sky import DISCARD, SITES, cells_of, rows_through, taken
from companion.games.stargazers.state import Phase, State, following


@dataclass(frozen=True, slots=True)
class _Lit:
    """What a card brings about on the table: discards, beads, the pool, beads gained, steps."""

    discard: bytes
    beads: int
    pool: int
    gained: int
    wasted: bool
    effects: tuple[Effect, ...]


def apply_play(state: State, card: int) -> Transition[State]:
    """A card of the mover's hand played: its first copy, else the first that nobody has seen."""
    lit, mover = _lit(state, card), state.to_move
    hand, deck = state.hands[mover], state.deck
    place = hand.find(card)
    if place < 0:
        place = hand.find(UNKNOWN)
    hand = hand[:place] + hand[place + 1 :]
    if _wins(state, lit):  # before any draw (SG-06)
        return _won(state, lit, hand, deck)
    if not deck:  # the draw and the next turn wait for the reshuffle (SG-08)
        again = lit.gained > 0
        return _after(state, lit, hand, deck, phase=Phase.RESHUFFLE, to_move=mover, again=again)
    to_move = mover if lit.gained else following(state)
    return _after(state, lit, hand + deck[:1], deck[1:], phase=Phase.TURNS, to_move=to_move)


def apply_flip(state: State, card: int) -> Transition[State]:
    """The top card turned over: on a tile with a bead the same player flips again (SG-12)."""
    lit, deck = _lit(state, card), state.deck[1:]
    if _wins(state, lit):
        return _won(state, lit, b"", deck)
    phase = Phase.TURNS if deck else Phase.RESHUFFLE
    to_move = state.to_move if lit.gained or lit.wasted else following(state)
    return _after(state, lit, b"", deck, phase=phase, to_move=to_move)


def _lit(state: State, card: int) -> _Lit:
    """A card on the discards, its bead, the rows that are taken (SG-06)."""
    cell = state.layout.index(card)
    discard = state.discard + bytes((card,))
    played = Placed("SG-06", CARDS[card], DISCARD, "played")
    if state.beads >> cell & 1:  # pointless, but allowed (SG-05)
        return _Lit(discard, state.beads, state.pool, 0, wasted=True, effects=(played,))
    beads = state.beads | 1 << cell
    rows = taken(beads, cell)
    effects: list[Effect] = [played, Placed("SG-06", BEAD, SITES[cell], "lit")]
    if rows:
        ruling = "SG-03" if len(rows_through(beads, cell)) > 1 else "SG-01"
        effects += [Removed(ruling, (BEAD,), SITES[at], 1, "taken") for at in cells_of(rows)]
    pool = max(0, state.pool - 1)  # beads taken don't go back; an empty pool is no bar (SG-09)
    gained = rows.bit_count()
    return _Lit(discard, beads & ~rows, pool, gained, wasted=False, effects=tuple(effects))


def _wins(state: State, lit: _Lit) -> bool:
    """Whether the mover has enough beads now: at once, whatever is left to do (SG-07)."""
    return lit.gained > 0 and state.scores[state.to_move] + lit.gained >= state.rules.target


def _won(state: State, lit: _Lit, hand: bytes, deck: bytes) -> Transition[State]:
    """The mover has won a game, and with enough of them the match (SG-11); the turn stays."""
    mover = state.to_move
    games = (*state.games[:mover], state.games[mover] + 1, *state.games[mover + 1 :])
    phase = Phase.OVER if games[mover] >= state.rules.match else Phase.NEW_GAME
    return _after(state, lit, hand, deck, phase=phase, to_move=mover, games=games)


def _after(
    state: State,
    lit: _Lit,
    hand: bytes,
    deck: bytes,
    *,
    phase: Phase,
    to_move: int,
    again: bool = False,
    games: tuple[int, ...] | None = None,
) -> Transition[State]:
    """The state after a card, made once."""
    mover, scores = state.to_move, state.scores
    if lit.gained:
        scores = (*scores[:mover], scores[mover] + lit.gained, *scores[mover + 1 :])
    after = State(
        state.rules,
        phase,
        state.layout,
        lit.beads,
        scores,
        with_hand(state.hands, mover, hand),
        deck,
        lit.discard,
        to_move,
        lit.pool,
        state.starter,
        again,
        state.games if games is None else games,
    )
    return Transition(after, lit.effects)


def with_hand(hands: tuple[bytes, ...], seat: int, hand: bytes) -> tuple[bytes, ...]:
    """The hands with one of them another."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
