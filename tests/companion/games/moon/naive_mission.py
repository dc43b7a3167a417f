"""The cooperative game once more, told as a person would: one list of cards, the oldest first.

It plays from a position of the exchange format to the next one, and knows nothing of `companion`.
"""

from __future__ import annotations

from typing import Any

from tests.companion.games.moon import naive

Json = Any


class Mission:
    """A table that is played on; ``position`` writes it down."""

    def __init__(self, position: Json) -> None:
        self.bits = position["bits"]
        self.refill, self.energy = position["refill"], position["energy"]
        self.registers = dict(position["registers"])
        self.disabled = set(position["disabled"])
        self.deck = list(position["deck"])
        self.owed, self.over = position["owed"], position["over"]
        self.broken = set(position["broken"])
        self.solved = position["solved"]
        self.last = len(position["slots"])
        self.shown = list(position["current"])
        self.queue: list[list[Any]] = []
        for place in range(self.last, 0, -1):
            self.queue += [[card, place] for card in position["slots"][place - 1]]

    def position(self) -> Json:
        slots: list[list[str]] = [[] for _ in range(self.last)]
        for card, place in self.queue:
            slots[place - 1].append(card)
        return {
            "mode": "cooperative", "bits": self.bits, "refill": self.refill,
            "energy": self.energy, "registers": self.registers,
            "disabled": sorted(self.disabled), "deck": self.deck, "owed": self.owed,
            "over": self.over, "slots": slots, "broken": sorted(self.broken),
            "current": self.shown, "solved": self.solved,
        }  # fmt: skip

    # --- What players do --------------------------------------------------------------------------

    def operate(self, name: str, target: str, source: str | None) -> None:
        here, there = self._text(target), self._text(source or target)
        self.registers[target] = int(naive.worked(name, here, there), 2)
        self.energy -= naive.COSTS[name]
        if self._goal() == self.registers["A"]:
            self._look()

    def repair(self, part: str) -> None:
        self.disabled.remove(part)
        self.owed = None
        self._replace()

    def end(self) -> None:
        for entry in self.queue:
            entry[1] = self._next_place(entry[1])
        if any(place == self.last for _card, place in self.queue):
            self.over = True
            return
        self._draw()
        self.energy = self.refill
        self._look()

    # --- What happens by itself -------------------------------------------------------------------

    def _text(self, register: str) -> str:
        return f"{self.registers[register]:0{self.bits}b}"

    def _next_place(self, place: int) -> int:
        return next(other for other in range(place + 1, 99) if other not in self.broken)

    def _draw(self) -> bool:
        if self.deck:
            self.queue.append([self.deck.pop(0), self._next_place(0)])
            return True
        return False

    def _goals(self) -> int:
        cards = [*self.deck, *(card for card, _place in self.queue)]
        return sum(card.startswith("goal") for card in cards)

    def _goal(self) -> int | None:
        values = [card.split()[1] for card in self.shown]
        if self.bits == 4:
            return int(values[0], 2) if values else None
        if len(values) == 2:
            return int(values[0][8 - self.bits :] + values[1], 2)
        return int(values[0], 2) if values and self._goals() == 1 else None

    def _look(self) -> None:
        """Solve, or turn a waiting card over, as long as there is something to do."""
        goal = self._goal()
        if goal is not None:
            if goal == self.registers["A"]:
                self.queue = [entry for entry in self.queue if entry[0] not in self.shown]
                self.shown, self.solved = [], self.solved + 1
                if self._goals() == 0:
                    self.over = True
                elif self.energy > 0:
                    self._look()
            return
        waiting = [entry for entry in self.queue if entry[0] not in self.shown]
        if not waiting:
            return
        entry = waiting[0]
        kind, _, what = entry[0].partition(" ")
        if kind == "goal":
            self.shown.append(entry[0])
            self._look()
            return
        self.queue = [other for other in self.queue if other is not entry]
        if kind == "bug":
            self.broken.add(entry[1])
        elif kind == "error":
            self.disabled.add(what)
        elif kind == "reset" and what in self.registers:
            self.registers[what] = 0
        elif kind == "reset":
            self.registers = {n: v & ~int(what) for n, v in self.registers.items()}
        elif kind == "ok" and self.disabled:
            self.owed = "repair"
            return
        self._replace()

    def _replace(self) -> None:
        """Another card is turned over for a bug or an event (the deck's, where none waits)."""
        if all(card in self.shown for card, _place in self.queue) and self._goal() is None:
            self._draw()
        self._look()
