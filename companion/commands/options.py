"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.config import load_config
from companion.places import record_path

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def _record() -> Path:
    named = load_config().table.record
    return Path(named).expanduser() if named else record_path()


def _language() -> str:
    return load_config().table.language


def record_option(command: CommandT) -> CommandT:
    """``--record FILE``: where games are kept; by default as the settings say."""
    return click.option(
        "--record",
        type=click.Path(path_type=Path),
        default=_record,
        metavar="FILE",
        help="The file that keeps the games (default: as set, or in the state folder).",
    )(command)


def language_option(command: CommandT) -> CommandT:
    """``--language TAG``: the language of the referee; by default as the settings say."""
    return click.option(
        "--language",
        default=_language,
        envvar="MOONTABLE_LANGUAGE",
        metavar="TAG",
        help="The language that the referee speaks (default: as set, or en).",
    )(command)
