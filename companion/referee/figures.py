"""Figures on their notches beside the board: they are seen apart, and moved when one thinks of it.

A step of theirs is owed until its figure is seen where it has to go. Many move it only when the
referee has spoken, and some only a turn or two later, when it has to go further still.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.games.api import Carried, Effect, Placement, Seat

_NOTCH = " notch "


def is_figure(effect: Effect) -> bool:
    """Whether a step moves a figure on its notches."""
    return isinstance(effect, Carried) and _NOTCH in effect.target


def on_board(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """The steps that a photo of the board shows."""
    return tuple(effect for effect in effects if not is_figure(effect))


def figure_steps(effects: Iterable[Effect]) -> tuple[Carried, ...]:
    """The steps of figures."""
    return tuple(each for each in effects if isinstance(each, Carried) and is_figure(each))


def seat_of(step: Carried) -> Seat:
    """Whose figure a step moves."""
    return step.target.partition(_NOTCH)[0]


def stands(step: Carried, notches: Mapping[Seat, int]) -> bool:
    """Whether a step's figure is seen where it has to go."""
    seat, _, notch = step.target.partition(_NOTCH)
    return notch.isdecimal() and notches.get(seat) == int(notch)


def figures_owed(steps: Iterable[Effect], notches: Mapping[Seat, int]) -> tuple[Carried, ...]:
    """The steps of figures that are still to be done, one for each figure, however many it has.

    It is moved from where it is seen; one that isn't seen, from where it stood before its steps.
    """
    last: dict[Seat, Carried] = {}
    for step in figure_steps(steps):
        seat = seat_of(step)
        first = last.get(seat, step)
        origin = f"{seat}{_NOTCH}{notches[seat]}" if seat in notches else first.origin
        last[seat] = replace(step, origin=origin)
    return tuple(step for step in last.values() if step.origin != step.target)


def with_figures(lying: Placement, right: Placement, owed: Iterable[Carried]) -> Placement:
    """A table whose figures stand as on the right one, but for those whose step is owed."""
    piles = {site: pile for site, pile in lying.piles.items() if _NOTCH not in site}
    piles |= {site: pile for site, pile in right.piles.items() if _NOTCH in site}
    for step in owed:
        if step.target in piles:
            piles[step.origin] = piles.pop(step.target)
    return Placement(piles)


def figures_back(
    lying: Placement, right: Placement, like: Sequence[Effect], manner: str
) -> tuple[Carried, ...]:
    """The steps that bring the figures of a table to where they stand on the right one.

    A step is told like the last of `like` that brings its figure there; else it is of `manner`. A
    figure that none of them moves is left alone.
    """
    stand = {site.partition(_NOTCH)[0]: site for site in lying.piles if _NOTCH in site}
    found = []
    for target, pile in right.piles.items():
        seat, notch, _ = target.partition(_NOTCH)
        origin = stand.get(seat, target)
        told = [step for step in figure_steps(like) if seat_of(step) == seat]
        if notch and origin != target and told:
            there = [step for step in told if step.target == target]
            back = replace(told[-1], manner=manner)
            found.append(replace((there or [back])[-1], pieces=pile, origin=origin, target=target))
    return tuple(found)
