"""A position in one line, for logs, messages and search.

The rows of tiles from the top, divided by "/", each tile its two letters, "*" after one with a
bead; who is to move, who started, the beads in the pool; for each seat "score:games:hand"; the
pile, top first; the discards, top last; what is due ("-": nothing). Then, where needed, "again"
and the switches that differ from their defaults. "?" is a card that was not seen, "3?" are three.
"""

from __future__ import annotations

from companion.games.api import Json
from companion.games.errors import BadPosition
from companion.games.stargazers.cards import (
    BY_LETTERS,
    LETTERS,
    NAMES,
    cards_from_text,
    cards_text,
    names_of,
)
from companion.games.stargazers.exchange import position_from_json, position_to_json
from companion.games.stargazers.rules import SEATS, rules_from
from companion.games.stargazers.sky import SIDE
from companion.games.stargazers.state import BEADS, DUE, Phase, State

_LONGEST = 2000
_OVER = "over"
ADVICE = "See docs/games/stargazers.md for how a position line is written."


def position_line(state: State) -> str:
    """The position as one line."""
    rest = ["again"] if state.again else []
    rest += [f"{name}={_value_text(value)}" for name, value in state.rules.changed().items()]
    if state.phase is Phase.SET_UP:
        return " ".join(["-", DUE[Phase.SET_UP], *rest])
    seats = [
        f"{score}:{games}:{cards_text(hand)}"
        for score, games, hand in zip(state.scores, state.games, state.hands, strict=True)
    ]
    return " ".join(
        [
            "/".join(_row_text(state, start) for start in range(0, len(state.layout), SIDE)) or "-",
            SEATS[state.to_move],
            SEATS[state.starter],
            str(state.pool),
            *seats,
            cards_text(state.deck),
            cards_text(state.discard),
            _OVER if state.phase is Phase.OVER else DUE.get(state.phase, "-"),
            *rest,
        ]
    )


def _row_text(state: State, start: int) -> str:
    return "".join(
        LETTERS[state.layout[cell]] + ("*" if state.beads >> cell & 1 else "")
        for cell in range(start, start + SIDE)
    )


def _value_text(value: Json) -> str:
    if isinstance(value, dict):
        return ",".join(f"{seat}:{size}" for seat, size in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)


def position_from_line(text: str) -> State:
    """The inverse of `position_line`. Raises `BadPosition`."""
    if len(text) > _LONGEST:
        raise BadPosition("This is too long for a position line.", ADVICE)
    words = text.split()
    fields = [word for word in words if "=" not in word]
    rules = {
        name: _value(value) for name, _, value in (w.partition("=") for w in words if "=" in w)
    }
    if fields == ["-", DUE[Phase.SET_UP]]:
        return State(rules=rules_from(rules))
    again = fields[-1:] == ["again"]
    fields = fields[: -1 if again else None]
    if len(fields) < 9:
        raise BadPosition(
            "A position line has tiles, two seats, the pool, at least two players, the pile, "
            "the discards and what is due.",
            ADVICE,
        )
    tiles, to_move, starter, pool, *players, deck, discard, due = fields
    scores, games, hands = _players(players)
    sky: dict[str, Json] = {} if tiles == "-" else _sky(tiles)
    data: dict[str, Json] = {
        **position_to_json(State(rules=rules_from(rules))),
        **sky,
        "scores": scores,
        "hands": hands,
        "deck": _cards(deck),
        "discard": _cards(discard),
        "to_move": to_move,
        "pool": _number(pool, BEADS),
        "starter": starter,
        "due": None if due in ("-", _OVER) else due,
        "again": again,
        "games": games,
        "over": due == _OVER,
    }
    return position_from_json(data, rules)


def _value(text: str) -> Json:
    return int(text) if text.isdecimal() and len(text) < 4 else text


def _number(text: str, most: int = 9999) -> int:
    if text.isdecimal() and len(text) < 5 and int(text) <= most:
        return int(text)
    raise BadPosition(f"'{text[:20]}' is no number up to {most}.", ADVICE)


def _cards(text: str) -> list[str | None]:
    cards = cards_from_text(text)
    if cards is None:
        raise BadPosition(f"'{text[:20]}' are no cards.", ADVICE)
    return list(names_of(cards))


def _players(texts: list[str]) -> tuple[dict[str, int], dict[str, int], dict[str, Json]]:
    scores, games, hands = {}, {}, {}
    for number, text in enumerate(texts):
        parts = text.split(":")
        if number >= len(SEATS) or len(parts) != 3:
            raise BadPosition(f"'{text[:20]}' is no player's score, games and hand.", ADVICE)
        seat = SEATS[number]
        scores[seat], games[seat] = _number(parts[0]), _number(parts[1])
        hands[seat] = _cards(parts[2])
    return scores, games, hands


def _sky(text: str) -> dict[str, Json]:
    """The tiles and the beads, as the exchange format has them; it asks whether they can be."""
    layout: list[list[str]] = []
    beads: list[list[int]] = []
    for row in text.split("/"):
        names, marks = [], []
        place = 0
        while place < len(row):
            card = BY_LETTERS.get(row[place : place + 2])
            if card is None:
                raise BadPosition(f"'{row[place:][:10]}' is no tile.", ADVICE)
            lit = row[place + 2 : place + 3] == "*"
            names.append(NAMES[card])
            marks.append(int(lit))
            place += 3 if lit else 2
        layout.append(names)
        beads.append(marks)
    return {"layout": layout, "beads": beads}
