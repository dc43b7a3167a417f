"""The pulls of Yinnok's new traps, one mouth after the other (MS-66, MS-67)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.api import Carried, Effect, Removed
from companion.games.moons_and_stars.deities.deed import lost_tuple
from companion.games.moons_and_stars.deities.dirlydwurg import carry_trap
from companion.games.moons_and_stars.piles import (
    DIRECTIONS,
    EMPTY,
    FIXTURE,
    KIND,
    LANDING,
    OWNER,
    PILES,
    SHELTERED,
    SIDE_OF_UNIT,
    TRAP_FACING,
    UNIT,
    UNIT_CODE,
    Landing,
    Unit,
)
from companion.games.moons_and_stars.pulls import LOST, DeadEnd, Puller, Trail, resting_code
from companion.games.moons_and_stars.state import Lost, State, count_lost
from companion.games.moons_and_stars.terrain import terrain_of


def _clears(code: int) -> bool:
    """Whether movers stand on the point without a safe or stone below them."""
    return UNIT[code] is not None and FIXTURE[code] == EMPTY


SWEEP_LANDING = tuple(
    tuple(
        tuple(Landing.CAPTURE if _clears(code) else landing for code, landing in enumerate(row))
        for row in rows
    )
    for rows in LANDING
)
"""The landing table of a sweep: movers at an exit are removed, whatever their side (MS-66)."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table in the middle of a sweep; ``reached`` is the side that stands on a stone."""

    board: bytes
    lost: Lost
    reached: int | None = None


@dataclass(frozen=True, slots=True)
class Sweep:
    """The table after the cubes are turned over, with the mouths that have something to pull.

    ``items`` maps each occupied mouth of a new trap to those traps, in order of facing.
    """

    table: Table
    columns: int
    active: int
    names: tuple[str, ...]
    items: dict[int, tuple[int, ...]]

    def labels(self, mouth: int) -> tuple[str, ...]:
        """How an order names a mouth: "e5", or "e5 north" for each of several new traps."""
        traps = self.items[mouth]
        if len(traps) == 1:
            return (self.names[mouth],)
        facings = (DIRECTIONS[TRAP_FACING[self.table.board[trap]]] for trap in traps)
        return tuple(f"{self.names[mouth]} {facing}" for facing in facings)

    def results(self) -> set[Table]:
        """Every table that some order leads to."""
        seen: set[tuple[Table, frozenset[int]]] = set()
        found: set[Table] = set()
        pending = [(self.table, frozenset(self.items))]
        while pending:
            at = pending.pop()
            if at in seen:
                continue
            seen.add(at)
            table, left = at
            if not left or table.reached is not None:
                found.add(table)
                continue
            for mouth in left:
                for trap in self.items[mouth]:
                    pending.append((self._pull(table, mouth, trap, None), left - {mouth}))
        return found

    def in_order(self, order: tuple[str, ...], effects: list[Effect] | None = None) -> Table:
        """The table after pulling in a full order of `labels`; fills `effects` in."""
        by_label = {
            label: (mouth, trap)
            for mouth, traps in self.items.items()
            for label, trap in zip(self.labels(mouth), traps, strict=True)
        }
        table = self.table
        for label in order:
            if table.reached is None:
                table = self._pull(table, *by_label[label], effects)
        return table

    def _pull(self, table: Table, mouth: int, trap: int, effects: list[Effect] | None) -> Table:
        """Pull whatever stands on `mouth` now through `trap`."""
        code = table.board[mouth]
        if KIND[code] == "stone":
            return self._pull_stone(table, mouth, trap, effects)
        found = UNIT[code]
        if found is None or SHELTERED[code]:
            return table
        side, unit = found
        lifted = bytearray(table.board)
        lifted[mouth] = EMPTY
        terrain = terrain_of(self.columns, table.board)
        puller = Puller(terrain, lifted, side, SWEEP_LANDING[side])
        ends = list(puller.pull(trap, mouth, unit))
        trails = [end for end in ends if isinstance(end, Trail)]
        if not trails:  # MS-40 would forbid it: the pulled piece is removed where it got to
            trails = [end.before for end in ends if isinstance(end, DeadEnd)]
        trail = min(trails, key=lambda t: self._preference(t, side, lifted))
        if effects is not None:
            effects.extend(self._effects(table, side, unit, trail))
        return self._done(table, lifted, side, trail)

    def _preference(
        self, trail: Trail, side: int, board: bytearray
    ) -> tuple[int, int, int, int, tuple[str, ...]]:
        """Where a chain branches, what is best for the active player counts."""
        won = 0
        if trail.rest != LOST and KIND[board[trail.rest]] == "stone":
            won = -1 if side == self.active else 1
        removed = [side] * (1 + trail.unit.is_stack) if trail.rest == LOST else []
        for point in trail.captured:
            found = UNIT[board[point]]
            if found is not None:
                removed += [found[0]] * (1 + found[1].is_stack)
        own = removed.count(self.active)
        pits = trail.unit is Unit.STAR and trail.pit >= 0
        enemy_pit = pits and OWNER[board[trail.pit]] != self.active
        names = tuple(self.names[trap] for trap in trail.traps)
        return won, own - len(removed), -int(enemy_pit), own, names

    def _done(self, table: Table, board: bytearray, side: int, trail: Trail) -> Table:
        """The table after a trail of `side`; `board` is without the pulled unit."""
        lost = list(table.lost)
        for point in trail.captured:
            found = UNIT[board[point]]
            if found is not None:
                for kind in found[1].kinds:
                    count_lost(lost, found[0], kind)
            board[point] = FIXTURE[board[point]]
        reached = None
        if trail.rest == LOST:
            for kind in trail.unit.kinds:
                count_lost(lost, side, kind)
            if trail.pit >= 0 and trail.unit is Unit.STAR:
                count_lost(lost, OWNER[board[trail.pit]], "pit")
                board[trail.pit] = EMPTY
        else:
            board[trail.rest] = resting_code(board, side, trail)
            reached = side if KIND[board[trail.rest]] == "stone" else None
        return Table(bytes(board), lost_tuple(lost), reached)

    def _effects(self, table: Table, side: int, unit: Unit, trail: Trail) -> list[Effect]:
        """What a hand does for one pull."""
        pieces = PILES[UNIT_CODE[side][unit]]
        effects: list[Effect] = []
        taken: set[int] = set()
        at, pulled_by = trail.stops[0][0], 0
        for point, traps in trail.stops[1:]:
            if point in trail.captured and point not in taken:
                taken.add(point)
                victims = PILES[table.board[point]]
                effects.append(Removed("MS-66", victims, self.names[point], 0, "taken away"))
            via = tuple(self.names[trap] for trap in trail.traps[pulled_by:traps])
            where = self.names[at], self.names[point]
            effects.append(Carried("MS-66", pieces, *where, "pulled", via))
            at, pulled_by = point, traps
        if trail.rest == LOST:
            index = 1 if trail.pit >= 0 else 0
            via = tuple(self.names[trap] for trap in trail.traps[pulled_by:])
            effects.append(Removed("MS-66", pieces, self.names[at], index, "lost", via))
            if trail.pit >= 0 and unit is Unit.STAR:
                pit = PILES[table.board[trail.pit]]
                effects.append(Removed("MS-33", pit, self.names[at], 0, "lost"))
        return effects

    def _pull_stone(
        self, table: Table, mouth: int, trap: int, effects: list[Effect] | None
    ) -> Table:
        """A stone goes through traps that are not lethal and whose exit is empty (MS-67)."""
        board = bytearray(table.board)
        stone = board[mouth]
        board[mouth] = EMPTY
        terrain = terrain_of(self.columns, bytes(board))
        at, pulled = mouth, set[int]()
        choices: tuple[int, ...] = (trap,)
        while True:
            for chosen in choices:
                exit_point = carry_trap(terrain, board, chosen)
                if exit_point >= 0 and chosen not in pulled:
                    break
            else:
                break
            pulled.add(chosen)
            if effects is not None:
                names = self.names[at], self.names[exit_point]
                via = (self.names[chosen],)
                effects.append(Carried("MS-67", PILES[stone], *names, "pulled", via))
            at = exit_point
            choices = tuple(sorted(terrain.mouths.get(at, ()), key=self.names.__getitem__))
        board[at] = stone
        return Table(bytes(board), table.lost, table.reached)


def start_of(state: State, active: int, board: bytes, traps: tuple[int, ...]) -> Sweep:
    """A sweep of the new traps on `traps`; `board` has the cubes turned over already."""
    geometry = state.geometry
    items: dict[int, tuple[int, ...]] = {}
    for trap in sorted(traps, key=lambda point: TRAP_FACING[board[point]]):
        mouth = geometry.neighbours[trap][(TRAP_FACING[board[trap]] + 2) % 4]
        if mouth < 0:
            continue
        code = board[mouth]
        stands = SIDE_OF_UNIT[code] != 255 and not SHELTERED[code]
        if stands or (KIND[code] == "stone" and UNIT[code] is None):
            items[mouth] = (*items.get(mouth, ()), trap)
    table = Table(board, state.lost)
    return Sweep(table, state.rules.columns, active, geometry.names, items)
