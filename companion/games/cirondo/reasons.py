"""Why a move is refused: every reason, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.api import Piece, Reason, reason
from companion.games.cirondo.actions import Move
from companion.games.cirondo.geometry import (
    INNER,
    NAMES,
    NUMBERS,
    RINGS,
    SECTORS,
    Way,
    offset,
    path,
    ways_to,
)
from companion.games.cirondo.moves import has_supply, stances
from companion.games.cirondo.state import State
from companion.games.cirondo.stellars import (
    EMPTY,
    ENEMY,
    FRIEND,
    KIND,
    MOON,
    OWNER,
    PIECES,
    PLANET,
    SIDES,
    SUPPLY,
)


def move_reasons(state: State, action: Move) -> list[Reason]:
    """Every reason why a move is refused in a turn; empty for a legal one."""
    return list(dict.fromkeys(_move_reasons(state, action)))


def _move_reasons(state: State, action: Move) -> Iterator[Reason]:
    for site in dict.fromkeys((action.origin, action.target)):
        if site not in NUMBERS:
            yield from _no_such_space(site)
    if action.origin not in NUMBERS:
        return
    origin = NUMBERS[action.origin]
    code = state.board[origin]
    if code == EMPTY:
        yield reason("CI-23", "nothing-there", action.origin)
        return
    if OWNER[code] != state.to_move:
        mover = SIDES[state.to_move]
        yield reason("CI-23", "not-your-stellar", action.origin, piece=_piece(code), side=mover)
    if action.target in NUMBERS:
        yield from _Try(state, origin, NUMBERS[action.target]).judge()


def _no_such_space(site: str) -> Iterator[Reason]:
    """The board ends with ring H: what is called ring I would be the void (CI-01, CI-10)."""
    if site[:1].upper() == "I" or site.lower() == "void":
        yield reason("CI-10", "void-no-space", site)
    yield reason("CI-01", "off-board", site)


def _piece(code: int) -> Piece:
    piece = PIECES[code]
    assert piece is not None  # an empty space is asked about nowhere
    return piece


class _Try:
    """One try: the stellar on `origin` is to go to `target`."""

    def __init__(self, state: State, origin: int, target: int) -> None:
        self.state, self.origin, self.target = state, origin, target
        self.code = state.board[origin]
        self.side, self.kind = OWNER[self.code], KIND[self.code]
        self.here, self.there = NAMES[origin], NAMES[target]
        self.stance = stances(state, self.side)[target]
        self.inwards, self.clockwise = offset(origin, target)

    def judge(self) -> Iterator[Reason]:
        """Every reason against going there."""
        if self.origin == self.target:
            yield from self._stays()
        elif self.kind == MOON:
            yield from self._moon()
        else:
            if not self._opened:
                yield reason(
                    "CI-05", "first-moon-step", self.here, self.there, piece=_piece(self.code)
                )
            yield from self._slides()

    @property
    def _opened(self) -> bool:
        return bool(self.state.opened >> self.side & 1)

    def _stays(self) -> Iterator[Reason]:
        """A move leads to another space; a full lap is none (CI-12, CI-23)."""
        if self.kind == MOON:
            yield reason("CI-07", "moon-stays", self.here)
        elif self.kind == PLANET:
            yield reason("CI-03", "planet-stays", self.here)
        else:
            yield reason("CI-12", "no-full-lap", self.here)
        if not self._opened and self.kind != MOON:
            yield reason("CI-05", "first-moon-step", self.here, self.there, piece=_piece(self.code))
        yield reason("CI-23", "must-go", self.here)

    def _moon(self) -> Iterator[Reason]:
        """Straight in where it is free, across in only to take (CI-05, CI-07, CI-11)."""
        straight = (self.inwards, self.clockwise) == (1, 0)
        across = self.inwards == 1 and abs(self.clockwise) == 1
        if across and self.stance == FRIEND:
            yield self._own()
        if straight and self.stance != 0:
            other = _piece(self.state.board[self.target])
            yield reason("CI-07", "moon-blocked", self.here, self.there, piece=other)
            if self.stance == FRIEND:
                yield self._own()
        elif across and self.stance != ENEMY:
            yield reason("CI-07", "moon-only-takes-across", self.here, self.there)
        elif not straight and not across:
            yield from self._moon_elsewhere()
        if not straight and not self._opened:
            key = "first-no-capture" if across and self.stance == ENEMY else "first-moon-step"
            yield reason("CI-05", key, self.here, self.there, piece=_piece(self.code))
        if (straight or across) and self.target >= INNER and not has_supply(self.state, self.side):
            yield reason(
                "CI-11",
                "supply-used-up",
                self.here,
                self.there,
                count=SUPPLY,
                side=SIDES[self.side],
            )

    def _moon_elsewhere(self) -> Iterator[Reason]:
        if self.inwards < 0:
            yield reason("CI-07", "moon-no-retreat", self.here, self.there)
        elif self.inwards == 0:
            yield reason("CI-07", "moon-not-round", self.here, self.there)
        else:
            yield reason("CI-07", "moon-one-step", self.here, self.there)
        yield from self._void()

    def _slides(self) -> Iterator[Reason]:
        """A planet keeps to its arc, a solar system to any one line; neither jumps."""
        ways = ways_to(self.origin, self.target)
        if self.kind == PLANET:
            ways = tuple(way for way in ways if Way.IN_CLOCKWISE <= way < Way.CLOCKWISE)
        if not ways:
            if self.kind == PLANET:
                yield reason("CI-03", "planet-off-arc", self.here, self.there)
            else:
                yield reason("CI-12", "solar-off-line", self.here, self.there)
            yield from self._bounce()
            yield from self._void()
        else:
            yield from self._blocked(ways)
        if self.stance == FRIEND:
            yield self._own()
            if ways:
                other = _piece(self.state.board[self.target])
                yield reason("CI-08", "stops-before", self.here, self.there, piece=other)

    def _blocked(self, ways: tuple[Way, ...]) -> Iterator[Reason]:
        """Something stands on every way there (CI-08, CI-12)."""
        board = self.state.board
        met = []
        for way in ways:
            first = next((at for at in path(self.origin, self.target, way)[:-1] if board[at]), None)
            if first is None:
                return
            met.append(first)
        for at in dict.fromkeys(met):
            yield reason(
                "CI-08", "no-jump", self.here, self.there, NAMES[at], piece=_piece(board[at])
            )
        if len(ways) > 1:
            yield reason("CI-12", "ring-blocked", self.here, self.there, *(NAMES[at] for at in met))

    def _bounce(self) -> Iterator[Reason]:
        """Edge and void are walls: an arc does not come back from them (CI-03, CI-10)."""
        ring = self.origin // SECTORS
        steps = abs(self.clockwise)
        if steps > RINGS - 1 - ring and self.inwards == 2 * (RINGS - 1 - ring) - steps:
            yield reason("CI-10", "no-bounce-void", self.here, self.there)
        elif steps > ring and self.inwards == steps - 2 * ring:
            yield reason("CI-03", "no-bounce-edge", self.here, self.there)

    def _void(self) -> Iterator[Reason]:
        """The straight way to the opposite sector would lead through the void (CI-10)."""
        if abs(self.clockwise) == SECTORS // 2:
            yield reason("CI-10", "no-way-through-void", self.here, self.there)

    def _own(self) -> Reason:
        other = self.state.board[self.target]
        if OWNER[other] != self.side:
            return reason("CI-20", "partner-not-taken", self.here, self.there, piece=_piece(other))
        return reason("CI-13", "own-not-taken", self.here, self.there, piece=_piece(other))
