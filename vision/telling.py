"""What `watch` says of a judgement: as JSON for programs, in words for people."""

from __future__ import annotations

from typing import Any

from companion.language.catalogue import Catalogue
from companion.language.notices import worded
from companion.referee.evidence import Look
from companion.referee.findings import Finding, Judgement, Option


def told_judgement(image: str, judgement: Judgement, before: Any, say: Catalogue) -> dict[str, Any]:
    """Return what `watch` prints of a photo; `before` is the state that it was judged on."""
    game = judgement.following.game
    action = None if judgement.action is None else game.encode_action(judgement.action)
    ruling = judgement.ruling
    reasons = [] if ruling is None else [reason.ruling for reason in ruling.reasons]
    return {
        "image": image,
        "verdict": judgement.finding.value,
        "action": action,
        "text": in_words(judgement, before, say),
        "reasons": list(dict.fromkeys(reasons)),
        "todo": [_capital(say.effect_sentence(step)) for step in judgement.todo],
    }


def in_words(judgement: Judgement, before: Any, say: Catalogue) -> str:
    """What the referee says of a photo, in a few sentences."""
    parts = [_said(judgement, before, say)]
    if judgement.todo:
        key = "watch.put-back" if judgement.finding is Finding.ILLEGAL else "watch.by-hand"
        parts.append(say.say(key, steps=say.steps_sentence(judgement.todo)))
    return " ".join(part for part in parts if part)


def _said(judgement: Judgement, before: Any, say: Catalogue) -> str:
    game, finding = judgement.following.game, judgement.finding
    if judgement.action is not None and judgement.ruling is not None:
        action = game.format(before, judgement.action)
        sentences = [say.sentence(reason) for reason in judgement.ruling.reasons]
        return " ".join([say.say(f"watch.{finding.value}", action=action), *sentences])
    if finding is Finding.AMBIGUOUS:
        options = tuple(_option(option, say) for option in judgement.options)
        return say.say("watch.ambiguous", options=options)
    if finding is Finding.OUT_OF_STEP:
        places = tuple(_place(site, look, say) for site, look in judgement.strange)
        return say.say("watch.out-of-step", places=places)
    if judgement.reason:
        return worded(judgement.reason, say.language)
    return say.say(f"watch.{finding.value}")


def _option(option: Option, say: Catalogue) -> str:
    if option.taken_back:
        return say.say("watch.option-back")
    if not option.notations:
        return say.say("watch.option-nothing")
    return say.say("watch.option-played", actions=option.notations)


def _place(site: str, look: Look, say: Catalogue) -> str:
    if not look.piece:
        return say.say("watch.place-empty", site=site)
    return say.say("watch.place", site=site, piece=look.piece)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
