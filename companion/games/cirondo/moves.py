"""Which moves are legal: fast, for play and search."""

from __future__ import annotations

from companion.games.cirondo.actions import Line, Move, lines_from
from companion.games.cirondo.geometry import (
    ARCS,
    INNER,
    NUMBERS,
    RAYS,
    SECTORS,
    Way,
    path,
    ways_to,
)
from companion.games.cirondo.state import Phase, State
from companion.games.cirondo.stellars import (
    ENEMY,
    FREE,
    KIND,
    MOON,
    OWNER,
    PLANET,
    SOLAR,
    STANCES,
    SUPPLY,
    TEAM_STANCES,
    code_of,
)


def stances(state: State, side: int) -> bytes:
    """The board as a side sees it: free, friend or enemy, space by space."""
    table = TEAM_STANCES if state.rules.teams else STANCES
    return state.board.translate(table[side])


def has_supply(state: State, side: int) -> bool:
    """Whether a solar system is free for a moon that reaches the inner ring (CI-11)."""
    return state.rules.unlimited or state.board.count(code_of(side, SOLAR)) < SUPPLY


def legal_moves(state: State) -> list[Move]:
    """Every move of the side to move, by origin from A1 to H32; no passes."""
    side, board = state.to_move, state.board
    seen = stances(state, side)
    limit = INNER if has_supply(state, side) else INNER - SECTORS
    moon, planet, solar = (code_of(side, kind) for kind in (MOON, PLANET, SOLAR))
    if not state.opened >> side & 1:
        return _first_moves(board, moon, limit)
    found: list[Move] = []
    for origin, code in enumerate(board):
        if code == planet:
            for line in lines_from(origin)[ARCS]:
                _slide(found, line, seen)
        elif code == moon and origin < limit:
            _step(found, lines_from(origin), seen)
        elif code == solar:
            lines = lines_from(origin)
            for line in lines[: Way.CLOCKWISE]:
                _slide(found, line, seen)
            _orbit(found, lines, seen)
    return found


def _first_moves(board: bytes, moon: int, limit: int) -> list[Move]:
    """A side's first move is a moon's step straight in (CI-05)."""
    return [
        lines_from(origin)[Way.IN][0][1]
        for origin, code in enumerate(board[:limit])
        if code == moon and not board[origin + SECTORS]
    ]


def _step(found: list[Move], lines: tuple[Line, ...], seen: bytes) -> None:
    """A moon goes straight in where it is free, and takes across (CI-07)."""
    for way, needed in ((Way.IN, FREE), (Way.IN_CLOCKWISE, ENEMY), (Way.IN_ANTICLOCKWISE, ENEMY)):
        target, move = lines[way][0]
        if seen[target] == needed:
            found.append(move)


def _slide(found: list[Move], line: Line, seen: bytes) -> int:
    """Along one direction up to the first stellar, onto it if it is an enemy (CI-08).

    Returns the space of that stellar, -1 if there is none.
    """
    for target, move in line:
        stance = seen[target]
        if stance:
            if stance == ENEMY:
                found.append(move)
            return target
        found.append(move)
    return -1


def _orbit(found: list[Move], lines: tuple[Line, ...], seen: bytes) -> None:
    """Round the ring both ways, every space once (CI-12)."""
    met = _slide(found, lines[Way.CLOCKWISE], seen)
    if met >= 0:
        back = lines[Way.ANTICLOCKWISE]
        distance = next(steps for steps, (target, _move) in enumerate(back) if target == met)
        _slide(found, back[:distance], seen)


def is_legal_move(state: State, action: Move) -> bool:
    """Whether the side to move may make a move now."""
    origin, target = NUMBERS.get(action.origin), NUMBERS.get(action.target)
    if state.phase is not Phase.TURNS or origin is None or target is None:
        return False
    code, side = state.board[origin], state.to_move
    if OWNER[code] != side:
        return False
    if KIND[code] == MOON:
        return _is_legal_step(state, origin, target)
    if not state.opened >> side & 1:
        return False
    ways = ways_to(origin, target)
    if KIND[code] == PLANET:
        ways = tuple(way for way in ways if Way.IN_CLOCKWISE <= way < Way.CLOCKWISE)
    board = state.board
    stance = (TEAM_STANCES if state.rules.teams else STANCES)[side][board[target]]
    return stance in (FREE, ENEMY) and any(
        not any(board[space] for space in path(origin, target, way)[:-1]) for way in ways
    )


def _is_legal_step(state: State, origin: int, target: int) -> bool:
    """Whether a moon of the side to move may step there (CI-05, CI-07, CI-11)."""
    side = state.to_move
    if origin >= INNER or (target >= INNER and not has_supply(state, side)):
        return False
    if target == origin + SECTORS:
        return not state.board[target]
    across = RAYS[origin][Way.IN_CLOCKWISE][0], RAYS[origin][Way.IN_ANTICLOCKWISE][0]
    opened = state.opened >> side & 1
    return bool(opened) and target in across and stances(state, side)[target] == ENEMY
