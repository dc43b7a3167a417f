"""What a side may put where when it sets up (MS-06 … MS-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from companion.games.api import Piece, Reason, reason
from companion.games.moons_and_stars.actions import SetUp
from companion.games.moons_and_stars.geometry import Geometry
from companion.games.moons_and_stars.piles import AXES, CODES, DIRECTIONS, KINDS, SIDES
from companion.games.moons_and_stars.state import Faces, State

CUBES = 16
"""Ballits of one side."""
MOVERS = ("moon", "star")


def words_for(kind: str, *, one_way: bool) -> tuple[str, ...]:
    """The ways in which a piece of one kind can be placed (MS-08, MS-52)."""
    if kind == "trap":
        return tuple(f"trap {facing}" for facing in DIRECTIONS)
    if kind == "path":
        return tuple(f"path {way}" for way in (DIRECTIONS if one_way else AXES))
    return (kind,)


def piece_from_words(side: int, words: str) -> Piece:
    """A side's piece from "moon" or "trap north".

    >>> str(piece_from_words(1, "trap north"))
    'blue trap north'
    """
    kind, _, facing = words.partition(" ")
    return Piece(SIDES[side], kind, facing)


def mouth_of(geometry: Geometry, point: int, words: str) -> int:
    """The mouth of a trap placed on `point`; -1 for anything else, or off the board."""
    kind, _, facing = words.partition(" ")
    if kind != "trap" or facing not in DIRECTIONS:
        return -1
    return geometry.neighbours[point][(DIRECTIONS.index(facing) + 2) % 4]


def placed_board(state: State, action: SetUp) -> bytes:
    """The board with a legal set-up on it."""
    board, side = bytearray(state.board), SIDES.index(action.side)
    for site, words in action.pieces:
        board[state.geometry.numbers[site]] = CODES[(piece_from_words(side, words),)]
    return bytes(board)


def set_up_reasons(state: State, action: SetUp) -> Iterator[Reason]:
    """Everything wrong with a set-up; nothing: it is legal."""
    side = SIDES.index(action.side)
    rolled = state.start.rolls[side]
    geometry, home = state.geometry, set(state.geometry.home(side))
    allowed = {w for k in (*KINDS, "stone") for w in words_for(k, one_way=state.rules.one_way)}
    good: list[tuple[str, str]] = []
    for site, words in action.pieces:
        if words not in allowed:
            yield reason("MS-08", "set-up-no-such-piece", site, words=words)
        elif geometry.numbers.get(site, -1) not in home:
            piece = piece_from_words(side, words)
            yield reason("MS-06", "set-up-outside-home", site, piece=piece, side=action.side)
        else:
            good.append((site, words))
    sites = [site for site, _words in action.pieces]
    for site, count in Counter(sites).items():
        if count > 1:
            yield reason("MS-06", "set-up-one-each", site, count=count)
    if len(set(sites)) == len(sites) and sites != sorted(sites):
        yield reason("MS-06", "set-up-order")
    if rolled is not None:
        yield from _count_reasons(action, rolled)
    yield from mouth_reasons(geometry, side, good)


def _count_reasons(action: SetUp, rolled: Faces) -> Iterator[Reason]:
    """Faces that were not rolled, or are missing, and the stone (MS-06)."""
    placed = Counter(words.partition(" ")[0] for _site, words in action.pieces)
    for kind, due in (*zip(KINDS, rolled, strict=True), ("stone", 1)):
        if placed[kind] > due:
            key = "set-up-two-stones" if kind == "stone" else "set-up-not-rolled"
            sites = [site for site, words in action.pieces if words.partition(" ")[0] == kind]
            yield reason("MS-06", key, *sites, kind=kind, count=placed[kind], due=due)
        elif placed[kind] < due:
            key = "set-up-no-stone" if kind == "stone" else "set-up-missing"
            yield reason("MS-06", key, kind=kind, count=placed[kind], due=due, side=action.side)


def mouth_reasons(
    geometry: Geometry, side: int, pieces: Iterable[tuple[str, str]]
) -> Iterator[Reason]:
    """Own movers and the own stone on the mouth of an own trap (MS-09)."""
    listed = [(geometry.numbers[site], words) for site, words in pieces]
    on_board = dict(listed)
    for point, words in listed:
        mouth = mouth_of(geometry, point, words)
        standing = on_board.get(mouth)
        if standing in (*MOVERS, "stone"):
            yield reason(
                "MS-09",
                "set-up-own-mouth",
                geometry.names[mouth],
                geometry.names[point],
                piece=piece_from_words(side, standing),
                trap=piece_from_words(side, words),
            )


def set_up_actions(state: State, side: int) -> Iterator[SetUp]:
    """Every legal set-up of a side, point by point: very many, so take what you need."""
    rolled = state.start.rolls[side] or (0,) * len(KINDS)
    stock = dict(zip((*KINDS, "stone"), (*rolled, 1), strict=True))
    points = sorted(state.geometry.home(side), key=state.geometry.names.__getitem__)
    for pieces in _fill(state, points, 0, stock, {}):
        yield SetUp(SIDES[side], pieces)


def _fill(
    state: State, points: list[int], at: int, stock: dict[str, int], laid: dict[int, str]
) -> Iterator[tuple[tuple[str, str], ...]]:
    left = sum(stock.values())
    if left == 0:
        names = state.geometry.names
        yield tuple((names[point], words) for point, words in laid.items())
        return
    if len(points) - at < left:
        return
    point = points[at]
    for kind, count in stock.items():
        if count:
            for words in words_for(kind, one_way=state.rules.one_way):
                if _fits(state.geometry, laid, point, words):
                    rest = {**stock, kind: count - 1}
                    yield from _fill(state, points, at + 1, rest, {**laid, point: words})
    yield from _fill(state, points, at + 1, stock, laid)


def _fits(geometry: Geometry, laid: dict[int, str], point: int, words: str) -> bool:
    """Whether MS-09 allows one more piece beside those that are laid."""
    if words in (*MOVERS, "stone"):
        return all(mouth_of(geometry, p, w) != point for p, w in laid.items())
    return laid.get(mouth_of(geometry, point, words)) not in (*MOVERS, "stone")


def sample_set_up(state: State, side: int, rng: Random) -> SetUp:
    """A random legal set-up: cubes on random points, then each trap turned a way that may be."""
    geometry = state.geometry
    rolled = state.start.rolls[side] or (0,) * len(KINDS)
    kinds = ["stone"] + [k for k, n in zip(KINDS, rolled, strict=True) for _ in range(n)]
    kinds.sort(key=lambda kind: kind == "trap")
    while True:
        laid: dict[int, str] = {}
        for kind, point in zip(kinds, rng.sample(geometry.home(side), len(kinds)), strict=True):
            ways = [
                words
                for words in words_for(kind, one_way=state.rules.one_way)
                if _fits(geometry, laid, point, words)
            ]
            if not ways:
                break
            laid[point] = rng.choice(ways)
        else:
            pieces = sorted((geometry.names[point], words) for point, words in laid.items())
            return SetUp(SIDES[side], tuple(pieces))
