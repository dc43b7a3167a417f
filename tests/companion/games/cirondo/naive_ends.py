"""How a turn ends, told a second time for two, four and teams: names and dictionaries alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.companion.games.cirondo.naive import naive_moves

ORDER = {
    "two": ("gold", "silver"),
    "four": ("gold", "red", "silver", "blue"),
    "teams": ("gold", "red", "silver", "blue"),
}
PARTNERS = {"gold": "warm", "silver": "warm", "red": "bright", "blue": "bright"}
POWERS = {"moon": 0, "planet": 1, "system": 2}


@dataclass
class Naive:
    """A position, its passes in a row, and (winner or team, ruling) once it is over."""

    players: str
    spaces: dict[str, str]
    side: str
    owed: frozenset[str] = frozenset()
    passes: int = 0
    over: tuple[str | None, str] | None = field(default=None)

    def count(self, side: str) -> int:
        return sum(words.startswith(side) for words in self.spaces.values())

    def living(self) -> list[str]:
        return [side for side in ORDER[self.players] if self.count(side)]

    def party(self, side: str) -> str:
        return PARTNERS[side] if self.players == "teams" else side

    def moves(self, side: str) -> set[tuple[str, str]]:
        found = naive_moves(self.spaces, side, opened=True)
        if self.players != "teams":
            return found
        partner = next(other for other in ORDER["teams"] if other != side
                       and PARTNERS[other] == PARTNERS[side])  # fmt: skip
        return {
            (origin, target)
            for origin, target in found
            if not self.spaces.get(target, "").startswith(partner)
        }

    def play(self, move: tuple[str, str] | None) -> None:
        """A turn of the side to move; None: it passes."""
        side = self.side
        if move is None:
            self.passes += 1
            self.over = (None, "CI-18") if self.passes >= len(self.living()) else None
        else:
            self.passes = 0
            words = self.spaces.pop(move[0])
            promoted = words.endswith("moon") and move[1].startswith("H")
            self.spaces[move[1]] = f"{side} solar system" if promoted else words
            self.decide("CI-14" if side in self.owed else "CI-15")
            if self.over is None and self.count(side) == 1:
                self.leave(side)
        self.side = self.after(side)
        while self.over is None and self.count(self.side) == 1 and not self.moves(self.side):
            stuck = self.side
            self.leave(stuck)
            self.side = self.after(stuck)
        ones = (one for one in self.living() if self.count(one) == 1)
        self.owed = frozenset(ones if self.over is None else ())

    def after(self, side: str) -> str:
        order = ORDER[self.players]
        turns = order[order.index(side) + 1 :] + order[: order.index(side)]
        return next((one for one in turns if self.count(one)), turns[0])

    def leave(self, side: str) -> None:
        """A side that has made its last move, or can't, is out."""
        if self.players == "two":
            self.over = (next(one for one in ORDER["two"] if one != side), "CI-14")
            return
        self.spaces = {
            space: words for space, words in self.spaces.items() if not words.startswith(side)
        }
        self.passes = 0
        self.decide("CI-15")

    def decide(self, ruling: str) -> None:
        """One party is left, or everybody is on the last stellar."""
        living = self.living()
        if len({self.party(side) for side in living}) == 1:
            self.over = (self.party(living[0]), "CI-17" if self.players == "two" else "CI-20")
        elif len(self.spaces) == len(living):
            power = {words.split()[0]: POWERS[words.split()[-1]] for words in self.spaces.values()}
            best = {self.party(side) for side in living if power[side] == max(power.values())}
            self.over = (best.pop() if len(best) == 1 else None, ruling)
