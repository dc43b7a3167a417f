"""A state in the making, with the steps that a hand has to do for it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.games.api import Carried, Changed, Effect, Outcome, Placed, Removed, Transition
from companion.games.moon.cards import (
    DOWN,
    ERROR,
    OK,
    RESET_COLUMN,
    RESET_REGISTER,
    UNKNOWN,
    Card,
    piece_of,
)
from companion.games.moon.layout import (
    DECK,
    MARKER,
    energy_site,
    error_piece,
    error_site,
    ram_row,
    switched,
)
from companion.games.moon.operations import REGISTERS
from companion.games.moon.state import Phase, Player, State, goal_of


@dataclass(slots=True)
class Draft:
    """What changes while an action is done; `of` begins one, `freeze` gives the result."""

    before: State
    registers: list[int]
    energy: int
    disabled: tuple[str, ...]
    deck: tuple[Card, ...]
    slots: list[list[Card]]
    broken: tuple[int, ...]
    current: tuple[Card, ...]
    solved: int
    to_move: int
    players: list[Player]
    looks: tuple[int, ...]
    unknown: tuple[Card, ...]
    made: bool
    phase: Phase = Phase.TURNS
    outcome: Outcome | None = None
    effects: list[Effect] = field(default_factory=list)

    @classmethod
    def of(cls, state: State) -> Draft:
        """A draft that begins as `state`."""
        return cls(
            before=state,
            registers=list(state.registers),
            energy=state.energy,
            disabled=state.disabled,
            deck=state.deck,
            slots=[list(cards) for cards in state.slots],
            broken=state.broken,
            current=state.current,
            solved=state.solved,
            to_move=state.to_move,
            players=list(state.players),
            looks=state.looks,
            unknown=state.unknown,
            made=state.made,
        )

    def freeze(self) -> Transition[State]:
        """The state that is reached, and the steps to it."""
        state = State(
            rules=self.before.rules,
            refill=self.before.refill,
            energy=self.energy,
            registers=tuple(self.registers),
            disabled=self.disabled,
            deck=self.deck,
            phase=self.phase,
            outcome=self.outcome,
            slots=tuple(map(tuple, self.slots)),
            broken=self.broken,
            current=self.current,
            solved=self.solved,
            to_move=self.to_move,
            players=tuple(self.players),
            looks=self.looks,
            unknown=self.unknown,
            made=self.made,
        )
        return Transition(state, tuple(self.effects))

    def goal_value(self) -> int | None:
        """The value that A has to take now, as `state.goal_value`."""
        rules = self.before.rules
        cards = self.players[self.to_move].goal if self.players else self.current
        if len(cards) == rules.cards_in_goal == 1 and cards[0] != UNKNOWN:
            return cards[0]
        return goal_of(
            rules,
            cards,
            deck=self.deck,
            slots=tuple(map(tuple, self.slots)),
            unknown=self.unknown,
        )

    def finish(self, outcome: Outcome) -> None:
        """The game is over."""
        self.phase, self.outcome = Phase.OVER, outcome

    def set_register(self, place: int, value: int, ruling: str) -> None:
        """A register's bits are switched to a value."""
        before, self.registers[place] = self.registers[place], value
        if before != value:
            self.made = self.made and place > 0  # whoever changes A by an operation says so then
            self.effects += switched(REGISTERS[place], before, value, ruling)

    def set_ram(self, place: int, value: int, ruling: str) -> None:
        """The bits of a RAM module are switched to a value."""
        player = self.players[place]
        if player.ram != value:
            self.effects += switched(ram_row(place), player.ram, value, ruling)
            self.players[place] = replace(player, ram=value)

    def set_energy(self, halves: int, ruling: str, manner: str) -> None:
        """The marker goes to another field of the energy track."""
        if halves != self.energy:
            origin, target = energy_site(self.energy), energy_site(halves)
            self.effects.append(Carried(ruling, (MARKER,), origin, target, manner))
            self.energy = halves

    def repair(self, part: str) -> None:
        """An ERROR is gone (MN-25)."""
        self.disabled = tuple(other for other in self.disabled if other != part)
        self.effects.append(Removed("MN-25", (error_piece(part),), error_site(part), 0, "repaired"))

    def resolve(self, card: Card, site: str, index: int, *, topmost: bool) -> bool:
        """An event that lies face-up on `site` acts and leaves it; False: a repair is due first.

        A card can only be carried from the top of a pile; another one is taken out and laid down.
        """
        piece = piece_of(card)
        if card in ERROR and ERROR[card] not in self.disabled:
            part = ERROR[card]
            ruling = "MN-22" if part in REGISTERS else "MN-23"
            target = error_site(part)
            self.disabled = tuple(sorted((*self.disabled, part)))
            if topmost:
                self.effects.append(Carried(ruling, (piece,), site, target, "disabling"))
            else:
                self.effects.append(Removed(ruling, (piece,), site, index, "resolved"))
                self.effects.append(Placed(ruling, piece, target, "disabling"))
            return True
        if card in RESET_REGISTER:
            self.set_register(RESET_REGISTER[card], 0, "MN-24")
        elif card in RESET_COLUMN:
            for place, value in enumerate(self.registers):
                self.set_register(place, value & ~RESET_COLUMN[card], "MN-24")
        self.effects.append(Removed("MN-04", (piece,), site, index, "resolved"))
        if card == OK and self.disabled:
            self.phase = Phase.REPAIR
            return False
        return True

    def seen_by_all(self, card: Card) -> None:
        """A card that could be anywhere lies open now: nobody holds it any more."""
        if card not in self.unknown:
            return
        place = self.unknown.index(card)
        self.unknown = self.unknown[:place] + self.unknown[place + 1 :]

    def turn_deck(self) -> Card | None:
        """The top card of the deck face-up, still there; None: the referee has to be told it."""
        card = self.deck[0]
        if card == UNKNOWN:
            self.phase = Phase.CARD
            return None
        index = len(self.deck) - 1
        self.effects.append(Changed("MN-29", DOWN, piece_of(card), DECK, index, "turned over"))
        return card
