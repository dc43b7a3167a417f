"""Why a card may not be laid: every reason, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.api import Reason, reason
from companion.games.moonlight.actions import Lay
from companion.games.moonlight.cards import COPIES, SIDES, Card, piece_of
from companion.games.moonlight.hidden import as_counted, in_hand, own_deck, unseen
from companion.games.moonlight.moves import strength
from companion.games.moonlight.rectangle import FIRST, box_of, neighbours
from companion.games.moonlight.state import Phase, Stack, State, site_of, visible


def lay_reasons(state: State, action: Lay) -> list[Reason]:
    """Every reason against laying a card; empty for a legal one."""
    if state.phase is not Phase.PLAY or state.to_move is None:
        return _out_of_play(state)
    return [
        *_card_reasons(state, action.card, state.to_move),
        *_place_reasons(state, action),
    ]


def _out_of_play(state: State) -> list[Reason]:
    """No card is laid after a round's end, or between rounds (ML-08, ML-17)."""
    if state.phase is Phase.OVER:
        return [reason("ML-17", "match-over")]
    if state.phase is Phase.SCORE:
        return [reason("ML-08", "round-over")]
    return [reason("ML-17", "between-rounds")]


def _card_reasons(state: State, tried: Card, side: int) -> Iterator[Reason]:
    """Against a card that is not in the hand of the side to move (ML-07, ML-18)."""
    owner = SIDES[side]
    if tried.owner != owner:
        if tried.owner not in SIDES:
            yield reason("ML-18", "no-such-side", side=tried.owner)
        yield reason("ML-07", "not-your-card", side=owner)
        return
    if in_hand(state, side, tried):
        return
    piece = piece_of(tried)
    if None not in state.hands[side]:
        yield reason("ML-07", "not-in-hand", piece=piece, side=owner)
    if tried.value is not None and tried.value not in COPIES:
        yield reason("ML-18", "no-such-card", piece=piece)
    elif tried.lone and not state.lone_wolf[side]:
        yield reason("ML-18", "wolf-not-won", side=owner)
    elif None in state.hands[side]:
        alike = [one for one in own_deck(state, side) if one.plain == tried.plain]
        left = any(one.plain == tried.plain for one in unseen(state, side))
        count = alike.count(as_counted(state.rules, tried)) if left else len(alike)
        if count:
            yield reason("ML-18", "all-known", piece=piece, count=count)
        else:
            yield reason("ML-01", "moons-are-known", piece=piece)


def _place_reasons(state: State, action: Lay) -> Iterator[Reason]:
    stack = state.stack(action.cell)
    if stack:
        yield from _cover_reasons(state, action, stack)
    else:
        yield from _cell_reasons(state, action)


def _cover_reasons(state: State, action: Lay, stack: Stack) -> Iterator[Reason]:
    """Against covering what is visible on a cell (ML-01, ML-05, ML-06)."""
    site, lower, upper = site_of(action.cell), stack[-1], action.card
    piece = piece_of(lower)
    above, below = strength(state.rules, upper), strength(state.rules, lower)
    if upper.owner == lower.owner:
        yield reason("ML-05", "own-card", site, piece=piece)
    if below is None:
        yield reason("ML-01", "wolf-not-covered", site)
    if above is None:
        yield reason("ML-01", "wolf-covers-nothing", site)
    if upper.owner != lower.owner and above is not None and below is not None:
        yield from _value_reasons(state, site, lower, above, below)
    if upper.owner != lower.owner and visible(state.grid, SIDES.index(lower.owner)) == 1:
        yield reason("ML-06", "only-visible", site, piece=piece, side=lower.owner)


def _value_reasons(
    state: State, site: str, lower: Card, above: int, below: int
) -> Iterator[Reason]:
    """Against a card that is not exactly one higher, and whether any card is (ML-05)."""
    needed = below + 1
    if above == needed:
        return
    there_is = needed in COPIES or needed == state.rules.wolf_value
    key = "not-one-higher" if there_is else "nothing-higher"
    yield reason("ML-05", key, site, piece=piece_of(lower), count=needed)


def _cell_reasons(state: State, action: Lay) -> Iterator[Reason]:
    """Against a free cell (ML-02, ML-04)."""
    cells = [cell for cell, _stack in state.grid]
    site, box = site_of(action.cell), box_of(cells)
    if box is None:
        if action.cell != FIRST:
            yield reason("ML-04", "first-card", site)
        return
    grown = box.with_cell(action.cell)
    if not grown.fits:
        yield reason("ML-02", "too-wide", site, columns=grown.width, rows=grown.height)
    if not any(near in cells for near in neighbours(action.cell)):
        yield reason("ML-04", "not-beside", site)
