"""What an action leads to: bead, rows, win test, draw, the extra turn; and what chance deals."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.api import Effect, Pile, Placed, Removed, Transition
from companion.games.stargazers.actions import Grid, NewGame, Players, Reshuffle, SetUp
from companion.games.stargazers.cards import BEAD, CARDS, CODES, TILES, UNKNOWN, coded
from companion.games.stargazers.rules import SEATS, Rules
from companion.games.stargazers.sky import DISCARD, SITES, cells_of, rows_through, taken
from companion.games.stargazers.state import (
    BEADS,
    Phase,
    State,
    following,
    placement_of,
)


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
        _with(state.hands, mover, hand),
        deck,
        lit.discard,
        to_move,
        lit.pool,
        state.starter,
        again,
        state.games if games is None else games,
    )
    return Transition(after, lit.effects)


def _with(hands: tuple[bytes, ...], seat: int, hand: bytes) -> tuple[bytes, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


# --- What chance deals ----------------------------------------------------------------------------


def apply_reshuffle(state: State, action: Reshuffle) -> Transition[State]:
    """The discards are the new pile; then the draw that was due, and the next turn (SG-08)."""
    effects = (Removed("SG-08", _discards(state), DISCARD, 0, "shuffled"),)
    deck = coded(action.order) or b""
    after = replace(state, phase=Phase.TURNS, deck=deck, discard=b"", again=False)
    if state.rules.youngest_child:
        return Transition(after, effects)
    hand = state.hands[state.to_move] + deck[:1]
    after = replace(
        after,
        deck=deck[1:],
        hands=_with(state.hands, state.to_move, hand),
        to_move=state.to_move if state.again else following(state),
    )
    return Transition(after, effects)


def apply_players(state: State, action: Players) -> Transition[State]:
    """Who plays is known, and who starts; tiles and cards come next (SG-10)."""
    nothing = (0,) * len(action.ages)
    starter = _starter(action)
    after = State(
        rules=state.rules,
        phase=Phase.NEW_GAME,
        scores=nothing,
        hands=(b"",) * len(nothing),
        to_move=starter,
        starter=starter,
        games=nothing,
    )
    return Transition(after)


def apply_set_up(state: State, action: SetUp) -> Transition[State]:
    """The tiles are laid and the cards dealt; the youngest starts (SG-10, SG-13)."""
    games = (0,) * len(action.ages)
    begun = _begun(state.rules, action.layout, action.deck, _starter(action), games)
    return Transition(begun, _laid(begun.layout))


def apply_new_game(state: State, action: NewGame) -> Transition[State]:
    """The table is cleared and laid out again; the same seat starts (SG-10, SG-11)."""
    cleared = tuple(
        Removed("SG-11", pile, site, 0, "cleared")
        for site, pile in placement_of(state).piles.items()
    )
    begun = _begun(state.rules, action.layout, action.deck, state.starter, state.games)
    return Transition(begun, cleared + _laid(begun.layout))


def _starter(action: Players | SetUp) -> int:
    return SEATS.index(action.lot or youngest(action)[0])


def youngest(action: Players | SetUp) -> list[str]:
    """The seats that may be the youngest: the least age, and those whose age is not told."""
    known = [age for _seat, age in action.ages if age is not None]
    least = min(known, default=None)
    return [seat for seat, age in action.ages if age is None or age == least]


def _begun(
    rules: Rules,
    layout: Grid,
    deck: tuple[str | None, ...],
    starter: int,
    games: tuple[int, ...],
) -> State:
    """A game before its first turn, the cards dealt."""
    hands, rest = dealt(rules, coded(deck) or b"", starter, len(games))
    return State(
        rules=rules,
        phase=Phase.TURNS,
        layout=bytes(CODES[name] for row in layout for name in row if name is not None),
        scores=(0,) * len(games),
        hands=hands,
        deck=rest,
        to_move=starter,
        pool=BEADS,
        starter=starter,
        games=games,
    )


def dealt(rules: Rules, deck: bytes, starter: int, seats: int) -> tuple[tuple[bytes, ...], bytes]:
    """The hands and the rest: one card at a time, clockwise, to those who lack one (SG-11)."""
    hands = [bytearray() for _ in range(seats)]
    order = [(starter + step) % seats for step in range(seats)]
    place = 0
    for turn in range(max(rules.cards_each(seat) for seat in order)):
        for seat in order:
            if turn < rules.cards_each(seat):
                hands[seat] += deck[place : place + 1]
                place += 1
    return tuple(bytes(hand) for hand in hands), deck[place:]


def _laid(layout: bytes) -> tuple[Effect, ...]:
    return tuple(
        Placed("SG-13", TILES[tile], SITES[cell], "laid") for cell, tile in enumerate(layout)
    )


def _discards(state: State) -> Pile:
    return tuple(CARDS[card] for card in state.discard)
