"""`moontable config`: the settings that hold, the defaults, and where they are."""

from __future__ import annotations

import click

from companion.config import Settings, as_toml, config_path, load_config


@click.group()
def config() -> None:
    """Show the settings, or the defaults to begin a file from."""


@config.command()
def show() -> None:
    """Print the settings that hold here: defaults, then the file, then the environment."""
    settings = load_config()
    file = config_path()
    click.echo(f"# {file}{'' if file.exists() else ' (not there: these are the defaults)'}\n")
    click.echo(as_toml(settings), nl=False)


@config.command()
def default() -> None:
    """Print a file with all defaults: moontable config default > moontable.toml."""
    click.echo(as_toml(Settings()), nl=False)


@config.command()
def path() -> None:
    """Print which file is read."""
    click.echo(str(config_path()))
