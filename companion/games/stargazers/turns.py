"""What an action leads to: bead, rows, win test, draw, the extra turn; and what chance deals."""

from __future__ import annotations

from dataclasses import replace

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


def apply_play(state: State, card: int) -> Transition[State]:
    """A card of the mover's hand played: its first copy, else the first that nobody has seen."""
    hand = state.hands[state.to_move]
    place = hand.find(card)
    if place < 0:
        place = hand.find(UNKNOWN)
    after, gained, effects = _lit(state, card)
    hand = hand[:place] + hand[place + 1 :]
    if after.phase is Phase.TURNS:
        if state.deck:
            hand += state.deck[:1]
            to_move = state.to_move if gained else following(state)
            after = replace(after, deck=state.deck[1:], to_move=to_move)
        else:  # the draw and the next turn wait for the reshuffle (SG-08)
            after = replace(after, phase=Phase.RESHUFFLE, again=gained > 0)
    return Transition(replace(after, hands=_with(state.hands, state.to_move, hand)), effects)


def apply_flip(state: State, card: int) -> Transition[State]:
    """The top card turned over: on a tile with a bead the same player flips again (SG-12)."""
    wasted = bool(state.beads >> state.layout.index(card) & 1)
    after, gained, effects = _lit(replace(state, deck=state.deck[1:]), card)
    if after.phase is Phase.TURNS:
        phase = Phase.TURNS if after.deck else Phase.RESHUFFLE
        to_move = state.to_move if gained or wasted else following(state)
        after = replace(after, phase=phase, to_move=to_move)
    return Transition(after, effects)


def _lit(state: State, card: int) -> tuple[State, int, tuple[Effect, ...]]:
    """A card on the discards, its bead, the rows, the win test: up to the draw (SG-06)."""
    cell = state.layout.index(card)
    effects: list[Effect] = [Placed("SG-06", CARDS[card], DISCARD, "played")]
    discard = state.discard + bytes((card,))
    if state.beads >> cell & 1:  # pointless, but allowed (SG-05)
        return replace(state, discard=discard, again=False), 0, tuple(effects)
    effects.append(Placed("SG-06", BEAD, SITES[cell], "lit"))
    beads = state.beads | 1 << cell
    rows = taken(beads, cell)
    ruling = "SG-03" if len(rows_through(beads, cell)) > 1 else "SG-01"
    effects += [Removed(ruling, (BEAD,), SITES[at], 1, "taken") for at in cells_of(rows)]
    gained = rows.bit_count()
    score = state.scores[state.to_move] + gained
    won = gained > 0 and score >= state.rules.target  # at once, before any draw (SG-06, SG-07)
    games = state.games
    phase = state.phase
    if won:
        games = _counted(games, state.to_move)
        phase = Phase.OVER if games[state.to_move] >= state.rules.match else Phase.NEW_GAME
    after = replace(
        state,
        phase=phase,
        beads=beads & ~rows,
        scores=(*state.scores[: state.to_move], score, *state.scores[state.to_move + 1 :]),
        discard=discard,
        pool=max(0, state.pool - 1),  # beads taken don't go back; an empty pool is no bar (SG-09)
        again=False,
        games=games,
    )
    return after, gained, tuple(effects)


def _counted(games: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(count + (number == seat) for number, count in enumerate(games))


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
