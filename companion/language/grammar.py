"""How a language puts words together: templates with placeholders, filled by data tables.

A template is text with placeholders in braces::

    {0}  {1}              a site of the reason          {sites}  {1+}   all of them, from the second
    {piece}  {count}      a parameter                   {^piece:the}    with a capital letter
    {piece:the}           in the form "the"             {rests:to or}   a list joined with "or"
    {kind:@count}         in the form that agrees with the parameter `count`
    {count|cube|cubes}    the word that agrees with `count`, which is not written itself
    {action:typed}        as it is, even where the language has a word of that name ("score")
    {gap_mm:.1}           a number with one digit after the language's own decimal sign
    {share:%}             a share of one as percent

What agrees with what: a number or a list by its plural category, a piece or a word by its gender.
The tables of a language say the rest: ``terms`` the words with their forms, ``phrases`` how a
piece or a pile is put in each form, ``frames`` how any other word is, ``sites`` how a site's name
is read, ``lists`` how lists are joined, ``grammar`` plural categories, genders, how numbers are
written (``decimal``, ``percent``) and ``joins``: what melts where a value meets its neighbours
("de el" is "del"), each a pattern and what stands instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from companion.games.api import Piece, Value

PLACEHOLDER = re.compile(r"\{(\^?)(\w+)(\+?)(?::([^{}|]*))?((?:\|[^{}|]*)*)\}")
"""One placeholder: capital, name, rest of a list, form, choices."""

AS_TYPED = "typed"
"""The form of what people type, such as notation: no word of the language stands in its place."""

DIGITS = re.compile(r"\.(\d)|%")
"""The forms of a number: with so many digits after the decimal sign, or as percent."""

Tables = Mapping[str, Any]
"""A data file as it was read."""

Filling = Value | float | Callable[[str], str] | tuple["Filling", ...]
"""What a placeholder may be filled with; a function gives the text in the form it is asked for."""


class UnfilledText(LookupError):
    """A template asks for what it is not given. The catalogue catches it and says less."""


def placeholders(template: str) -> frozenset[str]:
    """The names that a template needs, "0" and "1" for sites; forms agree with names, too.

    >>> sorted(placeholders("{^piece:the} on {0}, {kind:@count}"))
    ['0', 'count', 'kind', 'piece']
    """
    found: set[str] = set()
    for _capital, name, _rest, form, _choices in PLACEHOLDER.findall(template):
        found.add(name)
        found.update(re.findall(r"@(\w+)", form))
    return frozenset(found)


@dataclass(frozen=True)
class Grammar:
    """One language's tables, and the functions that fill its templates."""

    terms: Tables = field(default_factory=dict)
    phrases: Tables = field(default_factory=dict)
    frames: Tables = field(default_factory=dict)
    sites: tuple[Tables, ...] = ()
    lists: Tables = field(default_factory=dict)
    plural: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    genders: tuple[str, ...] = ()
    joins: tuple[tuple[re.Pattern[str], str], ...] = ()
    decimal: str = "."
    percent: str = "{}%"

    @classmethod
    def of(cls, tables: Tables) -> Grammar:
        """The grammar in the tables of a language."""
        grammar = tables.get("grammar", {})
        return cls(
            terms=tables.get("terms", {}),
            phrases=tables.get("phrases", {}),
            frames=tables.get("frames", {}),
            sites=tuple(tables.get("sites", ())),
            lists=tables.get("lists", {}),
            plural={name: tuple(numbers) for name, numbers in grammar.get("plural", {}).items()},
            genders=tuple(grammar.get("genders", ())),
            joins=tuple(
                (re.compile(join["pattern"]), join["text"]) for join in grammar.get("joins", ())
            ),
            decimal=str(grammar.get("decimal", ".")),
            percent=str(grammar.get("percent", "{}%")),
        )

    def fill(self, template: str, values: Mapping[str, Filling]) -> str:
        """The template with its placeholders filled. Raises `UnfilledText`."""
        parts, at = [], 0
        for found in PLACEHOLDER.finditer(template):
            capital, name, rest, form, choices = found.groups()
            value = _value(values, name, rest=bool(rest))
            if choices:
                text = self._choice(value, choices[1:].split("|"))
            else:
                text = self.render(value, self._agreed(form or "", values))
            parts += [
                template[at : found.start()],
                text[:1].upper() + text[1:] if capital else text,
            ]
            at = found.end()
        return self._joined([*parts, template[at:]])

    def _joined(self, parts: Sequence[str]) -> str:
        """The parts as one text; what melts does so only where they meet, never within one.

        So what people typed stays as it is, and what a translator wrote, too.
        """
        text = "".join(parts)
        seams = list(accumulate(len(part) for part in parts))
        for pattern, instead in self.joins:
            for found in reversed(list(pattern.finditer(text))):
                start, end = found.span()
                if any(start < seam <= end for seam in seams):
                    melted = found.expand(instead)
                    text = text[:start] + melted + text[end:]
                    longer = len(melted) - (end - start)
                    seams = [seam + longer if seam > start else seam for seam in seams]
        return text

    def _agreed(self, form: str, values: Mapping[str, Filling]) -> str:
        """A form's name with each ``@name`` replaced by what it agrees with."""
        return re.sub(r"@(\w+)", lambda m: self.agreement(_value(values, m[1])), form)

    def agreement(self, value: Filling) -> str:
        """A plural category for numbers and lists, a gender for pieces and words."""
        match value:
            case int():
                return self._category(value)
            case tuple():
                return self._category(len(value))
            case Piece():
                return self._gender(value.kind)
            case str():
                return self._gender(value)
            case _:
                return "other"

    def _category(self, number: int) -> str:
        return next((name for name, numbers in self.plural.items() if number in numbers), "other")

    def _gender(self, word: str) -> str:
        term = self.terms.get(word)
        default = self.genders[0] if self.genders else ""
        return str(term.get("gender", default)) if isinstance(term, Mapping) else default

    def _choice(self, value: Filling, choices: list[str]) -> str:
        """The word that agrees, from choices in the order of categories or of genders."""
        by_number = isinstance(value, int | tuple)
        order = (*self.plural, "other") if by_number else self.genders
        agreed = self.agreement(value)
        place = order.index(agreed) if agreed in order else 0
        return choices[min(place, len(choices) - 1)]

    def render(self, value: Filling, form: str = "") -> str:
        """A value in a form; the form may name a kind of list, too ("to or")."""
        if callable(value):
            return value(form)
        if isinstance(value, tuple):
            return self._many(value, form)
        if isinstance(value, Piece):
            return self._piece(value, form or "name")
        if isinstance(value, float) or DIGITS.fullmatch(form):
            return self._number(value, form)
        return self._word(str(value), form or "name")

    def _number(self, value: Any, form: str) -> str:
        """A number as the language writes it; without a form, in as few digits as say it."""
        digits = DIGITS.fullmatch(form)
        if digits is None:
            text = f"{value:g}"
        elif digits[1] is None:
            return self.percent.replace("{}", f"{100 * value:.0f}")
        else:
            text = f"{value:.{digits[1]}f}"
        return text.replace(".", self.decimal)

    def _many(self, values: tuple[Filling, ...], form: str) -> str:
        words = form.split()
        style = next((word for word in words if word in self.lists), "and")
        form = " ".join(word for word in words if word != style) or "name"
        if len(values) == 2 and all(isinstance(value, Piece) for value in values):
            pile = self.phrases.get(f"pile-{form}")
            if pile is not None:
                return self.fill(pile, {"bottom": values[0], "top": values[1]})
        texts = [self.render(value, form) for value in values]
        if not any(isinstance(value, Piece) for value in values):
            texts = list(dict.fromkeys(texts))
        between = self.lists.get(style, {"between": ", ", "last": ", "})
        if len(texts) < 2:
            return "".join(texts)
        start = str(between["between"]).join(texts[:-1])
        return self._joined([start, str(between["last"]), texts[-1]])

    def _piece(self, piece: Piece, form: str) -> str:
        """A piece by the phrase for its class of terms, else by the phrase for all."""
        term = self.terms.get(piece.kind)
        group = term.get("class", "") if isinstance(term, Mapping) else ""
        phrase = self.phrases.get(f"{form}-{group}") or self.phrases.get(form)
        if phrase is not None:
            parts = {"owner": piece.owner, "kind": piece.kind, "facing": piece.facing}
            return " ".join(self.fill(phrase, parts).split())
        plain = str(piece) if form == "name" else self._piece(piece, "name")
        return self._framed(plain, form)

    def _word(self, word: str, form: str) -> str:
        """A word, number or site: its own form, else its plain form in the frame of the form."""
        if form == AS_TYPED:
            return word
        term = self.terms.get(word)
        if isinstance(term, str):
            return self._framed(term, form)
        if term is not None:
            own = _nested(term, form)
            return own if own is not None else self._framed(str(term.get("name", word)), form)
        for site in self.sites:
            found = re.fullmatch(site["pattern"], word)
            if found:
                own = site.get(form)
                text = self.fill(own or site["name"], found.groupdict())
                return text if own else self._framed(text, form)
        return self._framed(word, form)

    def _framed(self, text: str, form: str) -> str:
        before, found, after = str(self.frames.get(form, "")).partition("{}")
        return self._joined([before, text, after]) if found else text


def _value(values: Mapping[str, Filling], name: str, *, rest: bool = False) -> Filling:
    """The value of a placeholder; "0" is the first of ``sites``, "1+" all from the second."""
    if name.isdecimal():
        sites = values.get("sites", ())
        if isinstance(sites, tuple) and int(name) < len(sites):
            return sites[int(name) :] if rest else sites[int(name)]
        raise UnfilledText(name)
    if name not in values:
        raise UnfilledText(name)
    return values[name]


def _nested(term: Mapping[str, Any], form: str) -> str | None:
    """The form "acc.f" of a term: the entry "f" of its table "acc"; None if it has none.

    Where "acc" is one text, the term doesn't vary, and it serves for "acc.f" and all others.
    """
    found: Any = term
    for part in form.split("."):
        if isinstance(found, str):
            return found
        if not isinstance(found, Mapping) or part not in found:
            return None
        found = found[part]
    return found if isinstance(found, str) else None
