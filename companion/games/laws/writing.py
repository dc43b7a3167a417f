"""Laws of writing: states, actions and positions are read back as they were written."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.laws.visit import Finding, Law, Tested, Visit, text_of, through_text


def _state_codec(visit: Visit) -> Iterator[Finding]:
    for action in (None, *visit.acted):
        state = visit.state
        if action is not None:  # claims end games that are not played to that end: look there, too
            state = visit.game.apply(state, action).state
        data = visit.game.encode(state)
        back = visit.game.decode(through_text(data))
        if back != state:
            yield "the state comes back as another one", action
        elif text_of(visit.game.encode(back)) != text_of(data):
            yield "the state comes back equal and is written otherwise", action


def _action_codec(visit: Visit) -> Iterator[Finding]:
    for action in visit.acted:
        data = through_text(visit.game.encode_action(action))
        back = visit.game.decode_action(visit.state, data)
        if back != action:
            yield f"it comes back as {back}", action


def _notation(visit: Visit) -> Iterator[Finding]:
    for action in visit.acted:
        words = visit.game.format(visit.state, action)
        back = visit.game.parse(visit.state, words)
        if back != action:
            yield f"'{words}' is read as {back}", action
        if "\n" in words or words != words.strip() or not words:
            yield f"{words!r} is not one line of words", action


def _position(visit: Visit) -> Iterator[Finding]:
    game = visit.game
    data = through_text(game.position_to_json(visit.state))
    line = game.position_line(visit.state)
    if "\n" in line:
        yield "the position line has more than one line", None
    from_json = game.position_from_json(data, visit.rules)
    from_line = game.position_from_line(line)
    for name, back in (("JSON", from_json), ("line", from_line)):
        if through_text(game.position_to_json(back)) != data:
            yield f"read from its {name}, the position has other JSON", None
        if game.position_line(back) != line:
            yield f"read from its {name}, the position has another line", None


def _key(visit: Visit) -> Iterator[Finding]:
    hash(visit.game.key(visit.state))
    copy = visit.game.decode(through_text(visit.game.encode(visit.state)))
    if visit.game.key(copy) != visit.game.key(visit.state):
        yield "an equal position has another key", None


WRITING: Tested = (
    (Law.STATE_CODEC, _state_codec),
    (Law.ACTION_CODEC, _action_codec),
    (Law.NOTATION, _notation),
    (Law.POSITION, _position),
    (Law.KEY, _key),
)
