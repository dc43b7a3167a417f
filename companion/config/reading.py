"""From a file and the environment to settings, or to one line that says what to mend.

The file is ``moontable.toml`` in the state folder, or the one that ``MOONTABLE_CONFIG`` names. A
variable ``MOONTABLE_<SECTION>_<SETTING>`` goes before the file: ``MOONTABLE_PINS_DONE_BROWN=17``.
``MOONTABLE_LANGUAGE`` is short for ``MOONTABLE_TABLE_LANGUAGE``.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import Field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_type_hints

from companion.config.sections import SECTIONS, Settings
from companion.config.values import BadValue, checked, parsed
from companion.errors import ConfigProblem
from companion.files import read_text
from companion.places import state_folder

PREFIX = "MOONTABLE_"
SHORT = {"MOONTABLE_LANGUAGE": "MOONTABLE_TABLE_LANGUAGE"}
"""Variables that are short for others."""

_SHOWN = 40
"""So many characters of a wrong value are repeated."""


def config_path(environment: Mapping[str, str] = os.environ) -> Path:
    """The file of the settings, whether it is there or not.

    >>> config_path({"MOONTABLE_HOME": "/srv/table"}).as_posix()
    '/srv/table/moontable.toml'
    """
    named = environment.get("MOONTABLE_CONFIG")
    return Path(named) if named else state_folder(environment) / "moontable.toml"


def load_config(
    path: Path | None = None, *, environment: Mapping[str, str] = os.environ
) -> Settings:
    """The settings that hold here. A file that is not there is an empty one, unless it was named.

    Raises `ConfigProblem` for a wrong setting, `FileProblem` for a file that can't be read.
    """
    named = path is not None or bool(environment.get("MOONTABLE_CONFIG"))
    file = path or config_path(environment)
    text = read_text(file) if named or file.exists() else ""
    return settings_from(text, name=str(file), environment=environment)


def settings_from(
    text: str, *, name: str = "moontable.toml", environment: Mapping[str, str] | None = None
) -> Settings:
    """The settings in the text of a file called ``name``. Raises `ConfigProblem`."""
    given = _tables(text, name)
    kinds = get_type_hints(Settings)
    overrides = _overrides(environment or {}, kinds)
    sections = {}
    for section in SECTIONS:
        kind = kinds[section]
        hints = get_type_hints(kind)
        values = {}
        for item in fields(kind):
            here = (section, item.name)
            if here in overrides:
                variable, word = overrides[here]
                value = parsed(word, hints[item.name])
                values[item.name] = _value(
                    value, hints[item.name], item, f"The variable {variable}"
                )
            elif item.name in given.get(section, {}):
                value = given[section][item.name]
                where = f"{name}: {section}.{item.name}"
                values[item.name] = _value(value, hints[item.name], item, where)
        sections[section] = kind(**values)
    return Settings(**sections)


def _value(value: object, kind: Any, item: Field[Any], where: str) -> Any:
    try:
        return checked(value, kind, item)
    except BadValue as must:
        advice = f"It must be {must}."
        raise ConfigProblem(f"{where} is {_shown(value)}.", advice) from None


def _tables(text: str, name: str) -> dict[str, dict[str, Any]]:
    """The sections of a file; each section and each setting is one that we know."""
    try:
        given = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # Not only TOMLDecodeError: a number of 5,000 digits is a plain ValueError.
        why = f" ({_shown(str(error), quoted=False)})" if str(error) else ""
        raise ConfigProblem(f"{name} is not TOML{why}.", "Mend that place.") from error
    kinds = get_type_hints(Settings)
    for section, table in given.items():
        if section not in kinds:
            raise _unknown(f"{name}: there is no section [{_word(section)}].", section, kinds)
        if not isinstance(table, dict):
            advice = f"Write [{section}] on a line of its own, and its settings below."
            raise ConfigProblem(f"{name}: {section} is a section, not a setting.", advice)
        known = [item.name for item in fields(kinds[section])]
        for key in table:
            if key not in known:
                raise _unknown(f"{name}: [{section}] has no setting {_word(key)}.", key, known)
    return given


def _overrides(
    environment: Mapping[str, str], kinds: Mapping[str, Any]
) -> dict[tuple[str, str], tuple[str, str]]:
    """(section, setting) -> the variable that sets it, and its text. The long name goes first."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for short, long in SHORT.items():
        if environment.get(short):
            section, _, key = long.removeprefix(PREFIX).lower().partition("_")
            found[section, key] = (short, environment[short])
    for variable, word in environment.items():
        section, _, key = variable.removeprefix(PREFIX).lower().partition("_")
        if not variable.startswith(PREFIX) or section not in kinds or not key:
            continue
        known = [item.name for item in fields(kinds[section])]
        if key not in known:
            said = f"The variable {_word(variable)} sets nothing: [{section}] has no {_word(key)}."
            raise _unknown(said, key, known)
        found[section, key] = (variable, word)
    return found


def _unknown(said: str, word: str, known: Iterable[str]) -> ConfigProblem:
    names = list(known)
    near = get_close_matches(word.lower(), names, n=1, cutoff=0.5)
    advice = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(names)}."
    return ConfigProblem(said, advice)


def _word(name: str) -> str:
    """A name as it may stand in a line: printable and short."""
    return name[:_SHOWN] if name.isprintable() and name else _shown(name)


def _shown(value: object, *, quoted: bool = True) -> str:
    """A value as it may stand in a line: short, and on one line."""
    try:
        text = repr(value) if quoted else value if isinstance(value, str) else str(value)
    except (ValueError, RecursionError):  # an int of more digits than Python likes to print
        return "too large to show"
    text = "".join(sign if sign.isprintable() else " " for sign in text)
    return text if len(text) <= 2 * _SHOWN else f"{text[: 2 * _SHOWN]}…"
