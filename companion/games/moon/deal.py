"""The set-up: what a game may begin with, and the state that it begins in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

from companion.games.api import Placed, Reason, Transition, reason
from companion.games.moon import duel, rounds
from companion.games.moon.actions import SetUp
from companion.games.moon.cards import BUG, CODES, GOALS, TEXTS, UNKNOWN, Card, events, is_goal
from companion.games.moon.draft import Draft
from companion.games.moon.layout import placement_of
from companion.games.moon.operations import HACKERS
from companion.games.moon.rules import COMPETITIVE, COOPERATIVE, SEATS, Rules
from companion.games.moon.state import Phase, Player, State


def started(rules: Rules) -> State:
    """The state before anything lies on the table."""
    players = tuple(Player() for _ in rules.seats) if rules.competitive else ()
    slots = () if rules.competitive else ((),) * (rules.slots_usable + 1)
    return State(
        rules=rules,
        refill=rules.refill,
        energy=rules.refill,
        phase=Phase.SET_UP,
        players=players,
        slots=slots,
    )


def rules_of(rules: Rules, action: SetUp) -> Rules:
    """The rules of the game that a set-up begins: its mode and number of players are said there."""
    players = action.players if action.mode == COMPETITIVE else rules.players
    return replace(rules, mode=action.mode, players=players)


# --- Whether it is right --------------------------------------------------------------------------


def set_up_reasons(state: State, action: SetUp) -> list[Reason]:
    """Everything wrong with a set-up; empty for a good one."""
    return list(dict.fromkeys(_reasons(state.rules, action)))


def _reasons(given: Rules, action: SetUp) -> Iterator[Reason]:
    if action.mode not in (COOPERATIVE, COMPETITIVE):
        yield reason("MN-13", "no-such-mode", mode=action.mode)
        return
    if action.mode == COMPETITIVE and action.players not in (2, 3, 4):
        yield reason("MN-33", "players-wrong", count=action.players)
        return
    rules = rules_of(given, action)
    yield from _seat_reasons(rules, action)
    for text in (*action.initial, *action.goals):
        if text is not None and (text not in CODES or not is_goal(CODES[text])):
            yield reason("MN-09", "goals-only", card=text)
    if rules.competitive and rules.registers == "zero" and action.initial:
        yield reason("MN-27", "registers-zero", count=len(action.initial))
    elif len(action.initial) != rules.initial_cards:
        count = len(action.initial)
        yield reason("MN-08", "initial-number", count=count, due=rules.initial_cards)
    if len(action.goals) != rules.dealt_cards:
        yield reason("MN-08", "goals-number", count=len(action.goals), due=rules.dealt_cards)
    yield from _deck_reasons(rules, action)


def _seat_reasons(rules: Rules, action: SetUp) -> Iterator[Reason]:
    """Who starts (MN-28), and who has which hacker (MN-35)."""
    if not rules.competitive:
        if action.hackers:
            yield reason("MN-35", "hackers-in-competition")
        return
    if action.start not in rules.seats:
        yield reason("MN-28", "no-such-seat", seat=action.start)
    for seat, colour in action.hackers:
        if seat not in rules.seats:
            yield reason("MN-35", "hacker-without-seat", seat=seat, colour=colour)
        if colour not in HACKERS:
            yield reason("MN-35", "no-such-hacker", colour=colour)
    for colour, count in Counter(colour for _seat, colour in action.hackers).items():
        if count > 1:
            yield reason("MN-35", "hacker-twice", colour=colour, count=count)
    if len({seat for seat, _colour in action.hackers}) < len(action.hackers):
        yield reason("MN-35", "two-hackers")


def _deck_reasons(rules: Rules, action: SetUp) -> Iterator[Reason]:
    """The 16 goals, each once (MN-08), the right bugs (MN-02), no event that is not in (MN-26)."""
    known = [text for text in (*action.initial, *action.goals, *action.deck) if text is not None]
    hidden = (*action.deck, *action.goals).count(None)
    count = Counter(known)
    for text, times in count.items():
        if text.startswith("goal "):
            if text not in CODES:
                yield reason("MN-08", "no-such-goal", card=text)
            elif times > 1:
                yield reason("MN-08", "goal-twice", card=text, count=times)
    missing = [text for text in TEXTS[:GOALS] if text not in count]
    bugs = rules.bugs - count["bug"]
    if bugs < 0 or (bugs and not hidden):
        yield reason("MN-02", "bugs-number", count=count["bug"], due=rules.bugs)
    if missing and not hidden:
        yield reason("MN-08", "goals-missing", card=missing[0], count=len(missing))
    allowed = Counter(events(plain=rules.events, columns=rules.column_resets))
    for text, times in count.items():
        if text == "bug" or text.startswith("goal "):
            continue
        code = CODES.get(text, UNKNOWN)
        if code == UNKNOWN:
            yield reason("MN-26", "no-such-card", card=text)
        elif times > allowed[code]:
            yield reason("MN-26", "event-not-in", card=text, count=times, due=allowed[code])
    if hidden:
        yield from _hidden_reasons(rules, action, hidden)


def _hidden_reasons(rules: Rules, action: SetUp, hidden: int) -> Iterator[Reason]:
    """So many cards have to be left as are not told, and of them only goals are dealt."""
    left = _hidden(rules, action)
    if hidden != len(left):
        yield reason("MN-08", "hidden-number", count=hidden, due=len(left))
        return
    others = [card for card in left if not is_goal(card)]
    if len(others) > action.deck.count(None):
        yield reason("MN-09", "goals-only", card=TEXTS[others[0]])


def _hidden(rules: Rules, action: SetUp) -> tuple[Card, ...]:
    """What the unknown cards of goals and deck are, in the order of codes: all that is not told."""
    due = Counter({code: 1 for code in range(GOALS)})
    due[BUG] = rules.bugs
    due.update(events(plain=rules.events, columns=rules.column_resets))
    due.subtract(
        CODES[text]
        for text in (*action.initial, *action.goals, *action.deck)
        if text is not None and text in CODES
    )
    return tuple(sorted((+due).elements()))


# --- What it leads to -----------------------------------------------------------------------------


def apply_set_up(state: State, action: SetUp) -> Transition[State]:
    """The game begun: registers set, goals dealt, the first card turned over (MN-08, MN-27)."""
    rules = rules_of(state.rules, action)
    deck, goals = _coded(action.deck), _coded(action.goals)
    unknown = _hidden(rules, action) if UNKNOWN in (*deck, *goals) else ()
    if unknown:  # what the players hold lies open nowhere, so it can be told as anybody's
        unknown = tuple(sorted((*unknown, *(card for card in goals if card != UNKNOWN))))
    registers = [1 if rules.starts_with_one else 0, 0, 0, 0]
    for place, text in enumerate(action.initial, 1):
        registers[place] = CODES[text]  # MN-40: the extra bits stay off
    begun = replace(
        started(rules),
        phase=Phase.TURNS,
        registers=tuple(registers),
        deck=deck,
        unknown=unknown,
    )
    if rules.competitive:
        begun = replace(begun, to_move=SEATS.index(action.start), players=_dealt(rules, action))
    draft = Draft.of(begun)
    if rules.competitive:
        duel.begin_turn(draft)
    else:
        if draft.deck:
            rounds.draw(draft)
        rounds.go_on(draft)
    after = draft.freeze().state
    laid = (
        Placed("MN-08", piece, site, "laid")
        for site, pile in placement_of(after).piles.items()
        for piece in pile
    )
    return Transition(after, tuple(laid))


def _coded(cards: tuple[str | None, ...]) -> tuple[Card, ...]:
    return tuple(UNKNOWN if text is None else CODES[text] for text in cards)


def _dealt(rules: Rules, action: SetUp) -> tuple[Player, ...]:
    """The players with their goals, dealt clockwise from the one who starts (MN-09)."""
    first, each = SEATS.index(action.start), rules.cards_in_goal
    players = [Player() for _ in rules.seats]
    hackers = dict(action.hackers)
    for turn in range(rules.players):
        place = (first + turn) % rules.players
        goal = _coded(action.goals[turn * each : (turn + 1) * each])
        players[place] = Player(goal=goal, hacker=hackers.get(SEATS[place]))
    return tuple(players)


# --- Which there are ------------------------------------------------------------------------------


def set_ups(rules: Rules) -> Iterator[SetUp]:
    """The set-ups that the switches name: very many, so take what you need.

    Those whose cards nobody has seen come first, since that is how people play at a table.
    """
    deck, (goals, others) = _deck(rules), unseen_cards(rules)
    if rules.competitive:
        for seen, start, hackers in _beginnings(rules, rules.initial_cards):
            untold = _set_up(rules, seen, (None,) * others, start, hackers)
            yield replace(untold, goals=(None,) * goals)
    for seen, start, hackers in _beginnings(rules, rules.initial_cards + goals):
        yield _set_up(rules, seen, (None,) * others, start, hackers)
    for seen, start, hackers in _beginnings(rules, rules.initial_cards + goals):
        left = Counter(card for card in deck if card not in seen)
        for order in _orders(left):
            known = tuple(TEXTS[card] for card in order)
            yield _set_up(rules, seen, known, start, hackers)


def unseen_cards(rules: Rules) -> tuple[int, int]:
    """How many cards the players are dealt, and how many are in the deck then."""
    goals = rules.dealt_cards
    return goals, len(_deck(rules)) - rules.initial_cards - goals


_Hackers = tuple[tuple[str, str], ...]


def _beginnings(rules: Rules, dealt: int) -> Iterator[tuple[tuple[Card, ...], str, _Hackers]]:
    """The goals that are dealt first, who starts, and the hackers."""
    for hackers in _hackers(rules):
        for start in rules.seats if rules.competitive else ("",):
            for seen in permutations(range(GOALS), dealt):
                yield seen, start, hackers


def _orders(left: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """Every order of some cards, equal ones not told apart."""
    if not left:
        yield ()
    for card in sorted(left):
        rest = left - Counter((card,))
        for others in _orders(rest):
            yield (card, *others)


def _deck(rules: Rules) -> list[Card]:
    """Every card that takes part."""
    found = [*range(GOALS), *[BUG] * rules.bugs]
    return [*found, *events(plain=rules.events, columns=rules.column_resets)]


def _hackers(rules: Rules) -> Iterator[_Hackers]:
    """Nobody's a hacker, or everybody is, where the switch says so."""
    if not rules.competitive or not rules.hacker_cards:
        yield ()
        return
    for chosen in combinations(HACKERS, rules.players):
        for order in permutations(chosen):
            yield tuple(zip(rules.seats, order, strict=True))


def sample_set_up(rules: Rules, rng: Random) -> SetUp:
    """Shuffled and dealt; the referee knows every card, or with `unseen` what lies open only."""
    goals = list(range(GOALS))
    rng.shuffle(goals)
    dealt = rules.initial_cards + rules.dealt_cards
    rest = [*goals[dealt:], *_deck(rules)[GOALS:]]
    rng.shuffle(rest)
    start = rng.choice(rules.seats) if rules.competitive else ""
    hackers: _Hackers = ()
    if rules.competitive and rules.hacker_cards:
        hackers = tuple(zip(rules.seats, rng.sample(HACKERS, rules.players), strict=True))
    deck = tuple(TEXTS[card] for card in rest)
    dealt_out = _set_up(rules, tuple(goals[:dealt]), deck, start, hackers)
    if not rules.unseen:
        return dealt_out
    return replace(dealt_out, goals=(None,) * rules.dealt_cards, deck=(None,) * len(deck))


def _set_up(
    rules: Rules,
    seen: tuple[Card, ...],
    deck: tuple[str | None, ...],
    start: str,
    hackers: _Hackers,
) -> SetUp:
    initial, goals = seen[: rules.initial_cards], seen[rules.initial_cards :]
    return SetUp(
        mode=rules.mode,
        initial=tuple(TEXTS[card] for card in initial),
        deck=deck,
        players=rules.players if rules.competitive else 0,
        start=start,
        goals=tuple(TEXTS[card] for card in goals),
        hackers=hackers,
    )
