"""The command `moontable`: finds the subcommand, and says errors in one line.

Exit codes: 0 all is well; 1 something checked was not as it should be; 2 something is wrong with
what was asked, and the line on the error stream says what to do.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from companion.app import COMMANDS
from companion.errors import ANTICIPATED

_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""Read by numpy when it is loaded: the matrices here are small, and threads that wait for each
other on a busy machine made reading a photo up to ten times slower."""


class _Lazy(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The subcommands, those for players first."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a subcommand."""
        del ctx
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="moontable")
def moontable() -> None:
    """A camera referee for tabletop games, first of all Moons and Stars."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; a known error is one line, no traceback."""
    for name in _ONE_THREAD:
        os.environ.setdefault(name, "1")
    try:
        code = moontable.main(
            args=None if arguments is None else list(arguments),
            prog_name="moontable",
            standalone_mode=False,
        )
        sys.stdout.flush()
    except click.exceptions.Abort:
        click.echo("Stopped.", err=True)
        return 130
    except click.ClickException as error:
        error.show()
        return 2
    except ANTICIPATED as error:
        click.echo(f"moontable: {error}", err=True)
        return 2
    except BrokenPipeError:
        # Whoever read our output has left: nothing is wrong, and nothing more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0


if __name__ == "__main__":
    sys.exit(main())
