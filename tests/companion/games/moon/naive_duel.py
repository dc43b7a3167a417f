"""The competitive game once more, told as a person would, on positions of the exchange format."""

from __future__ import annotations

from typing import Any

from tests.companion.games.moon import naive

Json = Any
CHEAP = {"green": {"INC": 2, "DEC": 2}, "yellow": {"ROL": 1, "ROR": 1}}
FREE = {"purple": ("MOV",), "red": ("OR", "AND", "XOR")}


class Duel:
    """A table that is played on; ``position`` is written on as it goes."""

    def __init__(self, position: Json, *, by_state: bool) -> None:
        self.position = position
        self.by_state = by_state

    @property
    def me(self) -> Json:
        return self.position["players"][self.position["to_move"]]

    def operate(self, name: str, target: str, source: str | None) -> None:
        before = self.position["registers"]["A"]
        result = int(naive.worked(name, self._text(target), self._text(source or target)), 2)
        if target == "RAM":
            self.me["ram"] = result
        else:
            self.position["registers"][target] = result
        self._pay(name)
        after = self.position["registers"]["A"]
        if self._goal() == after and (self.by_state or before != after):
            self._solve()

    def look(self, seat: str) -> None:
        self.me["bugs"] -= 1
        self.position["players"][seat]["bugs"] += 1

    def repair(self, part: str) -> None:
        self.position["disabled"].remove(part)
        self.position["owed"] = None
        self._draw()

    def end(self) -> None:
        if not self.position["deck"]:
            self.position["over"] = True
            return
        self.me["free_left"] = 0
        seats = sorted(self.position["players"])
        seat = seats[(seats.index(self.position["to_move"]) + 1) % len(seats)]
        self.position["to_move"], self.position["energy"] = seat, self.position["refill"]
        self.me["free_left"] = 2 if self.me["hacker"] in FREE else 0
        if self.by_state and self._goal() == self.position["registers"]["A"]:
            self._solve()

    # --- What happens by itself -------------------------------------------------------------------

    def _text(self, name: str) -> str:
        value = self.me["ram"] if name == "RAM" else self.position["registers"][name]
        return f"{value:0{self.position['bits']}b}"

    def _pay(self, name: str) -> None:
        hacker = self.me["hacker"]
        if self.me["free_left"] and name in FREE.get(hacker, ()):
            self.me["free_left"] -= 1
        else:
            usual = 1 if name == "MOV" else naive.COSTS[name]
            self.position["energy"] -= CHEAP.get(hacker, {}).get(name, usual)

    def _goal(self) -> int | None:
        values = [card.split()[1] for card in self.me["goal"]]
        bits = self.position["bits"]
        if bits > 4 and len(values) == 2:
            return int(values[0][8 - bits :] + values[1], 2)
        whole = values and (bits == 4 or not self.position["deck"])
        return int(values[0], 2) if whole else None

    def _solve(self) -> None:
        self.me["goal"] = []
        self.me["solved"] += 1
        self._draw()

    def _draw(self) -> None:
        due = 1 if self.position["bits"] == 4 else 2
        registers = self.position["registers"]
        while len(self.me["goal"]) < due and self.position["deck"]:
            card = self.position["deck"].pop(0)
            kind, _, what = card.partition(" ")
            if kind == "goal":
                self.me["goal"].append(card)
            elif kind == "bug":
                self.me["bugs"] += 1
            elif kind == "error":
                self.position["disabled"] = sorted({*self.position["disabled"], what})
            elif kind == "reset" and what in registers:
                registers[what] = 0
            elif kind == "reset":
                for name in registers:
                    registers[name] &= ~int(what)
            elif self.position["disabled"]:
                self.position["owed"] = "repair"
                return
        if self.by_state and self._goal() == registers["A"]:
            self._solve()
