"""Commands as JSON: their shapes, who may give them, and how they become the table's own types.

    {"type": "play", "text": "e2-e4", "version": 12, "key": "…"}

``version`` is the snapshot that the command was meant for, ``key`` names it: the same key twice is
done once. Everything else are the fields of the type in `companion.referee.commands`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.registry import game_ids
from companion.record.events import Remedy
from companion.referee.commands import (
    Abandon,
    AcceptTable,
    Choose,
    Command,
    CorrectAction,
    CorrectRuling,
    CorrectSites,
    Dismiss,
    Done,
    Draw,
    Leave,
    NewGame,
    Overrule,
    Pause,
    Play,
    Remark,
    ResumeGame,
    Resynchronise,
    SetAutomatic,
    Settled,
    TakeBack,
    UseCamera,
    Why,
)
from webui.roles import Role
from webui.schema import BOOL, FREE, Schema, array, either, obj, text, whole

MOST_WORDS = 500
"""Characters of a note or remark."""
MOST_NOTATION = 4000
"""Characters of an action in notation; a set-up is long."""

SEAT: Schema = either("string", "null", maxLength=20)
SITES: Schema = {
    "type": "object",
    "maxProperties": 400,
    "propertyNames": text(40, least=1),
    "additionalProperties": array(text(40, least=1), 12),
    "description": "Site -> pile, bottom first, each piece in words.",
}
ACTION: Schema = {**FREE, "description": "An action in the game's exchange format."}
NAMES: Schema = {
    "type": "object",
    "maxProperties": 8,
    "propertyNames": text(20, least=1),
    "additionalProperties": text(40),
}


@dataclass(frozen=True, slots=True)
class CommandShape:
    """One type of command: its fields (all may be left out but the ``required``), and who may.

    ``make`` turns the checked fields into the command.
    """

    word: str
    role: Role
    about: str
    make: Callable[[Mapping[str, Any]], Command]
    fields: Mapping[str, Schema]
    required: tuple[str, ...] = ()

    @property
    def schema(self) -> dict[str, Any]:
        """The shape of the whole body."""
        properties = {
            "type": {"type": "string", "const": self.word},
            **self.fields,
            "version": either("integer", "null", minimum=0, maximum=2**53),
            "key": text(80),
        }
        return {**obj(properties, "type", *self.required), "description": self.about}


def _piles(sites: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {site: tuple(pile) for site, pile in sites.items()}


def _of(kind: type[Any]) -> Callable[[Mapping[str, Any]], Command]:
    return lambda given: kind(**given)


def _with_sites(kind: type[Any]) -> Callable[[Mapping[str, Any]], Command]:
    return lambda given: kind(**{**given, "sites": _piles(given.get("sites", {}))})


def _correct_ruling(given: Mapping[str, Any]) -> Command:
    return CorrectRuling(given["event"], Remedy(given["remedy"]), given.get("note", ""))


_PLAYED: Mapping[str, Schema] = {"action": ACTION, "text": text(MOST_NOTATION)}
_NOTE: Mapping[str, Schema] = {"note": text(MOST_WORDS)}

SHAPES: tuple[CommandShape, ...] = (
    CommandShape(
        "play",
        Role.PLAYER,
        "An action, in the exchange format or in notation; it is ruled on and recorded.",
        _of(Play),
        {**_PLAYED, "seat": SEAT},
    ),
    CommandShape("draw", Role.PLAYER, "Do by chance what is due now.", _of(Draw), {}),
    CommandShape(
        "done", Role.PLAYER, "A side's button: look and judge.", _of(Done), {"seat": SEAT}
    ),
    CommandShape("settled", Role.PLAYER, "What hands owed is done, or put back.", _of(Settled), {}),
    CommandShape(
        "choose",
        Role.PLAYER,
        "Which of the options of an ambiguous table it is, from 0.",
        _of(Choose),
        {"option": whole(0, 99)},
        ("option",),
    ),
    CommandShape(
        "take-back",
        Role.PLAYER,
        "The last actions are taken back.",
        _of(TakeBack),
        {"actions": whole(1, 1000), "seat": SEAT},
    ),
    CommandShape(
        "pause",
        Role.PLAYER,
        "Stop the clock and the judging, or go on; null: the other of the two.",
        _of(Pause),
        {"on": either("boolean", "null")},
    ),
    CommandShape("why", Role.PLAYER, "Say the last ruling again.", _of(Why), {}),
    CommandShape("dismiss", Role.PLAYER, "Put the last answer away.", _of(Dismiss), {}),
    CommandShape(
        "remark",
        Role.PLAYER,
        "Words for the record.",
        _of(Remark),
        {"text": text(MOST_WORDS, least=1)},
        ("text",),
    ),
    CommandShape(
        "correct-action",
        Role.REFEREE,
        "The last action was read wrong: this was played.",
        _of(CorrectAction),
        _PLAYED,
    ),
    CommandShape(
        "correct-sites",
        Role.REFEREE,
        "The camera misread these sites of the last photo.",
        _with_sites(CorrectSites),
        {"sites": SITES},
        ("sites",),
    ),
    CommandShape(
        "overrule",
        Role.REFEREE,
        "The try that was refused last stands: both sides agree.",
        _of(Overrule),
        _NOTE,
    ),
    CommandShape(
        "correct-ruling",
        Role.REFEREE,
        "A ruling of the referee was false.",
        _correct_ruling,
        {
            "event": whole(1, 10**6),
            "remedy": {"type": "string", "enum": [remedy.value for remedy in Remedy]},
            **_NOTE,
        },
        ("event", "remedy"),
    ),
    CommandShape(
        "resynchronise",
        Role.REFEREE,
        "Propose to take the table as it lies.",
        _of(Resynchronise),
        {},
    ),
    CommandShape(
        "accept-table",
        Role.REFEREE,
        "The proposal is right, with these sites; the seat is to move.",
        _with_sites(AcceptTable),
        {"sites": SITES, "seat": SEAT},
    ),
    CommandShape(
        "automatic",
        Role.REFEREE,
        "Judge settled changes without a press, or no longer.",
        _of(SetAutomatic),
        {"on": BOOL},
        ("on",),
    ),
    CommandShape(
        "camera",
        Role.REFEREE,
        "Watch with the camera, or play by hand.",
        _of(UseCamera),
        {"on": BOOL},
        ("on",),
    ),
    CommandShape(
        "abandon",
        Role.REFEREE,
        "The players leave the game for good.",
        _of(Abandon),
        {"why": text(MOST_WORDS)},
    ),
    CommandShape("leave", Role.REFEREE, "Put the game away; it can be resumed.", _of(Leave), {}),
    CommandShape(
        "new-game",
        Role.REFEREE,
        "Begin a game.",
        _of(NewGame),
        {
            "game": {"type": "string", "enum": list(game_ids())},
            "rules": {
                "type": "object",
                "maxProperties": 40,
                "propertyNames": text(40, least=1),
                "additionalProperties": FREE,
            },
            "players": NAMES,
            "position": {**FREE, "description": "A position in the exchange format, or null."},
        },
        ("game",),
    ),
    CommandShape(
        "resume-game",
        Role.REFEREE,
        "Go on with a recorded game.",
        _of(ResumeGame),
        {"game_id": whole(1, 2**53)},
        ("game_id",),
    ),
)
"""Every type of command; the tests see to it that none of the table's is missing."""

BY_WORD: Mapping[str, CommandShape] = {shape.word: shape for shape in SHAPES}
BODY: Schema = {"oneOf": [shape.schema for shape in SHAPES]}
"""The shape of a command's body."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command that was read, for which version it was meant, and its key."""

    command: Command
    shape: CommandShape
    version: int | None
    key: str


def read_order(body: Mapping[str, Any]) -> Order:
    """The command in a body that has the shape `BODY`."""
    shape = BY_WORD[body["type"]]
    given = {name: value for name, value in body.items() if name in shape.fields}
    return Order(shape.make(given), shape, body.get("version"), body.get("key", ""))
