"""What the referee said last: title, text, reasons, what to do, and the whole for speech."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.api import Fault, Json, Seat
from companion.games.registry import AnyGame
from companion.language.catalogue import Catalogue
from companion.language.notices import worded
from companion.referee.evidence import Look
from companion.referee.findings import Option
from companion.referee.snapshot import Answer, Said
from webui.roles import Viewer
from webui.telling.pieces import reasons_json, todo_json
from webui.telling.secrecy import hides, seats_of

_TONES = {
    "good": (
        Said.LEGAL,
        Said.SETTLED,
        Said.PUT_BACK,
        Said.TABLE_READY,
        Said.CORRECTED,
        Said.OVERRULED,
        Said.RESYNCHRONISED,
        Said.ROLL,
    ),
    "bad": (Said.ILLEGAL, Said.FAULTS, Said.TIME_UP),
    "ask": (
        Said.AMBIGUOUS,
        Said.OUT_OF_STEP,
        Said.PROPOSAL,
        Said.ROLL_UNCLEAR,
        Said.DOUBT,
        Said.CHOOSE,
    ),
}
"""How an answer is meant; all others inform."""

LONGEST_TITLE = 60
"""Signs of an action in a title, at most."""


def tone_of(said: Said) -> str:
    """Whether an answer is good, bad, asks or informs."""
    return next((tone for tone, those in _TONES.items() if said in those), "info")


@dataclass(frozen=True, slots=True)
class About:
    """What an answer is told with: the game, the state now, the texts, and to whom."""

    game: AnyGame | None
    state: Any
    say: Catalogue
    viewer: Viewer


def answer_json(answer: Answer, notation: str, about: About) -> dict[str, Json]:
    """An answer as JSON; ``notation`` is its action as the viewer may see it."""
    say = about.say
    reasons = answer.reasons or (answer.ruling.reasons if answer.ruling is not None else ())
    notes = answer.ruling.notes if answer.ruling is not None else ()
    reason = worded(answer.reason, say.language)
    told: dict[str, Json] = {
        "number": answer.number,
        "said": answer.said.value,
        "tone": tone_of(answer.said),
        "seat": answer.seat,
        "notation": notation,
        "title": _text(f"said.{answer.said.value}", notation, answer.seat, say),
        "text": " ".join(part for part in (*map(say.sentence, notes), reason) if part),
        "reasons": reasons_json(reasons, say),
        "nearest": list(answer.nearest) if _may_see_nearest(answer.seat, about) else [],
        "todo": todo_json(answer.todo, say),
        "options": [{"text": option_text(one, say)} for one in answer.options],
        "strange": strange_json(answer.strange, say),
        "faults": faults_json(answer.faults, say),
        "photo": answer.photo,
        "again": answer.again,
    }
    return {**told, "speak": _speech(told, say)}


def option_text(option: Option, say: Catalogue) -> str:
    """One explanation of what lies on the table."""
    if option.taken_back:
        return say.say("watch.option-back")
    if not option.notations:
        return say.say("watch.option-nothing")
    return say.say("watch.option-played", actions=tuple(option.notations))


def strange_json(strange: Iterable[tuple[str, Look]], say: Catalogue) -> list[Json]:
    """Sites that don't fit, with what seems to lie there."""
    told: list[Json] = []
    for site, look in strange:
        key = "watch.place" if look.piece else "watch.place-empty"
        told.append({"site": site, "text": say.say(key, site=site, piece=look.piece)})
    return told


def faults_json(faults: Iterable[Fault], say: Catalogue) -> list[Json]:
    """What is wrong with a table, each at its site."""
    return [
        {
            "site": fault.sites[0] if fault.sites else None,
            "sites": list(fault.sites),
            "text": say.fault_sentence(fault),
            "ruling": fault.reason.ruling,
        }
        for fault in faults
    ]


def _may_see_nearest(seat: Seat | None, about: About) -> bool:
    """The nearest legal actions may name cards of a hand: they are for its player only."""
    if about.game is None or not hides(about.game):
        return True
    return seat is not None and seat in seats_of(about.viewer, about.game, about.state)


def _has(key: str, say: Catalogue) -> bool:
    return say.say(key, seat="") != key


def _text(key: str, notation: str, seat: Seat | None, say: Catalogue) -> str:
    """A text about an action; the one without where there is none, or it would be a list.

    Nobody wants to read, or to have read out, a set-up of seventeen pieces or a whole deal.
    """
    if notation and (len(notation) <= LONGEST_TITLE or not _has(f"{key}-bare", say)):
        return say.say(key, action=notation, seat=seat or "")
    bare = say.say(f"{key}-bare", seat=seat or "")
    return say.say(key, action="", seat=seat or "").strip() if bare == f"{key}-bare" else bare


def _speech(told: Mapping[str, Json], say: Catalogue) -> str:
    """The whole answer as one text."""
    parts = [told["title"], told["text"]]
    parts += [one["text"] for one in (*told["reasons"], *told["faults"])]
    parts += [f"{one['text']}." for one in told["strange"]]
    if told["options"]:
        options = tuple(one["text"] for one in told["options"])
        parts.append(say.say("texts-panel.options", options=options))
    if told["nearest"]:
        parts.append(say.say("texts.nearest", moves=tuple(told["nearest"])))
    parts += [one["text"] for one in told["todo"]]
    return " ".join(part.strip() for part in parts if part and part.strip())
