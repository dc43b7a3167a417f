"""The cards of the decks: goals, bugs and events, by codes and by their words."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.api import Piece

Card = int
"""A card's code: a goal's is its value, from 0 to 15."""

UNKNOWN: Card = -1
"""A card that lies face-down and that nobody has told the referee."""

GOALS = 16
BUG: Card = 16
OK: Card = 17
COLUMNS = (2, 4, 8)
"""The columns that an event can reset; there is no RESET 1 (MN-26)."""

_RESETS = ("A", "B", "C", "D")
_BREAKABLE = ("B", "C", "D", "ROL", "NOT", "XOR")
"""What an ERROR can hit: never A (MN-22), and of the operations only three (MN-23)."""

TEXTS: tuple[str, ...] = (
    *(f"goal {value:04b}" for value in range(GOALS)),
    "bug",
    "ok",
    *(f"reset {register}" for register in _RESETS),
    *(f"reset {column}" for column in COLUMNS),
    *(f"error {part}" for part in _BREAKABLE),
)
"""code -> the card in the words of the exchange format."""

CODES = {text: code for code, text in enumerate(TEXTS)}

RESET_REGISTER = {CODES[f"reset {name}"]: place for place, name in enumerate(_RESETS)}
"""card -> the register that it switches off (MN-24)."""
RESET_COLUMN = {CODES[f"reset {column}"]: column for column in COLUMNS}
"""card -> the bit that it switches off in every register (MN-24)."""
ERROR = {CODES[f"error {part}"]: part for part in _BREAKABLE}
"""card -> the register or operation that it disables (MN-22, MN-23)."""

BREAKABLE = frozenset(_BREAKABLE)

MOST = {**dict.fromkeys(range(len(TEXTS)), 1), BUG: 2, OK: 4}
"""card -> how many of it are in the box."""

DOWN = Piece("", "card", "face-down")
"""Any card that shows its back."""
SOLVED = Piece("", "goal", "solved")
"""A goal that a player has solved and keeps."""


def is_goal(card: Card) -> bool:
    """Whether a card is a goal."""
    return 0 <= card < GOALS


def events(*, plain: bool, columns: bool) -> tuple[Card, ...]:
    """The event cards that take part, each as often as it is there (MN-26)."""
    found: list[Card] = []
    if plain:
        found += [OK] * MOST[OK] + [*RESET_REGISTER, *ERROR]
    if columns:
        found += [*RESET_COLUMN]
    return tuple(sorted(found))


def words(card: Card) -> str | None:
    """A card in the words of the exchange format; None for an unknown one.

    >>> words(6), words(BUG), words(UNKNOWN)
    ('goal 0110', 'bug', None)
    """
    return None if card == UNKNOWN else TEXTS[card]


def all_words(cards: Iterable[Card]) -> list[str | None]:
    """Several cards in words."""
    return [words(card) for card in cards]


def piece_of(card: Card) -> Piece:
    """A card as it lies face-up on the table.

    >>> str(piece_of(6))
    'goal 0110'
    """
    return _PIECES[card]


_PIECES = tuple(Piece("", *text.split(" ")) for text in TEXTS)
CARD_OF = {piece: code for code, piece in enumerate(_PIECES)}
