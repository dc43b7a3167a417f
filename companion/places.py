"""Where the product keeps what it must not lose."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of the record: ``MOONTABLE_HOME``, or the user's state folder (XDG).

    >>> state_folder({"MOONTABLE_HOME": "/srv/table"}).as_posix()
    '/srv/table'
    """
    own = environment.get("MOONTABLE_HOME")
    if own:
        return Path(own)
    base = environment.get("XDG_STATE_HOME")
    return Path(base or Path.home() / ".local" / "state") / "moontable"


def record_path(environment: Mapping[str, str] = os.environ) -> Path:
    """The file that holds the record of all games."""
    return state_folder(environment) / "games.sqlite"
