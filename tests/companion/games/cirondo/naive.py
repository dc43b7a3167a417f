"""The moves of two players told a second time: slowly, on rings and sectors, sharing no code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_Space = tuple[int, int]


def _read(name: str) -> _Space:
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def _name(space: _Space) -> str:
    return f"{chr(ord('A') + space[0])}{space[1] + 1}"


def naive_moves(spaces: Mapping[str, str], side: str, *, opened: bool) -> set[tuple[str, str]]:
    """(from, to) of every legal move; `spaces` as in the exchange format."""
    board = {_read(name): words for name, words in spaces.items()}
    found = set()
    for space, words in board.items():
        if words.startswith(side):
            for target in _targets(board, space, words.removeprefix(side + " "), side):
                if opened or (words.endswith("moon") and target not in board):
                    found.add((_name(space), _name(target)))
    return found


def _targets(board: Mapping[_Space, str], space: _Space, kind: str, side: str) -> Iterator[_Space]:
    ring, sector = space
    if kind == "moon":
        full = list(board.values()).count(f"{side} solar system") >= 4
        if ring == 7 or (ring == 6 and full):
            return
        for turn in (-1, 0, 1):
            target = ring + 1, (sector + turn) % 32
            there = board.get(target)
            if there is None if turn == 0 else there is not None and not there.startswith(side):
                yield target
        return
    ways = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    if kind == "solar system":
        ways += [(1, 0), (-1, 0), (0, 1), (0, -1)]
    for inwards, turn in ways:
        at = ring + inwards, (sector + turn) % 32
        while 0 <= at[0] <= 7 and at != space:
            there = board.get(at)
            if there is None or not there.startswith(side):
                yield at
            if there is not None:
                break
            at = at[0] + inwards, (at[1] + turn) % 32


def naive_perft(spaces: dict[str, str], side: str, depth: int) -> int:
    """How many sequences of moves there are, where nobody is out of moves or reduced to one."""
    moves = naive_moves(spaces, side, opened=True)
    if depth == 1:
        return len(moves)
    total = 0
    for origin, target in moves:
        after = {name: words for name, words in spaces.items() if name != origin}
        words = spaces[origin]
        after[target] = words.replace("moon", "solar system") if target[0] == "H" else words
        total += naive_perft(after, "silver" if side == "gold" else "gold", depth - 1)
    return total
