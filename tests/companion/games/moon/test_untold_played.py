"""MN-33: games with real cards, told or kept back, go as those with dealt cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.api import CHANCE
from companion.games.moon.actions import SOME_GOAL, Reveal, SetUp, Tell
from companion.games.moon.cards import CODES, TEXTS, UNKNOWN, is_goal
from companion.games.moon.state import Phase, State
from companion.games.moon.turns import solving_operates
from tests.companion.games.moon.table import GAME

MIXING = ["INC", "DEC", "NOT", "ROL", "ROR"]
"""Operations by which random play does not end with all registers alike."""


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "rules",
    [
        {"players": 3, "difficulty": "normal", "hacker_cards": True},
        {"players": 2, "bits": 6, "registers": "preset"},
        {"players": 4, "solve_by": "state", "difficulty": "hard"},
        {"players": 2, "bits": 5, "events": True, "column_resets": True, "operations": MIXING},
    ],
)
def test_a_game_with_real_cards_goes_as_one_with_dealt_cards(
    rules: dict[str, Any], seed: int
) -> None:
    """The same cards, dealt by the referee or told to it at any time up to their being solved."""
    rng = Random(seed)
    start = GAME.initial({"mode": "competitive", **rules})
    dealt = GAME.sample(start, rng)
    assert isinstance(dealt, SetUp)
    table = Hands(dealt)
    known = GAME.apply(start, dealt).state
    real_one = table.after(None, GAME.apply(start, table.unseen()).state, rng)
    for _ in range(2500):
        real_one = table.told(known, real_one, rng)
        assert public(real_one) == public(known)
        if not GAME.to_act(known):
            break
        aims = solving_operates(known) if known.phase is Phase.TURNS else []
        action = rng.choice(aims) if aims else GAME.sample(known, rng)
        known = GAME.apply(known, action).state
        real_one = table.after(real_one, GAME.apply(real_one, action).state, rng)
    assert GAME.outcome(real_one) == GAME.outcome(known)
    assert sum(player.solved for player in known.players) > 0


class Hands:
    """The real cards on a table: the deck in its order, and what each player holds."""

    def __init__(self, dealt: SetUp) -> None:
        self.dealt = dealt
        self.deck = [text for text in dealt.deck if text is not None]
        each = len(dealt.goals) // dealt.players
        first = int(dealt.start[1]) - 1
        self.held: list[list[str]] = [[] for _ in range(dealt.players)]
        for turn in range(dealt.players):
            goal = dealt.goals[turn * each : (turn + 1) * each]
            self.held[(first + turn) % dealt.players] = [text for text in goal if text is not None]

    def unseen(self) -> SetUp:
        nobody: str | None = None
        deck, goals = (nobody,) * len(self.dealt.deck), (nobody,) * len(self.dealt.goals)
        return SetUp(
            self.dealt.mode, self.dealt.initial, deck, self.dealt.players, self.dealt.start, goals,
            self.dealt.hackers,
        )  # fmt: skip

    def after(self, before: State | None, state: State, rng: Random) -> State:
        """Cards are drawn; the owner says which, or of a goal keeps it back."""
        self._follow(before, state)
        while GAME.phase(state) == "reveal":
            text = self.deck[len(self.deck) - len(state.deck)]
            keeps = is_goal(CODES[text]) and rng.random() < 0.5
            before = state
            state = GAME.apply(state, Reveal(SOME_GOAL if keeps else text)).state
            self._follow(before, state)
        return state

    def _follow(self, before: State | None, state: State) -> None:
        """Goals were solved, and whose turn it is has drawn others."""
        if before is None:
            return
        for place, player in enumerate(state.players):
            if player.solved > before.players[place].solved:
                self.held[place] = []
        drawn = self.deck[len(self.deck) - len(before.deck) : len(self.deck) - len(state.deck)]
        self.held[state.to_move] += [text for text in drawn if is_goal(CODES[text])]

    def told(self, known: State, state: State, rng: Random) -> State:
        """Goals are told now and then, and always when the dealt game says that one is solved."""
        while True:
            place = state.to_move
            behind = state.players[place].solved < known.players[place].solved
            if not behind and (not GAME.to_act(state) or rng.random() < 0.9):
                return state
            if not behind:
                place = rng.randrange(len(state.players))
            tell = self._due(state, place)
            if tell is None:
                assert not behind
                return state
            assert GAME.is_legal(state, tell)
            assert tell in GAME.claims(state)
            state = self.after(state, GAME.apply(state, tell).state, rng)

    def _due(self, state: State, place: int) -> Tell | None:
        for number, card in enumerate(state.players[place].goal):
            if card == UNKNOWN:
                return Tell(f"p{place + 1}", self.held[place][number], number)
            assert TEXTS[card] == self.held[place][number]
        return None


def public(state: State) -> Any:
    """What everybody sees."""
    return GAME.placement(state), state.phase, state.to_move, GAME.to_act(state) - {CHANCE}
