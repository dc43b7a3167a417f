"""Puts the parts together: the only module of `companion` that knows camera, pins and web exist.

The parts are named here and loaded when they are asked for, so that a game at the terminal needs
neither numpy nor OpenCV.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.errors import UsageError

if TYPE_CHECKING:
    from companion.sessions.eyes import Reader

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "play": "companion.commands.play:play",
        "games": "companion.commands.records:games",
        "replay": "companion.commands.records:replay",
        "export": "companion.commands.records:export",
        "rules": "companion.commands.rules:rules",
        "board": "vision.commands_board:board",
        "lens": "calibration.commands_lens:lens",
        "profile": "vision.commands:profile",
        "read": "vision.commands:read",
        "roll": "vision.commands:roll",
        "watch": "vision.commands_watch:watch",
        "conformance": "companion.commands.check:conformance",
        "perft": "companion.commands.check:perft",
        "replay-session": "companion.commands.session:replay_session_command",
        "config": "companion.commands.config:config",
        "pins": "hardware.commands:pins",
        "doctor": "hardware.commands:doctor",
    }
)
"""Subcommand -> where it is, those for players first."""


def photographs(profile: Path) -> Reader:
    """A reader of photographs of the table that a profile describes.

    Raises a `MoontableError` for a profile that can't be used.
    """
    from calibration.profile import ProfileProblem, load_profile
    from vision.photographs import Photographs

    try:
        return Photographs(load_profile(profile).table())
    except ProfileProblem as problem:
        raise UsageError(str(problem), "Make a new one: moontable profile build") from problem
