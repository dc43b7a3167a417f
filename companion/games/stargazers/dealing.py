"""What chance leads to: the players seated, tiles laid, cards dealt, discards shuffled."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Effect, Pile, Placed, Removed, Transition
from companion.games.stargazers.actions import Grid, NewGame, Players, Reshuffle, SetUp
from companion.games.stargazers.cards import CARDS, CODES, TILES, coded
from companion.games.stargazers.rules import SEATS, Rules
from companion.games.stargazers.sky import DISCARD, SITES
from companion.games.stargazers.state import BEADS, Phase, State, following, placement_of
from companion.games.stargazers.turns import with_hand


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
        hands=with_hand(state.hands, state.to_move, hand),
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
