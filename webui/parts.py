"""What the panel is made of: the table and the record it shows, and what others add to it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from flask import Blueprint, current_app

from companion.config import Settings
from companion.record.log import RecordLog
from companion.referee.table import Table

NAME = "moontable"
"""Where the application keeps its own among Flask's extensions."""


class Gallery(Protocol):
    """Photographs of the table that the eyes keep, by number."""

    def jpeg(self, number: int) -> bytes | None:
        """The photograph, or None where it is not kept any more."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What `webui.app.create_app` puts together.

    ``folder`` is where the panel keeps its secret and who sits where; ``gallery`` is None without
    a camera; ``blueprints`` are rooms of others (`webui.routing.Area`, or Flask's own).
    """

    table: Table
    log: RecordLog
    settings: Settings
    folder: Path
    gallery: Gallery | None = None
    blueprints: tuple[Blueprint, ...] = ()
    clock_s: Callable[[], float] = time.monotonic
    addresses: tuple[str, ...] = ()
    """Where the panel can be reached, as URLs, the one for phones first."""


def parts() -> Parts:
    """The parts of the application that answers now."""
    found: Parts = current_app.extensions[NAME].parts
    return found
