"""The cooperative game: goal cards turned over and solved, and the end of a round."""

from __future__ import annotations

from companion.games.api import Carried, Changed, Outcome, Pile, Removed
from companion.games.moon.cards import BUG, DOWN, UNKNOWN, Card, is_goal, piece_of
from companion.games.moon.draft import Draft
from companion.games.moon.layout import DECK, slot_site
from companion.games.moon.rules import TOGETHER
from companion.games.moon.state import Phase, goals_left


def go_on(draft: Draft, *, replacing: bool = False) -> None:
    """Solve what A holds, and turn cards over till a goal is up (MN-04, MN-05, MN-10, MN-39).

    `replacing`: a bug or an event was the last card turned over, so that the deck gives another
    one where nothing waits (MN-04). Stops where the game is over or something has to be told.
    """
    while True:
        value = draft.goal_value()
        if value is not None:
            if draft.registers[0] != value:
                return
            _solve(draft)
            if draft.outcome is not None or draft.energy == 0:  # MN-05: energy left is above 0
                return
            continue
        waiting = _oldest(draft)
        if waiting is None:
            if not replacing or not draft.deck:
                return
            draw(draft)
            continue
        card = _turn_over(draft, *waiting)
        if card is None:
            return
        replacing = not is_goal(card)


def _oldest(draft: Draft) -> tuple[int, int] | None:
    """(place, index) of the card that is turned over next: the oldest face-down one."""
    for place in range(len(draft.slots) - 1, -1, -1):
        for index, card in enumerate(draft.slots[place]):
            if card == UNKNOWN or card not in draft.current:
                return place, index
    return None


def _turn_over(draft: Draft, place: int, index: int) -> Card | None:
    """Turn a waiting card over and do what it says; None: something has to be told first."""
    cards, site = draft.slots[place], slot_site(place)
    card = cards[index]
    if card == UNKNOWN:
        draft.phase = Phase.CARD
        return None
    broken = place + 1 in draft.broken
    at = index + broken  # a bug lies below all other cards of its place
    ruling = "MN-05" if is_goal(card) else "MN-03"
    draft.effects.append(Changed(ruling, DOWN, piece_of(card), site, at, "turned over"))
    if is_goal(card):
        draft.current = (*draft.current, card)
        return card
    topmost = index == len(cards) - 1
    del cards[index]
    if card == BUG:
        _break(draft, place, at)
        return card
    return card if draft.resolve(card, site, at, topmost=topmost) else None


def _break(draft: Draft, place: int, at: int) -> None:
    """A bug stays where it is turned over, below whatever lies there too (MN-02)."""
    site, others = slot_site(place), draft.slots[place]
    draft.broken = tuple(sorted({*draft.broken, place + 1}))
    if not others:
        return
    lies = [piece_of(card) if card in draft.current else DOWN for card in others]
    bug = piece_of(BUG)
    pile = [*lies[:at], bug, *lies[at:]]
    for index, (before, after) in enumerate(zip(pile, [bug, *lies], strict=True)):
        if before != after:
            draft.effects.append(Changed("MN-02", before, after, site, index, "rearranged"))


def draw(draft: Draft) -> None:
    """The top card of the deck, face-down, to the first place that is not broken (MN-02)."""
    free = (place for place in range(len(draft.slots)) if place + 1 not in draft.broken)
    place = next(free)
    card, draft.deck = draft.deck[0], draft.deck[1:]
    draft.slots[place].append(card)
    draft.effects.append(Carried("MN-07", (DOWN,), DECK, slot_site(place), "drawn"))


def _solve(draft: Draft) -> None:
    """The cards of the goal leave the table; with no goal left the mission succeeds (MN-12)."""
    for card in draft.current:
        place = next(at for at, cards in enumerate(draft.slots) if card in cards)
        index = draft.slots[place].index(card)
        draft.slots[place].remove(card)
        at = index + (place + 1 in draft.broken)
        draft.effects.append(Removed("MN-10", (piece_of(card),), slot_site(place), at, "solved"))
    draft.current = ()
    draft.solved += 1
    if not goals_left(draft.deck, tuple(map(tuple, draft.slots)), draft.unknown):
        draft.finish(Outcome(TOGETHER, "MN-12", "landed"))


def end_round(draft: Draft) -> None:
    """Move up, see whether that loses, draw, refill, turn over (MN-07)."""
    _move_up(draft)
    if draft.slots[-1]:
        draft.finish(Outcome(None, "MN-01", "too-slow"))
        return
    if draft.deck:
        draw(draft)
    draft.set_energy(draft.before.refill, "MN-07", "refilled")
    go_on(draft)


def _move_up(draft: Draft) -> None:
    """Every waiting card to the next place that is not broken, the oldest first (MN-02)."""
    for place in range(len(draft.slots) - 2, -1, -1):
        cards = draft.slots[place]
        if not cards:
            continue
        target = place + 1
        while target + 1 in draft.broken:
            target += 1
        pile: Pile = tuple(piece_of(card) if card in draft.current else DOWN for card in cards)
        origin = slot_site(place)
        draft.effects.append(Carried("MN-07", pile, origin, slot_site(target), "moved up"))
        draft.slots[target] += cards
        draft.slots[place] = []


def reveal(draft: Draft, card: Card) -> None:
    """The card that is turned over next is `card`; go on with it."""
    waiting = _oldest(draft)
    assert waiting is not None
    place, index = waiting
    draft.slots[place][index] = card
    draft.seen_by_all(card)
    go_on(draft)
