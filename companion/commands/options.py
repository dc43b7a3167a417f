"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.places import record_path

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def record_option(command: CommandT) -> CommandT:
    """``--record FILE``: where games are kept; by default in the state folder."""
    return click.option(
        "--record",
        type=click.Path(path_type=Path),
        default=record_path,
        metavar="FILE",
        help="The file that keeps the games (default: in MOONTABLE_HOME, or the state folder).",
    )(command)


def language_option(command: CommandT) -> CommandT:
    """``--language TAG``: the language of the referee."""
    return click.option(
        "--language",
        default="en",
        envvar="MOONTABLE_LANGUAGE",
        metavar="TAG",
        help="The language that the referee speaks (en).",
    )(command)
