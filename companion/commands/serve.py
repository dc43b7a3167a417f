"""`moontable serve`: the table with its camera, its buttons and lights, and the panel."""

from __future__ import annotations

import os
import signal
import sys
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.options import record_option
from companion.config import Settings, load_config
from companion.memory import give_memory_back, hold_little
from companion.notify import notify, watchdog_s

if TYPE_CHECKING:
    from companion.app import House

WATCH_S = 5.0
"""So often it is looked whether all is well."""


@click.command()
@click.option("--host", help="The address to listen on; 0.0.0.0: the whole network.")
@click.option("--port", type=click.IntRange(1, 65535), help="The port to listen on.")
@click.option("--by-hand", is_flag=True, help="Use no camera.")
@click.option("--browser", is_flag=True, help="Show the panel in this machine's browser.")
@record_option
def serve(
    host: str | None, port: int | None, record: Path, *, by_hand: bool, browser: bool
) -> None:
    """Run the table and serve its panel, until Ctrl-C."""
    from companion.app import open_house  # noqa: PLC0415 - it knows all the parts, this module none

    hold_little()
    settings = _settings(host, port)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stop.set())
    house = open_house(
        settings, record=record, by_hand=by_hand, tell=lambda line: click.echo(line, err=True)
    )
    try:
        for line in greeting(house.urls, settings):
            click.echo(line)
        notify("READY=1")
        if browser:
            webbrowser.open(house.urls[-1])
        _watch(house, stop)
    finally:
        notify("STOPPING=1")
        click.echo("Stopping. The game is saved.")
        house.close()
    # A thread that is in the middle of a picture can't be ended, and one may just be leaving it;
    # Python's own way out would throw it out of OpenCV's code, which aborts the program. All that
    # has to be kept is closed.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _watch(house: House, stop: threading.Event) -> None:
    """Until it is stopped: tell systemd that the table answers, as long as it does."""
    every_s = watchdog_s()
    while not stop.wait(min(every_s or WATCH_S, WATCH_S)):
        give_memory_back()
        if every_s is not None and house.is_well():
            notify("WATCHDOG=1")


def greeting(urls: tuple[str, ...], settings: Settings) -> list[str]:
    """What is said when the panel can be looked at."""
    lines = ["The table is ready. Look at it with a browser:", *(f"  {url}/" for url in urls)]
    if all("127.0.0.1" in url for url in urls):
        lines.append("Only this machine can see it. For phones in the room: moontable serve")
        lines.append('  --host 0.0.0.0, or host = "0.0.0.0" in [panel] of the settings.')
    else:
        lines.append("Phones join with the PIN or the QR code on the table's own screen (/join).")
    if settings.camera.source.value == "virtual":
        lines.append("The table is a virtual one; its pieces are moved at /desk.")
    return [*lines, "Ctrl-C stops it."]


def _settings(host: str | None, port: int | None) -> Settings:
    settings = load_config()
    panel = settings.panel
    if host is not None:
        panel = replace(panel, host=host)
    if port is not None:
        panel = replace(panel, port=port)
    return replace(settings, panel=panel)
