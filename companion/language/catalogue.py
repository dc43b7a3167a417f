"""The catalogue of one language: sentences for reasons, faults, outcomes, effects and rulings.

>>> from companion.games.api import reason
>>> say = load("en", "moons-and-stars")
>>> say.sentence(reason("MS-18", "moon-one-step", "e4", "e5"))
'A moon always makes two movements; from e4 to e5 is only one.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.games.api import (
    Carried,
    Changed,
    Effect,
    Fault,
    Json,
    Outcome,
    Placed,
    Reason,
    Removed,
    Ruling,
    Value,
)
from companion.games.errors import Unread
from companion.language.files import HERE, nearest_language, tables, texts
from companion.language.grammar import Filling, Grammar, UnfilledText

ENGLISH = "en"
"""The language that every text falls back to."""


@dataclass(frozen=True)
class Catalogue:
    """What the referee says in one language.

    Every function is pure and always gives something readable: a text that the language lacks is
    said in English; one that English lacks, too, by the ruling's number or the bare name.
    """

    language: str
    tables: Mapping[str, Any]
    grammar: Grammar
    fallback: Catalogue | None = None

    def say(self, key: str, **values: Filling) -> str:
        """The text with a full key ("texts.legal"), filled in. The key itself if there is none."""
        text = self._said(key, values)
        return key if text is None else text

    def sentence(self, reason: Reason) -> str:
        """Why something is refused, as a sentence or two."""
        values: dict[str, Value] = dict(reason.parameters)
        values["sites"] = reason.sites
        said = self._said(f"sentences.{reason.key}", values)
        if said is not None:
            return said
        key = "texts.reason-unknown" if reason.sites else "texts.reason-unknown-nowhere"
        return self.say(key, ruling=reason.ruling, sites=reason.sites)

    def unread(self, why: Unread) -> tuple[str, str]:
        """Why words can't be read, and what to write instead: message and advice.

        Where a reason has no advice of its own, the game's is given, its usual form of a move.
        """
        values = dict(why.values)
        message = self.say(f"unread.{why.key}.message", **values)
        advice = self._said(f"unread.{why.key}.advice", values)
        return message, advice or self.say("unread.advice")

    def fault_sentence(self, fault: Fault) -> str:
        """What is wrong with a table, as a sentence or two."""
        return self.sentence(fault.reason)

    def outcome_sentence(self, outcome: Outcome) -> str:
        """How a game ended; ``{winner}`` is the side that won, ``{shared}`` those that share it."""
        values: dict[str, Value] = {} if outcome.winner is None else {"winner": outcome.winner}
        if outcome.shared:
            values["shared"] = outcome.shared
        said = self._said(f"outcomes.{outcome.key}", values)
        if said is not None:
            return said
        return self.say("texts.drawn" if outcome.winner is None else "texts.won", **values)

    def effect_sentence(self, effect: Effect) -> str:
        """A step for a hand to do: no capital letter and no full stop, to stand in a list."""
        name, values = _effect_values(effect)
        keys = [f"effects.{name}"]
        if values.get("via"):
            keys.insert(0, f"effects.{name}-via")
        for key in keys:
            said = self._said(key, values)
            if said is not None:
                return said
        return self.say("texts.effect-unknown", ruling=effect.ruling)

    def steps_sentence(self, effects: Iterable[Effect]) -> str:
        """Several steps, one after the other, as one sentence; empty if there are none."""
        steps = tuple(self.effect_sentence(effect) for effect in effects)
        if not steps:
            return ""
        joined = str(self.grammar.lists.get("then", {}).get("between", ", ")).join(steps)
        return f"{joined[:1].upper()}{joined[1:]}."

    def ruling_lines(self, ruling: Ruling, notation: Callable[[Any], str] = str) -> tuple[str, ...]:
        """The referee's whole answer, one statement a line.

        ``notation`` writes an action, for instance ``partial(game.format, state)``.
        """
        if ruling.legal:
            steps = self.steps_sentence(ruling.effects)
            notes = tuple(self.sentence(note) for note in ruling.notes)
            return (self.say("texts.legal"), *notes, *([steps] if steps else []))
        lines = dict.fromkeys(self.sentence(reason) for reason in ruling.reasons)
        if ruling.nearest:
            moves = tuple(notation(action) for action in ruling.nearest)
            lines[self.say("texts.nearest", moves=moves)] = None
        return tuple(lines)

    def ruling_text(self, ruling: Ruling, notation: Callable[[Any], str] = str) -> str:
        """`ruling_lines` as one text."""
        return " ".join(self.ruling_lines(ruling, notation))

    def ruling_title(self, ruling: str) -> str:
        """What a ruling is about, in one line ("MS-18"); the ID where there is no title."""
        return self._said(f"rulings.{ruling}", {}) or ruling

    def switch_text(self, name: str) -> str:
        """What a switch of the rules does."""
        return self._said(f"switches.{name}.about", {}) or name

    def switch_name(self, name: str) -> str:
        """What a switch is called."""
        return self._said(f"switches.{name}.name", {}) or name

    def switch_value(self, name: str, value: Json) -> str:
        """What one value of a switch means; the value itself for numbers."""
        return self._said(f"switches.{name}.values.{value}", {}) or str(value)

    def phase_name(self, phase: str) -> str:
        """A phase of the game by its value ("set-up")."""
        return self._said(f"phases.{phase}", {}) or phase

    def deity_name(self, deity: str) -> str:
        """A deity's name ("Cadbeth")."""
        return self.grammar.render(deity)

    def deity_bonus(self, deity: str) -> str:
        """What a deity does when it reaches the last notch."""
        return self._said(f"deities.{deity}", {}) or self.deity_name(deity)

    def name(self, value: Value, form: str = "") -> str:
        """A side, kind, point, piece or list of them in a form of the language ("the", "full").

        >>> from companion.games.api import Piece
        >>> load("en", "moons-and-stars").name(Piece("brown", "trap", "north"), "full")
        'brown trap facing north'
        """
        return self.grammar.render(value, form)

    def missing(self) -> tuple[str, ...]:
        """The full keys of texts, and the words, that English has and this language lacks."""
        if self.fallback is None:
            return ()
        own = {key for key, _text in texts(self.tables)}
        lacking = [key for key, _text in texts(self.fallback.tables) if key not in own]
        words = self.fallback.grammar.terms.keys() - self.grammar.terms.keys()
        return (*lacking, *(f"terms.{word}" for word in sorted(words)))

    def _said(self, key: str, values: Mapping[str, Filling]) -> str | None:
        """A text filled in, from here or from the fallback; None if neither has it whole."""
        template: Any = self.tables
        for part in key.split("."):
            template = template.get(part) if isinstance(template, Mapping) else None
        if isinstance(template, str):
            try:
                return self.grammar.fill(template, values)
            except UnfilledText:
                pass
        return None if self.fallback is None else self.fallback._said(key, values)


def load(tag: str, *subjects: str, folder: Path = HERE) -> Catalogue:
    """The catalogue of a language ("ca", "de-AT") for some subjects ("moons-and-stars").

    A language that there are no data for is English. ``folder`` may hold further languages.
    """
    english = Catalogue(ENGLISH, *_read(HERE, ENGLISH, subjects))
    language = nearest_language(tag, folder)
    if language is None or language == ENGLISH:
        return english
    return Catalogue(language, *_read(folder, language, subjects), fallback=english)


def _read(folder: Path, language: str, subjects: tuple[str, ...]) -> tuple[Any, Grammar]:
    data = tables(folder, language, subjects)
    return data, Grammar.of(data)


def _effect_values(effect: Effect) -> tuple[str, dict[str, Value]]:
    """The key of an effect's text, and what fills it."""
    match effect:
        case Carried(_ruling, pieces, origin, target, manner, via):
            values: dict[str, Value] = {
                "pieces": pieces,
                "origin": origin,
                "target": target,
                "via": via,
            }
            name = f"carried-{manner}"
        case Removed(_ruling, pieces, site, _index, manner, via):
            values = {"pieces": pieces, "site": site, "via": via}
            name = f"removed-{manner}"
        case Placed(_ruling, piece, site, manner):
            values = {"piece": piece, "site": site}
            name = f"placed-{manner}"
        case Changed(_ruling, before, after, site, _index, manner):
            values = {"before": before, "after": after, "facing": after.facing, "site": site}
            name = f"changed-{manner}"
        case _:
            return "unknown", {}
    return name.replace(" ", "-"), values
