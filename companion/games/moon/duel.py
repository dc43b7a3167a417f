"""The competitive game: goals drawn and solved, bug cards, and the end of a turn."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Carried, Changed, Outcome, Removed
from companion.games.moon.cards import BUG, DOWN, SOLVED, UNKNOWN, Card, is_goal, piece_of
from companion.games.moon.draft import Draft
from companion.games.moon.layout import DECK, bugs_site, goal_site, solved_site
from companion.games.moon.state import Phase, Player, free_at_start


def after_operation(draft: Draft, *, changed: bool) -> None:
    """Whether the operation just done solves the mover's goal (MN-31); `changed`: it changed A."""
    if draft.before.rules.solve_by == "state":
        go_on(draft)
    elif changed:
        draft.made = bool(draft.unknown)
        if draft.goal_value() == draft.registers[0]:
            _solve(draft)
            go_on(draft)


def go_on(draft: Draft) -> None:
    """Draw till the mover holds a goal, bugs and events on the way acting (MN-29).

    If goals are solved by the value in A alone, whatever it is due to, this solves (MN-31).
    """
    need = draft.before.rules.cards_in_goal
    while True:
        player = draft.players[draft.to_move]
        if len(player.goal) < need and draft.deck:
            card = _draw(draft)
            if card is None:
                return
        elif draft.before.rules.solve_by == "state" and draft.goal_value() == draft.registers[0]:
            _solve(draft)
        else:
            return


def _draw(draft: Draft) -> Card | None:
    """The top card of the deck; None: something has to be told first."""
    place = draft.to_move
    player, card = draft.players[place], draft.deck[0]
    if is_goal(card) or (card == UNKNOWN and all(map(is_goal, draft.unknown))):
        if draft.unknown and card != UNKNOWN:  # from now on it may be told as anybody's
            draft.unknown = tuple(sorted((*draft.unknown, card)))
        _take(draft, card)
        return card
    if draft.turn_deck() is None:
        return None
    draft.deck = draft.deck[1:]
    if card == BUG:
        draft.effects.append(Carried("MN-29", (piece_of(BUG),), DECK, bugs_site(place), "kept"))
        draft.players[place] = replace(player, bugs=player.bugs + 1)
        return card
    return card if draft.resolve(card, DECK, len(draft.deck), topmost=True) else None


def _take(draft: Draft, card: Card) -> None:
    """The top card is a goal, which only the mover sees (MN-33); UNKNOWN: it is not told."""
    place = draft.to_move
    player, draft.deck = draft.players[place], draft.deck[1:]
    draft.effects.append(Carried("MN-29", (DOWN,), DECK, goal_site(place), "drawn"))
    draft.players[place] = replace(player, goal=(*player.goal, card))


def _solve(draft: Draft) -> None:
    """The mover shows the goal and keeps it (MN-31)."""
    place = draft.to_move
    player, site = draft.players[place], goal_site(place)
    draft.made = False
    for card in player.goal:
        draft.seen_by_all(card)
    for index, card in enumerate(player.goal):
        draft.effects.append(Changed("MN-31", DOWN, piece_of(card), site, index, "shown"))
    for card in player.goal[1:]:
        draft.effects.append(Removed("MN-31", (piece_of(card),), site, 1, "solved"))
    shown = piece_of(player.goal[0])
    draft.effects.append(Changed("MN-31", shown, SOLVED, site, 0, "solved"))
    draft.effects.append(Carried("MN-31", (SOLVED,), site, solved_site(place), "kept"))
    draft.players[place] = replace(player, goal=(), solved=player.solved + 1)
    if draft.unknown:
        for other, one in enumerate(draft.players):
            draft.players[other] = replace(one, goal=_without(one.goal, player.goal))


def _without(goal: tuple[Card, ...], seen: tuple[Card, ...]) -> tuple[Card, ...]:
    """A goal as it was told, without cards that lie open elsewhere: those were told wrong."""
    return tuple(UNKNOWN if card in seen else card for card in goal)


def tell(draft: Draft, seat: int, place: int, card: Card) -> None:
    """A player tells a card of the own goal; A may hold it by the mover's doing (MN-31, MN-33)."""
    player, phase = draft.players[seat], draft.before.phase
    goal = (*player.goal[:place], card, *player.goal[place + 1 :])
    draft.players[seat] = replace(player, goal=goal)
    draft.phase = phase
    if phase is not Phase.TURNS or seat != draft.to_move:
        return
    if draft.before.rules.solve_by == "state":
        go_on(draft)
    elif draft.made and draft.goal_value() == draft.registers[0]:
        _solve(draft)
        go_on(draft)


def look(draft: Draft, target: int) -> None:
    """A bug card shows the mover a goal and changes hands (MN-30)."""
    place = draft.to_move
    bug = piece_of(BUG)
    draft.players[place] = replace(draft.players[place], bugs=draft.players[place].bugs - 1)
    draft.players[target] = replace(draft.players[target], bugs=draft.players[target].bugs + 1)
    draft.looks = (*draft.looks, target)
    sites = bugs_site(place), bugs_site(target)
    draft.effects.append(Carried("MN-30", (bug,), *sites, "handed over"))


def reveal(draft: Draft, card: Card) -> None:
    """The card that is drawn is `card`, UNKNOWN for a goal that is not told; go on with it."""
    if card == UNKNOWN or is_goal(card):
        _take(draft, card)
    else:
        draft.deck = (card, *draft.deck[1:])
        draft.seen_by_all(card)
    go_on(draft)


def end_turn(draft: Draft) -> None:
    """The next player's turn begins, unless the deck is empty: then the game is over (MN-32)."""
    if not draft.deck:
        draft.finish(decided(draft.players, draft.before.rules.seats))
        return
    place = draft.to_move
    draft.players[place] = replace(draft.players[place], free_left=0)
    draft.set_energy(draft.before.refill, "MN-34", "refilled")
    draft.to_move = (place + 1) % len(draft.players)
    draft.looks, draft.made = (), False
    begin_turn(draft)


def begin_turn(draft: Draft) -> None:
    """Free operations are there again (MN-35); A may hold the mover's goal already (MN-31)."""
    player = draft.players[draft.to_move]
    draft.players[draft.to_move] = replace(player, free_left=free_at_start(player.hacker))
    if draft.before.rules.solve_by == "state":
        go_on(draft)


def decided(players: list[Player], seats: tuple[str, ...]) -> Outcome:
    """Who has solved the most goals; equal ones share the win (MN-32)."""
    best = max(player.solved for player in players)
    first = tuple(
        seat for seat, player in zip(seats, players, strict=True) if player.solved == best
    )
    if len(first) > 1:
        return Outcome(None, "MN-32", "shared", first)
    return Outcome(first[0], "MN-32", "most-solved")
