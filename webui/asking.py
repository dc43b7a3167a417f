"""Questions to the referee: may I …? why not? Nothing is played and nothing is recorded.

In a game with hidden cards the answer is worked out on what the asker may know: with the true state
one could ask for the next card of the pile, or for what somebody else holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from companion.games.api import CHANCE, Json, Ruling, Seat, Verdict
from companion.games.errors import BadNotation
from companion.games.registry import AnyGame
from companion.language.catalogue import Catalogue
from companion.record.replay import Timeline
from webui.commands import ACTION, MOST_NOTATION, SEAT
from webui.games import board_of
from webui.refusals import Refusal
from webui.roles import Viewer
from webui.schema import Schema, obj, text
from webui.telling.choices import MOST, target_json
from webui.telling.pieces import reasons_json, todo_json
from webui.telling.secrecy import hides, known_state, seats_of

QUESTION: Schema = obj({"text": text(MOST_NOTATION), "action": ACTION, "seat": SEAT})
"""The shape of a question: an action, in notation or in the exchange format."""


def answer_to(
    body: Mapping[str, Any], timeline: Timeline, who: Viewer, say: Catalogue
) -> dict[str, Json]:
    """The ruling on a question. Raises `Refusal`; a `GameError` for what can't be read."""
    game, state = timeline.game, timeline.state
    seat = body.get("seat")
    if hides(game):
        seat = asking_seat(game, state, who)
        state = known_state(game, state, seat)
    try:
        action = _read(body, game, state)
    except BadNotation as error:
        if error.why is None:  # JSON, which programs write
            raise
        message, advice = say.unread(error.why)
        raise Refusal(400, "refused", message=message, advice=advice) from error
    ruling = game.rule_on(state, action, seat=seat)
    if not ruling.legal and hides(game) and action in _listed(game, timeline.state):
        ruling = Ruling(Verdict.LEGAL)  # it is on the list; what it leads to nobody knows yet
    return {
        "legal": ruling.legal,
        "action": game.encode_action(action),
        "text": game.format(state, action),
        "reasons": reasons_json(ruling.reasons, say),
        "notes": [say.sentence(note) for note in ruling.notes],
        "steps": say.steps_sentence(ruling.effects),
        "todo": todo_json(ruling.effects, say),
        "nearest": [game.format(state, near) for near in ruling.nearest],
        **target_json(board_of(game.spec.id).target(state, action, ruling.effects)),
    }


def _listed(game: AnyGame, state: Any) -> Iterable[Any]:
    """The legal actions that the asker is shown anyway."""
    return islice(game.legal(state), MOST)


def _read(body: Mapping[str, Any], game: AnyGame, state: Any) -> Any:
    if body.get("text"):
        return game.complete(state, game.parse(state, body["text"]))
    if body.get("action") is None:
        raise Refusal(422, "nothing-asked")
    return game.complete(state, game.decode_action(state, body["action"]))


def asking_seat(game: AnyGame, state: Any, who: Viewer) -> Seat:
    """The seat that asks: the viewer's own, while it is to act. Raises `Refusal`."""
    mine = seats_of(who, game, state) & game.to_act(state) - {CHANCE}
    if not mine:
        raise Refusal(403, "not-your-seat")
    return min(mine)
